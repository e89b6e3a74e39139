"""Two runs of ``eval`` over the same tasks: the earlier one is read from its JSON.

Ranks and tokens are taken from the file and metrics are computed anew, so that a rounded figure is
never compared with an exact one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus.errors import UsageError
from columbus.records import Changed, Comparison, TaskScore
from columbus.service.scoring import DEPTH, differences_of, values_of
from columbus.service.tasks import read_json, read_targets

if TYPE_CHECKING:
    from collections.abc import Sequence

# The tasks that changed most, by name.
SHOWN = 10


def read_earlier(path: str) -> tuple[TaskScore, ...]:
    """The tasks of an earlier run. Raises ``UsageError`` for a file that is none."""
    raw = read_json(path)
    if not isinstance(raw, dict) or raw.get("command") != "eval" or not raw.get("ok"):
        raise _wrong(path, "is not what columbus eval --json printed")
    tasks = raw.get("tasks")
    if not isinstance(tasks, list) or not tasks:
        raise _wrong(path, "holds no tasks")
    return tuple(_task(item, f"{path}: task {index}") for index, item in enumerate(tasks))


def compare(
    path: str, new: Sequence[TaskScore], earlier: Sequence[TaskScore]
) -> tuple[Comparison, tuple[str, ...]]:
    """This run minus the earlier one, over the tasks of both, and what to warn of.

    Raises ``UsageError`` when there are none.
    """
    known = {_key(task): task for task in earlier}
    pairs = [(task, known[_key(task)]) for task in new if _key(task) in known]
    if not pairs:
        raise _wrong(path, "has none of these tasks")
    after = [values_of(task) for task, _ in pairs]
    before = [values_of(task) for _, task in pairs]
    changed = [
        Changed(task.query, old.first, task.first, (a["ndcg_10"] or 0.0) - (b["ndcg_10"] or 0.0))
        for (task, old), a, b in zip(pairs, after, before, strict=True)
    ]
    most = sorted((each for each in changed if each.ndcg_10), key=lambda each: -abs(each.ndcg_10))
    alone = len(new) + len(earlier) - 2 * len(pairs)
    warnings = (f"{path}: {alone} tasks are in one of the two runs only",) if alone else ()
    differences = differences_of(after, before)
    return Comparison(path, len(pairs), differences, tuple(most[:SHOWN])), warnings


def _key(task: TaskScore) -> tuple[object, ...]:
    return task.query, task.commit, task.targets


def _task(raw: object, where: str) -> TaskScore:
    if not isinstance(raw, dict):
        raise _wrong(where, "is no object")
    query, category, commit = (raw.get(key) for key in ("query", "category", "commit"))
    if not (isinstance(query, str) and isinstance(category, str) and isinstance(commit, str)):
        raise _wrong(where, "has no query, category and commit")
    targets = read_targets(raw.get("targets"), f"{where}: targets")
    ranks = raw.get("ranks")
    if not isinstance(ranks, list) or len(ranks) != len(targets) or not targets:
        raise _wrong(where, "needs one rank a target")
    if not all(rank is None or (type(rank) is int and 1 <= rank <= DEPTH) for rank in ranks):
        raise _wrong(where, f"has a rank that is none of 1 to {DEPTH} and null")
    tokens = raw.get("tokens")
    if tokens is not None and type(tokens) is not int:
        raise _wrong(where, "has tokens that are no whole number")
    return TaskScore(query, category, commit, targets, tuple(ranks), tokens)


def _wrong(where: str, what: str) -> UsageError:
    return UsageError("USAGE", f"{where} {what}", "columbus eval TASKS --json > FILE makes one")
