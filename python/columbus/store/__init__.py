"""The store: where what the chart knows is kept, and the only place with SQL.

``Store`` is the chart of one working tree (disposable), ``Memory`` what a project remembers
(durable), ``VectorCache`` the vectors of texts seen before (disposable), ``ChartLock`` the right to
do the expensive work. ``ProjectPaths`` says where their files are.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from columbus.store.paths import ProjectPaths, worktree_key
from columbus.store.records import (
    DebtFile,
    FileGroup,
    FileRow,
    MergePlan,
    Neighbours,
    ProblemRow,
    StoredFile,
    StoredImport,
    StoredUnit,
    StoreStats,
    TouchedRow,
    Written,
)
from columbus.store.store import Store

if TYPE_CHECKING:
    from columbus.store.cache import VectorCache
    from columbus.store.lock import ChartLock
    from columbus.store.memory import Memory

# A search needs none of these: they are loaded when first asked for.
_LATER = {"ChartLock": "lock", "Memory": "memory", "VectorCache": "cache"}

__all__ = [
    "ChartLock",
    "DebtFile",
    "FileGroup",
    "FileRow",
    "Memory",
    "MergePlan",
    "Neighbours",
    "ProblemRow",
    "ProjectPaths",
    "Store",
    "StoreStats",
    "StoredFile",
    "StoredImport",
    "StoredUnit",
    "TouchedRow",
    "VectorCache",
    "Written",
    "worktree_key",
]


def __getattr__(name: str) -> object:
    """Load one of the doors that a search does not use."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
