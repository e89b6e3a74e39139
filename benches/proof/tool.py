"""The command line as a process of its own, for the proofs beside this file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import columbus

COMMAND = (sys.executable, "-m", "columbus")
# The package that this process found, wherever the call runs.
PACKAGE = str(Path(columbus.__file__).resolve().parents[1])


@dataclass(frozen=True)
class Tool:
    """``columbus`` with a data directory of its own; ``extra`` are further variables."""

    data: Path
    extra: dict[str, str] = field(default_factory=dict)

    @property
    def env(self) -> dict[str, str]:
        """The environment of a call: this one without what would change an answer."""
        kept = {name: text for name, text in os.environ.items() if not name.startswith("COLUMBUS_")}
        ours = {"COLUMBUS_DATA_DIR": str(self.data), "PYTHONPATH": PACKAGE, "NO_COLOR": "1"}
        return {**kept, **ours, **self.extra}

    def run(self, root: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
        """Run a command in ``root``."""
        call = [*COMMAND, *words]
        return subprocess.run(call, cwd=root, env=self.env, capture_output=True, check=False)

    def start(self, root: Path, *words: str) -> subprocess.Popen[bytes]:
        """Start a command in ``root``; what it prints is dropped."""
        quiet = subprocess.DEVNULL
        return subprocess.Popen(
            [*COMMAND, *words], cwd=root, env=self.env, stdout=quiet, stderr=quiet
        )

    def text(self, root: Path, *words: str) -> str:
        """What a command prints. Raises ``SystemExit`` when it fails."""
        done = self.run(root, *words)
        if done.returncode:
            said = (done.stdout + done.stderr).decode("utf-8", "replace")
            raise SystemExit(f"columbus {' '.join(words)} failed with {done.returncode}: {said}")
        return done.stdout.decode()

    def json(self, root: Path, *words: str) -> dict[str, Any]:
        """The payload of a command."""
        payload: dict[str, Any] = json.loads(self.text(root, *words, "--json"))
        return payload


def table(rows: list[tuple[object, ...]]) -> str:
    """Rows as aligned columns, the first row as their head."""
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in cells]
    return "\n".join(lines)
