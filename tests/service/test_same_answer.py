"""A chart that was kept up to date and one made anew give the same answers, to the byte."""

from __future__ import annotations

import itertools
from pathlib import Path

from shop import Run

QUERIES = ["config", "configure", "config reader", "configurator", "shop price", "basketry"]


def answers(run: Run) -> list[object]:
    found = [run("search", query, "--explain") for query in QUERIES]
    return [(each["hits"], each["lanes"], each["coverage"], each["total"]) for each in found]


def test_words_of_a_deleted_file_take_no_place_from_others(run: Run, project: Path) -> None:
    reader = "def configurationreader(path):\n    return path\n"
    (project / "shop/reader.py").write_text(reader)
    letters = itertools.islice(itertools.product("bcdfghjklm", repeat=3), 400)
    words = ["config" + "".join(each) for each in letters]
    many = "".join(f"def {word}():\n    pass\n\n\n" for word in words)
    # More words that begin like the query than one look-up takes, all nearer to it than the last.
    (project / "shop/many.py").write_text(many)
    crowded = answers(run)
    (project / "shop/many.py").unlink()
    kept = answers(run)
    assert kept != crowded
    run("reindex", "--clean")
    assert kept == answers(run)


def test_words_of_a_rewritten_file_take_no_place_from_others(run: Run, project: Path) -> None:
    before = answers(run)
    file = project / "shop/pricing.py"
    text = file.read_text()
    letters = itertools.islice(itertools.product("bcdfghjklm", repeat=3), 400)
    file.write_text("".join(f"def basket{''.join(each)}():\n    pass\n" for each in letters))
    answers(run)
    file.write_text(text)
    kept = answers(run)
    assert kept == before
    run("reindex", "--full")
    assert kept == answers(run)
