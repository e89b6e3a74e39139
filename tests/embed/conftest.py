"""A graph and a tokenizer small enough to compute by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from columbus.embed.catalog import Model, ModelFile

# Rows 0..6: [PAD] [CLS] [SEP] [UNK] red green blue
VOCABULARY = ("[PAD]", "[CLS]", "[SEP]", "[UNK]", "red", "green", "blue")
TABLE = np.array(
    [[9, 9, 9], [0, 0, 1], [0, 0, 2], [1, 1, 1], [4, 0, 0], [0, 4, 0], [0, -2, 8]], np.float32
)


def write_tokenizer(folder: Path) -> None:
    words = {word: at for at, word in enumerate(VOCABULARY)}
    tokenizer = Tokenizer(models.WordLevel(words, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
    )
    tokenizer.add_special_tokens(["[PAD]", "[CLS]", "[SEP]", "[UNK]"])
    # As files from elsewhere do; an encoder must not follow it.
    tokenizer.enable_padding(length=32)
    tokenizer.enable_truncation(3)
    tokenizer.save(str(folder / "tokenizer.json"))


def write_graph(folder: Path, *, pooled: bool = False, inputs: tuple[str, ...] = ()) -> None:
    """Look tokens up in ``TABLE``; with ``pooled`` give the sum over the unmasked ones."""
    names = inputs or ("input_ids", "attention_mask")
    nodes = [helper.make_node("Gather", ["table", "input_ids"], ["tokens"])]
    shape: list[str | int] = ["b", "s", 3]
    output = "tokens"
    if pooled:
        nodes += [
            helper.make_node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
            helper.make_node("Unsqueeze", ["mask", "axis"], ["row"]),
            helper.make_node("MatMul", ["row", "tokens"], ["sum"]),
            helper.make_node("Squeeze", ["sum", "axis"], ["vector"]),
        ]
        shape, output = ["b", 3], "vector"
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info(name, TensorProto.INT64, ["b", "s"]) for name in names],
        [helper.make_tensor_value_info(output, TensorProto.FLOAT, shape)],
        [
            numpy_helper.from_array(TABLE, "table"),
            numpy_helper.from_array(np.array([1], np.int64), "axis"),
        ],
    )
    opsets = [helper.make_opsetid("", 17)]
    onnx.save(helper.make_model(graph, opset_imports=opsets, ir_version=8), folder / "model.onnx")


Tiny = Callable[..., Model]


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    """Write the tiny model into ``tmp_path`` and describe it; keywords change the description."""

    def make(*, inputs: tuple[str, ...] = (), **changes: object) -> Model:
        write_tokenizer(tmp_path)
        write_graph(tmp_path, pooled=changes.get("pooling") == "none", inputs=inputs)
        files = tuple(
            ModelFile(name, (tmp_path / name).stat().st_size, "0" * 64)
            for name in ("model.onnx", "tokenizer.json")
        )
        base = {"name": "tiny", "kind": "onnx", "dimension": 3, "licence": "MIT", "files": files}
        return Model(**{**base, "max_tokens": 16, **changes})  # type: ignore[arg-type]

    return make
