"""Damaged, foreign, newer, read-only and missing charts: one clear line, nothing sound is lost."""

from __future__ import annotations

import os
import random
import stat
import subprocess
import sys
from functools import partial
from pathlib import Path

import apsw
import pytest
from store_groups import file_row, put

from columbus.errors import ColumbusError, NotSetUpError, RunError
from columbus.store import Store
from columbus.store.chart import SCHEMA

HOWS = ["truncate", "zero", "garbage", "header", "empty"]


def damage(path: Path, how: str) -> None:
    """Spoil a closed database in one of five ways."""
    size = path.stat().st_size
    with path.open("r+b") as file:
        if how == "truncate":
            file.truncate(size // 2)
        elif how == "empty":
            file.truncate(0)
        elif how == "header":
            file.write(b"these bytes are not a database.")
        else:
            file.seek(size // 3 if how == "zero" else max(4096, size // 2))
            file.write(bytes(8192) if how == "zero" else random.Random(7).randbytes(8192))


def fill(chart: Path) -> None:
    """A chart of some size, closed."""
    with Store.open(chart, create=True, recipe="r1") as store:
        for number in range(30):
            put(store, [file_row(f"d{number}.py", [f"name{number}_{unit}" for unit in range(40)])])
        store.finish()


def use(store: Store) -> None:
    """Touch everything a search and a run would."""
    store.known()
    store.columns()
    store.static_chunks()
    store.blocks([1, 2, 3])
    store.names_lane(["name3"], 50)
    store.units(store.names_lane(["name"], 500))
    put(store, [file_row("d3.py", ["again"], version=1)])


@pytest.mark.parametrize("how", HOWS)
def test_damage_is_told_and_can_be_rebuilt(chart: Path, how: str) -> None:
    error: ColumbusError | None = None
    fill(chart)
    damage(chart, how)
    try:
        with Store.open(chart, recipe="r1") as store:
            assert store.integrity(thorough=True) != []
            use(store)
    except ColumbusError as caught:
        error = caught
    if error is not None:
        assert error.code in {"STORE_ERROR", "INDEX_MISSING"}
        assert "reindex" in error.hint
        assert "\n" not in error.message
    with Store.recreate(chart, recipe="r1") as store:
        put(store, [file_row("d7.py", ["damage_7"])])
        assert store.integrity(thorough=True) == []
        assert store.find_symbols("damage_7")


def test_a_newer_chart_is_left_as_it_is(chart: Path) -> None:
    fill(chart)
    raw = apsw.Connection(str(chart))
    raw.pragma("user_version", SCHEMA + 1)
    raw.close()
    before = chart.read_bytes()
    for call in (
        partial(Store.open, chart, create=True),
        partial(Store.open, chart, read_only=True),
        partial(Store.recreate, chart),
    ):
        with pytest.raises(RunError) as caught:
            call()
        assert caught.value.code == "SCHEMA_TOO_NEW"
    assert chart.read_bytes() == before


def test_an_outdated_recipe_is_missing_for_readers_and_rebuilt_by_writers(chart: Path) -> None:
    fill(chart)
    with pytest.raises(NotSetUpError):
        Store.open(chart, read_only=True, recipe="r2")
    with Store.open(chart, read_only=True, recipe="r1") as reader:
        generation = reader.generation
        with Store.open(chart, create=True, recipe="r2") as store:
            assert store.stats().files == 0
            put(store, [file_row("a.py", ["one"])])
            assert store.generation != generation
        assert [row[0] for row in reader.known()] == ["a.py"]
        assert reader.is_current


def test_a_missing_or_empty_chart_is_not_made_by_readers(chart: Path) -> None:
    with pytest.raises(NotSetUpError):
        Store.open(chart, read_only=True)
    assert not chart.parent.exists()


def test_the_database_of_another_program_is_not_touched(chart: Path) -> None:
    chart.parent.mkdir()
    raw = apsw.Connection(str(chart))
    raw.execute("CREATE TABLE theirs(x)").fetchall()
    raw.close()
    before = chart.read_bytes()
    for call in (partial(Store.open, chart, create=True), partial(Store.recreate, chart)):
        with pytest.raises(RunError, match="another program"):
            call()
    assert chart.read_bytes() == before


def test_files_are_private(chart: Path) -> None:
    with Store.open(chart, create=True) as store:
        put(store, [file_row("a.py", ["one"])])
        for file in chart.parent.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(chart.parent.stat().st_mode) == 0o700


def test_a_directory_in_the_place_of_a_chart(chart: Path) -> None:
    chart.mkdir(parents=True)
    with pytest.raises(RunError) as caught:
        Store.open(chart, create=True)
    assert caught.value.code == "STORE_ERROR"


def test_a_file_in_the_place_of_the_folder(chart: Path) -> None:
    chart.parent.write_text("x")
    with pytest.raises(RunError) as caught:
        Store.open(chart, create=True)
    assert caught.value.code == "STORE_ERROR"


READ_ONLY = """
import os, sys
from pathlib import Path
from columbus.errors import RunError
from columbus.store import Store
if os.getuid() == 0:
    os.setuid(65534)
chart = Path(sys.argv[1])
with Store.open(chart, read_only=True, recipe="r1") as store:
    print(len(store.known()), len(store.names_lane(["name3"], 5)))
try:
    with Store.open(chart, create=True, recipe="r1") as store:
        store.reserve(1, 1)
except RunError as error:
    print(error.code, "read-only" in error.message or "opened" in error.message)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="modes of directories")
def test_a_read_only_folder_can_be_read(chart: Path) -> None:
    fill(chart)
    for path in (chart, *chart.parents):
        if path.stat().st_uid == os.getuid() and path != Path("/tmp"):
            path.chmod(0o444 if path == chart else path.stat().st_mode | 0o055)
        if path.name.startswith("pytest-of"):
            break
    chart.parent.chmod(0o555)
    found = subprocess.run(
        [sys.executable, "-c", READ_ONLY, str(chart)], capture_output=True, text=True, check=False
    )
    chart.parent.chmod(0o755)
    assert found.stdout.split("\n")[:2] == ["30 5", "STORE_ERROR True"], found.stderr
