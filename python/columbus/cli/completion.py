"""``columbus completion``: scripts for bash, zsh and fish, made from the table of options.

The scripts are static: pressing Tab starts no Python, which would take longer than typing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus.cli import output
from columbus.cli.names import choices
from columbus.cli.options import COMMANDS, GLOBALS, GROUPS, Command, Option
from columbus.errors import ExitStatus

if TYPE_CHECKING:
    from collections.abc import Iterable

    from columbus.cli.call import Call


def run(call: Call) -> ExitStatus:
    """Print the script of a shell."""
    shell = call.values.word("shell")
    text = script(shell)
    if call.format == "json":
        from columbus.render.as_json import envelope

        text = envelope("completion", {"shell": shell, "script": text})
    output.print_payload(text, call.format)
    return ExitStatus.OK


def script(shell: str) -> str:
    """The completion script for ``bash``, ``zsh`` or ``fish``."""
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell]()


def _tops() -> list[str]:
    return sorted({command.path[0] for command in COMMANDS})


def _seconds(group: str) -> list[str]:
    return [command.path[1] for command in COMMANDS if command.path[0] == group]


def _flags(options: Iterable[Option]) -> list[str]:
    return [flag for option in options for flag in option.flags]


def _help_of(top: str) -> str:
    return GROUPS.get(top) or next(each.help for each in COMMANDS if each.path == (top,))


# --- bash and zsh: one function that finds the command words, then one case a command

_WORDS = """\
    local word command='' group=''
    for word in "${words[@]:1:$((cword - 1))}"; do
        case "$word" in
            -*) ;;
            *)
                if [[ -z $command ]]; then
                    case "$word" in
                        GROUPS) group=$word command=$word ;;
                        TOPS) command=$word ;;
                    esac
                elif [[ -n $group ]]; then
                    command="$group $word" group=''
                fi
                ;;
        esac
    done
"""


def _finder() -> str:
    plain = [top for top in _tops() if top not in GROUPS]
    return _WORDS.replace("GROUPS", "|".join(sorted(GROUPS))).replace("TOPS", "|".join(plain))


def _offers(command: Command) -> str:
    """What may follow a command: flags, fixed words, and files where a path is meant."""
    words = [*_flags(command.options), *_flags(GLOBALS), "--help"]
    argument = command.argument
    if argument is not None:
        words = [*argument.choices, *words]
    files = " files=1" if argument is not None and argument.files else ""
    return f"        '{command.name}') offers='{' '.join(words)}'{files} ;;"


def _choices() -> list[str]:
    """What may follow an option: its closed list, a folder, or anything."""
    lines = []
    seen = set()
    for option in [*GLOBALS, *(each for command in COMMANDS for each in command.options)]:
        flags = "|".join(option.flags)
        if option.kind == "flag" or flags in seen:
            continue
        seen.add(flags)
        does = f"offers='{' '.join(choices(option))}'"
        does += " folders=1" if option.name == "root" else ""
        does += " files=1" if option.metavar == "FILE" else ""
        lines.append(f"        {flags}) {does} ;;")
    return lines


def _body() -> str:
    tops = " ".join([*_tops(), *_flags(GLOBALS), "--version", "--help"])
    groups = [
        f"        '{group}') offers='{' '.join(_seconds(group))} --help' ;;"
        for group in sorted(GROUPS)
    ]
    return "\n".join(
        [
            _finder().rstrip("\n"),
            "    local offers='' files='' folders=''",
            '    case "$command" in',
            f"        '') offers='{tops}' ;;",
            *groups,
            *(_offers(command) for command in COMMANDS),
            "    esac",
            '    case "$previous" in',
            *(_choices()),
            "    esac",
        ]
    )


def _bash() -> str:
    return f"""\
# bash completion for columbus. Add to ~/.bashrc: eval "$(columbus completion bash)"
_columbus() {{
    local words=("${{COMP_WORDS[@]}}") cword=$COMP_CWORD
    local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
{_body()}
    COMPREPLY=($(compgen -W "$offers" -- "$current"))
    if [[ -n $folders ]]; then
        compopt -o filenames 2>/dev/null
        COMPREPLY+=($(compgen -d -- "$current"))
    elif [[ -n $files && $current != -* ]]; then
        compopt -o filenames 2>/dev/null
        COMPREPLY+=($(compgen -f -- "$current"))
    fi
}}
complete -F _columbus columbus
"""


def _zsh() -> str:
    return f"""\
#compdef columbus
# zsh completion for columbus. Add to ~/.zshrc: eval "$(columbus completion zsh)"
_columbus() {{
    local cword=$((CURRENT - 1)) current=$words[CURRENT] previous=$words[CURRENT-1]
    setopt localoptions ksharrays
{_body()}
    compadd -- ${{=offers}}
    if [[ -n $folders ]]; then
        _files -/
    elif [[ -n $files && $current != -* ]]; then
        _files
    fi
}}
compdef _columbus columbus
"""


# --- fish: one line for each word and option


def _fish() -> str:
    lines = [
        "# fish completion for columbus. Save as ~/.config/fish/completions/columbus.fish",
        "complete -c columbus -f",
    ]
    lines += [
        f"complete -c columbus -n __fish_use_subcommand -a {top} -d {_quoted(_help_of(top))}"
        for top in _tops()
    ]
    lines += [_fish_option(option, "") for option in GLOBALS]
    for command in COMMANDS:
        lines += _fish_command(command)
    return "\n".join(lines) + "\n"


def _fish_command(command: Command) -> list[str]:
    lines = []
    condition = "; and ".join(f"__fish_seen_subcommand_from {word}" for word in command.path)
    if len(command.path) > 1:
        group, word = command.path
        first = (
            f"__fish_seen_subcommand_from {group}; "
            f"and not __fish_seen_subcommand_from {' '.join(_seconds(group))}"
        )
        lines.append(f"complete -c columbus -n '{first}' -a {word} -d {_quoted(command.help)}")
    argument = command.argument
    if argument is not None and argument.choices:
        lines.append(f"complete -c columbus -n '{condition}' -a '{' '.join(argument.choices)}'")
    if argument is not None and argument.files:
        lines.append(f"complete -c columbus -n '{condition}' -F")
    return lines + [_fish_option(option, condition) for option in command.options]


# What follows an option, by the word that stands for it; anything else is not offered.
_FISH_VALUES = {"DIR": "-r -a '(__fish_complete_directories)'", "FILE": "-r -F"}


def _fish_option(option: Option, condition: str) -> str:
    parts = ["complete -c columbus"]
    if condition:
        parts.append(f"-n '{condition}'")
    for flag in option.flags:
        parts.append(f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}")
    if known := choices(option):
        parts.append(f"-x -a '{' '.join(known)}'")
    elif option.kind != "flag":
        parts.append(_FISH_VALUES.get(option.metavar, "-x"))
    return " ".join([*parts, f"-d {_quoted(option.help)}"])


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
