"""Reading the command line: both readers agree, and a wrong call is refused in one way."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from columbus.cli import app, call, light
from columbus.cli.options import (
    COMMANDS,
    GLOBALS,
    MAX_CONTEXT_LINES,
    MAX_SNIPPET_LINES,
    SEARCH,
)
from columbus.cli.values import check
from columbus.errors import UsageError

Run = Callable[..., tuple[int, str, str]]

SEARCHES = [
    "search a",
    "search a b c",
    "search a --json",
    "--json search a",
    "--llm --limit 3 search a --limit 4",
    "search -n5 a",
    "search -n 5 a",
    "search -vn5 a",
    "-v search a -v",
    "search --limit=5 a",
    "search a --in x --in y b",
    "search --in=x=y a",
    "search --in --json a",
    "search a -- --json -x",
    "search -- -a",
    "search - a",
    "search a --limit 201",
    "search a --kind code --deep --snippets --explain --no-index --no-color",
    "search a --role test --role doc --lang go --exclude g --symbol-kind class",
    "search a --snippet-lines 5 --context-lines 0 --root .",
    "search a --why-not src/b.py:12",
    "search search",
    "search -- search -- x",
    # Refused by both.
    "search",
    "search --",
    "search a --nope",
    "search a -x",
    "search a -vx",
    "search a --limit",
    "search a -n",
    "search a --json=1",
    "search a --limit 0",
    "search a --limit many",
    "search a --kind nope",
    "search a --role nope",
    "search a --snippet-lines 0",
    "search a --json --llm",
    "search a -5",
]


def lightly(words: list[str]) -> object:
    raw = light.read(words)
    assert raw is not None
    return call.make(SEARCH, check(SEARCH, (*GLOBALS, *SEARCH.options), raw), {})


def outcome(read: Callable[[], object]) -> object:
    try:
        return read()
    except UsageError as error:
        return error.code


@pytest.mark.parametrize("line", SEARCHES)
def test_both_readers_agree(line: str) -> None:
    words = line.split()
    assert outcome(lambda: lightly(words)) == outcome(lambda: app.read(words, {}))


def test_every_option_of_search_is_tried() -> None:
    tried = " ".join(SEARCHES)
    for option in (*GLOBALS, *SEARCH.options):
        assert any(flag in tried for flag in option.flags)


@pytest.mark.parametrize(
    "line",
    ["", "stats", "--json stats", "search a --help", "search -h", "--version", "--nope search"],
)
def test_other_calls_are_left_to_typer(line: str) -> None:
    assert light.read(line.split()) is None


WRONG = [
    ("serach q", "USAGE", "no such command", "search"),
    ("show symbl x", "USAGE", "no such command", "symbol"),
    ("show", "USAGE", "missing command", "columbus show --help"),
    ("--json", "USAGE", "no command", "--help"),
    ("stats --jsn", "USAGE", "no such option: --jsn", "--json"),
    ("search q --limt 3", "USAGE", "no such option: --limt", "--limit"),
    ("search -word", "USAGE", "no such option: -w", "columbus search -- "),
    ("--nope search q", "USAGE", "no such option: --nope", ""),
    ("search", "USAGE", "needs QUERY", "QUERY"),
    ("show symbol", "USAGE", "needs NAME", "NAME"),
    ("show file", "USAGE", "needs PATH", "PATH"),
    ("show file a b", "USAGE", "unexpected extra argument", ""),
    ("outline", "USAGE", "needs PATH", "PATH"),
    ("stats extra", "USAGE", "unexpected extra argument", ""),
    ("search q --limit 0", "USAGE", "from 1 to 200", ""),
    ("search q --limit x", "USAGE", "from 1 to 200", ""),
    ("search q --limit -1", "USAGE", "from 1 to 200", ""),
    ("search q --limit", "USAGE", "--limit", ""),
    ("stats --limit", "USAGE", "--limit", ""),
    ("search q --kind codes", "INVALID_KIND", "none of", "code"),
    ("search q --role tests", "USAGE", "none of impl, test, ", "did you mean test?"),
    ("search q --lang pythn", "USAGE", "--lang 'pythn' is none of bash, c, cpp, ", "python?"),
    ("search q --lang golng", "USAGE", "none of", "did you mean go?"),
    ("search q --lang yaml", "USAGE", "none of", "--in '*.yaml'"),
    ("search q --symbol-kind func", "USAGE", "none of function, method", "function?"),
    ("search q --symbol-kind", "USAGE", "--symbol-kind", ""),
    ("search q --json --llm", "USAGE", "exclude each other", ""),
    ("stats --json --llm", "USAGE", "exclude each other", ""),
    ("reindex --full --clean", "USAGE", "--full and --clean exclude each other", ""),
    ("reindex --full src", "USAGE", "takes no paths", ""),
    ("reindex --status --embed", "USAGE", "makes no vectors", ""),
    ("reindex --embed-for soon", "USAGE", "not a time", ""),
    ("install --embed --no-embed", "USAGE", "exclude each other", ""),
    ("completion powershell", "USAGE", "none of bash, zsh, fish", ""),
    ("stats --root nowhere", "USAGE", "not a directory", ""),
    ("search q --root nowhere", "USAGE", "not a directory", ""),
    ("purge", "USAGE", "would delete", "--yes"),
]


@pytest.mark.parametrize(("line", "code", "told", "hint"), WRONG)
def test_wrong_calls(run: Run, line: str, code: str, told: str, hint: str) -> None:
    status, out, err = run(*[word for word in line.split() if word != "--json" or "llm" in line])
    assert status == 2 or line == "--json"
    if line != "--json" and "--json" not in line:
        assert out == ""
        assert err.startswith(f"error [{code}]: ")
    status, out, err = run("--json", *line.split())
    assert (status, err) == (2, "")
    error = json.loads(out)["error"]
    assert error["code"] == code
    assert told in error["message"]
    assert hint in error["hint"]


def test_a_count_stops_at_its_limit() -> None:
    flags = "--limit 100000 --snippet-lines 99999 --context-lines 99999"
    made = lightly(f"search a {flags}".split())
    assert isinstance(made, call.Call)
    counts = (made.limit, made.values.number("snippet_lines"), made.values.number("context_lines"))
    assert counts == (200, MAX_SNIPPET_LINES, MAX_CONTEXT_LINES)


def test_an_empty_query(run: Run) -> None:
    for words in (["search", ""], ["search", "  "], ["search", "--", ""]):
        assert run(*words)[0] == 2


def test_the_table_is_sound() -> None:
    assert len({command.path for command in COMMANDS}) == len(COMMANDS)
    assert set(app.RUNNERS) == {command.path for command in COMMANDS}
    for command in COMMANDS:
        flags = [flag for option in (*GLOBALS, *command.options) for flag in option.flags]
        assert len(set(flags)) == len(flags)
