"""Write THIRD_PARTY.md: what the wheel carries and depends on, with licences.

Reads ``cargo metadata`` of the locked workspace, the pinned Python requirements with the metadata
of the installed distributions, and the models of the package. ``--check`` compares instead.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "THIRD_PARTY.md"
HEAD = """# Third-party material

Made by `scripts/third_party.py`. Crates are linked into the native module; distributions are
installed beside it.

## Models

- `static-code-256`: token table trained for Columbus, MIT
- `minilm-l6-code-int8`: fine-tune of all-MiniLM-L6-v2, Apache-2.0

Their provenance stands in `python/columbus/models/*/MODEL.md`.
"""


def crates() -> list[str]:
    """One line a crate that a build for any platform may link."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    packages = json.loads(done.stdout)["packages"]
    outside = [package for package in packages if package["source"]]
    rows = {(p["name"], p["version"], p["license"] or "see the crate") for p in outside}
    return [f"- {name} {version}: {licence}" for name, version, licence in sorted(rows)]


def distributions() -> list[str]:
    """One line a run-time requirement."""
    lines = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    names = {line.split("==")[0] for line in lines if "==" in line}
    return [f"- {name}: {_licence(name)}" for name in sorted(names)]


def _licence(name: str) -> str:
    facts = metadata.metadata(name)
    told = facts.get("License-Expression") or ""
    classified = [
        value.rsplit(" :: ", 1)[-1]
        for key, value in facts.items()
        if key == "Classifier" and value.startswith("License ::")
    ]
    return told or ", ".join(classified) or (facts.get("License") or "unknown").splitlines()[0]


def main() -> int:
    """Write the file, or say that it is not current."""
    parts = [HEAD, "## Distributions\n", *distributions(), "", "## Crates\n", *crates(), ""]
    text = "\n".join(parts)
    if "--check" in sys.argv:
        if TARGET.read_text("utf-8") == text:
            return 0
        print("THIRD_PARTY.md is not current: run scripts/third_party.py", file=sys.stderr)
        return 1
    TARGET.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
