"""The model's vectors, and the units that still wait for one.

``meta`` names the model in use. Changing it empties the table and makes every unit a debt; search
goes on with what there is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from columbus.store import meta, vectors
from columbus.store.connection import Connection
from columbus.store.records import DebtFile


def use_model(connection: Connection, model: str, dimension: int) -> bool:
    """Make ``model`` the one in use (an empty name: none); whether anything changed."""
    with connection.atomic():
        held = meta.get_all(connection)
        if held.get("model") == model and held.get("dimension", 0) == dimension:
            return False
        connection.run("DELETE FROM debt")
        if model:
            vectors.create(connection, vectors.MODEL, dimension)
            connection.run("INSERT INTO debt SELECT id, 0 FROM units ORDER BY id")
        elif vectors.exists(connection, vectors.MODEL):
            vectors.load_extension(connection)
            connection.run(f"DROP TABLE {vectors.MODEL}")
        meta.put(connection, {"model": model, "dimension": dimension})
        meta.advance(connection, "generation", 1)
    return True


def count(connection: Connection) -> int:
    """How many units wait."""
    return connection.count("SELECT count(*) FROM debt")


def next_files(connection: Connection, limit: int) -> list[DebtFile]:
    """The files of the next ``limit`` waiting units, by priority, then in file order."""
    sql = """
    SELECT f.path, lower(hex(f.blob)), f.first_unit, f.units, d.unit
    FROM (SELECT unit FROM debt ORDER BY priority DESC, unit LIMIT ?) d
    JOIN units u ON u.id = d.unit JOIN files f ON f.id = u.file
    """
    groups: dict[tuple[str, str, int, int], list[int]] = {}
    for *facts, unit in connection.rows(sql, (limit,)):
        path, blob, first, units = facts
        groups.setdefault((path, blob, first, units), []).append(unit)
    return [DebtFile(*facts, missing=tuple(sorted(waiting))) for facts, waiting in groups.items()]


def pay(
    connection: Connection, rows: Sequence[tuple[int, bytes]], without_text: Iterable[int] = ()
) -> int:
    """Store (unit id, int8 vector), and strike ``without_text`` off the list; vectors stored.

    Units that left the chart, or that do not wait, are ignored, so a late result does no harm.
    """
    with connection.atomic():
        given = dict(rows)
        wait = set(
            connection.column(
                "SELECT unit FROM debt WHERE unit IN (SELECT value FROM json_each(?))",
                (json.dumps(list(given)),),
            )
        )
        paid = [(unit, vector) for unit, vector in sorted(given.items()) if unit in wait]
        if paid:
            vectors.add(connection, vectors.MODEL, paid)
            meta.advance(connection, "generation", 1)
        settled = [(unit,) for unit, _ in paid] + [(unit,) for unit in without_text]
        connection.many("DELETE FROM debt WHERE unit = ?", settled)
    return len(paid)


def reorder(connection: Connection, priorities: Mapping[str, int]) -> None:
    """Set the priority of the waiting units of files by path; higher is sooner."""
    with connection.atomic():
        connection.many(
            """
            UPDATE debt SET priority = ?2 WHERE unit IN (
              SELECT u.id FROM files f JOIN units u
              ON u.id >= f.first_unit AND u.id < f.first_unit + f.units WHERE f.path = ?1)
            """,
            sorted(priorities.items()),
        )
