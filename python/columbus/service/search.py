"""``search()``: a question in, ranked and verified places out.

Understands the query, refreshes the chart, lets the lanes vote, ranks, and reads every place that
is shown again from disk. Texts that the chart cannot know are looked for in the working tree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus import native
from columbus.errors import UsageError
from columbus.frozen import dataclass, replace
from columbus.records import (
    BLANKS,
    Coverage,
    Filter,
    Lane,
    Query,
    SearchResult,
    Understood,
)
from columbus.service.freshness import refresh, take_in_also
from columbus.service.hits import Places, hits_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from columbus.records import EmptyReason, Freshness
    from columbus.service.workspace import Workspace
    from columbus.store import Store

# The name lane votes with so many units.
NAME_VOTES = 60
# Ranked beyond the limit, for places that turn out to be gone.
SPARE = 10
# More candidates than the lanes can vote in: all are ranked, so that the total is theirs and a
# longer list begins with the shorter one.
RANKED = 1000
# So many files are named in a warning.
_TOLD = 3
_CODE_KINDS = ("all", "code")
# What the value of a filter is; lists of this length and more are not printed.
_KEYS = {
    "lang": "language",
    "path": "glob",
    "kind": "kind of symbol",
    "role": "role",
    "ext": "file extension",
}
_SHORT_LIST = 10


@dataclass(frozen=True, slots=True)
class _Question:
    """A query with what was understood of it and the scope that this makes."""

    query: Query
    understood: native.Understood
    scope: native.Scope


@dataclass(frozen=True, slots=True)
class _Chart:
    """What the chart says about a question."""

    catalog: native.Catalog
    understood: native.Understood
    blocks: list[bytes]
    names: list[int]
    table: tuple[native.Vectors, bytes]
    model: str
    model_vectors: int


@dataclass(frozen=True, slots=True)
class _Found:
    """What ranking gave, with the facts of the chart it was made from."""

    ranked: tuple[native.Ranked, ...]
    total: int
    in_scope: int
    open_scope: bool
    lanes: tuple[Lane, ...]
    coverage: Coverage


def search(ws: Workspace, query: Query) -> SearchResult:
    """Answer ``query``. Raises ``UsageError`` for an empty query or a filter that is none."""
    if not query.text.strip(BLANKS):
        raise UsageError("USAGE", "the query is empty", 'try columbus search "parse config"')
    understood = native.understand(query.text)
    asked = _Question(query, understood, _scope(query, understood))
    freshness = refresh(ws)
    ws.warnings += _remarks(understood)
    if query.kind not in _CODE_KINDS:
        return _without_code(asked, freshness)
    found, freshness = _find(ws, asked, freshness)
    places = Places(ws, query)
    hits = hits_of(places, found.ranked[: query.limit + SPARE], query.limit)
    return SearchResult(
        query=query.text,
        kind=query.kind,
        total=max(found.total, len(hits)),
        hits=hits,
        coverage=found.coverage,
        freshness=freshness,
        lanes=found.lanes,
        empty=None if hits else _why_empty(found, understood),
        warnings=tuple(ws.warnings),
        understood=_told(understood),
    )


def _scope(query: Query, understood: native.Understood) -> native.Scope:
    try:
        return native.Scope(
            include=list(query.include),
            exclude=list(query.exclude),
            languages=[name.lower() for name in query.languages],
            roles=list(query.roles),
            kinds=list(query.symbol_kinds),
            typed=understood.filters,
        )
    except ValueError as error:
        raise UsageError("USAGE", str(error)) from error


def _told(understood: native.Understood) -> Understood:
    return Understood(
        terms=tuple(understood.terms),
        phrases=tuple(understood.phrases),
        excluded=tuple(understood.excluded),
        filters=tuple(Filter(*row) for row in understood.filters),
        intent=understood.intent,  # type: ignore[arg-type]
    )


def _remarks(understood: native.Understood) -> list[str]:
    """What a person may have meant otherwise: filters that are none, and nothing to look for."""
    remarks = []
    for word, key, value, known in understood.unusable:
        from columbus.suggest import did_you_mean

        hint = did_you_mean(value, known)
        if not hint and len(known) < _SHORT_LIST:
            hint = f"one of {', '.join(known)}"
        tail = f"; {hint}" if hint else ""
        remarks.append(
            f"{word} is no filter, {value!r} is no {_KEYS[key]}: searched as words{tail}"
        )
    if not understood.terms and (understood.filters or understood.excluded):
        remarks.append("the query has filters only: add a word to look for")
    return remarks


def _without_code(asked: _Question, freshness: Freshness) -> SearchResult:
    return SearchResult(
        query=asked.query.text,
        kind=asked.query.kind,
        total=0,
        hits=(),
        coverage=Coverage(),
        freshness=freshness,
        lanes=(),
        empty="no_match",
        warnings=("no memories or work items are kept yet",),
        understood=_told(asked.understood),
    )


def _find(ws: Workspace, asked: _Question, freshness: Freshness) -> tuple[_Found, Freshness]:
    chart = _read(ws, asked)
    found = _recall(chart, asked.scope)
    literal = None
    failed: list[Lane] = []
    plan = native.plan(chart.understood, found)
    if plan.texts:
        try:
            literal = _scan(ws, plan, chart, asked.scope)
        except (OSError, ValueError) as error:
            failed.append(Lane("literal", "failed", 0, str(error)))
        else:
            taken = take_in_also(ws, [path for path, _ in literal.files])
            if taken:
                chart = _read(ws, asked)
                freshness = _with_fewer(freshness, taken)
            _warn_of_uncharted(ws, chart, literal)
            found = _recall(chart, asked.scope, literal)
    ranked = native.rank(chart.understood, chart.catalog, found, RANKED)
    if asked.query.deep:
        from columbus.service.second_look import look

        if (space := look(ws, asked.understood.plain, ranked)) is not None:
            found = _recall(chart, asked.scope, literal, space)
            ranked = native.rank(chart.understood, chart.catalog, found, RANKED)
    coverage = Coverage(
        files=chart.catalog.files + freshness.pending,
        charted=chart.catalog.files,
        units=chart.catalog.units,
        static_vectors=chart.table[0].count,
        model_vectors=chart.model_vectors,
        model=chart.model,
    )
    lanes = _lanes(found.lanes, failed, asked=asked.query.deep)
    answer = _Found(
        tuple(ranked), len(ranked), found.in_scope, asked.scope.is_open, lanes, coverage
    )
    return answer, freshness


def _read(ws: Workspace, asked: _Question) -> _Chart:
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
    return _Chart(catalog, understood, blocks, names, table, model, model_vectors)


def _recall(
    chart: _Chart,
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


def _scan(ws: Workspace, plan: native.Plan, chart: _Chart, scope: native.Scope) -> native.Found:
    """Look for the texts of ``plan`` on disk, in what is charted and in what waits for it."""
    waiting = [file.path for file in ws.pending]
    return native.scan(ws.root, plan, chart.catalog, scope, waiting, None)


def _warn_of_uncharted(ws: Workspace, chart: _Chart, literal: native.Found) -> None:
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


def _lanes(
    reports: Sequence[tuple[str, str, int, str]], failed: Sequence[Lane], *, asked: bool
) -> tuple[Lane, ...]:
    off = "asked with --deep"
    instead = {lane.name: lane for lane in failed}
    return tuple(
        instead.get(name) or Lane(name, state, votes, detail if asked or name != "model" else off)  # type: ignore[arg-type]
        for name, state, votes, detail in reports
    )


def _why_empty(found: _Found, understood: native.Understood) -> EmptyReason:
    if found.coverage.charted == 0:
        return "not_indexed"
    if any(lane.state == "failed" for lane in found.lanes):
        return "lane_failed"
    filtered = understood.terms and (understood.excluded or not found.open_scope)
    return "filtered" if filtered else "no_match"
