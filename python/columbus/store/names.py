"""The name lane: declared names in a full-text index, found in any spelling.

A name is stored as one word without case and separators (``parse_config`` and ``parseConfig`` are
both ``parseconfig``), as its parts with their initials, and with the parts of its container. Names
come from declarations; no body text is here. The index is contentless: row ids are unit ids.

What a user types never reaches the query language of the index: only letters and digits do, each
word between quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from columbus.store.connection import Connection

# A name is asked for by its whole far more often than by a part, a part more than by its owner.
_WEIGHTS = "10.0, 4.0, 1.0"
# Bounds of one query: words that count, and words joined to one name.
MAX_WORDS = 24
MAX_JOINED = 5
# Below this a prefix matches too much to say anything.
MIN_PREFIX = 3
# A part that more names than this hold does not tell them apart; ranking all its names would cost
# about a microsecond each.
COMMON = 4_000
# Initials of fewer parts are noise.
MIN_INITIALS = 3

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_SHAPES = re.compile(r"A+(?!a)|A?a+|0+")
_NOT_WORD = re.compile(r"[\W_]+")
# Ids depend on the order in which files were charted, places do not. Only what the limit may let in
# is looked up by place, with all that are as good as the last of it.
_RANKED = f"""
WITH found AS MATERIALIZED (
  SELECT rowid AS unit, bm25(names, {_WEIGHTS}) AS score FROM names WHERE names MATCH ?1),
best AS (SELECT score FROM found ORDER BY score LIMIT ?2)
SELECT found.unit FROM found JOIN units u ON u.id = found.unit JOIN files f ON f.id = u.file
WHERE found.score <= (SELECT max(score) FROM best)
ORDER BY found.score, f.path, found.unit LIMIT ?2
"""
_SAME = """
SELECT names.rowid FROM names JOIN units u ON u.id = names.rowid JOIN files f ON f.id = u.file
WHERE names MATCH ? ORDER BY f.path, names.rowid LIMIT ?
"""

_BY_INITIALS = """
SELECT DISTINCT u.name FROM names JOIN units u ON u.id = names.rowid
WHERE names MATCH ? ORDER BY u.name LIMIT ?
"""


def squash(name: str) -> str:
    """The name in lower case, letters and digits only."""
    return _NOT_WORD.sub("", name).lower()


def split(name: str) -> list[str]:
    """The parts of a name in lower case: ``HTTPServer2_run`` is http, server, 2, run."""
    if name.isascii():
        return [part.lower() for part in _PARTS.findall(name)]
    return [part for word in _NOT_WORD.sub(" ", name).split() for part in _split_any(word)]


def _split_any(word: str) -> list[str]:
    """The same for a word of any script, by the shape of its characters."""
    shape = "".join(map(_shape, word))
    ends = [match.end() for match in _SHAPES.finditer(shape)]
    return [word[start:end].lower() for start, end in zip([0, *ends], ends, strict=False)]


def _shape(character: str) -> str:
    """A, a or 0 for an upper-case letter, any other letter, anything else."""
    if character.isalpha():
        return "A" if character.isupper() else "a"
    return "0"


def index_row(name: str, container: str) -> tuple[str, str, str]:
    """The three columns of one name."""
    parts = split(name)
    if len(parts) >= MIN_INITIALS:
        parts.append("".join(part[0] for part in parts))
    return squash(name), " ".join(parts), " ".join(split(container))


def add(connection: Connection, rows: Iterable[tuple[int, str, str]]) -> None:
    """Index (unit id, name, container) of named units."""
    sql = "INSERT INTO names(rowid, whole, parts, container) VALUES (?, ?, ?, ?)"
    connection.many(sql, ((unit, *index_row(name, owner)) for unit, name, owner in rows))


def remove(connection: Connection, first: int, count: int) -> None:
    """Forget the names of consecutive units."""
    connection.run(
        "DELETE FROM names WHERE rowid IN"
        " (SELECT id FROM units WHERE id >= ? AND id < ? AND name <> '')",
        (first, first + count),
    )


def find(connection: Connection, words: Sequence[str], limit: int) -> list[int]:
    """Unit ids by name, best first, ties by path and place; never more than ``limit``.

    Whole names and their prefixes come first, also of neighbouring words joined; what is left of
    the limit is filled by parts.
    """
    usable = [word for word in (_NOT_WORD.sub(" ", word).strip() for word in words) if word]
    usable = usable[:MAX_WORDS]
    found = dict.fromkeys(_ranked(connection, _wholes(usable), limit))
    if len(found) < limit:
        found |= dict.fromkeys(_ranked(connection, _by_parts(connection, usable), limit))
    return list(found)[: max(limit, 0)]


def same(connection: Connection, name: str, limit: int) -> list[int]:
    """Ids of units whose name is ``name`` but for case and separators, by path and place."""
    key = squash(name)
    if not _is_word(key):
        return []
    return connection.column(_SAME, (f'whole : "{key}"', limit))


def by_initials(connection: Connection, initials: str, limit: int) -> list[str]:
    """Names of at least three parts that begin with these letters, each once, sorted."""
    key = squash(initials)
    if len(key) < MIN_INITIALS or not _is_word(key):
        return []
    held = connection.column(_BY_INITIALS, (f'parts : "{key}"', COMMON))
    return [name for name in held if "".join(part[0] for part in split(name)) == key][:limit]


def _ranked(connection: Connection, expression: str, limit: int) -> list[int]:
    if not expression or limit <= 0:
        return []
    return connection.column(_RANKED, (expression, limit))


def _wholes(words: Sequence[str]) -> str:
    keys = [key for key in dict.fromkeys(_joined(words)) if _is_word(key)]
    exact = [f'"{key}"' for key in keys]
    starts = [f'"{key}" *' for key in keys if len(key) >= MIN_PREFIX]
    return f"whole : ({' OR '.join(exact + starts)})" if keys else ""


def _joined(words: Sequence[str]) -> Iterator[str]:
    """Every word squashed, and every run of up to five neighbours as one name."""
    keys = [squash(word) for word in words]
    for length in range(1, MAX_JOINED + 1):
        for start in range(len(keys) - length + 1):
            yield "".join(keys[start : start + length])


def _by_parts(connection: Connection, words: Sequence[str]) -> str:
    parts = dict.fromkeys(part for word in words for part in split(word) if _is_word(part))
    telling = [part for part in list(parts)[:MAX_WORDS] if _is_telling(connection, part)]
    return f"{{parts container}} : ({_any(telling)})" if telling else _all(list(parts))


def _any(parts: Sequence[str]) -> str:
    return " OR ".join(f'"{part}"' for part in parts)


def _all(parts: Sequence[str]) -> str:
    """Common parts only tell something together."""
    both = " AND ".join(f'"{part}"' for part in parts[:MAX_JOINED])
    return f"{{parts container}} : ({both})" if len(parts) > 1 else ""


def _is_telling(connection: Connection, part: str) -> bool:
    sql = "SELECT count(*) FROM (SELECT 1 FROM names WHERE names MATCH ? LIMIT ?)"
    expression = f'{{parts container}} : "{part}"'
    return 0 < connection.count(sql, (expression, COMMON + 1)) <= COMMON


def _is_word(key: str) -> bool:
    """Whether the tokeniser of the index sees a word in ``key``."""
    return any(character.isalnum() for character in key)
