"""Did you mean: the known words that are closest to an unknown one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


# Below this, "foo" is taken for "root".
_CLOSE = 0.7


def closest(word: str, known: Iterable[str], limit: int = 2) -> tuple[str, ...]:
    """Up to ``limit`` words of ``known`` that resemble ``word``, best first; ties by name."""
    from difflib import get_close_matches  # 2 ms, and only ever needed after a mistake

    folded = {name.lower(): name for name in sorted(known)}
    matches = get_close_matches(word.lower(), folded, limit, _CLOSE)
    return tuple(folded[match] for match in matches)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The sentence for a hint, empty when nothing is close."""
    found = closest(word, known)
    return f"did you mean {' or '.join(found)}?" if found else ""
