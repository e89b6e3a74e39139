"""Importers in a tree that is too large for a search to resolve its imports anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from shop import APP, Run

from columbus.service import freshness


@pytest.fixture(autouse=True)
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if every tree were large."""
    monkeypatch.setattr(freshness, "CONNECT_FILES", 0)


def test_importers_that_are_gone_are_not_claimed(run: Run, project: Path) -> None:
    run("install")
    before = run("show", "file", "shop/pricing.py")
    assert before["imported_by"] == ["shop/app.py", "tests/test_pricing.py"]
    assert before["tests"] == ["tests/test_pricing.py"]
    assert before["warnings"] == []
    (project / "tests/test_pricing.py").unlink()
    (project / "shop/app.py").write_text(APP.replace("from shop.pricing import total_price", ""))
    after = run("show", "file", "shop/pricing.py")
    assert (after["imported_by"], after["tests"]) == ([], [])
    assert any("reindex" in line for line in after["warnings"])


def test_a_changed_file_keeps_its_importers_and_reindex_finds_the_rest(
    run: Run, project: Path
) -> None:
    run("install")
    file = project / "shop/pricing.py"
    file.write_text(file.read_text() + "\n\nRATE = 3\n")
    (project / "shop/tax.py").write_text("from shop.pricing import RATE\n")
    lagging = run("show", "file", "shop/pricing.py")
    assert lagging["imported_by"] == ["shop/app.py", "tests/test_pricing.py"]
    assert len(lagging["warnings"]) == 1
    # Nothing is left to chart, but imports are.
    assert run("reindex")["parsed"] == 0
    whole = run("show", "file", "shop/pricing.py")
    assert whole["imported_by"] == ["shop/app.py", "shop/tax.py", "tests/test_pricing.py"]
    assert whole["warnings"] == []
