from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

import columbus
from columbus.embed.static import StaticEncoder
from columbus.errors import RunError


class Table:
    """The native table, as far as the wrapper looks at it."""

    dimension = 2

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def encode_query(self, text: str) -> bytes:
        return bytes([len(text), 1])

    def encode(self, parsed: list[object]) -> bytes:
        return b"\2\2" * len(parsed)


def native(monkeypatch: pytest.MonkeyPatch, table: Callable[[str], Table]) -> None:
    module = SimpleNamespace(StaticEncoder=table)
    monkeypatch.setitem(sys.modules, "columbus.native", module)
    monkeypatch.setattr(columbus, "native", module, raising=False)


def test_rows_keep_the_order_of_the_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    native(monkeypatch, Table)
    encoder = StaticEncoder(Path("folder"), "tiny", 2)
    assert encoder.encode(["a", "abc"], "query") == b"\1\1\3\1"
    assert encoder.encode([], "document") == b""
    assert encoder.encode_units([]) == b""


def test_a_table_of_another_size_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    native(monkeypatch, Table)
    with pytest.raises(RunError) as error:
        StaticEncoder(Path("folder"), "tiny", 256).encode(["a"], "query")
    assert error.value.code == "MODEL_BROKEN"


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (FileNotFoundError("model.safetensors"), "MODEL_MISSING"),
        (PermissionError("model.safetensors"), "MODEL_BROKEN"),
        (ValueError("the header is damaged"), "MODEL_BROKEN"),
    ],
)
def test_faults_of_the_files_have_a_code(
    monkeypatch: pytest.MonkeyPatch, fault: Exception, code: str
) -> None:
    def fail(folder: str) -> Table:
        raise fault

    native(monkeypatch, fail)
    with pytest.raises(RunError) as error:
        StaticEncoder(Path("folder"), "tiny", 2).encode(["a"], "query")
    assert error.value.code == code
    assert error.value.hint
