"""Counts of a chart, and whether it is sound."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

from columbus.store import debt, vectors
from columbus.store.connection import Connection
from columbus.store.records import StoreStats

# Every row is one rule of the lockstep between the tables; a count above 0 breaks it.
_RULES = (
    (
        "units without a file",
        "SELECT count(*) FROM units WHERE file NOT IN (SELECT id FROM files)",
    ),
    (
        "files that miss units",
        "SELECT count(*) FROM files f WHERE f.units <> (SELECT count(*) FROM units u"
        " WHERE u.id >= f.first_unit AND u.id < f.first_unit + f.units AND u.file = f.id)",
    ),
    (
        "files without a segment",
        "SELECT count(*) FROM files WHERE blob IS NOT NULL"
        " AND ifnull(segment, 0) NOT IN (SELECT id FROM segments)",
    ),
    (
        "segments that miss files",
        "SELECT count(*) FROM segments s WHERE s.files <>"
        " (SELECT count(*) FROM files f WHERE f.segment = s.id)"
        " + (SELECT count(*) FROM dead d WHERE d.segment = s.id)",
    ),
    (
        "names without a unit",
        "SELECT abs((SELECT count(*) FROM names) - (SELECT count(*) FROM units WHERE name <> ''))",
    ),
    (
        "blocks without a segment",
        "SELECT count(*) FROM blocks WHERE segment NOT IN (SELECT id FROM segments)",
    ),
)


def collect(connection: Connection) -> StoreStats:
    """All counts, from one state of the chart."""
    with connection.snapshot():
        kinds = _tally(connection, "SELECT kind, count(*) FROM units GROUP BY kind")
        total = sum(number for _, number in kinds)
        blocks = dict(kinds).get("block", 0)
        charted = "FROM files WHERE blob IS NOT NULL"
        return StoreStats(
            files=connection.count(f"SELECT count(*) {charted}"),
            units=total,
            symbols=total - blocks,
            blocks=blocks,
            languages=_tally(connection, f"SELECT language, count(*) {charted} GROUP BY language"),
            roles=_roles(connection),
            kinds=kinds,
            left_out=_tally(
                connection,
                "SELECT problem, count(*) FROM files WHERE problem <> '' GROUP BY problem",
            ),
            imports=connection.count("SELECT count(*) FROM imports"),
            edges=connection.count(
                "SELECT count(*) FROM (SELECT DISTINCT source, target FROM edges)"
            ),
            segments=connection.count("SELECT count(*) FROM segments"),
            static_vectors=vectors.count(connection, vectors.STATIC),
            model_vectors=vectors.count(connection, vectors.MODEL),
            debt=debt.count(connection),
            bytes_chart=_bytes(connection),
            bytes_source=connection.count(f"SELECT sum(size) {charted}"),
        )


def integrity(connection: Connection, *, thorough: bool = False) -> list[str]:
    """What is wrong with the chart, one line each; empty when it is sound."""
    check = "PRAGMA integrity_check(20)" if thorough else "PRAGMA quick_check(20)"
    found = [line for line in connection.column(check) if line != "ok"]
    if found:
        return found
    with connection.snapshot():
        found = [
            f"{number} {text}" for text, sql in _RULES if (number := connection.count(sql)) > 0
        ]
        return found + _vector_faults(connection)


def _vector_faults(connection: Connection) -> list[str]:
    return [
        f"{number} vectors without a unit in {table}"
        for table in (vectors.STATIC, vectors.MODEL)
        if vectors.exists(connection, table)
        and (
            number := connection.count(
                f"SELECT count(*) FROM {table}_rowids WHERE rowid NOT IN (SELECT id FROM units)"
            )
        )
    ]


def _roles(connection: Connection) -> tuple[tuple[str, int], ...]:
    """Files by role; one without any role is an implementation file."""
    sql = "SELECT roles, count(*) FROM files WHERE blob IS NOT NULL GROUP BY roles"
    found: Counter[str] = Counter()
    for roles, number in connection.rows(sql):
        for role in roles.split(",") if roles else ["impl"]:
            found[role] += number
    return tuple(sorted(found.items()))


def _tally(connection: Connection, sql: str) -> tuple[tuple[str, int], ...]:
    return tuple(sorted((row[0], row[1]) for row in connection.rows(sql)))


def _bytes(connection: Connection) -> int:
    total = 0
    for suffix in ("", "-wal"):
        with suppress(OSError):
            total += connection.path.with_name(connection.path.name + suffix).stat().st_size
    return total
