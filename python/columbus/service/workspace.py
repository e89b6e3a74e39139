"""The workspace: what every use case needs of one working tree, opened when first asked for.

Takes resolved settings, gives access to the chart, the encoders and the options of discovery. Where
no project is, one is made (``create``) or it is said how.
"""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from columbus import native
from columbus.config_file import CONFIG_NAME, new_project_id
from columbus.errors import NotSetUpError, RunError, UsageError
from columbus.frozen import replace
from columbus.store import ProjectPaths, Store

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from columbus.embed.static import StaticEncoder
    from columbus.progress import Progress
    from columbus.settings import Settings

STATIC_MODEL = "static-code-256"
STATIC_DIMENSION = 256


class Workspace:
    """One working tree with its project, for the time of one use case."""

    def __init__(self, settings: Settings, report: Progress, *, installed: bool) -> None:
        """Use :func:`open_workspace`."""
        assert settings.project_id is not None
        self.settings = settings
        self.report = report
        self.installed = installed
        self.warnings: list[str] = list(settings.warnings)
        # New and changed files that the refresh before an answer left for later.
        self.pending: tuple[native.SourceFile, ...] = ()
        self.paths = ProjectPaths(Path(settings.data_dir), settings.project_id)
        self.chart_path = self.paths.chart(settings.root)
        self._store: Store | None = None
        self._encoder: StaticEncoder | None = None

    @property
    def root(self) -> str:
        """The canonical root of the working tree."""
        return self.settings.root

    @property
    def store(self) -> Store:
        """The open chart. Raises ``NotSetUpError`` (INDEX_MISSING) where there is none."""
        if self._store is None:
            self._store = Store.open(self.chart_path, recipe=native.recipe())
        return self._store

    def has_chart(self) -> bool:
        """Whether there is a chart of this version; opens it."""
        try:
            return self.store is not None
        except NotSetUpError:
            return False

    def open_store(self, *, clean: bool = False) -> Store:
        """Open the chart for writing, made anew if need be. The caller holds the chart's lock."""
        self.close()
        make = Store.recreate if clean else Store.open
        options = {} if clean else {"create": True}
        self._store = make(self.chart_path, recipe=native.recipe(), **options)
        return self._store

    @property
    def encoder(self) -> StaticEncoder:
        """The token table."""
        if self._encoder is None:
            from columbus.embed.static import StaticEncoder

            folder = Path(__file__).parents[1] / "models" / STATIC_MODEL
            self._encoder = StaticEncoder(folder, STATIC_MODEL, STATIC_DIMENSION)
        return self._encoder

    def discover_options(self) -> native.DiscoverOptions:
        """What belongs to the tree, by the settings."""
        settings, indexing = self.settings, self.settings.indexing
        system = settings.git_config_system or "/etc/gitconfig"
        return native.DiscoverOptions(
            include=list(indexing.include),
            exclude=list(indexing.exclude),
            max_file_size=indexing.max_file_size,
            languages=list(indexing.languages),
            home=settings.home,
            xdg_config=settings.xdg_config_home,
            git_config_global=settings.git_config_global,
            git_config_system=None if settings.git_config_nosystem else system,
        )

    def close(self) -> None:
        """Close the chart; harmless when done twice."""
        if self._store is not None:
            self._store.close()
            self._store = None


@contextmanager
def open_workspace(settings: Settings, *, create: bool, report: Progress) -> Iterator[Workspace]:
    """Open the workspace of ``settings``, with a new project if ``create`` and there is none.

    Raises ``NotSetUpError``: NOT_INITIALIZED, or INDEX_MISSING where indexing on first use is
    switched off; ``UsageError`` (CONFIG_INVALID) for filters of the tree that are none.
    """
    installed = False
    check_filters(settings)
    if settings.project_id is None:
        if not create:
            raise _not_set_up(settings)
        settings = _install(settings)
        installed = True
    workspace = Workspace(settings, report, installed=installed)
    try:
        yield workspace
    finally:
        workspace.close()


def check_filters(settings: Settings) -> None:
    """Raise ``UsageError`` (CONFIG_INVALID) with the key of a glob that is none."""
    indexing = settings.indexing
    for key, globs in (("include", indexing.include), ("exclude", indexing.exclude)):
        for position, glob in enumerate(globs):
            try:
                native.Scope(include=[glob])
            except ValueError as error:
                raise UsageError(
                    "CONFIG_INVALID",
                    f"{settings.config_path} has indexing.{key}[{position}], {error}",
                    "correct the glob; patterns are those of .gitignore",
                ) from error


def _not_set_up(settings: Settings) -> NotSetUpError:
    code = "NOT_INITIALIZED" if settings.indexing.auto else "INDEX_MISSING"
    return NotSetUpError(
        code, f"{settings.root} is not set up for Columbus", "run columbus install there"
    )


def _install(settings: Settings) -> Settings:
    """Mint an identity, write it to the project's file, and keep that file out of git."""
    from columbus.settings import make_data_dir

    # Whatever would stop the first charting is found before the project is touched.
    check_model(settings)
    make_data_dir(settings)
    project_id = new_project_id()
    change_config(settings, {"schema_version": settings.schema_version, "project_id": project_id})
    exclude_from_git(settings)
    return replace(settings, project_id=project_id)


def check_model(settings: Settings, *, ready: bool = False) -> None:
    """Raise ``RunError`` when the configured model is unknown, or not ``ready`` to embed."""
    if not (settings.embedding.enabled or ready):
        return
    from columbus.embed import catalog

    data_dir = Path(settings.data_dir)
    model = catalog.find(settings.embedding.model, data_dir)
    if ready:
        catalog.ready_folder(model, data_dir)


def change_config(settings: Settings, changes: Mapping[str, object]) -> None:
    """Write to the project's file; raises ``RunError`` (PERMISSION_DENIED) where that fails."""
    from columbus.settings import write_config

    try:
        write_config(settings.config_path, changes)
    except OSError as error:
        raise RunError(
            "PERMISSION_DENIED",
            f"cannot write {settings.config_path}: {error.strerror}",
            "make the folder writable, or free some space",
        ) from error


def exclude_from_git(settings: Settings) -> None:
    """Name the project's file in the exclude list of the common git directory, once."""
    common = native.locate(settings.root, settings.home).common_dir
    if common is None:
        return
    # A repository whose git directory cannot be written shows the file as untracked, no more.
    with suppress(OSError):
        path = Path(common) / "info" / "exclude"
        path.parent.mkdir(exist_ok=True)
        # A pipe would block; what is no regular file is not git's list either.
        if path.exists() and not path.is_file():
            return
        text = path.read_text("utf-8", "surrogateescape") if path.exists() else ""
        if CONFIG_NAME in text.split():
            return
        gap = "" if not text or text.endswith("\n") else "\n"
        with path.open("a", encoding="utf-8", errors="surrogateescape", newline="\n") as file:
            file.write(f"{gap}{CONFIG_NAME}{os.linesep[-1:]}")
