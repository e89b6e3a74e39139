"""How much source is in work at once follows from the memory that a run may use."""

from __future__ import annotations

from pathlib import Path

import pytest
from shop import Run

from columbus import platform
from columbus.service import charting

MB = 1 << 20


def test_groups_follow_the_limit() -> None:
    sizes = [charting.group_bytes(limit * MB) for limit in (1, 120, 150, 200, 400, 1 << 20)]
    assert sizes == sorted(sizes)
    assert sizes[:2] == [charting.LEAST_GROUP_BYTES] * 2
    assert MB < sizes[2] < 2 * MB
    assert sizes[4:] == [charting.GROUP_BYTES] * 2


def test_without_a_limit_it_is_a_quarter_of_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(charting, "memory", lambda: 800 * MB)
    assert charting.group_bytes(None) == charting.group_bytes(200 * MB)
    monkeypatch.setattr(charting, "memory", lambda: None)
    assert charting.group_bytes(None) == charting.GROUP_BYTES


def test_the_variable_reaches_the_groups_and_changes_no_answer(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(4):
        text = "def price():\n    return 1\n" + "# a comment of some length here\n" * 6000
        (project / f"big{number}.py").write_text(text)
    made: list[int] = []
    real = charting._write
    monkeypatch.setattr(charting, "_write", lambda *given: made.append(1) or real(*given))
    before = run("search", "price")
    few = len(made)
    monkeypatch.setenv("COLUMBUS_MAX_MEMORY", "150M")
    run("reindex", "--clean")
    assert len(made) == 2 * few
    monkeypatch.setenv("COLUMBUS_MAX_MEMORY", "100M")
    run("reindex", "--clean")
    assert len(made) > 3 * few
    assert run("search", "price")["hits"] == before["hits"]


def test_a_wrong_limit_is_named_and_not_taken(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMBUS_MAX_MEMORY", "plenty")
    assert any("COLUMBUS_MAX_MEMORY='plenty'" in line for line in run("install")["warnings"])


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"sys/fs/cgroup/memory.max": "1048576\n"}, MB),
        ({"sys/fs/cgroup/memory/memory.limit_in_bytes": "2097152"}, 2 * MB),
        (
            {
                "sys/fs/cgroup/memory.max": "max\n",
                "proc/self/cgroup": "0::/job/one\n",
                "sys/fs/cgroup/job/one/memory.max": "3145728",
            },
            3 * MB,
        ),
    ],
)
def test_the_limit_of_the_control_group_counts(
    tmp_path: Path, files: dict[str, str], expected: int
) -> None:
    whole = platform.memory(f"{tmp_path}/")
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert platform.memory(f"{tmp_path}/") == expected
    assert whole is None or whole > expected
