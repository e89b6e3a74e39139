"""Takes a path, gives a connection that keeps the rules of every database of Columbus.

The rules: write-ahead log, one writer at a time (``BEGIN IMMEDIATE`` always: a plain ``BEGIN``
that reads and then writes is refused at once however long the timeout), short transactions, a busy
timeout on every connection, files of mode 0600 in directories of mode 0700, no schema that may run
code. Pragmas are asked for their value afterwards: SQLite ignores what it cannot do.

A connection belongs to one thread at a time. It must not be used behind a fork.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import apsw

from columbus.errors import RunError
from columbus.store.errors import foreign, no_wal, translated

Value = None | int | float | bytes | str
# The columns of a row have types that only the statement knows; rows never leave this folder.
Row = tuple[Any, ...]

BUSY_MS = 5_000
# Between two tries at the journal mode, which another opening holds for a millisecond or two.
_SWITCH_SECONDS = 0.005
# Enough for the inner pages of the indexes of a large chart; SQLite's 2 MB thrash while indexing.
CACHE_KIB = 32 * 1024
# Reads go through the page cache of the system; a chart of the Linux kernel fits.
MMAP_BYTES = 1 << 30
# What a write-ahead log may keep on disk after a checkpoint.
JOURNAL_BYTES = 16 * 1024 * 1024
# "Clmb": tells our files from those of other programs.
APPLICATION_ID = 0x436C6D62


class Connection:
    """One connection to one database file; every error is one of ``columbus.errors``."""

    def __init__(self, path: Path, raw: apsw.Connection, *, read_only: bool) -> None:
        """Use :func:`connect` instead."""
        self.path = path
        self.read_only = read_only
        self.raw = raw
        self.is_open = True
        self.has_vectors = False
        self._depth = 0

    def rows(self, sql: str, values: Sequence[Value] = ()) -> list[Row]:
        """All rows of a statement (of the last one that gives rows, when there are several)."""
        with translated(self.path):
            return self.raw.execute(sql, values).fetchall()

    def row(self, sql: str, values: Sequence[Value] = ()) -> Row | None:
        """The first row, if any."""
        with translated(self.path):
            return self.raw.execute(sql, values).fetchone()

    def column(self, sql: str, values: Sequence[Value] = ()) -> list[Any]:
        """The first value of every row."""
        return [row[0] for row in self.rows(sql, values)]

    def count(self, sql: str, values: Sequence[Value] = ()) -> int:
        """The first value of the first row as a number, 0 without one."""
        row = self.row(sql, values)
        return int(row[0]) if row and row[0] is not None else 0

    def run(self, sql: str, values: Sequence[Value] = ()) -> int:
        """Run statements to their end; the number of rows that the last one changed."""
        with translated(self.path):
            self.raw.execute(sql, values).fetchall()
            return self.raw.changes()

    def many(self, sql: str, rows: Iterable[Sequence[Value]]) -> None:
        """Run one statement for every row."""
        with translated(self.path):
            self.raw.executemany(sql, rows)

    @contextmanager
    def atomic(self) -> Iterator[None]:
        """All or nothing: an immediate transaction outside, a savepoint inside of one."""
        self._depth += 1
        name = f"level_{self._depth}"
        try:
            self._begin(name)
            try:
                yield
            except BaseException:
                self._undo(name)
                raise
            self._commit(name)
        finally:
            self._depth -= 1

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """All reads inside see one state of the database. Keep it short: it holds the log."""
        if self.raw.in_transaction:
            yield
            return
        self.run("BEGIN")
        try:
            yield
        finally:
            with suppress(apsw.Error):
                self.raw.execute("ROLLBACK").fetchall()

    def checkpoint(self) -> None:
        """Fold the write-ahead log into the file, as far as readers let it."""
        if not self.read_only:
            with suppress(apsw.Error):
                self.raw.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)

    def close(self) -> None:
        """Close; harmless when done twice."""
        self.is_open = False
        with suppress(apsw.Error):
            self.raw.close()

    def _begin(self, name: str) -> None:
        self.run("BEGIN IMMEDIATE" if self._depth == 1 else f"SAVEPOINT {name}")

    def _commit(self, name: str) -> None:
        if self._depth > 1:
            self.run(f"RELEASE {name}")
            return
        try:
            self.run("COMMIT")
        except BaseException:
            self._undo(name)
            raise

    def _undo(self, name: str) -> None:
        """Roll back; SQLite has done so already after a full disk or an I/O error."""
        if not self.raw.in_transaction:
            return
        nested = f"ROLLBACK TO {name}; RELEASE {name}"
        with suppress(apsw.Error):
            self.raw.execute("ROLLBACK" if self._depth == 1 else nested).fetchall()


def connect(
    path: Path, *, create: bool = False, read_only: bool = False, full_sync: bool = False
) -> Connection:
    """Open ``path`` by the rules above.

    Raises ``RunError`` (``STORE_ERROR``) when it is missing, cannot be opened, belongs to another
    program, or when a writer cannot have a write-ahead log there.
    """
    with translated(path):
        if create:
            _make(path)
        elif not path.is_file():
            raise FileNotFoundError(2, "no such file")
    connection = Connection(path, _open(path, read_only=read_only), read_only=read_only)
    try:
        _prepare(connection, full_sync=full_sync)
    except BaseException:
        connection.close()
        raise
    return connection


def private_directory(path: Path) -> None:
    """Make ``path`` and its missing parents, all of mode 0700."""
    missing = [part for part in (path, *path.parents) if not part.exists()]
    for part in reversed(missing):
        with suppress(FileExistsError):
            part.mkdir(mode=0o700)


def remove_database(path: Path) -> None:
    """Remove a database with its log. Only for files whose writer lock is held."""
    with translated(path):
        for suffix in ("-wal", "-shm", "-journal", ""):
            path.with_name(path.name + suffix).unlink(missing_ok=True)


def _make(path: Path) -> None:
    private_directory(path.parent)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _open(path: Path, *, read_only: bool) -> apsw.Connection:
    flags = apsw.SQLITE_OPEN_READONLY if read_only else apsw.SQLITE_OPEN_READWRITE
    with translated(path):
        raw = apsw.Connection(str(path), flags=flags)
        raw.set_busy_timeout(BUSY_MS)
    if read_only and _is_frozen(path):
        with translated(path):
            raw.close()
            uri = f"{path.absolute().as_uri()}?immutable=1"
            raw = apsw.Connection(uri, flags=flags | apsw.SQLITE_OPEN_URI)
    return raw


def _is_frozen(path: Path) -> bool:
    """Whether a read needs ``immutable``: a directory without write access and no log to read.

    Even readers of a write-ahead log keep shared memory in a file beside the database.
    """
    log = path.with_name(path.name + "-wal")
    if log.exists() and log.stat().st_size:
        return False
    return not os.access(path.parent, os.W_OK) or not os.access(path, os.W_OK)


def _prepare(connection: Connection, *, full_sync: bool) -> None:
    raw = connection.raw
    with translated(connection.path):
        raw.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
        raw.pragma("trusted_schema", 0)
        _refuse_foreign(connection)
        raw.pragma("foreign_keys", 1)
        raw.pragma("cache_size", -CACHE_KIB)
        raw.pragma("mmap_size", MMAP_BYTES)
        if connection.read_only:
            raw.pragma("query_only", 1)
            return
    _prepare_writer(connection, full_sync=full_sync)


def _refuse_foreign(connection: Connection) -> None:
    """Before anything is changed: even the journal mode is written into the file."""
    # One state for both: between two reads another process may make the very same chart.
    with connection.snapshot():
        found = connection.count("PRAGMA application_id")
        tables = connection.count("SELECT count(*) FROM sqlite_master")
    if found != APPLICATION_ID and (found or tables):
        raise foreign(connection.path)


def _prepare_writer(connection: Connection, *, full_sync: bool) -> None:
    raw, path = connection.raw, connection.path
    with translated(path):
        mode = _write_ahead(raw)
        if mode != "wal":
            raise no_wal(path, mode)
        level = 2 if full_sync else 1
        raw.pragma("synchronous", level)
        raw.pragma("journal_size_limit", JOURNAL_BYTES)
        raw.pragma("secure_delete", "on" if full_sync else "fast")
        if raw.pragma("synchronous") != level or not raw.pragma("foreign_keys"):
            raise RunError("STORE_ERROR", f"{path} refuses the settings that Columbus needs")


def _write_ahead(raw: apsw.Connection) -> str:
    """Switch to a write-ahead log where there is none yet; the mode that came of it.

    The switch needs the file for itself, and SQLite does not wait for it by the busy timeout: of
    several first openings all but one are refused at once. They look again, and find it done.
    """
    end = time.monotonic() + BUSY_MS / 1000
    while True:
        mode = str(raw.pragma("journal_mode"))
        if mode == "wal":
            return mode
        try:
            return str(raw.pragma("journal_mode", "wal"))
        except apsw.BusyError:
            if time.monotonic() >= end:
                raise
        time.sleep(_SWITCH_SECONDS)
