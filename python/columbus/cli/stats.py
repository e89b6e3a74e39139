"""``columbus stats``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus.cli import output, session

if TYPE_CHECKING:
    from columbus.cli.call import Call
    from columbus.errors import ExitStatus


def run(call: Call) -> ExitStatus:
    """Count what is charted."""
    from columbus.service.stats import stats

    with session.opened(call, create=False) as workspace:
        result = stats(workspace)
    return output.deliver(call, workspace.settings, result, workspace.warnings)
