"""The one table of commands and options.

Both readers of the command line, the light one for searches and the Typer application for all
else, are made from it, and so are the completion scripts. Nothing here imports either.
"""

from __future__ import annotations

from typing import Literal

from columbus.frozen import dataclass

ValueKind = Literal["flag", "text", "list", "count", "duration"]
Listed = Literal["", "languages", "roles", "kinds"]

KINDS = ("all", "code", "memory", "epic", "story", "task")
SHELLS = ("bash", "zsh", "fish")

# One answer of more than 200 places is a listing, not a search.
MAX_LIMIT = 200
# More tasks than this add nothing to the interval, and a commit costs about a second.
MAX_COMMITS = 1000
# A snippet beyond this is a file; agents and screens alike want the place instead.
MAX_SNIPPET_LINES = 500
MAX_CONTEXT_LINES = 100


@dataclass(frozen=True, slots=True)
class Option:
    """An option: its flags, what it takes, and the words of its help.

    ``low`` and ``high`` bound a count; ``default`` is what a count or text has when not given.
    ``choices`` closes a text or each text of a list; ``code`` is the error when it is none of them.
    ``listed`` names the list of the core that closes it instead: see ``columbus.cli.names``.
    """

    name: str
    flags: tuple[str, ...]
    kind: ValueKind
    help: str
    metavar: str = ""
    default: int | str | None = None
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    code: str = "USAGE"
    listed: Listed = ""


@dataclass(frozen=True, slots=True)
class Argument:
    """A positional argument; ``many`` takes all that follow."""

    name: str
    metavar: str
    help: str
    many: bool = False
    required: bool = True
    choices: tuple[str, ...] = ()
    files: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its words, what it takes, and the panel of the help it is listed in.

    ``examples`` are whole calls, for commands that cannot be guessed from their options.
    """

    path: tuple[str, ...]
    help: str
    panel: str
    argument: Argument | None = None
    options: tuple[Option, ...] = ()
    examples: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The words as typed and as shown in the envelope: ``show symbol``."""
        return " ".join(self.path)


def _flag(name: str, help: str, *flags: str) -> Option:
    return Option(name, flags or (_long(name),), "flag", help)


def _list(name: str, flag: str, metavar: str, help: str, listed: Listed = "") -> Option:
    return Option(name, (flag,), "list", f"{help} Can be repeated.", metavar, listed=listed)


def _long(name: str) -> str:
    return f"--{name.replace('_', '-')}"


GLOBALS = (
    _flag("json", "Print one JSON object."),
    _flag("llm", "Print compact markdown for agents."),
    _flag("no_color", "Print without colour."),
    Option(
        "limit",
        ("--limit", "-n"),
        "count",
        f"At most so many results (1 to {MAX_LIMIT}).",
        "N",
        low=1,
        high=MAX_LIMIT,
    ),
    Option("root", ("--root",), "text", "Work on the project that DIR belongs to.", "DIR"),
    _flag("verbose", "Tell more: stages, times, tracebacks.", "--verbose", "-v"),
)

_SNIPPET_LINES = Option(
    "snippet_lines",
    ("--snippet-lines",),
    "count",
    "At most so many lines a snippet.",
    "N",
    default=60,
    low=1,
    high=MAX_SNIPPET_LINES,
)
_CONTEXT_LINES = Option(
    "context_lines",
    ("--context-lines",),
    "count",
    "Lines to show around a snippet.",
    "N",
    default=0,
    low=0,
    high=MAX_CONTEXT_LINES,
)
_YES = _flag("yes", "Do not ask.", "--yes", "-y")
_NO_INDEX = _flag("no_index", "Never chart the project as a side effect.")
_PATHS = Argument("paths", "PATH", "Files or folders of the project.", many=True, files=True)

SEARCH = Command(
    ("search",),
    "Find the places that answer a question, a name or an error message.",
    "Ask",
    Argument("query", "QUERY", "What to look for; words are joined by blanks.", many=True),
    (
        Option(
            "kind",
            ("--kind",),
            "text",
            "What to search: code, memories, or all.",
            "KIND",
            default="all",
            choices=KINDS,
            code="INVALID_KIND",
        ),
        _list("include", "--in", "GLOB", "Only files that match."),
        _list("exclude", "--exclude", "GLOB", "Leave out files that match."),
        _list("languages", "--lang", "LANGUAGE", "Only files of this language.", "languages"),
        _list("roles", "--role", "ROLE", "Only files of this role.", "roles"),
        _list("symbol_kinds", "--symbol-kind", "KIND", "Only this kind of symbol.", "kinds"),
        _flag("snippets", "Show the code of each hit."),
        _SNIPPET_LINES,
        _CONTEXT_LINES,
        _flag("deep", "Let the sentence model judge the best hits again (0.3 s more)."),
        _flag("explain", "Show what each score is made of, and what each lane did."),
        Option(
            "why_not",
            ("--why-not",),
            "text",
            "Also say what kept this file, or the definition around this line, from being a hit.",
            "PATH[:LINE]",
        ),
        _NO_INDEX,
    ),
)

EVAL = Command(
    ("eval",),
    "Score the answers to tasks whose answers are known.",
    "Look after",
    Argument("tasks", "TASKS", "A file of tasks, see docs/eval.md.", required=False, files=True),
    (
        Option(
            "from_history",
            ("--from-history",),
            "count",
            "Make the tasks from the last commits, each asked of the tree before it.",
            "N",
            low=1,
            high=MAX_COMMITS,
        ),
        _flag("deep", "Search with --deep."),
        _flag("baseline", "Also score a keyword scan and BM25 over the same files."),
        Option(
            "compare",
            ("--compare",),
            "text",
            "Tell the difference to an earlier run, the output of eval --json.",
            "FILE",
        ),
        Option(
            "save",
            ("--save",),
            "text",
            "Write the tasks of --from-history as JSON, to be run again.",
            "FILE",
        ),
    ),
    (
        "columbus eval --from-history 40 --baseline",
        "columbus eval tasks.json --json > before.json",
        "columbus eval tasks.json --deep --compare before.json",
    ),
)

COMMANDS = (
    Command(
        ("install",),
        "Give the project an identity and chart it.",
        "Chart",
        options=(
            _flag("embed", "Also make all model vectors now."),
            _flag("no_embed", "Make no model vectors."),
        ),
    ),
    Command(
        ("reindex",),
        "Bring the chart up to date.",
        "Chart",
        Argument("paths", "PATH", "Only these files or folders.", True, False, files=True),
        (
            _flag("full", "Chart every file again."),
            _flag("changed", "Only what git reports as changed."),
            _flag("clean", "Drop the chart and make a new one; memories stay."),
            _flag("status", "Only tell what would be done."),
            _flag("embed", "Also make the model vectors that are missing."),
            Option(
                "embed_for",
                ("--embed-for",),
                "duration",
                "Make missing model vectors for at most so long (30s, 5m).",
                "TIME",
            ),
        ),
    ),
    SEARCH,
    Command(
        ("show", "symbol"),
        "Show every definition of a name.",
        "Ask",
        Argument("name", "NAME", "A symbol, or Container.symbol."),
        (
            Option("path_filter", ("--in",), "text", "Only in files that match.", "GLOB"),
            _SNIPPET_LINES,
            _CONTEXT_LINES,
            _NO_INDEX,
        ),
    ),
    Command(
        ("show", "file"),
        "Show a file's definitions, imports and tests.",
        "Ask",
        Argument("path", "PATH", "A file of the project.", files=True),
        (_NO_INDEX,),
    ),
    Command(("outline",), "List the definitions of files.", "Ask", _PATHS, (_NO_INDEX,)),
    Command(("stats",), "Count what is charted.", "Look after"),
    EVAL,
    Command(("doctor",), "Check everything that Columbus needs.", "Look after"),
    Command(("model", "list"), "List the embedding models.", "Look after"),
    Command(
        ("model", "pull"),
        "Download a model, checked by size and hash.",
        "Look after",
        Argument("name", "NAME", "A model of the list."),
    ),
    Command(
        ("model", "use"),
        "Change the model of this project.",
        "Look after",
        Argument("name", "NAME", "A model of the list."),
    ),
    Command(
        ("purge",),
        "Delete all data of this project; its identity stays.",
        "Remove",
        options=(_YES,),
    ),
    Command(
        ("uninstall",),
        "Delete all data and the identity of this project.",
        "Remove",
        options=(_YES,),
    ),
    Command(("version",), "Tell the versions of Columbus and its parts.", "Look after"),
    Command(
        ("completion",),
        "Print a completion script for a shell.",
        "Look after",
        Argument("shell", "SHELL", "bash, zsh or fish.", choices=SHELLS),
    ),
)

GROUPS = {
    "show": "Show a symbol or a file.",
    "model": "List, download and choose embedding models.",
}


def by_flag(options: tuple[Option, ...]) -> dict[str, Option]:
    """Options by each of their flags."""
    return {flag: option for option in options for flag in option.flags}
