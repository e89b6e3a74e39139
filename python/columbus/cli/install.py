"""``columbus install``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus.cli import output, session
from columbus.errors import ExitStatus, UsageError
from columbus.frozen import replace

if TYPE_CHECKING:
    from columbus.cli.call import Call


def run(call: Call) -> ExitStatus:
    """Install and chart; with ``--embed`` the model vectors are made at once."""
    from columbus.service.index import reindex
    from columbus.service.install import install

    embed = call.values.flag("embed")
    if embed and call.values.flag("no_embed"):
        raise UsageError("USAGE", "--embed and --no-embed exclude each other", "give one of them")
    with session.opened(call, create=True) as workspace:
        report = install(workspace)
        if embed:
            made = reindex(workspace, "incremental", (), True, None)
            report = replace(report, model_vectors=made.model_vectors, debt=made.debt)
    return output.deliver(call, workspace.settings, report, workspace.warnings)
