"""Write THIRD_PARTY.md: what the wheel carries and depends on, with licences.

Reads ``cargo metadata`` of the locked workspace (grammars are crates), ``requirements.txt`` with
the metadata of the installed distributions, and the model catalogue. Runs in the environment of
``make setup`` on Python 3.11 or newer. ``--check`` compares instead.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

try:
    import tomllib
except ModuleNotFoundError:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "THIRD_PARTY.md"
CATALOG = ROOT / "python" / "columbus" / "embed" / "catalog.toml"
# Pins of this marker are not installed where the list is made, so it cannot ask them.
OLD_PYTHON = 'python_version < "3.11"'
HEAD = """# Third-party material

Made by `scripts/third_party.py`. Crates, the grammars among them, are linked into the native
module; distributions are installed beside it. On Python 3.10 some distributions are older, and
coloredlogs (MIT), exceptiongroup (MIT), humanfriendly (MIT), mpmath (BSD) and sympy (BSD) join.

## Models in the wheel

"""
TAIL = """
Their provenance stands in `python/columbus/models/*/MODEL.md`.
"""


def models() -> list[str]:
    """One line a model that the wheel carries."""
    rows = tomllib.loads(CATALOG.read_text("utf-8"))["model"]
    return [f"- {row['name']}: {row['licence']}, {row['source']}" for row in rows if _inside(row)]


def _inside(row: dict[str, Any]) -> bool:
    return bool(row.get("embedded"))


def crates() -> list[str]:
    """One line a crate that a build for any platform may link."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    packages = json.loads(done.stdout)["packages"]
    outside = [package for package in packages if package["source"]]
    rows = {(p["name"], p["version"], p["license"] or "see the crate") for p in outside}
    return [f"- {name} {version}: {licence}" for name, version, licence in sorted(rows)]


def distributions() -> list[str]:
    """One line a distribution that is installed with the package."""
    lines = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    pins = [line for line in lines if "==" in line and not line.endswith(OLD_PYTHON)]
    return [f"- {name}: {_licence(name)}" for name in sorted(pin.split("==")[0] for pin in pins)]


def _licence(name: str) -> str:
    facts = metadata.metadata(name)
    told = facts.get("License-Expression") or ""
    classified = [
        value.rsplit(" :: ", 1)[-1]
        for key, value in facts.items()
        if key == "Classifier" and value.startswith("License ::")
    ]
    return told or ", ".join(classified) or (facts.get("License") or "unknown").splitlines()[0]


def text() -> str:
    """The whole document."""
    parts = [*models(), TAIL, "## Distributions\n", *distributions(), "", "## Crates\n", *crates()]
    return HEAD + "\n".join(parts) + "\n"


def main() -> int:
    """Write the file, or say that it is not current."""
    wanted = text()
    if "--check" not in sys.argv[1:]:
        TARGET.write_text(wanted, "utf-8")
        return 0
    if TARGET.read_text("utf-8") == wanted:
        return 0
    print("THIRD_PARTY.md is not current: run `make docs`", file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
