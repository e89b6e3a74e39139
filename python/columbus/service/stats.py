"""``stats()``: what the chart of this tree holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus import native
from columbus.records import Coverage, StatsResult
from columbus.service.freshness import freshness_of, look

if TYPE_CHECKING:
    from columbus.service.workspace import Workspace


def stats(ws: Workspace) -> StatsResult:
    """Counts from one state of the chart, and how it stands to the disk; changes nothing."""
    store = ws.store
    found = look(ws, store)
    counts = store.stats()
    pending = len(found.changed) + len(found.added) + len(found.removed)
    known = set(native.languages())
    return StatsResult(
        project_id=ws.paths.project_id,
        root=ws.root,
        files=counts.files,
        units=counts.units,
        symbols=counts.symbols,
        blocks=counts.blocks,
        languages=counts.languages,
        roles=counts.roles,
        kinds=counts.kinds,
        left_out_counts=counts.left_out,
        imports=counts.imports,
        edges=counts.edges,
        segments=counts.segments,
        bytes_chart=counts.bytes_chart,
        bytes_source=counts.bytes_source,
        coverage=Coverage(
            files=found.checked,
            charted=counts.files,
            units=counts.units,
            static_vectors=counts.static_vectors,
            model_vectors=counts.model_vectors,
            model=str(store.meta.get("model") or ""),
        ),
        freshness=freshness_of(found, pending=pending),
        languages_without_grammar=tuple(
            (name, count) for name, count in counts.languages if name not in known
        ),
        warnings=tuple(ws.warnings),
    )
