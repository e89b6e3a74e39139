"""The Typer application, built from the table of options.

Every command has the global options too, so they may stand before or after the command word; what
is given closest to the command wins. Values reach the commands raw and are checked by ``values``,
exactly as those of the light reader.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from columbus.cli import (
    completion,
    doctor,
    evaluate,
    install,
    model,
    outline,
    reindex,
    removal,
    search,
    show,
    stats,
    version,
)
from columbus.cli.call import Call, make
from columbus.cli.light import no_such_option
from columbus.cli.names import choices
from columbus.cli.options import COMMANDS, GLOBALS, GROUPS, Command, Option
from columbus.cli.values import check
from columbus.errors import ExitStatus, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from columbus.cli.options import Argument
    from columbus.cli.values import Raw

RUNNERS: dict[tuple[str, ...], Callable[[Call], ExitStatus]] = {
    ("completion",): completion.run,
    ("doctor",): doctor.run,
    ("eval",): evaluate.run,
    ("install",): install.run,
    ("model", "list"): model.show,
    ("model", "pull"): model.pull,
    ("model", "use"): model.use,
    ("outline",): outline.run,
    ("purge",): removal.purge,
    ("reindex",): reindex.run,
    ("search",): search.run,
    ("show", "file"): show.file,
    ("show", "symbol"): show.symbol,
    ("stats",): stats.run,
    ("uninstall",): removal.uninstall,
    ("version",): version.run,
}
_Function = TypeVar("_Function", bound="Callable[..., object]")
_PANEL = "Options of all commands"
_HELP = {"help_option_names": ["-h", "--help"]}
_ABOUT = "Find code: where it is, by meaning, name or text. Nothing leaves this machine."


def run(words: Sequence[str], env: Mapping[str, str]) -> int:
    """Read the words with Typer and run the command; gives the exit status."""
    call = read(words, env)
    return int(ExitStatus.OK if call is None else RUNNERS[call.command.path](call))


def read(words: Sequence[str], env: Mapping[str, str]) -> Call | None:
    """Read the words with Typer; ``None`` when it has printed help and nothing is left to do.

    The command runs outside of Typer, which would turn a closed pipe or an interrupt into an exit
    of its own. Raises ``UsageError`` for a call that cannot be read.
    """
    root = typer.main.get_command(build(env))
    try:
        found = root.main(args=list(words), prog_name="columbus", standalone_mode=False)
    except typer.TyperException as error:
        raise _refusal(error) from error
    except SystemExit:  # Typer's answer to a pipe that closes while it prints help
        raise BrokenPipeError from None
    return found if isinstance(found, Call) else None


def build(env: Mapping[str, str]) -> typer.Typer:
    """The application for a process environment."""
    app = _typer(_ABOUT)
    app.callback(invoke_without_command=True)(_beginning(env))
    groups = {name: _typer(help) for name, help in GROUPS.items()}
    added = set()
    for command in COMMANDS:
        target, panel = app, command.panel
        if len(command.path) > 1:
            name = command.path[0]
            target = groups[name]
            if name not in added:
                added.add(name)
                target.callback()(_remembering())
                app.add_typer(target, name=name, rich_help_panel=panel)
        target.command(
            command.path[-1],
            help=command.help,
            epilog=_epilog(command),
            context_settings=dict(_HELP),
            rich_help_panel=panel if target is app else None,
        )(_reading(command, env))
    return app


def _epilog(command: Command) -> str | None:
    """Examples below the options; a blank line keeps each on a line of its own."""
    return "\n\n".join(["Examples:", *command.examples]) if command.examples else None


def _typer(help: str) -> typer.Typer:
    return typer.Typer(
        help=help,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings=dict(_HELP),
    )


def _remembering() -> Callable[..., None]:
    """The function of a group: it keeps the options that stand before the command word."""

    def remember(ctx: typer.Context, **raw: Raw) -> None:
        ctx.obj = {**(ctx.obj or {}), **_given(raw)}

    return _signed(remember, [_option(option) for option in GLOBALS])


def _beginning(env: Mapping[str, str]) -> Callable[..., Call | None]:
    """The function of the application: as ``_remembering``, and ``--version``."""
    command = next(command for command in COMMANDS if command.path == ("version",))

    def begin(ctx: typer.Context, version: bool, **raw: Raw) -> Call | None:
        ctx.obj = _given(raw)
        if ctx.invoked_subcommand is not None:
            return None
        if version:
            return make(command, check(command, GLOBALS, ctx.obj), env)
        raise UsageError("USAGE", "no command given", "see `columbus --help`")

    told = typer.Option("--version", help="Tell the version.")
    parameters = [_parameter("version", bool, told, False)]
    return _signed(begin, [*parameters, *(_option(option) for option in GLOBALS)])


def _reading(command: Command, env: Mapping[str, str]) -> Callable[..., Call]:
    """The function of a command: it gives the call, with values by the table."""

    def read_command(ctx: typer.Context, **raw: Raw) -> Call:
        merged = {**(ctx.obj or {}), **_given(raw)}
        values = check(command, (*GLOBALS, *command.options), merged)
        return make(command, values, env)

    parameters = [] if command.argument is None else [_argument(command.argument)]
    parameters += [_option(option) for option in command.options]
    parameters += [_option(option, _PANEL) for option in GLOBALS]
    return _signed(read_command, parameters)


def _given(raw: Mapping[str, Raw]) -> dict[str, Raw]:
    return {name: value for name, value in raw.items() if value not in (None, False, [])}


def _option(option: Option, panel: str | None = None) -> inspect.Parameter:
    kinds: dict[str, Any] = {"flag": bool, "list": list[str] | None}
    told = option.help
    if option.listed:
        told += f" One of: {', '.join(choices(option))}."
    if option.default is not None:
        told += f" Default: {option.default}."
    shown = typer.Option(
        *option.flags,
        help=told,
        metavar=option.metavar or None,
        show_default=False,
        rich_help_panel=panel,
    )
    default = False if option.kind == "flag" else None
    return _parameter(option.name, kinds.get(option.kind, str | None), shown, default)


def _argument(argument: Argument) -> inspect.Parameter:
    shown = typer.Argument(help=argument.help, metavar=argument.metavar, show_default=False)
    # Typer is not told that it is required, so that `check` says it for both readers.
    kind: Any = list[str] | None if argument.many else str | None
    return _parameter(argument.name, kind, shown, None)


def _parameter(name: str, kind: object, shown: object, default: object) -> inspect.Parameter:
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[kind, shown],
    )


def _signed(function: _Function, parameters: list[inspect.Parameter]) -> _Function:
    """Give ``function`` the signature from which Typer makes its options."""
    context = inspect.Parameter(
        "ctx", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context
    )
    taken = [context, *parameters]
    function.__signature__ = inspect.Signature(taken)  # type: ignore[attr-defined]
    function.__annotations__ = {each.name: each.annotation for each in taken}
    return function


def _refusal(error: typer.TyperException) -> UsageError:
    """Typer's complaint in our words."""
    context = getattr(error, "ctx", None)
    flag = getattr(error, "option_name", None)
    if flag and context is not None and type(error).__name__ == "NoSuchOption":
        known = [name for each in context.command.params for name in each.opts]
        return no_such_option(flag, known)
    message, _, guess = error.format_message().rstrip(".").partition(". Did you mean ")
    where = context.command_path if context is not None else "columbus"
    hint = f"did you mean {guess}" if guess else f"see `{where} --help`"
    return UsageError("USAGE", message[:1].lower() + message[1:], hint)
