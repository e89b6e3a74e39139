"""The native side: what crosses the border, and what each call takes and gives.

Every function releases the interpreter lock while it works and stops within a unit of work when a
signal arrives (``KeyboardInterrupt``). Paths are ``str`` relative to the root with ``/``; lines are
1-based and inclusive; byte offsets are 0-based and half open. Enums cross as their lower-case name
with underscores. Errors: ``OSError`` when the root cannot be read, ``ValueError`` when a stored
blob or data file is damaged or a value is unusable.
"""

from collections.abc import Sequence
from typing import final

__all__ = [
    "Batch",
    "Candidates",
    "Catalog",
    "DiscoverOptions",
    "Discovery",
    "Excerpt",
    "Found",
    "ParsedFile",
    "Plan",
    "Problem",
    "Ranked",
    "Scope",
    "Segment",
    "SourceFile",
    "StaticEncoder",
    "Sweep",
    "Understood",
    "Unit",
    "Vectors",
    "Workspace",
    "__version__",
    "batch",
    "debug_build",
    "discover",
    "kinds",
    "language_names",
    "languages",
    "locate",
    "merge",
    "parse",
    "plan",
    "post",
    "rank",
    "rank_units",
    "recall",
    "recipe",
    "reconstruct",
    "resolve_imports",
    "roles",
    "scan",
    "spellings",
    "sweep",
    "understand",
    "vocabulary",
]

__version__: str

def debug_build() -> bool:
    """Whether the core was built without optimisation."""

def recipe() -> str:
    """Names the versions of all that stored blobs depend on."""

def languages() -> list[str]:
    """Names of the languages with a grammar, sorted."""

def language_names() -> list[tuple[str, str]]:
    """(word, language): the names, aliases and extensions of languages with a grammar, sorted."""

def kinds() -> list[str]:
    """Names of the kinds of units."""

def roles() -> list[str]:
    """Names of the roles of files; ``impl`` first, for files without another."""

@final
class SourceFile:
    """A file that discovery lists; made by hand, one that is only to be read.

    ``ctime_ns`` and ``inode`` are 0 where the platform has none; ``blob`` is set where git's index
    says that the file is unchanged.
    """

    def __new__(cls, path: str) -> SourceFile: ...
    @property
    def path(self) -> str: ...
    @property
    def size(self) -> int: ...
    @property
    def mtime_ns(self) -> int: ...
    @property
    def ctime_ns(self) -> int: ...
    @property
    def inode(self) -> int: ...
    @property
    def blob(self) -> str | None: ...

@final
class Problem:
    """A file that was left out or not handled in full."""

    @property
    def path(self) -> str: ...
    @property
    def reason(self) -> str: ...
    @property
    def detail(self) -> str: ...

@final
class DiscoverOptions:
    """What belongs to the tree: globs, languages (none means all), and git's own settings."""

    def __new__(
        cls,
        *,
        include: Sequence[str] = ...,
        exclude: Sequence[str] = ...,
        max_file_size: int = ...,
        languages: Sequence[str] = ...,
        home: str | None = None,
        xdg_config: str | None = None,
        git_config_global: str | None = None,
        git_config_system: str | None = None,
    ) -> DiscoverOptions: ...

@final
class Workspace:
    """Where a directory belongs: canonical root, git directories, project anchor."""

    @property
    def root(self) -> str: ...
    @property
    def git_dir(self) -> str | None: ...
    @property
    def common_dir(self) -> str | None: ...
    @property
    def main_root(self) -> str:
        """Root of the main checkout: the same as ``root`` outside linked worktrees."""
    @property
    def is_linked(self) -> bool: ...

def locate(start: str, home: str | None) -> Workspace:
    """Find the working tree that ``start`` belongs to.

    The root is the nearest directory upward that holds ``.columbus.json`` or a git working tree,
    else ``start``. Raises ``ValueError`` for a file, for ``home`` and for the root of a file
    system when they are not a git working tree.
    """

@final
class Discovery:
    """What a walk found, sorted by path."""

    @property
    def files(self) -> list[SourceFile]: ...
    @property
    def problems(self) -> list[Problem]: ...
    @property
    def head(self) -> str | None: ...
    @property
    def dirty(self) -> bool | None: ...

def discover(root: str, options: DiscoverOptions) -> Discovery:
    """List the files of the tree: tracked plus untracked-not-ignored, by git's own rules."""

@final
class Sweep:
    """What differs between the chart and the disk.

    ``changed`` and ``added`` are to be charted again; ``touched`` have a new stat but the same
    content; ``removed`` are paths that left the tree.
    """

    @property
    def changed(self) -> list[SourceFile]: ...
    @property
    def added(self) -> list[SourceFile]: ...
    @property
    def touched(self) -> list[SourceFile]: ...
    @property
    def removed(self) -> list[str]: ...
    @property
    def problems(self) -> list[Problem]: ...
    @property
    def checked(self) -> int: ...
    @property
    def compared(self) -> int:
        """Files that had to be read to be compared."""
    @property
    def head(self) -> str | None: ...

def sweep(
    root: str,
    options: DiscoverOptions,
    known: Sequence[tuple[str, int, int, int, int, str]],
    charted_ns: int,
) -> Sweep:
    """Compare the disk with ``known`` rows of (path, size, mtime_ns, ctime_ns, inode, blob).

    Content decides: a file whose stat differs, or whose mtime is not safely before ``charted_ns``,
    is hashed.
    """

@final
class Unit:
    """A definition or block, see the record of the core."""

    @property
    def kind(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def container(self) -> str: ...
    @property
    def ordinal(self) -> int: ...
    @property
    def exported(self) -> bool: ...
    @property
    def depth(self) -> int: ...
    @property
    def parent(self) -> int | None: ...
    @property
    def start_byte(self) -> int: ...
    @property
    def end_byte(self) -> int: ...
    @property
    def start_line(self) -> int: ...
    @property
    def end_line(self) -> int: ...
    @property
    def parameters(self) -> list[str]: ...
    @property
    def signature(self) -> str:
        """The signature's text as it is on disk, white space folded: to show, never to store."""

@final
class ParsedFile:
    """A parsed file; its text stays on the native side."""

    @property
    def path(self) -> str: ...
    @property
    def size(self) -> int: ...
    @property
    def mtime_ns(self) -> int: ...
    @property
    def ctime_ns(self) -> int: ...
    @property
    def inode(self) -> int: ...
    @property
    def blob(self) -> str: ...
    @property
    def language(self) -> str: ...
    @property
    def roles(self) -> list[str]: ...
    @property
    def problem(self) -> Problem | None: ...
    @property
    def lines(self) -> int: ...
    @property
    def unit_count(self) -> int: ...
    @property
    def units(self) -> list[Unit]: ...
    @property
    def imports(self) -> list[tuple[str, list[str], int]]:
        """(specifier, names, line)."""
    def unit_rows(
        self,
    ) -> list[tuple[str, str, str, int, int, int, int, int, int, int, int, bytes, str]]:
        """(kind, name, container, ordinal, exported, depth, parent or -1, start_byte, end_byte,
        start_line, end_line, body_hash of 16 bytes, parameters joined by a space)."""

def parse(root: str, files: Sequence[SourceFile]) -> tuple[list[ParsedFile], list[Problem]]:
    """Read, hash and parse ``files`` in parallel, in order; unreadable ones become problems."""

def resolve_imports(
    files: Sequence[str],
    imports: Sequence[tuple[str, str, str, Sequence[str]]],
    configs: Sequence[tuple[str, str]],
) -> list[tuple[int, str]]:
    """Resolve imports to files of the tree.

    ``files`` are all paths, ``imports`` are (path of the importer, language, specifier, names),
    ``configs`` are (path, text) of the manifests that name roots (go.mod, package.json,
    tsconfig.json, Cargo.toml, pyproject.toml). Gives (index into ``imports``, target path).
    """

@final
class Segment:
    """Postings of a group of files, to be stored as they are."""

    @property
    def columns(self) -> bytes: ...
    @property
    def blocks(self) -> list[tuple[int, bytes]]:
        """(first term hash as a signed 64-bit integer, block), ascending."""
    @property
    def files(self) -> int: ...
    @property
    def units(self) -> int: ...

def post(parsed: Sequence[ParsedFile], first_file: int, first_unit: int) -> Segment:
    """Build the postings of files with ids from ``first_file`` and units with ids from
    ``first_unit``, both consecutive in the order given."""

def vocabulary(files: Sequence[tuple[str, Sequence[str]]]) -> list[tuple[str, int]]:
    """Stemmed words of paths and declared names, sorted: the only terms kept as text.

    Takes (path, names of the units) of files, gives (term, number of these files that have it).
    """

def merge(segments: Sequence[tuple[bytes, Sequence[bytes]]], dead: Sequence[int]) -> Segment:
    """Merge segments of (columns, blocks) into one, without the files of ``dead``."""

@final
class Catalog:
    """The files and units of a chart, decoded from the columns of its segments."""

    def __new__(cls, columns: Sequence[bytes], dead: Sequence[int]) -> Catalog: ...
    @property
    def files(self) -> int: ...
    @property
    def units(self) -> int: ...
    def has(self, path: str) -> bool: ...

@final
class Understood:
    """A query after understanding: its operators, terms, identifiers and intent."""

    @property
    def terms(self) -> list[str]:
        """The stemmed parts of its words."""
    @property
    def plain(self) -> str:
        """The text without operators."""
    @property
    def intent(self) -> str:
        """symbol, path, error or natural."""
    @property
    def phrases(self) -> list[str]: ...
    @property
    def excluded(self) -> list[str]: ...
    @property
    def filters(self) -> list[tuple[str, str, bool]]:
        """(lang|path|kind|role|ext, value, negated)."""
    @property
    def unusable(self) -> list[tuple[str, str, str, list[str]]]:
        """(word, key, value, all values of the key if they can be listed) of filters that are
        none."""
    @property
    def prefixes(self) -> list[str]:
        """Terms of four letters or more, for which the vocabulary is to be asked."""
    def with_variants(self, variants: Sequence[tuple[str, str]]) -> Understood:
        """The same with (query term, vocabulary term) pairs of which one is a prefix of the
        other."""
    def nowhere(self, found: Candidates) -> list[str]:
        """Stemmed words of letters that nothing in the chart holds or begins with."""
    def with_spellings(self, pairs: Sequence[tuple[str, str]], names: Sequence[str]) -> Understood:
        """The same with (term, word of the chart) that count like abbreviations, and names that
        count as if they were written in the query."""
    def hashes(self) -> list[int]:
        """Signed hashes of all terms whose postings ranking wants, ascending."""
    def words(self) -> list[str]:
        """The plain words of the query, for the name lane."""

def understand(text: str) -> Understood:
    """Split, stem and classify a query by rules; nothing a user types is an error."""

def spellings(word: str, known: Sequence[tuple[str, int]]) -> list[str]:
    """The words of ``known`` (with the files that have each) that are one slip of the hand from
    ``word``, the commonest first; none for a word of less than four letters."""

@final
class Vectors:
    """int8 vectors by unit id, scanned by cosine.

    ``chunks`` are (rowids: little-endian i64, validity bitmap, vectors) as sqlite-vec keeps them.
    """

    def __new__(cls, dimension: int, chunks: Sequence[tuple[bytes, bytes, bytes]]) -> Vectors: ...
    @property
    def count(self) -> int: ...
    def nearest(self, query: bytes, k: int) -> list[tuple[int, float]]:
        """The ``k`` nearest (unit id, cosine), ties by id."""

@final
class Scope:
    """Filters of a search; empty means no filter."""

    def __new__(
        cls,
        *,
        include: Sequence[str] = ...,
        exclude: Sequence[str] = ...,
        languages: Sequence[str] = ...,
        roles: Sequence[str] = ...,
        kinds: Sequence[str] = ...,
        typed: Sequence[tuple[str, str, bool]] = ...,
    ) -> Scope:
        """``typed`` are the filters of a query, see ``Understood.filters``."""
    @property
    def is_open(self) -> bool:
        """Whether no filter is set."""

@final
class Candidates:
    """Candidates with the statistics that ranking needs."""

    @property
    def lanes(self) -> list[tuple[str, str, int, str]]:
        """(lane, ran|skipped|failed, votes, detail)."""
    @property
    def total(self) -> int: ...
    @property
    def in_scope(self) -> int:
        """Files that the scope lets through."""
    def lets(self, catalog: Catalog, path: str) -> bool:
        """Whether the scope and the excluded words let a file through."""
    def voters(self, catalog: Catalog, path: str) -> list[str] | None:
        """The lanes that voted for a file, None when it is no candidate."""

def recall(
    query: Understood,
    catalog: Catalog,
    blocks: Sequence[bytes],
    table: tuple[Vectors, bytes] | None,
    model: tuple[Vectors, bytes] | None,
    names: Sequence[int],
    scope: Scope,
    literal: Found | None,
) -> Candidates:
    """Vote candidates in: by postings, path and name terms, ``names`` (unit ids of the name
    lane), the vectors of the token table and of the sentence model (each with the query's int8
    row), and what a scan found."""

@final
class Plan:
    """What a scan looks for; no texts when it is not worth it."""

    @property
    def texts(self) -> list[str]: ...

def plan(query: Understood, found: Candidates) -> Plan:
    """What of a query to look for in the working tree: texts between quotes, runs of words of a
    copied message, words that no posting holds."""

@final
class Found:
    """What a scan found."""

    @property
    def files(self) -> list[tuple[str, float]]:
        """(path, share of the texts that are in it), best first, ties by path."""

def scan(
    root: str,
    plan: Plan,
    catalog: Catalog,
    scope: Scope,
    also: Sequence[str],
    budget: int | None,
) -> Found:
    """Look for the texts of ``plan`` in the files on disk: ``also`` (paths not charted as they are
    now) first, then what the catalog has. ``budget`` is in bytes; None means the usual one."""

@final
class Ranked:
    """One file with its best units; ``file`` is its id in the chart."""

    @property
    def path(self) -> str: ...
    @property
    def file(self) -> int: ...
    @property
    def score(self) -> int:
        """Fixed point, 1e6 = 1.0."""
    @property
    def reasons(self) -> list[tuple[str, float]]: ...
    @property
    def units(self) -> list[int]:
        """Ids of up to three units, best first."""
    @property
    def lines(self) -> list[tuple[int, int]]:
        """(number of the text, line) where a scan found something, or (0, line) of the query."""
    @property
    def hidden(self) -> list[int]:
        """With ``lines``: ids of units of the file that may not be shown."""

def rank(query: Understood, catalog: Catalog, candidates: Candidates, limit: int) -> list[Ranked]:
    """Score the candidates, remove duplicates, diversify; ties by path."""

def rank_units(
    query: Understood, catalog: Catalog, candidates: Candidates, path: str
) -> list[tuple[int, list[tuple[str, float]]]]:
    """(unit id, share of each feature) of the units of a candidate, the best to show first."""

@final
class Excerpt:
    """A place re-read from disk.

    ``state`` is exact (bytes as charted), moved (found again by parsing) or gone.
    """

    @property
    def state(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def container(self) -> str: ...
    @property
    def start_line(self) -> int: ...
    @property
    def end_line(self) -> int: ...
    @property
    def file_hash(self) -> str: ...
    @property
    def signature(self) -> str: ...
    @property
    def snippet(self) -> str | None: ...
    @property
    def snippet_start_line(self) -> int: ...

def reconstruct(
    root: str,
    wanted: Sequence[tuple[str, str, str, str, str, int, int, int, int, int, int]],
    snippet_lines: int,
    context_lines: int,
) -> list[Excerpt]:
    """Re-read places of (path, blob, kind, name, container, ordinal, start_byte, end_byte,
    start_line, end_line, about); ``about`` is 0 or a line around which the place is, should the
    file have changed. ``snippet_lines`` 0 means no snippet. One excerpt per place, in order. Files
    are read once each; only changed ones are parsed."""

@final
class StaticEncoder:
    """The token table: text to int8 vectors, see ``models/static-code-256/MODEL.md``."""

    def __new__(cls, folder: str) -> StaticEncoder: ...
    @property
    def dimension(self) -> int: ...
    def encode_query(self, text: str) -> bytes:
        """One int8 row."""
    def encode(self, parsed: Sequence[ParsedFile]) -> bytes:
        """One int8 row a unit, in the order of files and units; a unit without a known token is
        a row of zeros."""

@final
class Batch:
    """Texts for a model, packed across files."""

    @property
    def units(self) -> list[int]:
        """Positions of the units, counted over all files given."""
    @property
    def texts(self) -> list[str]: ...
    @property
    def keys(self) -> list[bytes]:
        """16-byte hashes of the texts."""

def batch(
    parsed: Sequence[ParsedFile], size: int, token_budget: int, max_tokens: int
) -> list[Batch]:
    """Pack the text of every unit that has one into batches in file and unit order."""
