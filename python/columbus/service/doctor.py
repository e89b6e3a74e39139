"""``doctor()``: checks everything that an answer depends on, with or without a project."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from columbus import native
from columbus.errors import ColumbusError
from columbus.records import Check, DoctorResult
from columbus.service.workspace import check_filters
from columbus.store import ProjectPaths, Store
from columbus.store.versions import sqlite_version, vec_version

if TYPE_CHECKING:
    from collections.abc import Callable

    from columbus.settings import Settings


def doctor(settings: Settings) -> DoctorResult:
    """Run all checks; ``ok`` is false when one failed. Never raises for what it checks."""
    checks: list[Check] = []
    for name, check in _CHECKS:
        try:
            checks.append(check(settings))
        except ColumbusError as error:
            checks.append(Check(name, "failure", error.message, error.hint, error.code))
        except OSError as error:
            checks.append(Check(name, "failure", str(error), "", "PERMISSION_DENIED"))
    ok = all(check.state != "failure" for check in checks)
    return DoctorResult(ok, tuple(checks), settings.warnings)


def _version(settings: Settings) -> Check:
    build = " (debug build)" if native.debug_build() else ""
    state = f"columbus {native.__version__}{build}, {len(native.languages())} grammars"
    return Check("version", "ok", state)


def _git(settings: Settings) -> Check:
    if shutil.which("git"):
        return Check("git", "ok", "found; only people need it, Columbus reads git's files itself")
    return Check("git", "warning", "no git on PATH; Columbus works without it")


def _config(settings: Settings) -> Check:
    if settings.config_problem:
        return Check("config", "failure", settings.config_problem, "mend it", "CONFIG_INVALID")
    check_filters(settings)
    if settings.project_id is None:
        return Check("config", "warning", "no project here", "run columbus install")
    return Check("config", "ok", settings.config_path)


def _root(settings: Settings) -> Check:
    if settings.root_problem:
        return Check("root", "failure", settings.root_problem, "give --root DIR", "ROOT_REFUSED")
    return Check("root", "ok", settings.root)


def _data_dir(settings: Settings) -> Check:
    folder = Path(settings.data_dir)
    held = next((one for one in (folder, *folder.parents) if one.exists()), folder)
    if not (held.is_dir() and os.access(held, os.W_OK)):
        return Check(
            "data_dir",
            "failure",
            f"{folder} cannot be written",
            "set COLUMBUS_DATA_DIR",
            "PERMISSION_DENIED",
        )
    return Check("data_dir", "ok", str(folder))


def _sqlite(settings: Settings) -> Check:
    return Check("sqlite", "ok", f"SQLite {sqlite_version()}, sqlite-vec {vec_version()}")


def _chart(settings: Settings) -> Check:
    if settings.project_id is None:
        return Check("chart", "warning", "no project here", "run columbus install")
    path = ProjectPaths(Path(settings.data_dir), settings.project_id).chart(settings.root)
    with Store.open(path, read_only=True, recipe=native.recipe()) as store:
        wrong = store.integrity(thorough=True)
        if wrong:
            hint = "run columbus reindex --clean"
            return Check("chart", "failure", wrong[0], hint, "STORE_ERROR")
        counts = store.stats()
        owed = f", {counts.debt} units wait for a model vector" if counts.debt else ""
        return Check("chart", "ok", f"{counts.files} files, {counts.units} units{owed}")


def _static(settings: Settings) -> Check:
    folder = Path(__file__).parents[1] / "models" / "static-code-256"
    from columbus.embed.static import StaticEncoder

    row = StaticEncoder(folder, folder.name, 256).encode(["read the configuration"], "query")
    if not any(row):
        return Check("static_model", "failure", "gives nothing", "reinstall", "MODEL_BROKEN")
    return Check("static_model", "ok", "static-code-256, embedded")


def _model(settings: Settings) -> Check:
    from columbus.embed import catalog

    data = Path(settings.data_dir)
    model = catalog.find(settings.embedding.model, data)
    if not settings.embedding.enabled:
        return Check("model", "warning", "embedding.enabled is false")
    catalog.ready_folder(model, data)
    return Check("model", "ok", f"{model.name}, {catalog.state(model, data)}")


_CHECKS: tuple[tuple[str, Callable[[Settings], Check]], ...] = (
    ("version", _version),
    ("git", _git),
    ("config", _config),
    ("root", _root),
    ("data_dir", _data_dir),
    ("sqlite", _sqlite),
    ("chart", _chart),
    ("static_model", _static),
    ("model", _model),
)
