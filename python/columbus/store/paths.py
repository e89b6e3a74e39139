"""Where the files of a project are: data directory and ids in, paths out."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

from columbus.config_file import PROJECT_ID_RULE, is_project_id
from columbus.errors import UsageError


def worktree_key(root: str | Path) -> str:
    """A short name for a working tree, from its canonical root."""
    return blake2b(str(root).encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()


class ProjectPaths:
    """The files of one project below the data directory."""

    __slots__ = ("data", "project_id")

    def __init__(self, data: Path, project_id: str) -> None:
        """Raise ``UsageError`` (``CONFIG_INVALID``) for what is no project id: it is a folder."""
        if not is_project_id(project_id):
            raise UsageError(
                "CONFIG_INVALID",
                f"project_id: must be {PROJECT_ID_RULE}",
                "remove the key from .columbus.json and run `columbus install`",
            )
        self.data = data
        self.project_id = project_id

    @property
    def folder(self) -> Path:
        """Everything of the project; what ``uninstall`` removes."""
        return self.data / "projects" / self.project_id

    @property
    def memory(self) -> Path:
        """What the project remembers."""
        return self.folder / "memory.sqlite"

    @property
    def vectors(self) -> Path:
        """The vector cache."""
        return self.folder / "vectors.sqlite"

    @property
    def charts(self) -> Path:
        """The folder of the charts."""
        return self.folder / "charts"

    def chart(self, root: str | Path) -> Path:
        """The chart of the working tree at the canonical ``root``."""
        return self.charts / f"{worktree_key(root)}.sqlite"
