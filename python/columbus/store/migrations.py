"""Brings a durable database to the present schema, one recorded step at a time.

Takes an open connection and the list of all steps ever made; a list only grows at its end. Each
step is one transaction together with its record and the new ``user_version``. Before a database
that holds anything is changed, a copy is made beside it and checked; without a sound copy nothing
is changed.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from columbus.errors import ColumbusError, RunError
from columbus.store.connection import APPLICATION_ID, Connection, connect
from columbus.store.errors import foreign, too_new, translated


class Migration(NamedTuple):
    """One step: its name for the record, and its statements."""

    name: str
    sql: str


_RECORD = "CREATE TABLE migrations(number INTEGER PRIMARY KEY, name TEXT, applied_ns INTEGER)"


def migrate(connection: Connection, steps: Sequence[Migration]) -> int:
    """Apply the steps that are missing; how many there were.

    Raises ``RunError``: ``SCHEMA_TOO_NEW`` for a database from the future, ``STORE_ERROR`` for
    one of another program or when the copy cannot be made. Both leave it as it is.
    """
    found = _version(connection)
    if found > len(steps):
        raise too_new(connection.path, found, len(steps))
    if found == len(steps):
        return 0
    if found == 0 and connection.count("SELECT count(*) FROM sqlite_master"):
        raise foreign(connection.path)
    if found:
        back_up(connection, found)
    return sum(_apply(connection, number, steps[number - 1]) for number in _missing(found, steps))


def back_up(connection: Connection, version: int) -> Path:
    """Copy the database to ``NAME.v<version>.backup`` beside it and check the copy.

    A copy of the same version is replaced, by a rename, only after the new one proved sound.
    """
    path = connection.path
    target = path.with_name(f"{path.name}.v{version}.backup")
    draft = path.with_name(f"{target.name}.{os.getpid()}.tmp")
    with translated(path):
        draft.unlink(missing_ok=True)
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    try:
        connection.run("VACUUM INTO ?", (str(draft),))
        _verify(draft, version)
        with translated(path):
            draft.replace(target)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
    return target


def _verify(copy: Path, version: int) -> None:
    try:
        check = connect(copy, read_only=True)
        try:
            sound = check.column("PRAGMA integrity_check") == ["ok"] and _version(check) == version
        finally:
            check.close()
    except ColumbusError:
        sound = False
    if not sound:
        raise RunError(
            "STORE_ERROR",
            f"the backup of {copy.parent} could not be verified, nothing was changed",
            "check the disk, then try again",
        )


def _apply(connection: Connection, number: int, step: Migration) -> int:
    with connection.atomic():
        if _version(connection) >= number:  # another process was quicker
            return 0
        if number == 1:
            connection.run(_RECORD)
            connection.run(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.run(step.sql)
        connection.run(
            "INSERT INTO migrations VALUES (?, ?, ?)", (number, step.name, time.time_ns())
        )
        connection.run(f"PRAGMA user_version = {number}")
    return 1


def _missing(found: int, steps: Sequence[Migration]) -> range:
    return range(found + 1, len(steps) + 1)


def _version(connection: Connection) -> int:
    return connection.count("PRAGMA user_version")
