"""Sentences that text and llm share: what is missing from an answer, and why one is empty.

Takes records, gives plain sentences without colour; nothing when all is well, for an answer that is
complete and fresh needs no words about it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus.render.clean import clean
from columbus.render.look import plural

if TYPE_CHECKING:
    from columbus.records import (
        Coverage,
        Freshness,
        GraphFacts,
        Hit,
        Lane,
        Passed,
        Range,
        SearchResult,
        Symbol,
        Understood,
    )


def place(path: str, start: int, end: int) -> str:
    """``path:start-end``; a whole file without lines is its path alone."""
    if start <= 0:
        return clean(path)
    return f"{clean(path)}:{start}" if end <= start else f"{clean(path)}:{start}-{end}"


def title(part: Hit | Range | Symbol | Passed) -> str:
    """``method send (Client)``: kind, name and container as far as there are any."""
    kind = "" if part.symbol_kind in ("", "block") else clean(part.symbol_kind)
    words = [kind, clean(part.name)]
    if not part.name:
        words = [getattr(part, "grain", "") or clean(part.symbol_kind)]
    if part.container:
        words.append(f"({clean(part.container)})")
    return " ".join(word for word in words if word)


def coverage_gaps(coverage: Coverage) -> list[str]:
    """What the chart does not know yet."""
    gaps = []
    if coverage.charted < coverage.files:
        gaps.append(f"{coverage.charted:,} of {plural(coverage.files, 'file')} charted")
    if coverage.static_vectors < coverage.units:
        gaps.append(f"{coverage.static_vectors:,} of {plural(coverage.units, 'unit')} with vectors")
    # None is no gap: a second look makes what it needs.
    if coverage.model and 0 < coverage.model_vectors < coverage.units:
        share = 100 * coverage.model_vectors // max(1, coverage.units)
        gaps.append(f"{clean(coverage.model)} at {share}%")
    return gaps


def freshness_gaps(freshness: Freshness) -> list[str]:
    """What the sweep found and could not bring in."""
    if freshness.pending:
        return [f"{plural(freshness.pending, 'changed file')} not charted yet"]
    return ["the chart is behind the working tree"] if freshness.stale else []


def lane_gaps(lanes: tuple[Lane, ...]) -> list[str]:
    """Lanes that failed, with what they said."""
    return [
        f"lane {clean(lane.name)} failed{': ' + clean(lane.detail) if lane.detail else ''}"
        for lane in lanes
        if lane.state == "failed"
    ]


def search_gaps(result: SearchResult) -> list[str]:
    """All that may be missing from a search's answer."""
    return [
        *freshness_gaps(result.freshness),
        *coverage_gaps(result.coverage),
        *lane_gaps(result.lanes),
    ]


def understood(understood: Understood) -> list[str]:
    """What was understood of a query, one sentence a part that there is."""
    filters = [
        f"{'-' if each.negated else ''}{clean(each.key)}:{clean(each.value)}"
        for each in understood.filters
    ]
    parts = (
        ("words", [clean(term) for term in understood.terms]),
        ("phrases", [f'"{clean(phrase)}"' for phrase in understood.phrases]),
        ("without", [clean(word) for word in understood.excluded]),
        ("filters", filters),
    )
    told = [f"{name} {', '.join(texts)}" for name, texts in parts if texts]
    return [f"kind {understood.intent}", *told]


def empty_reason(result: SearchResult) -> str:
    """Why there is no hit, and what would help."""
    reasons = {
        "not_indexed": "nothing is charted yet: run `columbus reindex`",
        "no_match": "nothing in the project matches",
        "filtered": "there are matches, but the filters leave none",
        "lane_failed": "a lane failed, so matches may be missing: run `columbus doctor`",
    }
    return reasons[result.empty or "no_match"]


def graph_facts(graph: GraphFacts) -> list[str]:
    """Neighbours worth a word: who depends on the file, and its tests."""
    facts = []
    if graph.imported_by:
        facts.append(f"imported by {graph.imported_by:,}")
    if graph.tests:
        more = len(graph.tests) - 1
        facts.append(f"tested in {clean(graph.tests[0])}" + (f" and {more} more" if more else ""))
    return facts
