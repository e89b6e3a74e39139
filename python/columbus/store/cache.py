"""Vectors of texts seen before, by content: branch switches and moves embed nothing twice.

A key is the 16-byte hash of model, recipe and text; no text is kept. The cache is disposable: a
damaged one is thrown away without a word, a busy one is waited for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType

from columbus.errors import ColumbusError
from columbus.store.connection import APPLICATION_ID, Connection, connect, remove_database
from columbus.store.errors import is_damage, too_new

SCHEMA = 1
KEY_BYTES = 16
# About 600,000 vectors of 384 bytes.
MAX_BYTES = 256 * 1024 * 1024
# What a row costs besides its vector: key, index entry, headers.
_ROW_OVERHEAD = 64
_BATCH = 500

# Keys are hashes, hence random: appending rows and indexing the keys writes far fewer pages than a
# table ordered by key.
_TABLES = f"""
CREATE TABLE cache(
  key BLOB NOT NULL UNIQUE CHECK(length(key) = {KEY_BYTES}), vector BLOB NOT NULL,
  generation INTEGER NOT NULL);
CREATE INDEX cache_by_generation ON cache(generation);
CREATE TABLE state(generation INTEGER NOT NULL, bytes INTEGER NOT NULL);
INSERT INTO state VALUES (1, 0);
"""


class VectorCache:
    """An open vector cache; use it in a ``with`` statement around a run."""

    def __init__(self, connection: Connection, max_bytes: int) -> None:
        """Use :meth:`open`."""
        self._connection = connection
        self._max_bytes = max_bytes
        self._generation = self._next_generation()

    @classmethod
    def open(cls, path: Path, *, max_bytes: int = MAX_BYTES) -> VectorCache:
        """Open or make the cache; a damaged one is made anew."""
        try:
            return cls(_open(path), max_bytes)
        except ColumbusError as error:
            if not is_damage(error):
                raise
        remove_database(path)
        return cls(_open(path), max_bytes)

    def __enter__(self) -> VectorCache:
        """The cache itself."""
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
        """Drop the oldest beyond the bound, and close."""
        if not self._connection.is_open:
            return
        try:
            self._evict()
            self._connection.checkpoint()
        finally:
            self._connection.close()

    def get_many(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """The vectors of those ``keys`` that are here; they count as used now."""
        found: dict[bytes, bytes] = {}
        for start in range(0, len(keys), _BATCH):
            part = keys[start : start + _BATCH]
            marks = ", ".join("?" * len(part))
            found |= {
                row[0]: row[1]
                for row in self._connection.rows(
                    f"SELECT key, vector FROM cache WHERE key IN ({marks})", part
                )
            }
        self._use(found)
        return found

    def put_many(self, rows: Iterable[tuple[bytes, bytes]]) -> None:
        """Keep (key, vector); a key that is here already keeps its vector."""
        fresh = sorted(dict(rows).items())
        for start in range(0, len(fresh), _BATCH):
            with self._connection.atomic():
                self._put(fresh[start : start + _BATCH])

    def count(self) -> int:
        """How many vectors are here."""
        return self._connection.count("SELECT count(*) FROM cache")

    def _put(self, rows: Sequence[tuple[bytes, bytes]]) -> None:
        added = 0
        for key, vector in rows:
            sql = "INSERT OR IGNORE INTO cache VALUES (?, ?, ?)"
            if self._connection.run(sql, (key, vector, self._generation)):
                added += len(vector) + _ROW_OVERHEAD
        self._connection.run("UPDATE state SET bytes = bytes + ?", (added,))

    def _use(self, keys: Iterable[bytes]) -> None:
        with self._connection.atomic():
            self._connection.many(
                "UPDATE cache SET generation = ?1 WHERE key = ?2 AND generation < ?1",
                ((self._generation, key) for key in keys),
            )

    def _next_generation(self) -> int:
        return self._connection.count(
            "UPDATE state SET generation = generation + 1 RETURNING generation"
        )

    def _evict(self) -> None:
        """Delete the least recently used generations, with some room to spare."""
        size = f"length(vector) + {_ROW_OVERHEAD}"
        with self._connection.atomic():
            excess = self._connection.count("SELECT bytes FROM state") - self._max_bytes
            if excess <= 0:
                return
            excess += self._max_bytes // 10
            self._connection.run(
                f"""
                DELETE FROM cache WHERE rowid IN (
                  SELECT rowid FROM (
                    SELECT rowid, sum({size}) OVER (ORDER BY generation, rowid) - ({size}) AS before
                    FROM cache) WHERE before < ?)
                """,
                (excess,),
            )
            self._connection.run(f"UPDATE state SET bytes = (SELECT sum({size}) FROM cache)")


def _open(path: Path) -> Connection:
    connection = connect(path, create=True)
    try:
        found = connection.count("PRAGMA user_version")
        if found > SCHEMA:
            raise too_new(path, found, SCHEMA)
        if found < SCHEMA:
            _make(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _make(connection: Connection) -> None:
    with connection.atomic():
        if connection.count("PRAGMA user_version") == SCHEMA:
            return
        connection.run(_TABLES)
        connection.run(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.run(f"PRAGMA user_version = {SCHEMA}")
