"""``search()``: a question in, ranked and verified places out.

Refreshes the chart, lets the lanes vote, ranks, and reads every place that is shown again from
disk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus import native
from columbus.errors import UsageError
from columbus.frozen import dataclass
from columbus.records import BLANKS, Coverage, Lane, Query, SearchResult
from columbus.service.freshness import refresh
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
_CODE_KINDS = ("all", "code")


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
    scope = _scope(query)
    freshness = refresh(ws)
    _check_languages(ws, query)
    if query.kind not in _CODE_KINDS:
        return _without_code(query, freshness)
    found = _find(ws, query, scope, freshness)
    places = Places(ws, query)
    hits = hits_of(places, found.ranked, query.limit)
    return SearchResult(
        query=query.text,
        kind=query.kind,
        total=max(found.total, len(hits)),
        hits=hits,
        coverage=found.coverage,
        freshness=freshness,
        lanes=found.lanes,
        empty=None if hits else _why_empty(found),
        warnings=tuple(ws.warnings),
    )


def _scope(query: Query) -> native.Scope:
    try:
        return native.Scope(
            include=list(query.include),
            exclude=list(query.exclude),
            languages=[name.lower() for name in query.languages],
            roles=list(query.roles),
            kinds=list(query.symbol_kinds),
        )
    except ValueError as error:
        raise UsageError("USAGE", str(error)) from error


def _check_languages(ws: Workspace, query: Query) -> None:
    """Refuse a language that has no grammar and no file: it is a slip, not an empty answer."""
    unknown = [name for name in query.languages if name.lower() not in native.languages()]
    if not unknown:
        return
    held = {language for language, _ in ws.store.stats().languages if language}
    for name in unknown:
        if name.lower() not in held:
            from columbus.suggest import did_you_mean

            hint = did_you_mean(name, {*native.languages(), *held})
            known = "has no grammar, and no file here is in it"
            raise UsageError(
                "USAGE", f"--lang {name!r} {known}", hint or "columbus stats lists languages"
            )


def _without_code(query: Query, freshness: Freshness) -> SearchResult:
    warning = "no memories or work items are kept yet"
    return SearchResult(
        query.text, query.kind, 0, (), Coverage(), freshness, (), (), "no_match", (warning,)
    )


def _find(ws: Workspace, query: Query, scope: native.Scope, freshness: Freshness) -> _Found:
    store = ws.store
    with store.snapshot():
        catalog = native.Catalog(store.columns(), store.dead())
        understood = native.understand(query.text)
        understood = understood.with_variants(store.variants(understood.prefixes))
        blocks = store.blocks(understood.hashes())
        names = store.names_lane(understood.words(), NAME_VOTES)
        static = native.Vectors(ws.encoder.dimension, store.static_chunks())
        model = str(store.meta.get("model") or "")
    table = (static, ws.encoder.encode([query.text], "query"))
    found = native.recall(understood, catalog, blocks, table, None, names, scope)
    ranked = native.rank(understood, catalog, found, query.limit + SPARE)
    if query.deep:
        from columbus.service.second_look import LOOK_FILES, look

        best = native.rank(understood, catalog, found, LOOK_FILES)
        if (space := look(ws, query.text, best)) is not None:
            found = native.recall(understood, catalog, blocks, table, space, names, scope)
            ranked = native.rank(understood, catalog, found, query.limit + SPARE)
    coverage = Coverage(
        files=catalog.files + freshness.pending,
        charted=catalog.files,
        units=catalog.units,
        static_vectors=static.count,
        model_vectors=_model_vectors(store, model),
        model=model,
    )
    return _Found(
        tuple(ranked),
        len(ranked),
        found.in_scope,
        scope.is_open,
        _lanes(found.lanes, asked=query.deep),
        coverage,
    )


def _model_vectors(store: Store, model: str) -> int:
    return store.model_count() if model else 0


def _lanes(reports: Sequence[tuple[str, str, int, str]], *, asked: bool) -> tuple[Lane, ...]:
    off = "asked with --deep"
    return tuple(
        Lane(name, state, votes, detail if asked or name != "model" else off)  # type: ignore[arg-type]
        for name, state, votes, detail in reports
    )


def _why_empty(found: _Found) -> EmptyReason:
    if found.coverage.charted == 0:
        return "not_indexed"
    if any(lane.state == "failed" for lane in found.lanes):
        return "lane_failed"
    return "no_match" if found.open_scope else "filtered"
