"""``reindex()``: bring the chart up to date, whole, by difference, or for named paths.

Takes the workspace and a mode; gives a report of what was done. One process at a time holds the
chart's lock; a killed run leaves the groups that it committed, and the next one goes on from there.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING, Literal

from columbus import native
from columbus.errors import RunError
from columbus.frozen import dataclass, replace
from columbus.records import IndexReport, LeftOut
from columbus.service import embedding
from columbus.service.charting import chart
from columbus.service.freshness import look, record
from columbus.service.graphing import connect, lags, will_lag
from columbus.service.workspace import check_model
from columbus.store.lock import ChartLock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from columbus.service.workspace import Workspace
    from columbus.store import Store
    from columbus.store.records import StoredFile

Mode = Literal["incremental", "full", "changed", "clean", "status"]
# Another run that is about to end is waited for.
LOCK_WAIT = 2.0


@dataclass(frozen=True, slots=True)
class _Work:
    """What a run takes on, and what it found."""

    sweep: native.Sweep
    files: tuple[native.SourceFile, ...]
    complete: bool


def reindex(
    ws: Workspace, mode: Mode, paths: tuple[str, ...], embed: bool, embed_for: float | None
) -> IndexReport:
    """Chart the tree.

    ``full`` reads every file again, ``clean`` starts with an empty chart, ``changed`` takes only
    files that the chart knows or that are new, ``status`` only tells. ``embed`` works the model's
    debt off, for at most ``embed_for`` seconds. Raises ``LockedError``.
    """
    began = time.monotonic()
    if mode == "status":
        return _status(ws, began)
    # Not after an hour of charting.
    check_model(ws.settings, ready=embed)
    with ChartLock(ws.chart_path, wait=LOCK_WAIT):
        began_ns = time.time_ns()
        store = ws.open_store(clean=mode == "clean")
        ws.report.stage("looking")
        work = _work(ws, store, mode, paths)
        if work.files or work.sweep.removed:
            will_lag(store)
        ws.report.stage("charting", len(work.files))
        done = chart(ws, store, work.files)
        removed = _record(store, work, began_ns, paths)
        _merge(ws, store)
        if lags(store):
            ws.report.stage("connecting")
            connect(ws.root, store)
        embedding.choose(ws, store)
        made = embedding.pay(ws, store, embed_for) if embed else 0
        store.finish()
        report = _report(ws, store, work, "paths" if paths else mode, began)
    return replace(report, parsed=done.parsed, removed=removed, vectors_made=made)


def _work(ws: Workspace, store: Store, mode: Mode, paths: tuple[str, ...]) -> _Work:
    if mode == "full":
        # A size that no file has: every file is read again.
        known = [(path, 1 << 62, 0, 0, 0, "") for path, *_ in store.known()]
        sweep = native.sweep(ws.root, ws.discover_options(), known, 0)
    else:
        sweep = look(ws, store)
    todo = sorted([*sweep.changed, *sweep.added], key=lambda file: file.path)
    if not paths:
        return _Work(sweep, tuple(todo), complete=True)
    named = [file for file in todo if _is_named(file.path, paths)]
    _check_paths(ws, store, sweep, paths)
    return _Work(sweep, tuple(named), complete=len(named) == len(todo))


def _is_named(path: str, paths: tuple[str, ...]) -> bool:
    return any(name in (".", path) or path.startswith(f"{name}/") for name in paths)


def _check_paths(ws: Workspace, store: Store, sweep: native.Sweep, paths: tuple[str, ...]) -> None:
    known = {row[0] for row in store.known()}
    known |= {file.path for file in (*sweep.added, *sweep.changed)}
    known |= {problem.path for problem in sweep.problems}
    for name in paths:
        if not any(_is_named(path, (name,)) for path in known):
            raise RunError(
                "NOT_FOUND",
                f"{name} is no file of {ws.root} that is charted",
                "columbus reindex --status names what is left out",
            )


def _record(store: Store, work: _Work, began_ns: int, paths: tuple[str, ...]) -> int:
    removed = [path for path in work.sweep.removed if not paths or _is_named(path, paths)]
    if removed:
        store.remove(removed)
    record(store, work.sweep, began_ns if work.complete else None)
    return len(removed)


def _merge(ws: Workspace, store: Store) -> None:
    while plan := store.segments_to_merge():
        ws.report.stage("merging")
        segments = [(columns, list(blocks)) for columns, blocks in plan.segments]
        if not store.replace_segments(plan, native.merge(segments, list(plan.dead))):
            return


def _status(ws: Workspace, began: float) -> IndexReport:
    store = ws.store
    sweep = look(ws, store)
    todo = tuple(sorted([*sweep.changed, *sweep.added], key=lambda file: file.path))
    report = _report(ws, store, _Work(sweep, todo, complete=False), "status", began)
    return replace(report, parsed=len(todo), removed=len(sweep.removed))


def _report(ws: Workspace, store: Store, work: _Work, mode: str, began: float) -> IndexReport:
    stats = store.stats()
    files = store.files()
    left = tuple(LeftOut(file.path, file.problem, file.detail) for file in files if file.problem)
    counts = Counter(item.reason for item in left)
    return IndexReport(
        project_id=ws.paths.project_id,
        root=ws.root,
        chart=str(ws.chart_path),
        mode=mode,  # type: ignore[arg-type]
        files=stats.files,
        parsed=0,
        unchanged=max(0, work.sweep.checked - len(work.files)),
        removed=0,
        units=stats.units,
        static_vectors=stats.static_vectors,
        model_vectors=stats.model_vectors,
        debt=stats.debt,
        left_out=left,
        left_out_counts=tuple(sorted(counts.items())),
        seconds=round(time.monotonic() - began, 3),
        installed=ws.installed,
        warnings=_warnings(files),
    )


def _warnings(files: Sequence[StoredFile]) -> tuple[str, ...]:
    charted = sum(1 for file in files if file.blob)
    if charted == 0:
        return ("no file was charted: check .gitignore, .columbusignore and indexing.include",)
    failed = [file for file in files if file.problem in ("unreadable", "parse_timeout")]
    # A folder that cannot be read is one of these and no charted file.
    total = charted + sum(1 for file in failed if not file.blob)
    if len(failed) * 5 > total:
        return (f"{len(failed)} of {total} files could not be read or parsed",)
    return ()
