"""The light reader: a plain ``columbus search …`` without loading Typer.

Takes the words of the command line, gives the raw values of a search, or ``None`` when the call is
anything else and Typer should read it. It knows what the table of options knows and follows the
same rules: ``--flag value``, ``--flag=value``, ``-n5``, options anywhere, ``--`` ends them. A test
holds both readers equal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus.cli.options import GLOBALS, SEARCH, by_flag
from columbus.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from columbus.cli.options import Option
    from columbus.cli.values import Raw

# Typer answers these, wherever they stand.
_NOT_OURS = frozenset({"--help", "-h", "--version"})


def read(words: Sequence[str]) -> dict[str, Raw] | None:
    """Raw values of a search, its text under ``query``; ``None`` if this is no plain search."""
    reader = _Reader(words)
    return reader.raw if reader.run() else None


class _Reader:
    def __init__(self, words: Sequence[str]) -> None:
        self.rest = list(reversed(words))
        self.raw: dict[str, Raw] = {}
        self.query: list[str] = []
        self.table = by_flag(GLOBALS)
        self.searching = False

    def run(self) -> bool:
        while self.rest:
            word = self.rest.pop()
            if word == "--":
                self.query += reversed(self.rest)
                break
            if not self._word(word):
                return False
        self.raw["query"] = self.query
        return self.searching

    def _word(self, word: str) -> bool:
        """Take one word; false when the call is not ours."""
        if word in _NOT_OURS:
            return False
        if word.startswith("-") and word != "-":
            return self._option(word)
        if self.searching:
            self.query.append(word)
            return True
        self.searching = word == SEARCH.name
        self.table.update(by_flag(SEARCH.options))
        return self.searching

    def _option(self, word: str) -> bool:
        flag, equals, value = word.partition("=")
        option = self.table.get(flag)
        if option is None and not word.startswith("--"):
            return self._cluster(word)
        if option is None:
            return self._unknown(flag)
        self._set(option, flag, value if equals else None)
        return True

    def _cluster(self, word: str) -> bool:
        """Short options in one word: ``-vn5``."""
        for at, letter in enumerate(word[1:], 2):
            flag = f"-{letter}"
            if flag in _NOT_OURS:
                return False
            option = self.table.get(flag)
            if option is None:
                return self._unknown(flag)
            if option.kind != "flag":
                self._set(option, flag, word[at:] or None)
                return True
            self._set(option, flag, None)
        return True

    def _set(self, option: Option, flag: str, value: str | None) -> None:
        if option.kind == "flag":
            if value is not None:
                raise UsageError("USAGE", f"{flag} takes no value")
            self.raw[option.name] = True
            return
        if value is None:
            if not self.rest:
                raise UsageError("USAGE", f"{flag} needs a value: {flag} {option.metavar}")
            value = self.rest.pop()
        if option.kind != "list":
            self.raw[option.name] = value
            return
        before = self.raw.get(option.name)
        self.raw[option.name] = [*(before if isinstance(before, list) else ()), value]

    def _unknown(self, flag: str) -> bool:
        # Before the command word it may be Typer's to explain.
        if self.searching:
            raise no_such_option(flag, self.table)
        return False


def no_such_option(flag: str, known: Iterable[str]) -> UsageError:
    """The refusal of an unknown flag, with what may have been meant."""
    from columbus.suggest import did_you_mean

    hint = did_you_mean(flag, (name for name in known if name.startswith("--")))
    dashes = f"put -- before words that begin with a dash: columbus {SEARCH.name} -- {flag}"
    return UsageError("USAGE", f"no such option: {flag}", hint or dashes)
