"""Renderers: pure views of a result record.

Takes a record and a format, gives the text to print, with its final line end. Nothing here reads
the disk, the environment or a terminal. A new format is a new file and a new column of
expectations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from columbus.render.look import Look

if TYPE_CHECKING:
    from columbus.errors import ColumbusError
    from columbus.records import Result

Format = Literal["text", "json", "llm"]

__all__ = ["Format", "Look", "failure", "render"]


def render(
    result: Result,
    format: Format,
    *,
    color: bool = False,
    width: int = 0,
    explain: bool = False,
    command: str = "",
) -> str:
    """Show ``result``.

    ``width`` 0 cuts nothing; ``explain`` adds the features of each score to text and llm (json has
    them always). ``command`` is only needed where one record answers two commands (``install`` and
    ``reindex``).
    """
    look = Look(color=color, width=width, explain=explain)
    if format == "json":
        from columbus.render import as_json

        return as_json.render(result, command)
    if format == "llm":
        from columbus.render import as_llm

        return as_llm.render(result, look)
    from columbus.render import as_text

    return as_text.render(result, look)


def failure(error: ColumbusError, format: Format, command: str = "") -> str:
    """Show a refusal: the envelope in JSON, else ``error [CODE]: …`` and the hint below."""
    if format == "json":
        from columbus.render import as_json

        return as_json.failure(error, command)
    from columbus.render.clean import clean

    lines = [f"error [{error.code}]: {clean(error.message)}"]
    if error.hint:
        lines.append(f"hint: {clean(error.hint)}")
    return "\n".join(lines) + "\n"
