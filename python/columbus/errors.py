"""Everything that Columbus refuses or cannot do, as one tree.

::

    ColumbusError                 code, message, hint; exit status by class
    ├── UsageError                2   USAGE, CONFIG_INVALID, INVALID_KIND
    ├── NotSetUpError             3   NOT_INITIALIZED, INDEX_MISSING
    ├── LockedError               4   INDEX_LOCKED
    ├── InconclusiveError         5   INCONCLUSIVE
    └── RunError                  1   NOT_FOUND, STORE_ERROR, SCHEMA_TOO_NEW, MODEL_MISSING, …

A code is stable: scripts and agents may rely on it. The message says what was wrong and where, the
hint says what to do.
"""

from __future__ import annotations

from enum import IntEnum
from typing import ClassVar


class ExitStatus(IntEnum):
    """Exit statuses of every command, the one place where they are numbered."""

    OK = 0
    RUNTIME = 1
    USAGE = 2
    NOT_SET_UP = 3
    LOCKED = 4
    INCONCLUSIVE = 5
    INTERRUPTED = 130


class ColumbusError(Exception):
    """Base of the tree; never raised itself."""

    status: ClassVar[ExitStatus] = ExitStatus.RUNTIME
    codes: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        """Keep the three parts; ``code`` must be one of the class."""
        if code not in self.codes:
            raise ValueError(f"{code} is no code of {type(self).__name__}")
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint


class UsageError(ColumbusError):
    """The call or the configuration is wrong."""

    status = ExitStatus.USAGE
    codes = frozenset({"USAGE", "CONFIG_INVALID", "INVALID_KIND"})


class NotSetUpError(ColumbusError):
    """There is no project or no chart here, and none may be made."""

    status = ExitStatus.NOT_SET_UP
    codes = frozenset({"NOT_INITIALIZED", "INDEX_MISSING"})


class LockedError(ColumbusError):
    """Another process is charting this tree."""

    status = ExitStatus.LOCKED
    codes = frozenset({"INDEX_LOCKED"})


class InconclusiveError(ColumbusError):
    """A strict question has no confirmed answer."""

    status = ExitStatus.INCONCLUSIVE
    codes = frozenset({"INCONCLUSIVE"})


class RunError(ColumbusError):
    """The call was right and still cannot be answered."""

    status = ExitStatus.RUNTIME
    codes = frozenset(
        {
            "NOT_FOUND",
            "STORE_ERROR",
            "SCHEMA_TOO_NEW",
            "MODEL_MISSING",
            "MODEL_BROKEN",
            "EMBED_FAILURE",
            "DEPENDENCY_MISSING",
            "ROOT_REFUSED",
            "PERMISSION_DENIED",
            "INTERNAL",
        }
    )


def status_of(code: str) -> ExitStatus:
    """The exit status that belongs to a code; an unknown code is a runtime error."""
    for kind in (UsageError, NotSetUpError, LockedError, InconclusiveError):
        if code in kind.codes:
            return kind.status
    return ExitStatus.RUNTIME
