"""The live scan: text that the chart cannot know is found in the files themselves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from shop import APP, PRICING, Run

from columbus import native
from columbus.service import freshness


def lane(payload: dict[str, Any]) -> dict[str, Any]:
    return next(lane for lane in payload["lanes"] if lane["name"] == "literal")


def first(payload: dict[str, Any]) -> tuple[str, str, int]:
    hit = payload["hits"][0]
    return hit["path"], hit["name"], hit["start_line"]


def change(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


NEW = 'def refuse(card):\n    raise OSError("The card  was not\\n    taken")\n'


@pytest.fixture
def no_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that changed is charted before an answer."""
    monkeypatch.setattr(freshness, "REFRESH_FILES", 0)


def test_a_phrase_is_found_whatever_its_case_and_white_space(run: Run, project: Path) -> None:
    change(
        project / "shop/card.py",
        'X = 1\n\n\ndef refuse(card):\n    """THE card\n    was\tnot taken."""\n',
    )
    found = run("search", '"the card was not taken"')
    assert first(found) == ("shop/card.py", "refuse", 4)
    assert found["hits"][0]["why"].startswith("has the phrase")
    assert lane(found) == {"name": "literal", "state": "ran", "votes": 1, "detail": ""}
    assert "literal" in [reason["name"] for reason in found["hits"][0]["reasons"]]


def test_the_definition_with_the_phrase_is_the_first_range(run: Run, project: Path) -> None:
    hits = run("search", '"return file.read()"')["hits"]
    assert (hits[0]["path"], hits[0]["name"]) == ("shop/app.py", "load_config")
    hits = run("search", 'discount "price * (100 - percent)"')["hits"]
    assert (hits[0]["path"], hits[0]["name"]) == ("shop/pricing.py", "discount")


def test_a_copied_message_is_found_by_the_words_around_its_values(run: Run, project: Path) -> None:
    change(
        project / "shop/net.py",
        'def dial(host):\n    raise OSError(f"no route to {host} after {1} attempts were made")\n',
    )
    found = run("search", "OSError: no route to 10.0.0.1 after 3 attempts were made")
    assert first(found) == ("shop/net.py", "dial", 1)
    assert lane(found)["state"] == "ran"


def test_a_question_of_known_words_reads_nothing(run: Run) -> None:
    for text in ("how is a basket paid", "total_price", "Basket", "price of items", "app.py:3"):
        told = lane(run("search", text))
        assert (told["state"], told["detail"]) == ("skipped", "no text to look for"), text


@pytest.mark.usefixtures("no_budget")
def test_text_changed_a_moment_ago_and_beyond_the_budget_is_found(run: Run, project: Path) -> None:
    run("search", "price")
    change(project / "shop/pricing.py", "# moved\n" * 30 + PRICING + "\n\n" + NEW)
    waiting = run("search", "price")
    assert waiting["freshness"]["pending"] == 1
    found = run("search", '"the card was not"')
    assert first(found) == ("shop/pricing.py", "refuse", 40)
    # What holds the text was brought in after all.
    assert found["freshness"]["pending"] == 0


@pytest.mark.usefixtures("no_budget")
def test_a_new_file_beyond_the_budget_is_found(run: Run, project: Path) -> None:
    run("search", "price")
    for number in range(5):
        change(project / f"shop/other_{number}.py", "Y = 2\n")
    change(project / "shop/zz_card.py", NEW)
    found = run("search", "refuseCard_x9 or zorgle")
    assert found["hits"] == [] or "shop/zz_card.py" not in [h["path"] for h in found["hits"]]
    assert first(run("search", '"card  was not"')) == ("shop/zz_card.py", "refuse", 1)
    assert run("search", "price")["freshness"]["pending"] == 5


@pytest.mark.usefixtures("no_budget")
def test_an_unknown_name_is_looked_for_on_disk(run: Run, project: Path) -> None:
    run("search", "price")
    change(project / "shop/pricing.py", PRICING + "\n\ndef zorgle(items):\n    return frobX9()\n")
    assert first(run("search", "zorgle")) == ("shop/pricing.py", "zorgle", 10)
    change(project / "shop/app.py", APP + "\n\nKEY = brandNewName\n")
    assert run("search", "where is brandNewName set")["hits"][0]["path"] == "shop/app.py"


def test_without_the_right_to_chart_the_changed_file_is_shown_and_the_new_one_named(
    run: Run, project: Path
) -> None:
    run("search", "price")
    config = project / ".columbus.json"
    config.write_text(json.dumps(json.loads(config.read_text()) | {"indexing": {"auto": False}}))
    change(project / "shop/pricing.py", "# moved\n" * 30 + PRICING + "\n\n" + NEW)
    change(project / "shop/card.py", NEW)
    found = run("search", '"the card was not"')
    assert first(found) == ("shop/pricing.py", "refuse", 40)
    assert found["freshness"]["pending"] == 2
    assert found["warnings"] == ["not charted yet, but with the text: shop/card.py"]


def test_a_scan_that_fails_is_told_and_the_others_answer(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> native.Found:
        raise OSError("the disk is gone")

    monkeypatch.setattr(native, "scan", broken)
    found = run("search", '"sum of all prices"')
    assert lane(found) == {
        "name": "literal",
        "state": "failed",
        "votes": 0,
        "detail": "the disk is gone",
    }
    assert found["hits"]
    assert run("search", '"qqzz vvxx"')["empty"] == "lane_failed"


def test_filters_and_excluded_words_hold_for_what_is_found(run: Run) -> None:
    assert lane(run("search", '"sum of all prices"'))["votes"] == 1
    assert lane(run("search", '"sum of all prices" path:tests'))["votes"] == 0
    found = run("search", "--", '"sum of all prices" -tax')
    shown = [part["name"] for hit in found["hits"] for part in [hit, *hit["ranges"]]]
    assert "total_price" not in shown


def test_nothing_of_a_phrase_is_stored(run: Run, project: Path, data_dir: Path) -> None:
    phrase = "xylophone quartet rehearsal"
    change(project / "shop/card.py", f'def play():\n    return "{phrase}"\n')
    assert first(run("search", f'"{phrase}"'))[0] == "shop/card.py"
    for file in data_dir.rglob("*"):
        if file.is_file():
            assert phrase.encode() not in file.read_bytes(), file
