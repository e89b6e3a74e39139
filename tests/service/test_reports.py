"""What ``reindex`` says that it did."""

from __future__ import annotations

from pathlib import Path

import pytest
from shop import Run

from columbus.service import embedding


def test_parsed_counts_only_what_was_parsed_without_a_problem(run: Run, project: Path) -> None:
    (project / "logo.bin").write_bytes(b"\0\0")
    (project / "yarn.lock").write_text("# yarn\n")
    (project / ".columbus.json").write_text("{}")
    report = run("install")
    assert report["left_out_counts"] == {"binary": 1, "generated": 1}
    assert report["parsed"] == 5
    again = run("reindex")
    assert (again["parsed"], again["unchanged"]) == (0, 7)


def test_own_files_are_counted_where_git_does_not_hide_them(run: Run, tmp_path: Path) -> None:
    root = tmp_path / "bare"
    root.mkdir()
    (root / "a.py").write_text("x = 1\n")
    (root / ".columbusignore").write_text("*.log\n")
    report = run("install", root=root)
    assert report["left_out_counts"] == {"own_file": 2}
    assert (report["files"], report["parsed"]) == (1, 1)


def test_new_vectors_are_counted_apart_from_all(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("install")
    monkeypatch.setattr(embedding, "pay", lambda *_: 7)
    report = run("reindex", "--embed")
    assert (report["vectors_made"], report["model_vectors"]) == (7, 0)
    assert run("reindex")["vectors_made"] == 0


@pytest.mark.parametrize("wrong", ["proj_1234567", "proj_01234567Z", "proj_" + "0" * 65])
def test_a_refused_project_id_is_one_line_before_anything_is_written(
    run: Run, project: Path, data_dir: Path, wrong: str
) -> None:
    config = project / ".columbus.json"
    config.write_text(f'{{"project_id": "{wrong}"}}')
    for words in (["install"], ["search", "price"], ["reindex"]):
        found = run(*words)
        assert (found["exit"], found["error"]["code"]) == (2, "CONFIG_INVALID")
        assert found["error"]["message"].startswith(f"{config} has project_id = ")
        assert "\n" not in found["error"]["message"]
    assert not data_dir.exists()
    assert config.read_text() == f'{{"project_id": "{wrong}"}}'


def test_the_shortest_project_id_that_the_file_may_hold_works(run: Run, project: Path) -> None:
    (project / ".columbus.json").write_text('{"project_id": "proj_01234567"}')
    assert run("search", "price")["exit"] == 0
