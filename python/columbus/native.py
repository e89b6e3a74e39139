"""The door to the native side: the only module that imports ``_native``.

Takes and gives what ``_native.pyi`` describes. A debug build is named once, since it is some ten
times slower and its timings mean nothing.
"""

from __future__ import annotations

import sys

from columbus._native import (
    Batch,
    Candidates,
    Catalog,
    DiscoverOptions,
    Discovery,
    Excerpt,
    Found,
    ParsedFile,
    Plan,
    Problem,
    Ranked,
    Scope,
    Segment,
    SourceFile,
    StaticEncoder,
    Sweep,
    Understood,
    Unit,
    Vectors,
    Workspace,
    __version__,
    batch,
    debug_build,
    discover,
    languages,
    locate,
    merge,
    parse,
    plan,
    post,
    rank,
    recall,
    recipe,
    reconstruct,
    resolve_imports,
    scan,
    sweep,
    understand,
)

__all__ = [
    "Batch",
    "Candidates",
    "Catalog",
    "DiscoverOptions",
    "Discovery",
    "Excerpt",
    "Found",
    "ParsedFile",
    "Plan",
    "Problem",
    "Ranked",
    "Scope",
    "Segment",
    "SourceFile",
    "StaticEncoder",
    "Sweep",
    "Understood",
    "Unit",
    "Vectors",
    "Workspace",
    "__version__",
    "batch",
    "debug_build",
    "discover",
    "languages",
    "locate",
    "merge",
    "parse",
    "plan",
    "post",
    "rank",
    "recall",
    "recipe",
    "reconstruct",
    "resolve_imports",
    "scan",
    "sweep",
    "understand",
]

if debug_build():
    print("columbus: debug build of the native side, do not measure with it", file=sys.stderr)
