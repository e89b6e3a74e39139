"""Scoring of ranked answers: ranks of targets, metrics of a task, means with their intervals.

Takes what was found and what should have been, gives numbers; reads nothing and keeps no state.

A target gets the rank of the first result that covers it: the paths are equal and, where both have
lines, the ranges overlap. Gains are binary: NDCG@10 sums 1/log2(1+rank) over the *distinct* ranks
of the targets, and its ideal puts all targets at the top. Intervals are percentiles of means over
resampled tasks, with a fixed seed, so that the same ranks give the same bytes.
"""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING

from columbus.frozen import dataclass
from columbus.records import Difference, Estimate, Scores

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from columbus.records import Target, TaskScore

# Results that are looked at: the first page of an answer.
DEPTH = 10
RESAMPLES = 1000
SEED = 20250101
# Rule of thumb of the common tokenisers for code and English.
CHARACTERS_A_TOKEN = 4
METRICS = ("recall_1", "recall_5", "recall_10", "mrr", "ndcg_10", "hit_1", "hit_10", "tokens")
# Of these a smaller value is better.
_COSTS = frozenset({"tokens"})

# The values of a task by metric; what is not defined for it is ``None``.
Values = dict[str, float | None]


@dataclass(frozen=True, slots=True)
class Place:
    """A result: a path, with lines unless it is a whole file (then 0)."""

    path: str
    start_line: int = 0
    end_line: int = 0


def ranks_of(targets: Iterable[Target], found: Sequence[Place]) -> tuple[int | None, ...]:
    """For each target the rank, from 1, of the first of ten results that covers it."""
    return tuple(
        next((rank for rank, place in enumerate(found[:DEPTH], 1) if _covers(place, target)), None)
        for target in targets
    )


def _covers(place: Place, target: Target) -> bool:
    if place.path != target.path:
        return False
    start, end = target.start_line, target.end_line
    if start is None or end is None or place.start_line <= 0:
        return True
    return place.start_line <= end and start <= place.end_line


def values_of(task: TaskScore) -> Values:
    """Every metric of one task."""
    ranks = [rank for rank in task.ranks if rank is not None]
    count = len(task.targets)
    first = task.first
    return {
        **{f"recall_{k}": sum(rank <= k for rank in ranks) / count for k in (1, 5, 10)},
        "mrr": 1 / first if first else 0.0,
        "ndcg_10": _gain(set(ranks)) / _gain(range(1, min(DEPTH, count) + 1)),
        "hit_1": float(first == 1),
        "hit_10": float(first is not None),
        "tokens": None if task.tokens is None else float(task.tokens),
    }


def _gain(ranks: Iterable[int]) -> float:
    return math.fsum(1 / math.log2(1 + rank) for rank in ranks)


def scores_of(name: str, tasks: Sequence[Values]) -> Scores:
    """Means and intervals over the tasks of a group; a metric that no task has is left out."""
    estimates = []
    for metric in METRICS:
        values = [value for task in tasks if (value := task[metric]) is not None]
        if values:
            mean, low, high = _interval(values)
            estimates.append(Estimate(metric, mean, low, high, len(values)))
    return Scores(name, len(tasks), tuple(estimates))


def differences_of(new: Sequence[Values], old: Sequence[Values]) -> tuple[Difference, ...]:
    """New minus old, task by task, over the tasks for which both have the metric."""
    differences = []
    for metric in METRICS:
        pairs = [(a[metric], b[metric]) for a, b in zip(new, old, strict=True)]
        changes = [a - b for a, b in pairs if a is not None and b is not None]
        if changes:
            mean, low, high = _interval(changes)
            up, down = sum(change > 0 for change in changes), sum(change < 0 for change in changes)
            better, worse = (down, up) if metric in _COSTS else (up, down)
            differences.append(Difference(metric, mean, low, high, len(changes), better, worse))
    return tuple(differences)


def by_category(tasks: Sequence[TaskScore], values: Sequence[Values]) -> tuple[Scores, ...]:
    """The scores of each category, by name; none where there is nothing to tell apart."""
    names = sorted({task.category for task in tasks})
    if len(names) < 2:
        return ()
    return tuple(
        scores_of(name, [each for task, each in pairs if task.category == name])
        for name in names
        for pairs in [list(zip(tasks, values, strict=True))]
    )


def _interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Mean with the ends of its 95 % bootstrap interval."""
    # A generator for each metric: what is resampled depends on the number of tasks alone.
    choose = random.Random(SEED).choices
    count = len(values)
    means = sorted(math.fsum(choose(values, k=count)) / count for _ in range(RESAMPLES))
    return math.fsum(values) / count, percentile(means, 2.5), percentile(means, 97.5)


def percentile(ordered: Sequence[float], percent: float) -> float:
    """The percentile of sorted values, between two of them where it falls so; 0 of none."""
    if not ordered:
        return 0.0
    at = (len(ordered) - 1) * percent / 100
    low = int(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (at - low)


def tokens_of(characters: int) -> int:
    """An estimate of the tokens in so many characters."""
    return math.ceil(characters / CHARACTERS_A_TOKEN)
