"""``search()``: a question in, ranked and verified places out.

Understands the query, refreshes the chart, retrieves what answers, and reads every place that is
shown again from disk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus import native
from columbus.errors import UsageError
from columbus.records import (
    BLANKS,
    Coverage,
    Filter,
    Query,
    SearchResult,
    Understood,
)
from columbus.service.freshness import refresh
from columbus.service.hits import Places, hits_of
from columbus.service.retrieve import Question, Retrieved, retrieve

if TYPE_CHECKING:
    from columbus.records import EmptyReason, Freshness, Hit, WhyNot
    from columbus.service.workspace import Workspace

# Ranked beyond the limit, for places that turn out to be gone.
SPARE = 10
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


def search(ws: Workspace, query: Query) -> SearchResult:
    """Answer ``query``. Raises ``UsageError`` for an empty query or a filter that is none."""
    if not query.text.strip(BLANKS):
        raise UsageError("USAGE", "the query is empty", 'try columbus search "parse config"')
    understood = native.understand(query.text)
    asked = Question(query, understood, _scope(query, understood))
    freshness = refresh(ws)
    ws.warnings += _remarks(understood)
    if query.kind not in _CODE_KINDS:
        return _without_code(asked, freshness)
    found = retrieve(ws, asked, freshness)
    places = Places(ws, query)
    hits = hits_of(places, found.ranked[: query.limit + SPARE], query.limit)
    return SearchResult(
        query=query.text,
        kind=query.kind,
        total=max(len(found.ranked), len(hits)),
        hits=hits,
        coverage=found.coverage,
        freshness=found.freshness,
        lanes=found.lanes,
        empty=None if hits else _why_empty(found, asked),
        warnings=tuple(ws.warnings),
        understood=_told(understood),
        why_not=_why_not(ws, query, found, hits),
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


def _without_code(asked: Question, freshness: Freshness) -> SearchResult:
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


def _why_not(ws: Workspace, query: Query, found: Retrieved, hits: tuple[Hit, ...]) -> WhyNot | None:
    if not query.why_not:
        return None
    from columbus.service.why_not import why_not

    return why_not(ws, query, found, [hit.path for hit in hits])


def _why_empty(found: Retrieved, asked: Question) -> EmptyReason:
    if found.coverage.charted == 0:
        return "not_indexed"
    if any(lane.state == "failed" for lane in found.lanes):
        return "lane_failed"
    understood = asked.understood
    filtered = understood.terms and (understood.excluded or not asked.scope.is_open)
    return "filtered" if filtered else "no_match"
