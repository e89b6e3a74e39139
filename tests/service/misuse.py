"""A charted project that is used wrongly, and what must hold of every refusal."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import apsw
import pytest

from columbus.cli import entry
from columbus.errors import status_of

# Files that SQLite and the lock keep beside a chart; what they hold is seen through the chart.
_BESIDE = ("-wal", "-shm", ".lock")
# A sweep may note new times of files, which is all that it may change.
_TABLES = (
    "SELECT path, blob, first_unit, units FROM files ORDER BY path",
    "SELECT * FROM units ORDER BY id",
    "SELECT rowid FROM names ORDER BY rowid",
    "SELECT segment, first_hash, block FROM blocks ORDER BY segment, first_hash",
    "SELECT * FROM edges ORDER BY source, target, import",
    "PRAGMA user_version",
)


@dataclass(frozen=True)
class Place:
    """A project, its data directory and its chart."""

    project: Path
    data: Path

    @property
    def config(self) -> Path:
        return self.project / ".columbus.json"

    @property
    def chart(self) -> Path:
        return next(self.data.glob("projects/*/charts/*.sqlite"))

    def configure(self, **changes: object) -> None:
        """Add keys to the project's file, whatever they are."""
        held = json.loads(self.config.read_text("utf-8"))
        self.config.write_text(json.dumps({**held, **changes}), "utf-8")

    def state(self) -> dict[str, str]:
        """Content of all files of the project and of the data directory."""
        return {**_contents(self.project), **_contents(self.data)}


@dataclass(frozen=True)
class Wrong:
    """A wrong use: the call, the code of its refusal, and what comes before."""

    words: tuple[str, ...]
    code: str
    before: Callable[[Place], None] = lambda place: None
    env: Mapping[str, str] = field(default_factory=dict)
    root: str = ""
    about: str = ""

    def __str__(self) -> str:
        return self.about or " ".join(self.words) or "nothing"


def check_text(code: str, status: int, out: str, err: str) -> None:
    """One line says what is wrong, at most one what to do; nothing goes to stdout."""
    lines = err.splitlines()
    wrong = [line for line in lines if line.startswith("error")]
    rest = [line for line in lines if line not in wrong]
    assert len(wrong) == 1, err
    assert wrong[0].startswith(f"error [{code}]: "), err
    assert len([line for line in rest if line.startswith("hint: ")]) <= 1, err
    assert all(line.startswith(("hint: ", "warning: ", "columbus: ")) for line in rest), err
    assert (status, out) == (status_of(code), "")


def check_json(code: str, status: int, out: str, err: str) -> None:
    """One object on one line with the code; stderr says nothing of an error."""
    payload = json.loads(out)
    assert out.count("\n") == 1
    assert (payload["ok"], payload["schema_version"]) == (False, 1)
    assert payload["error"]["code"] == code
    assert payload["error"]["message"]
    assert "\n" not in payload["error"]["message"]
    assert "error" not in err
    assert "Traceback" not in err
    assert status == status_of(code)


def check_refusal(
    place: Place, wrong: Wrong, capfd: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch
) -> None:
    """Run a wrong use in text and in JSON; all is as it was."""
    wrong.before(place)
    for name, text in wrong.env.items():
        patch.setenv(name, text.format(project=place.project, data=place.data))
    root = wrong.root.format(project=place.project, data=place.data) or str(place.project)
    words = [word.format(project=place.project, data=place.data) for word in wrong.words]
    before = place.state()
    for check, more in ((check_text, []), (check_json, ["--json"])):
        capfd.readouterr()
        status = entry.main([*more, "--root", root, *words])
        out, err = capfd.readouterr()
        check(wrong.code, status, out, err)
        assert place.state() == before


def _contents(folder: Path) -> dict[str, str]:
    if folder.is_file():
        return {str(folder): hashlib.sha256(folder.read_bytes()).hexdigest()}
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.endswith(_BESIDE):
            held = _rows(path) if path.parent.name == "charts" else path.read_bytes()
            found[str(path)] = hashlib.sha256(held).hexdigest()
    return found


def _rows(chart: Path) -> bytes:
    """What a chart says, or its bytes when it cannot be read."""
    connection = apsw.Connection(str(chart), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        return repr([list(connection.execute(sql)) for sql in _TABLES]).encode()
    except apsw.Error:
        return chart.read_bytes()
    finally:
        connection.close()
