"""`search --why-not`, other spellings, and when the sentence model is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from shop import Run


def told(run: Run, query: str, place: str, *more: str) -> dict[str, Any]:
    answer: dict[str, Any] = run("search", query, "--why-not", place, *more)["why_not"]
    return answer


def lanes(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {lane["name"]: lane for lane in found["lanes"]}


def test_a_file_below_the_last_shown_is_held_against_it(run: Run) -> None:
    found = run("search", "basket checkout", "--limit", "1")
    first = found["hits"][0]["path"]
    other = {"shop/app.py": "README.md"}.get(first, "shop/app.py")
    answer = told(run, "basket checkout", other, "--limit", "1")
    assert (answer["verdict"], answer["against"]) == ("below", first)
    assert answer["rank"] > 1
    assert answer["score"] <= answer["against_score"]
    assert answer["lanes"]
    # What weighs most against the file comes first.
    losses = [row["value"] - row["other"] for row in answer["features"]]
    assert losses == sorted(losses)
    assert losses[0] < 0


def test_a_hit_is_held_against_the_first(run: Run) -> None:
    hits = run("search", "basket checkout")["hits"]
    answer = told(run, "basket checkout", hits[1]["path"])
    assert (answer["verdict"], answer["rank"], answer["against"]) == ("shown", 2, hits[0]["path"])
    assert told(run, "basket checkout", hits[0]["path"])["against"] == ""


@pytest.mark.parametrize(
    ("query", "place", "verdict"),
    [
        ("basket role:test", "shop/app.py", "filtered"),
        ("basket", "shop/none.py", "no_file"),
        ("basket", "ignored.txt", "not_charted"),
    ],
)
def test_each_way_to_be_no_candidate(
    run: Run, project: Path, query: str, place: str, verdict: str
) -> None:
    (project / ".gitignore").write_text("ignored.txt\n", "utf-8")
    (project / "ignored.txt").write_text("basket\n", "utf-8")
    answer = told(run, query, place)
    assert (answer["verdict"], answer["rank"], answer["features"]) == (verdict, 0, [])


def test_a_line_asks_for_the_definition_around_it(run: Run) -> None:
    answer = told(run, "discount", "shop/pricing.py:2")
    passed = answer["definition"]
    assert answer["line"] == 2
    assert (passed["name"], passed["start_line"]) == ("total_price", 1)
    assert 1 < passed["rank"] <= passed["of"]
    best = told(run, "discount", "shop/pricing.py:7")["definition"]
    assert (best["name"], best["rank"]) == ("discount", 1)


def test_a_file_outside_of_the_project_is_refused(run: Run, tmp_path: Path) -> None:
    failed = run("search", "basket", "--why-not", str(tmp_path / "elsewhere.py"))
    assert failed["exit"] == 2


def test_a_slip_in_a_word_is_searched_as_what_is_near(run: Run) -> None:
    found = run("search", "chekcout")
    assert found["hits"][0]["path"] in {"shop/app.py", "README.md"}
    assert any("searched also" in warning for warning in found["warnings"])
    assert not run("search", "checkout")["warnings"]


def test_initials_find_the_name(run: Run, project: Path) -> None:
    (project / "shop" / "guard.py").write_text(
        "class OnlyOncePerCustomerGuard:\n    def allow(self):\n        return True\n", "utf-8"
    )
    found = run("search", "oopcg")
    assert found["hits"][0]["path"] == "shop/guard.py"
    assert any("OnlyOncePerCustomerGuard" in warning for warning in found["warnings"])


def test_too_many_unknown_words_are_left_as_they_are(run: Run) -> None:
    found = run("search", "chekcout bsaket dsicount")
    assert not any("searched also" in warning for warning in found["warnings"])


def test_the_model_is_asked_only_when_undecided(run: Run, project: Path) -> None:
    for at in range(2):
        (project / "shop" / f"till{at}.py").write_text(
            "def open_till(amount):\n    return amount\n", "utf-8"
        )
    decided = lanes(run("search", "discount", "--deep"))["model"]
    assert (decided["state"], decided["votes"]) == ("skipped", 0)
    assert decided["detail"].startswith("decided: the first leads by ")
    assert lanes(run("search", "open_till", "--deep"))["model"]["state"] == "ran"
