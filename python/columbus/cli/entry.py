"""The console entry: looks at the arguments first, so that a plain search starts quickly.

Takes the words of the command line, gives the exit status. This is the one place that turns an
error into a status and into words. A search goes straight to its service by the light reader, with
neither Typer nor rich loaded (together they cost more than the search); all else goes to Typer.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from columbus.cli import output
from columbus.errors import ColumbusError, ExitStatus, RunError
from columbus.settings import environment

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from columbus.render import Format


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status; never raises."""
    words = sys.argv[1:] if words is None else words
    env = environment()
    try:
        return int(_run(words, env))
    except ColumbusError as error:
        return _refuse(error, words)
    except KeyboardInterrupt:
        return int(ExitStatus.INTERRUPTED)
    except BrokenPipeError:
        return _hang_up()
    except Exception as error:
        return _unexpected(error, words, env)


def _run(words: Sequence[str], env: Mapping[str, str]) -> int:
    from columbus.cli import light

    raw = light.read(words)
    if raw is None:
        from columbus.cli import app

        return app.run(words or ["--help"], env)
    from columbus.cli import call, search, values
    from columbus.cli.options import GLOBALS, SEARCH

    checked = values.check(SEARCH, (*GLOBALS, *SEARCH.options), raw)
    return search.run(call.make(SEARCH, checked, env))


def _refuse(error: ColumbusError, words: Sequence[str]) -> int:
    try:
        output.print_failure(error, _format_of(words), _command_of(words))
    except BrokenPipeError:
        return _hang_up()
    except OSError as broken:
        # Nothing can be printed there, a full disk: what is left is the other stream.
        output.say(f"error [{error.code}]: cannot write the answer: {broken.strerror}")
        _hang_up()
    return int(error.status)


def _unexpected(error: Exception, words: Sequence[str], env: Mapping[str, str]) -> int:
    """One line for what nobody foresaw; the traceback only for who asks for it."""
    told = f"{type(error).__name__}: {error}".strip().rstrip(":")
    if _wants_traceback(words, env):
        import traceback

        output.say("".join(traceback.format_exception(error)).rstrip())
    code, hint = "INTERNAL", "run the command with -v to see where, and report it"
    if isinstance(error, ImportError):
        code, hint = "DEPENDENCY_MISSING", "install Columbus again"
    elif isinstance(error, PermissionError):
        code, hint = "PERMISSION_DENIED", ""
    return _refuse(RunError(code, told, hint), words)


def _hang_up() -> int:
    """The reader has gone, which is no error; keep the interpreter from complaining at exit."""
    import os
    from contextlib import suppress

    with suppress(OSError, ValueError):  # a stream of a test or of a host program
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return int(ExitStatus.OK)


def _options_of(words: Sequence[str]) -> Sequence[str]:
    return words[: words.index("--")] if "--" in words else words


def _format_of(words: Sequence[str]) -> Format:
    """The format of a refusal, also of a call that could not be read."""
    return "json" if "--json" in _options_of(words) else "text"


def _wants_traceback(words: Sequence[str], env: Mapping[str, str]) -> bool:
    asked = not {"-v", "--verbose"}.isdisjoint(_options_of(words))
    return asked or env.get("COLUMBUS_LOG_LEVEL", "").lower() == "debug"


def _command_of(words: Sequence[str]) -> str:
    """The command that a call names, as far as it can be told."""
    from columbus.cli.options import COMMANDS

    plain = [word for word in _options_of(words) if not word.startswith("-")]
    paths = {command.path for command in COMMANDS}
    for at in range(len(plain)):
        for length in (2, 1):
            if tuple(plain[at : at + length]) in paths:
                return " ".join(plain[at : at + length])
    return ""
