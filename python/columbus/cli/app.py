"""The Typer application, built from the table of options.

Every command has the global options too, so they may stand before or after the command word; what
is given closest to the command wins. Values reach the commands raw and are checked by ``values``,
exactly as those of the light reader.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from columbus.cli import (
    call as calls,
)
from columbus.cli import (
    completion,
    doctor,
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
from columbus.cli.options import COMMANDS, GLOBALS, GROUPS, Command, Option
from columbus.cli.values import check
from columbus.errors import UsageError
from columbus.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from columbus.cli.call import Call
    from columbus.cli.values import Raw
    from columbus.errors import ExitStatus

RUNNERS: dict[tuple[str, ...], Callable[[Call], ExitStatus]] = {
    ("completion",): completion.run,
    ("doctor",): doctor.run,
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
_PANEL = "Options of all commands"
_HELP = {"help_option_names": ["-h", "--help"]}
_ABOUT = "Find code: where it is, by meaning, name or text. Nothing leaves this machine."


class Group(TyperGroup):
    """A group that refuses an unknown command with what may have been meant."""

    def get_command(self, ctx: typer.Context, cmd_name: str) -> TyperCommand | None:  # type: ignore[override]
        """Find the command of a word."""
        found = super().get_command(ctx, cmd_name)
        return found


def run(words: Sequence[str], env: Mapping[str, str]) -> int:
    """Read the words with Typer and run the command; gives the exit status.

    Raises ``UsageError`` for a call that cannot be read.
    """
    root = typer.main.get_command(build(env))
    try:
        status = root.main(args=list(words), prog_name="columbus", standalone_mode=False)
    except typer.TyperException as error:
        raise _refusal(error) from error
    return int(status or 0)


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
            context_settings=dict(_HELP),
            rich_help_panel=panel if target is app else None,
        )(_running(command, env))
    return app


def _typer(help: str) -> typer.Typer:
    return typer.Typer(
        cls=Group,
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


def _beginning(env: Mapping[str, str]) -> Callable[..., None]:
    """The function of the application: as ``_remembering``, and ``--version``."""
    command = next(command for command in COMMANDS if command.path == ("version",))

    def begin(ctx: typer.Context, version: bool, **raw: Raw) -> None:
        ctx.obj = _given(raw)
        if version:
            values = check(command, GLOBALS, ctx.obj)
            raise typer.Exit(int(RUNNERS[command.path](calls.make(command, values, env))))
        if ctx.invoked_subcommand is None:
            raise UsageError("USAGE", "no command given", "see `columbus --help`")

    told = typer.Option("--version", help="Tell the version.")
    parameters = [_parameter("version", bool, told, False)]
    return _signed(begin, [*parameters, *(_option(option) for option in GLOBALS)])


def _running(command: Command, env: Mapping[str, str]) -> Callable[..., int]:
    """The function of a command: values by the table, then its runner."""

    def run_command(ctx: typer.Context, **raw: Raw) -> int:
        merged = {**(ctx.obj or {}), **_given(raw)}
        values = check(command, (*GLOBALS, *command.options), merged)
        return int(RUNNERS[command.path](calls.make(command, values, env)))

    parameters = [] if command.argument is None else [_argument(command)]
    parameters += [_option(option) for option in command.options]
    parameters += [_option(option, _PANEL) for option in GLOBALS]
    return _signed(run_command, parameters)


def _given(raw: Mapping[str, Raw]) -> dict[str, Raw]:
    return {name: value for name, value in raw.items() if value not in (None, False, [])}


def _option(option: Option, panel: str | None = None) -> inspect.Parameter:
    kinds: dict[str, Any] = {"flag": bool, "list": list[str] | None}
    told = option.help
    if option.default is not None:
        told += f" [default: {option.default}]"
    shown = typer.Option(
        *option.flags,
        help=told,
        metavar=option.metavar or None,
        show_default=False,
        rich_help_panel=panel,
    )
    default = False if option.kind == "flag" else None
    return _parameter(option.name, kinds.get(option.kind, str | None), shown, default)


def _argument(command: Command) -> inspect.Parameter:
    argument = command.argument
    assert argument is not None
    metavar = f"{argument.metavar}..." if argument.many else argument.metavar
    shown = typer.Argument(
        help=argument.help,
        metavar=metavar if argument.required else f"[{metavar}]",
        show_default=False,
    )
    # Typer is not told that it is required, so that `check` says it for both readers.
    kind: Any = list[str] | None if argument.many else str | None
    return _parameter(argument.name, kind, shown, None)


def _parameter(name: str, kind: Any, shown: Any, default: object) -> inspect.Parameter:
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[kind, shown],
    )


def _signed(function: Callable[..., Any], parameters: list[inspect.Parameter]) -> Any:
    """Give ``function`` the signature from which Typer makes its options."""
    context = inspect.Parameter(
        "ctx", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context
    )
    signature = inspect.Signature([context, *parameters])
    function.__signature__ = signature  # type: ignore[attr-defined]
    function.__annotations__ = {each.name: each.annotation for each in [context, *parameters]}
    return function


def _refusal(error: typer.TyperException) -> UsageError:
    """Typer's complaint in our words."""
    flag = getattr(error, "option_name", None)
    context = getattr(error, "ctx", None)
    if flag and type(error).__name__ == "NoSuchOption":
        known = [name for each in context.command.params for name in each.opts] if context else []
        hint = did_you_mean(flag, [name for name in known if name.startswith("--")])
        return UsageError("USAGE", f"no such option: {flag}", hint)
    message = error.format_message().rstrip(".")
    where = context.command_path if context is not None else "columbus"
    return UsageError("USAGE", message[:1].lower() + message[1:], f"see `{where} --help`")
