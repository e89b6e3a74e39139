"""``columbus model list``, ``model pull`` and ``model use``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus.cli import output, session

if TYPE_CHECKING:
    from columbus.cli.call import Call
    from columbus.errors import ExitStatus


def show(call: Call) -> ExitStatus:
    """List the catalogue; works without a project."""
    from columbus.service.models import list_models

    found = session.resolve(call, tolerant=True)
    return output.deliver(call, found, list_models(found))


def pull(call: Call) -> ExitStatus:
    """Download a model; works without a project."""
    from columbus.service.models import pull_model

    found = session.resolve(call, tolerant=True)
    with session.reporting(call, found) as report:
        result = pull_model(found, call.values.word("name"), report)
    return output.deliver(call, found, result)


def use(call: Call) -> ExitStatus:
    """Change the model of the project."""
    from columbus.service.models import use_model

    with session.opened(call, create=False) as workspace:
        result = use_model(workspace, call.values.word("name"))
    return output.deliver(call, workspace.settings, result, workspace.warnings)
