"""Odd trees: one odd thing never stops the rest, and never makes a command wait."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from shop import Run

from columbus import config_file
from columbus.service import index
from columbus.store.records import StoredFile

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes have no names there")


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    "place", [".git/info/exclude", ".git/HEAD", ".git/index", ".git/config", "package.json"]
)
def test_a_pipe_where_a_file_is_expected_blocks_nothing(
    run: Run, project: Path, place: str
) -> None:
    at = project / place
    at.unlink(missing_ok=True)
    at.parent.mkdir(exist_ok=True)
    os.mkfifo(at)
    assert run("search", "total_price")["hits"][0]["path"] == "shop/pricing.py"


def test_a_bare_repository_is_refused_and_left_as_it_is(run: Run, tmp_path: Path) -> None:
    bare = tmp_path / "bare.git"
    subprocess.run(["git", "init", "-q", "--bare", str(bare)], check=True)
    before = sorted(bare.rglob("*"))
    found = run("search", "x", root=bare)
    assert (found["exit"], found["error"]["code"]) == (1, "ROOT_REFUSED")
    assert sorted(bare.rglob("*")) == before


def test_names_that_tools_trip_over_are_found(run: Run, project: Path) -> None:
    names = ["new\nline", "-dash", "--json", " lead", "tab\t", "esc\x1b[31m", "n" * 250, "x:y"]
    for number, name in enumerate(names):
        (project / f"{name}.py").write_text(f"def oddity{number}():\n    pass\n")
    (project / os.fsdecode(b"bad\xff.py")).write_text("def unsaid():\n    pass\n")
    report = run("install")
    assert ("bad\\xff.py", "not_unicode") in [
        (left["path"], left["reason"]) for left in report["left_out"]
    ]
    for number, name in enumerate(names):
        assert run("search", f"oddity{number}")["hits"][0]["path"] == f"{name}.py"


def test_a_tree_that_cannot_be_written_is_refused_in_one_line(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied", "/some/temporary/name")

    monkeypatch.setattr(config_file, "_replace", refuse)
    found = run("search", "x")
    assert found["error"]["code"] == "PERMISSION_DENIED"
    assert found["error"]["message"] == f"cannot write {project}/.columbus.json: Permission denied"


def test_what_cannot_be_read_is_counted_among_all() -> None:
    rows = [
        StoredFile(1, "a.py", "python", "", "", 1, 1, "0" * 40, "", "", 1, 1, 1),
        StoredFile(2, "shut", "", "", "", 0, 0, "", "unreadable", "Permission denied", 0, 0, 0),
    ]
    assert index._warnings(rows) == ("1 of 2 files could not be read or parsed",)


def test_the_first_search_tells_the_commit(run: Run, project: Path) -> None:
    git = ["git", "-C", str(project), "-c", "user.name=t", "-c", "user.email=t@example.invalid"]
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "x"], check=True)
    done = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    assert run("search", "price")["freshness"]["head"] == done.stdout.strip()


def test_languages_of_the_settings_are_names_of_languages(run: Run, project: Path) -> None:
    config = project / ".columbus.json"
    config.write_text('{"indexing": {"languages": ["pythn"]}}')
    found = run("install")
    assert (found["exit"], found["error"]["code"]) == (2, "CONFIG_INVALID")
    assert 'indexing.languages[0] = "pythn"' in found["error"]["message"]
    assert found["error"]["hint"] == "did you mean python?"
    config.write_text('{"indexing": {"languages": ["Py"]}}')
    assert run("install")["files"] == 4
