"""Wrong uses and broken surroundings: one clear refusal each, and everything stays as it was."""

from __future__ import annotations

import ctypes
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest
from misuse import Place, Wrong, check_json, check_refusal, check_text
from shop import Run

from columbus.cli import entry


@pytest.fixture
def place(project: Path, data_dir: Path, capfd: pytest.CaptureFixture[str]) -> Place:
    """The project with a binary file, charted."""
    (project / "shop/logo.bin").write_bytes(bytes(range(256)) * 8)
    # Files of this second are looked at twice, which the chart notes.
    for file in (path for path in project.rglob("*") if path.is_file()):
        os.utime(file, (1_700_000_000, 1_700_000_000))
    assert entry.main(["install", "--root", str(project)]) == 0
    capfd.readouterr()
    return Place(project, data_dir)


def config(**changes: object) -> Callable[[Place], None]:
    return lambda place: place.configure(**changes)


def write(text: str) -> Callable[[Place], None]:
    return lambda place: place.config.write_text(text, "utf-8") and None


def newer_chart(place: Place) -> None:
    with apsw.Connection(str(place.chart)) as chart:
        chart.pragma("user_version", 99)
    chart.close()


def spoil(change: Callable[[bytes], bytes]) -> Callable[[Place], None]:
    def spoiled(place: Place) -> None:
        chart = place.chart
        for beside in chart.parent.glob(f"{chart.name}-*"):
            beside.unlink()
        chart.write_bytes(change(chart.read_bytes()))

    return spoiled


GARBAGE = spoil(lambda held: b"no database at all " * (len(held) // 19))
TRUNCATED = spoil(lambda held: held[: len(held) // 3])
ZEROED = spoil(lambda held: bytes(len(held)))
HOLED = spoil(lambda held: held[:16384] + bytes(len(held) - 32768) + held[-16384:])
SPOILED = {"garbage": GARBAGE, "truncated": TRUNCATED, "zeroed": ZEROED, "holed": HOLED}


def broken_model(place: Place) -> None:
    folder = place.data / "models/bge-small-en-v1.5"
    folder.mkdir(parents=True)
    (folder / "model.onnx").write_bytes(b"cut off")


def data_file(place: Place) -> None:
    (place.project.parent / "file").write_text("no directory")


SEARCH = ("search", "price")
CALLS = [
    Wrong((*SEARCH, "--frob"), "USAGE"),
    Wrong(("reindex", "--frob"), "USAGE"),
    Wrong(("frobnicate",), "USAGE"),
    Wrong(("show", "nonsense", "x"), "USAGE"),
    Wrong(("search",), "USAGE"),
    Wrong(("search", ""), "USAGE", about="empty query"),
    Wrong(("search", "  \t "), "USAGE", about="blank query"),
    Wrong((*SEARCH, "--limit", "0"), "USAGE"),
    Wrong((*SEARCH, "--limit", "-1"), "USAGE"),
    Wrong((*SEARCH, "--limit", "abc"), "USAGE"),
    Wrong((*SEARCH, "--limit"), "USAGE"),
    Wrong((*SEARCH, "--limit", "²"), "USAGE"),
    Wrong((*SEARCH, "--in", "["), "USAGE"),
    Wrong((*SEARCH, "--exclude", "a{{b"), "USAGE"),
    Wrong((*SEARCH, "--in", " "), "USAGE"),
    Wrong((*SEARCH, "--lang", "klingon"), "USAGE"),
    Wrong((*SEARCH, "--lang", "python", "--lang", "pyhton"), "USAGE"),
    Wrong((*SEARCH, "--role", "king"), "USAGE"),
    Wrong((*SEARCH, "--symbol-kind", "unicorn"), "USAGE"),
    Wrong((*SEARCH, "--kind", "nonsense"), "INVALID_KIND"),
    Wrong((*SEARCH, "--snippet-lines", "0"), "USAGE"),
    Wrong(("outline", "{project}/../outside.py"), "USAGE"),
    Wrong(("outline", "nothere.py"), "NOT_FOUND"),
    Wrong(("reindex", "/"), "USAGE"),
    Wrong(("reindex", "nothere.py"), "NOT_FOUND"),
    Wrong(("reindex", "--full", "--clean"), "USAGE"),
    Wrong(("reindex", "--full", "shop/app.py"), "USAGE"),
    Wrong(("reindex", "--embed-for", "soon"), "USAGE"),
    Wrong(("reindex", "--embed-for", "-5s"), "USAGE"),
    Wrong(("show", "file", "shop/logo.bin"), "NOT_FOUND"),
    Wrong(("show", "file", "shop"), "NOT_FOUND"),
    Wrong(("show", "file", "a\0b"), "NOT_FOUND", about="a path with a zero byte"),
    Wrong(("show", "symbol", "nonesuch"), "NOT_FOUND"),
    Wrong(("show", "symbol", "discount", "--in", "nowhere"), "NOT_FOUND"),
    Wrong(("completion", "tcsh"), "USAGE"),
    Wrong(("model", "use", "nonesuch"), "MODEL_MISSING"),
    Wrong(("model", "pull", "nonesuch"), "MODEL_MISSING"),
    Wrong(("model", "use", "bge-small-en-v1.5"), "MODEL_MISSING"),
    Wrong(("purge",), "USAGE"),
]
SETTINGS = [
    Wrong(SEARCH, "CONFIG_INVALID", write("{"), about="broken JSON"),
    Wrong(SEARCH, "CONFIG_INVALID", write("[]"), about="no object"),
    Wrong(("reindex",), "CONFIG_INVALID", write(""), about="an empty file"),
    Wrong(SEARCH, "CONFIG_INVALID", config(schema_version=99), about="newer schema_version"),
    Wrong(SEARCH, "CONFIG_INVALID", config(schema_version="2"), about="schema_version"),
    Wrong(SEARCH, "CONFIG_INVALID", config(project_id="../../etc"), about="project_id"),
    Wrong(SEARCH, "CONFIG_INVALID", config(indexing=[]), about="indexing"),
    *(
        Wrong(("reindex",), "CONFIG_INVALID", config(indexing={key: value}), about=f"{key}={value}")
        for key, value in {
            "include": "src",
            "exclude": [7],
            "max_file_size": "big",
            "languages": "python",
            "auto": "yes",
        }.items()
    ),
    Wrong(
        ("reindex",),
        "CONFIG_INVALID",
        config(indexing={"languages": ["pyhton"]}),
        about="a language that is none",
    ),
    Wrong(("reindex",), "CONFIG_INVALID", config(indexing={"include": ["["]}), about="include ["),
    Wrong(SEARCH, "CONFIG_INVALID", config(indexing={"exclude": ["a{b"]}), about="exclude a{b"),
    Wrong(SEARCH, "CONFIG_INVALID", config(embedding={"enabled": 1}), about="enabled"),
    Wrong(SEARCH, "CONFIG_INVALID", config(embedding={"model": ""}), about="model"),
    Wrong(SEARCH, "CONFIG_INVALID", config(output={"color": "pink"}), about="color"),
    Wrong(("reindex",), "MODEL_MISSING", config(embedding={"model": "x"}), about="unknown model"),
    Wrong(("reindex",), "MODEL_MISSING", env={"COLUMBUS_MODEL": "x"}, about="COLUMBUS_MODEL"),
    Wrong(
        ("reindex", "--embed"),
        "MODEL_BROKEN",
        broken_model,
        {"COLUMBUS_MODEL": "bge-small-en-v1.5"},
        about="truncated model.onnx",
    ),
    Wrong(("model", "use", "bge-small-en-v1.5"), "MODEL_BROKEN", broken_model, about="use it"),
]
SURROUNDINGS = [
    Wrong(SEARCH, "USAGE", root="{project}/shop/app.py", about="a file as root"),
    Wrong(SEARCH, "USAGE", root="{project}/nowhere", about="a missing root"),
    Wrong(SEARCH, "ROOT_REFUSED", root="/", about="/ as root"),
    Wrong(
        SEARCH,
        "ROOT_REFUSED",
        env={"HOME": "{project}/../home"},
        before=lambda place: (place.project.parent / "home").mkdir(),
        root="{project}/../home",
        about="HOME as root",
    ),
    Wrong(SEARCH, "SCHEMA_TOO_NEW", newer_chart, about="newer chart"),
    Wrong(("reindex", "--clean"), "SCHEMA_TOO_NEW", newer_chart, about="newer chart, cleaned"),
    *(
        Wrong(words, "STORE_ERROR", spoil, about=f"{kind} chart, {words[0]}")
        for kind, spoil in SPOILED.items()
        for words in (SEARCH, ("reindex",), ("stats",))
        if (kind, words[0]) != ("holed", "stats")
    ),
    *(
        Wrong(words, "STORE_ERROR", data_file, {"COLUMBUS_DATA_DIR": folder}, about=told)
        for folder, told in (
            ("{project}/../file", "the data directory is a file"),
            ("{project}/../file/below", "the data directory is below a file"),
            ("{data}/" + "x" * 300, "the data directory has too long a name"),
        )
        for words in (SEARCH, ("reindex",), ("model", "pull", "bge-small-en-v1.5"))
        if words[0] != "reindex" or "file" in told
    ),
]


@pytest.mark.parametrize("wrong", [*CALLS, *SETTINGS, *SURROUNDINGS], ids=str)
def test_a_wrong_use_is_refused_and_changes_nothing(
    place: Place,
    wrong: Wrong,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check_refusal(place, wrong, capfd, monkeypatch)


@pytest.mark.parametrize("spoiled", SPOILED.values(), ids=SPOILED)
def test_a_spoiled_chart_is_told_by_doctor_and_mended_by_clean(
    place: Place, run: Run, spoiled: Callable[[Place], None]
) -> None:
    before = run("search", "price")["hits"]
    spoiled(place)
    checks = {check["name"]: check["state"] for check in run("doctor")["checks"]}
    assert checks["chart"] == "failure"
    assert run("reindex", "--clean")["exit"] == 0
    assert run("search", "price")["hits"] == before


FIRST = [
    Wrong(SEARCH, "MODEL_MISSING", env={"COLUMBUS_MODEL": "x"}),
    Wrong(("install",), "MODEL_MISSING", env={"COLUMBUS_MODEL": "x"}),
    Wrong(SEARCH, "STORE_ERROR", data_file, {"COLUMBUS_DATA_DIR": "{project}/../file"}),
    Wrong(SEARCH, "INDEX_MISSING", env={"COLUMBUS_NO_INDEX": "1"}),
    Wrong(("reindex",), "NOT_INITIALIZED"),
    Wrong(("stats",), "NOT_INITIALIZED"),
    Wrong(("purge", "--yes"), "NOT_INITIALIZED"),
]


@pytest.mark.parametrize("wrong", FIRST, ids=lambda wrong: f"{wrong} {wrong.code}")
def test_a_refused_first_call_leaves_no_trace_in_the_project(
    project: Path,
    data_dir: Path,
    wrong: Wrong,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check_refusal(Place(project, data_dir), wrong, capfd, monkeypatch)
    assert not (project / ".columbus.json").exists()


def test_bad_variables_warn_and_are_passed_over(
    place: Place, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["INDEX_BATCH_SIZE", "EMBED_THREADS", "LOG_LEVEL", "MAX_MEMORY"]
    for name in names:
        monkeypatch.setenv(f"COLUMBUS_{name}", "banana")
    found = run("search", "price")
    assert (found["exit"], bool(found["hits"])) == (0, True)
    assert sorted(warning.split("=")[0] for warning in found["warnings"]) == sorted(
        f"COLUMBUS_{name}" for name in names
    )


# --- what only a process of its own can meet


def process(
    place: Place, *words: str, prepare: Callable[[], None] | None = None, **env: str
) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "columbus", "--root", str(place.project), *words],
        capture_output=True,
        env={**os.environ, **env},
        preexec_fn=prepare,
        check=False,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_no_git_is_needed(place: Place) -> None:
    status, out, err = process(place, *SEARCH, "--json", PATH="/nowhere")
    assert (status, err) == (0, "")
    assert '"path":"shop/pricing.py"' in out


def powerless() -> None:
    """Give up root's right to pass over permissions; no one else has it."""
    libc: Any = ctypes.CDLL(None)
    for right in (1, 2):  # CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH
        libc.prctl(24, right, 0, 0, 0)  # PR_CAPBSET_DROP


@pytest.fixture
def denied(place: Place) -> Iterator[Callable[[Path, int], None]]:
    """Take permissions from a directory, until the end of the test."""
    if sys.platform != "linux" and os.geteuid() == 0:
        pytest.skip("root cannot be denied anything here")
    changed: list[Path] = []

    def deny(folder: Path, mode: int) -> None:
        changed.append(folder)
        folder.chmod(mode)
        look = [sys.executable, "-c", f"import os; os.listdir({str(folder)!r})"]
        write = [sys.executable, "-c", f"open({str(folder / 'x')!r}, 'w')"]
        tried = subprocess.run(
            write if mode else look,
            preexec_fn=powerless,
            capture_output=True,
            check=False,
        )
        if tried.returncode == 0:
            pytest.skip("nothing can be denied here")

    yield deny
    for folder in changed:
        folder.chmod(0o700)


def both(place: Place, code: str, *words: str, **env: str) -> None:
    check_text(code, *process(place, *words, prepare=powerless, **env))
    check_json(code, *process(place, *words, "--json", prepare=powerless, **env))


def test_a_root_without_permission(place: Place, denied: Callable[[Path, int], None]) -> None:
    before = place.state()
    denied(place.project, 0)
    for words in (SEARCH, ("reindex",), ("install",)):
        both(place, "PERMISSION_DENIED", *words)
    place.project.chmod(0o700)
    assert place.state() == before


def test_a_root_that_cannot_be_written_gets_no_identity(
    place: Place, denied: Callable[[Path, int], None]
) -> None:
    place.config.unlink()
    before = place.state()
    denied(place.project, 0o500)
    both(place, "PERMISSION_DENIED", "install")
    assert place.state() == before


def test_a_data_directory_that_cannot_be_written(
    place: Place, denied: Callable[[Path, int], None]
) -> None:
    fresh = place.data.parent / "fresh"
    fresh.mkdir()
    denied(fresh, 0o500)
    both(place, "STORE_ERROR", *SEARCH, COLUMBUS_DATA_DIR=str(fresh))
    both(place, "STORE_ERROR", "reindex", COLUMBUS_DATA_DIR=str(fresh))
    assert list(fresh.iterdir()) == []


def small_files() -> None:
    """No file may grow beyond 96 KB: what a full disk is to a database."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (96 * 1024, resource.RLIM_INFINITY))


def fill(place: Place) -> None:
    for n in range(120):
        text = "".join(f"def part_{n}_{k}(basket):\n    return basket + {k}\n" for k in range(20))
        (place.project / f"shop/part_{n}.py").write_text(text)


def test_a_full_disk_is_told_and_mended_by_the_next_run(place: Place, run: Run) -> None:
    before = place.chart.read_bytes()
    fill(place)
    check_text("STORE_ERROR", *process(place, "reindex", prepare=small_files))
    check_json("STORE_ERROR", *process(place, "reindex", "--json", prepare=small_files))
    assert place.chart.read_bytes()[:100] == before[:100]
    assert run("reindex")["exit"] == 0
    assert run("doctor")["ok"]
    found = run("search", "part_7_3")["hits"][0]
    assert (found["path"], found["name"]) == ("shop/part_7.py", "part_7_3")


def test_a_full_disk_below_the_data_directory(place: Place, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(disk)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no small disk can be made here")
    try:
        fill(place)
        where = {"COLUMBUS_DATA_DIR": str(disk / "data")}
        check_text("STORE_ERROR", *process(place, "reindex", **where))
        check_json("STORE_ERROR", *process(place, *SEARCH, "--json", **where))
    finally:
        subprocess.run(["umount", str(disk)], check=True)
