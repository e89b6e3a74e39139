"""Renderers: whole outputs against readable files, and what no output may ever hold."""

from __future__ import annotations

import json
import os
import re
from importlib import resources
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from referencing import Registry, Resource
from render_samples import COMPLETE, EVIL, FULL, HIT, SAMPLES

from columbus import records
from columbus.errors import ColumbusError, NotSetUpError, RunError, UsageError
from columbus.frozen import replace
from columbus.render import Format, failure, render

EXPECTED = Path(__file__).parent / "expected"
FORMATS: tuple[Format, ...] = ("text", "json", "llm")
# All that a terminal or a reader could act on; LF is the only control that may be printed.
ACTIVE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")


def schemas() -> dict[str, dict[str, object]]:
    folder = resources.files("columbus") / "schema"
    return {
        entry.name.removesuffix(".json"): json.loads(entry.read_text("utf-8"))
        for entry in folder.iterdir()
        if entry.name.endswith(".json")
    }


def validate(name: str, line: str) -> None:
    known = schemas()
    registry: Registry = Registry().with_resources(
        (str(schema["$id"]), Resource.from_contents(schema)) for schema in known.values()
    )
    Draft202012Validator(known[name], registry=registry).validate(json.loads(line))


def schema_of(sample: str) -> str:
    for suffix in ("-complete", "-asked", "-unknown", "-empty", "-none", "-ok", "-present"):
        sample = sample.removesuffix(suffix)
    return sample


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("sample", SAMPLES)
def test_whole_output(sample: str, format: Format) -> None:
    output = render(SAMPLES[sample], format, width=80, explain=sample == "search")
    path = EXPECTED / f"{sample}.{format}"
    if os.environ.get("UPDATE_EXPECTED"):
        path.write_text(output, "utf-8")
    assert output == path.read_text("utf-8")


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("sample", SAMPLES)
def test_nothing_active_is_printed(sample: str, format: Format) -> None:
    output = render(SAMPLES[sample], format, explain=True)
    assert not ACTIVE.search(output)
    assert output.endswith("\n")


@pytest.mark.parametrize("sample", SAMPLES)
def test_json_follows_its_schema(sample: str) -> None:
    line = render(SAMPLES[sample], "json")
    assert line.count("\n") == 1
    validate(schema_of(sample), line)


@pytest.mark.parametrize("name", schemas())
def test_schemas_are_sound_and_strict(name: str) -> None:
    schema = schemas()[name]
    Draft202012Validator.check_schema(schema)
    text = json.dumps(schema)
    # Every object is closed: by additionalProperties false, or by the type of its values.
    assert text.count('"type": "object"') == text.count('"additionalProperties"')


def test_every_result_has_a_sample() -> None:
    assert {type(sample) for sample in SAMPLES.values()} == set(records.Result.__args__)


@pytest.mark.parametrize("sample", SAMPLES)
def test_keys_are_sorted(sample: str) -> None:
    def check(pairs: list[tuple[str, object]]) -> dict[str, object]:
        assert [key for key, _ in pairs] == sorted(key for key, _ in pairs)
        return dict(pairs)

    json.loads(render(SAMPLES[sample], "json"), object_pairs_hook=check)


def test_json_gives_the_text_back() -> None:
    payload = json.loads(render(SAMPLES["search"], "json"))
    assert payload["hits"][1]["path"] == f"docs/{EVIL}.md"
    assert payload["hits"][1]["snippet"].endswith("\x07\r\n```")
    assert "empty" not in payload
    assert json.loads(render(SAMPLES["search-empty"], "json"))["empty"] == "filtered"


@pytest.mark.parametrize(
    ("score", "shown"),
    [(0.123456, 0.1235), (float("nan"), None), (float("inf"), None), (-0.00001, 0.0)],
)
def test_numbers(score: float, shown: float | None) -> None:
    result = replace(COMPLETE, hits=(replace(HIT, score=score),))
    line = render(result, "json")
    assert json.loads(line)["hits"][0]["score"] == shown
    assert "-0.0," not in line


def test_a_name_that_is_no_unicode() -> None:
    result = records.SearchResult("q", "all", 1, (replace(HIT, path="a\udcff.py"),), FULL, *_rest())
    for format in FORMATS:
        render(result, format).encode()
    assert json.loads(render(result, "json"))["hits"][0]["path"] == "a\ufffd.py"
    assert "a\\udcff.py" in render(result, "text")


def _rest() -> tuple[records.Freshness, tuple[records.Lane, ...]]:
    return records.Freshness(), ()


def test_hidden_tag_characters_are_shown() -> None:
    result = replace(COMPLETE, hits=(replace(HIT, why="a\U000e0041b"),))
    for format in FORMATS:
        assert "\U000e0041" not in render(result, format)
    assert json.loads(render(result, "json"))["hits"][0]["why"] == "a\U000e0041b"


def test_colour_lights_the_words_and_changes_nothing_else() -> None:
    plain = render(SAMPLES["search"], "text", width=80)
    lit = render(SAMPLES["search"], "text", width=80, color=True)
    assert "\x1b[1;33mfollow\x1b[0m" in lit
    assert re.sub(r"\x1b\[[0-9;]*m", "", lit) == plain
    for format in ("json", "llm"):
        assert "\x1b" not in render(SAMPLES["search"], format, color=True)


@pytest.mark.parametrize("width", [1, 20, 80])
def test_lines_are_cut_only_where_they_may_be(width: int) -> None:
    long = replace(COMPLETE, hits=(replace(HIT, signature="x" * 500),))
    assert "x" * 500 not in render(long, "text", width=width)
    assert "x" * 500 in render(long, "text", width=0)
    assert "src/shelf/client.py:41" in render(long, "text", width=width)


def test_snippet_lines_count_as_in_the_file() -> None:
    # Form feed, NEL and U+2028 end a line for Python, not for a file.
    hit = replace(HIT, snippet="a\x0cb\x85c\u2028d\ne", snippet_start_line=7)
    text = render(replace(COMPLETE, hits=(hit,)), "text")
    assert "    7 | a\\x0cb\\x85c\\u2028d\n    8 | e\n" in text


def test_a_blank_line_at_the_end_of_a_snippet_is_printed() -> None:
    # A snippet that is cut behind a blank line has that line too, as its numbers say.
    hit = replace(HIT, snippet="a\n", snippet_start_line=7)
    result = replace(COMPLETE, hits=(hit,))
    assert "    7 | a\n    8 |\n" in render(result, "text")
    assert "```python\na\n\n```\n" in render(result, "llm")


def test_a_fence_holds_its_backticks() -> None:
    hit = replace(HIT, snippet="````\nx\n````")
    text = render(replace(COMPLETE, hits=(hit,)), "llm")
    assert "`````python\n````\nx\n````\n`````\n" in text


ERRORS: list[ColumbusError] = [
    UsageError("USAGE", "no query"),
    NotSetUpError("INDEX_MISSING", "nothing is charted", "run `columbus reindex`"),
    RunError("NOT_FOUND", f"no file {EVIL}", "look"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.code)
def test_failures(error: ColumbusError) -> None:
    line = failure(error, "json", "search")
    validate("failure", line)
    payload = json.loads(line)["error"]
    assert payload == {"code": error.code, "message": error.message, "hint": error.hint}
    text = failure(error, "text")
    assert text.startswith(f"error [{error.code}]: ")
    assert ("\nhint: " in text) == bool(error.hint)
    assert not ACTIVE.search(line + text)


def test_every_code_is_in_the_schema() -> None:
    codes = {code for kind in ColumbusError.__subclasses__() for code in kind.codes}
    error = schemas()["common"]["$defs"]["error"]  # type: ignore[index]
    assert set(error["properties"]["code"]["enum"]) == codes


def test_doctor_names_its_first_failure() -> None:
    payload = json.loads(render(SAMPLES["doctor"], "json"))
    assert payload["ok"] is False
    assert payload["error"]["code"] == "MODEL_BROKEN"
