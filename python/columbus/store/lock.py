"""The right to chart a tree: one process at a time does the expensive work.

An advisory lock on a file beside the chart, freed by the system when its holder ends, however it
ends. What is written in the file (the holder's process id) only serves the message: a stale or
foreign id locks nobody out. Readers of the chart never ask for it.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from types import TracebackType

from columbus.errors import LockedError
from columbus.store.connection import private_directory
from columbus.store.errors import translated

if sys.platform == "win32":
    import msvcrt

    # A locked byte cannot be read by others there, so lock one far behind the process id.
    _LOCKED_BYTE = 1 << 30

    def _try_lock(descriptor: int) -> bool:
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


_POLL_SECONDS = 0.05
_PID_DIGITS = 20


class ChartLock:
    """Hold it in a ``with`` statement around an indexing run.

    ``wait`` is how many seconds to wait for another holder; then ``LockedError``
    (``INDEX_LOCKED``) names its process.
    """

    def __init__(self, chart: Path, *, wait: float = 0.0) -> None:
        """Lock the chart at ``chart``; nothing is opened yet."""
        self.path = chart.with_name(chart.name + ".lock")
        self._wait = wait
        self._descriptor = -1

    def __enter__(self) -> ChartLock:
        """Take the lock."""
        with translated(self.path):
            private_directory(self.path.parent)
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            self._acquire(descriptor)
        except BaseException:
            os.close(descriptor)
            raise
        self._descriptor = descriptor
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Free the lock; the file stays, removing it would let two holders in."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _acquire(self, descriptor: int) -> None:
        end = time.monotonic() + self._wait
        while not _try_lock(descriptor):
            if time.monotonic() >= end:
                raise self._locked(descriptor)
            time.sleep(_POLL_SECONDS)
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, str(os.getpid()).encode())

    def _locked(self, descriptor: int) -> LockedError:
        os.lseek(descriptor, 0, os.SEEK_SET)
        holder = os.read(descriptor, _PID_DIGITS).decode("ascii", "replace").strip()
        who = f"process {holder}" if holder.isdigit() else "another process"
        return LockedError(
            "INDEX_LOCKED", f"{who} is charting this tree", "wait for it to end, then try again"
        )
