"""Charting: listed files through parse, postings and vectors into the store.

The one path by which files enter the chart, used by a full index, an incremental one, named paths
and the refresh before an answer alike. Files are taken in groups that are bounded in bytes; while
one group is written, the next is parsed.
"""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING

from columbus import native
from columbus.platform import memory
from columbus.store.records import FileGroup, FileRow

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from columbus.service.workspace import Workspace
    from columbus.store import Store

# Bytes of source and number of files in one group: its texts and vectors are in memory at once,
# and it is one transaction.
GROUP_BYTES = 8 * 1024 * 1024
LEAST_GROUP_BYTES = 256 * 1024
GROUP_FILES = 512
# What a run needs whatever the groups are (code, token table, SQLite's pages), and what a byte of
# source in a group costs while one group is written, one waits and one is parsed: text, tree,
# units, postings, vectors. Measured on a tree of 34 MB; see docs/architecture.md.
BASE_MEMORY = 120 * 1024 * 1024
MEMORY_FACTOR = 22
# A run may use this share of the memory that there is when nobody says otherwise.
MEMORY_SHARE = 4
# What a file that was read but not charted is known by; equals the blob id of no file.
NO_BLOB = "0" * 40

Parsed = tuple[list["native.ParsedFile"], list["native.Problem"], bytes]


class Charted:
    """Counts of a charting run.

    ``files`` were taken in, with or without a problem; ``parsed`` are those without one.
    ``problems`` are of the files that gave nothing.
    """

    def __init__(self) -> None:
        """Nothing yet."""
        self.files = 0
        self.parsed = 0
        self.units = 0
        self.vectors = 0
        self.problems: list[native.Problem] = []


def chart(ws: Workspace, store: Store, files: Sequence[native.SourceFile]) -> Charted:
    """Chart ``files``; what was charted under the same paths is replaced, group by group."""
    done = Charted()
    groups = list(_groups(files, group_bytes(ws.settings.max_memory)))
    listed = {file.path: file for file in files}
    for parsed in _parsed_groups(ws, groups):
        _write(store, parsed, listed, done)
        ws.report.advance(len(parsed[0]) + len(parsed[1]))
    return done


def group_bytes(max_memory: int | None) -> int:
    """Bytes of source in one group, so that a run stays below ``max_memory`` bytes if it can.

    Without a limit of the user it is a share of what the machine or the control group has.
    """
    limit = max_memory or (memory() or 0) // MEMORY_SHARE
    if not limit:
        return GROUP_BYTES
    wanted = (limit - BASE_MEMORY) // MEMORY_FACTOR
    return max(LEAST_GROUP_BYTES, min(GROUP_BYTES, wanted))


def _groups(files: Sequence[native.SourceFile], limit: int) -> Iterator[list[native.SourceFile]]:
    group: list[native.SourceFile] = []
    size = 0
    for file in files:
        if group and (size + file.size > limit or len(group) >= GROUP_FILES):
            yield group
            group, size = [], 0
        group.append(file)
        size += file.size
    if group:
        yield group


def _parse(ws: Workspace, group: list[native.SourceFile]) -> Parsed:
    parsed, problems = native.parse(ws.root, group)
    return parsed, problems, ws.encoder.encode_units(parsed)


def _parsed_groups(ws: Workspace, groups: list[list[native.SourceFile]]) -> Iterator[Parsed]:
    if len(groups) < 2:
        for group in groups:
            yield _parse(ws, group)
        return
    yield from _ahead(ws, groups)


def _ahead(ws: Workspace, groups: list[list[native.SourceFile]]) -> Iterator[Parsed]:
    """Parse one group ahead of the writer, in a thread; its error is raised here."""
    ready: queue.Queue[Parsed | BaseException] = queue.Queue(maxsize=1)
    stopped = threading.Event()

    def work() -> None:
        try:
            for group in groups:
                if stopped.is_set():
                    return
                ready.put(_parse(ws, group))
        except BaseException as error:
            ready.put(error)

    thread = threading.Thread(target=work, name="columbus-parse", daemon=True)
    thread.start()
    try:
        for _ in groups:
            item = ready.get()
            if isinstance(item, BaseException):
                raise item
            yield item
    finally:
        stopped.set()
        while thread.is_alive():
            _drain(ready)
            thread.join(0.05)


def _drain(ready: queue.Queue[Parsed | BaseException]) -> None:
    while not ready.empty():
        ready.get_nowait()


def _write(
    store: Store, group: Parsed, listed: dict[str, native.SourceFile], done: Charted
) -> None:
    parsed, problems, vectors = group
    rows = [_row(file) for file in parsed]
    left = [_problem_row(problem, listed[problem.path]) for problem in problems]
    gone = [problem.path for problem in problems if problem.reason == "vanished"]
    left = [row for row in left if row.problem != "vanished"]
    units = sum(len(row.units) for row in rows)
    with store.atomic():
        first_file, first_unit = store.reserve(len(rows) + len(left), units)
        segment = native.post(parsed, first_file, first_unit)
        written = store.write_group(
            FileGroup(first_file, first_unit, [*rows, *left], segment, vectors)
        )
        if gone:
            store.remove(gone)
    done.files += len(rows) + len(left)
    done.parsed += sum(1 for row in rows if not row.problem)
    done.units += units
    done.vectors += written.vectors
    done.problems.extend(problems)


def _row(file: native.ParsedFile) -> FileRow:
    problem = file.problem
    return FileRow(
        file.path,
        file.language,
        ",".join(file.roles),
        file.size,
        file.mtime_ns,
        file.inode,
        file.blob,
        file.lines,
        file.unit_rows(),
        file.imports,
        ctime_ns=file.ctime_ns,
        problem=problem.reason if problem else "",
        detail=problem.detail if problem else "",
        priority=0 if file.roles else 1,
    )


def _problem_row(problem: native.Problem, file: native.SourceFile) -> FileRow:
    return FileRow(
        file.path,
        "",
        "",
        file.size,
        file.mtime_ns,
        file.inode,
        file.blob or NO_BLOB,
        0,
        (),
        ctime_ns=file.ctime_ns,
        problem=problem.reason,
        detail=problem.detail,
    )
