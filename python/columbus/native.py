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
    ParsedFile,
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
    kinds,
    language_names,
    languages,
    locate,
    merge,
    parse,
    post,
    rank,
    recall,
    recipe,
    reconstruct,
    resolve_imports,
    roles,
    sweep,
    understand,
    vocabulary,
)

__all__ = [
    "Batch",
    "Candidates",
    "Catalog",
    "DiscoverOptions",
    "Discovery",
    "Excerpt",
    "ParsedFile",
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
    "kinds",
    "language_names",
    "languages",
    "locate",
    "merge",
    "parse",
    "post",
    "rank",
    "recall",
    "recipe",
    "reconstruct",
    "resolve_imports",
    "roles",
    "sweep",
    "understand",
    "vocabulary",
]

if debug_build():
    print("columbus: debug build of the native side, do not measure with it", file=sys.stderr)
