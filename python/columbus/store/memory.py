"""What a project remembers: memories and work items, in a database that outlives every chart.

One per project, shared by its working trees. Commits are synced in full, a schema change makes a
verified copy first, and nothing here is ever dropped to be rebuilt. What is stored is what the user
wrote; places in code are paths, lines and hashes.
"""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Literal

from columbus.store import migrations
from columbus.store.connection import Connection, connect
from columbus.store.migrations import Migration

Counter = Literal["memory", "epic", "story", "task"]

# Ids count up a project long and are never used again, hence counters of their own. The full-text
# tables keep no copy of the text: row ids are those of memories and of work.
_M001 = """
CREATE TABLE counters(kind TEXT PRIMARY KEY, next INTEGER NOT NULL CHECK(next > 0)) WITHOUT ROWID;
INSERT INTO counters VALUES ('memory', 1), ('epic', 1), ('story', 1), ('task', 1);
CREATE TABLE memories(
  id INTEGER PRIMARY KEY, number INTEGER NOT NULL UNIQUE, kind TEXT NOT NULL, title TEXT NOT NULL,
  body TEXT NOT NULL, created_ns INTEGER NOT NULL, updated_ns INTEGER NOT NULL);
CREATE TABLE memory_tags(
  memory INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE, tag TEXT NOT NULL,
  PRIMARY KEY(memory, tag)) WITHOUT ROWID;
CREATE INDEX memory_tags_by_tag ON memory_tags(tag);
CREATE TABLE evidence(
  id INTEGER PRIMARY KEY, memory INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
  path TEXT NOT NULL, start_line INTEGER NOT NULL, end_line INTEGER NOT NULL, blob BLOB,
  range_hash BLOB, CHECK(0 < start_line AND start_line <= end_line));
CREATE INDEX evidence_by_memory ON evidence(memory);
CREATE INDEX evidence_by_path ON evidence(path);
CREATE TABLE links(
  memory INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
  target_type TEXT NOT NULL CHECK(target_type IN ('file', 'dir', 'symbol', 'memory')),
  target TEXT NOT NULL, PRIMARY KEY(memory, target_type, target)) WITHOUT ROWID;
CREATE INDEX links_by_target ON links(target_type, target);
CREATE VIRTUAL TABLE memory_text USING fts5(
  title, body, tags, content='', contentless_delete=1,
  tokenize="unicode61 remove_diacritics 2");
"""

# Epics, stories and tasks are one table, so that tags, events and references have a true owner.
_M002 = """
CREATE TABLE work(
  id INTEGER PRIMARY KEY, kind TEXT NOT NULL CHECK(kind IN ('epic', 'story', 'task')),
  number INTEGER NOT NULL, parent INTEGER REFERENCES work(id) ON DELETE CASCADE,
  title TEXT NOT NULL, body TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'todo'
  CHECK(status IN ('todo', 'in_progress', 'blocked', 'done', 'cancelled')),
  created_ns INTEGER NOT NULL, updated_ns INTEGER NOT NULL, UNIQUE(kind, number));
CREATE INDEX work_by_parent ON work(parent);
CREATE TABLE work_tags(
  work INTEGER NOT NULL REFERENCES work(id) ON DELETE CASCADE, tag TEXT NOT NULL,
  PRIMARY KEY(work, tag)) WITHOUT ROWID;
CREATE INDEX work_tags_by_tag ON work_tags(tag);
CREATE TABLE work_events(
  id INTEGER PRIMARY KEY, work INTEGER NOT NULL REFERENCES work(id) ON DELETE CASCADE,
  status TEXT, comment TEXT, created_ns INTEGER NOT NULL,
  CHECK(status IS NOT NULL OR comment IS NOT NULL));
CREATE INDEX work_events_by_work ON work_events(work);
CREATE TABLE work_refs(
  work INTEGER NOT NULL REFERENCES work(id) ON DELETE CASCADE,
  target_type TEXT NOT NULL CHECK(target_type IN ('file', 'dir', 'symbol', 'memory')),
  target TEXT NOT NULL, blob BLOB, PRIMARY KEY(work, target_type, target)) WITHOUT ROWID;
CREATE INDEX work_refs_by_target ON work_refs(target_type, target);
CREATE VIEW epics AS SELECT * FROM work WHERE kind = 'epic';
CREATE VIEW stories AS SELECT * FROM work WHERE kind = 'story';
CREATE VIEW tasks AS SELECT * FROM work WHERE kind = 'task';
CREATE VIRTUAL TABLE work_text USING fts5(
  title, body, tags, comments, content='', contentless_delete=1,
  tokenize="unicode61 remove_diacritics 2");
"""

MIGRATIONS = (Migration("memories", _M001), Migration("work", _M002))
_PREFIXES = {"memory": "mem", "epic": "epic", "story": "story", "task": "task"}


class Memory:
    """An open memory database; close it, or use it in a ``with`` statement."""

    def __init__(self, connection: Connection) -> None:
        """Use :meth:`open`."""
        self._connection = connection

    @classmethod
    def open(cls, path: Path) -> Memory:
        """Open or make the memory of a project, and bring its schema up to date.

        Raises ``RunError``: ``SCHEMA_TOO_NEW`` and ``STORE_ERROR`` leave the file as it is.
        """
        connection = connect(path, create=True, full_sync=True)
        try:
            migrations.migrate(connection, MIGRATIONS)
        except BaseException:
            connection.close()
            raise
        return cls(connection)

    def __enter__(self) -> Memory:
        """The memory itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """Close; harmless when done twice."""
        self._connection.close()

    def next_id(self, kind: Counter) -> str:
        """Take the next id of a kind, such as ``mem_001``; it is never given again."""
        with self._connection.atomic():
            number = self._connection.count(
                "UPDATE counters SET next = next + 1 WHERE kind = ? RETURNING next", (kind,)
            )
        return f"{_PREFIXES[kind]}_{number - 1:03d}"

    def counts(self) -> dict[str, int]:
        """How many memories, epics, stories and tasks there are."""
        return {
            table: self._connection.count(f"SELECT count(*) FROM {table}")
            for table in ("memories", "epics", "stories", "tasks")
        }

    def integrity(self) -> list[str]:
        """What is wrong with the database, one line each; empty when it is sound."""
        found = self._connection.column("PRAGMA integrity_check(20)")
        broken = self._connection.rows("PRAGMA foreign_key_check")
        return [line for line in found if line != "ok"] + [
            f"{row[0]} points at a missing {row[2]}" for row in broken
        ]
