"""Kill charting runs at random moments; the next run must bring the chart to what it should be.

Makes a tree (``--files``, or copies of ``--tree DIR``) and an edited twin of it, charts both
undisturbed and keeps the answers to 20 queries. Then, ``--kills`` times: a first index, a full one
or an incremental one over the edited files is started in another data directory and killed
(SIGKILL) at a moment within the time that such a run takes; the moments are seeded and spread over
that time. Afterwards a plain ``reindex`` must end with 0, SQLite must find the chart sound, and all
answers must be those of the undisturbed run, byte for byte. Prints a table; exits with 1 when
anything differs.
"""

from __future__ import annotations

import argparse
import random
import shutil
import signal
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import apsw
import made_tree
from tool import Tool, table

KINDS = ("first", "full", "incremental")
WORDS = {"first": ("reindex",), "full": ("reindex", "--full"), "incremental": ("reindex",)}
QUERIES = (
    "load config",
    "where is the token parsed",
    "merge_order_12",
    "Basket",
    "Ledger::flush",
    "hash resize",
    "session lock",
    "how does the queue meet the buffer",
    "retry",
    "render page header",
    "part_003",
    "sign the order before the lock",
    "edited_17",
    "moved",
    "index.md",
    "drop session",
    "open close",
    "store buffer rust",
    "test of the basket",
    "zzqqxv",
)


@dataclass(frozen=True)
class State:
    """A tree with the answers of an undisturbed chart."""

    answers: tuple[bytes, ...]
    folder: Path


def main() -> None:
    """Chart, kill, compare, tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=3000)
    parser.add_argument("--tree", type=Path, help="a git work tree to copy instead of made files")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--edits", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(Path(folder), options)
        trial.prepare()
        print(trial.told())
        rows = [trial.kill(at) for at in range(options.kills)]
        print(table([("run", "killed at", "of", "alive", "files then", "next", "result"), *rows]))
        print(f"{len(rows)} kills, {trial.wrong} with a difference")
    sys.exit(1 if trial.wrong else 0)


class Trial:
    """The tree, the undisturbed chart, and the chart whose runs are killed."""

    def __init__(self, folder: Path, options: argparse.Namespace) -> None:
        """Nothing is made yet."""
        self.options = options
        self.rng = random.Random(options.seed)
        self.root = folder / "tree"
        self.folder = folder
        self.calm = Tool(folder / "calm")
        self.killed = Tool(folder / "killed")
        self.states: list[State] = []
        self.seconds: dict[str, float] = {}
        self.now = 0
        self.wrong = 0
        kinds = [KINDS[at % len(KINDS)] for at in range(options.kills)]
        self.plan = list(zip(kinds, self.moments(kinds), strict=True))

    def moments(self, kinds: list[str]) -> list[float]:
        """Shares of a run's time, spread evenly over each kind and then shuffled."""
        spread: dict[str, list[float]] = {}
        for kind in KINDS:
            count = kinds.count(kind)
            spread[kind] = [(at + self.rng.random()) / count for at in range(count)]
            self.rng.shuffle(spread[kind])
        return [spread[kind].pop() for kind in kinds]

    def prepare(self) -> None:
        """Make both states of the tree, time each kind of run, keep the answers."""
        base, edited = self.folder / "base", self.folder / "edited"
        base.mkdir()
        if self.options.tree:
            made_tree.copies(base, self.options.tree.resolve(), self.options.files)
        else:
            made_tree.make(base, self.options.files, self.options.seed)
        shutil.copytree(base, edited)
        made_tree.edit(edited, self.options.edits, self.options.seed)
        shutil.copytree(base, self.root)
        # The identity, which both data directories share.
        self.timed("first", self.calm, ("install",))
        shutil.rmtree(self.calm.data)
        self.timed("first", self.calm, WORDS["first"])
        self.timed("full", self.calm, WORDS["full"])
        self.states = [State(self.answers(self.calm), base)]
        self.turn(edited)
        self.timed("incremental", self.calm, WORDS["incremental"])
        self.timed("", self.calm, WORDS["full"])
        self.states.append(State(self.answers(self.calm), edited))
        self.now = 1

    def told(self) -> str:
        """What the runs take when nobody disturbs them."""
        times = ", ".join(f"{kind} {self.seconds[kind]:.2f} s" for kind in KINDS)
        differ = sum(a != b for a, b in zip(*(state.answers for state in self.states), strict=True))
        return (
            f"{self.options.files} files, {self.options.edits} edits; undisturbed: {times}; "
            f"{differ} of {len(QUERIES)} answers differ between the two states"
        )

    def timed(self, kind: str, tool: Tool, words: tuple[str, ...]) -> None:
        """Run to the end and keep the time."""
        began = time.monotonic()
        tool.text(self.root, *words)
        self.seconds[kind] = time.monotonic() - began

    def turn(self, folder: Path) -> None:
        """Make the tree that of ``folder``; only what differs is written."""
        wanted = {path.relative_to(folder): path for path in sources(folder)}
        for path in sources(self.root):
            if path.relative_to(self.root) not in wanted:
                path.unlink()
        for name, path in wanted.items():
            target = self.root / name
            if not target.exists() or target.read_bytes() != path.read_bytes():
                shutil.copyfile(path, target)

    def kill(self, at: int) -> tuple[object, ...]:
        """One killed run and the one after it."""
        kind, share = self.plan[at]
        if kind == "first":
            shutil.rmtree(self.killed.data, ignore_errors=True)
        if kind == "incremental":
            self.now = 1 - self.now
            self.turn(self.states[self.now].folder)
        process = self.killed.start(self.root, *WORDS[kind])
        time.sleep(share * self.seconds[kind])
        process.kill()
        alive = process.wait() == -signal.SIGKILL
        then = self.charted()
        began = time.monotonic()
        done = self.killed.run(self.root, "reindex")
        seconds = time.monotonic() - began
        wrong = "ok" if done.returncode == 0 else f"reindex ended with {done.returncode}"
        if done.returncode == 0:
            wrong = self.compared()
        self.wrong += wrong != "ok"
        moment = f"{share * self.seconds[kind]:.2f} s"
        whole = f"{self.seconds[kind]:.2f} s"
        return kind, moment, whole, "yes" if alive else "no", then, f"{seconds:.2f} s", wrong

    def compared(self) -> str:
        """``ok``, or what is wrong with the chart or its answers."""
        for chart in self.charts():
            found = str(apsw.Connection(str(chart)).pragma("integrity_check"))
            if found != "ok":
                return f"integrity: {found[:80]}"
        pairs = zip(QUERIES, self.answers(self.killed), self.states[self.now].answers, strict=True)
        differ = [query for query, now, then in pairs if now != then]
        return f"{len(differ)} answers differ, first: {differ[0]}" if differ else "ok"

    def charts(self) -> list[Path]:
        """The databases of the killed runs."""
        return sorted(self.killed.data.rglob("*.sqlite"))

    def charted(self) -> str:
        """How many files the killed run left in the chart; read from a copy, nothing is healed."""
        found = [chart for chart in self.charts() if chart.parent.name == "charts"]
        if not found:
            return "-"
        with tempfile.TemporaryDirectory() as folder:
            for path in found[0].parent.glob(f"{found[0].name}*"):
                shutil.copyfile(path, Path(folder) / path.name)
            copy = apsw.Connection(str(Path(folder) / found[0].name))
            try:
                return str(copy.execute("SELECT count(*) FROM files").fetchone()[0])
            except apsw.SQLError:
                return "no tables"

    def answers(self, tool: Tool) -> tuple[bytes, ...]:
        """What the queries give, as printed."""
        return tuple(tool.text(self.root, "search", query, "--json").encode() for query in QUERIES)


def sources(folder: Path) -> list[Path]:
    """The files of a tree without those of git and of Columbus."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return [
        path
        for path in found
        if path.relative_to(folder).parts[0] not in (".git", ".columbus.json")
    ]


if __name__ == "__main__":
    main()
