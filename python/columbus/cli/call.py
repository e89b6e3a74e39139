"""A call of the command line in its final form, whichever reader read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus.errors import UsageError
from columbus.frozen import dataclass
from columbus.platform import Terminal, terminal
from columbus.settings import Flags

if TYPE_CHECKING:
    from collections.abc import Mapping

    from columbus.cli.options import Command
    from columbus.cli.values import Values
    from columbus.render import Format


@dataclass(frozen=True, slots=True)
class Call:
    """What was asked, in which form the answer is wanted, and where it goes."""

    command: Command
    values: Values
    format: Format
    env: Mapping[str, str]
    terminal: Terminal

    @property
    def limit(self) -> int | None:
        """The global ``--limit``, ``None`` when it was not given."""
        return self.values.count("limit")

    @property
    def flags(self) -> Flags:
        """What the settings need to know of the call."""
        values = self.values
        embed = False if values.flag("no_embed") else True if values.flag("embed") else None
        return Flags(
            start=values.text("root"),
            no_index=values.flag("no_index"),
            no_color=values.flag("no_color"),
            verbose=values.flag("verbose"),
            embed=embed,
        )


def make(command: Command, values: Values, env: Mapping[str, str]) -> Call:
    """Settle the format and look at the streams; ``--json`` with ``--llm`` is a ``UsageError``."""
    if values.flag("json") and values.flag("llm"):
        raise UsageError("USAGE", "--json and --llm exclude each other", "give one of them")
    chosen: Format = "json" if values.flag("json") else "llm" if values.flag("llm") else "text"
    return Call(command, values, chosen, env, terminal())
