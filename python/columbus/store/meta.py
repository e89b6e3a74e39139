"""The facts about a chart as a whole, as keys and values."""

from __future__ import annotations

from collections.abc import Mapping

from columbus.store.connection import Connection, Value


def get(connection: Connection, key: str) -> Value:
    """The value of ``key``, or None."""
    row = connection.row("SELECT value FROM meta WHERE key = ?", (key,))
    return row[0] if row else None


def get_all(connection: Connection) -> dict[str, Value]:
    """All keys with their values, in order."""
    return dict(connection.rows("SELECT key, value FROM meta ORDER BY key"))


def put(connection: Connection, values: Mapping[str, Value]) -> None:
    """Set every key of ``values``."""
    connection.many("INSERT OR REPLACE INTO meta VALUES (?, ?)", sorted(values.items()))


def advance(connection: Connection, key: str, by: int) -> int:
    """Add to a counter; its value before."""
    sql = "UPDATE meta SET value = value + ? WHERE key = ? RETURNING value"
    return connection.count(sql, (by, key)) - by
