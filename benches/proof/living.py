"""Check every printed range of four questions against the bytes on disk.

``--repos DIR`` holds work trees of flask, redis, tokio and axios. Each is asked its question in all
three formats, with snippets. JSON: lines are inside the file, ``file_hash`` is what git says of the
bytes, signature and name stand between the first and the last line, the snippet is those lines.
Text and llm: the same places in the same order, and the printed snippets are the lines of the disk.
Prints a line for each mismatch and a table; exits with 1 when there is a mismatch.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tool import Tool, table

from columbus.render.clean import clean

QUESTIONS = (
    ("flask", "how are routes registered"),
    ("redis", "hash table resize"),
    ("tokio", "where is the runtime shut down"),
    ("axios", "dropout of a request interceptor"),
)
# What the tool cuts a line of a snippet to, and the lines of one.
LINE_LIMIT = 400
SNIPPET_LINES = 60

HEAD = re.compile(r"(?P<path>\S.*?)(?::(?P<start>\d+))?  (?P<what>\S.*)  -?\d+\.\d{4}")
ALSO = re.compile(r" +also (?P<start>\d+)-(?P<end>\d+) .*")
LINE = re.compile(r"    +(?P<number>\d+) \|(?: (?P<code>.*))?")
CITED = re.compile(
    r"\d+\. (?P<ticks>`+) ?(?P<path>.+?)(?::(?P<start>\d+)(?:-(?P<end>\d+))?)? ?(?P=ticks) .*"
)
FENCE = re.compile(r"(?P<fence>`{3,})\S*")


@dataclass
class Printed:
    """A hit as text or llm prints it; ``end`` is ``None`` where the format has none."""

    path: str
    start: int
    end: int | None
    ranges: list[tuple[int, int]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)


def main() -> None:
    """Ask, compare, tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repos", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=15, help="hits a question")
    options = parser.parse_args()
    rows: list[tuple[object, ...]] = [("repository", "hits", "ranges", "lines", "mismatches")]
    failed = False
    with tempfile.TemporaryDirectory() as data:
        for name, query in QUESTIONS:
            question = Question(Tool(Path(data)), options.repos / name, query, options.limit)
            rows.append((name, *question.check()))
            failed = failed or bool(question.wrong)
    print(table(rows))
    sys.exit(1 if failed else 0)


class Question:
    """One question to one work tree."""

    def __init__(self, tool: Tool, root: Path, query: str, limit: int) -> None:
        """Nothing is asked yet."""
        self.tool = tool
        self.root = root.resolve()
        self.words = ("search", query, "--snippets", "-n", str(limit))
        self.wrong: list[str] = []

    def check(self) -> tuple[int, int, int, int]:
        """Counts of hits, of ranges with those of hits, of compared lines, and of mismatches."""
        self.tool.text(self.root, "reindex")
        hits = self.tool.json(self.root, *self.words)["hits"]
        if not hits:
            self.note("json", "no hit at all")
        hashes = self.hashes(hits)
        lines = sum(self.hit(hit, hashes[hit["path"]]) for hit in hits)
        lines += self.printed("text", read_text(self.tool.text(self.root, *self.words)), hits)
        said = self.tool.text(self.root, *self.words, "--llm")
        lines += self.printed("llm", read_llm(said), hits)
        return len(hits), sum(1 + len(hit["ranges"]) for hit in hits), lines, len(self.wrong)

    def note(self, where: str, what: str) -> None:
        """Tell a mismatch."""
        self.wrong.append(what)
        print(f"{self.root.name}: {where}: {what}")

    def hashes(self, hits: list[dict[str, Any]]) -> dict[str, str]:
        """What git says of each file."""
        paths = sorted({hit["path"] for hit in hits})
        call = ["git", "hash-object", "--no-filters", "--", *paths]
        done = subprocess.run(call, cwd=self.root, check=True, capture_output=True, text=True)
        return dict(zip(paths, done.stdout.split(), strict=True))

    def hit(self, hit: dict[str, Any], expected: str) -> int:
        """Check a hit of the JSON and its ranges; gives the number of compared lines."""
        if hit["file_hash"] != expected:
            self.note("json", f"{hit['path']} has hash {hit['file_hash']}, git says {expected}")
        disk = disk_lines(self.root / hit["path"])
        for place in (hit, *hit["ranges"]):
            self.place(hit["path"], place, disk)
        first = hit["snippet_start_line"]
        shown = hit["snippet"].split("\n")
        end = min(hit["end_line"], first + SNIPPET_LINES - 1)
        wanted = [line.removesuffix("\r")[:LINE_LIMIT] for line in disk[first - 1 : end]]
        if shown != wanted or first != hit["start_line"]:
            self.note("json", f"{hit['path']}:{first} has a snippet that is not the file's lines")
        return len(shown)

    def place(self, path: str, place: dict[str, Any], disk: list[str]) -> None:
        """Check that lines are inside of the file, and hold the signature and the name."""
        start, end = place["start_line"], place["end_line"]
        where = f"{path}:{start}-{end}"
        if not 1 <= start <= end <= len(disk):
            self.note("json", f"{where} is outside of the file's {len(disk)} lines")
            return
        body = "\n".join(disk[start - 1 : end])
        if place["signature"] not in " ".join(body.split()):
            self.note("json", f"{where} lacks the signature {place['signature']!r}")
        # Blanks in the name of a type are folded: `impl From<(A, u16)>`.
        if "".join(place["name"].split()) not in "".join(body.split()):
            self.note("json", f"{where} lacks the name {place['name']!r}")

    def printed(self, format: str, found: list[Printed], hits: list[dict[str, Any]]) -> int:
        """Compare what a format printed with the JSON and with the disk."""
        if len(found) != len(hits):
            self.note(format, f"{len(found)} hits are printed, {len(hits)} are in the JSON")
        lines = 0
        for one, hit in zip(found, hits, strict=False):
            where = f"{one.path}:{one.start}"
            end = hit["end_line"] if one.end is None else one.end
            if (one.path, one.start, end) != (hit["path"], hit["start_line"], hit["end_line"]):
                self.note(format, f"{where}-{end} is not the JSON's place")
            ranges = [(each["start_line"], each["end_line"]) for each in hit["ranges"]]
            if one.ranges != ranges:
                self.note(format, f"{where} has further ranges {one.ranges}, the JSON {ranges}")
            lines += self.lines(format, one, hit["end_line"])
        return lines

    def lines(self, format: str, one: Printed, end: int) -> int:
        """Compare the printed lines with those on disk."""
        disk = disk_lines(self.root / one.path)
        end = min(end, one.start + SNIPPET_LINES - 1)
        wanted = [shown(line) for line in disk[one.start - 1 : end]]
        # The gutter of the text leaves no blanks at the end of a line.
        both = [[line.rstrip() for line in lines] for lines in (one.lines, wanted)]
        if both[0] != both[1]:
            self.note(format, f"{one.path}:{one.start} prints lines that are not the file's")
        if one.numbers and one.numbers != list(range(one.start, end + 1)):
            self.note(format, f"{one.path}:{one.start} numbers its lines wrongly")
        return len(one.lines)


def disk_lines(path: Path) -> list[str]:
    """The lines of a file, split at line feeds."""
    text = path.read_bytes().decode("utf-8", "replace").removeprefix("\ufeff")
    return text.removesuffix("\n").split("\n")


def shown(line: str) -> str:
    """A line of the disk as a terminal may get it."""
    return clean(line.removesuffix("\r")[:LINE_LIMIT].expandtabs(4))


def read_text(said: str) -> list[Printed]:
    """The hits of the format for people."""
    found: list[Printed] = []
    for line in said.split("\n"):
        if (code := LINE.fullmatch(line)) and found:
            found[-1].lines.append(code["code"] or "")
            found[-1].numbers.append(int(code["number"]))
        elif (also := ALSO.fullmatch(line)) and found:
            found[-1].ranges.append((int(also["start"]), int(also["end"])))
        elif head := HEAD.fullmatch(line):
            found.append(Printed(head["path"], int(head["start"] or 1), None))
    return found


def read_llm(said: str) -> list[Printed]:
    """The hits of the format for agents."""
    found: list[Printed] = []
    fence = ""
    for line in said.split("\n"):
        if fence:
            if line == fence:
                fence = ""
            else:
                found[-1].lines.append(line)
        elif (opening := FENCE.fullmatch(line)) and found:
            fence = opening["fence"]
        elif also := ALSO.fullmatch(line):
            found[-1].ranges.append((int(also["start"]), int(also["end"])))
        elif cited := CITED.fullmatch(line):
            start = int(cited["start"] or 1)
            end = int(cited["end"] or start) if cited["start"] else None
            found.append(Printed(cited["path"], start, end))
    return found


if __name__ == "__main__":
    main()
