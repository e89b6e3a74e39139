"""Killed writers, two writers, readers beside a writer."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from store_groups import file_row, put

from columbus.errors import LockedError, RunError
from columbus.store import ChartLock, Store

HERE = str(Path(__file__).parent)
WRITER = """
import sys
sys.path.insert(0, sys.argv[3])
from pathlib import Path
from store_groups import file_row, put
from columbus.store import Store
chart, seed = Path(sys.argv[1]), int(sys.argv[2])
rounds = int(sys.argv[4])
with Store.open(chart, create=True, recipe="r1") as store:
    print("ready", flush=True)
    for number in range(rounds):
        group = number % 6
        names = [f"n{unit}" for unit in range(25)]
        paths = [f"w{seed}/g{group}/f{file}.py" for file in range(8)]
        files = [file_row(path, names, version=number) for path in paths]
        put(store, files)
print("done", flush=True)
"""


def start(chart: Path, seed: int, rounds: int) -> subprocess.Popen[str]:
    """A process that writes groups of eight files, and has begun."""
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(chart), str(seed), HERE, str(rounds)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def end(process: subprocess.Popen[str]) -> int:
    """Wait for a writer and close its pipe."""
    status = process.wait()
    if process.stdout is not None:
        process.stdout.close()
    return status


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_a_killed_writer_leaves_whole_groups(chart: Path) -> None:
    moments = random.Random(5)
    for _ in range(20):
        process = start(chart, 0, 100_000)
        time.sleep(moments.uniform(0.0, 0.12))
        process.send_signal(signal.SIGKILL)
        end(process)
        with Store.open(chart, recipe="r1") as store:
            assert store.integrity(thorough=True) == []
            sizes: dict[str, set[str]] = {}
            for path, *_ in store.known():
                sizes.setdefault(path.rpartition("/")[0], set()).add(path)
            assert all(len(paths) == 8 for paths in sizes.values())
            found = store.stats()
            assert found.static_vectors == found.units == 25 * found.files


def test_two_writers_and_a_reader(chart: Path) -> None:
    Store.open(chart, create=True, recipe="r1").close()
    writers = [start(chart, seed, 25) for seed in (1, 2)]
    reads = 0
    while any(writer.poll() is None for writer in writers):
        with Store.open(chart, read_only=True, recipe="r1") as reader, reader.snapshot():
            found = reader.stats()
            assert found.units == 25 * found.files
            assert found.files % 8 == 0
            reads += 1
    assert [end(writer) for writer in writers] == [0, 0]
    assert reads > 3
    with Store.open(chart, recipe="r1") as store:
        assert store.stats().files == 96
        assert store.integrity(thorough=True) == []


def test_four_first_openings_at_once(chart: Path) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(chart), str(seed), HERE, "2"], stdout=-3
        )
        for seed in range(4)
    ]
    assert [end(process) for process in processes] == [0] * 4
    with Store.open(chart, recipe="r1") as store:
        assert store.stats().files == 64
        assert store.integrity() == []


def test_the_lock_names_its_holder_and_outlives_nobody(chart: Path) -> None:
    with ChartLock(chart) as lock:
        with pytest.raises(LockedError, match=str(os.getpid())) as caught, ChartLock(chart):
            pass
        assert caught.value.code == "INDEX_LOCKED"
    with ChartLock(chart, wait=0.2):
        pass
    for stale in ("", "1", "not a number", "99999999999999999999999"):
        lock.path.write_text(stale)
        with ChartLock(chart):
            pass


def test_a_full_disk_is_told_and_undone(chart: Path, store: Store) -> None:
    put(store, [file_row("a.py", ["one"])])
    pages = store._connection.count("PRAGMA page_count")
    store._connection.run(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(RunError, match="disk is full"):
        put(store, [file_row(f"f{n}.py", [f"n{u}" for u in range(200)]) for n in range(20)])
    store._connection.run("PRAGMA max_page_count = 1000000")
    assert [row[0] for row in store.known()] == ["a.py"]
    assert store.integrity(thorough=True) == []
