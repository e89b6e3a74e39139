"""Which columns of our databases may hold text, and what: the never-store-code rule as a list.

A test compares this list with the real tables, so a new text column cannot come in unseen.
"""

from __future__ import annotations

from pathlib import Path

from columbus.store.connection import connect

CHART_TEXT = {
    "files.path": "path",
    "files.language": "name in the language table",
    "files.roles": "names of roles",
    "files.package": "name from a manifest",
    "files.problem": "reason why a file was left out",
    "files.detail": "one clause about the problem",
    "units.kind": "kind of unit",
    "units.name": "declared name",
    "units.container": "declared name of the owner",
    "units.parameters": "declared parameter names",
    "imports.specifier": "what is imported",
    "imports.names": "imported names",
    "vocabulary.term": "word of a declared name or path",
    "meta.key": "name of a fact",
    "meta.value": "facts about the chart: version, root, head",
    "vectors_static_info.key": "name of a fact of sqlite-vec",
    "vectors_static_info.value": "version of sqlite-vec",
    "vectors_model_info.key": "name of a fact of sqlite-vec",
    "vectors_model_info.value": "version of sqlite-vec",
}
"""``table.column`` of a chart to what its text is."""


def text_columns(path: Path) -> list[str]:
    """Every column of the tables at ``path`` that holds text now, as ``table.column``, sorted."""
    connection = connect(path, read_only=True)
    try:
        return [
            f"{table}.{column}"
            for table, column in connection.rows(_COLUMNS)
            if connection.count(
                f'SELECT count(*) FROM (SELECT 1 FROM "{table}"'
                f" WHERE typeof(\"{column}\") = 'text' AND \"{column}\" <> '' LIMIT 1)"
            )
        ]
    finally:
        connection.close()


def surprises(path: Path) -> list[str]:
    """Text columns of the chart at ``path`` that the list does not allow."""
    return [column for column in text_columns(path) if column not in CHART_TEXT]


# Tables that SQLite and its extensions keep: their text is settings, never content.
_COLUMNS = """
SELECT t.name, c.name FROM pragma_table_list t, pragma_table_info(t.name) c
WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%'
ORDER BY t.name, c.cid
"""
