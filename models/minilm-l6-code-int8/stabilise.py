"""Make the fine-tuned encoder independent of batch mates.

Takes the ONNX file that onnxruntime's dynamic quantisation wrote (one activation scale a tensor, so
a vector moves with whatever shares its batch); gives a graph with the same int8 weights in which
every activation row (one token) has its own scale. Nothing is trained or calibrated, so no text is
needed, and the same input gives the same bytes.

usage: stabilise.py SOURCE OUT [--float]     (--float: same weights in float32, as a reference)

Why vectors become exact: a row's scale depends on that row alone; the products are sums of
integers; attention works on one text and head at a time; pooling is one product a text.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper

SOURCE_SHA256 = "90044c48d88937c3e628abb5a3526f1ec8dbac9bffde101d9cc1ce8838a40f26"
CONTRIB = "com.microsoft"
LAYERS, HEADS, WIDTH = 6, 12, 384
EPSILON = 1e-12
# Above minus the minimum of GELU (-0.16997), so that its shifted output has no sign.
GELU_SHIFT = np.float32(0.17)
EMBEDDING = ("word_embeddings", "position_embeddings", "token_type_embeddings")

Array = npt.NDArray[np.generic]
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Linear:
    """An int8 matrix [inputs, outputs] with one scale an output."""

    weight: npt.NDArray[np.int8]
    scale: Floats

    def as_float(self) -> Floats:
        """The matrix that the integers stand for."""
        return self.weight.astype(np.float32) * self.scale


@dataclass(frozen=True, slots=True)
class Layer:
    """Matrices and vectors of one transformer layer."""

    attention: Linear
    attention_bias: Floats
    joined: Linear
    widened: Linear
    narrowed: Linear
    vectors: dict[str, Floats]


@dataclass(slots=True)
class Graph:
    """Nodes in the order of computation and the constants that they use."""

    nodes: list[onnx.NodeProto] = field(default_factory=list)
    constants: dict[str, onnx.TensorProto] = field(default_factory=dict)

    def constant(self, name: str, value: Array | np.generic) -> str:
        """Add a constant once and give its name."""
        if name not in self.constants:
            array = np.ascontiguousarray(value).reshape(np.shape(value))
            self.constants[name] = numpy_helper.from_array(array, name)
        return name

    def node(self, kind: str, inputs: Sequence[str], domain: str = "", **options: object) -> str:
        """Add a node with one output and give the output's name."""
        return self.nodes_out(kind, inputs, 1, domain, **options)[0]

    def nodes_out(
        self, kind: str, inputs: Sequence[str], outputs: int, domain: str = "", **options: object
    ) -> list[str]:
        """Add a node and give the names of its outputs."""
        label = f"{kind}_{len(self.nodes)}"
        names = [f"{label}_{index}" for index in range(outputs)]
        made = helper.make_node(kind, inputs, names, name=label, domain=domain, **options)
        self.nodes.append(made)
        return names


def read_layers(model: onnx.ModelProto) -> tuple[list[Layer], dict[str, Array]]:
    """Take the weights out of the dynamically quantised graph."""
    arrays = {item.name: numpy_helper.to_array(item) for item in model.graph.initializer}
    attention = [node for node in model.graph.node if node.op_type == "QAttention"]
    products = [node for node in model.graph.node if node.op_type == "MatMulInteger"]
    if (len(attention), len(products)) != (LAYERS, 3 * LAYERS):
        raise SystemExit("the source is not the graph that this script knows")
    layers = []
    for index, node in enumerate(attention):
        joined, widened, narrowed = (
            _linear(arrays, product.input[1]) for product in products[3 * index : 3 * index + 3]
        )
        prefix = f"b.encoder.layer.{index}."
        vectors = {
            name.removeprefix(prefix): value.astype(np.float32)
            for name, value in arrays.items()
            if name.startswith(prefix)
        }
        bias = arrays[node.input[2]].astype(np.float32)
        qkv = _linear(arrays, node.input[1])
        layers.append(Layer(qkv, bias, joined, widened, narrowed, vectors))
    return layers, {name: value for name, value in arrays.items() if "embeddings" in name}


def _linear(arrays: dict[str, Array], name: str) -> Linear:
    if np.any(arrays[name.replace("quantized", "zero_point")]):
        raise SystemExit(f"{name} is not symmetric")
    return Linear(
        arrays[name].astype(np.int8), arrays[name.replace("quantized", "scale")].astype(np.float32)
    )


def rowwise(graph: Graph, rows: str, name: str, linear: Linear, *, shifted: bool) -> str:
    """Multiply ``rows`` in integers, every row with its own scale.

    ``shifted`` rows are GELU outputs: they are moved to zero and above, which buys them a bit; the
    caller takes ``GELU_SHIFT`` times the column sums off again.
    """
    if shifted:
        rows = size = graph.node("Add", [rows, graph.constant("gelu_shift", GELU_SHIFT)])
    else:
        size = graph.node("Abs", [rows])
    # Never zero: layer norms have a bias, attention has one, and 0.17 exceeds what GELU can take.
    largest = graph.node("ReduceMax", [size], axes=[-1], keepdims=1)
    levels, centre = (255, 0) if shifted else (127, 128)
    step = graph.constant(f"step_{levels}", np.float32(1 / levels))
    zero = graph.constant(f"zero_{centre}", np.uint8(centre))
    codes = graph.node("QuantizeLinear", [graph.node("Div", [rows, largest]), step, zero])
    inputs = [
        codes,
        graph.constant(f"{name}.weight", linear.weight),
        step,
        graph.constant(f"{name}.scale", linear.scale),
        zero,
    ]
    product = graph.node("MatMulIntegerToFloat", inputs, CONTRIB)
    return graph.node("Mul", [product, largest])


def multiply(
    graph: Graph, rows: str, name: str, linear: Linear, *, exact: bool, shifted: bool = False
) -> str:
    """Multiply ``rows`` in the way that was asked for."""
    if exact:
        return graph.node("MatMul", [rows, graph.constant(f"{name}.weight", linear.as_float())])
    return rowwise(graph, rows, name, linear, shifted=shifted)


def embed_tokens(graph: Graph, tables: dict[str, Array]) -> str:
    """Sum and normalise the three embeddings of each token."""
    ids = graph.node("Cast", ["input_ids"], to=TensorProto.INT32)
    shape = graph.node("Shape", ["input_ids"])
    zero = helper.make_tensor("zero", TensorProto.INT32, [1], [0])
    types = graph.node("ConstantOfShape", [shape], value=zero)
    parts = [f"b.embeddings.{part}.weight" for part in EMBEDDING]
    parts += ["b.embeddings.LayerNorm.weight", "b.embeddings.LayerNorm.bias"]
    columns = [
        [graph.constant(f"{part}_{kind}", tables[f"{part}_{kind}"]) for part in parts]
        for kind in ("quantized", "scale", "zero_point")
    ]
    inputs = [ids, types, *columns[0], "", *columns[1], *columns[2]]
    return graph.nodes_out("QEmbedLayerNormalization", inputs, 2, CONTRIB, epsilon=EPSILON)[0]


def attend(graph: Graph, rows: str, mask: str, index: int, layer: Layer, *, exact: bool) -> str:
    """Attention of one layer, before its output matrix."""
    joined = multiply(graph, rows, f"layer{index}.attention", layer.attention, exact=exact)
    thirds = graph.constant("thirds", np.array([WIDTH] * 3, np.int64))
    parts = graph.nodes_out("Split", [joined, thirds], 3, axis=2)
    bias = graph.constant(f"layer{index}.attention.bias", layer.attention_bias)
    return graph.node("MultiHeadAttention", [*parts, bias, mask], CONTRIB, num_heads=HEADS)


def transform(graph: Graph, rows: str, mask: str, index: int, layer: Layer, *, exact: bool) -> str:
    """One transformer layer."""

    def normalise(change: str, before: str, part: str, bias: Floats) -> str:
        label = f"layer{index}.{part}"
        inputs = [change, before]
        for kind in ("weight", "bias"):
            values = layer.vectors[f"{part}.LayerNorm.{kind}"]
            inputs.append(graph.constant(f"{label}.norm.{kind}", values))
        inputs.append(graph.constant(f"{label}.bias", bias))
        return graph.node("SkipLayerNormalization", inputs, CONTRIB, epsilon=EPSILON)

    seen = attend(graph, rows, mask, index, layer, exact=exact)
    seen = multiply(graph, seen, f"layer{index}.joined", layer.joined, exact=exact)
    rows = normalise(seen, rows, "attention.output", layer.vectors["attention.output.dense.bias"])
    wide = multiply(graph, rows, f"layer{index}.widened", layer.widened, exact=exact)
    bias = graph.constant(f"layer{index}.widened.bias", layer.vectors["intermediate.dense.bias"])
    wide = graph.node("BiasGelu", [wide, bias], CONTRIB)
    back = multiply(
        graph, wide, f"layer{index}.narrowed", layer.narrowed, exact=exact, shifted=True
    )
    last = layer.vectors["output.dense.bias"]
    if not exact:
        last = last - GELU_SHIFT * layer.narrowed.as_float().sum(0)
    return normalise(back, rows, "output", last.astype(np.float32))


def pool(graph: Graph, rows: str) -> None:
    """Mean over the tokens that are no padding, as a product so that the order of sums is fixed.

    The division by the count is left out: the length becomes 1 afterwards.
    """
    axis = graph.constant("axis_1", np.array([1], np.int64))
    weights = graph.node("Cast", ["attention_mask"], to=TensorProto.FLOAT)
    total = graph.node("MatMul", [graph.node("Unsqueeze", [weights, axis]), rows])
    flat = graph.node("Squeeze", [total, axis])
    unit = helper.make_node("LpNormalization", [flat], ["embedding"], name="unit", axis=-1, p=2)
    graph.nodes.append(unit)


def stabilise(source: onnx.ModelProto, *, exact: bool = False) -> onnx.ModelProto:
    """Build the new graph; with ``exact`` in float32 instead of integers."""
    layers, tables = read_layers(source)
    graph = Graph()
    mask = graph.node("Cast", ["attention_mask"], to=TensorProto.INT32)
    rows = embed_tokens(graph, tables)
    for index, layer in enumerate(layers):
        rows = transform(graph, rows, mask, index, layer, exact=exact)
    pool(graph, rows)
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])
        for name in ("input_ids", "attention_mask")
    ]
    output = helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["batch", WIDTH])
    made = helper.make_graph(
        graph.nodes, "minilm-l6-code", inputs, [output], list(graph.constants.values())
    )
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid(CONTRIB, 1)]
    return helper.make_model(made, opset_imports=opsets, ir_version=8, producer_name="columbus")


def main() -> None:
    """Read the arguments, check the source, write the model."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--float", action="store_true", dest="exact")
    options = parser.parse_args()
    content = options.source.read_bytes()
    if hashlib.sha256(content).hexdigest() != SOURCE_SHA256:
        raise SystemExit("the source is not the file that the shipped model was made from")
    made = stabilise(onnx.load_from_string(content), exact=options.exact).SerializeToString(
        deterministic=True
    )
    options.out.write_bytes(made)
    print(f"{hashlib.sha256(made).hexdigest()}  {len(made)}  {options.out}")


if __name__ == "__main__":
    main()
