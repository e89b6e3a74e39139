"""Text view of ``eval``: one table of metrics, differences beside it, and the tasks that failed.

The same rules as in ``as_text``. ``explain`` lists every task instead of the worst.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus.render.clean import clean
from columbus.render.look import Look, columns, plural
from columbus.render.wording import place

if TYPE_CHECKING:
    from collections.abc import Iterable

    from columbus.records import Difference, Estimate, EvalResult, Scores, TaskScore

Lines = list[str]

# A screen of what went wrong; -v and JSON have all.
_SHOWN = 10
_TITLES = {
    "recall_1": "recall@1",
    "recall_5": "recall@5",
    "recall_10": "recall@10",
    "mrr": "MRR",
    "ndcg_10": "NDCG@10",
    "hit_1": "hit@1",
    "hit_10": "hit@10",
    "tokens": "tokens to first hit",
}
# Enough to tell categories apart in a line.
_OF_CATEGORIES = ("ndcg_10", "mrr", "recall_10", "hit_10")


def view(result: EvalResult, look: Look) -> Lines:
    """The lines of a run."""
    lines = [_headline(result), ""]
    lines += _metrics([result.scores, *result.baselines], look)
    for rival in result.baselines:
        title = f"columbus minus {clean(rival.name)}"
        lines += _differences(title, rival.differences, look)
    lines += _categories(result.categories, look)
    if result.comparison is not None:
        lines += _comparison(result, look)
    lines += _tasks(result.tasks, look)
    timing = result.timing
    told = [
        f"{timing.searches:,} searches: p50 {timing.p50_ms:.1f} ms, "
        f"p95 {timing.p95_ms:.1f} ms, in one process",
        f"[95 % intervals]: bootstrap over tasks, {result.resamples:,} resamples",
        "tokens: characters of the --llm answer / 4, up to and including the first right hit",
        f"commits without a task: {_counts(result.skipped)}" if result.skipped else "",
    ]
    return [*lines, "", *(look.paint("dim", line) for line in told if line)]


def _headline(result: EvalResult) -> str:
    deep = ", --deep" if result.deep else ""
    if result.source == "tasks":
        return f"{plural(result.scores.tasks, 'task')}{deep}"
    made = f"{plural(result.scores.tasks, 'task')} from history"
    return f"{made}, each asked of the tree before its commit{deep}"


def _metrics(groups: list[Scores], look: Look) -> Lines:
    rows = [("", *(clean(group.name) for group in groups))]
    for metric, title in _TITLES.items():
        cells = [_estimate(_find(group.estimates, metric)) for group in groups]
        if any(cells):
            rows.append((title, *cells))
    head, *lines = columns(rows)
    return [look.paint("bold", head), *lines]


def _find(estimates: Iterable[Estimate], metric: str) -> Estimate | None:
    return next((each for each in estimates if each.metric == metric), None)


def _estimate(estimate: Estimate | None) -> str:
    if estimate is None:
        return ""
    digits = 0 if estimate.metric == "tokens" else 3
    shown = [f"{each:.{digits}f}" for each in (estimate.mean, estimate.low, estimate.high)]
    return f"{shown[0]} [{shown[1]}, {shown[2]}]"


def _differences(title: str, differences: tuple[Difference, ...], look: Look) -> Lines:
    rows = [(title, "difference", "better", "worse", "tasks")]
    for each in differences:
        digits = 0 if each.metric == "tokens" else 3
        mean, low, high = (f"{x:+.{digits}f}" for x in (each.mean, each.low, each.high))
        counts = (f"{each.better}", f"{each.worse}", f"{each.tasks}")
        rows.append((_TITLES[each.metric], f"{mean} [{low}, {high}]", *counts))
    head, *lines = columns(rows, right=(2, 3, 4))
    return ["", look.paint("bold", head), *lines]


def _categories(groups: tuple[Scores, ...], look: Look) -> Lines:
    if not groups:
        return []
    rows = [("category", "tasks", *(_TITLES[metric] for metric in _OF_CATEGORIES))]
    for group in groups:
        cells = [_estimate(_find(group.estimates, metric)) for metric in _OF_CATEGORIES]
        rows.append((clean(group.name) or "(none)", f"{group.tasks}", *cells))
    head, *lines = columns(rows, right=(1,))
    return ["", look.paint("bold", head), *lines]


def _comparison(result: EvalResult, look: Look) -> Lines:
    found = result.comparison
    assert found is not None
    title = f"minus {clean(found.path)}"
    lines = _differences(title, found.differences, look)
    rows = [
        (f"{each.ndcg_10:+.3f}", _rank(each.before), "->", _rank(each.after), clean(each.query))
        for each in found.changed
    ]
    if not rows:
        return [*lines, "", "no task has another NDCG@10"]
    head = look.paint("bold", "tasks that changed most: NDCG@10, rank of the first right hit")
    return [*lines, "", head, *columns(rows, indent="  ", right=(0, 1, 3))]


def _tasks(tasks: tuple[TaskScore, ...], look: Look) -> Lines:
    """All tasks in their order, or the worst: those without a right hit first."""
    wrong = [task for task in tasks if task.first != 1]
    worst = sorted(wrong, key=lambda task: -(task.first or len(tasks) + 99))
    shown = list(tasks) if look.explain else worst[:_SHOWN]
    if not shown:
        return []
    rows = [(_rank(task.first), clean(task.query), _wanted(task)) for task in shown]
    more = len(wrong) - len(shown)
    title = "every task" if look.explain else "worst tasks"
    lines = ["", look.paint("bold", f"{title}: rank of the first right hit, query, wanted")]
    lines += [look.cut(line) for line in columns(rows, indent="  ", right=(0,))]
    return lines + ([f"  and {more:,} more not at rank 1 (-v lists all)"] if more > 0 else [])


def _wanted(task: TaskScore) -> str:
    first = task.targets[0]
    more = len(task.targets) - 1
    where = place(first.path, first.start_line or 0, first.end_line or 0)
    return where + (f" and {more} more" if more else "")


def _rank(rank: int | None) -> str:
    return "miss" if rank is None else f"{rank}"


def _counts(pairs: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(f"{clean(name)} {count:,}" for name, count in pairs)
