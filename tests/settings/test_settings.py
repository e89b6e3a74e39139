"""Settings: four sources, one order of precedence, no surprises from the environment."""

from __future__ import annotations

import json
import stat
import sys
from collections.abc import Mapping
from pathlib import Path

import platformdirs
import pytest

from columbus import settings
from columbus.errors import UsageError
from columbus.platform import data_home
from columbus.settings import Flags, Settings

HOME = {"HOME": "/home/ann"}


def load(root: Path, env: Mapping[str, str] = HOME, **flags: object) -> Settings:
    return settings.load(str(root), {**HOME, **env}, Flags(**flags))  # type: ignore[arg-type]


def put(root: Path, **content: object) -> None:
    (root / ".columbus.json").write_text(json.dumps(content))


def test_defaults(tmp_path: Path) -> None:
    found = load(tmp_path)
    assert found.batch_size == 64
    assert found.indexing.auto
    assert found.embedding.enabled
    assert not found.installed
    assert found.project_dir is None
    assert found.warnings == ()


def test_file_then_environment_then_flags(tmp_path: Path) -> None:
    put(tmp_path, embedding={"model": "of-file", "enabled": False})
    assert load(tmp_path).embedding.model == "of-file"
    found = load(tmp_path, {"COLUMBUS_MODEL": "of-environment"}, embed=True)
    assert found.embedding.model == "of-environment"
    assert found.embedding.enabled
    put(tmp_path, indexing={"auto": True})
    assert load(tmp_path).indexing.auto
    assert not load(tmp_path, {"COLUMBUS_NO_INDEX": "1"}).indexing.auto
    assert load(tmp_path, {"COLUMBUS_NO_INDEX": "0"}).indexing.auto
    assert not load(tmp_path, no_index=True).indexing.auto


@pytest.mark.parametrize(
    ("text", "size", "warns"),
    [
        ("", 64, False),
        ("1", 1, False),
        ("512", 512, False),
        ("513", 512, False),
        ("0", 1, False),
        ("-4", 1, False),
        ("many", 64, True),
        ("1.5", 64, True),
        ("9" * 5000, 64, True),
    ],
)
def test_batch_size(tmp_path: Path, text: str, size: int, warns: bool) -> None:
    found = load(tmp_path, {"COLUMBUS_INDEX_BATCH_SIZE": text})
    assert found.batch_size == size
    assert bool(found.warnings) == warns
    assert all("COLUMBUS_INDEX_BATCH_SIZE" in warning for warning in found.warnings)


@pytest.mark.parametrize(
    ("text", "size"),
    [("1000", 1000), ("2K", 2048), ("1.5g", 1610612736), ("800MB", 838860800), ("1GiB", 1 << 30)],
)
def test_memory(tmp_path: Path, text: str, size: int) -> None:
    assert load(tmp_path, {"COLUMBUS_MAX_MEMORY": text}).max_memory == size


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("COLUMBUS_MAX_MEMORY", "lots"),
        ("COLUMBUS_MAX_MEMORY", "0"),
        ("COLUMBUS_MAX_MEMORY", "-1G"),
        ("COLUMBUS_EMBED_THREADS", "two"),
        ("COLUMBUS_LOG_LEVEL", "loud"),
    ],
)
def test_a_bad_variable_warns_and_is_ignored(tmp_path: Path, name: str, text: str) -> None:
    found = load(tmp_path, {name: text})
    assert len(found.warnings) == 1
    assert found.warnings[0].startswith(f"{name}=")
    assert replace_warnings(found) == replace_warnings(load(tmp_path))


def replace_warnings(found: Settings) -> object:
    return (found.max_memory, found.embed_threads, found.log_level)


def test_verbose_is_debug(tmp_path: Path) -> None:
    assert load(tmp_path, verbose=True).debug
    assert load(tmp_path, {"COLUMBUS_LOG_LEVEL": "DEBUG"}).debug
    assert not load(tmp_path).debug


@pytest.mark.parametrize(
    ("env", "flag", "config", "tty", "colour"),
    [
        ({}, False, "auto", True, True),
        ({}, False, "auto", False, False),
        ({}, False, "always", False, True),
        ({}, False, "never", True, False),
        ({"FORCE_COLOR": "1"}, False, "never", False, True),
        ({"FORCE_COLOR": "0"}, False, "auto", False, False),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False, "always", True, False),
        ({"NO_COLOR": ""}, False, "auto", True, True),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, False, "auto", True, False),
        ({"FORCE_COLOR": "1"}, True, "always", True, False),
    ],
)
def test_colour(
    tmp_path: Path, env: Mapping[str, str], flag: bool, config: str, tty: bool, colour: bool
) -> None:
    put(tmp_path, output={"color": config})
    found = load(tmp_path, env, no_color=flag)
    assert settings.color_wanted(found, is_tty=tty) is colour


def test_a_linked_worktree_uses_the_file_of_the_main_checkout(tmp_path: Path) -> None:
    main, linked = tmp_path / "main", tmp_path / "linked"
    main.mkdir()
    linked.mkdir()
    put(main, project_id="proj_aaaaaaaaaaaaaaaa")
    found = settings.load(str(linked), HOME, main_root=str(main))
    assert found.project_id == "proj_aaaaaaaaaaaaaaaa"
    assert found.config_path == str(main / ".columbus.json")
    put(linked, project_id="proj_bbbbbbbbbbbbbbbb")
    found = settings.load(str(linked), HOME, main_root=str(main))
    assert found.project_id == "proj_bbbbbbbbbbbbbbbb"


def test_tolerance_keeps_the_complaint(tmp_path: Path) -> None:
    (tmp_path / ".columbus.json").write_text("{")
    with pytest.raises(UsageError):
        load(tmp_path)
    found = settings.load(str(tmp_path), HOME, tolerant=True)
    assert "not valid JSON" in found.config_problem


@pytest.mark.parametrize("columns", ["0", "-5", "80x", "²", "99999", ""])
def test_odd_columns_are_ignored(tmp_path: Path, columns: str) -> None:
    assert load(tmp_path, {"COLUMNS": columns}).columns is None


def test_data_dir(tmp_path: Path) -> None:
    chosen = tmp_path / "a" / "b"
    found = load(tmp_path, {"COLUMBUS_DATA_DIR": str(chosen)})
    assert settings.make_data_dir(found) == str(chosen)
    assert stat.S_IMODE(chosen.stat().st_mode) == 0o700
    settings.make_data_dir(found)


def test_data_home_of_every_system() -> None:
    assert data_home({}, "/h", "linux") == "/h/.local/share/columbus"
    assert data_home({"XDG_DATA_HOME": "/x/"}, "/h", "linux") == "/x/columbus"
    assert data_home({"XDG_DATA_HOME": "x"}, "/h", "linux") == "/h/.local/share/columbus"
    assert data_home({}, "/h", "darwin") == "/h/Library/Application Support/columbus"
    assert data_home({"LOCALAPPDATA": "C:\\L"}, "C:\\h", "win32") == "C:\\L\\columbus"


def test_data_home_is_that_of_platformdirs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    expected = platformdirs.user_data_dir("columbus", appauthor=False)
    assert data_home({}, "/home/ann", sys.platform) == expected


def test_git_variables_are_passed_on(tmp_path: Path) -> None:
    env = {"GIT_CONFIG_GLOBAL": "/g", "GIT_CONFIG_SYSTEM": "/s", "GIT_CONFIG_NOSYSTEM": "true"}
    found = load(tmp_path, {**env, "XDG_CONFIG_HOME": "/x"})
    assert found.git_config_global == "/g"
    assert found.git_config_system == "/s"
    assert found.git_config_nosystem
    assert found.xdg_config_home == "/x"
