"""One record of each kind, with the awkward values that each renderer must survive."""

from __future__ import annotations

from columbus import records as r
from columbus.frozen import replace

EVIL = "e\x1b[31mvil\u202e\x07\x9b"

HIT = r.Hit(
    grain="symbol",
    name="follow",
    symbol_kind="method",
    container="Client",
    signature="def follow(self, response: Response) -> Request:",
    path="src/shelf/client.py",
    language="python",
    role="impl",
    start_line=41,
    end_line=44,
    file_hash="0f" * 20,
    score=0.81234567,
    why="exact name; path",
    reasons=(r.Reason("name_exact", 0.45), r.Reason("length", -0.0001)),
    ranges=(r.Range("symbol", "send", "method", "Client", 12, 30, "def send(self, request):"),),
    risk=r.Risk("high", ("linked to a failure",)),
    graph=r.GraphFacts(2, 7, ("tests/test_client.py", "tests/test_send.py")),
    memories=(r.MemoryRef("mem_001", "failure", "Loops on 302"),),
)
SNIPPET = r.Hit(
    grain="block",
    name="",
    symbol_kind="block",
    container="",
    signature="",
    path=f"docs/{EVIL}.md",
    language="markdown",
    role="doc",
    start_line=9,
    end_line=11,
    file_hash="ab" * 20,
    score=0.4,
    why="terms",
    snippet="```\n\tFollow \u2028the redirect\x1b]0;x\x07\r\n```",
    snippet_start_line=9,
)
FILE_HIT = r.Hit(
    "file", "", "", "", "", "Makefile", "makefile", "config", 0, 0, "cd" * 20, 0.1, "path"
)
COVERAGE = r.Coverage(120, 100, 900, 900, 450, "small-model")
FULL = r.Coverage(120, 120, 900, 900, 900, "small-model")
FRESH = r.Freshness(checked=120, head="e" * 40)
LANES = (r.Lane("names", "ran", 12), r.Lane("vectors", "failed", 0, "model is broken"))

SYMBOL = r.Symbol(
    name="Client",
    symbol_kind="class",
    container="",
    exported=True,
    path="src/shelf/client.py",
    language="python",
    role="impl",
    start_line=10,
    end_line=44,
    file_hash="0f" * 20,
    signature="class Client:",
)
METHOD = r.Symbol(
    name="follow",
    symbol_kind="method",
    container="Client",
    exported=True,
    path="src/shelf/client.py",
    language="python",
    role="impl",
    start_line=41,
    end_line=44,
    file_hash="0f" * 20,
    signature="def follow(self, response):",
    parameters=("self", "response"),
    depth=1,
    snippet="def follow(self, response):\n    return response.next",
    snippet_start_line=41,
)
FILE = r.FileResult(
    path="src/shelf/client.py",
    language="python",
    role="impl",
    file_hash="0f" * 20,
    lines=60,
    outline=(SYMBOL, METHOD),
    imports=(r.ImportFact("./wire", "src/shelf/wire.py", 1), r.ImportFact("json", None, 2)),
    imported_by=("src/shelf/app.py",),
    tests=("tests/test_client.py",),
    problem="parsed in part",
    freshness=FRESH,
)

COMPLETE = r.SearchResult("client", "code", 1, (HIT,), FULL, FRESH, LANES[:1])

TASKS = (
    r.TaskScore("follow redirects", "fix", "c" * 40, (r.Target("src/client.py"),), (1,), 96),
    r.TaskScore(
        f"retry {EVIL}",
        "",
        "d" * 40,
        (r.Target(f"src/{EVIL}.py", 3, 9), r.Target("tests/test_retry.py")),
        (None, None),
    ),
    r.TaskScore("parse the header", "fix", "e" * 40, (r.Target("src/wire.py", 7, 7),), (4,), 310),
)
ESTIMATES = (
    r.Estimate("mrr", 0.416666, 0.0, 0.75, 3),
    r.Estimate("ndcg_10", 0.5, 0.25, 1.0, 3),
    r.Estimate("tokens", 203.0, 96.0, 310.0, 2),
)
DIFFERENCES = (
    r.Difference("mrr", 0.125, -0.0625, 0.25, 3, 2, 1),
    r.Difference("tokens", -12.0, -20.0, 4.0, 2, 1, 0),
)
EVAL = r.EvalResult(
    source="history",
    deep=True,
    limit=10,
    resamples=1000,
    seed=7,
    scores=r.Scores("columbus", 3, ESTIMATES),
    tasks=TASKS,
    timing=r.Timing(3, 12.345678, 40.0),
    categories=(r.Scores("", 1, ESTIMATES[:1]), r.Scores("fix", 2, ESTIMATES)),
    baselines=(r.Scores("scan", 3, ESTIMATES[:2], DIFFERENCES[:1]),),
    comparison=r.Comparison(
        f"{EVIL}.json", 3, DIFFERENCES, (r.Changed(f"retry {EVIL}", 2, None, -0.5),)
    ),
    skipped=(("no code", 5), ("routine", 1200)),
    warnings=("1 places are in no charted file",),
)

SAMPLES: dict[str, r.Result] = {
    "search": r.SearchResult(
        query="follow redirect",
        kind="all",
        total=17,
        hits=(HIT, SNIPPET, FILE_HIT),
        coverage=COVERAGE,
        freshness=r.Freshness(120, 3, 1, 0, 4, "e" * 40, True),
        lanes=LANES,
        memories=(r.MemoryRef("mem_002", "decision", f"Why {EVIL}"),),
        warnings=("the model is missing",),
    ),
    "search-asked": r.SearchResult(
        "follow",
        "code",
        1,
        (HIT,),
        FULL,
        FRESH,
        LANES[:1],
        why_not=r.WhyNot(
            path=f"src/{EVIL}.py",
            line=12,
            verdict="below",
            rank=1017,
            score=0.1234,
            against="src/client.py",
            against_score=2.5,
            lanes=("postings", "static"),
            features=(r.Compared("words", 0.5, 1.75), r.Compared("role", 0.4, 1.0)),
            definition=r.Passed(
                "send", "method", "Client", 10, 30, 2, 7, (r.Compared("name", 0.0, 0.9),)
            ),
        ),
    ),
    "search-unknown": r.SearchResult(
        "follow",
        "code",
        1,
        (HIT,),
        FULL,
        FRESH,
        LANES[:1],
        why_not=r.WhyNot("src/none.py", 0, "no_file", 0, 0.0, "", 0.0, (), ()),
    ),
    "search-complete": COMPLETE,
    "search-empty": r.SearchResult("ünk\x1b", "all", 0, (), FULL, FRESH, LANES[:1], (), "filtered"),
    "show-symbol": r.SymbolResult("follow", (METHOD, SYMBOL), 5, (), FRESH),
    "show-symbol-none": r.SymbolResult("folow", (), 0, ("follow", "fellow"), FRESH),
    "show-file": FILE,
    "outline": r.OutlineResult((FILE,)),
    "index": r.IndexReport(
        project_id="proj_0123456789abcdef",
        root="/home/ann/shelf",
        chart="/home/ann/.local/share/columbus/charts/1.sqlite",
        mode="full",
        files=120,
        parsed=118,
        unchanged=0,
        removed=2,
        units=900,
        static_vectors=900,
        model_vectors=450,
        vectors_made=30,
        debt=450,
        left_out=(r.LeftOut("logo.png", "binary"), r.LeftOut(f"{EVIL}.js", "minified", "1 line")),
        left_out_counts=(("binary", 1), ("minified", 1)),
        seconds=1.23456,
        installed=True,
    ),
    "stats": r.StatsResult(
        project_id="proj_0123456789abcdef",
        root="/home/ann/shelf",
        files=120,
        units=900,
        symbols=700,
        blocks=200,
        languages=(("python", 100), ("markdown", 20)),
        roles=(("impl", 80), ("test", 40)),
        kinds=(("function", 500), ("class", 200)),
        left_out_counts=(("binary", 1),),
        imports=300,
        edges=150,
        segments=3,
        bytes_chart=1_200_000,
        bytes_source=3_000_000,
        coverage=COVERAGE,
        freshness=FRESH,
        languages_without_grammar=(("cobol", 3),),
    ),
    "doctor": r.DoctorResult(
        False,
        (
            r.Check("git", "ok", "2.43"),
            r.Check("chart", "warning", "behind HEAD", "run `columbus reindex`"),
            r.Check("model", "failure", f"hash {EVIL}", "pull it again", "MODEL_BROKEN"),
        ),
    ),
    "doctor-ok": r.DoctorResult(True, (r.Check("git", "ok", "2.43"),)),
    "model": r.ModelResult(
        "list",
        (
            r.ModelEntry("table", "static", 256, 10_500_000, "MIT", "embedded", True),
            r.ModelEntry("large", "onnx", 384, 130_000_000, "MIT", "absent"),
        ),
    ),
    "eval": EVAL,
    "eval-present": replace(
        EVAL,
        source="tasks",
        deep=False,
        tasks=EVAL.tasks[:1],
        baselines=(),
        categories=(),
        comparison=r.Comparison("a.json", 1, (), ()),
        skipped=(),
        warnings=(),
    ),
    "removal": r.RemovalResult("purge", "proj_0123456789abcdef", ("/data/charts/1.sqlite",)),
    "version": r.VersionResult("0.1.0", "3.11.7", "3.50.0", 1, ("go", "python")),
}
