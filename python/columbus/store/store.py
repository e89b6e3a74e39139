"""The chart of one working tree: the one door to its database.

Takes and gives the records of ``columbus.store.records``. Writers hold the chart's lock
(``columbus.store.lock``) for the whole of an indexing run; each call here is one transaction.
Readers need no lock and never wait for a writer. A search wraps its reads in
:meth:`Store.snapshot`.
A store belongs to one thread at a time, and to the process that opened it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from types import TracebackType

from columbus.errors import RunError
from columbus.store import chart, debt, files, graph, meta, names, postings, stats, vectors, write
from columbus.store.connection import Connection, Value
from columbus.store.records import (
    Chunk,
    DebtFile,
    FileGroup,
    Known,
    MergePlan,
    Neighbours,
    ProblemRow,
    SegmentLike,
    StoredFile,
    StoredImport,
    StoredUnit,
    StoreStats,
    TouchedRow,
    Written,
)

# Counters and facts that the store keeps itself.
_OWN_KEYS = frozenset(
    {"schema", "recipe", "model", "dimension", "generation", "next_file", "next_unit"}
)


class Store:
    """An open chart; close it, or use it in a ``with`` statement."""

    def __init__(self, connection: Connection) -> None:
        """Use :meth:`open` or :meth:`recreate`."""
        self._connection = connection
        self._inode = connection.path.stat().st_ino

    @classmethod
    def open(
        cls, path: Path, *, create: bool = False, read_only: bool = False, recipe: str = ""
    ) -> Store:
        """Open the chart at ``path``.

        With ``create`` (hold the lock) a missing or outdated chart is made anew; without, it is
        ``NotSetUpError`` (``INDEX_MISSING``). ``recipe`` names the versions of what the stored
        blobs depend on. Raises ``RunError`` (``SCHEMA_TOO_NEW``, ``STORE_ERROR``).
        """
        return cls(chart.open_chart(path, create=create, read_only=read_only, recipe=recipe))

    @classmethod
    def recreate(cls, path: Path, *, recipe: str = "") -> Store:
        """Start anew with an empty chart, also where a damaged one is. Hold the lock."""
        return cls(chart.recreate_chart(path, recipe=recipe))

    def __enter__(self) -> Store:
        """The store itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """Close; harmless when done twice."""
        self._connection.close()

    @property
    def path(self) -> Path:
        """The file of the chart."""
        return self._connection.path

    @property
    def is_current(self) -> bool:
        """Whether the file is still the one that was opened (it may have been replaced)."""
        with suppress(OSError):
            return self.path.stat().st_ino == self._inode
        return False

    def snapshot(self) -> AbstractContextManager[None]:
        """Reads inside see one state of the chart."""
        return self._connection.snapshot()

    def atomic(self) -> AbstractContextManager[None]:
        """Writes inside are one transaction."""
        return self._connection.atomic()

    # -- facts about the whole -------------------------------------------------------------------

    @property
    def meta(self) -> dict[str, Value]:
        """All facts by key: ``schema``, ``recipe``, ``model``, ``generation`` and what was set."""
        return meta.get_all(self._connection)

    def set_meta(self, **values: Value) -> None:
        """Set facts of the caller (``head``, ``root``, ``dirty``, ``charted_ns``, …)."""
        if owned := sorted(_OWN_KEYS & values.keys()):
            raise ValueError(f"the store keeps {', '.join(owned)} itself")
        with self._connection.atomic():
            meta.put(self._connection, values)

    @property
    def generation(self) -> int:
        """Counts the changes; equal generations have equal content."""
        return int(meta.get(self._connection, "generation") or 0)

    def stats(self) -> StoreStats:
        """All counts, from one state of the chart."""
        return stats.collect(self._connection)

    def integrity(self, *, thorough: bool = False) -> list[str]:
        """What is wrong with the chart, one line each; empty when it is sound."""
        try:
            return stats.integrity(self._connection, thorough=thorough)
        except RunError as error:
            return [error.message]

    # -- writing ---------------------------------------------------------------------------------

    def reserve(self, files: int, units: int) -> tuple[int, int]:
        """Take ids for a group: (first file id, first unit id), each the first of a run."""
        return write.reserve(self._connection, files, units)

    def write_group(self, group: FileGroup) -> Written:
        """Commit a group of files in the place of what was charted under the same paths.

        Raises ``ValueError`` when the group does not fit its reserved numbers.
        """
        return write.write_group(self._connection, group)

    def remove(self, paths: Sequence[str]) -> int:
        """Forget the files at ``paths``; how many there were."""
        return write.remove(self._connection, paths)

    def touch(self, rows: Sequence[TouchedRow]) -> None:
        """Note new stats of files whose content is as charted."""
        write.touch(self._connection, rows)

    def replace_problems(self, rows: Sequence[ProblemRow]) -> None:
        """Make ``rows`` all that is known of files that were left out without being read."""
        write.replace_problems(self._connection, rows)

    def replace_edges(self, edges: Iterable[tuple[int, str]]) -> int:
        """Put (import id, target path) in the place of all edges; how many there are now."""
        with self._connection.atomic():
            return graph.replace_edges(self._connection, edges)

    def replace_test_links(self, links: Iterable[tuple[str, str]]) -> int:
        """Put (path, path of its test) in the place of all links; how many there are now."""
        with self._connection.atomic():
            return graph.replace_test_links(self._connection, links)

    def finish(self) -> None:
        """After a run: write sparse vector tables anew, fold the log into the file."""
        with self._connection.atomic():
            for table, dimension in self._tables():
                vectors.compact(self._connection, table, dimension)
        self._connection.run("PRAGMA optimize")
        self._connection.checkpoint()

    # -- files and units -------------------------------------------------------------------------

    def known(self) -> list[Known]:
        """(path, size, mtime_ns, ctime_ns, inode, blob) of every file that was read, by path."""
        return files.known(self._connection)

    def file(self, path: str) -> StoredFile | None:
        """The file at ``path``, charted or left out."""
        return files.file(self._connection, path)

    def files(self, paths: Iterable[str] | None = None) -> list[StoredFile]:
        """All files, or those at ``paths``, by path."""
        return files.files(self._connection, paths)

    def units(self, ids: Sequence[int]) -> list[StoredUnit]:
        """The units of ``ids`` in that order; ids that are gone are left out."""
        return files.units(self._connection, ids)

    def units_of(self, path: str) -> list[StoredUnit]:
        """Every unit of a file, blocks among them, in file order."""
        return files.units_of(self._connection, path)

    def outline(self, path: str) -> list[StoredUnit]:
        """The named units of a file, in file order."""
        return files.outline(self._connection, path)

    def find_symbols(self, name: str, path_filter: str = "", limit: int = 200) -> list[StoredUnit]:
        """Definitions of ``name`` in paths that hold ``path_filter``, by path and place."""
        return files.find_symbols(self._connection, name, path_filter, limit)

    def suggest(self, name: str, limit: int = 5) -> list[str]:
        """Declared names near ``name``, nearest first."""
        return files.suggest(self._connection, name, limit)

    # -- graph -----------------------------------------------------------------------------------

    def imports(self, paths: Iterable[str] | None = None) -> list[StoredImport]:
        """All imports, or those of ``paths``, by path and line."""
        return graph.imports(self._connection, paths)

    def edges(self) -> list[tuple[str, str]]:
        """Every edge once, as (path, path that it imports), sorted."""
        return graph.edges(self._connection)

    def neighbours(self, path: str) -> Neighbours:
        """What ``path`` imports, what imports it, and its tests."""
        return graph.neighbours(self._connection, path)

    # -- recall ----------------------------------------------------------------------------------

    def columns(self) -> list[bytes]:
        """The columns of all segments, oldest first."""
        return postings.columns(self._connection)

    def dead(self) -> list[int]:
        """Ids of files that are in a segment but no longer in the chart, ascending."""
        return postings.dead(self._connection)

    def blocks(self, hashes: Sequence[int]) -> list[bytes]:
        """The postings blocks that may hold ``hashes``, each once."""
        return postings.blocks(self._connection, hashes)

    def variants(self, terms: Iterable[str]) -> list[tuple[str, str]]:
        """Pairs (term, vocabulary term) of which one is a true prefix of the other."""
        return postings.variants(self._connection, terms)

    def similar_words(self, word: str) -> list[tuple[str, int]]:
        """Words of names and paths that begin like ``word``, with the files that have each.

        All are as long as ``word`` or one letter more or less.
        """
        return postings.similar(self._connection, word)

    def names_by_initials(self, initials: str, limit: int) -> list[str]:
        """Names whose parts begin with these letters, each once, sorted."""
        return names.by_initials(self._connection, initials, limit)

    def names_lane(self, words: Sequence[str], limit: int) -> list[int]:
        """Unit ids by name, best first. Any text is allowed."""
        return names.find(self._connection, words, limit)

    def static_chunks(self) -> list[Chunk]:
        """The static vectors, in bulk."""
        return vectors.chunks(self._connection, vectors.STATIC)

    def model_chunks(self) -> list[Chunk]:
        """The vectors of the model in use, in bulk."""
        return vectors.chunks(self._connection, vectors.MODEL)

    def model_count(self) -> int:
        """How many units have a vector of the model in use."""
        return vectors.count(self._connection, vectors.MODEL)

    def nearest(self, query: bytes, k: int, *, model: bool = False) -> list[tuple[int, float]]:
        """sqlite-vec's own neighbours as (unit id, cosine): the slow reference."""
        return vectors.nearest(
            self._connection, vectors.MODEL if model else vectors.STATIC, query, k
        )

    # -- merging segments ------------------------------------------------------------------------

    def segments_to_merge(self) -> MergePlan | None:
        """What to merge next, or None when the segments are in good shape."""
        with self._connection.snapshot():
            return postings.plan_merge(self._connection)

    def replace_segments(self, plan: MergePlan, segment: SegmentLike) -> bool:
        """Put the merged segment in the place of the planned ones; False when they are gone."""
        with self._connection.atomic():
            replaced = postings.replace(self._connection, plan, segment)
            if replaced:
                meta.advance(self._connection, "generation", 1)
            return replaced

    # -- the model's vectors ---------------------------------------------------------------------

    def use_model(self, model: str, dimension: int) -> bool:
        """Make ``model`` the one in use (an empty name: none); whether anything changed."""
        return debt.use_model(self._connection, model, dimension)

    def debt_count(self) -> int:
        """How many units wait for a vector of the model."""
        return debt.count(self._connection)

    def debt_next(self, limit: int) -> list[DebtFile]:
        """The files of the next ``limit`` waiting units, by priority, then in file order."""
        return debt.next_files(self._connection, limit)

    def debt_pay(self, rows: Sequence[tuple[int, bytes]], without_text: Iterable[int] = ()) -> int:
        """Store (unit id, int8 vector) and strike ``without_text`` off; vectors stored."""
        return debt.pay(self._connection, rows, without_text)

    def debt_reorder(self, priorities: Mapping[str, int]) -> None:
        """Set the priority of the waiting units of files by path; higher is sooner."""
        debt.reorder(self._connection, priorities)

    def _tables(self) -> list[tuple[vectors.Table, int]]:
        dimension = int(meta.get(self._connection, "dimension") or 0)
        found: list[tuple[vectors.Table, int]] = [(vectors.STATIC, vectors.STATIC_DIMENSION)]
        return found + ([(vectors.MODEL, dimension)] if dimension else [])
