"""Reads about files and units: paths, names and ids in, records out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from columbus.store import names
from columbus.store.connection import Connection, Row
from columbus.store.records import Known, StoredFile, StoredUnit

_FILE = """
SELECT id, path, language, roles, package, size, mtime_ns, ifnull(lower(hex(blob)), ''), problem,
       detail, lines, first_unit, units FROM files
"""
_UNIT = """
SELECT u.id, f.path, f.language, f.roles, lower(hex(f.blob)), u.kind, u.name, u.container,
       u.ordinal, u.exported, u.depth, u.parent, u.start_byte, u.end_byte, u.start_line,
       u.end_line, u.body_hash, u.parameters
FROM units u JOIN files f ON f.id = u.file
"""
_NAMED = "u.name = ? AND u.name <> ''"
_PLACE = "ORDER BY f.path, u.start_byte, u.id LIMIT ?"
# `Owner.name`, `Owner::name`, `Owner#name`, `Owner->name`; the last separator counts.
_QUALIFIED = re.compile(r"^(.+?)(?:\.|::|#|->|/)([^.:#/>]+)$")
# How many distinct names a suggestion looks at; about 60 ms.
_SUGGEST_FROM = 200_000
_SUGGEST_SHORTEST = 3


def known(connection: Connection) -> list[Known]:
    """What the freshness sweep compares with the disk: every file that was read, by path."""
    sql = """
    SELECT path, size, mtime_ns, ctime_ns, inode, lower(hex(blob)) FROM files
    WHERE blob IS NOT NULL ORDER BY path
    """
    return [(row[0], row[1], row[2], row[3], row[4], row[5]) for row in connection.rows(sql)]


def file(connection: Connection, path: str) -> StoredFile | None:
    """The file at ``path``, charted or left out."""
    row = connection.row(f"{_FILE} WHERE path = ?", (path,))
    return StoredFile(*row) if row else None


def files(connection: Connection, paths: Iterable[str] | None = None) -> list[StoredFile]:
    """All files, or those at ``paths``, by path."""
    if paths is None:
        rows = connection.rows(f"{_FILE} ORDER BY path")
    else:
        rows = connection.rows(
            f"{_FILE} WHERE path IN (SELECT value FROM json_each(?)) ORDER BY path",
            (json.dumps(list(paths)),),
        )
    return [StoredFile(*row) for row in rows]


def units(connection: Connection, ids: Sequence[int]) -> list[StoredUnit]:
    """The units of ``ids`` in that order; ids that are gone are left out."""
    sql = f"{_UNIT} WHERE u.id IN (SELECT value FROM json_each(?))"
    found = {row[0]: _unit(row) for row in connection.rows(sql, (json.dumps(list(ids)),))}
    return [found[number] for number in ids if number in found]


def units_of(connection: Connection, path: str) -> list[StoredUnit]:
    """Every unit of a file, blocks among them, in file order."""
    sql = f"{_UNIT} WHERE f.path = ? AND {_OF_FILE} ORDER BY u.id"
    return list(map(_unit, connection.rows(sql, (path,))))


def outline(connection: Connection, path: str) -> list[StoredUnit]:
    """The named units of a file, in file order."""
    sql = f"{_UNIT} WHERE f.path = ? AND {_OF_FILE} AND u.name <> '' ORDER BY u.id"
    return list(map(_unit, connection.rows(sql, (path,))))


def find_symbols(
    connection: Connection, name: str, path_filter: str = "", limit: int = 200
) -> list[StoredUnit]:
    """Definitions of ``name`` in files whose path holds ``path_filter``, by path and place.

    ``name`` may be qualified (``Owner.name``, ``name@part/of/path``); without an exact match the
    same name in another spelling (case, separators) counts.
    """
    wanted = "" if "\0" in name else name.strip()
    found = _exact(connection, wanted, path_filter, limit)
    if not found and "@" in wanted[1:]:
        wanted, _, place = wanted.rpartition("@")
        found = _exact(connection, wanted, place, limit)
        path_filter = place
    return found or _respelled(connection, wanted, path_filter, limit)


def suggest(connection: Connection, name: str, limit: int = 5) -> list[str]:
    """Declared names near ``name``: same start, part of each other, or one edit away."""
    match = _QUALIFIED.match(name)
    key = names.squash(match[2] if match else name)
    if len(key) < _SUGGEST_SHORTEST:
        return []
    sql = "SELECT DISTINCT name FROM units WHERE name <> '' ORDER BY name LIMIT ?"
    scored = (
        (_distance(key, names.squash(found)), len(found), found)
        for found in connection.column(sql, (_SUGGEST_FROM,))
    )
    near = sorted(entry for entry in scored if entry[0] < _FAR)
    return [found for _, _, found in near[:limit]]


def _exact(connection: Connection, name: str, path_filter: str, limit: int) -> list[StoredUnit]:
    rows = connection.rows(
        f"{_UNIT} WHERE {_NAMED} AND instr(f.path, ?) > 0 {_PLACE}", (name, path_filter, limit)
    )
    match = _QUALIFIED.match(name)
    if not rows and match:
        sql = f"{_UNIT} WHERE {_NAMED} AND instr(f.path, ?) > 0 AND {_OWNED} {_PLACE}"
        owner = match[1].replace("::", ".").replace("#", ".").replace("->", ".")
        rows = connection.rows(sql, (match[2], path_filter, owner, owner, limit))
    return list(map(_unit, rows))


def _respelled(connection: Connection, name: str, path: str, limit: int) -> list[StoredUnit]:
    match = _QUALIFIED.match(name)
    owner, own = (match[1], match[2]) if match else ("", name)
    ids = names.same(connection, own, limit)
    return [
        unit
        for unit in sorted(units(connection, ids), key=lambda unit: (unit.path, unit.start_byte))
        if path in unit.path and names.squash(unit.container).endswith(names.squash(owner))
    ]


# The units of a file are one range of ids.
_OF_FILE = "u.id >= f.first_unit AND u.id < f.first_unit + f.units"
_OWNED = "(u.container = ? OR replace(u.container, '::', '.') LIKE '%.' || ?)"
_FAR = 9


def _distance(key: str, found: str) -> int:
    """0 the same, 1 one edit, 2 a start, 3 a part, ``_FAR`` nothing in common."""
    if key == found:
        return 0
    if _one_edit(key, found):
        return 1
    if len(found) < _SUGGEST_SHORTEST:
        return _FAR
    if found.startswith(key) or key.startswith(found):
        return 2
    return 3 if key in found or found in key else _FAR


def _one_edit(a: str, b: str) -> bool:
    """Whether one insertion, deletion, change or swap of neighbours makes ``a`` into ``b``."""
    if abs(len(a) - len(b)) > 1 or a == b:
        return False
    start = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), None)
    if start is None:
        return True
    rest_a, rest_b = a[start:], b[start:]
    if len(a) == len(b):
        swapped = rest_a[:2] == rest_b[:2][::-1] and rest_a[2:] == rest_b[2:]
        return rest_a[1:] == rest_b[1:] or swapped
    return rest_a[1:] == rest_b if len(a) > len(b) else rest_a == rest_b[1:]


def _unit(row: Row) -> StoredUnit:
    values = list(row)
    values[9] = bool(values[9])
    return StoredUnit(*values)
