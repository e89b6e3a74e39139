"""``install()``: give the tree an identity and chart it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus.service.index import reindex
from columbus.service.workspace import exclude_from_git

if TYPE_CHECKING:
    from columbus.records import IndexReport
    from columbus.service.workspace import Workspace


def install(ws: Workspace) -> IndexReport:
    """Chart the tree of a workspace; one that was installed before keeps its identity."""
    exclude_from_git(ws.settings)
    return reindex(ws, "incremental", (), False, None)
