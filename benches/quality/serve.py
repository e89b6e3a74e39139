"""Answer the questions of a quality run through the command line, in one process.

Reads one JSON object a line, ``{"repo": DIR, "query": TEXT, "k": N}``, and answers with one line,
``{"results": [{"path", "start_line", "end_line"}, ...]}``: what ``columbus search --json`` prints
for it. ``DIR`` is charted as a project of its own, also below a git root, so that a benchmark root
is searched as if nothing were around it. Charts go to a directory that is removed at the end.
``--ranges`` gives every range of a hit, best first, instead of the first one only.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import sys
import tempfile
import time
from pathlib import Path

from columbus.cli import entry
from columbus.config_file import new_project_id


def main() -> None:
    """Serve until the input ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ranges", action="store_true")
    parser.add_argument("--times", help="append a line a repository: first answer in seconds")
    parser.add_argument("--deep", action="store_true", help="let the sentence model look again")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        os.environ["COLUMBUS_DATA_DIR"] = data
        seen: set[str] = set()
        for line in sys.stdin:
            request = json.loads(line)
            began = time.monotonic()
            answer = _answer(request, ranges=options.ranges, deep=options.deep)
            if options.times and request["repo"] not in seen:
                _note(options.times, request["repo"], time.monotonic() - began)
            seen.add(request["repo"])
            print(json.dumps(answer), flush=True)


def _note(path: str, repo: str, seconds: float) -> None:
    with Path(path).open("a", encoding="utf-8") as file:
        file.write(f"{repo}\t{seconds:.3f}\n")


def _answer(request: dict[str, object], *, ranges: bool, deep: bool) -> dict[str, object]:
    root = Path(str(request["repo"])).resolve()
    config = root / ".columbus.json"
    if not config.exists():
        config.write_text(json.dumps({"project_id": new_project_id()}), "utf-8")
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    words = ["search", "--json", "--root", str(root), "-n", str(request["k"])]
    words += ["--deep"] if deep else []
    with contextlib.redirect_stdout(out):
        entry.main([*words, "--", str(request["query"])])
    out.flush()
    payload = json.loads(out.buffer.getvalue())  # type: ignore[attr-defined]
    if not payload["ok"]:
        return {"error": payload["error"]["message"]}
    results: list[dict[str, object]] = []
    for hit in payload["hits"]:
        for place in [hit, *(hit["ranges"] if ranges else [])]:
            lines = (place["start_line"], place["end_line"])
            results.append({"path": hit["path"], "start_line": lines[0], "end_line": lines[1]})
    return {"results": results}


if __name__ == "__main__":
    main()
