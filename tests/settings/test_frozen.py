"""Quick records behave like the frozen, slotted dataclasses that type checkers take them for."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import pytest

from columbus import records
from columbus.frozen import replace

QUERY = records.Query("a", limit=3)


def test_defaults_positions_and_names() -> None:
    assert QUERY.text == "a"
    assert (QUERY.kind, QUERY.limit) == ("all", 3)
    with pytest.raises(TypeError):
        records.Query()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        records.Query("a", nothing=1)  # type: ignore[call-arg]


def test_frozen_and_slotted() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        QUERY.text = "b"  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        del QUERY.text
    assert not hasattr(QUERY, "__dict__")


def test_equality_hash_and_text() -> None:
    assert records.Query("a", limit=3) == QUERY
    assert hash(records.Query("a", limit=3)) == hash(QUERY)
    assert records.Query("b") != QUERY
    assert records.Query("a", limit=3) != ("a", 3)  # type: ignore[comparison-overlap]
    assert repr(records.Reason("a", 1.0)) == "Reason(name='a', value=1.0)"


def test_the_tools_of_dataclasses_work() -> None:
    assert replace(QUERY, text="b") == dataclasses.replace(QUERY, text="b")
    assert [field.name for field in dataclasses.fields(records.Reason)] == ["name", "value"]
    assert dataclasses.asdict(records.Reason("a", 1.0)) == {"name": "a", "value": 1.0}
    assert dataclasses.is_dataclass(records.Hit)


def test_copies_and_pickles() -> None:
    assert copy.copy(QUERY) == QUERY
    assert pickle.loads(pickle.dumps(QUERY)) == QUERY


def test_patterns_match_by_position() -> None:
    match records.Reason("a", 1.0):
        case records.Reason(name, value):
            assert (name, value) == ("a", 1.0)
