"""A command line whose services are stand-ins."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from pathlib import Path

import pytest
from stand_ins import HOMES, Services

import columbus
from columbus import _native
from columbus.cli.entry import main


@pytest.fixture(autouse=True)
def services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Services:
    """Put the stand-ins where the commands look for the services."""
    root = tmp_path / "project"
    (root / "src").mkdir(parents=True)
    fakes = Services(root)
    modules = {name: types.ModuleType(f"columbus.service.{name}") for name in HOMES.values()}
    modules["workspace"] = types.ModuleType("columbus.service.workspace")
    modules["workspace"].open_workspace = fakes.open_workspace  # type: ignore[attr-defined]
    for name, home in HOMES.items():
        setattr(modules[home], name, fakes.function(name))
    modules["evaluate"].Plan = types.SimpleNamespace  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "columbus.service", types.ModuleType("columbus.service"))
    for home, module in modules.items():
        monkeypatch.setitem(sys.modules, f"columbus.service.{home}", module)
    native = types.ModuleType("columbus.native")
    native.locate = fakes.locate  # type: ignore[attr-defined]
    # Lists, not services: the real ones.
    for name in ("languages", "language_names", "roles", "kinds"):
        setattr(native, name, getattr(_native, name))
    monkeypatch.setitem(sys.modules, "columbus.native", native)
    monkeypatch.setattr(columbus, "native", native, raising=False)
    monkeypatch.chdir(root)
    for name in ("COLUMBUS_LOG_LEVEL", "COLUMBUS_NO_INDEX", "FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return fakes


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run a command line in this process: exit status, stdout, stderr."""

    def run(*words: str) -> tuple[int, str, str]:
        status = main(list(words))
        out, err = capfd.readouterr()
        return status, out, err

    return run
