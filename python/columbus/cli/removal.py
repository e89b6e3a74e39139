"""``columbus purge`` and ``columbus uninstall``: both ask first."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from columbus.cli import output, session
from columbus.errors import UsageError

if TYPE_CHECKING:
    from columbus.cli.call import Call
    from columbus.errors import ExitStatus
    from columbus.settings import Settings


def purge(call: Call) -> ExitStatus:
    """Delete the data of the project and keep its identity."""
    from columbus.service.removal import purge

    with session.opened(call, create=False) as workspace:
        _confirm(call, workspace.settings, "delete all data")
        result = purge(workspace)
    return output.deliver(call, workspace.settings, result, workspace.warnings)


def uninstall(call: Call) -> ExitStatus:
    """Delete the data of the project and its identity."""
    from columbus.service.removal import uninstall

    with session.opened(call, create=False) as workspace:
        _confirm(call, workspace.settings, "delete all data and the identity")
        result = uninstall(workspace)
    return output.deliver(call, workspace.settings, result, workspace.warnings)


def _confirm(call: Call, found: Settings, what: str) -> None:
    """Ask on a terminal; anywhere else only ``--yes`` is a yes."""
    if call.values.flag("yes"):
        return
    if not (call.terminal.stdin_tty and call.terminal.stderr_tty):
        raise UsageError(
            "USAGE", f"{call.command.name} would {what} of {found.root}", "add --yes to do it"
        )
    output.ask(f"{what} of {found.root}? [y/N] ")
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise UsageError("USAGE", "not confirmed, nothing was deleted")
