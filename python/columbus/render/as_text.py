"""Answers for people at a terminal or in a pipe.

Takes a record and a look, gives lines. Every string that comes from a project (paths, names, code,
messages) passes ``clean`` before it is printed; only our own colour codes reach the terminal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from columbus import records
from columbus.render import text_eval, text_reports
from columbus.render.clean import clean, clean_lines
from columbus.render.look import Look, columns, plural, words_of
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

# Rules of thumb for a screen: more parameters than this say nothing, imports go on for pages.
_IMPORTS_SHOWN = 30


def render(result: records.Result, look: Look) -> str:
    """The lines of ``result``, each with its line end; warnings are not part of them."""
    lines = _VIEWS[type(result)](result, look)
    return "".join(f"{line}\n" for line in lines)


def _search(result: records.SearchResult, look: Look) -> Lines:
    words = words_of(result.query)
    lines: Lines = []
    for hit in result.hits:
        lines += _hit(hit, look, words)
    if not result.hits:
        lines.append(f'no hit for "{clean(result.query)}": {empty_reason(result)}')
    lines += _memories(result.memories, look)
    if look.explain:
        lines += ["", f"understood: {'; '.join(understood(result.understood))}"]
        lines += _lanes(result.lanes)
    if result.why_not is not None:
        lines += ["", *why_not_lines(result.why_not, look)]
    return lines + _summary(result, look)


def _hit(hit: records.Hit, look: Look, words: frozenset[str]) -> Lines:
    where = place(hit.path, hit.start_line, 0)
    # A whole file needs no name: its place has said it.
    what = "file" if hit.grain == "file" else title(hit)
    head = f"{look.paint('place', where)}  {look.mark(what, words)}"
    lines = [f"{head}  {look.paint('dim', f'{hit.score:.4f}')}"]
    lines += _indented(look, [hit.why] if hit.why else [], style="dim")
    if hit.snippet is None:
        lines += _signature(hit.signature, look, words)
    else:
        lines += _snippet(hit.snippet, hit.snippet_start_line or hit.start_line, look, words)
    lines += [_range(part, look, words) for part in hit.ranges]
    if look.explain:
        lines += _features(hit)
    return lines + _facts(hit, look)


def _indented(look: Look, texts: list[str], style: str) -> Lines:
    return [f"    {look.paint(style, look.cut(clean(text), 4))}" for text in texts]


def _signature(signature: str, look: Look, words: frozenset[str]) -> Lines:
    if not signature:
        return []
    return [f"    {look.mark(look.cut(clean(signature), 4), words)}"]


def _snippet(text: str, start: int, look: Look, words: frozenset[str]) -> Lines:
    body = clean_lines(text)
    gutter = len(str(start + len(body) - 1))
    return [
        f"    {look.paint('dim', f'{number:>{gutter}} |')} "
        f"{look.mark(look.cut(line, gutter + 7), words)}".rstrip()
        for number, line in enumerate(body, start)
    ]


def _range(part: records.Range, look: Look, words: frozenset[str]) -> str:
    lines = f"{part.start_line}-{part.end_line}"
    what = clean(part.signature) or title(part)
    shown = look.mark(look.cut(what, len(lines) + 12), words)
    return f"    also {look.paint('place', lines)}  {shown}"


def _features(hit: records.Hit) -> Lines:
    rows = [(clean(reason.name), f"{reason.value:+.4f}") for reason in hit.reasons]
    return columns(rows, indent="      ", right=(1,))


def _facts(hit: records.Hit, look: Look) -> Lines:
    lines: Lines = []
    if hit.risk.level != "low":
        hints = "; ".join(clean(hint) for hint in hit.risk.hints)
        told = f"risk {hit.risk.level}" + (f": {hints}" if hints else "")
        lines += [f"    {look.paint('care', look.cut(told, 4))}"]
    facts = graph_facts(hit.graph)
    lines += _indented(look, [", ".join(facts)] if facts else [], style="dim")
    return lines + [f"    memory {_memory(memory)}" for memory in hit.memories]


def _memory(memory: records.MemoryRef) -> str:
    return f"{clean(memory.id)} {clean(memory.kind)}: {clean(memory.title)}"


def _memories(memories: tuple[records.MemoryRef, ...], look: Look) -> Lines:
    if not memories:
        return []
    return ["", look.paint("bold", "memories"), *(f"  {_memory(each)}" for each in memories)]


def _lanes(lanes: tuple[records.Lane, ...]) -> Lines:
    rows = [("lane", "state", "votes", "")]
    rows += [
        (clean(lane.name), lane.state, f"{lane.votes:,}", clean(lane.detail)) for lane in lanes
    ]
    return columns(rows, right=(2,))


def _summary(result: records.SearchResult, look: Look) -> Lines:
    shown = len(result.hits)
    gaps = search_gaps(result)
    if result.total > shown and shown:
        gaps.insert(0, f"{shown} of {plural(result.total, 'hit')}")
    return ["", look.paint("dim", "; ".join(gaps))] if gaps else []


def _symbols(result: records.SymbolResult, look: Look) -> Lines:
    lines: Lines = []
    for symbol in result.symbols:
        where = place(symbol.path, symbol.start_line, symbol.end_line)
        lines.append(f"{look.paint('place', where)}  {title(symbol)}")
        if symbol.snippet is None:
            lines += _signature(symbol.signature, look, frozenset())
        else:
            start = symbol.snippet_start_line or symbol.start_line
            lines += _snippet(symbol.snippet, start, look, words_of(result.name))
    if not result.symbols:
        lines.append(f'no definition of "{clean(result.name)}"')
        if result.suggestions:
            lines.append(f"did you mean {', '.join(map(clean, result.suggestions))}?")
    gaps = freshness_gaps(result.freshness)
    if result.total > len(result.symbols):
        gaps.insert(0, f"{len(result.symbols)} of {plural(result.total, 'definition')}")
    return lines + (["", look.paint("dim", "; ".join(gaps))] if gaps else [])


def _file(result: records.FileResult, look: Look) -> Lines:
    facts = [result.language, result.role, plural(result.lines, "line")]
    head = look.paint("place", clean(result.path))
    lines = [f"{head}  {', '.join(clean(fact) for fact in facts if fact)}"]
    if result.problem:
        lines.append(f"  {look.paint('care', clean(result.problem))}")
    lines += _outlined(result.outline, look)
    lines += _import_lines(result.imports, look)
    lines += _listed("imported by", result.imported_by, look)
    lines += _listed("tests", result.tests, look)
    gaps = freshness_gaps(result.freshness)
    return lines + (["", look.paint("dim", "; ".join(gaps))] if gaps else [])


def _outlined(outline: tuple[records.Symbol, ...], look: Look) -> Lines:
    gutter = max((len(f"{each.start_line}-{each.end_line}") for each in outline), default=0)
    lines = []
    for symbol in outline:
        span = f"{symbol.start_line}-{symbol.end_line}"
        what = "  " * symbol.depth + (clean(symbol.signature) or title(symbol))
        lines.append(f"  {look.paint('dim', span.rjust(gutter))}  {look.cut(what, gutter + 4)}")
    return lines


def _import_lines(imports: tuple[records.ImportFact, ...], look: Look) -> Lines:
    texts = [
        f"{clean(fact.specifier)} -> {clean(fact.target)}" if fact.target else clean(fact.specifier)
        for fact in imports
    ]
    return _listed("imports", tuple(texts), look)


def _listed(heading: str, texts: tuple[str, ...], look: Look) -> Lines:
    if not texts:
        return []
    shown = [f"  {clean(text)}" for text in texts[:_IMPORTS_SHOWN]]
    if len(texts) > _IMPORTS_SHOWN:
        shown.append(f"  and {len(texts) - _IMPORTS_SHOWN:,} more")
    return [look.paint("bold", f"{heading} ({len(texts):,})"), *shown]


def _outline(result: records.OutlineResult, look: Look) -> Lines:
    lines: Lines = []
    for file in result.files:
        lines.append(look.paint("place", clean(file.path)))
        if file.problem:
            lines.append(f"  {look.paint('care', clean(file.problem))}")
        lines += _outlined(file.outline, look)
    return lines or ["no file"]


# The table ties each record to its view; the view of a type takes that type.
_VIEWS: dict[type, Callable[[Any, Look], Lines]] = {
    records.SearchResult: _search,
    records.SymbolResult: _symbols,
    records.FileResult: _file,
    records.OutlineResult: _outline,
    records.EvalResult: text_eval.view,
    **text_reports.VIEWS,
}
