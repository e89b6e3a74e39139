"""``columbus version``, also as ``columbus --version``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus.cli import output, session

if TYPE_CHECKING:
    from columbus.cli.call import Call
    from columbus.errors import ExitStatus


def run(call: Call) -> ExitStatus:
    """Tell the versions; works anywhere."""
    from columbus.service.about import version

    found = session.resolve(call, tolerant=True)
    return output.deliver(call, found, version())
