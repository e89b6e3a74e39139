from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from columbus.embed.catalog import Model
from columbus.embed.onnx import OnnxEncoder, plan, split_identifiers
from columbus.errors import RunError

Tiny = Callable[..., Model]


def rows(encoded: bytes, dimension: int = 3) -> list[list[int]]:
    return np.frombuffer(encoded, np.int8).reshape(-1, dimension).tolist()


def scaled(*vectors: list[float]) -> list[list[int]]:
    """The int8 rows by their definition."""
    return [[round(entry * 127 / max(map(abs, vector))) for entry in vector] for vector in vectors]


def test_mean_pooling_counts_special_tokens_and_no_padding(tiny: Tiny, tmp_path: Path) -> None:
    encoder = OnnxEncoder(tiny(pooling="mean"), tmp_path)
    # [CLS] red blue [SEP] = (0,0,1) + (4,0,0) + (0,-2,8) + (0,0,2)
    assert rows(encoder.encode(["red blue"], "document")) == scaled([4, -2, 11])


def test_cls_pooling_takes_the_first_token(tiny: Tiny, tmp_path: Path) -> None:
    encoder = OnnxEncoder(tiny(pooling="cls"), tmp_path)
    assert rows(encoder.encode(["red", "blue green"], "document")) == [[0, 0, 127]] * 2


def test_a_graph_that_pools_is_taken_as_it_is(tiny: Tiny, tmp_path: Path) -> None:
    encoder = OnnxEncoder(tiny(pooling="none"), tmp_path)
    assert rows(encoder.encode(["green"], "document")) == scaled([0, 4, 3])


@pytest.mark.parametrize("pooling", ["none", "mean"])
def test_padded_batches_give_the_rows_of_single_texts(
    tiny: Tiny, tmp_path: Path, pooling: str
) -> None:
    texts = ["red", "", "green blue red red", "blue " * 9, "unknown words", "red green"]
    alone = OnnxEncoder(tiny(pooling=pooling), tmp_path)
    together = OnnxEncoder(tiny(pooling=pooling, batch_size=4, pad_to=4), tmp_path)
    singles = b"".join(alone.encode([text], "document") for text in texts)
    assert together.encode(texts, "document") == alone.encode(texts, "document") == singles


def test_prefixes_and_limits_go_by_role(tiny: Tiny, tmp_path: Path) -> None:
    model = tiny(
        pooling="mean",
        query_prefix="red ",
        document_prefix="green ",
        max_tokens=5,
        query_tokens=3,
    )
    encoder = OnnxEncoder(model, tmp_path)
    # A query keeps [CLS] red [SEP], a document [CLS] green blue blue [SEP].
    assert rows(encoder.encode(["blue " * 50], "query")) == scaled([4, 0, 3])
    assert rows(encoder.encode(["blue " * 50], "document")) == scaled([0, 0, 19])


def test_special_tokens_in_a_text_are_text(tiny: Tiny, tmp_path: Path) -> None:
    encoder = OnnxEncoder(tiny(pooling="mean"), tmp_path)
    # "[", "SEP" and "]" are unknown words, not the token [SEP].
    assert rows(encoder.encode(["[SEP]"], "document")) == scaled([3, 3, 6])


def test_identifiers_are_split_when_the_model_wants_it(tiny: Tiny, tmp_path: Path) -> None:
    encoder = OnnxEncoder(tiny(pooling="mean", split_identifiers=True), tmp_path)
    wanted = encoder.encode(["red blue"], "document")
    assert encoder.encode(["red_blue"], "document") == wanted
    plain = OnnxEncoder(tiny(pooling="mean"), tmp_path)
    assert plain.encode(["red_blue"], "document") != wanted


@pytest.mark.parametrize("text", ["", "\0", "\ud800 red", "x" * 1_000_000, "\u202e 数据 🎉"])
def test_any_text_gives_a_row(tiny: Tiny, tmp_path: Path, text: str) -> None:
    encoder = OnnxEncoder(tiny(pooling="mean"), tmp_path)
    assert len(encoder.encode([text], "document")) == 3
    assert encoder.encode([], "document") == b""


def test_split_identifiers() -> None:
    assert split_identifiers("getUserByID HTTPServer snake_case x2Y") == (
        "get User By ID HTTP Server snake case x2 Y"
    )
    assert split_identifiers("parse the HTTP header") == "parse the HTTP header"


def test_plan_groups_by_padded_length() -> None:
    assert list(plan([3, 9, 8, 1, 17], 8, 2)) == [(8, [0, 2]), (8, [3]), (16, [1]), (24, [4])]
    assert list(plan([3, 9, 0], 0, 16)) == [(3, [0]), (9, [1]), (1, [2])]


def code_of(error: pytest.ExceptionInfo[RunError]) -> str:
    assert "\n" not in error.value.message
    assert error.value.hint
    return error.value.code


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
@pytest.mark.parametrize("content", [b"", b"\x00\xff not a model", None])
def test_broken_files_are_one_clear_line(
    tiny: Tiny, tmp_path: Path, capfd: pytest.CaptureFixture[str], name: str, content: bytes | None
) -> None:
    model = tiny(pooling="mean")
    (tmp_path / name).unlink()
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(RunError) as error:
        OnnxEncoder(model, tmp_path).encode(["red"], "query")
    assert code_of(error) == "MODEL_BROKEN"
    assert name in error.value.message
    assert capfd.readouterr() == ("", "")


def test_a_description_that_does_not_fit_the_graph_is_refused(tiny: Tiny, tmp_path: Path) -> None:
    wrong: list[dict[str, object]] = [
        {"pooling": "mean", "dimension": 4},
        {"pooling": "mean", "output": "pooler"},
        {"pooling": "mean", "inputs": ("input_ids", "pixel_values")},
        {"pooling": "mean", "inputs": ("input_ids",), "batch_size": 4, "pad_to": 8},
    ]
    for changes in wrong:
        model = tiny(**changes)
        with pytest.raises(RunError) as error:
            OnnxEncoder(model, tmp_path).encode(["red"], "query")
        assert code_of(error) == "MODEL_BROKEN"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("uses", [True, False])
def test_a_forked_child_works_and_ends(tiny: Tiny, tmp_path: Path, uses: bool) -> None:
    tiny(pooling="mean")
    program = f"""
import os, sys
from pathlib import Path
from columbus.embed.catalog import Model
from columbus.embed.catalog import Model
from columbus.embed.onnx import OnnxEncoder
encoder = OnnxEncoder(Model("tiny", "onnx", 3, "MIT", ()), Path({str(tmp_path)!r}), threads=2)
before = encoder.encode(["red blue"], "query")
child = os.fork()
if child == 0:
    sys.exit(0 if not {uses} or encoder.encode(["red blue"], "query") == before else 3)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) or (
    encoder.encode(["red blue"], "query") != before))
"""
    command = [sys.executable, "-W", "ignore", "-c", program]
    done = subprocess.run(command, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
