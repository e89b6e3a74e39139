"""The body terms: the core's segments as rows, and when to merge them.

A segment is written once and never changed. Files that left it are listed in ``dead`` until a
merge leaves them out. Which terms a block holds, only the core knows: a block is found by the
first term hash in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from columbus import native
from columbus.store.connection import Connection
from columbus.store.records import MergePlan, SegmentLike

# A tier is a range of sizes in units, each 8 times the one below, so a unit is merged about
# log8(n) times in its life.
TIER_FACTOR = 8
TIER_BASE = 512
# More segments than this in one tier are merged: every query pays one lookup a term and segment.
TIER_WIDTH = 8
# A segment with more dead units than this share is rewritten.
DEAD_SHARE = 0.25
# Bounds of a look-up in the vocabulary: longer terms for one word, and the shortest shorter one.
LONGER_TERMS = 200
SHORTEST_TERM = 4

_BLOCKS = """
SELECT block FROM blocks WHERE rowid IN (
  SELECT (SELECT b.rowid FROM blocks b WHERE b.segment = s.id AND b.first_hash <= h.value
          ORDER BY b.first_hash DESC LIMIT 1)
  FROM segments s, json_each(?) h)
ORDER BY segment, first_hash
"""
_LEARN = """
INSERT INTO vocabulary VALUES (?, ?)
ON CONFLICT(term) DO UPDATE SET files = files + excluded.files
"""
_UNLEARN = "UPDATE vocabulary SET files = files - ? WHERE term = ?"
_FORGET = "DELETE FROM vocabulary WHERE term = ? AND files <= 0"
# The longer terms are ordered by length so that the bound keeps the nearest ones.
_LONGER = """
SELECT term FROM vocabulary WHERE term > ? AND term < ? || char(1114111)
ORDER BY length(term), term LIMIT ?
"""
_SHORTER = (
    "SELECT term FROM vocabulary WHERE term IN (SELECT value FROM json_each(?)) ORDER BY term"
)

# So many words that begin alike and are about as long are compared with one that is misspelt.
SIMILAR_WORDS = 20_000
_SIMILAR = """
SELECT term, files FROM vocabulary
WHERE term >= ?1 AND term < ?1 || char(1114111) AND abs(length(term) - ?2) <= 1
ORDER BY term LIMIT ?3
"""


def add(connection: Connection, segment: SegmentLike, files: int, units: int) -> int:
    """Store a segment; its id."""
    sql = "INSERT INTO segments(columns, files, units) VALUES (?, ?, ?) RETURNING id"
    number = connection.count(sql, (segment.columns, files, units))
    connection.many(
        "INSERT INTO blocks VALUES (?, ?, ?)",
        ((number, first, block) for first, block in segment.blocks),
    )
    return number


def learn(connection: Connection, files: Sequence[tuple[str, Sequence[str]]]) -> None:
    """Add the words of (path, declared names) of files to the vocabulary."""
    connection.many(_LEARN, native.vocabulary(files))


def unlearn(connection: Connection, files: Sequence[tuple[str, Sequence[str]]]) -> None:
    """Take back what ``learn`` added for the same files.

    A look-up is bounded, so that words of files that are gone would take the place of others.
    """
    gone = native.vocabulary(files)
    connection.many(_UNLEARN, ((count, term) for term, count in gone))
    connection.many(_FORGET, ((term,) for term, _ in gone))


def columns(connection: Connection) -> list[bytes]:
    """The columns of all segments, oldest first."""
    return connection.column("SELECT columns FROM segments ORDER BY id")


def dead(connection: Connection) -> list[int]:
    """Ids of files that are in a segment but no longer in the chart, ascending."""
    return connection.column("SELECT file FROM dead ORDER BY file")


def blocks(connection: Connection, hashes: Sequence[int]) -> list[bytes]:
    """The blocks that hold ``hashes``, if anything does: one a segment and hash, each once."""
    return connection.column(_BLOCKS, (json.dumps(list(hashes)),))


def variants(connection: Connection, terms: Iterable[str]) -> list[tuple[str, str]]:
    """Pairs (term, vocabulary term) of which one is a true prefix of the other."""
    return [
        (term, found)
        for term in dict.fromkeys(terms)
        for found in _shorter(connection, term) + _longer(connection, term)
    ]


def _longer(connection: Connection, term: str) -> list[str]:
    return connection.column(_LONGER, (term, term, LONGER_TERMS)) if term else []


def _shorter(connection: Connection, term: str) -> list[str]:
    starts = [term[:length] for length in range(SHORTEST_TERM, min(len(term), 64))]
    return connection.column(_SHORTER, (json.dumps(starts),)) if starts else []


def similar(connection: Connection, term: str) -> list[tuple[str, int]]:
    """(vocabulary term, files) with the first letter of ``term`` and about its length."""
    return connection.rows(_SIMILAR, (term[:1], len(term), SIMILAR_WORDS)) if term else []


def plan_merge(connection: Connection) -> MergePlan | None:
    """What to merge next, or None: the lowest full tier, or what is too dead."""
    chosen = _full_tier(_sizes(connection))
    if not chosen:
        return None
    marks = json.dumps(chosen)
    gone = "SELECT file FROM dead WHERE segment IN (SELECT value FROM json_each(?)) ORDER BY file"
    return MergePlan(
        ids=tuple(chosen),
        segments=tuple(_load(connection, number) for number in chosen),
        dead=tuple(connection.column(gone, (marks,))),
    )


def replace(connection: Connection, plan: MergePlan, segment: SegmentLike) -> bool:
    """Put ``segment`` in the place of the planned ones; False when they are no longer there.

    Files that died since the plan was made stay listed as dead in the new segment.
    """
    marks = json.dumps(plan.ids)
    present = "SELECT count(*) FROM segments WHERE id IN (SELECT value FROM json_each(?))"
    if connection.count(present, (marks,)) != len(plan.ids):
        return False
    files, units = _alive(connection, marks, json.dumps(plan.dead))
    _forget(connection, marks, plan.dead)
    number = add(connection, segment, files, units)
    for table in ("files", "dead"):
        connection.run(
            f"UPDATE {table} SET segment = ? WHERE segment IN (SELECT value FROM json_each(?))",
            (number, marks),
        )
    return True


def _alive(connection: Connection, marks: str, gone: str) -> tuple[int, int]:
    """Files and units of the planned segments without the planned dead."""
    total = connection.row(
        "SELECT sum(files), sum(units) FROM segments WHERE id IN (SELECT value FROM json_each(?))",
        (marks,),
    ) or (0, 0)
    left = connection.row(
        "SELECT count(*), ifnull(sum(units), 0) FROM dead"
        " WHERE file IN (SELECT value FROM json_each(?))",
        (gone,),
    ) or (0, 0)
    return total[0] - left[0], total[1] - left[1]


def _forget(connection: Connection, marks: str, gone: Sequence[int]) -> None:
    connection.run("DELETE FROM blocks WHERE segment IN (SELECT value FROM json_each(?))", (marks,))
    connection.run("DELETE FROM segments WHERE id IN (SELECT value FROM json_each(?))", (marks,))
    connection.many("DELETE FROM dead WHERE file = ?", ((file,) for file in gone))


def _load(connection: Connection, number: int) -> tuple[bytes, tuple[bytes, ...]]:
    row = connection.row("SELECT columns FROM segments WHERE id = ?", (number,))
    sql = "SELECT block FROM blocks WHERE segment = ? ORDER BY first_hash"
    return (row[0] if row else b"", tuple(connection.column(sql, (number,))))


def _sizes(connection: Connection) -> list[tuple[int, int, int]]:
    """(id, units, dead units) of every segment, oldest first."""
    sql = """
    SELECT s.id, s.units, ifnull((SELECT sum(d.units) FROM dead d WHERE d.segment = s.id), 0)
    FROM segments s ORDER BY s.id
    """
    return [(row[0], row[1], row[2]) for row in connection.rows(sql)]


def _full_tier(sizes: Sequence[tuple[int, int, int]]) -> list[int]:
    tiers: dict[int, list[int]] = {}
    for number, units, _ in sizes:
        tiers.setdefault(_tier(units), []).append(number)
    for tier in sorted(tiers):
        if len(tiers[tier]) > TIER_WIDTH:
            return tiers[tier]
    return [number for number, units, gone in sizes if gone > DEAD_SHARE * max(units, 1)]


def _tier(units: int) -> int:
    tier, limit = 0, TIER_BASE
    while units >= limit:
        tier, limit = tier + 1, limit * TIER_FACTOR
    return tier
