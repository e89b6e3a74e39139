"""``why_not()``: what kept a file from being a hit, or from being a higher one.

Walks the way of a search: is the file on disk, in the chart, in the scope, voted for by a lane,
related at all, and ranked where. Its features are held against those of the hit in whose place it
would stand.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from columbus import native
from columbus.records import Compared, Passed, WhyNot
from columbus.service.focus import around
from columbus.service.hits import SCALE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from columbus.records import Query, Verdict
    from columbus.service.retrieve import Retrieved
    from columbus.service.workspace import Workspace

Shares: TypeAlias = "Sequence[tuple[str, float]]"


def why_not(ws: Workspace, query: Query, found: Retrieved, shown: Sequence[str]) -> WhyNot:
    """Why ``query.why_not`` is not among the paths ``shown``, or not before the first of them."""
    path = query.why_not
    chart, candidates = found.chart, found.candidates
    places = {one.path: rank for rank, one in enumerate(found.ranked, 1)}
    rank = places.get(path, 0)
    voters = candidates.voters(chart.catalog, path)
    if not chart.catalog.has(path):
        verdict: Verdict = "not_charted" if (Path(ws.root) / path).exists() else "no_file"
    elif rank:
        verdict = "shown" if path in shown else "below"
    elif voters is not None:
        verdict = "unrelated"
    else:
        verdict = "not_voted" if candidates.lets(chart.catalog, path) else "filtered"
    rival = (shown[0] if path in shown else shown[-1]) if shown else ""
    mine = found.ranked[rank - 1] if rank else None
    other = found.ranked[places[rival] - 1] if rival and rival != path else None
    return WhyNot(
        path=path,
        line=query.why_not_line,
        verdict=verdict,
        rank=rank,
        score=round(mine.score / SCALE, 4) if mine else 0.0,
        against=other.path if other else "",
        against_score=round(other.score / SCALE, 4) if other else 0.0,
        lanes=tuple(voters or ()),
        features=_compared(mine.reasons if mine else (), other.reasons if other else ()),
        definition=_definition(ws, query, found) if voters is not None else None,
    )


def _compared(mine: Shares, other: Shares) -> tuple[Compared, ...]:
    """Both shares of every feature; what weighs most against the file comes first."""
    held, against = dict(mine), dict(other)
    rows = [
        Compared(name, held.get(name, _neutral(name)), against.get(name, _neutral(name)))
        for name in dict.fromkeys([*held, *against])
    ]
    if not against:
        rows.sort(key=lambda row: (-row.value, row.name))
    else:
        rows.sort(key=lambda row: (row.value - row.other, row.name))
    return tuple(row for row in rows if row.value or row.other) if held else ()


def _neutral(name: str) -> float:
    """What a score without this reason has: the role is a factor, all others are added."""
    return 1.0 if name == "role" else 0.0


def _definition(ws: Workspace, query: Query, found: Retrieved) -> Passed | None:
    """The definition around the asked line, and its place among those of the file."""
    if not query.why_not_line:
        return None
    chart = found.chart
    ranked = native.rank_units(chart.understood, chart.catalog, found.candidates, query.why_not)
    unit = around(ws.store.units_of(query.why_not), query.why_not_line)
    at = next((at for at, (id_, _) in enumerate(ranked) if unit and id_ == unit.id), None)
    if unit is None or at is None:
        return None
    other = ranked[0 if at else min(1, len(ranked) - 1)][1]
    return Passed(
        name=unit.name,
        symbol_kind="" if unit.kind == "block" else unit.kind,
        container=unit.container,
        start_line=unit.start_line,
        end_line=unit.end_line,
        rank=at + 1,
        of=len(ranked),
        features=_compared(ranked[at][1], other),
    )
