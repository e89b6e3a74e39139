"""What a search reads of a tree that has not changed."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from shop import Run

from columbus import native


@pytest.fixture
def sweeps(monkeypatch: pytest.MonkeyPatch) -> list[native.Sweep]:
    """Every sweep that was made, in order."""
    made: list[native.Sweep] = []
    real = native.sweep

    def noted(*given: object) -> native.Sweep:
        made.append(real(*given))  # type: ignore[arg-type]
        return made[-1]

    monkeypatch.setattr(native, "sweep", noted)
    return made


def test_files_that_were_new_when_charted_are_read_once_more_and_then_trusted(
    run: Run, tmp_path: Path, sweeps: list[native.Sweep]
) -> None:
    root = tmp_path / "bare"
    root.mkdir()
    for number in range(100):
        (root / f"{number}.bin").write_bytes(b"\0" * number)
        (root / f"{number}.py").write_text(f"x = {number}\n")
    run("search", "x", root=root)
    run("search", "x", root=root)
    assert sweeps[-1].compared == 200
    assert sweeps[-1].changed == []
    time.sleep(2.1)
    run("search", "x", root=root)
    run("search", "x", root=root)
    assert sweeps[-1].compared == 0


def test_a_binary_file_that_becomes_text_in_the_same_tick_is_found(run: Run, project: Path) -> None:
    file = project / "blob.py"
    text = b"def unearthed():\n    pass\n"
    file.write_bytes(b"\0" * len(text))
    before = file.stat()
    assert run("search", "unearthed")["hits"] == []
    file.write_bytes(text)
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert run("search", "unearthed")["hits"][0]["path"] == "blob.py"
