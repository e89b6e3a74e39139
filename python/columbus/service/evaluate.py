"""``evaluate()``: how well searches answer tasks whose answers are known.

Takes tasks, runs each as a search in this process, and gives metrics with their intervals. Tasks of
a history are asked of the tree as it was before their commit, in a chart of its own; all others are
asked of the working tree. Beside Columbus, two plain baselines may be asked of the same files.
"""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from columbus.config_file import new_project_id
from columbus.errors import UsageError
from columbus.frozen import dataclass, replace
from columbus.progress import Silent
from columbus.records import EvalResult, Query, Target, TaskScore, Timing
from columbus.service import baselines, history
from columbus.service.comparison import compare, read_earlier
from columbus.service.index import reindex
from columbus.service.scoring import (
    DEPTH,
    RESAMPLES,
    SEED,
    Place,
    by_category,
    differences_of,
    percentile,
    ranks_of,
    scores_of,
    tokens_of,
    values_of,
)
from columbus.service.search import search
from columbus.service.tasks import read_tasks, save_tasks
from columbus.service.workspace import open_workspace
from columbus.settings import environment

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from columbus.progress import Progress
    from columbus.records import SearchResult
    from columbus.service.tasks import Task
    from columbus.service.workspace import Workspace
    from columbus.settings import Settings

    # How many characters the answer for agents has; renderers are no part of a service.
    Length = Callable[[SearchResult], int]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be measured: the tasks of a file or ``history`` tasks made from commits."""

    tasks: str = ""
    history: int = 0
    deep: bool = False
    baseline: bool = False
    compare: str = ""
    save: str = ""


def evaluate(settings: Settings, plan: Plan, length: Length, report: Progress) -> EvalResult:
    """Run every task and score it. Raises ``UsageError`` for tasks that are none, ``RunError``."""
    earlier = read_earlier(plan.compare) if plan.compare else ()
    skipped: tuple[tuple[str, int], ...] = ()
    if plan.history:
        git = history.repository(settings.root, environment())
        tasks, skipped = history.pick_tasks(git, plan.history, report)
        if plan.save:
            save_tasks(plan.save, tasks)
    else:
        tasks = read_tasks(plan.tasks)
    run = _Run(tasks, plan, length)
    if tasks[0].commit:
        _ask_the_past(settings, run, report)
    else:
        _ask_the_present(settings, run, report)
    result = replace(run.result(), skipped=skipped)
    if not earlier:
        return result
    comparison, told = compare(plan.compare, result.tasks, earlier)
    return replace(result, comparison=comparison, warnings=(*result.warnings, *told))


def _ask_the_present(settings: Settings, run: _Run, report: Progress) -> None:
    with open_workspace(settings, create=settings.indexing.auto, report=report) as ws:
        if settings.indexing.auto:
            # A search brings in what its budget allows; what is measured is the whole tree.
            reindex(ws, "incremental", (), False, None)
        _check_targets(ws, run)
        # What is opened once a process is no part of a search.
        search(ws, run.query(run.tasks[0]))
        report.stage("searching", len(run.tasks))
        ws.report = Silent()
        for at in range(len(run.tasks)):
            run.ask(ws, at)
            report.advance()
        run.warnings += ws.warnings


def _check_targets(ws: Workspace, run: _Run) -> None:
    known = {row[0] for row in ws.store.known()}
    missing = [
        (at, target.path)
        for at, task in enumerate(run.tasks)
        for target in task.targets
        if target.path not in known
    ]
    if missing:
        at, path = missing[0]
        run.warnings.append(
            f"{len(missing)} places are in no charted file and cannot be found, "
            f"the first is {path} of task {at}"
        )


def _ask_the_past(settings: Settings, run: _Run, report: Progress) -> None:
    """Ask each task of the tree before its commit, oldest first, so that little changes between."""
    env = environment()
    git = history.repository(settings.root, env)
    with history.past(git, env) as tree:
        parents = [tree.before(task.commit) for task in run.tasks]
        report.stage("charting the past")
        with open_workspace(_apart(settings, tree), create=False, report=report) as ws:
            for at in reversed(range(len(run.tasks))):
                tree.go(parents[at])
                reindex(ws, "incremental", (), run.plan.deep, None)
                if at == len(run.tasks) - 1:
                    search(ws, run.query(run.tasks[at]))
                    ws.report = Silent()
                    report.stage("searching", len(run.tasks))
                run.ask(ws, at)
                report.advance()
            run.warnings += ws.warnings


def _apart(settings: Settings, tree: history.Past) -> Settings:
    """The settings of the project for a tree, a chart and vectors that are not the user's."""
    data = Path(tree.folder, "data")
    data.mkdir(0o700)
    models = Path(settings.data_dir, "models")
    if models.is_dir():
        # Where links need a privilege, a pulled model is missing, which is said when it is needed.
        with suppress(OSError):
            (data / "models").symlink_to(models)
    return replace(
        settings,
        root=tree.root,
        root_arg=tree.root,
        data_dir=str(data),
        project_id=settings.project_id or new_project_id(),
        indexing=replace(settings.indexing, auto=True),
    )


class _Run:
    """The tasks of a run with what was found for them so far."""

    def __init__(self, tasks: Sequence[Task], plan: Plan, length: Length) -> None:
        self.tasks = tasks
        self.plan = plan
        self.warnings: list[str] = []
        self._length = length
        self._scores: dict[int, TaskScore] = {}
        self._milliseconds: list[float] = []
        self._corpus = baselines.Corpus(task.query for task in tasks) if plan.baseline else None
        self._plain: dict[str, dict[int, TaskScore]] = {name: {} for name in baselines.NAMES}

    def query(self, task: Task) -> Query:
        return Query(task.query, kind="code", limit=DEPTH, deep=self.plan.deep)

    def ask(self, ws: Workspace, at: int) -> None:
        """Search for a task of the list, and let the baselines search."""
        task = self.tasks[at]
        began = time.perf_counter()
        result = search(ws, self.query(task))
        self._milliseconds.append((time.perf_counter() - began) * 1000)
        places = [Place(hit.path, hit.start_line, hit.end_line) for hit in result.hits]
        score = _score(task, places)
        if score.first:
            read = replace(result, hits=result.hits[: score.first], warnings=())
            score = replace(score, tokens=tokens_of(self._length(read)))
        self._scores[at] = score
        if self._corpus is not None:
            self._ask_baselines(ws, at, self._corpus)

    def _ask_baselines(self, ws: Workspace, at: int, corpus: baselines.Corpus) -> None:
        files = [(file.path, file.blob, file.size) for file in ws.store.files() if file.blob]
        size = sum(each[2] for each in files)
        if size > baselines.MAX_BYTES:
            raise UsageError(
                "USAGE",
                f"the baselines read at most {baselines.MAX_BYTES >> 20} MB, here are {size >> 20}",
                "leave --baseline out, or restrict indexing.include",
            )
        corpus.look(ws.root, [(path, blob) for path, blob, _ in files])
        for name, scores in self._plain.items():
            paths = corpus.rank(name, self.tasks[at].query, DEPTH)
            scores[at] = _score(self.tasks[at], [Place(path) for path in paths])

    def result(self) -> EvalResult:
        """The metrics of all that was asked."""
        tasks = _in_order(self._scores)
        values = [values_of(task) for task in tasks]
        rivals = []
        for name, found in self._plain.items() if self._corpus is not None else ():
            plain = [values_of(task) for task in _in_order(found)]
            differences = differences_of(values, plain)
            rivals.append(replace(scores_of(name, plain), differences=differences))
        times = sorted(self._milliseconds)
        return EvalResult(
            source="history" if self.tasks[0].commit else "tasks",
            deep=self.plan.deep,
            limit=DEPTH,
            resamples=RESAMPLES,
            seed=SEED,
            scores=scores_of("columbus", values),
            tasks=tasks,
            timing=Timing(len(times), percentile(times, 50), percentile(times, 95)),
            categories=by_category(tasks, values),
            baselines=tuple(rivals),
            warnings=tuple(dict.fromkeys(self.warnings)),
        )


def _score(task: Task, found: Sequence[Place]) -> TaskScore:
    targets: tuple[Target, ...] = task.targets
    return TaskScore(task.query, task.category, task.commit, targets, ranks_of(targets, found))


def _in_order(scores: dict[int, TaskScore]) -> tuple[TaskScore, ...]:
    return tuple(scores[at] for at in sorted(scores))
