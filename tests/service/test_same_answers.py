"""The same tree gives the same answer, byte for byte, whatever way its chart came about."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from columbus.cli import entry

CORPUS = Path(__file__).parents[1] / "corpus"
Say = Callable[..., bytes]

QUERIES: tuple[tuple[str, ...], ...] = (
    # Names: plain, of a member, part of one, in the wrong case, misspelt, of none.
    ("Basket",),
    ("Basket.add_item",),
    ("close_day",),
    ("CLOSEDAY",),
    ("closeday",),
    ("ledgr",),
    ("Ledger::total",),
    ("total_price",),
    ("MAX_ENTRIES",),
    ("x",),
    ("flush",),
    ("flush a basket",),
    ("zzqqxv",),
    # Paths and parts of them.
    ("shop/pricing.py",),
    ("queue.c",),
    ("python/ledger",),
    ("README.md checkout",),
    # Questions.
    ("where is the config read",),
    ("how is a basket paid",),
    ("which function closes the day",),
    ("push an item to the end of a queue",),
    ("read settings from a file",),
    ("area of a shape",),
    ("what does the deploy script do",),
    ("list all orders of a customer",),
    ("ring buffer overflow",),
    ("tests of the discount",),
    ("how does the widget draw itself when its window is resized and the cache is cold",),
    ("the of and in",),
    # Filters, one and many.
    ("price", "--in", "shop/"),
    ("price", "--in", "**/*.py"),
    ("price", "--exclude", "shop/**"),
    ("ledger", "--lang", "python"),
    ("ledger", "--lang", "java", "--lang", "scala"),
    ("discount", "--role", "test"),
    ("checkout", "--role", "doc"),
    ("total", "--symbol-kind", "function"),
    ("item", "--symbol-kind", "method", "--lang", "ruby"),
    ("item", "--in", "src/**", "--exclude", "**/*.zig", "-n", "3"),
    ("price", "--in", "nowhere/"),
    # Sizes and parts of an answer.
    ("add", "-n", "1"),
    ("add", "-n", "200"),
    ("shape", "--snippets"),
    ("shape", "--snippets", "--snippet-lines", "2", "--context-lines", "3"),
    ("queue", "--explain"),
    # Letters of other scripts, and marks.
    ("größe der Straße",),
    ("GRÖSSE",),
    ("読み込み 設定",),
    ("🛒 корзина",),
    ("e\u0301tage",),
    ("foo(bar, *args) -> None:",),
    ("\"quoted text\" 'and' `code`",),
    ("-- ; DROP TABLE files; -- %_*?[",),
    ("C++ operator<<",),
    ("a.b.c::d->e#f/g\\h",),
    ("...",),
)
UNICODE = """# Maße und Wege

größe = 4
étage = 2


def größe_der_straße(länge):
    return länge * größe


def 読み込み(設定):
    return 設定


def корзина():
    return "🛒"
"""


@pytest.fixture
def say(
    project: Path, data_dir: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> Callable[..., bytes]:
    """Run a command with ``--json`` in the project; gives the bytes that it prints."""

    def call(*words: str) -> bytes:
        capfdbinary.readouterr()
        status = entry.main([words[0], "--json", "--root", str(project), *words[1:]])
        said = capfdbinary.readouterr().out
        assert status == 0, said.decode()
        return said

    return call


@pytest.fixture
def tree(project: Path) -> Path:
    """The project with the corpus of all languages, a file of other scripts, and equal names."""
    shutil.copytree(CORPUS, project / "src")
    # More equal names than the name lane has votes, one or many a file: which of them vote, and
    # so how many files, is for the paths to decide.
    for n in range(66):
        text = f"def flush(basket_{n}):\n    return basket_{n}\n\n\n"
        (project / f"shop/part_{n}.py").write_text(text * (1 + n % 7))
    (project / "src/maße.py").write_text(UNICODE, "utf-8")
    return project


def answers(say: Say) -> list[bytes]:
    return [say("search", *words[1:], "--", words[0]) for words in QUERIES]


def files_of(root: Path) -> list[Path]:
    files = (path.relative_to(root) for path in root.rglob("*") if path.is_file())
    return sorted(path for path in files if path.parts[0] not in (".git", ".columbus.json"))


class Builder:
    """Makes the tree anew, file by file, with detours that lead back."""

    def __init__(self, say: Say, source: Path, root: Path, seed: int) -> None:
        self.say = say
        self.source = source
        self.root = root
        self.rng = random.Random(seed)
        self.files = files_of(source)
        self.rng.shuffle(self.files)

    def build(self) -> None:
        for at, path in enumerate(self.files):
            self.put(path)
            if at % 3 == 2:
                self.change_and_back(self.rng.choice(self.files[: at + 1]))
            if at % 4 == 3:
                self.delete_and_again(self.rng.choice(self.files[: at + 1]))

    def chart(self, path: Path) -> None:
        self.say("reindex", "--", path.as_posix())

    def put(self, path: Path) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(self.source / path, self.root / path)
        self.chart(path)

    def change_and_back(self, path: Path) -> None:
        other = (self.source / self.rng.choice(self.files)).read_bytes()
        (self.root / path).write_bytes(b"\n" + other)
        self.chart(path)
        self.put(path)

    def delete_and_again(self, path: Path) -> None:
        (self.root / path).unlink()
        # A search takes it out as well as a reindex does.
        if self.rng.random() < 0.5:
            self.say("search", "price")
        else:
            self.chart(path)
        self.put(path)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_chart_made_file_by_file_answers_as_one_made_at_once(
    say: Say, tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    assert len(QUERIES) >= 50
    assert len(files_of(tree)) >= 30
    say("install")
    say("reindex", "--full")
    whole = answers(say)
    assert sum(b'"hits":[]' not in answer for answer in whole) > 40
    monkeypatch.setenv("COLUMBUS_DATA_DIR", str(tmp_path / "other"))
    source = tmp_path / "source"
    source.mkdir()
    for path in sorted(tree.iterdir()):
        if path.name not in (".git", ".columbus.json"):
            shutil.move(str(path), str(source / path.name))
    say("reindex")
    Builder(say, source, tree, seed).build()
    assert files_of(tree) == files_of(source)
    for words, now, then in zip(QUERIES, answers(say), whole, strict=True):
        assert now == then, words
