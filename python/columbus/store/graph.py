"""Imports, the edges between files that they resolve to, and which files test which."""

from __future__ import annotations

import json
from collections.abc import Iterable

from columbus.store.connection import Connection, Row
from columbus.store.records import Neighbours, StoredImport

_IMPORT = """
SELECT i.id, f.path, f.language, i.specifier, i.names, i.line,
       (SELECT min(t.path) FROM edges e JOIN files t ON t.id = e.target
        WHERE e.source = i.file AND e.import = i.id)
FROM imports i JOIN files f ON f.id = i.file
"""


def imports(connection: Connection, paths: Iterable[str] | None = None) -> list[StoredImport]:
    """All imports, or those of ``paths``, by path and line."""
    order = "ORDER BY f.path, i.id"
    if paths is None:
        return list(map(_import, connection.rows(f"{_IMPORT} {order}")))
    sql = f"{_IMPORT} WHERE f.path IN (SELECT value FROM json_each(?)) {order}"
    return list(map(_import, connection.rows(sql, (json.dumps(list(paths)),))))


def replace_edges(connection: Connection, edges: Iterable[tuple[int, str]]) -> int:
    """Put (import id, target path) in the place of all edges; how many there are now.

    Pairs whose import or target is not in the chart, and files that import themselves, are left
    out.
    """
    connection.run("DELETE FROM edges")
    connection.many(
        """
        INSERT OR IGNORE INTO edges SELECT i.file, t.id, i.id FROM imports i, files t
        WHERE i.id = ? AND t.path = ? AND t.id <> i.file
        """,
        edges,
    )
    return connection.count("SELECT count(*) FROM edges")


def replace_test_links(connection: Connection, links: Iterable[tuple[str, str]]) -> int:
    """Put (path, path of its test) in the place of all links; how many there are now."""
    connection.run("DELETE FROM test_links")
    connection.many(
        """
        INSERT OR IGNORE INTO test_links SELECT f.id, t.id FROM files f, files t
        WHERE f.path = ? AND t.path = ? AND t.id <> f.id
        """,
        links,
    )
    return connection.count("SELECT count(*) FROM test_links")


def edges(connection: Connection) -> list[tuple[str, str]]:
    """Every edge once, as (path, path that it imports), sorted."""
    sql = """
    SELECT DISTINCT s.path, t.path FROM edges e JOIN files s ON s.id = e.source
    JOIN files t ON t.id = e.target ORDER BY 1, 2
    """
    return [(row[0], row[1]) for row in connection.rows(sql)]


def neighbours(connection: Connection, path: str) -> Neighbours:
    """What ``path`` imports, what imports it, and its tests."""
    return Neighbours(
        imports=tuple(imports(connection, [path])),
        imported_by=_paths(
            connection,
            "SELECT DISTINCT s.path FROM files f JOIN edges e ON e.target = f.id"
            " JOIN files s ON s.id = e.source WHERE f.path = ? ORDER BY 1",
            path,
        ),
        tests=_paths(
            connection,
            "SELECT t.path FROM files f JOIN test_links l ON l.file = f.id"
            " JOIN files t ON t.id = l.test WHERE f.path = ? ORDER BY 1",
            path,
        ),
    )


def _paths(connection: Connection, sql: str, path: str) -> tuple[str, ...]:
    return tuple(connection.column(sql, (path,)))


def _import(row: Row) -> StoredImport:
    number, path, language, specifier, names, line, target = row
    return StoredImport(number, path, language, specifier, tuple(names.split()), line, target)
