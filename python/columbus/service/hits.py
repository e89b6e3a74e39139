"""Ranked files to hits: units are looked up, read from disk, and told why.

Takes ranked units of the chart; gives hits with live ranges. A range that is gone is left out, a
file of which nothing is left is dropped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus import native
from columbus.records import GraphFacts, Hit, Range, Reason, Risk
from columbus.service.focus import Focus, focused
from columbus.service.why import why

if TYPE_CHECKING:
    from collections.abc import Sequence

    from columbus.records import Grain, Query
    from columbus.service.workspace import Workspace
    from columbus.store.records import StoredFile, StoredUnit

# Scores cross as integers with this scale.
SCALE = 1e6
# So many files import a place before a change of it is called risky.
MANY_DEPENDANTS = 10
# The role that is shown, the first of a file's that applies.
_SHOWN_ROLES = ("test", "example", "doc", "generated", "config")

Wanted = tuple[str, str, str, str, str, int, int, int, int, int, int]


class Places:
    """Where hits are read from, and how much of them is shown."""

    def __init__(self, ws: Workspace, query: Query) -> None:
        """Keep both."""
        self.ws = ws
        self.query = query

    def excerpts(self, wanted: Sequence[Wanted]) -> list[native.Excerpt]:
        """Read places from disk."""
        lines = self.query.snippet_lines if self.query.snippets else 0
        return native.reconstruct(self.ws.root, list(wanted), lines, self.query.context_lines)


def hits_of(places: Places, ranked: Sequence[native.Ranked], limit: int) -> tuple[Hit, ...]:
    """The best ``limit`` ranked files as hits."""
    store = places.ws.store
    shown = {one.path: focused(one, store.units_of) for one in ranked}
    ids = [unit for focus in shown.values() for unit in focus.units]
    units = {unit.id: unit for unit in store.units(ids)}
    bare = [one.path for one in ranked if not one.units]
    files = {file.path: file for file in store.files(bare)} if bare else {}
    wanted: list[Wanted] = []
    for one in ranked:
        focus = shown[one.path]
        stored = [units[unit] for unit in focus.units if unit in units]
        # The first is shown for its line, the others for their words.
        wanted += [_wanted(unit, Focus([])) for unit in stored] or _whole(files.get(one.path))
        if stored and focus.line:
            wanted[-len(stored)] = _wanted(stored[0], focus)
    excerpts: dict[str, list[native.Excerpt]] = {}
    for excerpt in places.excerpts(wanted):
        if excerpt.state != "gone":
            before = excerpts.setdefault(excerpt.path, [])
            if excerpt.start_line not in [other.start_line for other in before]:
                before.append(excerpt)
    kept = [one for one in ranked if one.path in excerpts][:limit]
    # Language and roles are the file's, so that any of its units tells them.
    facts: dict[str, StoredUnit | StoredFile] = {unit.path: unit for unit in units.values()}
    facts |= files
    return tuple(_hit(places, one, excerpts[one.path], facts[one.path]) for one in kept)


def _wanted(unit: StoredUnit, focus: Focus) -> Wanted:
    """A unit as it is charted, with the line that says what is meant if its file has changed."""
    first, last = focus.lines or (unit.start_line, unit.end_line)
    return (
        unit.path,
        unit.blob,
        unit.kind,
        unit.name,
        unit.container,
        unit.ordinal,
        unit.start_byte,
        unit.end_byte,
        first,
        last,
        focus.line,
    )


def _whole(file: StoredFile | None) -> list[Wanted]:
    """A file without units (by path only): all its lines."""
    if file is None:
        return []
    return [(file.path, file.blob, "block", "", "", 0, 0, 0, 1, max(1, file.lines), 0)]


def _hit(
    places: Places,
    one: native.Ranked,
    excerpts: list[native.Excerpt],
    facts: StoredUnit | StoredFile,
) -> Hit:
    first, *others = excerpts
    around = places.ws.store.neighbours(one.path)
    targets = {row.target for row in around.imports if row.target}
    graph = GraphFacts(len(targets), len(around.imported_by), around.tests)
    return Hit(
        grain=_grain(first, has_units=bool(one.units)),
        name=first.name,
        symbol_kind="" if first.kind == "block" else first.kind,
        container=first.container,
        signature=first.signature,
        path=one.path,
        language=facts.language,
        role=shown_role(facts.roles),
        start_line=first.start_line,
        end_line=first.end_line,
        file_hash=first.file_hash,
        score=round(one.score / SCALE, 4),
        why=why(one.reasons),
        reasons=tuple(Reason(name, value) for name, value in one.reasons),
        ranges=tuple(_range(other) for other in others),
        snippet=first.snippet,
        snippet_start_line=first.snippet_start_line or None,
        risk=_risk(graph),
        graph=graph,
    )


def _grain(excerpt: native.Excerpt, *, has_units: bool) -> Grain:
    if not has_units:
        return "file"
    return "block" if excerpt.kind == "block" else "symbol"


def _range(excerpt: native.Excerpt) -> Range:
    return Range(
        grain=_grain(excerpt, has_units=True),
        name=excerpt.name,
        symbol_kind="" if excerpt.kind == "block" else excerpt.kind,
        container=excerpt.container,
        start_line=excerpt.start_line,
        end_line=excerpt.end_line,
        signature=excerpt.signature,
    )


def shown_role(roles: str) -> str:
    """The one role that is shown for a file with these, ``impl`` for none of them."""
    held = roles.split(",")
    return next((role for role in _SHOWN_ROLES if role in held), "impl")


def _risk(graph: GraphFacts) -> Risk:
    hints = []
    if graph.imported_by >= MANY_DEPENDANTS:
        hints.append(f"{graph.imported_by} files import it")
    return Risk("medium" if hints else "low", tuple(hints))
