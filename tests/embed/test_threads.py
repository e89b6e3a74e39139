from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from columbus.embed import threads
from columbus.embed.threads import allowed_threads


@pytest.fixture
def cgroups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(threads, "_cores", lambda: 8)
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "self").write_text("0::/a/b\n")
    return tmp_path


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ({}, 8),
        ({"a/b": "max 100000"}, 8),
        ({"a/b": "150000 100000"}, 2),
        ({"a/b": "10000 100000"}, 1),
        ({"a": "300000 100000", "a/b": "max 100000"}, 3),
        ({"a": "900000 100000", "a/b": "500000 100000", "": "400000 100000"}, 4),
        ({"a/b": "3200000 100000"}, 8),
        ({"a/b": "nonsense"}, 8),
        ({"a/b": "100000 0"}, 8),
    ],
)
def test_the_smallest_quota_above_counts(
    cgroups: Path, limits: dict[str, str], expected: int
) -> None:
    for group, text in limits.items():
        (cgroups / group / "cpu.max").write_text(text)
    assert allowed_threads(cgroups / "self", cgroups) == expected


def test_without_cgroups_the_cores_count(cgroups: Path) -> None:
    assert allowed_threads(cgroups / "missing", cgroups) == 8
    (cgroups / "self").write_text("12:cpu:/a\n0::/../other\n")
    assert allowed_threads(cgroups / "self", cgroups) == 8


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="needs CPU sets")
def test_a_cpu_set_is_followed_without_complaint() -> None:
    """A fault of the runtime: it pinned threads to cores outside of the set."""
    core = min(os.sched_getaffinity(0))
    program = f"""
import os
os.sched_setaffinity(0, {{{core}}})
from columbus.embed.encoder import open_encoder
from columbus.embed.threads import allowed_threads
assert len(open_encoder("minilm-l6-code-int8", None).encode(["a"], "query")) == 384
print(allowed_threads())
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert (done.stdout, done.stderr) == ("1\n", "")
