"""The quick start: what a plain search and a look at help may load."""

from __future__ import annotations

import subprocess
import sys

import pytest

# Stand-ins in a fresh interpreter: the face alone is measured, not the services behind it.
SCRIPT = """
import sys, types
service = types.ModuleType("columbus.service")
workspace = types.ModuleType("columbus.service.workspace")
search = types.ModuleType("columbus.service.search")
native = types.ModuleType("columbus.native")
class Opened:
    warnings = ()
    def __init__(self, settings, create, report): self.settings = settings
    def __enter__(self): return self
    def __exit__(self, *_): pass
workspace.open_workspace = Opened
def answer(workspace, query):
    from columbus.records import SearchResult, Coverage, Freshness
    return SearchResult(query.text, "all", 0, (), Coverage(), Freshness(), ())
search.search = answer
native.locate = lambda start, home: types.SimpleNamespace(root=start, main_root=start)
native.languages = native.roles = native.kinds = list
for module in (service, workspace, search, native):
    sys.modules[module.__name__] = module
before = set(sys.modules)
from columbus.cli.entry import main
status = main(sys.argv[1:])
print(status, *sorted(set(sys.modules) - before), file=sys.stderr)
"""
HEAVY = {"numpy", "onnxruntime", "tokenizers", "mcp", "apsw"}
# All of these cost a millisecond or more, and none is needed to print an answer.
SLOW = HEAVY | {
    "argparse",
    "asyncio",
    "click",
    "dataclasses",
    "difflib",
    "inspect",
    "pathlib",
    "platformdirs",
    "rich",
    "secrets",
    "subprocess",
    "tempfile",
    "traceback",
    "typer",
}


def loaded(*words: str) -> tuple[int, set[str]]:
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{SCRIPT}", *words],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    status, *modules = done.stderr.splitlines()[-1].split()
    return int(status), {module.partition(".")[0] for module in modules}


@pytest.mark.parametrize("format", ["--json", "--llm", "--no-color"])
def test_a_plain_search_loads_nothing_slow(format: str) -> None:
    status, modules = loaded("search", "how are redirects followed", format, "--limit", "5")
    assert status == 0
    assert modules & SLOW == set()


def test_a_wrong_search_is_refused_without_typer() -> None:
    status, modules = loaded("search", "--kind", "nope", "x")
    assert status == 2
    assert "typer" not in modules


@pytest.mark.parametrize("words", [["--help"], ["search", "--help"], ["completion", "bash"]])
def test_help_loads_no_engine(words: list[str]) -> None:
    status, modules = loaded(*words)
    assert status == 0
    assert modules & HEAVY == set()
