"""What the filters of a search may name: languages, roles and kinds, from the lists of the core.

Takes an option and a word, gives the name that is meant. The core is asked only when such a filter
was given, or when the lists are to be shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus import native
from columbus.errors import UsageError

if TYPE_CHECKING:
    from columbus.cli.options import Option


def choices(option: Option) -> tuple[str, ...]:
    """What may follow an option, empty when anything may."""
    if option.listed == "languages":
        return tuple(native.languages())
    if option.listed == "roles":
        return tuple(native.roles())
    if option.listed == "kinds":
        return tuple(native.kinds())
    return option.choices


def meant(option: Option, text: str) -> str:
    """The name that ``text`` stands for, in any case; of a language also an alias or extension.

    Raises ``UsageError`` with the nearest name.
    """
    word = text.strip().lower()
    known = {name: name for name in choices(option)}
    if option.listed == "languages":
        known = dict(native.language_names())
        word = word.removeprefix(".")
    if word not in known:
        raise _unknown(option, text, known)
    return known[word]


def _unknown(option: Option, text: str, known: dict[str, str]) -> UsageError:
    from columbus.suggest import closest

    names = choices(option)
    start = text.strip().lower()
    near = [
        *closest(text, names, 1),
        *(known[word] for word in closest(text, known, 1)),
        *(name for name in names if name.startswith(start)),
    ]
    hint = f"did you mean {near[0]}?" if near else _elsewhere(option)
    flag = option.flags[0]
    return UsageError("USAGE", f"{flag} {text[:40]!r} is none of {', '.join(names)}", hint)


def _elsewhere(option: Option) -> str:
    if option.listed == "languages":
        return "other files are chosen by name, such as --in '*.yaml'"
    return ""
