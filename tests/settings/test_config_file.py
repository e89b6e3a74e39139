"""The configuration file: strict when read, careful when written."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from columbus import config_file
from columbus.config_file import Config
from columbus.errors import UsageError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / ".columbus.json"


def refusal(path: Path) -> str:
    with pytest.raises(UsageError) as caught:
        config_file.read(str(path))
    assert caught.value.code == "CONFIG_INVALID"
    assert "\n" not in caught.value.message
    return caught.value.message


def test_no_file_gives_the_defaults(path: Path) -> None:
    assert config_file.read(str(path)) == Config()


def test_every_key_is_read(path: Path) -> None:
    path.write_text(
        json.dumps(
            {
                "schema_version": 1,
                "project_id": "proj_0123456789abcdef",
                "indexing": {
                    "include": ["src/**"],
                    "exclude": ["*.lock"],
                    "max_file_size": 1000,
                    "languages": ["python"],
                    "auto": False,
                },
                "embedding": {"enabled": False, "model": "other"},
                "output": {"color": "never"},
            }
        )
    )
    config = config_file.read(str(path))
    assert config.warnings == ()
    assert (config.schema_version, config.project_id) == (1, "proj_0123456789abcdef")
    assert config.indexing == config_file.Indexing(
        ("src/**",), ("*.lock",), 1000, ("python",), False
    )
    assert config.embedding == config_file.Embedding(False, "other")
    assert config.output == config_file.Output("never")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('{"schema_version": 3}', "schema_version = 3, this version of Columbus knows 2"),
        ('{"schema_version": true}', "schema_version = true"),
        ('{"project_id": "../../etc"}', "project_id"),
        ('{"project_id": 7}', "project_id = 7"),
        ('{"project_id": "proj_1234567"}', "proj_ and 8 to 64 hex digits"),
        ('{"indexing": []}', "indexing = [], which must be an object"),
        ('{"indexing": {"include": "src"}}', 'indexing.include = "src", which must be a list'),
        ('{"indexing": {"exclude": ["a", 1]}}', "indexing.exclude[1] = 1"),
        ('{"indexing": {"exclude": [" "]}}', "indexing.exclude[0]"),
        ('{"indexing": {"max_file_size": 0}}', "indexing.max_file_size = 0"),
        ('{"indexing": {"max_file_size": 1.5}}', "indexing.max_file_size = 1.5"),
        ('{"indexing": {"auto": "yes"}}', 'indexing.auto = "yes", which must be true or false'),
        ('{"indexing": {"auto": null}}', "indexing.auto = null"),
        ('{"embedding": {"model": ""}}', "embedding.model"),
        ('{"output": {"color": "blue"}}', 'output.color = "blue"'),
        ("[]", "must hold one JSON object"),
        ('{"a": 1,\n  "b": }', "line 2, column 8"),
        ('{"a": NaN}', "NaN is no JSON number"),
        ("", "line 1, column 1"),
        ("[" * 100_000, "not valid JSON"),
        ('{"a": ' + "9" * 5000 + "}", "not valid JSON"),
    ],
)
def test_what_is_wrong_is_named(path: Path, content: str, told: str) -> None:
    path.write_text(content)
    assert told in refusal(path)


def test_an_object_for_languages_means_all(path: Path) -> None:
    path.write_text('{"indexing": {"languages": {}}}')
    assert config_file.read(str(path)).indexing.languages == ()


def test_unknown_keys_warn_with_their_path(path: Path) -> None:
    path.write_text('{"indexing": {"excludes": []}, "zebra": 1}')
    assert config_file.read(str(path)).warnings == (
        ".columbus.json: unknown key zebra",
        ".columbus.json: unknown key indexing.excludes; did you mean indexing.exclude?",
    )


def test_a_byte_order_mark_is_no_error(path: Path) -> None:
    path.write_bytes(b'\xef\xbb\xbf{"output": {"color": true}}')
    assert config_file.read(str(path)).output.color == "always"


def test_not_utf8(path: Path) -> None:
    path.write_bytes(b'{"a": "\xff"}')
    assert "not UTF-8 at byte 7" in refusal(path)


@pytest.mark.timeout(5)
def test_a_pipe_does_not_hang(path: Path) -> None:
    os.mkfifo(path)
    assert "not a regular file" in refusal(path)


def test_a_folder(path: Path) -> None:
    path.mkdir()
    assert "not a regular file" in refusal(path)


def test_a_link_that_leads_nowhere(path: Path) -> None:
    path.symlink_to("gone")
    assert "leads nowhere" in refusal(path)


def test_a_huge_file(path: Path) -> None:
    path.write_bytes(b" " * (config_file.MAX_CONFIG_BYTES + 1))
    assert "larger than" in refusal(path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file(path: Path) -> None:
    path.write_text("{}")
    path.chmod(0)
    assert "cannot be read" in refusal(path)


def test_writing_makes_a_file_that_reads_back(path: Path) -> None:
    identity = config_file.new_project_id()
    config_file.write(str(path), {"schema_version": 2, "project_id": identity})
    assert config_file.read(str(path)).project_id == identity
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert list(path.parent.iterdir()) == [path]


def test_writing_keeps_what_it_does_not_know(path: Path) -> None:
    path.write_text('{"zebra": [1], "indexing": {"auto": false, "new": 1}}')
    path.chmod(0o600)
    config_file.write(str(path), {"indexing": {"max_file_size": 9}})
    assert json.loads(path.read_text()) == {
        "zebra": [1],
        "indexing": {"auto": False, "new": 1, "max_file_size": 9},
    }
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_writing_through_a_link_keeps_the_link(path: Path, tmp_path: Path) -> None:
    real = tmp_path / "real.json"
    real.write_text("{}")
    path.symlink_to(real)
    config_file.write(str(path), {"output": {"color": "never"}})
    assert path.is_symlink()
    assert json.loads(real.read_text())["output"] == {"color": "never"}


@pytest.mark.parametrize("content", ["{", "[]", '{"indexing": 3}'])
def test_a_malformed_file_is_never_overwritten(path: Path, content: str) -> None:
    path.write_text(content)
    with pytest.raises(UsageError):
        config_file.write(str(path), {"project_id": config_file.new_project_id()})
    assert path.read_text() == content
    assert list(path.parent.iterdir()) == [path]


def test_a_failed_write_leaves_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_text("{}")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="No space"):
        config_file.write(str(path), {"project_id": config_file.new_project_id()})
    assert list(path.parent.iterdir()) == [path]
    assert path.read_text() == "{}"


def test_identities_differ() -> None:
    made = {config_file.new_project_id() for _ in range(50)}
    assert len(made) == 50
    assert all(len(each) == len("proj_") + 16 for each in made)
