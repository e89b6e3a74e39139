"""The use cases ``model list``, ``pull`` and ``use`` on stand-ins of settings and workspace."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from columbus.errors import RunError
from columbus.service.models import list_models, pull_model, use_model

pytest.importorskip("columbus.settings")


def settings(tmp_path: Path, model: str = "minilm-l6-code-int8") -> Any:
    embedding = SimpleNamespace(model=model, enabled=True)
    config = str(tmp_path / ".columbus.json")
    return SimpleNamespace(data_dir=str(tmp_path), embedding=embedding, config_path=config)


def test_list_shows_states_and_the_one_in_use(tmp_path: Path) -> None:
    found = {entry.name: entry for entry in list_models(settings(tmp_path)).models}
    assert found["bge-small-en-v1.5"].state == "absent"
    assert found["minilm-l6-code-int8"].state == "embedded"
    assert [name for name, entry in found.items() if entry.in_use] == ["minilm-l6-code-int8"]


def test_pulling_an_embedded_model_does_nothing(tmp_path: Path) -> None:
    result = pull_model(settings(tmp_path), "minilm-l6-code-int8", None)  # type: ignore[arg-type]
    assert "nothing to pull" in result.warnings[0]
    assert list(tmp_path.iterdir()) == []


def test_use_writes_the_configuration(tmp_path: Path) -> None:
    workspace: Any = SimpleNamespace(settings=settings(tmp_path))
    (tmp_path / ".columbus.json").write_text('{"schema_version": 2, "output": {"color": "never"}}')
    result = use_model(workspace, "static-code-256")
    assert [entry.name for entry in result.models if entry.in_use] == ["static-code-256"]
    written = json.loads((tmp_path / ".columbus.json").read_text())
    assert written["embedding"] == {"model": "static-code-256"}
    assert written["output"] == {"color": "never"}


@pytest.mark.parametrize("name", ["nobody", "bge-small-en-v1.5"])
def test_use_refuses_what_is_not_there(tmp_path: Path, name: str) -> None:
    workspace: Any = SimpleNamespace(settings=settings(tmp_path))
    with pytest.raises(RunError) as error:
        use_model(workspace, name)
    assert error.value.code == "MODEL_MISSING"
    assert not (tmp_path / ".columbus.json").exists()
