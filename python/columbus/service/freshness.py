"""Freshness: what the chart knows against what is on disk now.

``refresh()`` runs before every answer: it sweeps the tree, charts what is new and changed within a
budget, and says what it could not bring in. Nothing is hidden: what is pending is counted.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

from columbus import native
from columbus.errors import LockedError, NotSetUpError, RunError
from columbus.frozen import dataclass
from columbus.records import Freshness
from columbus.service.charting import chart
from columbus.store.records import ProblemRow, TouchedRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from columbus.service.workspace import Workspace
    from columbus.store import Store

# What a search brings in before it answers: about two seconds of work at worst.
REFRESH_FILES = 400
REFRESH_BYTES = 8 * 1024 * 1024
# Of the files beyond that, so many are brought in when they hold the text that is looked for.
ALSO_FILES = 40
# Resolving all imports anew costs about a second at so many files; a search leaves it to reindex,
# and until then the answers about imports say that they lag.
CONNECT_FILES = 3000


@dataclass(frozen=True, slots=True)
class _Moment:
    """When a sweep began, and on which state of the chart."""

    generation: int
    began_ns: int

    def if_still(self, store: Store) -> int | None:
        """The time, unless another process has charted since: of its files it proves nothing."""
        return self.began_ns if store.generation == self.generation else None


def refresh(ws: Workspace) -> Freshness:
    """Bring the chart up to date within the budget of a search.

    A tree that has no chart yet is charted whole, if the settings allow it. Raises
    ``NotSetUpError`` (INDEX_MISSING) if they do not, ``LockedError`` when another process makes
    the first chart.
    """
    if not ws.has_chart():
        return _first_chart(ws)
    moment = _Moment(ws.store.generation, time.time_ns())
    found = look(ws, ws.store)
    todo = [*found.changed, *found.added]
    if not (todo or found.removed or found.touched):
        _settle(ws, found, moment)
        return freshness_of(found, pending=0)
    ws.pending = tuple(todo)
    if not ws.settings.indexing.auto:
        return freshness_of(found, pending=len(todo) + len(found.removed))
    now, later = _within_budget(todo)
    from columbus.store.lock import ChartLock

    try:
        with ChartLock(ws.chart_path):
            _take_in(ws, found, now, moment)
    except LockedError:
        ws.warnings.append("another process is charting this tree; the newest changes may lack")
        return freshness_of(found, pending=len(todo) + len(found.removed))
    ws.pending = tuple(later)
    return freshness_of(found, pending=len(later))


def take_in_also(ws: Workspace, paths: Sequence[str]) -> int:
    """Chart pending files that an answer turned out to need, the first of ``paths`` first.

    How many there were; 0 where charting is switched off or another process does it.
    """
    waiting = {file.path: file for file in ws.pending}
    chosen, left = [], REFRESH_BYTES
    for file in [waiting[path] for path in paths if path in waiting][:ALSO_FILES]:
        if file.size <= left:
            chosen.append(file)
            left -= file.size
    if not chosen or not ws.settings.indexing.auto:
        return 0
    from columbus.store.lock import ChartLock

    try:
        with ChartLock(ws.chart_path):
            chart(ws, ws.open_store(), sorted(chosen, key=lambda file: file.path))
    except LockedError:
        return 0
    taken = {file.path for file in chosen}
    ws.pending = tuple(file for file in ws.pending if file.path not in taken)
    return len(taken)


def look(ws: Workspace, store: Store) -> native.Sweep:
    """Sweep the tree against the chart."""
    charted = int(store.meta.get("charted_ns") or 0)
    return native.sweep(ws.root, ws.discover_options(), store.known(), charted)


def record(store: Store, found: native.Sweep, began_ns: int | None) -> None:
    """Note what a sweep saw of files that need no charting, and when, if all was taken in."""
    if found.removed:
        store.remove(found.removed)
    if found.touched:
        rows = (
            TouchedRow(file.path, file.size, file.mtime_ns, file.inode, file.ctime_ns)
            for file in found.touched
        )
        store.touch(list(rows))
    store.replace_problems(
        [ProblemRow(problem.path, problem.reason, problem.detail) for problem in found.problems]
    )
    if began_ns is not None:
        store.set_meta(charted_ns=began_ns, head=found.head or "")


def freshness_of(found: native.Sweep, *, pending: int) -> Freshness:
    """The record of a sweep."""
    return Freshness(
        checked=found.checked,
        changed=len(found.changed),
        added=len(found.added),
        removed=len(found.removed),
        pending=pending,
        head=found.head or "",
        stale=pending > 0,
    )


def _first_chart(ws: Workspace) -> Freshness:
    if not ws.settings.indexing.auto:
        raise NotSetUpError(
            "INDEX_MISSING", f"{ws.root} has no chart", "run columbus reindex there"
        )
    from columbus.service.index import reindex

    ws.report.note(f"columbus: first search here, charting {ws.root}")
    report = reindex(ws, "incremental", (), False, None)
    head = str(ws.store.meta.get("head") or "")
    return Freshness(checked=report.files, added=report.files, head=head)


def _settle(ws: Workspace, found: native.Sweep, moment: _Moment) -> None:
    """Note that nothing differs, so that what had to be read to know that is not read again.

    Only a search that comes later gains from it, so that no failure may stop this one.
    """
    from columbus.store.lock import ChartLock

    if not (found.compared and ws.settings.indexing.auto):
        return
    with suppress(LockedError, RunError, OSError), ChartLock(ws.chart_path):
        record(ws.store, found, moment.if_still(ws.store))


def _take_in(
    ws: Workspace, found: native.Sweep, now: Sequence[native.SourceFile], moment: _Moment
) -> None:
    from columbus.service.graphing import connect, will_lag

    store = ws.open_store()
    began_ns = moment.if_still(store)
    todo = len(found.changed) + len(found.added)
    if now or found.removed:
        will_lag(store)
    ws.report.stage("charting", len(now))
    chart(ws, store, now)
    record(store, found, began_ns if len(now) == todo else None)
    if (now or found.removed) and found.checked <= CONNECT_FILES:
        connect(ws.root, store)


def _within_budget(
    todo: list[native.SourceFile],
) -> tuple[list[native.SourceFile], list[native.SourceFile]]:
    """What is charted before the answer, newest first when it is too much, and the rest."""
    size = sum(file.size for file in todo)
    if len(todo) <= REFRESH_FILES and size <= REFRESH_BYTES:
        return sorted(todo, key=lambda file: file.path), []
    now: list[native.SourceFile] = []
    left = REFRESH_BYTES
    newest = sorted(todo, key=lambda file: (-file.mtime_ns, file.path))
    for file in newest[:REFRESH_FILES]:
        if file.size <= left:
            now.append(file)
            left -= file.size
    taken = {file.path for file in now}
    return sorted(now, key=lambda file: file.path), [f for f in todo if f.path not in taken]
