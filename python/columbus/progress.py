"""Progress: what long work tells the person who waits.

Services take a ``Progress`` and report stages and counts; front ends choose who listens. Nothing is
ever written to stdout. ``Silent`` is for pipes and for calls inside other programs, ``Line`` keeps
one line of a terminal up to date once a stage lasts longer than two seconds, ``Log`` prints a line
for each stage (``-v``). A note is a line that the person should see in any case, for instance that
a first search is charting the project.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable

# Nobody needs to be told about what is over at once.
PATIENCE = 2.0
# Ten times a second looks continuous and costs nothing.
INTERVAL = 0.1
_ERASE = "\r\x1b[K"


class Progress(Protocol):
    """Who is told how far the work is."""

    def stage(self, name: str, total: int | None = None) -> None:
        """Begin a stage, ending the one before; ``total`` in the unit that is counted."""

    def advance(self, count: int = 1) -> None:
        """Count what is done in the current stage; cheap enough for every file."""

    def note(self, message: str) -> None:
        """Say one line, whatever is shown otherwise."""

    def close(self) -> None:
        """End the last stage and leave the terminal clean; may be called twice."""


class Silent:
    """Shows no stages; notes go to ``stream`` if there is one."""

    def __init__(self, stream: TextIO | None = None) -> None:
        """Keep the stream for notes, ``None`` for none."""
        self._stream = stream

    def stage(self, name: str, total: int | None = None) -> None:
        """Do nothing."""

    def advance(self, count: int = 1) -> None:
        """Do nothing."""

    def note(self, message: str) -> None:
        """Print the line."""
        if self._stream is not None:
            _say(self._stream, f"{message}\n")

    def close(self) -> None:
        """Do nothing."""


class _Staged:
    """What both visible kinds share: the current stage and when it began."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._name = ""
        self._total: int | None = None
        self._done = 0
        self._began = 0.0

    def _begin(self, name: str, total: int | None) -> None:
        self._name, self._total, self._done = name, total, 0
        self._began = self._clock()

    def _elapsed(self) -> float:
        return max(0.0, self._clock() - self._began)


class Log(_Staged):
    """One line for each finished stage: name, count and time."""

    def stage(self, name: str, total: int | None = None) -> None:
        """End the stage before with its line and begin a new one."""
        self.close()
        self._begin(name, total)

    def advance(self, count: int = 1) -> None:
        """Count."""
        self._done += count

    def note(self, message: str) -> None:
        """Print the line."""
        _say(self._stream, f"{message}\n")

    def close(self) -> None:
        """Print the line of the last stage."""
        if self._name:
            count = f" {self._done:,}" if self._done else ""
            _say(self._stream, f"{self._name}:{count} in {self._elapsed():.2f} s\n")
            self._name = ""


class Line(_Staged):
    """One line of a terminal, rewritten in place, with count, rate and remaining time."""

    def __init__(
        self, stream: TextIO, width: int = 80, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """``width`` is that of the terminal; a longer line would wrap and stay."""
        super().__init__(stream, clock)
        self._width = max(20, width)
        self._shown = False
        self._last = 0.0

    def stage(self, name: str, total: int | None = None) -> None:
        """Begin a stage; nothing shows until it has lasted."""
        self._begin(name, total)
        if self._shown:
            self._draw()

    def advance(self, count: int = 1) -> None:
        """Count, and redraw when it is time."""
        self._done += count
        now = self._clock()
        late = now - self._began >= PATIENCE
        if (self._shown or late) and now - self._last >= INTERVAL:
            self._draw()

    def note(self, message: str) -> None:
        """Print the line above the progress line."""
        self._clear()
        _say(self._stream, f"{message}\n")

    def close(self) -> None:
        """Remove the line."""
        self._clear()
        self._name = ""

    def _draw(self) -> None:
        self._shown, self._last = True, self._clock()
        line = describe(self._name, self._done, self._total, self._elapsed())
        _say(self._stream, f"{_ERASE}{line[: self._width - 1]}")

    def _clear(self) -> None:
        if self._shown:
            self._shown = False
            _say(self._stream, _ERASE)


def describe(name: str, done: int, total: int | None, elapsed: float) -> str:
    """The text of a progress line: ``parsing  1,200/78,000  2%  410/s  3m07s left``."""
    parts = [name]
    if total:
        parts += [f"{done:,}/{total:,}", f"{min(100, 100 * done // total)}%"]
    elif done:
        parts.append(f"{done:,}")
    rate = done / elapsed if elapsed > 0 else 0.0
    if rate > 0:
        parts.append(f"{rate:,.0f}/s" if rate >= 10 else f"{rate:.1f}/s")
    if total and rate > 0 and done < total:
        parts.append(f"{span((total - done) / rate)} left")
    return "  ".join(parts)


def span(seconds: float) -> str:
    """A duration for people: ``8s``, ``3m07s``, ``2h05m``."""
    whole = int(seconds + 0.5)
    if whole < 60:
        return f"{whole}s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes}m{rest:02}s"
    return f"{minutes // 60}h{minutes % 60:02}m"


def _say(stream: TextIO, text: str) -> None:
    try:
        stream.write(text)
        stream.flush()
    except (OSError, ValueError):
        # A closed or full stderr must not end the work that is reported on.
        pass
