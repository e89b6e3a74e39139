"""``columbus doctor``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus.cli import output, session
from columbus.errors import ExitStatus, status_of

if TYPE_CHECKING:
    from columbus.cli.call import Call


def run(call: Call) -> ExitStatus:
    """Check everything, with or without a project; the first failure sets the exit status."""
    from columbus.service.doctor import doctor

    found = session.resolve(call, tolerant=True)
    result = doctor(found)
    output.deliver(call, found, result)
    if result.ok:
        return ExitStatus.OK
    failed = [check.code for check in result.checks if check.state == "failure"]
    return status_of(failed[0]) if failed else ExitStatus.RUNTIME
