"""``columbus eval``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus.cli import output, session
from columbus.errors import UsageError

if TYPE_CHECKING:
    from columbus.cli.call import Call
    from columbus.errors import ExitStatus
    from columbus.records import SearchResult
    from columbus.service.evaluate import Plan


def plan_of(call: Call) -> Plan:
    """What is to be measured; raises ``UsageError`` when that is not clear."""
    from columbus.service.evaluate import Plan

    values = call.values
    tasks, commits = values.text("tasks"), values.count("from_history")
    if (tasks is None) == (commits is None):
        wrong = "needs TASKS or --from-history N" if tasks is None else "takes one of the two"
        raise UsageError("USAGE", f"eval {wrong}", "columbus eval --from-history 40")
    if values.text("save") and commits is None:
        raise UsageError("USAGE", "--save writes the tasks of --from-history")
    return Plan(
        tasks=tasks or "",
        history=commits or 0,
        deep=values.flag("deep"),
        baseline=values.flag("baseline"),
        compare=values.text("compare") or "",
        save=values.text("save") or "",
    )


def run(call: Call) -> ExitStatus:
    """Score the answers to tasks whose answers are known."""
    from columbus.service.evaluate import evaluate

    plan = plan_of(call)
    settings = session.resolve(call)
    with session.reporting(call, settings) as report:
        result = evaluate(settings, plan, _length, report)
    verbose = call.values.flag("verbose")
    return output.deliver(call, settings, result, in_full=verbose)


def _length(result: SearchResult) -> int:
    """Characters of the answer as agents get it."""
    from columbus.render import render

    return len(render(result, "llm"))
