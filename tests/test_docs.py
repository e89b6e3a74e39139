"""What the documents say is so."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType

import pytest

from columbus import native
from columbus.cli.options import COMMANDS, SEARCH
from columbus.config_file import DEFAULT_MAX_FILE_SIZE, DEFAULT_MODEL
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
CONTRACT = (ROOT / "docs" / "json.md").read_text("utf-8")
SCHEMAS = sorted((ROOT / "python" / "columbus" / "schema").glob("*.json"))
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    ROOT / "benches/README.md",
]
ENVELOPE = {"ok", "schema_version", "command", "warnings"}


def script(name: str) -> ModuleType:
    """A script of the repository as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def verbs() -> set[str]:
    """The verbs of the Makefile."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    return set(re.findall(r"^([a-z-]+):(?!=)", makefile, flags=re.MULTILINE))


def test_the_two_commands_of_the_readme_are_what_lands_a_change() -> None:
    shown = re.findall(r"^make (\w+)", README, flags=re.MULTILINE)
    assert shown == ["try", "test"]
    gate = (ROOT / ".ci" / "run").read_text("utf-8")
    run = re.findall(r"^make (.+)$", gate, flags=re.MULTILINE)
    assert [line for line in run if line in shown] == shown
    assert run[-1] == "test"


def test_verbs_that_documents_and_workflows_name_exist() -> None:
    flows = [*(ROOT / ".github" / "workflows").glob("*.yml"), ROOT / ".pre-commit-config.yaml"]
    wrong = []
    for page in [*PAGES, *flows, ROOT / ".ci" / "run"]:
        text = page.read_text("utf-8")
        calls = re.findall(r"(?:`|^|entry: |run: )make ((?:[a-z-]+ ?)+)", text, flags=re.MULTILINE)
        wrong += [
            f"{page.name}: {verb}" for call in calls for verb in call.split() if verb not in verbs()
        ]
    assert wrong == []


def test_pages_made_from_tables_are_current() -> None:
    stale = [
        path.name
        for path, text in script("generate_docs").pages().items()
        if path.read_text("utf-8") != text
    ]
    assert stale == [], "run `make docs`"


def test_the_third_party_list_has_every_pin_and_every_crate() -> None:
    told = (ROOT / "THIRD_PARTY.md").read_text("utf-8")
    pins = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    names = {line.split("==")[0] for line in pins if "==" in line}
    lock = (ROOT / "Cargo.lock").read_text("utf-8")
    packages = re.findall(r'name = "(.+)"\nversion = "(.+)"\nsource', lock)
    assert len(packages) > len(names) > 0
    # Pins of Python 3.10 alone stand in a sentence.
    missing = [name for name in sorted(names) if not re.search(rf"(- |\b){name}(:| \()", told)]
    missing += [
        f"{name} {version}" for name, version in packages if f"- {name} {version}:" not in told
    ]
    assert missing == [], "run `make docs`"


def test_every_requirement_is_pinned() -> None:
    ranges = (ROOT / "pyproject.toml").read_text("utf-8").split("dependencies = [")[1].split("]")[0]
    wanted = re.findall(r'"([a-z0-9-]+)', ranges)
    pins = (ROOT / "requirements.txt").read_text("utf-8")
    assert "apsw" in wanted
    assert [name for name in wanted if f"\n{name}==" not in pins] == []


def test_every_command_is_in_the_readme() -> None:
    missing = [command.path[0] for command in COMMANDS if f"`{command.path[0]}" not in README]
    assert missing == []


def test_options_that_the_readme_shows_exist() -> None:
    known = {flag for option in SEARCH.options for flag in option.flags} | {
        "--json",
        "--llm",
        "--limit",
    }
    used = [line for line in README.split("\n") if line.startswith("columbus search")]
    assert len(used) > 2
    assert {flag for line in used for flag in re.findall(r"--[a-z-]+", line)} <= known


def test_settings_are_in_the_readme() -> None:
    source = (ROOT / "python" / "columbus" / "config_file.py").read_text("utf-8")
    keys = re.findall(r'(indexing|embedding|output)\.(?:\w+)\(\s*"(\w+)"', source)
    assert len(keys) > 6
    missing = [f"{section}.{key}" for section, key in keys if f"`{section}.{key}`" not in README]
    assert missing == []
    assert f"| {DEFAULT_MAX_FILE_SIZE} |" in README
    assert DEFAULT_MODEL in README


def test_variables_of_the_readme_are_read_somewhere() -> None:
    source = (ROOT / "python" / "columbus" / "settings.py").read_text("utf-8")
    told = set(re.findall(r"`(COLUMBUS_[A-Z_]+|NO_COLOR|FORCE_COLOR)`", README))
    assert "COLUMBUS_DATA_DIR" in told
    assert [name for name in sorted(told) if f'"{name}"' not in source] == []


def test_every_grammar_is_in_the_readme() -> None:
    spelled = {"cpp": "C++", "csharp": "C#"}
    list_ = README.split("Grammars:")[1].split(". All other text")[0]
    told = {word.strip().lower() for word in list_.split(",")}
    assert told == {spelled.get(name, name).lower() for name in native.languages()}


def test_every_feature_is_explained() -> None:
    weights = (ROOT / "rust" / "core" / "data" / "weights.toml").read_text("utf-8")
    page = (ROOT / "docs" / "ranking.md").read_text("utf-8")
    names = re.findall(r"^(\w+) = ", weights.split("[full]")[1].split("[")[0], flags=re.MULTILINE)
    assert len(names) > 10
    assert [name for name in names if f"| {name} |" not in page] == []


@pytest.mark.parametrize(
    "kind", [UsageError, NotSetUpError, LockedError, InconclusiveError, RunError]
)
def test_every_code_is_in_the_contract(kind: type[ColumbusError]) -> None:
    row = next(line for line in CONTRACT.split("\n") if line.startswith(f"| {kind.status} |"))
    assert set(re.findall(r"[A-Z_]{5,}", row)) == kind.codes


@pytest.mark.parametrize(
    "schema", [path for path in SCHEMAS if path.stem != "common"], ids=lambda path: path.stem
)
def test_every_key_of_a_payload_is_in_the_contract(schema: Path) -> None:
    row = next(line for line in CONTRACT.split("\n") if line.startswith(f"| {schema.stem} |"))
    keys = set(json.loads(schema.read_text("utf-8"))["properties"]) - ENVELOPE
    assert set(re.findall(r"`(\w+)`", row.split("|")[3])) == keys


def test_every_key_of_a_hit_is_in_the_contract() -> None:
    common = json.loads((SCHEMAS[0].parent / "common.json").read_text("utf-8"))
    told = CONTRACT.split("## A hit")[1]
    assert [key for key in common["$defs"]["hit"]["properties"] if f"`{key}`" not in told] == []


def test_links_between_documents_lead_somewhere() -> None:
    broken = []
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            if not (page.parent / target).exists():
                broken.append(f"{page.name}: {target}")
    assert broken == []


def test_files_that_documents_name_exist() -> None:
    missing = []
    for page in PAGES:
        for path in re.findall(
            r"`((?:rust|python|tests|docs|scripts|benches)/[\w./-]+)`", page.read_text("utf-8")
        ):
            if not (ROOT / path).exists():
                missing.append(f"{page.name}: {path}")
    assert missing == []
