"""The main job end to end: chart a project and answer from the living tree."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from shop import PRICING, Run


def names(payload: dict[str, Any]) -> list[str]:
    return [hit["name"] for hit in payload["hits"]]


def places(payload: dict[str, Any]) -> list[tuple[str, str, int, int]]:
    """(path, name, first line, last line) of every range of every hit."""
    return [
        (hit["path"], place["name"], place["start_line"], place["end_line"])
        for hit in payload["hits"]
        for place in [hit, *hit["ranges"]]
    ]


def git_hash(path: Path) -> str:
    done = subprocess.run(
        ["git", "hash-object", "--no-filters", str(path)], check=True, capture_output=True
    )
    return done.stdout.decode().strip()


def test_first_search_installs_charts_and_answers(run: Run, project: Path) -> None:
    found = run("search", "where is the configuration read")
    assert (found["exit"], found["ok"]) == (0, True)
    assert names(found)[0] == "load_config"
    assert found["hits"][0]["signature"] == "def load_config(path):"
    assert (project / ".columbus.json").is_file()
    assert ".columbus.json" in (project / ".git/info/exclude").read_text()
    status = subprocess.run(
        ["git", "-C", str(project), "status", "--porcelain"], check=True, capture_output=True
    )
    assert b".columbus.json" not in status.stdout


def test_printed_ranges_and_hashes_are_those_of_the_disk(run: Run, project: Path) -> None:
    found = run("search", "price of a basket", "--snippets")
    assert found["hits"]
    for hit in found["hits"]:
        file = project / hit["path"]
        assert hit["file_hash"] == git_hash(file)
        lines = file.read_text().split("\n")
        expected = lines[hit["start_line"] - 1 : hit["end_line"]]
        assert hit["snippet"].split("\n") == expected[:60]


def test_moved_renamed_and_deleted_functions(run: Run, project: Path) -> None:
    run("search", "price")
    file = project / "shop/pricing.py"
    file.write_text("# moved\n" * 40 + PRICING.replace("def discount", "def rebate"))
    moved = run("search", "total_price")
    assert ("shop/pricing.py", "total_price", 41, 43) in places(moved)
    assert "rebate" in [name for _, name, _, _ in places(run("search", "rebate"))]
    assert "discount" not in [name for _, name, _, _ in places(run("search", "discount"))]
    file.write_text("def rebate(price):\n    return price\n")
    assert "total_price" not in [name for _, name, _, _ in places(run("search", "total_price"))]


def test_deleted_file_leaves_at_once(run: Run, project: Path) -> None:
    run("search", "price")
    (project / "shop/pricing.py").unlink()
    found = run("search", "total_price")
    assert "shop/pricing.py" not in [hit["path"] for hit in found["hits"]]
    assert found["freshness"]["removed"] == 1


def test_same_size_edit_with_restored_mtime_is_seen(run: Run, project: Path) -> None:
    run("search", "price")
    file = project / "shop/pricing.py"
    before = file.stat()
    file.write_text(PRICING.replace("discount", "markdown"))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert file.stat().st_size == before.st_size
    assert "markdown" in [name for _, name, _, _ in places(run("search", "markdown"))]


def test_tests_are_behind_the_code_unless_asked_for(run: Run) -> None:
    assert run("search", "discount")["hits"][0]["path"] == "shop/pricing.py"
    asked = run("search", "discount test")
    assert asked["hits"][0]["path"] == "tests/test_pricing.py"


def test_filters_and_empty_answers(run: Run) -> None:
    only = run("search", "price", "--in", "tests/")
    assert {hit["path"] for hit in only["hits"]} == {"tests/test_pricing.py"}
    nothing = run("search", "price", "--in", "nowhere/")
    assert (nothing["hits"], nothing["empty"], nothing["exit"]) == ([], "filtered", 0)
    assert run("search", "zzqqxv")["empty"] == "no_match"


def test_show_and_outline_are_live(run: Run, project: Path) -> None:
    shown = run("show", "symbol", "Basket.checkout")
    assert [symbol["container"] for symbol in shown["symbols"]] == ["Basket"]
    missing = run("show", "symbol", "chekout")
    assert (missing["exit"], missing["error"]["code"]) == (1, "NOT_FOUND")
    assert "checkout" in missing["error"]["hint"]
    run("reindex")
    file = run("show", "file", "shop/app.py")
    assert {"target": "shop/pricing.py", "specifier": "shop.pricing", "line": 5} in file["imports"]
    assert "tests/test_pricing.py" in run("show", "file", "shop/pricing.py")["tests"]
    outline = run("outline", "shop")
    assert len(outline["files"]) >= 2
    assert run("stats")["files"] >= 5


def test_install_reindex_purge_uninstall(run: Run, project: Path, data_dir: Path) -> None:
    installed = run("install")
    assert (installed["exit"], installed["parsed"]) == (0, 5)
    assert run("reindex")["parsed"] == 0
    assert run("reindex", "--full")["parsed"] == 5
    assert run("reindex", "--clean")["files"] == 5
    assert run("doctor")["ok"]
    assert run("purge", "--yes")["exit"] == 0
    assert not list(data_dir.glob("projects/*/charts/*.sqlite"))
    run("search", "price")
    assert run("uninstall", "--yes")["exit"] == 0
    assert not (project / ".columbus.json").exists()
    assert run("reindex")["error"]["code"] == "NOT_INITIALIZED"


def test_no_index_is_respected(run: Run, project: Path) -> None:
    refused = run("search", "price", "--no-index")
    assert (refused["exit"], refused["error"]["code"]) == (3, "INDEX_MISSING")
    assert not (project / ".columbus.json").exists()


def test_no_line_and_no_secret_is_at_rest(run: Run, project: Path, data_dir: Path) -> None:
    rng = random.Random(7)
    lines = [f"planted_{i} = compute(alpha_{i}, 'literal text number {i}')" for i in range(200)]
    alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
    secrets = ["AKIA" + "".join(rng.choices(alphabet, k=16)) for _ in range(25)]
    secrets += ["ghp_" + "".join(rng.choices(alphabet + alphabet.lower(), k=36)) for _ in range(25)]
    text = "\n".join([*lines, *(f"KEY_{i} = '{key}'" for i, key in enumerate(secrets))])
    (project / "planted.py").write_text(text + "\n# a comment sentence that is kept nowhere\n")
    run("install", "--embed")
    run("search", "literal text number", "--snippets")
    raw = b"".join(file.read_bytes() for file in data_dir.rglob("*") if file.is_file())
    assert len(raw) > 10_000
    forbidden = [*lines, *secrets, "literal text number", "a comment sentence that is kept"]
    found = [one for one in forbidden if one.encode() in raw or one.lower().encode() in raw]
    assert found == []


def test_deep_asks_the_sentence_model_with_and_without_kept_vectors(
    run: Run, project: Path
) -> None:
    # Two that lead together: a decided query leaves the model out.
    for at in range(2):
        (project / "shop" / f"till{at}.py").write_text(
            "def open_till(amount):\n    return amount\n", "utf-8"
        )
    question = ("search", "open_till")
    plain, deep = run(*question), run(*question, "--deep")
    lanes = [{lane["name"]: lane for lane in found["lanes"]}["model"] for found in (plain, deep)]
    assert (lanes[0]["state"], lanes[0]["detail"]) == ("skipped", "asked with --deep")
    assert (lanes[1]["state"], lanes[1]["votes"] > 0) == ("ran", True)
    features = [
        {reason["name"] for reason in found["hits"][0]["reasons"]} for found in (plain, deep)
    ]
    assert "model" not in features[0]
    assert "model" in features[1]
    run("reindex", "--embed")
    assert run(*question, "--deep")["hits"] == deep["hits"]


def test_data_is_private(run: Run, data_dir: Path) -> None:
    run("search", "price")
    assert data_dir.stat().st_mode & 0o777 == 0o700
    charts = list(data_dir.rglob("*.sqlite"))
    assert charts
    assert all(chart.stat().st_mode & 0o077 == 0 for chart in charts)


QUERIES = (
    ["price", "basket checkout", "where is the config read", "discount test", "Basket.add_item"]
    + [f"value of step {n}" for n in range(5)]
    + [f"handler_{n} request" for n in range(10)]
)


@pytest.fixture
def wide(project: Path) -> Path:
    """The project with sixty more modules."""
    for n in range(60):
        text = f"from shop.pricing import total_price\n\n\ndef handler_{n}(request):\n"
        text += f'    """Value of step {n % 7}."""\n    return total_price([{n}, request])\n'
        (project / f"shop/handler_{n}.py").write_text(text)
    return project


def answers(run: Run) -> list[dict[str, Any]]:
    # What a sweep found differs by history, and nothing else may.
    return [{**run("search", query), "freshness": None} for query in QUERIES]


def test_killed_runs_leave_a_chart_that_the_next_one_finishes(
    run: Run, wide: Path, data_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("search", "price")
    undisturbed = answers(run)
    monkeypatch.setenv("COLUMBUS_DATA_DIR", str(tmp_path / "killed"))
    rng = random.Random(11)
    for _ in range(6):
        command = [sys.executable, "-m", "columbus", "reindex", "--full", "--root", str(wide)]
        with subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            time.sleep(rng.uniform(0.02, 0.4))
            process.kill()
    assert run("reindex")["exit"] == 0
    checks = {check["name"]: check["state"] for check in run("doctor")["checks"]}
    assert checks["chart"] == "ok"
    assert answers(run) == undisturbed
