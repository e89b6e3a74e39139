"""``outline()``: the live definitions of files and directories."""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus.errors import RunError
from columbus.records import OutlineResult
from columbus.service.freshness import refresh
from columbus.service.show import describe

if TYPE_CHECKING:
    from columbus.service.workspace import Workspace

# A directory with more files is to be searched, not listed.
MAX_FILES = 200


def outline(ws: Workspace, paths: tuple[str, ...]) -> OutlineResult:
    """Outlines of ``paths`` in order; a directory stands for its files. Raises ``RunError``."""
    freshness = refresh(ws)
    # What was read: the rest is listed with a reason and has no definitions.
    charted = [file.path for file in ws.store.files() if file.blob and file.problem != "binary"]
    chosen: list[str] = []
    for path in paths:
        below = [one for one in charted if path == "." or one.startswith(f"{path}/")]
        chosen.extend(one for one in (below or [path]) if one not in chosen)
    warnings = []
    if len(chosen) > MAX_FILES:
        warnings.append(f"{len(chosen)} files match, the first {MAX_FILES} are shown")
    files = tuple(describe(ws, path, freshness) for path in chosen[:MAX_FILES])
    if not files:
        raise RunError("NOT_FOUND", "no file to outline")
    return OutlineResult(files, (*ws.warnings, *warnings))
