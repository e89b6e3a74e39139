"""Models: list them, pull one, choose one.

Takes the settings or the workspace and a model's name; gives the catalogue with the state of each
model as a ``ModelResult``. Nothing is downloaded but by ``pull_model``.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from columbus.embed import catalog
from columbus.records import ModelEntry, ModelResult

if TYPE_CHECKING:
    from columbus.progress import Progress
    from columbus.service.workspace import Workspace
    from columbus.settings import Settings


def list_models(settings: Settings) -> ModelResult:
    """Every model of the catalogue, with its state on this machine."""
    return ModelResult("list", _entries(_data_dir(settings), settings.embedding.model))


def pull_model(settings: Settings, name: str, report: Progress) -> ModelResult:
    """Download the files of ``name`` and verify them; files that are right are kept.

    Raises ``RunError``: MODEL_MISSING, MODEL_BROKEN or STORE_ERROR.
    """
    data_dir = _data_dir(settings)
    model = catalog.find(name, data_dir)
    warnings: tuple[str, ...] = ()
    if model.embedded:
        warnings = (f"{name} is part of the package: there is nothing to pull",)
    else:
        from columbus.embed.fetch import fetch_model
        from columbus.settings import make_data_dir

        make_data_dir(settings)
        fetch_model(model, data_dir / "models" / model.name, report)
    return ModelResult("pull", _entries(data_dir, settings.embedding.model), warnings)


def use_model(ws: Workspace, name: str) -> ModelResult:
    """Make ``name`` the model of the project, in its configuration file.

    Its vectors come with the next runs of the index; until then search uses what there is. Raises
    ``RunError`` (MODEL_MISSING, MODEL_BROKEN) when the model's files are not there.
    """
    from columbus.service.workspace import change_config

    settings = ws.settings
    data_dir = _data_dir(settings)
    catalog.ready_folder(catalog.find(name, data_dir), data_dir)
    change_config(settings, {"embedding": {"model": name}})
    return ModelResult("use", _entries(data_dir, name), _of_change(settings, name))


def _of_change(settings: Settings, name: str) -> tuple[str, ...]:
    found: list[str] = []
    if settings.embedding.model != name:
        found.append("run columbus reindex --embed to make its vectors ahead")
    if not settings.embedding.enabled:
        found.append("embedding.enabled is false: no model vectors are made")
    return tuple(found)


def _entries(data_dir: Path, used: str) -> tuple[ModelEntry, ...]:
    return tuple(
        ModelEntry(
            model.name,
            model.kind,
            model.dimension,
            model.bytes,
            model.licence,
            catalog.state(model, data_dir),
            model.name == used,
        )
        for model in catalog.models(data_dir)
    )


def _data_dir(settings: Settings) -> Path:
    return Path(settings.data_dir)
