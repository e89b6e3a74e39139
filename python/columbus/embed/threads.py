"""How many threads an ONNX session may use.

Takes what the system says about this process, gives a number of at least 1. An explicit number
keeps onnxruntime from pinning its threads to cores, which fails inside CPU sets, and a share of a
CPU (a container's quota) is honoured, which the runtime itself does not look at.
"""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath

_MEMBERSHIP = Path("/proc/self/cgroup")
_CGROUPS = Path("/sys/fs/cgroup")


def allowed_threads(membership: Path = _MEMBERSHIP, cgroups: Path = _CGROUPS) -> int:
    """Cores this process may run on, cut to its CPU quota (cgroup v2), rounded up."""
    cores = _cores()
    quota = _quota(membership, cgroups)
    return cores if quota is None else max(1, min(cores, -int(-quota // 1)))


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


def _quota(membership: Path, cgroups: Path) -> float | None:
    """The smallest quota on the way from the process's group up to the root, in cores."""
    group = _group(membership)
    if group is None:
        return None
    levels = [cgroups.joinpath(*level.parts[1:]) for level in (group, *group.parents)]
    found = [_limit(level / "cpu.max") for level in levels]
    return min((limit for limit in found if limit is not None), default=None)


def _group(membership: Path) -> PurePosixPath | None:
    for line in _read(membership).splitlines():
        if line.startswith("0::/"):
            path = PurePosixPath(line.removeprefix("0::"))
            # A group outside of the visible tree is shown with "..": only the root can be read.
            return PurePosixPath("/") if ".." in path.parts else path
    return None


def _limit(file: Path) -> float | None:
    match _read(file).split():
        case [quota, period] if quota.isdecimal() and period.isdecimal() and int(period) > 0:
            return int(quota) / int(period)
        case _:
            return None


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
