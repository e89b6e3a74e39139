"""Records that pass between the Python stages, in the order of the flow.

Frozen and slotted: a record is made once by one stage and read by the next. Lines are 1-based and
inclusive, paths relative to the working tree with ``/``. Records know nobody; renderers know only
records. Hits are made from bytes read at answer time, never from stored text.

Long because it is the one list of what passes between stages; every entry is short.
"""

from __future__ import annotations

from typing import Literal

from columbus.frozen import dataclass

Kind = Literal["code", "all", "memory", "epic", "story", "task"]
Grain = Literal["symbol", "block", "file"]
LaneState = Literal["ran", "skipped", "failed"]
Intent = Literal["symbol", "path", "error", "natural"]
EmptyReason = Literal["not_indexed", "no_match", "filtered", "lane_failed"]
Verdict = Literal["shown", "below", "unrelated", "not_voted", "filtered", "not_charted", "no_file"]
CheckState = Literal["ok", "warning", "failure"]


# What a person means by "nothing typed"; a lone no-break space is a query without a hit.
BLANKS = " \t\r\n\f\v"


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked: the text and the filters, before any understanding."""

    text: str
    kind: Kind = "all"
    limit: int = 15
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    symbol_kinds: tuple[str, ...] = ()
    snippets: bool = False
    snippet_lines: int = 60
    context_lines: int = 0
    explain: bool = False
    deep: bool = False
    why_not: str = ""
    why_not_line: int = 0


@dataclass(frozen=True, slots=True)
class Reason:
    """One feature's share of a score, already weighted."""

    name: str
    value: float


@dataclass(frozen=True, slots=True)
class Range:
    """Another range of a hit's file that answers the query, best first."""

    grain: Grain
    name: str
    symbol_kind: str
    container: str
    start_line: int
    end_line: int
    signature: str


@dataclass(frozen=True, slots=True)
class Risk:
    """How careful a change of this place should be."""

    level: Literal["low", "medium", "high"] = "low"
    hints: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GraphFacts:
    """Import neighbours of a hit's file, as counts; ``tests`` are paths."""

    imports: int = 0
    imported_by: int = 0
    tests: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MemoryRef:
    """A memory that is linked to a hit."""

    id: str
    kind: str
    title: str


@dataclass(frozen=True, slots=True)
class Hit:
    """One ranked place, verified against the bytes on disk at answer time.

    ``file_hash`` is git's blob id of those bytes. ``ranges`` are up to two more ranges of the same
    file. ``score`` is rounded to 4 decimals; the order was decided on integers.
    """

    grain: Grain
    name: str
    symbol_kind: str
    container: str
    signature: str
    path: str
    language: str
    role: str
    start_line: int
    end_line: int
    file_hash: str
    score: float
    why: str
    reasons: tuple[Reason, ...] = ()
    ranges: tuple[Range, ...] = ()
    snippet: str | None = None
    snippet_start_line: int | None = None
    risk: Risk = Risk()
    graph: GraphFacts = GraphFacts()
    memories: tuple[MemoryRef, ...] = ()


@dataclass(frozen=True, slots=True)
class Lane:
    """What one recall lane did: ``votes`` counts the candidates that it voted in."""

    name: str
    state: LaneState
    votes: int = 0
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of the tree the chart knows, stage by stage, as counts."""

    files: int = 0
    charted: int = 0
    units: int = 0
    static_vectors: int = 0
    model_vectors: int = 0
    model: str = ""


@dataclass(frozen=True, slots=True)
class Freshness:
    """What the sweep before the answer found, and what it could not bring in within its budget."""

    checked: int = 0
    changed: int = 0
    added: int = 0
    removed: int = 0
    pending: int = 0
    head: str = ""
    stale: bool = False


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter in the text of a query; ``key`` is lang, path, kind, role or ext."""

    key: str
    value: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Understood:
    """What was understood of a query.

    ``terms`` are stemmed; ``phrases`` stood between quotes and ``excluded`` behind a minus, both as
    typed; ``intent`` is the kind of question.
    """

    terms: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    filters: tuple[Filter, ...] = ()
    intent: Intent = "natural"


@dataclass(frozen=True, slots=True)
class Compared:
    """A feature's share in the score of one file, and in that of the hit it is held against."""

    name: str
    value: float
    other: float


@dataclass(frozen=True, slots=True)
class Passed:
    """A definition that was asked about: its place among those of its file (1 is the best)."""

    name: str
    symbol_kind: str
    container: str
    start_line: int
    end_line: int
    rank: int
    of: int
    features: tuple[Compared, ...]


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why a file is no hit, or not a higher one.

    ``rank`` is 0 when it was not ranked. ``against`` is the hit that its features are held against:
    the last one shown, for a hit the first one; empty when there is none.
    """

    path: str
    line: int
    verdict: Verdict
    rank: int
    score: float
    against: str
    against_score: float
    lanes: tuple[str, ...]
    features: tuple[Compared, ...]
    definition: Passed | None = None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The answer of ``search``."""

    query: str
    kind: Kind
    total: int
    hits: tuple[Hit, ...]
    coverage: Coverage
    freshness: Freshness
    lanes: tuple[Lane, ...]
    memories: tuple[MemoryRef, ...] = ()
    empty: EmptyReason | None = None
    warnings: tuple[str, ...] = ()
    understood: Understood = Understood()
    why_not: WhyNot | None = None


@dataclass(frozen=True, slots=True)
class Symbol:
    """A definition with its live range; ``signature`` and ``snippet`` are read from disk."""

    name: str
    symbol_kind: str
    container: str
    exported: bool
    path: str
    language: str
    role: str
    start_line: int
    end_line: int
    file_hash: str
    signature: str
    parameters: tuple[str, ...] = ()
    depth: int = 0
    snippet: str | None = None
    snippet_start_line: int | None = None


@dataclass(frozen=True, slots=True)
class SymbolResult:
    """The answer of ``show symbol``: every definition of the name."""

    name: str
    symbols: tuple[Symbol, ...]
    total: int
    suggestions: tuple[str, ...] = ()
    freshness: Freshness = Freshness()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportFact:
    """One import of a file; ``target`` is a path of the tree when it resolves."""

    specifier: str
    target: str | None
    line: int


@dataclass(frozen=True, slots=True)
class FileResult:
    """The answer of ``show file``."""

    path: str
    language: str
    role: str
    file_hash: str
    lines: int
    outline: tuple[Symbol, ...]
    imports: tuple[ImportFact, ...]
    imported_by: tuple[str, ...]
    tests: tuple[str, ...] = ()
    problem: str = ""
    freshness: Freshness = Freshness()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OutlineResult:
    """The answer of ``outline``: the live definitions of one or more files, in file order."""

    files: tuple[FileResult, ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file that was not charted in full, and why."""

    path: str
    reason: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What ``install`` or ``reindex`` did. Times are seconds.

    ``parsed`` counts files that were read without a problem, or would be with ``status``;
    ``vectors_made`` the model vectors that this run added.
    """

    project_id: str
    root: str
    chart: str
    mode: Literal["full", "incremental", "changed", "paths", "clean", "status"]
    files: int
    parsed: int
    unchanged: int
    removed: int
    units: int
    static_vectors: int
    model_vectors: int
    debt: int
    left_out: tuple[LeftOut, ...]
    left_out_counts: tuple[tuple[str, int], ...]
    seconds: float
    installed: bool = False
    vectors_made: int = 0
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StatsResult:
    """The answer of ``stats``."""

    project_id: str
    root: str
    files: int
    units: int
    symbols: int
    blocks: int
    languages: tuple[tuple[str, int], ...]
    roles: tuple[tuple[str, int], ...]
    kinds: tuple[tuple[str, int], ...]
    left_out_counts: tuple[tuple[str, int], ...]
    imports: int
    edges: int
    segments: int
    bytes_chart: int
    bytes_source: int
    coverage: Coverage = Coverage()
    freshness: Freshness = Freshness()
    languages_without_grammar: tuple[tuple[str, int], ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """One line of ``doctor``."""

    name: str
    state: CheckState
    detail: str
    hint: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class DoctorResult:
    """The answer of ``doctor``; ``ok`` is false when a check failed."""

    ok: bool
    checks: tuple[Check, ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """One model of the catalogue."""

    name: str
    kind: Literal["static", "onnx"]
    dimension: int
    bytes: int
    licence: str
    state: Literal["embedded", "present", "absent", "broken"]
    in_use: bool = False


@dataclass(frozen=True, slots=True)
class ModelResult:
    """The answer of ``model list``, ``model pull`` and ``model use``."""

    action: Literal["list", "pull", "use"]
    models: tuple[ModelEntry, ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RemovalResult:
    """The answer of ``purge`` and ``uninstall``."""

    action: Literal["purge", "uninstall"]
    project_id: str
    removed: tuple[str, ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VersionResult:
    """The answer of ``version``."""

    version: str
    python: str
    sqlite: str
    schema: int
    languages: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Target:
    """A place that a task wants found: a file, or lines of it."""

    path: str
    start_line: int | None = None
    end_line: int | None = None


@dataclass(frozen=True, slots=True)
class TaskScore:
    """How a task of ``eval`` went: for each target the rank of the first hit that covers it.

    ``tokens`` is what an agent reads up to the first right hit, ``None`` without one. ``commit`` is
    set where the task was asked of the tree before that commit.
    """

    query: str
    category: str
    commit: str
    targets: tuple[Target, ...]
    ranks: tuple[int | None, ...]
    tokens: int | None = None

    @property
    def first(self) -> int | None:
        """Rank of the first right hit."""
        return min((rank for rank in self.ranks if rank is not None), default=None)


@dataclass(frozen=True, slots=True)
class Estimate:
    """Mean of a metric over ``tasks`` tasks, with the ends of its 95 % interval."""

    metric: str
    mean: float
    low: float
    high: float
    tasks: int


@dataclass(frozen=True, slots=True)
class Difference:
    """Paired difference of a metric, task by task, and how many tasks got better and worse."""

    metric: str
    mean: float
    low: float
    high: float
    tasks: int
    better: int
    worse: int


@dataclass(frozen=True, slots=True)
class Scores:
    """All metrics over the tasks of a group: everything, a category, or what a baseline found.

    ``differences`` are those of Columbus minus the baseline.
    """

    name: str
    tasks: int
    estimates: tuple[Estimate, ...]
    differences: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class Changed:
    """A task that went otherwise than in an earlier run: its first ranks, and by how much."""

    query: str
    before: int | None
    after: int | None
    ndcg_10: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """This run minus an earlier one, over the ``tasks`` tasks that both have."""

    path: str
    tasks: int
    differences: tuple[Difference, ...]
    changed: tuple[Changed, ...]


@dataclass(frozen=True, slots=True)
class Timing:
    """Milliseconds of a search within one process: sweep, ranking and reading, no start-up."""

    searches: int
    p50_ms: float
    p95_ms: float


@dataclass(frozen=True, slots=True)
class EvalResult:
    """The answer of ``eval``. All but ``timing`` is the same for the same tree and tasks.

    ``skipped`` counts, by reason, the commits of a history that made no task.
    """

    source: Literal["tasks", "history"]
    deep: bool
    limit: int
    resamples: int
    seed: int
    scores: Scores
    tasks: tuple[TaskScore, ...]
    timing: Timing
    categories: tuple[Scores, ...] = ()
    baselines: tuple[Scores, ...] = ()
    comparison: Comparison | None = None
    skipped: tuple[tuple[str, int], ...] = ()
    warnings: tuple[str, ...] = ()


Result = (
    SearchResult
    | SymbolResult
    | FileResult
    | OutlineResult
    | IndexReport
    | StatsResult
    | DoctorResult
    | ModelResult
    | RemovalResult
    | VersionResult
    | EvalResult
)
