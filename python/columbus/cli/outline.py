"""``columbus outline``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus.cli import output, session

if TYPE_CHECKING:
    from columbus.cli.call import Call
    from columbus.errors import ExitStatus


def run(call: Call) -> ExitStatus:
    """List the definitions of files, in file order."""
    from columbus.service.outline import outline

    with session.opened(call) as workspace:
        paths = tuple(
            session.tree_path(call, workspace.settings, path) for path in call.values.texts("paths")
        )
        result = outline(workspace, paths)
    return output.deliver(call, workspace.settings, result, workspace.warnings)
