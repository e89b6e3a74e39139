"""What differs between machines: where user data lives, how much memory there is, what a stream is.

Takes values of the environment as arguments and reads none itself, so that every rule can be tested
for every system on any system. ``platformdirs`` has the same rules for the data directory (a test
holds them equal) but reads the environment and costs several milliseconds at each start.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from columbus.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

APP = "columbus"


def data_home(env: Mapping[str, str], home: str, system: str = sys.platform) -> str:
    """The default data directory of the user on ``system``, not created."""
    if system == "win32":
        local = env.get("LOCALAPPDATA", "").strip() or f"{home}\\AppData\\Local"
        return f"{local}\\{APP}"
    if system == "darwin":
        return f"{home}/Library/Application Support/{APP}"
    chosen = env.get("XDG_DATA_HOME", "").strip()
    # The specification says that a relative path is to be ignored.
    base = chosen if chosen.startswith("/") else f"{home}/.local/share"
    return f"{base.rstrip('/')}/{APP}"


def memory(root: str = "/") -> int | None:
    """Bytes that this process may use, ``None`` where that cannot be told.

    The memory of the machine, or the limit of its control group where that is less. ``root`` is
    where the files of the system are.
    """
    limits = [_number(f"{root}{path}") for path in _GROUP_LIMITS]
    own = _text(f"{root}proc/self/cgroup").rpartition("0::/")[2].strip()
    if own:
        limits.append(_number(f"{root}sys/fs/cgroup/{own}/memory.max"))
    with suppress(ValueError, OSError, AttributeError):
        limits.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    return min((limit for limit in limits if limit), default=None)


_GROUP_LIMITS = ("sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory/memory.limit_in_bytes")


def _number(path: str) -> int:
    """0 for what is no number: ``max`` is no limit."""
    text = _text(path).strip()
    return int(text) if text.isascii() and text.isdigit() else 0


def _text(path: str) -> str:
    try:
        with open(path, encoding="ascii", errors="replace") as file:  # noqa: PTH123 - no pathlib
            return file.read(4096)
    except OSError:
        return ""


@dataclass(frozen=True, slots=True)
class Terminal:
    """What the three streams are; ``width`` is 0 when the output is no terminal."""

    stdin_tty: bool = False
    stdout_tty: bool = False
    stderr_tty: bool = False
    width: int = 0


def terminal(columns: int | None = None) -> Terminal:
    """Look at the streams of this process; ``columns`` overrides the measured width."""
    out = _is_tty(sys.stdout)
    return Terminal(
        stdin_tty=_is_tty(sys.stdin),
        stdout_tty=out,
        stderr_tty=_is_tty(sys.stderr),
        width=(columns or _measured(sys.stdout)) if out else 0,
    )


def stderr_width(columns: int | None = None) -> int:
    """Width of the terminal that stderr is connected to, 80 when it cannot be told."""
    return columns or _measured(sys.stderr)


def _is_tty(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # a closed stream
        return False


def _measured(stream: TextIO | None) -> int:
    try:
        size = os.get_terminal_size(stream.fileno()) if stream is not None else None
    except (OSError, ValueError):
        size = None
    return size.columns if size is not None and size.columns > 0 else 80
