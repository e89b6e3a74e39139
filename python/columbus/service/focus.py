"""Which units of a file to show, when there are lines that the query is about.

Ranking chooses units by their words. A line that the query names, or where the text that it looks
for was found, is more exact: the definition around it comes first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from columbus import native
    from columbus.store.records import StoredUnit

# Ranges of a hit, as ranking gives them.
MOST = 3
# The rest of a file that no definition covers is one block, however scattered: around a line of it
# so many lines are shown on both sides.
AROUND = 20


@dataclass(frozen=True, slots=True)
class Focus:
    """Ids of the units to show, best first.

    ``line`` is what the first of them is shown for, 0 for its words; ``lines`` is the part of it to
    show, if not all.
    """

    units: list[int]
    line: int = 0
    lines: tuple[int, int] | None = None


def focused(one: native.Ranked, units_of: Callable[[str], Sequence[StoredUnit]]) -> Focus:
    """What to show of a ranked file."""
    if not one.lines:
        return Focus(one.units)
    hidden = set(one.hidden)
    units = [unit for unit in units_of(one.path) if unit.id not in hidden]
    held: dict[int, set[int]] = {}
    lines: dict[int, int] = {}
    for text, line in one.lines:
        unit = around(units, line)
        if unit is not None:
            held.setdefault(unit.id, set()).add(text)
            lines[unit.id] = min(line, lines.get(unit.id, line))
    if not held:
        return Focus(one.units)
    # The one with the most texts; of equal ones the first in the file.
    best = min(held, key=lambda unit: (-len(held[unit]), lines[unit]))
    first = next(unit for unit in units if unit.id == best)
    wider = {unit.id for unit in units if _encloses(unit, first)}
    others = [unit for unit in one.units if unit != best and unit not in wider]
    part = _part(units, first, lines[best])
    return Focus([best, *others][:MOST], lines[best], part)


def _part(units: Sequence[StoredUnit], block: StoredUnit, line: int) -> tuple[int, int] | None:
    """The lines of a block around ``line``, up to the definitions next to it."""
    inside = block.start_line <= line <= block.end_line
    if block.kind != "block" or not inside or block.end_line - block.start_line <= 2 * AROUND:
        return None
    others = [unit for unit in units if unit.id != block.id]
    ends = [unit.end_line for unit in others if unit.end_line < line]
    starts = [unit.start_line for unit in others if unit.start_line > line]
    first = max(block.start_line, line - AROUND, *(end + 1 for end in ends))
    last = min(block.end_line, line + AROUND, *(start - 1 for start in starts))
    return first, last


def around(units: Sequence[StoredUnit], line: int) -> StoredUnit | None:
    """The innermost unit around a line, else the last one that begins before it."""
    before = [unit for unit in units if unit.start_line <= line]
    holding = [unit for unit in before if unit.end_line >= line]
    if holding:
        return max(holding, key=lambda unit: (unit.depth, unit.start_line))
    return before[-1] if before else None


def _encloses(outer: StoredUnit, inner: StoredUnit) -> bool:
    return (
        outer.id != inner.id
        and outer.start_line <= inner.start_line
        and outer.end_line >= inner.end_line
    )
