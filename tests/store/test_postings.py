"""Blocks, vocabulary and merging."""

from __future__ import annotations

from store_groups import FakeSegment, file_row, put

from columbus.store import FileGroup, Store


def put_segment(store: Store, path: str, segment: FakeSegment, units: int = 1) -> None:
    """One file with ``units`` units and this segment."""
    first_file, first_unit = store.reserve(1, units)
    files = [file_row(path, [f"n{number}" for number in range(units)])]
    store.write_group(FileGroup(first_file, first_unit, files, segment))


def test_the_block_before_a_hash_holds_it(store: Store) -> None:
    put_segment(store, "a.py", FakeSegment(b"a", [(-(2**63), b"a0"), (-5, b"a1"), (10, b"a2")]))
    put_segment(store, "b.py", FakeSegment(b"b", [(0, b"b0")]))
    assert store.blocks([-6, 9, 10, 2**63 - 1]) == [b"a0", b"a1", b"a2", b"b0"]
    assert store.blocks([-5]) == [b"a1"]
    assert store.blocks([]) == []
    assert store.columns() == [b"a", b"b"]


def test_variants_are_true_prefixes_both_ways(store: Store) -> None:
    terms = ["conf", "config", "configur", "con", "conj", "confé", "100%"]
    put(store, [file_row("a.py", terms)])
    assert store.variants(["config", "config"]) == [("config", "conf"), ("config", "configur")]
    assert store.variants(["conf"]) == [("conf", "confé"), ("conf", "config"), ("conf", "configur")]
    assert store.variants(["", "%", "_"]) == []


def test_variants_are_bounded(store: Store) -> None:
    put(store, [file_row("a.py", [f"name{'xyz'[n % 3] * (n // 3 + 1)}" for n in range(300)])])
    assert len(store.variants(["name"])) == 200


def test_the_vocabulary_is_that_of_the_files_that_are_there(store: Store) -> None:
    put(store, [file_row("lib/a.py", ["paint", "canvas"]), file_row("lib/b.py", ["paint", ""])])
    put(store, [file_row("paint.bin")])
    assert [found for _, found in store.variants(["paints"])] == ["paint"]
    store.remove(["paint.bin", "lib/a.py"])
    assert [found for _, found in store.variants(["paints", "canvases"])] == ["paint"]
    put(store, [file_row("lib/b.py", ["violin"], version=1)])
    assert store.variants(["paints", "canvases"]) == []
    assert [found for _, found in store.variants(["violins"])] == ["violin"]


def test_nine_small_segments_are_merged(store: Store) -> None:
    for number in range(9):
        assert store.segments_to_merge() is None
        put_segment(store, f"f{number}.py", FakeSegment(b"c%d" % number, [(number, b"b")]))
    store.remove(["f3.py"])
    plan = store.segments_to_merge()
    assert plan is not None
    assert [columns for columns, _ in plan.segments] == [b"c%d" % number for number in range(9)]
    assert len(plan.dead) == 1
    store.remove(["f5.py"])  # between the plan and its end
    generation = store.generation
    assert store.replace_segments(plan, FakeSegment(b"merged", [(1, b"all")]))
    assert (store.columns(), store.blocks([7]), len(store.dead())) == ([b"merged"], [b"all"], 1)
    assert store.integrity() == []
    assert store.generation > generation
    assert not store.replace_segments(plan, FakeSegment(b"again", []))


def test_a_segment_that_is_mostly_dead_is_rewritten(store: Store) -> None:
    put(store, [file_row("a.py", ["x", "y"]), file_row("b.py", ["z"]), file_row("c.py", ["w"])])
    assert store.segments_to_merge() is None
    store.remove(["a.py"])
    plan = store.segments_to_merge()
    assert plan is not None
    assert store.replace_segments(plan, FakeSegment(b"small", []))
    assert store.dead() == []
    assert store.segments_to_merge() is None
    assert store.integrity() == []
