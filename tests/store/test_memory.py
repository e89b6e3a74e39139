"""The memory database: every older schema comes up to date, with a checked copy first."""

from __future__ import annotations

import stat
from pathlib import Path

import apsw
import pytest

from columbus.errors import RunError, UsageError
from columbus.store import Memory, ProjectPaths, VectorCache, migrations, worktree_key
from columbus.store.connection import connect
from columbus.store.memory import MIGRATIONS


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the memory of a project would be."""
    return ProjectPaths(tmp_path, "proj_0123456789abcdef").memory


def remember(path: Path) -> None:
    """One memory with a tag, in any schema."""
    connection = connect(path, full_sync=True)
    with connection.atomic():
        connection.run("INSERT INTO memories VALUES (1, 1, 'decision', 'title', 'body', 1, 1)")
        connection.run("INSERT INTO memory_tags VALUES (1, 'tag')")
    connection.close()


@pytest.mark.parametrize("older", range(1, len(MIGRATIONS)))
def test_every_older_schema_comes_up_to_date(path: Path, older: int) -> None:
    connection = connect(path, create=True, full_sync=True)
    assert migrations.migrate(connection, MIGRATIONS[:older]) == older
    connection.close()
    remember(path)
    with Memory.open(path) as memory:
        assert memory.integrity() == []
        assert memory.counts()["memories"] == 1
    backup = path.with_name(f"memory.sqlite.v{older}.backup")
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    copy = apsw.Connection(str(backup))
    assert copy.execute("SELECT title FROM memories").fetchall() == [("title",)]
    assert copy.pragma("user_version") == older
    copy.close()
    with Memory.open(path) as memory:
        assert memory.counts()["memories"] == 1


def test_a_failing_step_changes_nothing(path: Path) -> None:
    with Memory.open(path):
        remember(path)
    broken = migrations.Migration("broken", "CREATE TABLE more(x); INSERT INTO missing VALUES (1)")
    connection = connect(path, full_sync=True)
    with pytest.raises(RunError):
        migrations.migrate(connection, (*MIGRATIONS, broken))
    assert connection.count("SELECT count(*) FROM sqlite_master WHERE name = 'more'") == 0
    assert connection.count("PRAGMA user_version") == len(MIGRATIONS)
    assert len(connection.rows("SELECT * FROM migrations")) == len(MIGRATIONS)
    connection.close()
    assert not list(path.parent.glob("*.tmp"))


def test_a_copy_that_cannot_be_verified_stops_the_migration(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection = connect(path, create=True, full_sync=True)
    migrations.migrate(connection, MIGRATIONS[:1])
    monkeypatch.setattr(migrations, "_verify", _refuse)
    with pytest.raises(RunError, match="not sound"):
        migrations.migrate(connection, MIGRATIONS)
    assert connection.count("PRAGMA user_version") == 1
    connection.close()
    assert sorted(file.suffix for file in path.parent.iterdir() if "backup" in file.name) == []


def _refuse(copy: Path, version: int) -> None:
    raise RunError("STORE_ERROR", f"{copy.name} {version} not sound")


def test_a_newer_memory_is_left_as_it_is(path: Path) -> None:
    Memory.open(path).close()
    raw = apsw.Connection(str(path))
    raw.pragma("user_version", 99)
    raw.close()
    before = path.read_bytes()
    with pytest.raises(RunError) as caught:
        Memory.open(path)
    assert caught.value.code == "SCHEMA_TOO_NEW"
    assert path.read_bytes() == before


def test_a_damaged_memory_is_not_replaced(path: Path) -> None:
    Memory.open(path).close()
    path.write_bytes(b"no database " * 1000)
    with pytest.raises(RunError, match="not a database") as caught:
        Memory.open(path)
    assert "backup" in caught.value.hint
    assert path.read_bytes().startswith(b"no database")


def test_commits_are_synced_in_full_and_deleted_text_is_gone(path: Path) -> None:
    with Memory.open(path) as memory:
        assert memory._connection.count("PRAGMA synchronous") == 2
        assert memory._connection.count("PRAGMA secure_delete") == 1
        remember(path)
        memory._connection.run("UPDATE memories SET body = 'planted secret'")
        memory._connection.run("DELETE FROM memories")
        memory._connection.checkpoint()
    assert b"planted secret" not in path.read_bytes()


def test_ids_count_up_and_are_never_given_again(path: Path) -> None:
    with Memory.open(path) as memory:
        assert [memory.next_id("memory") for _ in range(2)] == ["mem_001", "mem_002"]
        assert memory.next_id("task") == "task_001"
    with Memory.open(path) as memory:
        assert memory.next_id("memory") == "mem_003"


def test_work_items_go_with_their_epic(path: Path) -> None:
    with Memory.open(path) as memory:
        work = memory._connection
        for number, (kind, parent) in enumerate([("epic", None), ("story", 1), ("task", 2)], 1):
            work.run(
                "INSERT INTO work VALUES (?, ?, 1, ?, 't', 'b', 'todo', 1, 1)",
                (number, kind, parent),
            )
        work.run("INSERT INTO work_events VALUES (1, 3, 'done', NULL, 1)")
        with pytest.raises(RunError):
            work.run("INSERT INTO work_events VALUES (2, 3, NULL, NULL, 1)")
        work.run("DELETE FROM work WHERE kind = 'epic'")
        assert set(memory.counts().values()) == {0}
        assert memory.integrity() == []


@pytest.mark.parametrize("project", ["", "proj_", "../x", "proj_0123456789/../../x", "proj_XYZ"])
def test_a_project_id_becomes_no_other_path(tmp_path: Path, project: str) -> None:
    with pytest.raises(UsageError):
        ProjectPaths(tmp_path, project)


def test_worktrees_have_their_own_charts(tmp_path: Path) -> None:
    paths = ProjectPaths(tmp_path, "proj_0123456789abcdef")
    assert paths.chart("/a") != paths.chart("/b")
    assert worktree_key("/a") == worktree_key(Path("/a"))
    assert len(worktree_key("/bad\udcff")) == 16


def key(number: int) -> bytes:
    """A key of the cache."""
    return number.to_bytes(16, "big")


def test_the_cache_gives_back_what_was_put(tmp_path: Path) -> None:
    file = tmp_path / "vectors.sqlite"
    with VectorCache.open(file) as cache:
        cache.put_many((key(number), b"v%d" % number) for number in range(1_200))
        cache.put_many([(key(1), b"other")])
    with VectorCache.open(file) as cache:
        found = cache.get_many([key(number) for number in range(1_195, 1_205)])
        assert len(found) == 5
        assert cache.get_many([key(1)]) == {key(1): b"v1"}
        assert cache.get_many([]) == {}


def test_the_cache_forgets_what_was_used_longest_ago(tmp_path: Path) -> None:
    file = tmp_path / "vectors.sqlite"
    room = 100 * (16 + 64)
    with VectorCache.open(file, max_bytes=room) as cache:
        cache.put_many((key(number), bytes(16)) for number in range(60))
    with VectorCache.open(file, max_bytes=room) as cache:
        cache.get_many([key(number) for number in range(10)])
        cache.put_many((key(number), bytes(16)) for number in range(100, 160))
    with VectorCache.open(file, max_bytes=room) as cache:
        assert 80 <= cache.count() <= 100
        assert len(cache.get_many([key(number) for number in range(10)])) == 10
        assert len(cache.get_many([key(number) for number in range(100, 160)])) == 60


def test_a_damaged_cache_is_made_anew(tmp_path: Path) -> None:
    file = tmp_path / "vectors.sqlite"
    file.write_bytes(b"no database " * 1000)
    with VectorCache.open(file) as cache:
        assert cache.count() == 0
