"""Vectors of units in sqlite-vec's ``vec0`` tables: int8, cosine, row id = unit id.

Writing needs the extension; reading for a search does not: :func:`chunks` hands out the blobs of
the shadow tables as they are, for the core to scan, and so costs no loading. The layout is that of
sqlite-vec 0.1; a table whose shadow tables look otherwise is read through the extension instead,
and :func:`nearest` is the reference that both are tested against.

The tables have one owner kind (units), hence no partition key: it would preallocate a chunk each
and make inserts a third slower.
"""

from __future__ import annotations

import importlib.util
import struct
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal

import apsw

from columbus.errors import RunError
from columbus.store.connection import Connection, Row
from columbus.store.records import Chunk

Table = Literal["vectors_static", "vectors_model"]
STATIC: Table = "vectors_static"
MODEL: Table = "vectors_model"
STATIC_DIMENSION = 256
# A chunk is allocated whole. 100 units take 0.07 MB (4096: 1.1 MB), and 100,000 are read in 10 ms,
# as with 4096.
CHUNK_SIZE = 256
# Slots of deleted vectors are not used again: a table this much larger than its content is
# written anew.
SLACK = 2.0

_SHADOW_COLUMNS = {
    "chunks": {"chunk_id", "size", "validity", "rowids"},
    "vector_chunks00": {"rowid", "vectors"},
}


def load_extension(connection: Connection) -> None:
    """Load sqlite-vec once, by its file (its Python module would import numpy).

    Raises ``RunError`` (``DEPENDENCY_MISSING``) where there is none for this platform.
    """
    if connection.has_vectors:
        return
    raw = connection.raw
    try:
        raw.enable_load_extension(True)
        try:
            raw.load_extension(_extension_file())
        finally:
            raw.enable_load_extension(False)
    except (apsw.Error, ImportError) as error:
        raise RunError(
            "DEPENDENCY_MISSING",
            "the vector extension sqlite-vec cannot be loaded",
            "reinstall columbus for this platform; text search works without",
        ) from error
    connection.has_vectors = True


def create(connection: Connection, table: Table, dimension: int) -> None:
    """Make ``table`` anew and empty."""
    load_extension(connection)
    connection.run(f"DROP TABLE IF EXISTS {table}")
    connection.run(
        f"CREATE VIRTUAL TABLE {table} USING vec0(unit INTEGER PRIMARY KEY,"
        f" embedding int8[{dimension}] distance_metric=cosine, chunk_size={CHUNK_SIZE})"
    )


def exists(connection: Connection, table: Table) -> bool:
    """Whether ``table`` has been made."""
    sql = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?"
    return connection.count(sql, (table,)) > 0


def add(connection: Connection, table: Table, rows: Iterable[tuple[int, bytes]]) -> None:
    """Insert (unit id, int8 vector); the units must have none yet: vec0 knows no replace."""
    load_extension(connection)
    connection.many(f"INSERT INTO {table} VALUES (?, vec_int8(?))", rows)


def remove(connection: Connection, table: Table, units: Iterable[int]) -> None:
    """Delete the vectors of ``units``; those without one do not matter."""
    load_extension(connection)
    connection.many(f"DELETE FROM {table} WHERE unit = ?", ((unit,) for unit in units))


def count(connection: Connection, table: Table) -> int:
    """How many vectors there are; needs no extension."""
    if not exists(connection, table):
        return 0
    return connection.count(f"SELECT count(*) FROM {table}_rowids")


def chunks(connection: Connection, table: Table) -> list[Chunk]:
    """All vectors in bulk, in the order of their chunks; empty without the table."""
    if not exists(connection, table):
        return []
    if not _layout_is_known(connection, table):
        return scanned(connection, table)
    sql = f"""
    SELECT c.rowids, c.validity, v.vectors, c.size
    FROM {table}_chunks c JOIN {table}_vector_chunks00 v ON v.rowid = c.chunk_id
    ORDER BY c.chunk_id
    """
    found = connection.rows(sql)
    if all(map(_is_whole, found)):
        return [(ids, validity, vectors) for ids, validity, vectors, _ in found]
    return scanned(connection, table)


def scanned(connection: Connection, table: Table) -> list[Chunk]:
    """The same as :func:`chunks` by way of the extension, ordered by unit."""
    load_extension(connection)
    rows = connection.rows(f"SELECT unit, embedding FROM {table} ORDER BY unit")
    return [_packed(part) for part in _slices(rows, CHUNK_SIZE)]


def nearest(connection: Connection, table: Table, query: bytes, k: int) -> list[tuple[int, float]]:
    """vec0's own neighbours as (unit, cosine), ties by unit: the reference, for k up to 4096."""
    load_extension(connection)
    sql = f"SELECT unit, distance FROM {table} WHERE embedding MATCH vec_int8(?) AND k = ?"
    found = [(row[0], 1.0 - row[1]) for row in connection.rows(sql, (query, k))]
    return sorted(found, key=lambda pair: (-pair[1], pair[0]))


def compact(connection: Connection, table: Table, dimension: int) -> bool:
    """Write the table anew when much of it is unused; whether it did."""
    held = count(connection, table)
    slots = connection.count(f"SELECT sum(size) FROM {table}_chunks") if held else 0
    if slots <= held * SLACK + CHUNK_SIZE:
        return False
    rows = [
        (unit, vector)
        for ids, validity, vectors in chunks(connection, table)
        for unit, vector in unpacked(ids, validity, vectors)
    ]
    create(connection, table, dimension)
    add(connection, table, sorted(rows))
    return True


def unpacked(ids: bytes, validity: bytes, vectors: bytes) -> Iterator[tuple[int, bytes]]:
    """The (unit, vector) pairs of one chunk."""
    size = len(ids) // 8
    dimension = len(vectors) // max(size, 1)
    for slot, (unit,) in enumerate(struct.iter_unpack("<q", ids)):
        if validity[slot // 8] >> (slot % 8) & 1:
            yield unit, vectors[slot * dimension : (slot + 1) * dimension]


def _extension_file() -> str:
    spec = importlib.util.find_spec("sqlite_vec")
    if spec is None or not spec.submodule_search_locations:
        raise ImportError("sqlite_vec")
    return str(Path(spec.submodule_search_locations[0]) / "vec0")


def _layout_is_known(connection: Connection, table: Table) -> bool:
    for suffix, wanted in _SHADOW_COLUMNS.items():
        found = connection.column("SELECT name FROM pragma_table_info(?)", (f"{table}_{suffix}",))
        if not wanted <= set(found):
            return False
    return True


def _is_whole(row: Row) -> bool:
    """Whether the blobs of a chunk fit each other."""
    ids, validity, vectors, size = row
    return (
        len(ids) == 8 * size
        and len(validity) * 8 == size
        and len(vectors) > 0
        and len(vectors) % size == 0
    )


def _packed(rows: Sequence[Row]) -> Chunk:
    ids = struct.pack(f"<{len(rows)}q", *(row[0] for row in rows))
    bits = (1 << len(rows)) - 1
    return ids, bits.to_bytes((len(rows) + 7) // 8, "little"), b"".join(row[1] for row in rows)


def _slices(rows: list[Row], size: int) -> Iterator[list[Row]]:
    return (rows[start : start + size] for start in range(0, len(rows), size))
