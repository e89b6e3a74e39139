"""The model's vectors: a debt of units that is worked off when asked for, and resumed.

Takes units without a vector, reads and parses their files again (the chart holds no text), encodes
in bounded batches, and pays. A file that changed meanwhile is left to the next run.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from columbus import native

if TYPE_CHECKING:
    from collections.abc import Sequence

    from columbus.embed.encoder import Encoder
    from columbus.service.workspace import Workspace
    from columbus.store import Store, VectorCache
    from columbus.store.records import DebtFile

# Units taken on at once: some seconds of work, after which it is committed.
STEP_UNITS = 1024
# A batch is cut where its longest text times its size would go beyond this.
TOKEN_BUDGET = 4096


def choose(ws: Workspace, store: Store) -> None:
    """Make the configured model the one whose vectors are owed, or none."""
    from columbus.embed import catalog

    settings = ws.settings
    if not settings.embedding.enabled:
        return
    model = catalog.find(settings.embedding.model, Path(settings.data_dir))
    if model.kind == "onnx":
        store.use_model(model.name, model.dimension)


def pay(ws: Workspace, store: Store, seconds: float | None) -> int:
    """Work the debt off until it is paid or the time is over; how many vectors were made."""
    owed = store.debt_count()
    if not owed:
        return 0
    from columbus.embed.encoder import open_encoder
    from columbus.store import VectorCache

    settings = ws.settings
    encoder = open_encoder(
        settings.embedding.model, Path(settings.data_dir), threads=settings.embed_threads
    )
    end = None if seconds is None else time.monotonic() + seconds
    ws.report.stage("embedding", owed)
    made = 0
    with VectorCache.open(ws.paths.vectors) as cache:
        while files := store.debt_next(STEP_UNITS):
            paid, struck = _step(ws, store, encoder, cache, files)
            made += paid
            ws.report.advance(paid + struck)
            # Nothing paid and nothing struck off: what is left belongs to files that changed.
            if not (paid or struck) or (end is not None and time.monotonic() >= end):
                break
    return made


def _step(
    ws: Workspace,
    store: Store,
    encoder: Encoder,
    cache: VectorCache,
    files: Sequence[DebtFile],
) -> tuple[int, int]:
    sources = [native.SourceFile(file.path) for file in files]
    parsed, _ = native.parse(ws.root, sources)
    now = {file.path: file for file in parsed}
    same = [f for f in files if f.path in now and now[f.path].blob == f.blob]
    ids: list[int] = []
    for file in same:
        ids.extend(range(file.first_unit, file.first_unit + file.units))
    missing = {unit for file in same for unit in file.missing}
    batches = native.batch(
        [now[file.path] for file in same], ws.settings.batch_size, TOKEN_BUDGET, encoder.max_tokens
    )
    rows: list[tuple[int, bytes]] = []
    for batch in batches:
        owed = [
            (ids[unit], text, key)
            for unit, text, key in zip(batch.units, batch.texts, batch.keys, strict=True)
            if ids[unit] in missing
        ]
        rows.extend(encode(encoder, cache, owed))
    done = {unit for unit, _ in rows}
    struck = missing - done
    return store.debt_pay(rows, struck), len(struck)


def encode(
    encoder: Encoder, cache: VectorCache | None, owed: Sequence[tuple[int, str, bytes]]
) -> list[tuple[int, bytes]]:
    """(unit, vector) for each of (unit, text, key of the text); known texts are not encoded."""
    from hashlib import blake2b

    mark = encoder.name.encode()
    keys = [blake2b(key, digest_size=16, key=mark[:64]).digest() for _, _, key in owed]
    known = cache.get_many(keys) if cache else {}
    fresh = [at for at, key in enumerate(keys) if key not in known]
    encoded = encoder.encode([owed[at][1] for at in fresh], "document")
    width = encoder.dimension
    made = {keys[at]: encoded[i * width : (i + 1) * width] for i, at in enumerate(fresh)}
    if cache:
        cache.put_many(made.items())
    known.update(made)
    return [(unit, known[key]) for (unit, _, _), key in zip(owed, keys, strict=True)]
