"""The embedded model itself: exact rows, sensible vectors, files as their papers say."""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
import pytest

from columbus.embed import catalog
from columbus.embed.encoder import Encoder, open_encoder
from columbus.embed.onnx import OnnxEncoder

NAME = "minilm-l6-code-int8"
MODEL = catalog.find(NAME, None)
FOLDER = catalog.ready_folder(MODEL, None)
_NAMES = (
    "openSocket",
    "parse_header",
    "HTTPRetryPolicy",
    "user_by_id",
    "RingBuffer",
    "flush",
    "loadConfigFromEnvironment",
    "__init__",
    "mergeSortedRuns",
    "to_json",
)
_PATHS = ("net client", "src core parser", "lib http retry", "tests users", "util")
_DOCS = (
    "",
    "Give back the connection to the pool.",
    "Split the header into names and values. Folded lines are joined first, as the standard asks.",
    "Wait twice as long after every failure, up to the ceiling, and give up after the last.",
    "数据库连接池如何关闭",
    "Returns 0x1f when the bit is set, otherwise -1 (see table 12, rows 3..17).",
    "!?( [MASK] ) ### ---",
)

# Texts as the batches of the index hold them, and some that nobody expects.
TEXTS: tuple[str, ...] = (
    *(
        "\n".join(
            part
            for part in (
                name,
                _PATHS[at % len(_PATHS)],
                f"def {name}(self, first, second=None)" if (at + of) % 3 else "",
                doc * (1 + at % 2),
            )
            if part
        )
        for at, name in enumerate(_NAMES)
        for of, doc in enumerate(_DOCS)
    ),
    "",
    "a",
    "?",
    "((((((((",
    "x" * 500,
    "one two " * 200,
)


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return open_encoder(NAME, None, threads=2)


@pytest.fixture(scope="module")
def singles(encoder: Encoder) -> list[bytes]:
    return [encoder.encode([text], "document") for text in TEXTS]


def test_a_row_does_not_depend_on_its_batch_mates(encoder: Encoder, singles: list[bytes]) -> None:
    for seed in range(3):
        order = list(range(len(TEXTS)))
        random.Random(seed).shuffle(order)
        size = (7, 64, len(order))[seed]
        for start in range(0, len(order), size):
            members = order[start : start + size]
            encoded = encoder.encode([TEXTS[at] for at in members], "document")
            assert encoded == b"".join(singles[at] for at in members)


@pytest.mark.parametrize(("threads", "quick"), [(1, False), (2, True), (3, False)])
def test_threads_and_start_do_not_change_a_row(
    singles: list[bytes], threads: int, quick: bool
) -> None:
    other = open_encoder(NAME, None, threads=threads, quick=quick)
    assert other.encode(TEXTS, "document") == b"".join(singles)


def test_another_process_gives_the_same_rows(encoder: Encoder) -> None:
    texts = list(TEXTS[:20])
    program = (
        "import sys, json; from columbus.embed.encoder import open_encoder;"
        f"e = open_encoder({NAME!r}, None);"
        "sys.stdout.write(e.encode(json.load(sys.stdin), 'query').hex())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout == encoder.encode(texts, "query").hex()
    assert done.stderr == ""


def test_the_right_text_is_the_nearest(encoder: Encoder) -> None:
    documents = [
        "retry_with_backoff\nnet http retry\nWait longer after every failed request.",
        "parse_csv_line\nio table\nSplit one line into cells, honouring quotes.",
        "RingBuffer\ncollections\nA queue of fixed size that overwrites its oldest entry.",
        "hash_password\nauth users\nDerive a key from a secret and a salt.",
        "render_template\nweb views\nFill the placeholders of a page.",
    ]
    queries = [
        "how are requests repeated when the connection fails",
        "reading comma separated values",
        "circular buffer",
        "how credentials are stored",
        "where is html generated",
    ]
    tables = [
        np.frombuffer(encoded, np.int8).reshape(-1, encoder.dimension).astype(np.float64)
        for encoded in (encoder.encode(documents, "document"), encoder.encode(queries, "query"))
    ]
    units = [table / np.linalg.norm(table, axis=1, keepdims=True) for table in tables]
    assert (units[1] @ units[0].T).argmax(axis=1).tolist() == [0, 1, 2, 3, 4]


def test_rows_use_the_whole_range(singles: list[bytes]) -> None:
    table = np.frombuffer(b"".join(singles), np.int8).reshape(len(TEXTS), -1).astype(int)
    assert (np.abs(table).max(axis=1) == 127).all()


def test_the_graph_gives_unit_vectors() -> None:
    opened = OnnxEncoder(MODEL, FOLDER)._ready()
    ids = np.array([[101, 2330, 1996, 22278, 102]], np.int64)
    vector = opened.session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids)})[0]
    assert vector.shape == (1, 384)
    assert float(np.linalg.norm(vector)) == pytest.approx(1, abs=1e-5)


def test_the_graph_quantises_no_tensor_as_a_whole() -> None:
    kinds = {node.op_type for node in onnx.load(FOLDER / "model.onnx").graph.node}
    whole = {"DynamicQuantizeLinear", "DynamicQuantizeMatMul", "QAttention", "DynamicQuantizeLSTM"}
    assert not kinds & whole
    assert "MatMulIntegerToFloat" in kinds


def test_the_tokenizer_neither_pads_nor_cuts() -> None:
    raw = json.loads((FOLDER / "tokenizer.json").read_text(encoding="utf-8"))
    assert raw["padding"] is None
    assert raw["truncation"] is None


def test_files_are_those_of_the_catalogue() -> None:
    for file in MODEL.files:
        content = (FOLDER / file.name).read_bytes()
        assert (len(content), hashlib.sha256(content).hexdigest()) == (file.size, file.sha256)
        assert file.sha256 in (FOLDER / "MODEL.md").read_text(encoding="utf-8")
    assert MODEL.bytes < 23_500_000


def test_memory_stays_bounded_over_long_texts() -> None:
    """A fault of the runtime's arena: memory grew with every longer batch."""
    program = f"""
import resource
from columbus.embed.encoder import open_encoder
encoder = open_encoder({NAME!r}, None)
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
texts = ["line of a function " * size for size in range(1, 241)]
encoder.encode(texts, "document"); first = peak()
for _ in range(3): encoder.encode(texts, "document")
print(first // 1024, peak() // 1024)
"""
    pytest.importorskip("resource")
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=True
    )
    first, last = map(int, done.stdout.split())
    if sys.platform == "linux":
        assert last < 400
        assert last - first < 30


def test_opening_loads_no_heavy_library(tmp_path: Path) -> None:
    program = f"""
import sys
from pathlib import Path
from columbus.embed.encoder import open_encoder
open_encoder({NAME!r}, Path({str(tmp_path)!r}))
print(*sorted({{"numpy", "onnxruntime", "tokenizers", "urllib.request"}} & set(sys.modules)))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == ""


def test_nothing_is_reported_to_anyone() -> None:
    program = f"""
import os
from columbus.embed.encoder import open_encoder
open_encoder({NAME!r}, None, threads=1).encode(["a"], "query")
print(os.environ["ORT_DISABLE_TELEMETRY"], len(os.listdir("/proc/self/task")))
"""
    if sys.platform != "linux":
        pytest.skip("counts threads by /proc")
    environment = {"OPENBLAS_NUM_THREADS": "1", "PATH": ""}
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        env={**environment, "PYTHONPATH": ":".join(sys.path)},
    )
    # One thread: no uploader runs beside the program.
    assert done.stdout.split() == ["1", "1"]
