"""Write the documents that are made from tables: docs/cli.md and docs/languages.md.

Reads the table of commands (``columbus.cli.options``) and ``rust/core/languages.toml``. A test
fails when a page is not current; ``make docs`` writes them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

try:
    import tomllib
except ModuleNotFoundError:
    import tomli as tomllib

from columbus.cli.names import choices
from columbus.cli.options import COMMANDS, GLOBALS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from columbus.cli.options import Argument, Command, Option

ROOT = Path(__file__).resolve().parents[1]
NOTE = "Made by `scripts/generate_docs.py` from `{source}`; change that and run `make docs`.\n"


def pages() -> dict[Path, str]:
    """Every generated page with its text."""
    return {ROOT / "docs" / "cli.md": cli(), ROOT / "docs" / "languages.md": languages()}


def cli() -> str:
    """The reference of the command line."""
    note = NOTE.format(source="python/columbus/cli/options.py")
    parts = ["# Commands\n", note, "## Options of all commands\n", *_table(GLOBALS)]
    for command in COMMANDS:
        parts += [
            "",
            f"## columbus {command.name}\n",
            f"{command.help}\n",
            f"    {_usage(command)}",
        ]
        if command.argument is not None:
            parts += ["", f"`{command.argument.metavar}`: {command.argument.help}"]
        if command.options:
            parts += ["", *_table(command.options)]
        if command.examples:
            parts += ["", *(f"    {example}" for example in command.examples)]
    return "\n".join(parts) + "\n"


def _usage(command: Command) -> str:
    options = [] if not command.options else ["[OPTIONS]"]
    words = [] if command.argument is None else [_argument(command.argument)]
    return " ".join(["columbus", command.name, *options, *words])


def _argument(argument: Argument) -> str:
    text = argument.metavar + ("…" if argument.many else "")
    return text if argument.required else f"[{text}]"


def _table(options: Iterable[Option]) -> list[str]:
    return ["| option | does |", "| --- | --- |", *(_option(option) for option in options)]


def _option(option: Option) -> str:
    flags = ", ".join(f"`{flag}`" for flag in option.flags)
    value = f" `{option.metavar}`" if option.metavar else ""
    told = option.help
    if option.kind == "count" and option.high and f"{option.low} to" not in told:
        told += f" {option.low} to {option.high}."
    known = choices(option)
    if not all(choice in told for choice in known):
        told += f" One of: {', '.join(known)}."
    if option.default is not None:
        told += f" Default: {option.default}."
    return f"| {flags}{value} | {told} |"


def languages() -> str:
    """The languages with a grammar, and by what a file is known to be of one."""
    table = ROOT / "rust" / "core" / "languages.toml"
    rows = tomllib.loads(table.read_text("utf-8"))["language"]
    parts = [
        "# Languages\n",
        NOTE.format(source="rust/core/languages.toml"),
        "Files of these are charted by their definitions; all other text is charted in blocks.",
        "Where two languages share an extension, the content decides. `--lang` and",
        "`indexing.languages` take names, aliases and extensions.\n",
        "| language | aliases | extensions | file names | interpreters |",
        "| --- | --- | --- | --- | --- |",
        *(_language(row) for row in sorted(rows, key=lambda row: str(row["name"]))),
    ]
    return "\n".join(parts) + "\n"


def _language(row: dict[str, Any]) -> str:
    claimed = row.get("claims", {}).get("extensions", [])
    extensions = [f".{extension}" for extension in [*row.get("extensions", []), *claimed]]
    cells = (row.get("aliases", []), extensions, row.get("files", []), row.get("shebangs", []))
    return f"| {row['name']} | " + " | ".join(_code(cell) for cell in cells) + " |"


def _code(words: list[str]) -> str:
    return " ".join(f"`{word}`" for word in dict.fromkeys(words))


def main() -> int:
    """Write the pages; with ``--check`` only say which are not current."""
    stale = []
    for path, text in pages().items():
        if path.is_file() and path.read_text("utf-8") == text:
            continue
        stale.append(path.name)
        if "--check" not in sys.argv[1:]:
            path.write_text(text, "utf-8", newline="\n")
    if stale and "--check" in sys.argv[1:]:
        print(f"not current: {', '.join(stale)}; run `make docs`", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
