"""``columbus reindex``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from columbus.cli import output, session
from columbus.errors import ExitStatus, UsageError

if TYPE_CHECKING:
    from columbus.cli.call import Call

Mode = Literal["incremental", "full", "changed", "clean", "status"]
_MODES: tuple[Mode, ...] = ("full", "changed", "clean", "status")


def mode_of(call: Call) -> Mode:
    """The one mode that was chosen; raises ``UsageError`` when it is not clear."""
    chosen = [mode for mode in _MODES if call.values.flag(mode)]
    named = [f"--{mode}" for mode in chosen]
    if len(chosen) > 1:
        raise UsageError("USAGE", f"{' and '.join(named)} exclude each other", "give one of them")
    if chosen and call.values.texts("paths"):
        raise UsageError("USAGE", f"{named[0]} takes no paths", "name paths without a mode")
    embedding = call.values.flag("embed") or call.values.seconds("embed_for") is not None
    if embedding and chosen == ["status"]:
        raise UsageError("USAGE", "--status only tells and makes no vectors")
    return chosen[0] if chosen else "incremental"


def run(call: Call) -> ExitStatus:
    """Bring the chart up to date, or tell what would be done."""
    from columbus.service.index import reindex

    mode = mode_of(call)
    seconds = call.values.seconds("embed_for")
    embed = call.values.flag("embed") or seconds is not None
    with session.opened(call, create=False) as workspace:
        paths = tuple(
            session.tree_path(call, workspace.settings, path) for path in call.values.texts("paths")
        )
        report = reindex(workspace, mode, paths, embed, seconds)
    return output.deliver(call, workspace.settings, report, workspace.warnings)
