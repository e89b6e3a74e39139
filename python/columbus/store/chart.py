"""The schema of a chart, and opening one: takes a path, gives a ready connection.

A chart is disposable. One with an older schema or another recipe is emptied in place (other
processes keep their snapshot and then see the new one), a newer one is refused and left as it is.

No column holds text of a source file: only declared names, import specifiers, paths, words of names
(``vocabulary``), hashes, and blobs of the core. ``columbus.store.audit`` lists every column.
"""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

import apsw

from columbus.errors import ColumbusError, NotSetUpError
from columbus.store import meta
from columbus.store.connection import (
    APPLICATION_ID,
    Connection,
    connect,
    remove_database,
)
from columbus.store.errors import foreign, is_damage, too_new, translated

SCHEMA = 2

# Blocks are 8 KB: a rowid table with an index reads twice as fast as WITHOUT ROWID, which also
# doubles the file at some block sizes. Units of a file are one range of ids, hence no index by
# file; blocks have no name, hence the partial index.
_TABLES = """
CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE files(
  id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, language TEXT NOT NULL, roles TEXT NOT NULL,
  package TEXT NOT NULL, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL,
  ctime_ns INTEGER NOT NULL, inode INTEGER NOT NULL, blob BLOB, problem TEXT NOT NULL,
  detail TEXT NOT NULL, lines INTEGER NOT NULL, first_unit INTEGER NOT NULL,
  units INTEGER NOT NULL, segment INTEGER);
CREATE TABLE units(
  id INTEGER PRIMARY KEY, file INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
  container TEXT NOT NULL, ordinal INTEGER NOT NULL, exported INTEGER NOT NULL,
  depth INTEGER NOT NULL, parent INTEGER NOT NULL, start_byte INTEGER NOT NULL,
  end_byte INTEGER NOT NULL, start_line INTEGER NOT NULL, end_line INTEGER NOT NULL,
  body_hash BLOB NOT NULL, parameters TEXT NOT NULL);
CREATE INDEX units_by_name ON units(name) WHERE name <> '';
CREATE TABLE imports(
  id INTEGER PRIMARY KEY, file INTEGER NOT NULL, specifier TEXT NOT NULL, names TEXT NOT NULL,
  line INTEGER NOT NULL);
CREATE INDEX imports_by_file ON imports(file);
CREATE TABLE edges(
  source INTEGER NOT NULL, target INTEGER NOT NULL, import INTEGER NOT NULL,
  PRIMARY KEY(source, target, import)) WITHOUT ROWID;
CREATE INDEX edges_by_target ON edges(target, source);
CREATE TABLE test_links(
  file INTEGER NOT NULL, test INTEGER NOT NULL, PRIMARY KEY(file, test)) WITHOUT ROWID;
CREATE INDEX test_links_by_test ON test_links(test);
CREATE TABLE segments(
  id INTEGER PRIMARY KEY AUTOINCREMENT, columns BLOB NOT NULL, files INTEGER NOT NULL,
  units INTEGER NOT NULL);
CREATE TABLE blocks(segment INTEGER NOT NULL, first_hash INTEGER NOT NULL, block BLOB NOT NULL);
CREATE UNIQUE INDEX blocks_by_hash ON blocks(segment, first_hash);
CREATE TABLE dead(file INTEGER PRIMARY KEY, segment INTEGER NOT NULL, units INTEGER NOT NULL);
CREATE TABLE vocabulary(term TEXT PRIMARY KEY, files INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE debt(unit INTEGER PRIMARY KEY, priority INTEGER NOT NULL);
CREATE INDEX debt_by_priority ON debt(priority, unit);
CREATE VIRTUAL TABLE names USING fts5(
  whole, parts, container, content='', contentless_delete=1, detail=full, columnsize=1,
  tokenize="unicode61 remove_diacritics 2");
"""


def open_chart(path: Path, *, create: bool, read_only: bool, recipe: str) -> Connection:
    """Open the chart at ``path``.

    ``create`` makes or empties it where needed; otherwise a missing, empty or outdated chart is
    ``NotSetUpError`` (``INDEX_MISSING``). ``recipe`` names the versions of everything that the
    stored blobs depend on; an empty one accepts any.
    """
    with translated(path):
        missing = not create and not path.exists()
    if missing:
        raise _missing(path, "there is no chart of this tree yet")
    connection = connect(path, create=create, read_only=read_only)
    try:
        if not _is_current(connection, recipe):
            if not create or read_only:
                raise _missing(path, "the chart is empty or of an older version")
            _make(connection, recipe)
    except BaseException:
        connection.close()
        raise
    return connection


def recreate_chart(path: Path, *, recipe: str) -> Connection:
    """Start anew, whatever is there. Only behind the chart's lock.

    A sound or partly damaged chart is emptied in place; what is no database any more is removed.
    """
    try:
        connection = connect(path, create=True)
    except ColumbusError as error:
        if not is_damage(error):
            raise
        return _afresh(path, recipe)
    try:
        _check_schema(connection)
        _make(connection, recipe, afresh=True)
    except ColumbusError as error:
        connection.close()
        if not is_damage(error):
            raise
        return _afresh(path, recipe)
    except BaseException:
        connection.close()
        raise
    return connection


def _afresh(path: Path, recipe: str) -> Connection:
    remove_database(path)
    return open_chart(path, create=True, read_only=False, recipe=recipe)


def _is_current(connection: Connection, recipe: str) -> bool:
    if not _check_schema(connection):
        return False
    return not recipe or meta.get(connection, "recipe") == recipe


def _check_schema(connection: Connection) -> bool:
    """Whether the schema is ours and of this version; refuses newer and foreign ones."""
    with connection.snapshot():
        found = connection.count("PRAGMA user_version")
        owner = connection.count("PRAGMA application_id")
        tables = connection.count("SELECT count(*) FROM sqlite_master")
    if found > SCHEMA:
        raise too_new(connection.path, found, SCHEMA)
    if owner != APPLICATION_ID and tables:
        raise foreign(connection.path)
    return owner == APPLICATION_ID and found == SCHEMA


def _make(connection: Connection, recipe: str, *, afresh: bool = False) -> None:
    # What another process has just made is not to be emptied again.
    if not afresh and _is_current(connection, recipe):
        return
    if connection.count("SELECT count(*) FROM sqlite_master"):
        _empty(connection)
    with connection.atomic():
        if _is_current(connection, recipe):  # another process was quicker
            return
        connection.run(_TABLES)
        meta.put(connection, {"recipe": recipe, "schema": SCHEMA, "model": ""})
        meta.put(connection, {"next_file": 1, "next_unit": 1, "generation": time.time_ns()})
        connection.run(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.run(f"PRAGMA user_version = {SCHEMA}")


def _empty(connection: Connection) -> None:
    """SQLite's own way back to an empty database, safe beside readers and on damaged pages."""
    raw = connection.raw
    with translated(connection.path):
        raw.config(apsw.SQLITE_DBCONFIG_RESET_DATABASE, 1)
        try:
            raw.execute("VACUUM").fetchall()
        finally:
            raw.config(apsw.SQLITE_DBCONFIG_RESET_DATABASE, 0)
    with suppress(ColumbusError):
        connection.checkpoint()


def _missing(path: Path, text: str) -> NotSetUpError:
    return NotSetUpError("INDEX_MISSING", f"{text} ({path.name})", "run `columbus reindex`")
