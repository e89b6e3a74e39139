"""``columbus search``."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from columbus.cli import output, session
from columbus.records import Kind, Query

if TYPE_CHECKING:
    from columbus.cli.call import Call
    from columbus.errors import ExitStatus
    from columbus.settings import Settings

DEFAULT_LIMIT = 15


def query_of(call: Call, found: Settings) -> Query:
    """The query as a record, with nothing understood yet."""
    values = call.values
    path, line = _place(call, found, values.text("why_not") or "")
    return Query(
        text=" ".join(values.texts("query")),
        kind=cast("Kind", values.word("kind")),
        limit=call.limit or DEFAULT_LIMIT,
        include=values.texts("include"),
        exclude=values.texts("exclude"),
        languages=values.texts("languages"),
        roles=values.texts("roles"),
        symbol_kinds=values.texts("symbol_kinds"),
        snippets=values.flag("snippets"),
        snippet_lines=values.number("snippet_lines"),
        context_lines=values.number("context_lines"),
        explain=values.flag("explain"),
        deep=values.flag("deep"),
        why_not=path,
        why_not_line=line,
    )


def _place(call: Call, found: Settings, typed: str) -> tuple[str, int]:
    """``PATH[:LINE]`` → a path below the root, and the line or 0."""
    if not typed:
        return "", 0
    path, colon, line = typed.rpartition(":")
    if colon and line.isascii() and line.isdecimal() and path:
        return session.tree_path(call, found, path), int(line)
    return session.tree_path(call, found, typed), 0


def run(call: Call) -> ExitStatus:
    """Answer a query; an unknown project is installed first unless that is switched off."""
    from columbus.service.search import search

    with session.opened(call) as workspace:
        result = search(workspace, query_of(call, workspace.settings))
    return output.deliver(call, workspace.settings, result, workspace.warnings)
