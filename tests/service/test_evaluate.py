"""Evaluation: metrics against figures by hand, tasks of files and of a history, comparisons."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import past
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from misuse import check_json, check_text
from shop import Run

from columbus.cli import entry
from columbus.records import Target, TaskScore
from columbus.service import baselines
from columbus.service.history import _without_prefix
from columbus.service.scoring import (
    Place,
    differences_of,
    percentile,
    ranks_of,
    scores_of,
    tokens_of,
    values_of,
)
from columbus.service.words import content_words

A, B, C = Target("a.py"), Target("b.py", 10, 20), Target("c.py")


def score(*ranks: int | None, tokens: int | None = None) -> TaskScore:
    return TaskScore("q", "", "", tuple(Target(f"{at}") for at in range(len(ranks))), ranks, tokens)


# --- metrics


def test_a_target_has_the_rank_of_the_first_result_that_covers_it() -> None:
    found = [Place("b.py", 1, 9), Place("a.py", 5, 6), Place("b.py", 20, 30), Place("b.py")]
    assert ranks_of([A, B, C], found) == (2, 3, None)
    assert ranks_of([B], found[3:]) == (1,)  # a whole file covers its lines
    assert ranks_of([Target("b.py", 9, 9)], found) == (1,)
    assert ranks_of([Target("b.py", 31, 31)], found[:3]) == (None,)
    assert ranks_of([Target("x/a.py")], found) == (None,)
    assert ranks_of([A], [Place(f"{at}.py") for at in range(10)] + [Place("a.py")]) == (None,)


def test_metrics_by_hand() -> None:
    values = values_of(score(2, 7, None, tokens=30))
    ideal = 1 + 1 / math.log2(3) + 0.5
    assert values["recall_1"] == 0
    assert values["recall_5"] == pytest.approx(1 / 3)
    assert values["recall_10"] == pytest.approx(2 / 3)
    assert values["mrr"] == 0.5
    assert values["ndcg_10"] == pytest.approx((1 / math.log2(3) + 1 / 3) / ideal)
    assert (values["hit_1"], values["hit_10"], values["tokens"]) == (0, 1, 30)


def test_a_rank_that_two_targets_share_gains_once() -> None:
    both = values_of(score(1, 1))
    assert both["ndcg_10"] == pytest.approx(1 / (1 + 1 / math.log2(3)))
    assert (both["recall_1"], both["hit_1"]) == (1, 1)


def test_the_ideal_of_more_than_ten_targets_is_ten() -> None:
    assert values_of(score(*range(1, 11), None, None))["ndcg_10"] == pytest.approx(1)
    assert values_of(score(1))["ndcg_10"] == 1
    nothing = values_of(score(None))
    assert (nothing["mrr"], nothing["ndcg_10"], nothing["hit_10"]) == (0, 0, 0)
    assert nothing["tokens"] is None


def test_means_have_intervals_that_hold_them_and_repeat() -> None:
    values = [values_of(score(rank, tokens=rank)) for rank in (1, 2, 4, None, 1, 1, 8, None)]
    first, again = scores_of("x", values), scores_of("x", values)
    assert first == again
    held = {each.metric: each for each in first.estimates}
    assert held["hit_1"].mean == 3 / 8
    assert held["hit_1"].low < 3 / 8 < held["hit_1"].high
    assert held["mrr"].mean == pytest.approx((3 + 0.5 + 0.25 + 0.125) / 8)
    # The binomial spread of 3 in 8 is .17, so 95 % are about .34 to each side.
    assert held["hit_1"].high - held["hit_1"].low == pytest.approx(0.67, abs=0.12)
    assert (held["tokens"].tasks, held["hit_1"].tasks) == (6, 8)
    one = scores_of("x", values[:1]).estimates[0]
    assert (one.mean, one.low, one.high) == (1, 1, 1)


def test_differences_are_paired() -> None:
    old = [values_of(score(rank, tokens=tokens)) for rank, tokens in ((2, 40), (1, 9), (5, 70))]
    new = [values_of(score(rank, tokens=tokens)) for rank, tokens in ((1, 10), (2, 9), (5, 90))]
    held = {each.metric: each for each in differences_of(new, old)}
    assert (held["mrr"].mean, held["mrr"].better, held["mrr"].worse) == (0, 1, 1)
    # Fewer tokens are better.
    assert held["tokens"].mean == pytest.approx(-10 / 3)
    assert (held["tokens"].better, held["tokens"].worse) == (1, 1)
    lost = differences_of([values_of(score(None))], [values_of(score(1, tokens=5))])
    assert "tokens" not in {each.metric for each in lost}
    assert all(each.low == each.mean == each.high for each in lost)


def test_percentiles_fall_between_values() -> None:
    assert [percentile([10, 20, 30], at) for at in (0, 25, 50, 95, 100)] == [10, 15, 20, 29, 30]
    assert percentile([], 50) == 0
    assert (tokens_of(0), tokens_of(1), tokens_of(8), tokens_of(9)) == (0, 1, 2, 3)


# --- baselines


def test_baselines_by_hand(tmp_path: Path) -> None:
    for name, text in {"a": "Queue queues", "b": "queue wait wait", "c": "nothing"}.items():
        (tmp_path / name).write_text(text)
    corpus = baselines.Corpus(["the queue wait"])
    corpus.look(str(tmp_path), [("a", "1"), ("b", "2"), ("c", "3")])
    # scan: queue is in 2 of 3 files and twice in a; wait in 1 of 3 and twice in b.
    queue, wait = math.log(1 + 3 / 2), math.log(1 + 3)
    assert corpus._scan(["queue", "wait"]) == pytest.approx(
        [queue * math.log(3), queue * math.log(2) + wait * math.log(3), 0]
    )
    mean = (2 + 3 + 1) / 3
    queue, wait = math.log(1 + 1.5 / 2.5), math.log(1 + 2.5 / 1.5)
    short, long = 1.2 * (0.25 + 0.75 * 2 / mean), 1.2 * (0.25 + 0.75 * 3 / mean)
    assert corpus._bm25(["queue", "wait"]) == pytest.approx(
        [queue * 2.2 / (1 + short), queue * 2.2 / (1 + long) + wait * 2 * 2.2 / (2 + long), 0]
    )
    assert corpus.rank("scan", "the queue wait", 10) == ["b", "a"]
    assert corpus.rank("bm25", "queue", 1) == ["a"]
    assert content_words("When is the Queue full?") == ["full", "queue"]
    assert content_words("read_frame over IPv6, HTTPServer") == [
        "frame",
        "httpserver",
        "ipv6",
        "read",
    ]


def test_a_tree_that_is_too_large_for_plain_loops(
    run: Run, tasks: Callable[[object], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(baselines, "MAX_BYTES", 100)
    found = run("eval", tasks(TASKS), "--baseline")
    assert (found["exit"], found["error"]["code"]) == (2, "USAGE")
    assert "leave --baseline out" in found["error"]["hint"]


# --- tasks of a file

TASKS: list[dict[str, Any]] = [
    {"query": "where is the config read", "relevant": ["shop/app.py"], "category": "words"},
    {
        "query": "discount",
        "relevant": [{"path": "./shop/pricing.py", "start_line": 6, "end_line": 7}],
        "secondary": ["tests/test_pricing.py"],
        "category": "symbol",
        "seed": "somebody else's",
    },
    {"query": "how a basket is paid", "relevant": ["nowhere.py"], "category": "words"},
]


@pytest.fixture
def tasks(tmp_path: Path) -> Callable[[object], str]:
    """Write tasks to a file; gives its path."""

    def write(value: object) -> str:
        path = tmp_path / "tasks.json"
        path.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")
        return str(path)

    return write


def test_tasks_are_searched_and_scored(run: Run, tasks: Callable[[object], str]) -> None:
    found = run("eval", tasks(TASKS), "--baseline")
    assert found["exit"] == 0
    assert (found["source"], found["deep"], found["limit"]) == ("tasks", False, 10)
    assert [task["first"] for task in found["tasks"]] == [1, 1, None]
    assert found["tasks"][1]["targets"][0]["path"] == "shop/pricing.py"
    assert found["overall"]["metrics"]["hit_1"]["mean"] == pytest.approx(2 / 3, abs=1e-4)
    assert found["overall"]["metrics"]["tokens"]["tasks"] == 2
    assert [(group["name"], group["tasks"]) for group in found["categories"]] == [
        ("symbol", 1),
        ("words", 2),
    ]
    assert [group["name"] for group in found["baselines"]] == ["scan", "bm25"]
    assert "tokens" not in found["baselines"][0]["metrics"]
    assert found["baselines"][0]["differences"]["mrr"]["tasks"] == 3
    assert "nowhere.py of task 2" in found["warnings"][0]
    assert found["timing"]["searches"] == 3
    assert 0 < found["timing"]["p50_ms"] <= found["timing"]["p95_ms"]


def test_tokens_are_those_of_the_answer(
    run: Run, tasks: Callable[[object], str], project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    found = run("eval", tasks(TASKS[:1]))
    words = ["--kind", "code", "-n", "1", "--llm", "--root", str(project)]
    assert entry.main(["search", TASKS[0]["query"], *words]) == 0
    answer = capfd.readouterr().out
    assert found["tasks"][0]["tokens"] == math.ceil(len(answer) / 4)


def test_all_but_the_timing_repeats(run: Run, tasks: Callable[[object], str]) -> None:
    path = tasks(TASKS)
    first, again = (run("eval", path, "--baseline") for _ in range(2))
    for found in (first, again):
        del found["timing"]
    assert first == again


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("[", "is not valid JSON"),
        ("{}", "must hold a list"),
        ("[]", "holds no task"),
        ([1], "task 0 must be an object"),
        ([TASKS[0], {}], "task 1 has no query"),
        ([{"query": " ", "relevant": ["a"]}], "task 0 has an empty query"),
        ([{"query": 1, "relevant": ["a"]}], "task 0 has a query that is no text"),
        ([{"query": "q"}], "task 0 names nothing in relevant"),
        ([{"query": "q", "relevant": []}], "task 0 names nothing in relevant"),
        ([{"query": "q", "relevant": "a.py"}], "task 0: relevant must be a list"),
        ([{"query": "q", "relevant": ["a"], "secondary": 1}], "task 0: secondary must be a list"),
        ([{"query": "q", "relevant": ["a", 2]}], "task 0: relevant[1] must be a path"),
        ([{"query": "q", "relevant": [""]}], "task 0: relevant[0] needs a path"),
        ([{"query": "q", "relevant": ["/etc/passwd"]}], "below the root"),
        ([{"query": "q", "relevant": ["../a"]}], "below the root"),
        ([{"query": "q", "relevant": [{"start_line": 1}]}], "task 0: relevant[0] needs a path"),
        ([{"query": "q", "relevant": [{"path": "a", "start_line": 1}]}], "needs start_line and"),
        (
            [{"query": "q", "relevant": [{"path": "a", "start_line": 3, "end_line": 2}]}],
            "needs start_line and",
        ),
        (
            [{"query": "q", "relevant": [{"path": "a", "start_line": True, "end_line": 2}]}],
            "needs start_line and",
        ),
        ([{"query": "q", "relevant": [{"path": "a", "startline": 1}]}], "unknown key 'startline'"),
        ([{"query": "q", "relevant": ["a"], "category": 3}], "a category that is no text"),
        ([{"query": "q", "relevant": ["a"], "commit": "HEAD"}], "no hash of git"),
        (
            [{**TASKS[0], "commit": "0123456"}, TASKS[1]],
            "task 1 has no commit while others have one",
        ),
    ],
    ids=str,
)
def test_malformed_tasks_are_refused_with_their_index(
    tasks: Callable[[object], str],
    project: Path,
    data_dir: Path,
    capfd: pytest.CaptureFixture[str],
    wrong: object,
    told: str,
) -> None:
    path = tasks(wrong)
    for check, more in ((check_text, []), (check_json, ["--json"])):
        capfd.readouterr()
        status = entry.main(["eval", path, "--root", str(project), *more])
        out, err = capfd.readouterr()
        check("USAGE", status, out, err)
        assert told in out + err
    assert not data_dir.exists()
    assert not (project / ".columbus.json").exists()


def test_files_that_cannot_be_read(run: Run, tmp_path: Path) -> None:
    assert run("eval", str(tmp_path / "none.json"))["error"]["code"] == "NOT_FOUND"
    assert run("eval", str(tmp_path))["error"]["code"] == "USAGE"
    (tmp_path / "latin").write_bytes(b'["\xe9"]')
    assert "not UTF-8" in run("eval", str(tmp_path / "latin"))["error"]["message"]


# --- comparisons


def test_a_run_is_compared_with_an_earlier_one(
    run: Run, tasks: Callable[[object], str], tmp_path: Path
) -> None:
    path = tasks(TASKS)
    before = run("eval", path)
    # As if the first task had been found at rank 4, and one more task had been asked.
    before["tasks"][0] |= {"ranks": [4], "first": 4, "tokens": 1000}
    before["tasks"].append({**before["tasks"][1], "query": "another"})
    earlier = tmp_path / "before.json"
    earlier.write_text(json.dumps(before), "utf-8")
    found = run("eval", path, "--compare", str(earlier))
    comparison = found["comparison"]
    assert comparison["tasks"] == 3
    mrr = comparison["differences"]["mrr"]
    assert (mrr["mean"], mrr["better"], mrr["worse"]) == (0.25, 1, 0)
    assert comparison["differences"]["tokens"]["better"] == 1
    gained = round(1 - 1 / math.log2(5), 4)
    assert comparison["changed"] == [
        {"query": TASKS[0]["query"], "before": 4, "after": 1, "ndcg_10": gained}
    ]
    assert any("1 tasks are in one of the two runs only" in told for told in found["warnings"])


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda held: [], "is not what columbus eval --json printed"),
        (lambda held: {**held, "command": "search"}, "is not what columbus eval"),
        (lambda held: {**held, "tasks": []}, "holds no tasks"),
        (lambda held: {**held, "tasks": [3]}, "task 0 is no object"),
        (lambda held: {**held, "tasks": [{"query": "q"}]}, "task 0 has no query, category"),
        (lambda held: _with(held, ranks=[]), "task 0 needs one rank a target"),
        (lambda held: _with(held, ranks=[0]), "task 0 has a rank that is none"),
        (lambda held: _with(held, targets="a"), "task 0: targets must be a list"),
        (lambda held: _with(held, tokens="many"), "task 0 has tokens that are"),
        (lambda held: _with(held, query="other"), "has none of these tasks"),
    ],
)
def test_what_is_no_earlier_run_is_refused(
    run: Run,
    tasks: Callable[[object], str],
    tmp_path: Path,
    change: Callable[[dict[str, Any]], object],
    told: str,
) -> None:
    path = tasks(TASKS[:1])
    earlier = tmp_path / "before.json"
    earlier.write_text(json.dumps(change(run("eval", path))), "utf-8")
    found = run("eval", path, "--compare", str(earlier))
    assert (found["exit"], found["error"]["code"]) == (2, "USAGE")
    assert told in found["error"]["message"]


def _with(held: dict[str, Any], **changes: object) -> dict[str, Any]:
    return {**held, "tasks": [{**held["tasks"][0], **changes}]}


# --- tasks from a history


@pytest.fixture
def repository(tmp_path: Path, data_dir: Path) -> Path:
    """The made-up repository with a charted, changed working tree."""
    root = tmp_path / "repository"
    past.make(root)
    (root / "wire.py").write_text("def changed(): pass\n")
    return root


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary directories are made."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def test_commits_become_tasks(run: Run, repository: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    found = run("eval", "--from-history", "9", "--save", str(saved), root=repository)
    assert found["exit"] == 0
    assert [(task["query"], task["category"]) for task in found["tasks"]] == [
        # What was added by the commit was not there to be found.
        ("Refuse messages from a broken socket in", ""),
        ("keep order of waiting jobs in", "fix"),
    ]
    assert [[each["path"] for each in task["targets"]] for task in found["tasks"]] == [
        ["wire.py"],
        ["queue.py"],
    ]
    assert found["skipped"] == {"files are gone": 1, "no code": 1, "no parent": 1, "routine": 1}
    held = json.loads(saved.read_text("utf-8"))
    assert [task["commit"] for task in held] == [task["commit"] for task in found["tasks"]]
    again = run("eval", str(saved), root=repository)
    assert again["source"] == "history"
    assert (again["tasks"], again["overall"]) == (found["tasks"], found["overall"])


def test_searches_see_the_tree_before_the_commit(
    repository: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from columbus.service import evaluate

    seen = []

    def noted(ws: Any, query: Any) -> Any:
        files = {path.name: path.read_text() for path in Path(ws.root).iterdir() if path.is_file()}
        seen.append((query.text, files, {row[0] for row in ws.store.known()}))
        return search(ws, query)

    search = evaluate.search
    monkeypatch.setattr(evaluate, "search", noted)
    run("eval", "--from-history", "9", "--baseline", root=repository)
    states = {query: (files, charted) for query, files, charted in seen}
    files, charted = states["keep order of waiting jobs in"]
    assert "append(job)" in files["queue.py"]
    assert charted == {"queue.py", "wire.py", "old.py", "README.md"}
    files, charted = states["Refuse messages from a broken socket in"]
    assert "insert(0, job)" in files["queue.py"]
    assert files["wire.py"] == past.WIRE
    assert charted == {"queue.py", "wire.py", "README.md"}


def test_nothing_of_the_user_is_touched(
    run: Run, repository: Path, data_dir: Path, temporary: Path
) -> None:
    before = past.state(repository)
    assert run("eval", "--from-history", "9", "--baseline", root=repository)["exit"] == 0
    assert past.state(repository) == before
    assert not data_dir.exists()
    assert list(temporary.iterdir()) == []


def test_a_project_below_the_root_of_its_repository(
    run: Run, tmp_path: Path, data_dir: Path
) -> None:
    root = tmp_path / "above"
    past.make(root / "part")
    (root / "part" / ".git").rename(root / ".git")
    past.git(root, "add", "-A")
    past.git(root, "commit", "-q", "-m", "Move everything to where it belongs now")
    path = root / "part" / "queue.py"
    path.write_text(path.read_text("utf-8") + "\n\nlimit = 5\n", "utf-8")
    past.git(root, "commit", "-q", "-am", "Bound the number of waiting things")
    (root / "part" / ".columbus.json").write_text("{}")
    found = run("eval", "--from-history", "1", root=root / "part")
    assert found["exit"] == 0
    assert found["tasks"][0]["targets"] == [{"path": "queue.py"}]
    assert found["tasks"][0]["first"] == 1


def test_an_interrupt_leaves_nothing_behind(
    repository: Path, data_dir: Path, temporary: Path
) -> None:
    before = past.state(repository)
    # A slow search, so that the interrupt comes while the past is laid out.
    script = (
        "import sys, time\n"
        "from columbus.service import evaluate\n"
        "evaluate.search = lambda ws, query: print('now', flush=True) or time.sleep(60)\n"
        "from columbus.cli.entry import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    words = ["eval", "--from-history", "9", "--root", str(repository)]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, "-c", script, *words], stdout=subprocess.PIPE, env=env
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"now\n"
        assert len(list(temporary.iterdir())) == 1
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
    assert list(temporary.iterdir()) == []
    assert past.state(repository) == before


def test_where_there_is_no_history(
    run: Run, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = run("eval", "--from-history", "3")
    assert (found["exit"], found["error"]["code"]) == (2, "USAGE")
    assert "has no history in git" in found["error"]["message"]
    past.git(project, "add", "-A")
    past.git(project, "commit", "-q", "-m", "Start")
    found = run("eval", "--from-history", "3")
    assert (found["exit"], found["error"]["code"]) == (1, "NOT_FOUND")
    assert "no commit here makes a task (no parent 1)" in found["error"]["message"]
    unknown = tmp_path / "tasks.json"
    unknown.write_text(json.dumps([{**TASKS[0], "commit": "0123456789"}]))
    assert "commit 0123456789 is not here" in run("eval", str(unknown))["error"]["message"]
    monkeypatch.setenv("PATH", str(tmp_path))
    found = run("eval", "--from-history", "3")
    assert (found["exit"], found["error"]["code"]) == (1, "DEPENDENCY_MISSING")
    assert found["error"]["message"] == "git is not installed"


def test_a_hook_may_ask(
    run: Run, repository: Path, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", str(project / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(project / "index"))
    monkeypatch.setenv("GIT_WORK_TREE", str(project))
    assert len(run("eval", "--from-history", "9", root=repository)["tasks"]) == 2
    assert not (project / "index").exists()


@pytest.mark.parametrize(
    ("subject", "kind", "rest"),
    [
        ("fix(scope)!: keep the order (#12)", "fix", "keep the order"),
        ("net, io: close sockets, fixes #3", "", "close sockets,"),
        ("fix: rt: park workers", "fix", "park workers"),
        ("Handle a: b in headers", "", "Handle a: b in headers"),
        ("Stop early [skip ci] see https://x.org/1", "", "Stop early see"),
        ("Close owner/name#44 by waiting", "", "by waiting"),
    ],
)
def test_prefixes_and_numbers_are_taken_out(subject: str, kind: str, rest: str) -> None:
    assert _without_prefix(subject) == (kind, rest)


def test_the_answer_follows_its_schema(run: Run, repository: Path) -> None:
    from importlib import resources

    found = run("eval", "--from-history", "9", "--baseline", root=repository)
    del found["exit"]
    schema = resources.files("columbus") / "schema" / "eval.json"
    Draft202012Validator(json.loads(schema.read_text("utf-8"))).validate(found)
