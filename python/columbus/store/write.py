"""Writes to the chart: a group of files with their units, names, postings and vectors, in lockstep.

Every function is one transaction. What a killed process leaves is a chart of whole groups.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from columbus.errors import RunError
from columbus.store import meta, names, postings, vectors
from columbus.store.connection import Connection, Row
from columbus.store.records import FileGroup, FileRow, ProblemRow, TouchedRow, Written

_NO_VECTOR = bytes(vectors.STATIC_DIMENSION)


def reserve(connection: Connection, files: int, units: int) -> tuple[int, int]:
    """Take ids for ``files`` files and ``units`` units; the first of each."""
    with connection.atomic():
        first_file = meta.advance(connection, "next_file", files)
        return first_file, meta.advance(connection, "next_unit", units)


def write_group(connection: Connection, group: FileGroup) -> Written:
    """Commit ``group``, in the place of what was charted under the same paths.

    Raises ``ValueError`` when the group does not fit its own numbers.
    """
    units = sum(len(file.units) for file in group.files)
    _check(connection, group, units)
    with connection.atomic():
        replaced = _remove(connection, [file.path for file in group.files], keep_links=True)
        segment = postings.add(connection, group.segment, len(group.files), units)
        connection.many(_INSERT_FILE, _file_rows(group, segment))
        _relink(connection, group, replaced)
        connection.many(_INSERT_UNIT, _unit_rows(group))
        postings.learn(connection, _declared(group))
        names.add(connection, _names(group))
        connection.many("INSERT INTO imports VALUES (NULL, ?, ?, ?, ?)", _import_rows(group))
        stored = _add_vectors(connection, group)
        if meta.get(connection, "model"):
            connection.many("INSERT INTO debt VALUES (?, ?)", _debt_rows(group))
        _changed(connection)
    return Written(segment, len(group.files), units, stored, len(replaced))


def remove(connection: Connection, paths: Sequence[str]) -> int:
    """Forget the files at ``paths``; how many there were."""
    with connection.atomic():
        removed = len(_remove(connection, paths, keep_links=False))
        if removed:
            _changed(connection)
    return removed


def touch(connection: Connection, rows: Sequence[TouchedRow]) -> None:
    """Note new stats of files whose content is as charted."""
    with connection.atomic():
        connection.many(
            "UPDATE files SET size = ?, mtime_ns = ?, ctime_ns = ?, inode = ? WHERE path = ?",
            ((row.size, row.mtime_ns, row.ctime_ns, row.inode, row.path) for row in rows),
        )


def replace_problems(connection: Connection, rows: Sequence[ProblemRow]) -> None:
    """Make ``rows`` all that is known of files that were left out without being read.

    A charted file among them leaves the chart.
    """
    with connection.atomic():
        before = connection.rows(
            "SELECT path, problem, detail, size FROM files WHERE blob IS NULL ORDER BY path"
        )
        wanted = sorted({row.path: row for row in rows}.values(), key=lambda row: row.path)
        after: list[Row] = [(row.path, row.reason, row.detail, row.size) for row in wanted]
        if before == after:
            return
        connection.run("DELETE FROM files WHERE blob IS NULL")
        _remove(connection, [row.path for row in wanted], keep_links=False)
        first = meta.advance(connection, "next_file", len(wanted))
        connection.many(
            "INSERT INTO files VALUES (?, ?, '', '', '', ?, 0, 0, 0, NULL, ?, ?, 0, 0, 0, NULL)",
            (
                (number, row.path, row.size, row.reason, row.detail)
                for number, row in enumerate(wanted, first)
            ),
        )
        _changed(connection)


_INSERT_FILE = f"INSERT INTO files VALUES ({', '.join('?' * 16)})"
_INSERT_UNIT = f"INSERT INTO units VALUES ({', '.join('?' * 15)})"


def _check(connection: Connection, group: FileGroup, units: int) -> None:
    if len({file.path for file in group.files}) != len(group.files):
        raise ValueError("a file is twice in one group")
    if group.vectors and len(group.vectors) != units * vectors.STATIC_DIMENSION:
        raise ValueError("vectors do not fit the units of the group")
    limits = meta.get_all(connection)
    for key, end in (
        ("next_file", group.first_file + len(group.files)),
        ("next_unit", group.first_unit + units),
    ):
        if end > int(limits[key] or 0):
            raise ValueError(f"{key}: the ids of the group were not reserved")


def _changed(connection: Connection) -> None:
    meta.advance(connection, "generation", 1)


def _remove(connection: Connection, paths: Sequence[str], *, keep_links: bool) -> dict[str, int]:
    """Delete files with all that hangs on them; path to old id of those that were charted."""
    sql = """
    SELECT id, path, segment, first_unit, units FROM files
    WHERE path IN (SELECT value FROM json_each(?)) ORDER BY id
    """
    old = connection.rows(sql, (json.dumps(list(paths)),))
    _unlearn(connection, old)
    for number, _, segment, first, count in old:
        _remove_units(connection, first, count)
        connection.run("DELETE FROM imports WHERE file = ?", (number,))
        connection.run("DELETE FROM edges WHERE source = ?", (number,))
        if not keep_links:
            connection.run("DELETE FROM edges WHERE target = ?", (number,))
            connection.run("DELETE FROM test_links WHERE ? IN (file, test)", (number,))
        if segment is not None:
            connection.run("INSERT INTO dead VALUES (?, ?, ?)", (number, segment, count))
        connection.run("DELETE FROM files WHERE id = ?", (number,))
    return {row[1]: row[0] for row in old}


def _unlearn(connection: Connection, old: Sequence[Row]) -> None:
    names = "SELECT name FROM units WHERE id >= ? AND id < ? AND name <> ''"
    charted = [
        (path, connection.column(names, (first, first + count)))
        for _, path, segment, first, count in old
        if segment is not None
    ]
    postings.unlearn(connection, charted)


def _remove_units(connection: Connection, first: int, count: int) -> None:
    if not count:
        return
    names.remove(connection, first, count)
    bounds = (first, first + count)
    connection.run("DELETE FROM units WHERE id >= ? AND id < ?", bounds)
    connection.run("DELETE FROM debt WHERE unit >= ? AND unit < ?", bounds)
    for table in (vectors.STATIC, vectors.MODEL):
        if vectors.exists(connection, table):
            vectors.remove(connection, table, range(*bounds))


def _relink(connection: Connection, group: FileGroup, replaced: dict[str, int]) -> None:
    """Let what pointed at the old id of a file point at its new one."""
    moves = [
        (number, replaced[file.path])
        for number, file in enumerate(group.files, group.first_file)
        if file.path in replaced
    ]
    for table, column in (("edges", "target"), ("test_links", "file"), ("test_links", "test")):
        connection.many(f"UPDATE OR REPLACE {table} SET {column} = ? WHERE {column} = ?", moves)


def _file_rows(group: FileGroup, segment: int) -> Iterator[Row]:
    unit = group.first_unit
    for number, file in enumerate(group.files, group.first_file):
        yield (
            number,
            file.path,
            file.language,
            file.roles,
            file.package,
            file.size,
            file.mtime_ns,
            file.ctime_ns,
            file.inode,
            bytes.fromhex(file.blob),
            file.problem,
            file.detail,
            file.lines,
            unit,
            len(file.units),
            segment,
        )
        unit += len(file.units)


def _numbered(group: FileGroup) -> Iterator[tuple[int, int, FileRow, int]]:
    """(unit id, file id, file, position in the file) of every unit."""
    unit = group.first_unit
    for number, file in enumerate(group.files, group.first_file):
        for position in range(len(file.units)):
            yield unit, number, file, position
            unit += 1


def _unit_rows(group: FileGroup) -> Iterator[Row]:
    for unit, number, file, position in _numbered(group):
        yield (unit, number, *file.units[position])


def _names(group: FileGroup) -> Iterator[tuple[int, str, str]]:
    for unit, _, file, position in _numbered(group):
        _, name, container, *_ = file.units[position]
        if name:
            yield unit, name, container


def _declared(group: FileGroup) -> list[tuple[str, list[str]]]:
    """(path, declared names) of the files."""
    return [(file.path, [unit[1] for unit in file.units if unit[1]]) for file in group.files]


def _import_rows(group: FileGroup) -> Iterator[Row]:
    for number, file in enumerate(group.files, group.first_file):
        for specifier, imported, line in file.imports:
            yield number, specifier, " ".join(imported), line


def _debt_rows(group: FileGroup) -> Iterator[Row]:
    for unit, _, file, _ in _numbered(group):
        yield unit, file.priority


def _add_vectors(connection: Connection, group: FileGroup) -> int:
    """How many vectors were stored: none where the extension is missing, the rest must not fail."""
    rows = list(_rows_of(group.vectors, group.first_unit))
    if not rows:
        return 0
    if not vectors.exists(connection, vectors.STATIC):
        try:
            vectors.create(connection, vectors.STATIC, vectors.STATIC_DIMENSION)
        except RunError as error:
            if error.code == "DEPENDENCY_MISSING":
                return 0
            raise
    vectors.add(connection, vectors.STATIC, rows)
    return len(rows)


def _rows_of(blob: bytes, first_unit: int) -> Iterable[tuple[int, bytes]]:
    """(unit, vector) of every row that is not all zero: a zero vector has no direction."""
    size = vectors.STATIC_DIMENSION
    rows = (blob[start : start + size] for start in range(0, len(blob), size))
    return ((unit, row) for unit, row in enumerate(rows, first_unit) if row != _NO_VECTOR)
