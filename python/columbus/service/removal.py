"""``purge()`` and ``uninstall()``: delete what Columbus keeps of a project."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from columbus.errors import RunError
from columbus.records import RemovalResult
from columbus.store.lock import ChartLock

if TYPE_CHECKING:
    from columbus.service.workspace import Workspace


def purge(ws: Workspace) -> RemovalResult:
    """Delete the charts, vectors and memories of the project; its identity stays."""
    removed = _delete_folder(ws)
    return RemovalResult("purge", ws.paths.project_id, removed, tuple(ws.warnings))


def uninstall(ws: Workspace) -> RemovalResult:
    """Delete all data of the project and its ``.columbus.json``."""
    removed = [*_delete_folder(ws)]
    config = Path(ws.settings.config_path)
    try:
        if config.is_file():
            config.unlink()
            removed.append(str(config))
    except OSError as error:
        raise RunError("PERMISSION_DENIED", f"cannot delete {config}: {error.strerror}") from error
    return RemovalResult("uninstall", ws.paths.project_id, tuple(removed), tuple(ws.warnings))


def _delete_folder(ws: Workspace) -> tuple[str, ...]:
    ws.close()
    folder = ws.paths.folder
    if not folder.exists():
        return ()
    with ChartLock(ws.chart_path):
        try:
            shutil.rmtree(folder)
        except OSError as error:
            raise RunError(
                "PERMISSION_DENIED", f"cannot delete {folder}: {error.strerror}"
            ) from error
    return (str(folder),)
