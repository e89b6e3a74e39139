"""The bulk reading of vectors and sqlite-vec's own search agree."""

from __future__ import annotations

import random
import struct

import pytest
from store_groups import file_row, put, vectors_of

from columbus.errors import RunError
from columbus.store import Store, vectors
from columbus.store.records import Chunk


def scan(chunks: list[Chunk], query: bytes, k: int) -> list[tuple[int, float]]:
    """The same search over the raw chunks, as the core does it."""
    wanted = struct.unpack("256b", query)
    length = sum(value * value for value in wanted) ** 0.5
    scored = []
    for chunk in chunks:
        for unit, vector in vectors.unpacked(*chunk):
            row = struct.unpack("256b", vector)
            dot = sum(a * b for a, b in zip(wanted, row, strict=True))
            scored.append((unit, dot / length / sum(value * value for value in row) ** 0.5))
    return sorted(scored, key=lambda pair: (-pair[1], pair[0]))[:k]


@pytest.fixture
def filled(store: Store) -> Store:
    """600 vectors in three chunks, 150 of them deleted again."""
    for number in range(12):
        put(store, [file_row(f"f{number}.py", [f"n{unit}" for unit in range(50)])])
    store.remove(["f1.py", "f6.py", "f11.py"])
    return store


def test_both_paths_give_the_same_neighbours(filled: Store) -> None:
    chunks = filled.static_chunks()
    assert [len(ids) // 8 for ids, _, _ in chunks] == [256, 256, 256]
    for seed in range(5):
        query = vectors_of(1, seed + 1_000)
        reference = filled.nearest(query, 20)
        found = scan(chunks, query, 20)
        assert [unit for unit, _ in found] == [unit for unit, _ in reference]
        assert found[0][1] == pytest.approx(reference[0][1], abs=1e-5)


def test_bulk_reading_needs_no_extension(filled: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "_extension_file", lambda: "/nowhere/vec0")
    with Store.open(filled.path, read_only=True) as reader:
        assert sum(1 for chunk in reader.static_chunks() for _ in vectors.unpacked(*chunk)) == 450
        with pytest.raises(RunError, match="cannot be loaded") as caught:
            reader.nearest(bytes(256), 3)
    assert caught.value.code == "DEPENDENCY_MISSING"


def test_an_unknown_layout_is_read_through_the_extension(
    filled: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    direct = {pair for chunk in filled.static_chunks() for pair in vectors.unpacked(*chunk)}
    monkeypatch.setattr(vectors, "_layout_is_known", lambda *_: False)
    other = filled.static_chunks()
    assert {pair for chunk in other for pair in vectors.unpacked(*chunk)} == direct


def test_without_the_extension_text_is_still_charted(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "_extension_file", lambda: "/nowhere/vec0")
    assert put(store, [file_row("a.py", ["one"])]).vectors == 0
    assert store.names_lane(["one"], 5)
    assert store.static_chunks() == []


def test_a_sparse_table_is_written_anew(filled: Store) -> None:
    for number in (0, 2, 3, 4, 5, 7, 8):
        filled.remove([f"f{number}.py"])
    query = vectors_of(1, random.Random(2).randrange(1000))
    before = filled.nearest(query, 10)
    slots = sum(len(ids) // 8 for ids, _, _ in filled.static_chunks())
    filled.finish()
    assert sum(len(ids) // 8 for ids, _, _ in filled.static_chunks()) <= slots
    assert filled.nearest(query, 10) == before
    assert filled.integrity(thorough=True) == []
