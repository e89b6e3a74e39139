"""Takes what SQLite complains about, gives one clear line of Columbus.

Every statement of this folder runs behind :func:`translated`, so that nothing above ever sees an
``apsw`` exception. Busy and damaged are kept apart: a busy database is healthy and is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from columbus.errors import ColumbusError, LockedError, RunError

REBUILD = "run `columbus reindex --clean` to build the chart anew"
_MOVE = "set COLUMBUS_DATA_DIR to a writable directory on a local disk"
_TOOL = "this is a fault of Columbus: please report it"


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn ``apsw`` and file system errors about ``path`` into errors of the tree."""
    try:
        yield
    except apsw.Error as error:
        raise translate(error, path) from error
    except OSError as error:
        raise _unusable(path, error.strerror or str(error)) from error


def translate(error: apsw.Error, path: Path) -> ColumbusError:
    """The error of Columbus that says what ``error`` means for ``path``."""
    if isinstance(error, apsw.BusyError | apsw.LockedError):
        return LockedError(
            "INDEX_LOCKED", f"{path} is being written by another process", "try again in a moment"
        )
    for kinds, text, hint in _MEANINGS:
        if isinstance(error, kinds):
            return RunError("STORE_ERROR", f"{path} {text}", _hint(path, hint))
    return RunError("STORE_ERROR", f"{path}: {_reason(error)}", _TOOL)


def is_damage(error: BaseException) -> bool:
    """Whether the database itself is spoiled: never true for a busy, full or read-only one."""
    cause = error.__cause__ if isinstance(error, ColumbusError) else error
    return isinstance(cause, apsw.NotADBError | apsw.CorruptError)


def too_new(path: Path, found: int, known: int) -> RunError:
    """The refusal to touch a file that a newer Columbus wrote."""
    return RunError(
        "SCHEMA_TOO_NEW",
        f"{path} has schema {found}, this version of Columbus knows {known}",
        "use the newer version of Columbus, the file was left as it is",
    )


def foreign(path: Path) -> RunError:
    """The refusal to touch a database that is not ours."""
    return RunError(
        "STORE_ERROR", f"{path} is a database of another program", "move it out of the way"
    )


def no_wal(path: Path, mode: str) -> RunError:
    """The refusal to write where a write-ahead log cannot be kept."""
    return RunError(
        "STORE_ERROR",
        f"{path.parent} cannot hold a write-ahead log (journal mode stayed {mode})",
        _MOVE,
    )


def _unusable(path: Path, reason: str) -> RunError:
    return RunError("STORE_ERROR", f"{path} cannot be used: {reason}", _MOVE)


def _hint(path: Path, hint: str) -> str:
    if hint == REBUILD and path.name == "memory.sqlite":
        return "restore the newest memory.sqlite.*.backup beside it"
    return hint


def _reason(error: apsw.Error) -> str:
    """SQLite's own words, on one line and without values of ours."""
    return " ".join(str(error).split())[:200]


_MEANINGS: tuple[tuple[type[apsw.Error] | tuple[type[apsw.Error], ...], str, str], ...] = (
    (apsw.NotADBError, "is not a database", REBUILD),
    (apsw.CorruptError, "is damaged", REBUILD),
    (apsw.FullError, "could not grow: the disk is full", "free some space and run it again"),
    (
        (apsw.ReadOnlyError, apsw.PermissionsError, apsw.AuthError),
        "is read-only",
        _MOVE,
    ),
    (apsw.CantOpenError, "cannot be opened", _MOVE),
    (apsw.IOError, "could not be read or written: disk I/O error", _MOVE),
    (apsw.NoMemError, "could not be read: out of memory", "close other programs and run it again"),
)
