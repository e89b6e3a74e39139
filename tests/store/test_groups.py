"""Groups of files go in, are replaced and leave, all tables in step."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from store_groups import file_row, put, segment_of, vectors_of

from columbus.errors import LockedError
from columbus.store import FileGroup, ProblemRow, Store, TouchedRow, audit
from columbus.store.connection import connect


def counts(store: Store) -> tuple[int, ...]:
    """What must be as in a fresh chart."""
    found = store.stats()
    return (found.files, found.units, found.symbols, found.imports, found.static_vectors)


def test_importing_the_store_loads_nothing_heavy() -> None:
    heavy = "numpy sqlite_vec typer rich onnxruntime"
    code = f"import sys, columbus.store; print([m for m in {heavy.split()} if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_a_file_written_four_times_counts_once(store: Store) -> None:
    names = ["alpha", "beta", ""]
    put(
        store, [file_row("a.py", names, imports=[("os", ["path"], 1)]), file_row("b.py", ["gamma"])]
    )
    fresh = counts(store)
    for version in range(1, 5):
        written = put(
            store, [file_row("a.py", names, version=version, imports=[("os", ["path"], 1)])]
        )
        assert written.replaced == 1
    assert counts(store) == fresh
    assert len(store.names_lane(["alpha"], 10)) == 1
    assert len(store.dead()) == 4
    assert store.integrity(thorough=True) == []


def test_ids_are_never_used_again(store: Store) -> None:
    put(store, [file_row("a.py", ["one", "two"])])
    before = {unit.id for unit in store.units_of("a.py")}
    store.remove(["a.py"])
    put(store, [file_row("a.py", ["one", "two"])])
    assert before.isdisjoint(unit.id for unit in store.units_of("a.py"))


def test_a_file_that_becomes_empty_loses_its_units_and_vectors(store: Store) -> None:
    put(store, [file_row("a.py", ["one", "two"])])
    put(store, [file_row("a.py", [], version=1)])
    assert counts(store) == (1, 0, 0, 0, 0)
    assert store.integrity() == []


def test_equal_bodies_in_two_files_live_apart(store: Store) -> None:
    put(store, [file_row("a.py", ["same"]), file_row("b.py", ["same"])])
    store.remove(["a.py"])
    assert [unit.path for unit in store.find_symbols("same")] == ["b.py"]


def test_a_zero_vector_is_not_stored(store: Store) -> None:
    files = [file_row("a.py", ["one", "two"])]
    first_file, first_unit = store.reserve(1, 2)
    blob = bytes(256) + vectors_of(1, 1)
    group = FileGroup(first_file, first_unit, files, segment_of(files, first_file), blob)
    assert store.write_group(group).vectors == 1


@pytest.mark.parametrize("fault", ["unreserved", "vectors", "twice"])
def test_a_group_that_does_not_fit_is_refused_whole(store: Store, fault: str) -> None:
    files = [file_row("a.py", ["one"])] * (2 if fault == "twice" else 1)
    first_file, first_unit = (99, 99) if fault == "unreserved" else store.reserve(2, 2)
    blob = b"short" if fault == "vectors" else b""
    with pytest.raises(ValueError, match=r"reserved|fit|twice"):
        store.write_group(FileGroup(first_file, first_unit, files, segment_of(files, 1), blob))
    assert store.stats().files == 0


def test_known_is_what_the_sweep_needs(store: Store) -> None:
    put(store, [file_row("b.py", ["x"]), file_row("a.py", ["y"])])
    store.replace_problems([ProblemRow("c.bin", "binary")])
    known = store.known()
    assert [row[0] for row in known] == ["a.py", "b.py"]
    assert known[0][1:5] == (100, 1_000, 0, 7)
    assert known[0][5] == file_row("a.py", ["y"]).blob


def test_touch_changes_the_stat_only(store: Store) -> None:
    put(store, [file_row("a.py", ["x"])])
    generation = store.generation
    store.touch([TouchedRow("a.py", 100, 5_000, 9, 6_000)])
    assert store.known()[0][1:5] == (100, 5_000, 6_000, 9)
    assert store.generation == generation


def test_problems_replace_each_other_and_charted_files(store: Store) -> None:
    put(store, [file_row("big.py", ["x"])])
    store.replace_problems([ProblemRow("big.py", "too_large"), ProblemRow("c.bin", "binary")])
    assert store.stats().left_out == (("binary", 1), ("too_large", 1))
    assert store.stats().units == 0
    store.replace_problems([])
    assert store.file("big.py") is None
    put(store, [file_row("big.py", ["x"])])
    assert store.integrity() == []


def test_a_problem_file_can_be_charted_later(store: Store) -> None:
    store.replace_problems([ProblemRow("a.py", "unreadable")])
    put(store, [file_row("a.py", ["x"])])
    found = store.file("a.py")
    assert found is not None
    assert (found.problem, found.units) == ("", 1)


def test_edges_follow_a_file_that_is_charted_again(store: Store) -> None:
    put(store, [file_row("lib.py", ["x"]), file_row("use.py", ["y"], imports=[("lib", ["x"], 3)])])
    (found,) = store.imports()
    assert (found.specifier, found.names, found.line, found.target) == ("lib", ("x",), 3, None)
    assert store.replace_edges([(found.id, "lib.py"), (found.id, "gone.py")]) == 1
    store.replace_test_links([("lib.py", "use.py")])
    put(store, [file_row("lib.py", ["x", "z"], version=1)])
    around = store.neighbours("lib.py")
    assert (around.imported_by, around.tests) == (("use.py",), ("use.py",))
    assert store.neighbours("use.py").imports[0].target == "lib.py"
    put(store, [file_row("use.py", ["y"], version=1)])
    assert store.neighbours("lib.py").imported_by == ()
    store.remove(["lib.py"])
    assert store.edges() == []


def test_units_come_in_the_order_asked_for(store: Store) -> None:
    put(store, [file_row("a.py", ["one", "", "two"])])
    ids = [unit.id for unit in store.units_of("a.py")]
    assert [unit.name for unit in store.units([ids[2], 999, ids[0]])] == ["two", "one"]
    assert [unit.name for unit in store.outline("a.py")] == ["one", "two"]


def test_a_read_snapshot_does_not_move(chart: Path, store: Store) -> None:
    put(store, [file_row("a.py", ["one"])])
    with Store.open(chart, read_only=True, recipe="r1") as reader:
        with reader.snapshot():
            assert len(reader.columns()) == 1
            put(store, [file_row("b.py", ["two"])])
            assert len(reader.columns()) == 1
        assert len(reader.columns()) == 2


def test_a_second_writer_waits_and_is_then_told(chart: Path, store: Store) -> None:
    with Store.open(chart, recipe="r1") as other:
        other._connection.raw.set_busy_timeout(50)
        with store.atomic(), pytest.raises(LockedError, match="another process"):
            other.reserve(1, 1)
        assert other.reserve(1, 1)[0] > 0


def test_nested_transactions_undo_their_own_part(chart: Path, store: Store) -> None:
    connection = connect(chart)
    with connection.atomic():
        connection.run("INSERT INTO vocabulary VALUES ('kept', 1)")
        with suppress(RuntimeError), connection.atomic():
            connection.run("INSERT INTO vocabulary VALUES ('lost', 1)")
            raise RuntimeError
    assert connection.column("SELECT term FROM vocabulary") == ["kept"]
    connection.close()


def test_text_is_only_where_the_list_allows_it(chart: Path, store: Store) -> None:
    put(store, [file_row("a.py", ["one"], imports=[("os", ["path"], 1)])])
    store.use_model("m", 8)
    store.set_meta(root="/r", head="abc")
    assert audit.surprises(chart) == []
    assert "units.name" in audit.text_columns(chart)
    store._connection.run("ALTER TABLE units ADD COLUMN snippet TEXT")
    store._connection.run("UPDATE units SET snippet = 'x'")
    assert audit.surprises(chart) == ["units.snippet"]


def test_the_model_queue_is_paid_and_survives_edits(store: Store) -> None:
    put(store, [file_row("a.py", ["one", ""]), file_row("b.py", ["two"])])
    assert store.use_model("mini", 8)
    assert not store.use_model("mini", 8)
    store.debt_reorder({"b.py": 5})
    assert [(file.path, len(file.missing)) for file in store.debt_next(10)] == [
        ("b.py", 1),
        ("a.py", 2),
    ]
    first = store.debt_next(1)[0].missing[0]
    assert store.debt_pay([(first, b"\x01" * 8), (12345, b"\x01" * 8)]) == 1
    assert store.debt_pay([(first, b"\x02" * 8)]) == 0
    put(store, [file_row("b.py", ["two"], version=1)])
    assert (store.debt_count(), store.stats().model_vectors) == (3, 0)
    store.debt_pay([], without_text=[unit.id for unit in store.units_of("a.py")])
    assert store.debt_count() == 1
    assert store.use_model("", 0)
    assert store.debt_count() == 0
    put(store, [file_row("c.py", ["three"])])
    assert store.debt_count() == 0
    assert store.integrity() == []
