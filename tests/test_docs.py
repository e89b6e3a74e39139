"""What the documents say is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from columbus import native
from columbus.cli.options import COMMANDS
from columbus.errors import (
    ColumbusError,
    InconclusiveError,
    LockedError,
    NotSetUpError,
    RunError,
    UsageError,
)

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_two_commands_of_the_readme_are_what_lands_a_change() -> None:
    shown = re.findall(r"^make (\w+)", README, flags=re.MULTILINE)
    assert shown == ["try", "test"]
    gate = (ROOT / ".ci" / "run").read_text("utf-8")
    assert all(f"make {verb}" in gate for verb in shown)


def test_every_command_is_in_the_readme() -> None:
    missing = [command.path[0] for command in COMMANDS if f"`{command.path[0]}" not in README]
    assert missing == []


def test_every_grammar_is_in_the_readme() -> None:
    spelled = {"cpp": "C++", "csharp": "C#"}
    told = README.split("Grammars:")[1].split("All other text")[0].lower()
    missing = [name for name in native.languages() if spelled.get(name, name).lower() not in told]
    assert missing == []


@pytest.mark.parametrize(
    "kind", [UsageError, NotSetUpError, LockedError, InconclusiveError, RunError]
)
def test_every_code_is_in_the_contract(kind: type[ColumbusError]) -> None:
    contract = (ROOT / "docs" / "json.md").read_text("utf-8")
    row = next(line for line in contract.split("\n") if line.startswith(f"| {kind.status} |"))
    assert [code for code in sorted(kind.codes) if code not in row] == []


def test_links_between_documents_lead_somewhere() -> None:
    broken = []
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            if not (page.parent / target).exists():
                broken.append(f"{page.name}: {target}")
    assert broken == []
