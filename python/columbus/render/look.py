"""How text looks: colours by our own few codes, widths, and aligned columns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from columbus.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_RESET = "\x1b[0m"
_CODES = {
    "bold": "\x1b[1m",
    "dim": "\x1b[2m",
    "place": "\x1b[36m",
    "name": "\x1b[1m",
    "match": "\x1b[1;33m",
    "good": "\x1b[32m",
    "care": "\x1b[33m",
    "bad": "\x1b[31m",
}
_WORD = re.compile(r"\w{2,}")


@dataclass(frozen=True, slots=True)
class Look:
    """Colour, width (0 is unlimited) and whether scores are explained."""

    color: bool = False
    width: int = 0
    explain: bool = False

    def paint(self, style: str, text: str) -> str:
        """``text`` in a style; unchanged without colour or when empty."""
        return f"{_CODES[style]}{text}{_RESET}" if self.color and text else text

    def cut(self, text: str, used: int = 0) -> str:
        """Shorten plain text to what the line has left after ``used`` columns."""
        room = self.width - used
        if self.width <= 0 or len(text) <= room:
            return text
        return text[: max(1, room - 1)] + "…"

    def mark(self, text: str, words: frozenset[str]) -> str:
        """Light up the words of the query in plain text, whatever their case."""
        if not self.color or not words:
            return text
        pattern = "|".join(re.escape(word) for word in sorted(words, key=lambda w: (-len(w), w)))
        return re.sub(
            pattern, lambda found: self.paint("match", found[0]), text, flags=re.IGNORECASE
        )


def words_of(query: str) -> frozenset[str]:
    """What is lit up for a query: its words of two letters or more."""
    return frozenset(_WORD.findall(query))


def columns(
    rows: Iterable[Sequence[str]], indent: str = "", right: Sequence[int] = ()
) -> list[str]:
    """Align rows of plain cells by two blanks; columns of ``right`` are aligned to the right."""
    table = [list(row) for row in rows]
    widths = [max(map(len, cells)) for cells in zip(*table, strict=True)]
    lines = []
    for row in table:
        cells = [
            cell.rjust(width) if at in right else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append((indent + "  ".join(cells)).rstrip())
    return lines


def size(count: int) -> str:
    """Bytes for people: ``812 B``, ``1.5 MB``."""
    value = float(count)
    for unit in ("B", "kB", "MB"):
        if value < 1000:
            return f"{value:.0f} {unit}" if unit == "B" else f"{value:.1f} {unit}"
        value /= 1000
    return f"{value:.1f} GB"


def plural(count: int, noun: str) -> str:
    """``1 file``, ``2,000 files``."""
    many = noun if count == 1 else noun[:-1] + "ies" if noun.endswith("y") else noun + "s"
    return f"{count:,} {many}"
