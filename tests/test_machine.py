"""A machine that lacks something is told so in one line."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCRIPT = ROOT / "scripts" / "check-machine.sh"
PRESENT = {
    "python3": "exit 0",
    "git": "exit 0",
    "cargo": "echo 'cargo 1.90.0 (abc 2025-01-01)'",
    "cc": "exit 0",
}

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")


def check(folder: Path, programs: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run the check on a machine with these programs and the shell's own."""
    for name in ("sh", "sed", "head", "sort", "uname"):
        found = shutil.which(name)
        assert found
        (folder / name).symlink_to(found)
    for name, body in programs.items():
        program = folder / name
        program.write_text(f"#!/bin/sh\n{body}\n")
        program.chmod(0o755)
    command = [str(folder / "sh"), str(SCRIPT)]
    return subprocess.run(
        command, cwd=ROOT, env={"PATH": str(folder)}, capture_output=True, text=True, check=False
    )


def test_a_machine_with_everything_is_not_talked_to(tmp_path: Path) -> None:
    done = check(tmp_path, PRESENT)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("python3", "Python 3.10 or newer (no python3 on PATH)"),
        ("git", "git (none on PATH)"),
        ("cargo", "Rust 1.90 or newer (no cargo on PATH)"),
        ("cc", "a C compiler (no cc on PATH)"),
    ],
)
def test_what_is_missing_is_named(tmp_path: Path, program: str, told: str) -> None:
    done = check(tmp_path, {name: body for name, body in PRESENT.items() if name != program})
    assert done.returncode == 1
    assert done.stderr == f"to build Columbus this machine lacks: {told}\n"


@pytest.mark.parametrize(
    ("version", "accepted"),
    [("1.89.2", False), ("1.9.0", False), ("0.99.0", False), ("1.100.0", True), ("2.0.0", True)],
)
def test_versions_of_cargo_are_compared_as_numbers(
    tmp_path: Path, version: str, accepted: bool
) -> None:
    done = check(tmp_path, {**PRESENT, "cargo": f"echo 'cargo {version} (abc)'"})
    assert (done.returncode == 0) is accepted
    assert accepted or f"cargo {version.rpartition('.')[0]} found" in done.stderr


def test_an_old_python_is_named_with_its_version(tmp_path: Path) -> None:
    old = '[ "$1" = --version ] && echo Python 3.9.1 && exit 0; exit 1'
    done = check(tmp_path, {**PRESENT, "python3": old})
    assert "Python 3.10 or newer (Python 3.9.1 found" in done.stderr


def test_all_that_is_missing_is_one_line(tmp_path: Path) -> None:
    done = check(tmp_path, {"cargo": "exit 1"})
    assert done.stderr.count("\n") == 1
    assert all(word in done.stderr for word in ("Python", "git", "cargo --version fails", "cc"))
