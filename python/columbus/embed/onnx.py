"""Sentence encoders in ONNX: tokenise, run, pool, quantise.

Takes a model of the catalogue and the folder of its files; gives int8 rows. numpy, onnxruntime and
tokenizers are loaded with the first text, and numpy arrays never leave this module.

A row depends on its text alone. Texts share a run only where the catalogue says that the graph
gives the same bits in every batch, and then each is padded to a length that follows from the text
itself; every other model sees one text at a time, without padding.

Memory is bounded by ``batch_size`` runs of ``max_tokens`` tokens: no arena is kept, which would
grow with every longer batch.
"""

from __future__ import annotations

import ctypes
import os
import re
import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING

from columbus.embed.threads import allowed_threads
from columbus.errors import RunError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import numpy as np
    import numpy.typing as npt
    import onnxruntime
    import tokenizers

    from columbus.embed.catalog import Model
    from columbus.embed.encoder import Role

    Floats = npt.NDArray[np.float32]

# getUserByID -> get User By ID
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
# No token of natural text or code is longer on average; what is cut could not have been read, but
# the tokenizer would have worked through all of it.
_CHARACTERS_PER_TOKEN = 32
# A graph is fed with these and nothing else.
_INPUTS = frozenset({"input_ids", "attention_mask", "token_type_ids"})
_FATAL_ONLY = 4


@dataclass(frozen=True, slots=True)
class _Opened:
    """What one process has loaded."""

    tokenizer: tokenizers.Tokenizer
    session: onnxruntime.InferenceSession
    inputs: frozenset[str]


class OnnxEncoder:
    """An encoder that runs a graph of the catalogue."""

    def __init__(
        self, model: Model, folder: Path, *, threads: int | None = None, quick: bool = False
    ) -> None:
        """Keep what is needed; the session starts with the first text.

        ``quick`` is for one query: no graph optimisation (it costs more than it saves) and one
        thread. ``threads`` of ``None`` means what the process is allowed.
        """
        self.name = model.name
        self.dimension = model.dimension
        self.max_tokens = model.max_tokens
        self.batch_size = model.batch_size
        self._model = model
        self._folder = folder
        self._threads = 1 if quick else threads
        self._quick = quick
        self._opened: _Opened | None = None
        _encoders.add(self)

    def encode(self, texts: Sequence[str], role: Role) -> bytes:
        """Encode ``texts``: one int8 row each, in order. See ``Encoder.encode``."""
        if not texts:
            return b""
        import numpy as np

        opened = self._ready()
        ids = [self._tokenise(opened.tokenizer, text, role) for text in texts]
        rows = np.zeros((len(ids), self.dimension), np.int8)
        for length, members in plan([len(text) for text in ids], self._step, self.batch_size):
            rows[members] = _quantise(self._run(opened, [ids[at] for at in members], length))
        return rows.tobytes()

    @property
    def _step(self) -> int:
        return self._model.pad_to if self.batch_size > 1 else 0

    def _ready(self) -> _Opened:
        """What this process has loaded, loading it when need be."""
        if self._opened is None:
            self._opened = self._open()
        return self._opened

    def _abandon(self) -> None:
        """Leave the session of a parent process alone and start an own one when needed.

        The threads of a session do not survive a fork: to free it would wait for them forever,
        even at the end of the interpreter. So it is kept.
        """
        if self._opened is not None:
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(self._opened.session))
            self._opened = None

    def _open(self) -> _Opened:
        tokenizer = _open_tokenizer(self._folder / "tokenizer.json", self.name)
        threads = self._threads or allowed_threads()
        session = _open_session(self._folder / "model.onnx", self.name, threads, self._quick)
        inputs = frozenset(item.name for item in session.get_inputs())
        if "input_ids" not in inputs or inputs - _INPUTS:
            raise _broken(self.name, f"its graph wants the inputs {', '.join(sorted(inputs))}")
        outputs = [item.name for item in session.get_outputs()]
        if self._model.output not in {"", *outputs}:
            raise _broken(self.name, f"its graph has no output {self._model.output}")
        if self._step and "attention_mask" not in inputs:
            raise _broken(self.name, "its graph takes no attention_mask, so nothing may be padded")
        return _Opened(tokenizer, session, inputs)

    def _tokenise(self, tokenizer: tokenizers.Tokenizer, text: str, role: Role) -> list[int]:
        """Token ids of one text, with the prefix and the special tokens, cut to the limit."""
        limit, prefix = self.max_tokens, self._model.document_prefix
        if role == "query":
            limit, prefix = self._model.query_tokens or limit, self._model.query_prefix
        # One text a call: the batch form starts threads of its own, which a fork would lose.
        text = _readable(text[: limit * _CHARACTERS_PER_TOKEN])
        if self._model.split_identifiers:
            text = split_identifiers(text)
        try:
            encoding = tokenizer.encode(prefix + text, add_special_tokens=False)
            encoding.truncate(max(0, limit - tokenizer.num_special_tokens_to_add(False)))
            return list(tokenizer.post_process(encoding).ids)
        except Exception as error:  # the library raises plain Exception
            raise _failed(self.name, error) from error

    def _run(self, opened: _Opened, texts: Sequence[list[int]], length: int) -> Floats:
        """Vectors of ``texts``, all padded to ``length`` tokens."""
        import numpy as np

        ids = np.zeros((len(texts), length), np.int64)
        mask = np.zeros_like(ids)
        for row, text in enumerate(texts):
            ids[row, : len(text)] = text
            mask[row, : len(text)] = 1
        known = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        feed = {name: known[name] for name in opened.inputs}
        wanted = [self._model.output] if self._model.output else None
        try:
            output = opened.session.run(wanted, feed)[0]
        except Exception as error:  # the library's exceptions have no public base
            raise _failed(self.name, error) from error
        return self._pool(np.asarray(output, np.float32), mask)

    def _pool(self, output: Floats, mask: npt.NDArray[np.int64]) -> Floats:
        import numpy as np

        pooled = self._model.pooling == "none"
        expected = (len(mask), self.dimension) if pooled else (*mask.shape, self.dimension)
        if output.shape != expected:
            raise _broken(self.name, f"its graph gives {output.shape}, expected {expected}")
        if self._model.pooling == "cls":
            output = output[:, 0]
        elif self._model.pooling == "mean":
            # The length of a vector is lost in quantisation: a sum is as good as a mean.
            output = np.where(mask[:, :, None] == 1, output, np.float32(0)).sum(1)
        if not np.isfinite(output).all():
            raise RunError("EMBED_FAILURE", f"{self.name} gave a vector that is not finite")
        return output


def plan(lengths: Sequence[int], step: int, size: int) -> Iterator[tuple[int, list[int]]]:
    """Group texts of these token counts into runs: (padded length, positions of the texts).

    With ``step`` 0 every text runs alone at its own length. Otherwise texts with the same next
    multiple of ``step`` run together, at most ``size`` of them, shortest first.
    """
    if step == 0:
        yield from ((max(1, length), [at]) for at, length in enumerate(lengths))
        return
    groups: dict[int, list[int]] = {}
    for at, length in enumerate(lengths):
        groups.setdefault(max(step, -(-length // step) * step), []).append(at)
    for padded in sorted(groups):
        members = groups[padded]
        for start in range(0, len(members), size):
            yield padded, members[start : start + size]


def split_identifiers(text: str) -> str:
    """Spell identifiers as words: humps and underscores become spaces. Stable when repeated."""
    return _HUMP.sub(" ", text).replace("_", " ")


def _readable(text: str) -> str:
    """Half a surrogate pair, as file names can hold, becomes a question mark."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _quantise(vectors: Floats) -> npt.NDArray[np.int8]:
    """Scale each row so that its largest entry is 127; a row of zeros stays one.

    To divide by the length first would change nothing: cosine does not see it, and neither does
    this scaling.
    """
    import numpy as np

    largest = np.abs(vectors).max(axis=1, keepdims=True)
    scaled = vectors / np.where(largest > 0, largest, np.float32(1)) * np.float32(127)
    rows: npt.NDArray[np.int8] = np.clip(np.rint(scaled), -127, 127).astype(np.int8)
    return rows


def _open_tokenizer(path: Path, name: str) -> tokenizers.Tokenizer:
    from columbus.embed.onnx_libraries import tokenizers

    try:
        tokenizer = tokenizers.Tokenizer.from_file(str(path))
    except Exception as error:  # the library raises plain Exception
        raise _broken(name, f"its tokenizer.json cannot be read ({_line(error)})") from error
    # Files of other projects may pad every text to a fixed length, which costs ten times the work.
    tokenizer.no_padding()
    tokenizer.no_truncation()
    # "[MASK]" in somebody's text is text.
    tokenizer.encode_special_tokens = True
    return tokenizer


def _open_session(path: Path, name: str, threads: int, quick: bool) -> onnxruntime.InferenceSession:
    from columbus.embed.onnx_libraries import onnxruntime as ort

    level = ort.GraphOptimizationLevel
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.execution_mode = ort.ExecutionMode.ORT_SEQUENTIAL
    options.graph_optimization_level = level.ORT_DISABLE_ALL if quick else level.ORT_ENABLE_ALL
    # Both pools grow with every longer batch and never shrink; without them nothing is slower.
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    # An idle server must not burn a core.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.add_session_config_entry("session.set_denormal_as_zero", "1")
    options.log_severity_level = _FATAL_ONLY
    try:
        return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the library's exceptions have no public base
        raise _broken(name, f"its model.onnx cannot be loaded ({_line(error)})") from error


def _abandon_all() -> None:
    for encoder in _encoders:
        encoder._abandon()


_encoders: weakref.WeakSet[OnnxEncoder] = weakref.WeakSet()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_abandon_all)


def _broken(name: str, what: str) -> RunError:
    hint = f"columbus model pull {name}, or reinstall Columbus when the model is part of it"
    return RunError("MODEL_BROKEN", f"the model {name} cannot be used: {what}", hint)


def _failed(name: str, error: Exception) -> RunError:
    hint = "this is a fault of the model or of onnxruntime; columbus doctor says more"
    return RunError("EMBED_FAILURE", f"{name} could not encode a text ({_line(error)})", hint)


def _line(error: Exception) -> str:
    """The first line of a message, short: the rest is a native stack."""
    lines = str(error).splitlines() or [type(error).__name__]
    return lines[0][:160]
