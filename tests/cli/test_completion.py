"""Completion scripts: sound for their shell, complete by the table, and right in bash."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from columbus.cli.completion import script
from columbus.cli.options import COMMANDS, GLOBALS, SHELLS

Run = Callable[..., tuple[int, str, str]]


@pytest.mark.parametrize("shell", SHELLS)
def test_is_printed_as_it_is(run: Run, shell: str) -> None:
    assert run("completion", shell) == (0, script(shell), "")
    payload = json.loads(run("completion", shell, "--json")[1])
    assert (payload["shell"], payload["script"]) == (shell, script(shell))


@pytest.mark.parametrize("shell", SHELLS)
def test_parses(shell: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} here")
    path = tmp_path / "script"
    path.write_text(script(shell))
    subprocess.run([shell, "-n", path], check=True, timeout=30)


@pytest.mark.parametrize("shell", SHELLS)
def test_has_every_command_and_option(shell: str) -> None:
    text = script(shell)
    for command in COMMANDS:
        assert command.path[-1] in text
        for option in (*command.options, *GLOBALS):
            flag = option.flags[0]
            assert (f"-l {flag[2:]} " if shell == "fish" else flag) in text


@pytest.mark.parametrize(
    ("line", "offered", "not_offered"),
    [
        ("columbus ", {"search", "show", "--json", "--help"}, {"symbol", "--full"}),
        ("columbus sea", {"search"}, {"show"}),
        ("columbus show ", {"symbol", "file"}, {"search"}),
        ("columbus show symbol --", {"--in", "--context-lines", "--json"}, {"--full"}),
        ("columbus search --kind ", {"code", "memory"}, {"--json"}),
        ("columbus search --lang ", {"python", "cpp"}, {"--json"}),
        ("columbus search --role ", {"impl", "tooling"}, {"--json"}),
        ("columbus search --symbol-kind ", {"function", "heading"}, {"--json"}),
        ("columbus --json search x --ex", {"--exclude", "--explain"}, {"--in"}),
        ("columbus completion ", {"bash", "zsh", "fish"}, set()),
        ("columbus reindex m", {"main.py"}, {"--full"}),
        ("columbus --root ", {"folder"}, {"main.py"}),
        ("columbus search x --limit ", set(), {"--json", "main.py"}),
    ],
)
def test_bash_offers(tmp_path: Path, line: str, offered: set[str], not_offered: set[str]) -> None:
    (tmp_path / "main.py").touch()
    (tmp_path / "folder").mkdir()
    words = line.split() + ([""] if line.endswith(" ") else [])
    given = " ".join(f"'{word}'" for word in words)
    probe = (
        f"{script('bash')}\nCOMP_WORDS=({given}) COMP_CWORD={len(words) - 1}\n"
        'COMPREPLY=()\n_columbus\nprintf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    done = subprocess.run(
        ["bash", "--norc", "-c", probe],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        timeout=30,
    )
    found = set(done.stdout.split())
    assert offered <= found
    assert not (not_offered & found)
    assert done.stderr == ""
