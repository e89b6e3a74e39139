"""What every encoder is, and how one is opened.

Takes a model's name and the data directory; gives an object that turns texts into int8 rows. The
rule that all encoders keep: a row depends on its text, role and model only, never on the other
texts of the call, on the number of threads or on what was encoded before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

Role = Literal["document", "query"]


class Encoder(Protocol):
    """Turns texts into vectors that are compared by cosine."""

    @property
    def name(self) -> str:
        """The model's name in the catalogue."""

    @property
    def dimension(self) -> int:
        """Bytes of a row."""

    @property
    def max_tokens(self) -> int:
        """Tokens of a document that are read; what follows is cut. 0 means no such limit."""

    @property
    def batch_size(self) -> int:
        """Texts that the model takes in one run; a call may carry any number."""

    def encode(self, texts: Sequence[str], role: Role) -> bytes:
        """Encode ``texts`` into ``len(texts) * dimension`` bytes, one int8 row a text, in order.

        The largest entry of a row is 127 or -127; a text without any meaning to the model may be a
        row of zeros. Raises ``RunError``: MODEL_MISSING, MODEL_BROKEN or EMBED_FAILURE.
        """


def open_encoder(
    name: str, data_dir: Path | None, *, threads: int | None = None, quick: bool = False
) -> Encoder:
    """Open the model called ``name``; its files are checked by size, sessions start when used.

    ``data_dir`` holds pulled models and ``models.toml``. ``threads`` limits an ONNX session,
    ``None`` means what the process is allowed. ``quick`` is for a process that encodes one query:
    it trades throughput for the start. Raises ``RunError``: MODEL_MISSING or MODEL_BROKEN.
    """
    from columbus.embed import catalog

    model = catalog.find(name, data_dir)
    folder = catalog.ready_folder(model, data_dir)
    if model.kind == "static":
        from columbus.embed.static import StaticEncoder

        return StaticEncoder(folder, model.name, model.dimension)
    from columbus.embed.onnx import OnnxEncoder

    return OnnxEncoder(model, folder, threads=threads, quick=quick)
