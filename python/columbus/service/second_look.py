"""A second look: the sentence model judges the best files of a first ranking by their live text.

Takes ranked files; gives the vectors of the units they would show, in a space of their own, with
the query's. Texts come from the bytes on disk, so it needs no ``reindex --embed``; vectors of
texts that were seen before come from the cache and are the same bits. A file that changed since it
was charted is not looked at.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from columbus import native
from columbus.errors import RunError
from columbus.service.embedding import TOKEN_BUDGET, encode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from columbus.embed.encoder import Encoder
    from columbus.service.workspace import Workspace

# More files change nothing: what is right and not among these is not lifted by the model either.
LOOK_FILES = 10

Space = tuple[native.Vectors, bytes]
Owed = list[tuple[int, str, bytes]]


def look(ws: Workspace, text: str, ranked: Sequence[native.Ranked]) -> Space | None:
    """The units that the best of ``ranked`` show, and ``text``, as the model sees them.

    ``None`` when there is nothing to look at or embedding is switched off. Raises ``RunError``:
    MODEL_MISSING, MODEL_BROKEN or EMBED_FAILURE.
    """
    settings = ws.settings
    if not settings.embedding.enabled:
        ws.warnings.append("embedding.enabled is false, so --deep does nothing")
        return None
    from columbus.embed.encoder import open_encoder

    encoder = open_encoder(
        settings.embedding.model, Path(settings.data_dir), threads=settings.embed_threads
    )
    owed = _texts(ws, encoder, ranked[:LOOK_FILES])
    if not owed:
        return None
    rows = _encode(ws, encoder, owed)
    ids = b"".join(unit.to_bytes(8, "little", signed=True) for unit, _ in rows)
    all_valid = b"\xff" * -(-len(rows) // 8)
    vectors = b"".join(row for _, row in rows)
    space = native.Vectors(encoder.dimension, [(ids, all_valid, vectors)])
    return space, encoder.encode([text], "query")


def _texts(ws: Workspace, encoder: Encoder, ranked: Sequence[native.Ranked]) -> Owed:
    """(unit id, text, key) of the units to look at."""
    wanted = {unit for one in ranked for unit in one.units}
    charted = {file.path: file for file in ws.store.files([one.path for one in ranked])}
    sources = [native.SourceFile(one.path) for one in ranked if one.units]
    parsed, _ = native.parse(ws.root, sources)
    same = [
        file for file in parsed if file.path in charted and file.blob == charted[file.path].blob
    ]
    ids: list[int] = []
    for file in same:
        stored = charted[file.path]
        ids.extend(range(stored.first_unit, stored.first_unit + stored.units))
    batches = native.batch(same, ws.settings.batch_size, TOKEN_BUDGET, encoder.max_tokens)
    return [
        (ids[unit], text, key)
        for batch in batches
        for unit, text, key in zip(batch.units, batch.texts, batch.keys, strict=True)
        if ids[unit] in wanted
    ]


def _encode(ws: Workspace, encoder: Encoder, owed: Owed) -> list[tuple[int, bytes]]:
    from columbus.store import VectorCache

    try:
        with VectorCache.open(ws.paths.vectors) as cache:
            return encode(encoder, cache, owed)
    except RunError as error:
        # A data directory that cannot be written is no reason not to answer.
        if error.code not in {"STORE_ERROR", "PERMISSION_DENIED"}:
            raise
        return encode(encoder, None, owed)
