"""Answers for agents: compact markdown, each place cited as ``path:start-end``.

Takes a record and a look (only ``explain`` counts here), gives markdown without colour. Warnings
and gaps are in the text, since an agent sees nothing else. Untrusted text is cleaned as for a
terminal, and code fences are longer than any run of backticks inside.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from columbus import records
from columbus.render import text_eval, text_reports
from columbus.render.clean import clean, clean_lines
from columbus.render.look import Look, plural
from columbus.render.why_not import why_not_lines
from columbus.render.wording import (
    empty_reason,
    freshness_gaps,
    graph_facts,
    place,
    search_gaps,
    title,
    understood,
)

if TYPE_CHECKING:
    from collections.abc import Callable

Lines = list[str]

_TICKS = re.compile("`+")
# Enough to know the neighbourhood; `show file --json` has them all.
_LIST_SHOWN = 12


def render(result: records.Result, look: Look) -> str:
    """The markdown of ``result``, warnings at its end."""
    lines = _VIEWS[type(result)](result, look)
    lines += [f"> warning: {clean(warning)}" for warning in result.warnings]
    return "".join(f"{line}\n" for line in lines)


def code(text: str) -> str:
    """A code span that holds whatever is in ``text``."""
    cleaned = clean(text)
    ticks = "`" * (_longest_run(cleaned) + 1)
    pad = " " if cleaned.startswith("`") or cleaned.endswith("`") else ""
    return f"{ticks}{pad}{cleaned}{pad}{ticks}"


def _longest_run(text: str) -> int:
    return max((len(run) for run in _TICKS.findall(text)), default=0)


def _fenced(text: str, language: str) -> Lines:
    body = clean_lines(text)
    fence = "`" * max(3, _longest_run("\n".join(body)) + 1)
    return [f"{fence}{clean(language)}", *body, fence]


def _search(result: records.SearchResult, look: Look) -> Lines:
    shown = f"{len(result.hits)} of {plural(result.total, 'hit')}"
    lines = [f"# {clean(result.query)}", "; ".join([shown, *search_gaps(result)])]
    for rank, hit in enumerate(result.hits, 1):
        lines += _hit(rank, hit, look)
    if not result.hits:
        lines.append(f"No hit: {empty_reason(result)}.")
    if result.memories:
        lines += ["## Memories", *(f"- {_memory(memory)}" for memory in result.memories)]
    if look.explain:
        lines += [f"understood: {'; '.join(understood(result.understood))}"]
        lines += _lanes(result.lanes)
    if result.why_not is not None:
        lines += ["```", *why_not_lines(result.why_not, Look()), "```"]
    return lines


def _hit(rank: int, hit: records.Hit, look: Look) -> Lines:
    what = "file" if hit.grain == "file" else title(hit)
    told = "; ".join(part for part in (clean(hit.why), *_cautions(hit)) if part)
    lines = [f"{rank}. {code(place(hit.path, hit.start_line, hit.end_line))} {what} - {told}"]
    if hit.snippet is not None:
        lines += _fenced(hit.snippet, hit.language)
    elif hit.signature:
        lines.append(f"   {code(hit.signature)}")
    lines += [f"   also {_range(part)}" for part in hit.ranges]
    lines += [f"   memory {_memory(memory)}" for memory in hit.memories]
    if look.explain and hit.reasons:
        shares = ", ".join(f"{clean(each.name)} {each.value:+.4f}" for each in hit.reasons)
        lines.append(f"   score {hit.score:.4f} = {shares}")
    return lines


def _cautions(hit: records.Hit) -> Lines:
    risk = "" if hit.risk.level == "low" else f"risk {hit.risk.level}"
    hints = ", ".join(clean(hint) for hint in hit.risk.hints)
    return [f"{risk} ({hints})" if risk and hints else risk, *graph_facts(hit.graph)]


def _range(part: records.Range) -> str:
    what = code(part.signature) if part.signature else title(part)
    return f"{part.start_line}-{part.end_line} {what}"


def _memory(memory: records.MemoryRef) -> str:
    return f"{clean(memory.id)} ({clean(memory.kind)}) {clean(memory.title)}"


def _lanes(lanes: tuple[records.Lane, ...]) -> Lines:
    told = [
        f"{clean(lane.name)} {lane.state} {lane.votes}"
        + (f" ({clean(lane.detail)})" if lane.detail else "")
        for lane in lanes
    ]
    return [f"lanes: {'; '.join(told)}"] if told else []


def _symbols(result: records.SymbolResult, look: Look) -> Lines:
    shown = f"{len(result.symbols)} of {plural(result.total, 'definition')}"
    lines = [f"# {clean(result.name)}", "; ".join([shown, *freshness_gaps(result.freshness)])]
    for symbol in result.symbols:
        where = code(place(symbol.path, symbol.start_line, symbol.end_line))
        lines.append(f"- {where} {title(symbol)}")
        if symbol.snippet is not None:
            lines += _fenced(symbol.snippet, symbol.language)
        elif symbol.signature:
            lines.append(f"  {code(symbol.signature)}")
    if result.suggestions:
        lines.append(f"Did you mean {', '.join(code(name) for name in result.suggestions)}?")
    return lines


def _file(result: records.FileResult, look: Look) -> Lines:
    facts = [clean(result.language), clean(result.role), plural(result.lines, "line")]
    lines = [f"# {clean(result.path)}", ", ".join(fact for fact in facts if fact)]
    lines += [clean(result.problem)] if result.problem else []
    lines += _outlined(result)
    targets = tuple(fact.target or fact.specifier for fact in result.imports)
    for heading, names in (
        ("imports", targets),
        ("imported by", result.imported_by),
        ("tests", result.tests),
    ):
        lines += _listed(heading, names)
    return lines + freshness_gaps(result.freshness)


def _outlined(file: records.FileResult) -> Lines:
    return [
        f"{'  ' * symbol.depth}- {symbol.start_line}-{symbol.end_line} "
        + (code(symbol.signature) if symbol.signature else title(symbol))
        for symbol in file.outline
    ]


def _listed(heading: str, names: tuple[str, ...]) -> Lines:
    if not names:
        return []
    shown = ", ".join(clean(name) for name in names[:_LIST_SHOWN])
    more = len(names) - _LIST_SHOWN
    return [f"{heading}: {shown}" + (f" and {more} more" if more > 0 else "")]


def _outline(result: records.OutlineResult, look: Look) -> Lines:
    lines: Lines = []
    for file in result.files:
        lines += [f"# {clean(file.path)}"]
        lines += [clean(file.problem)] if file.problem else []
        lines += _outlined(file)
    return lines or ["no file"]


def _report(result: records.Result, look: Look) -> Lines:
    """Reports are short tables already; without colour they serve agents as well."""
    return text_reports.VIEWS[type(result)](result, Look())


def _eval(result: records.EvalResult, look: Look) -> Lines:
    return text_eval.view(result, Look(explain=look.explain))


# The table ties each record to its view; the view of a type takes that type.
_VIEWS: dict[type, Callable[[Any, Look], Lines]] = {
    records.SearchResult: _search,
    records.SymbolResult: _symbols,
    records.FileResult: _file,
    records.OutlineResult: _outline,
    records.EvalResult: _eval,
    **dict.fromkeys(text_reports.VIEWS, _report),
}
