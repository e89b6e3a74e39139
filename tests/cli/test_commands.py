"""Each command: what its service is given, where the words go, and the exit status."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from stand_ins import ANSWERS, Services

from columbus import records as r
from columbus.cli import output
from columbus.errors import (
    ColumbusError,
    InconclusiveError,
    LockedError,
    NotSetUpError,
    RunError,
    UsageError,
)
from columbus.frozen import replace

Run = Callable[..., tuple[int, str, str]]

# Words, the service they reach, and what it is given after the workspace or the settings.
REACHED: list[tuple[str, str, tuple[Any, ...], dict[str, Any]]] = [
    ("install", "install", (), {}),
    ("install --no-embed", "install", (), {}),
    ("install --embed", "reindex", ("incremental", (), True, None), {}),
    ("reindex", "reindex", ("incremental", (), False, None), {}),
    ("reindex --full", "reindex", ("full", (), False, None), {}),
    ("reindex --changed --embed", "reindex", ("changed", (), True, None), {}),
    ("reindex --embed-for 90s", "reindex", ("incremental", (), True, 90.0), {}),
    ("reindex --embed-for 1.5m src", "reindex", ("incremental", ("src",), True, 90.0), {}),
    ("reindex --status", "reindex", ("status", (), False, None), {}),
    ("reindex src/a.py ./src", "reindex", ("incremental", ("src/a.py", "src"), False, None), {}),
    (
        "show symbol Client.send --in src -n 3 --context-lines 2",
        "show_symbol",
        ("Client.send",),
        {"path_filter": "src", "snippet_lines": 60, "context_lines": 2, "limit": 3},
    ),
    (
        "show symbol x",
        "show_symbol",
        ("x",),
        {"path_filter": None, "snippet_lines": 60, "context_lines": 0, "limit": 25},
    ),
    ("show file ./src/../src/a.py", "show_file", ("src/a.py",), {}),
    ("outline . src", "outline", ((".", "src"),), {}),
    ("stats", "stats", (), {}),
    ("doctor", "doctor", (), {}),
    ("model list", "list_models", (), {}),
    ("model use table", "use_model", ("table",), {}),
    ("purge --yes", "purge", (), {}),
    ("uninstall -y", "uninstall", (), {}),
]


@pytest.mark.parametrize(("words", "name", "given", "named"), REACHED, ids=str)
def test_reaches_its_service(
    run: Run,
    services: Services,
    words: str,
    name: str,
    given: tuple[Any, ...],
    named: dict[str, Any],
) -> None:
    status, _, _ = run(*words.split())
    assert status == 0
    called, first, keywords = services.last
    assert called == name
    assert first[1:] == given
    assert keywords == named


@pytest.mark.parametrize("format", ["--json", "--llm", "--no-color"])
@pytest.mark.parametrize(
    "words", sorted({words for words, *_ in REACHED} | {"version", "search q"})
)
def test_globals_stand_before_or_after(run: Run, words: str, format: str) -> None:
    before = run(format, *words.split())
    assert run(*words.split(), format) == before
    assert before[0] == 0
    if format == "--json":
        name = json.loads(before[1])["command"]
        assert words.startswith(name)


def test_search_is_given_the_query(run: Run, services: Services) -> None:
    run("search", "follow", "redirects", "--in", "src/**", "--in", "lib", "--lang=go", "-n5")
    assert services.last[1][1] == r.Query(
        "follow redirects", limit=5, include=("src/**", "lib"), languages=("go",)
    )
    line = (
        "--limit 7 search --kind code --role test --symbol-kind class --snippets --explain "
        "--snippet-lines 9 --context-lines 1 --exclude x -- -word --json"
    )
    run(*line.split())
    assert services.last[1][1] == r.Query(
        "-word --json",
        kind="code",
        limit=7,
        exclude=("x",),
        roles=("test",),
        symbol_kinds=("class",),
        snippets=True,
        snippet_lines=9,
        context_lines=1,
        explain=True,
    )


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("--lang c++ --lang C#", ("cpp", "csharp")),
        (
            "--lang js --lang ts --lang=golang --lang .py",
            ("javascript", "typescript", "go", "python"),
        ),
        ("--lang Rust", ("rust",)),
    ],
)
def test_languages_have_aliases(
    run: Run, services: Services, words: str, names: tuple[str, ...]
) -> None:
    for line in (f"search q {words}", f"-v search q {words}"):
        assert run(*line.split())[0] == 0
        assert services.last[1][1].languages == names


@pytest.mark.parametrize(
    "query", ["ünïcode 検索", '"quoted', "a AND (b", "-", "NOT", "*", "x\x00y"]
)
def test_nothing_in_a_query_is_a_mistake(run: Run, services: Services, query: str) -> None:
    assert run("search", query)[0] == 0
    assert services.last[1][1].text == query


def test_a_query_that_is_no_unicode(run: Run, services: Services) -> None:
    assert run("search", "a\udcff")[0] == 0
    assert services.last[1][1].text == "a\ufffd"


@pytest.mark.parametrize(
    ("words", "creates"),
    [
        ("install", True),
        ("search q", True),
        ("search --no-index q", False),
        ("show symbol q", True),
        ("reindex", False),
        ("stats", False),
        ("purge --yes", False),
    ],
)
def test_who_may_make_a_project(run: Run, services: Services, words: str, creates: bool) -> None:
    run(*words.split())
    assert services.opened[-1].create is creates


def test_installing_without_vectors_is_a_setting(run: Run, services: Services) -> None:
    run("install", "--no-embed")
    assert not services.opened[-1].settings.embedding.enabled


def test_warnings_go_to_stderr_or_into_the_answer(run: Run, services: Services) -> None:
    services.answers["stats"] = replace(ANSWERS["stats"], warnings=("of the result",))
    status, out, err = run("stats")
    assert (status, err) == (0, "warning: opened with care\nwarning: of the result\n")
    assert "warning" not in out
    status, out, err = run("stats", "--json")
    assert json.loads(out)["warnings"] == ["opened with care", "of the result"]
    assert err == ""
    assert "> warning: of the result" in run("stats", "--llm")[1]


ERRORS: list[tuple[ColumbusError, int]] = [
    (RunError("NOT_FOUND", "gone", "look"), 1),
    (UsageError("CONFIG_INVALID", "bad"), 2),
    (NotSetUpError("INDEX_MISSING", "none", "run it"), 3),
    (LockedError("INDEX_LOCKED", "busy"), 4),
    (InconclusiveError("INCONCLUSIVE", "unsure"), 5),
]


@pytest.mark.parametrize(("error", "status"), ERRORS, ids=lambda each: getattr(each, "code", each))
@pytest.mark.parametrize("words", ["search q", "stats"])
def test_errors_have_one_status_and_one_form(
    run: Run, services: Services, words: str, error: ColumbusError, status: int
) -> None:
    services.answers[words.split(maxsplit=1)[0]] = error
    hint = f"hint: {error.hint}\n" if error.hint else ""
    assert run(*words.split()) == (status, "", f"error [{error.code}]: {error.message}\n{hint}")
    found, out, err = run(*words.split(), "--json")
    assert (found, err) == (status, "")
    payload = json.loads(out)
    assert payload["ok"] is False
    assert payload["command"] == words.split(maxsplit=1)[0]
    assert payload["error"]["code"] == error.code


@pytest.mark.parametrize("words", ["search q", "stats"])
def test_an_interrupt_is_quiet(run: Run, services: Services, words: str) -> None:
    services.answers[words.split(maxsplit=1)[0]] = KeyboardInterrupt()
    assert run(*words.split()) == (130, "", "")


@pytest.mark.parametrize("words", ["search q", "stats"])
def test_a_closed_pipe_is_quiet(run: Run, monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    def broken(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(output, "_write", broken)
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert run(*words.split())[0] == 0


@pytest.mark.parametrize("words", [["--help"], ["completion", "bash"]])
def test_a_closed_pipe_is_quiet_in_a_process(words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "columbus", *words],
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
        timeout=60,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("words", ["search q", "stats"])
@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ZeroDivisionError("by zero\x1b"), "INTERNAL"),
        (ModuleNotFoundError("no numpy"), "DEPENDENCY_MISSING"),
        (PermissionError(13, "Permission denied", "/x"), "PERMISSION_DENIED"),
    ],
)
def test_what_nobody_foresaw_is_one_line(
    run: Run, services: Services, words: str, error: Exception, code: str
) -> None:
    services.answers[words.split(maxsplit=1)[0]] = error
    status, out, err = run(*words.split())
    assert (status, out) == (1, "")
    assert err.startswith(f"error [{code}]: {type(error).__name__}")
    assert "Traceback" not in err
    assert "\x1b" not in err
    assert "Traceback" in run("-v", *words.split())[2]
    payload = json.loads(run(*words.split(), "--json")[1])
    assert payload["error"]["code"] == code


def test_the_first_failed_check_sets_the_status(run: Run, services: Services) -> None:
    checks = (
        r.Check("a", "warning", "x"),
        r.Check("b", "failure", "y", "", "INDEX_MISSING"),
        r.Check("c", "failure", "z", "", "MODEL_BROKEN"),
    )
    services.answers["doctor"] = r.DoctorResult(False, checks)
    status, out, _ = run("doctor", "--json")
    assert status == 3
    assert json.loads(out)["error"]["code"] == "INDEX_MISSING"


@pytest.mark.parametrize("words", ["doctor", "model list", "version"])
def test_works_with_no_project_and_a_bad_file(
    run: Run, services: Services, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    def refuse(*_: object) -> None:
        raise ValueError("this is the home directory")

    (services.root / ".columbus.json").write_text("{")
    monkeypatch.setattr(sys.modules["columbus.native"], "locate", refuse)
    assert run(*words.split())[0] == 0
    if words == "doctor":
        found = services.last[1][0]
        assert found.root_problem == "this is the home directory"
        assert "not valid JSON" in found.config_problem
    status, _, err = run("stats")
    assert status == 1
    assert err.startswith("error [ROOT_REFUSED]: this is the home directory\nhint: ")


def test_paths_are_typed_from_where_one_stands(
    run: Run, services: Services, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (services.root / "src" / "a.py").touch()
    (services.root / "a.py").symlink_to("src/a.py")
    monkeypatch.chdir(services.root / "src")
    for typed, path in [
        ("a.py", "src/a.py"),
        ("../a.py", "a.py"),
        ("src/a.py", "src/a.py"),
        (str(services.root / "src" / "a.py"), "src/a.py"),
        ("gone.py", "gone.py"),
    ]:
        assert run("show", "file", typed)[0] == 0
        assert services.last[1][1] == path
    monkeypatch.chdir(tmp_path)
    assert run("--root", "project/src", "show", "file", "a.py")[0] == 0
    assert services.last[1][1] == "src/a.py"
    status, _, err = run("show", "file", "/etc/passwd", "--root", "project")
    assert status == 2
    assert "outside of the project" in err


def test_eval_is_given_its_plan(run: Run, services: Services) -> None:
    line = "eval --from-history 40 --deep --baseline --compare a.json --save b.json"
    assert run(*line.split())[0] == 0
    assert vars(services.last[1][1]) == {
        "tasks": "",
        "history": 40,
        "deep": True,
        "baseline": True,
        "compare": "a.json",
        "save": "b.json",
    }
    assert run("eval", "tasks.json")[0] == 0
    assert services.last[1][1].tasks == "tasks.json"
    for line in ("eval", "eval tasks.json --from-history 3", "eval tasks.json --save b.json"):
        status, out, err = run(*line.split())
        assert (status, out) == (2, "")
        assert err.startswith("error [USAGE]: ")
    length = services.last[1][2]
    search = ANSWERS["search"]
    assert length(search) == len(run("search", "q", "--llm")[1].split("> warning")[0])


def test_eval_lists_every_task_when_asked(run: Run, services: Services) -> None:
    task = r.TaskScore("found at once", "", "", (r.Target("a.py"),), (1,), 5)
    services.answers["evaluate"] = replace(ANSWERS["evaluate"], tasks=(task,))
    assert "found at once" not in run("eval", "tasks.json")[1]
    assert "found at once" in run("eval", "tasks.json", "-v")[1]


def test_deleting_asks_first(run: Run, services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    status, _, err = run("purge")
    assert status == 2
    assert "add --yes" in err
    assert services.calls == []
    monkeypatch.setattr("columbus.platform._is_tty", lambda stream: stream is not sys.stdout)
    for answer, does in [("n\n", False), ("\n", False), ("", False), ("YES\n", True)]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(answer))
        status, _, err = run("uninstall")
        assert "delete all data and the identity" in err
        assert (status == 0) is does
        assert bool(services.calls) is does


def test_a_folder_that_is_gone(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def gone() -> str:
        raise FileNotFoundError

    monkeypatch.setattr(os, "getcwd", gone)
    status, _, err = run("search", "q")
    assert status == 1
    assert "no longer exists" in err


@pytest.mark.parametrize("words", [["version"], ["--version"], ["--version", "--json"]])
def test_version(run: Run, words: list[str]) -> None:
    status, out, _ = run(*words)
    assert status == 0
    assert "0.1.0" in out


def test_every_command_has_help(run: Run) -> None:
    from columbus.cli.options import COMMANDS

    for command in COMMANDS:
        status, out, err = run(*command.path, "--help")
        assert (status, err) == (0, "")
        assert command.help.split()[0] in out
        for option in command.options:
            assert option.flags[0] in out
