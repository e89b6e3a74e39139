"""Operators in the text of a query, and the kinds of queries."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from shop import Run

from columbus.cli import entry


def paths(payload: dict[str, Any]) -> list[str]:
    return [hit["path"] for hit in payload["hits"]]


def first(payload: dict[str, Any]) -> tuple[str, str, int]:
    hit = payload["hits"][0]
    return hit["path"], hit["name"], hit["start_line"]


def test_filters_in_the_text_do_what_the_options_do(run: Run) -> None:
    pairs = [
        ("price lang:python", ("price", "--lang", "python")),
        ("price path:shop/", ("price", "--in", "shop/")),
        ("price in:tests", ("price", "--in", "tests")),
        ("price -path:tests", ("price", "--exclude", "tests")),
        ("price role:test", ("price", "--role", "test")),
        ("price kind:function", ("price", "--symbol-kind", "function")),
        ("price ext:py", ("price", "--in", "*.py")),
    ]
    for text, words in pairs:
        typed, given = run("search", text), run("search", *words)
        assert typed["hits"] == given["hits"] != [], text
        assert given["understood"]["filters"] == []
    joined = run("search", "price path:shop/pricing.py", "--in", "tests/")
    assert {path.split("/")[0] for path in paths(joined)} == {"shop", "tests"}


def test_what_was_understood_is_told(run: Run) -> None:
    found = run("search", 'total "with tax" -discount lang:PY -path:docs', "--kind", "all")
    assert found["understood"] == {
        "terms": ["total", "tax"],
        "phrases": ["with tax"],
        "excluded": ["discount"],
        "filters": [
            {"key": "lang", "value": "python", "negated": False},
            {"key": "path", "value": "docs", "negated": True},
        ],
        "intent": "error",
    }
    assert found["query"] == 'total "with tax" -discount lang:PY -path:docs'
    assert run("search", "price", "--kind", "memory")["understood"]["terms"] == ["pric"]


def test_explain_tells_it_in_text(
    run: Run, project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    words = ["search", "--explain", "--root", str(project), "--", "price -tax lang:py"]
    for format in ([], ["--llm"]):
        assert entry.main([*words[:1], *format, *words[1:]]) == 0
        told = "understood: kind symbol; words pric; without tax; filters lang:python"
        assert told in capfd.readouterr().out


def test_an_unknown_value_is_searched_as_words_and_told(run: Run) -> None:
    found = run("search", "price lang:pyhton")
    assert found["hits"]
    assert found["understood"]["filters"] == []
    assert found["warnings"] == [
        "lang:pyhton is no filter, 'pyhton' is no language: searched as words; did you mean python?"
    ]
    assert run("search", "price lang:klingon")["warnings"]
    assert "one of impl, test" in run("search", "price role:king")["warnings"][0]
    assert run("search", "price path:[")["warnings"]


@pytest.mark.parametrize(
    "text",
    [
        "std::vector price",
        "a:b price",
        "http://x price",
        "foo:bar price",
        "pre-price",
        "price -",
        "price - total",
        '"price',
        'price "total',
        "price ::",
        "lang: price",
        "path::Price price",
        "--price total",
        "price -1",
        "-price",
    ],
)
def test_everything_else_stays_words(run: Run, text: str) -> None:
    found = run("search", "--", text)
    told = found["understood"]
    assert (found["exit"], found["warnings"]) == (0, [])
    assert (told["filters"], told["excluded"], told["phrases"]) == ([], [], [])
    assert found["hits"]


def test_an_excluded_word_pushes_out_units_not_files(run: Run) -> None:
    found = run("search", "--", "price -percent")
    names = [part["name"] for hit in found["hits"] for part in [hit, *hit["ranges"]]]
    assert "total_price" in names
    assert "discount" not in names
    assert run("search", "--", "-percent price")["hits"] == found["hits"]
    # A file goes when its path holds the word, or nothing of it is left.
    assert "shop/pricing.py" not in paths(run("search", "--", "price -pricing"))
    assert "tests/test_pricing.py" not in paths(run("search", "--", "assert -discount"))


def test_a_word_with_a_dash_among_options_is_still_refused(run: Run) -> None:
    refused = run("search", "price", "-word")
    assert (refused["exit"], refused["error"]["code"]) == (2, "USAGE")
    assert "put -- before words that begin with a dash" in refused["error"]["hint"]


def test_a_query_of_filters_only_says_so(run: Run) -> None:
    found = run("search", "lang:python path:shop")
    assert (found["exit"], found["hits"], found["empty"]) == (0, [], "no_match")
    assert found["warnings"] == ["the query has filters only: add a word to look for"]


def test_a_named_file_and_line_come_first(run: Run, project: Path) -> None:
    assert first(run("search", "shop/app.py"))[0] == "shop/app.py"
    assert first(run("search", "app.py:19")) == ("shop/app.py", "add_item", 18)
    assert first(run("search", "shop/app.py:22:9")) == ("shop/app.py", "checkout", 21)
    trace = 'File "/srv/shop/pricing.py", line 7, in discount'
    assert first(run("search", trace)) == ("shop/pricing.py", "discount", 6)
    for text in ("shop/app.py", "app.py:21"):
        assert run("search", text)["understood"]["intent"] == "path"
    assert run("search", "app.py:21")["hits"][0]["why"].startswith("the query names the file")
    # The line counts in the file as it is now.
    file = project / "shop/app.py"
    file.write_text("# moved\n" * 40 + file.read_text())
    assert first(run("search", "app.py:59")) == ("shop/app.py", "add_item", 58)


def test_a_line_between_definitions_is_shown_with_what_is_around(run: Run, project: Path) -> None:
    lines = ["import os"]
    for number in range(6):
        lines += [f"os.putenv('setting', '{number}')"] * 60
        lines += [f"def made_{number}():", f"    return {number}", ""]
    (project / "shop/wide.py").write_text("\n".join(lines) + "\n")
    hit = run("search", "wide.py:160")["hits"][0]
    assert (hit["path"], hit["grain"]) == ("shop/wide.py", "block")
    assert hit["start_line"] <= 160 <= hit["end_line"]
    assert hit["end_line"] - hit["start_line"] <= 40


def test_kinds_of_queries(run: Run) -> None:
    kinds = {
        "Basket": "symbol",
        "Basket.add_item": "symbol",
        "shop/app.py": "path",
        '"Sum of all prices"': "error",
        "ValueError: invalid literal for int() with base 10": "error",
        "how is a basket paid": "natural",
    }
    told = {text: run("search", text)["understood"]["intent"] for text in kinds}
    assert told == kinds
