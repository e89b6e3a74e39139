"""``columbus show symbol`` and ``columbus show file``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus.cli import output, session

if TYPE_CHECKING:
    from columbus.cli.call import Call
    from columbus.errors import ExitStatus

# A name with more definitions is better narrowed with --in than read.
DEFAULT_LIMIT = 25


def symbol(call: Call) -> ExitStatus:
    """Show every definition of a name."""
    from columbus.service.show import show_symbol

    values = call.values
    with session.opened(call) as workspace:
        result = show_symbol(
            workspace,
            values.word("name"),
            path_filter=values.text("path_filter"),
            snippet_lines=values.number("snippet_lines"),
            context_lines=values.number("context_lines"),
            limit=call.limit or DEFAULT_LIMIT,
        )
    return output.deliver(call, workspace.settings, result, workspace.warnings)


def file(call: Call) -> ExitStatus:
    """Show what a file defines, imports and is tested by."""
    from columbus.service.show import show_file

    with session.opened(call) as workspace:
        path = session.tree_path(call, workspace.settings, call.values.word("path"))
        result = show_file(workspace, path)
    return output.deliver(call, workspace.settings, result, workspace.warnings)
