"""What the store takes and gives: plain frozen records, no rows of SQLite.

Ids: a file that is charted again gets a *new* file id, and the units of a file have consecutive
ids, so a file's units, names and vectors are one range of ids. No id is ever used twice.

Named tuples, not dataclasses: making a dozen frozen dataclasses costs 15 ms at import, which every
search would pay.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

UnitRow = tuple[str, str, str, int, int, int, int, int, int, int, int, bytes, str]
"""(kind, name, container, ordinal, exported, depth, parent or -1, start_byte, end_byte,
start_line, end_line, body_hash of 16 bytes, parameters joined by a space), as
``ParsedFile.unit_rows`` gives."""

ImportRow = tuple[str, Sequence[str], int]
"""(specifier, names, line)."""

Known = tuple[str, int, int, int, int, str]
"""(path, size, mtime_ns, ctime_ns, inode, blob id in hex)."""

Chunk = tuple[bytes, bytes, bytes]
"""(unit ids as little-endian i64, validity bitmap with the lowest bit first, vectors)."""


class SegmentLike(Protocol):
    """The postings of a group of files; ``columbus._native.Segment`` is one."""

    @property
    def columns(self) -> bytes:
        """The encoded columns of its files and units."""

    @property
    def blocks(self) -> Sequence[tuple[int, bytes]]:
        """(first term hash as a signed 64-bit integer, block), ascending."""


class FileRow(NamedTuple):
    """One file to be written; ``blob`` is 40 hex digits, ``roles`` joined by a comma.

    ``priority`` orders the model's work: higher is sooner.
    """

    path: str
    language: str
    roles: str
    size: int
    mtime_ns: int
    inode: int
    blob: str
    lines: int
    units: Sequence[UnitRow]
    imports: Sequence[ImportRow] = ()
    package: str = ""
    ctime_ns: int = 0
    problem: str = ""
    detail: str = ""
    priority: int = 0


class FileGroup(NamedTuple):
    """Files that are committed together, with their postings and vectors.

    ``first_file`` and ``first_unit`` come from ``Store.reserve``; files and units are numbered from
    them in the order given. ``vectors`` is one int8 row of 256 bytes a unit in that order (a row
    of zeros means no vector), or empty.
    """

    first_file: int
    first_unit: int
    files: Sequence[FileRow]
    segment: SegmentLike
    vectors: bytes = b""


class Written(NamedTuple):
    """What one group came to: ``replaced`` counts files that were charted before."""

    segment: int
    files: int
    units: int
    vectors: int
    replaced: int


class ProblemRow(NamedTuple):
    """A file that is known but not charted, and why."""

    path: str
    reason: str
    detail: str = ""
    size: int = 0


class TouchedRow(NamedTuple):
    """A charted file whose content is as before under a new stat."""

    path: str
    size: int
    mtime_ns: int
    inode: int
    ctime_ns: int = 0


class StoredFile(NamedTuple):
    """A file as charted; ``blob`` is empty for a file that was not read."""

    id: int
    path: str
    language: str
    roles: str
    package: str
    size: int
    mtime_ns: int
    blob: str
    problem: str
    detail: str
    lines: int
    first_unit: int
    units: int


class StoredUnit(NamedTuple):
    """A unit with what is needed of its file to find it again on disk."""

    id: int
    path: str
    language: str
    roles: str
    blob: str
    kind: str
    name: str
    container: str
    ordinal: int
    exported: bool
    depth: int
    parent: int
    start_byte: int
    end_byte: int
    start_line: int
    end_line: int
    body_hash: bytes
    parameters: str


class StoredImport(NamedTuple):
    """An import; ``target`` is a path of the tree, or None."""

    id: int
    path: str
    language: str
    specifier: str
    names: tuple[str, ...]
    line: int
    target: str | None


class Neighbours(NamedTuple):
    """The import graph around one file; all paths, sorted."""

    imports: tuple[StoredImport, ...] = ()
    imported_by: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()


class MergePlan(NamedTuple):
    """Segments to be merged: (columns, blocks) of each, and the dead files among them."""

    ids: tuple[int, ...]
    segments: tuple[tuple[bytes, tuple[bytes, ...]], ...]
    dead: tuple[int, ...]


class DebtFile(NamedTuple):
    """A file of which units have no model vector yet; ``missing`` are their unit ids."""

    path: str
    blob: str
    first_unit: int
    units: int
    missing: tuple[int, ...]


class StoreStats(NamedTuple):
    """Counts of a chart; ``files`` are those charted, ``left_out`` the others by reason."""

    files: int
    units: int
    symbols: int
    blocks: int
    languages: tuple[tuple[str, int], ...]
    roles: tuple[tuple[str, int], ...]
    kinds: tuple[tuple[str, int], ...]
    left_out: tuple[tuple[str, int], ...]
    imports: int
    edges: int
    segments: int
    static_vectors: int
    model_vectors: int
    debt: int
    bytes_chart: int
    bytes_source: int
