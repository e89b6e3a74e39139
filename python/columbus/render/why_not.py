"""Why a file is no hit, for text and llm alike: one sentence, and the features side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus.render.clean import clean
from columbus.render.look import Look, columns, plural
from columbus.render.wording import place, title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from columbus.records import Compared, WhyNot

_VERDICTS = {
    "no_file": "there is no such file in the project",
    "not_charted": "it is on disk but not charted; `columbus show file` says why",
    "filtered": "a filter or an excluded word of the query leaves it out",
    "not_voted": "no lane voted for it: its words and its vectors are too far from the query",
    "unrelated": "it holds no word of the query and is not near in meaning",
}


def why_not_lines(told: WhyNot, look: Look) -> list[str]:
    """The lines of a ``why_not``, without colour but for the head."""
    lines = [look.paint("bold", f"why not {place(told.path, told.line, 0)}"), f"  {_verdict(told)}"]
    if told.lanes:
        lines.append(f"  voted for by {', '.join(map(clean, told.lanes))}")
    lines += _table(told.features, "this file", "that hit" if told.against else "")
    passed = told.definition
    if passed is not None:
        where = f"{passed.start_line}-{passed.end_line}"
        lines.append(
            f"  the definition around the line, {title(passed)} at {where},"
            f" is number {passed.rank} of {plural(passed.of, 'range')} of the file"
        )
        rival = "the best" if passed.rank > 1 else "the next"
        lines += _table(passed.features, "this", rival if passed.of > 1 else "")
    return lines


def _verdict(told: WhyNot) -> str:
    if told.verdict in _VERDICTS:
        return _VERDICTS[told.verdict]
    is_hit = "it is hit" if told.verdict == "shown" else "it is ranked"
    text = f"{is_hit} number {told.rank:,} with {told.score:.4f}"
    if told.against:
        which = "the first" if told.verdict == "shown" else "the last one shown"
        text += f"; {which} is {clean(told.against)} with {told.against_score:.4f}"
    return text


def _table(features: Sequence[Compared], mine: str, other: str) -> list[str]:
    if not features:
        return []
    rows = [("feature", mine, other)]
    rows += [
        (clean(row.name), _value(row.name, row.value), _value(row.name, row.other) if other else "")
        for row in features
    ]
    return columns(rows, indent="    ", right=(1, 2))


def _value(name: str, value: float) -> str:
    return f"x{value:.4f}" if name == "role" else f"{value:+.4f}"
