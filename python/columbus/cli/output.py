"""Where the words of a call go: the payload to stdout, all else to stderr.

The only module that writes to the standard streams, apart from progress and Typer's help.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from columbus.errors import ExitStatus
from columbus.frozen import replace
from columbus.render import failure, render
from columbus.render.clean import clean
from columbus.settings import color_wanted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from columbus.cli.call import Call
    from columbus.errors import ColumbusError
    from columbus.records import Result
    from columbus.render import Format
    from columbus.settings import Settings


def deliver(
    call: Call,
    settings: Settings,
    result: Result,
    warnings: Iterable[str] = (),
    *,
    in_full: bool = False,
) -> ExitStatus:
    """Print a result in the form that the call wants; ``warnings`` join those of the result.

    ``in_full`` asks for all details, as ``--explain`` does.
    """
    told = tuple(dict.fromkeys((*settings.warnings, *warnings, *result.warnings)))
    if told != result.warnings:
        result = replace(result, warnings=told)
    text = render(
        result,
        call.format,
        color=call.format == "text" and color_wanted(settings, is_tty=call.terminal.stdout_tty),
        width=(settings.columns or call.terminal.width) if call.terminal.stdout_tty else 0,
        explain=in_full or call.values.flag("explain"),
        command=call.command.name,
    )
    print_payload(text, call.format)
    if call.format == "text":
        for warning in told:
            say(f"warning: {clean(warning)}")
    return ExitStatus.OK


def print_payload(text: str, format: Format) -> None:
    """Write the payload: UTF-8 for programs, the terminal's own encoding for people."""
    stream = sys.stdout
    if stream is None:
        return
    encoding = (stream.encoding or "utf-8") if format == "text" else "utf-8"
    _write(stream, text.encode(encoding, "backslashreplace"))


def print_failure(error: ColumbusError, format: Format, command: str) -> None:
    """Refuse: the envelope on stdout in JSON, else the error and its hint on stderr."""
    text = failure(error, format, command)
    if format == "json":
        print_payload(text, format)
    else:
        say(text.removesuffix("\n"))


def say(line: str) -> None:
    """One line on stderr; a closed stderr is no reason to fail."""
    _tell(f"{line}\n")


def ask(question: str) -> None:
    """A question on stderr, the cursor left behind it."""
    _tell(clean(question))


def _tell(text: str) -> None:
    stream = sys.stderr
    if stream is None:
        return
    with suppress(OSError, ValueError):
        _write(stream, text.encode(stream.encoding or "utf-8", "backslashreplace"))


def _write(stream: TextIO, content: bytes) -> None:
    stream.flush()
    stream.buffer.write(content)
    stream.flush()
