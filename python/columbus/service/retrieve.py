"""``retrieve()``: from an understood query to ranked files, pass by pass.

Reads the chart once, lets the lanes vote, looks on disk for texts that the chart cannot know, tries
other spellings of words that are nowhere, ranks, and, when asked and undecided, lets the sentence
model judge the best again. What every pass did is in the lanes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus import native
from columbus.frozen import dataclass, replace
from columbus.records import Coverage, Lane
from columbus.service.freshness import take_in_also
from columbus.service.spelling import respelt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from columbus.records import Freshness, Query
    from columbus.service.workspace import Workspace
    from columbus.store import Store

# The name lane votes with so many units.
NAME_VOTES = 60
# More candidates than the lanes can vote in: all are ranked, so that the total is theirs and a
# longer list begins with the shorter one.
RANKED = 1000
# A first hit that leads by more than this share of its score stays first also after a second look
# in all but a few queries of the development set (docs/ranking.md), so that the model is not asked.
DECIDED = 0.10
# So many files are named in a warning.
_TOLD = 3


@dataclass(frozen=True, slots=True)
class Question:
    """A query with what was understood of it and the scope that this makes."""

    query: Query
    understood: native.Understood
    scope: native.Scope


@dataclass(frozen=True, slots=True)
class Chart:
    """What the chart says about a question."""

    catalog: native.Catalog
    understood: native.Understood
    blocks: list[bytes]
    names: list[int]
    table: tuple[native.Vectors, bytes]
    model: str
    model_vectors: int


@dataclass(frozen=True, slots=True)
class Retrieved:
    """What was ranked, with the chart and the candidates that it was made from."""

    chart: Chart
    candidates: native.Candidates
    ranked: tuple[native.Ranked, ...]
    lanes: tuple[Lane, ...]
    coverage: Coverage
    freshness: Freshness


def retrieve(ws: Workspace, asked: Question, freshness: Freshness) -> Retrieved:
    """Rank what answers ``asked``. Raises ``RunError`` when the model is asked and broken."""
    chart = _read(ws, asked)
    found = _recall(chart, asked.scope)
    literal = None
    instead: list[Lane] = []
    plan = native.plan(chart.understood, found)
    if plan.texts:
        try:
            literal = _scan(ws, plan, chart, asked.scope)
        except (OSError, ValueError) as error:
            instead.append(Lane("literal", "failed", 0, str(error)))
        else:
            taken = take_in_also(ws, [path for path, _ in literal.files])
            if taken:
                chart = _read(ws, asked)
                freshness = _with_fewer(freshness, taken)
            _warn_of_uncharted(ws, chart, literal)
            found = _recall(chart, asked.scope, literal)
    if literal is None or not literal.files:
        other = respelt(ws, chart.understood, found)
        if other is not None:
            chart = _read(ws, replace(asked, understood=other))
            found = _recall(chart, asked.scope, literal)
    ranked = native.rank(chart.understood, chart.catalog, found, RANKED)
    if not asked.query.deep:
        instead.append(Lane("model", "skipped", 0, "asked with --deep"))
    elif (lead := _lead(ranked)) > DECIDED:
        instead.append(Lane("model", "skipped", 0, f"decided: the first leads by {lead:.0%}"))
    else:
        from columbus.service.second_look import look

        if (space := look(ws, asked.understood.plain, ranked)) is not None:
            found = _recall(chart, asked.scope, literal, space)
            ranked = native.rank(chart.understood, chart.catalog, found, RANKED)
    return Retrieved(
        chart=chart,
        candidates=found,
        ranked=tuple(ranked),
        lanes=_lanes(found.lanes, instead),
        coverage=_coverage(chart, freshness),
        freshness=freshness,
    )


def _lead(ranked: Sequence[native.Ranked]) -> float:
    """How far the first is before the second, as a share of its score; 1 when it is alone."""
    if len(ranked) < 2:
        return 1.0
    first, second = ranked[0].score, ranked[1].score
    return (first - second) / first if first > 0 else 0.0


def _read(ws: Workspace, asked: Question) -> Chart:
    store = ws.store
    text = asked.understood.plain
    with store.snapshot():
        catalog = native.Catalog(store.columns(), store.dead())
        understood = asked.understood.with_variants(store.variants(asked.understood.prefixes))
        blocks = store.blocks(understood.hashes())
        names = store.names_lane(understood.words(), NAME_VOTES)
        static = native.Vectors(ws.encoder.dimension, store.static_chunks())
        model = str(store.meta.get("model") or "")
        model_vectors = _model_vectors(store, model)
    table = (static, ws.encoder.encode([text], "query"))
    return Chart(catalog, understood, blocks, names, table, model, model_vectors)


def _recall(
    chart: Chart,
    scope: native.Scope,
    literal: native.Found | None = None,
    deep: tuple[native.Vectors, bytes] | None = None,
) -> native.Candidates:
    return native.recall(
        chart.understood,
        chart.catalog,
        chart.blocks,
        chart.table,
        deep,
        chart.names,
        scope,
        literal,
    )


def _scan(ws: Workspace, plan: native.Plan, chart: Chart, scope: native.Scope) -> native.Found:
    """Look for the texts of ``plan`` on disk, in what is charted and in what waits for it."""
    waiting = [file.path for file in ws.pending]
    return native.scan(ws.root, plan, chart.catalog, scope, waiting, None)


def _warn_of_uncharted(ws: Workspace, chart: Chart, literal: native.Found) -> None:
    """Name files that hold the text and could not be charted: they cannot be among the hits."""
    waiting = {file.path for file in ws.pending}
    held = [path for path, _ in literal.files if path in waiting and not chart.catalog.has(path)]
    if held:
        more = f" and {len(held) - _TOLD} more" if len(held) > _TOLD else ""
        ws.warnings.append(f"not charted yet, but with the text: {', '.join(held[:_TOLD])}{more}")


def _with_fewer(freshness: Freshness, taken: int) -> Freshness:
    pending = max(0, freshness.pending - taken)
    return replace(freshness, pending=pending, stale=pending > 0)


def _model_vectors(store: Store, model: str) -> int:
    return store.model_count() if model else 0


def _coverage(chart: Chart, freshness: Freshness) -> Coverage:
    return Coverage(
        files=chart.catalog.files + freshness.pending,
        charted=chart.catalog.files,
        units=chart.catalog.units,
        static_vectors=chart.table[0].count,
        model_vectors=chart.model_vectors,
        model=chart.model,
    )


def _lanes(
    reports: Sequence[tuple[str, str, int, str]], instead: Sequence[Lane]
) -> tuple[Lane, ...]:
    told = {lane.name: lane for lane in instead}
    return tuple(
        told.get(name) or Lane(name, state, votes, detail)  # type: ignore[arg-type]
        for name, state, votes, detail in reports
    )
