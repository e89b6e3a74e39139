"""Made-up projects, searched through the command line in this process."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from shop import APP, PRICING, TEST, Run

from columbus.cli import entry


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small git project of three modules."""
    root = tmp_path / "project"
    for path, text in {
        "shop/__init__.py": "",
        "shop/app.py": APP,
        "shop/pricing.py": PRICING,
        "tests/test_pricing.py": TEST,
        "README.md": "# Shop\n\n## Checkout\n\nHow a basket is paid.\n",
    }.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    return root


@pytest.fixture
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory of this test, and no settings of the machine."""
    folder = tmp_path / "data"
    monkeypatch.setenv("COLUMBUS_DATA_DIR", str(folder))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return folder


@pytest.fixture
def run(project: Path, data_dir: Path, capfd: pytest.CaptureFixture[str]) -> Run:
    """Run a command with ``--json`` in the project; gives its payload and exit status."""

    def call(*words: str, root: Path = project) -> dict[str, Any]:
        capfd.readouterr()
        # Behind -- there are no options.
        end = words.index("--") if "--" in words else len(words)
        status = entry.main([*words[:end], "--json", "--root", str(root), *words[end:]])
        payload: dict[str, Any] = json.loads(capfd.readouterr().out)
        payload["exit"] = status
        return payload

    return call
