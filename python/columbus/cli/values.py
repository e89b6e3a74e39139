"""Raw words of the command line → checked values, by the table of options.

Both readers give the same raw form, so a value is checked in one place and a mistake has one
message: ``True`` for a flag, a text, or a list of texts.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from columbus.errors import UsageError
from columbus.records import BLANKS
from columbus.render.clean import valid

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from columbus.cli.options import Argument, Command, Option

Raw = bool | str | list[str] | None
_DURATION = re.compile(r"(\d{1,6}(?:\.\d{1,3})?)\s*(s|m|h)?")
_SECONDS = {"s": 1.0, "m": 60.0, "h": 3600.0, None: 1.0}


class Values:
    """Checked values by name; each accessor gives the type that the table promises."""

    def __init__(self, values: Mapping[str, object]) -> None:
        """Keep values that ``check`` made."""
        self._values = dict(values)

    def flag(self, name: str) -> bool:
        """Whether a flag was given."""
        return bool(self._values.get(name))

    def text(self, name: str) -> str | None:
        """A text, or ``None`` when it was not given and has no default."""
        return cast("str | None", self._values.get(name))

    def word(self, name: str) -> str:
        """A text that is always there: a required argument or an option with a default."""
        return cast("str", self._values[name])

    def texts(self, name: str) -> tuple[str, ...]:
        """A list's texts in the order given."""
        return cast("tuple[str, ...]", self._values.get(name) or ())

    def count(self, name: str) -> int | None:
        """A number, or ``None`` when it was not given and has no default."""
        return cast("int | None", self._values.get(name))

    def number(self, name: str) -> int:
        """A number that has a default."""
        return cast("int", self._values[name])

    def seconds(self, name: str) -> float | None:
        """A duration in seconds."""
        return cast("float | None", self._values.get(name))

    def __eq__(self, other: object) -> bool:
        """By content, for tests."""
        return isinstance(other, Values) and self._values == other._values

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """The content."""
        return f"Values({self._values!r})"


def check(command: Command, options: Iterable[Option], raw: Mapping[str, Raw]) -> Values:
    """Check the raw values of ``options`` and of the command's argument.

    Raises ``UsageError`` with the flag, the value and what is allowed.
    """
    values: dict[str, object] = {
        option.name: _checked(option, raw.get(option.name)) for option in options
    }
    if command.argument is not None:
        values[command.argument.name] = _argument(command, command.argument, raw)
    return Values(values)


def _argument(command: Command, argument: Argument, raw: Mapping[str, Raw]) -> object:
    given = raw.get(argument.name)
    texts = given if isinstance(given, list) else [given] if isinstance(given, str) else []
    texts = [valid(text) for text in texts]
    if argument.required and not any(text.strip(BLANKS) for text in texts):
        raise UsageError(
            "USAGE",
            f"{command.name} needs {argument.metavar}",
            f"columbus {command.name} {argument.metavar}{'...' if argument.many else ''}",
        )
    for text in texts:
        _choose(argument.metavar, text, argument.choices, "USAGE")
    return tuple(texts) if argument.many else texts[0] if texts else None


def _checked(option: Option, raw: Raw) -> object:
    if option.kind == "flag":
        return bool(raw)
    if option.kind == "list":
        return tuple(_text(option, item) for item in raw) if isinstance(raw, list) else ()
    if not isinstance(raw, str):
        return option.default
    if option.kind == "count":
        return _count(option, raw)
    if option.kind == "duration":
        return _duration(option, raw)
    return _text(option, raw)


def _text(option: Option, raw: str) -> str:
    if not raw.strip():
        raise UsageError("USAGE", f"{option.flags[0]} is empty", f"give it a {option.metavar}")
    if option.listed:
        from columbus.cli.names import meant

        return meant(option, valid(raw))
    _choose(option.flags[0], raw, option.choices, option.code)
    # A path is given to the system as it came; all else must be text that UTF-8 can hold.
    return raw if option.name == "root" else valid(raw)


def _choose(what: str, text: str, choices: tuple[str, ...], code: str) -> None:
    if choices and text not in choices:
        from columbus.suggest import did_you_mean

        hint = did_you_mean(text, choices)
        raise UsageError(code, f"{what} {text!r} is none of {', '.join(choices)}", hint)


def _count(option: Option, raw: str) -> int:
    try:
        number = int(raw)
    except ValueError:
        number = option.low - 1
    if number < option.low:
        allowed = f"a whole number from {option.low} to {option.high}"
        raise UsageError("USAGE", f"{option.flags[0]} {raw[:40]!r} is not {allowed}")
    # All counts are "at most so many": who asks for more than there can be gets what there can be.
    return min(number, option.high)


def _duration(option: Option, raw: str) -> float:
    found = _DURATION.fullmatch(raw.strip())
    if found is None:
        raise UsageError("USAGE", f"{option.flags[0]} {raw[:40]!r} is not a time such as 30s or 5m")
    return float(found[1]) * _SECONDS[found[2]]
