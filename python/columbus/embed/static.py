"""The static token table behind the encoder protocol.

Takes queries, parsed files or plain texts; gives int8 rows. The work is done on the native side and
needs neither numpy nor onnxruntime.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus.errors import RunError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from columbus import _native
    from columbus.embed.encoder import Role


class StaticEncoder:
    """An encoder without a session: a row is a weighted sum of token vectors."""

    batch_size = 1024
    max_tokens = 0

    def __init__(self, folder: Path, name: str, dimension: int) -> None:
        """Keep the place of the table; it is opened when first used."""
        self.name = name
        self.dimension = dimension
        self._folder = folder
        self._table: _native.StaticEncoder | None = None

    def encode(self, texts: Sequence[str], role: Role) -> bytes:
        """Encode plain texts with the weights of queries, whatever the role.

        The weights of documents need the fields of a unit: see ``encode_units``.
        """
        table = self._opened()
        return b"".join([table.encode_query(text) for text in texts])

    def encode_units(self, parsed: Sequence[_native.ParsedFile]) -> bytes:
        """One row a unit, in the order of files and units."""
        return self._opened().encode(parsed)

    def _opened(self) -> _native.StaticEncoder:
        if self._table is None:
            self._table = self._open()
        return self._table

    def _open(self) -> _native.StaticEncoder:
        from columbus import native

        try:
            table = native.StaticEncoder(str(self._folder))
        except FileNotFoundError as error:
            hint = "reinstall Columbus: the table is part of the package"
            raise RunError("MODEL_MISSING", f"{self.name}: {error}", hint) from error
        except (OSError, ValueError) as error:
            hint = "reinstall Columbus: the table is part of the package"
            raise RunError("MODEL_BROKEN", f"{self.name}: {error}", hint) from error
        if table.dimension != self.dimension:
            said = f"{self.name} has {table.dimension} dimensions, its entry says {self.dimension}"
            raise RunError("MODEL_BROKEN", said, "correct the dimension in the catalogue")
        return table
