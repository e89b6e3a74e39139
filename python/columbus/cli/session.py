"""From a call to an open workspace: settings, progress, and the paths that the person typed."""

# pathlib costs 3 ms at every start; paths are plain str here.
# ruff: noqa: PTH100, PTH109, PTH111, PTH112, PTH118
from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from columbus import progress, settings
from columbus.errors import RunError, UsageError
from columbus.platform import stderr_width

if TYPE_CHECKING:
    from collections.abc import Iterator

    from columbus.cli.call import Call
    from columbus.progress import Progress
    from columbus.service.workspace import Workspace
    from columbus.settings import Settings


def resolve(call: Call, *, tolerant: bool = False) -> Settings:
    """The settings of the project that the call is about.

    With ``tolerant`` a refused root or a wrong file is noted in the settings instead of raised.
    """
    start = _start(call)
    root, main_root, problem = _root(start, call, tolerant=tolerant)
    return settings.load(
        root,
        call.env,
        call.flags,
        main_root=main_root,
        tolerant=tolerant,
        root_problem=problem,
    )


@contextmanager
def opened(call: Call, *, create: bool | None = None) -> Iterator[Workspace]:
    """Open the project of the call; ``create`` defaults to ``indexing.auto``."""
    from columbus.service.workspace import open_workspace

    found = resolve(call)
    with reporting(call, found) as report:
        making = found.indexing.auto if create is None else create
        with open_workspace(found, create=making, report=report) as workspace:
            yield workspace


@contextmanager
def reporting(call: Call, found: Settings) -> Iterator[Progress]:
    """Who is told about progress, with the terminal left clean at the end."""
    report: Progress = progress.Silent(sys.stderr)
    if found.debug and sys.stderr is not None:
        report = progress.Log(sys.stderr)
    elif call.terminal.stderr_tty:
        report = progress.Line(sys.stderr, stderr_width(found.columns))
    try:
        yield report
    finally:
        report.close()


def tree_path(call: Call, found: Settings, typed: str) -> str:
    """A path as typed → relative to the root with ``/``.

    Paths are typed from the current directory or copied from an answer, so both are tried, the
    first that exists is taken, and one that exists nowhere is passed on as it is.
    """
    typed = typed.replace("\\", "/") if os.sep == "\\" else typed
    root = os.path.realpath(found.root)
    inside = [_below(root, base, typed) for base in (_cwd(), _start(call), root)]
    for path in inside:
        if path is not None and os.path.lexists(os.path.join(root, path)):
            return path
    if all(path is None for path in inside[:-1]) and inside[-1] is None:
        raise UsageError("USAGE", f"{typed} is outside of the project at {found.root}")
    return inside[-1] or typed


def _below(root: str, base: str, typed: str) -> str | None:
    # The folder is resolved, the name is not: a link inside the tree is itself.
    folder, name = os.path.split(os.path.normpath(os.path.join(base, typed)))
    path = os.path.join(os.path.realpath(folder), name)
    if path == root:
        return "."
    prefix = root.rstrip(os.sep) + os.sep
    return path[len(prefix) :].replace(os.sep, "/") if path.startswith(prefix) else None


def _start(call: Call) -> str:
    given = call.values.text("root")
    if given is None:
        return _cwd()
    start = os.path.abspath(os.path.expanduser(given))
    if not os.path.isdir(start):
        raise UsageError("USAGE", f"--root {given} is not a directory")
    return start


def _cwd() -> str:
    try:
        return os.getcwd()
    except OSError as error:
        raise RunError(
            "NOT_FOUND", "the current directory no longer exists", "change to another one"
        ) from error


def _root(start: str, call: Call, *, tolerant: bool) -> tuple[str, str | None, str]:
    from columbus import native

    try:
        found = native.locate(start, settings.home_of(call.env))
    except (OSError, ValueError) as error:
        if tolerant:
            return start, None, str(error)
        refused = isinstance(error, ValueError)
        raise RunError(
            "ROOT_REFUSED" if refused else "PERMISSION_DENIED",
            str(error) if refused else f"cannot read {start}: {error}",
            "go into a project, or name one with --root DIR",
        ) from error
    return found.root, found.main_root, ""
