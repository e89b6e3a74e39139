"""The store: where what the chart knows is kept, and the only place with SQL.

``Store`` is the chart of one working tree (disposable), ``Memory`` what a project remembers
(durable), ``VectorCache`` the vectors of texts seen before (disposable), ``ChartLock`` the right to
do the expensive work. ``ProjectPaths`` says where their files are.
"""

from columbus.store.cache import VectorCache
from columbus.store.lock import ChartLock
from columbus.store.memory import Memory
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
