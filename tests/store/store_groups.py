"""Groups of files as the index would write them, with a stand-in for the core's segment."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b, sha1
from pathlib import Path

import pytest

from columbus.store import FileGroup, FileRow, Store, Written
from columbus.store.records import ImportRow, UnitRow


@dataclass(frozen=True)
class FakeSegment:
    """What ``columbus._native.Segment`` looks like from here."""

    columns: bytes
    blocks: list[tuple[int, bytes]]


def unit(name: str, *, kind: str = "function", container: str = "", line: int = 1) -> UnitRow:
    """One unit row as the core gives it."""
    digest = blake2b(f"{kind}{name}{line}".encode(), digest_size=16).digest()
    return (
        kind,
        name,
        container,
        0,
        1,
        0,
        -1,
        line * 40,
        line * 40 + 39,
        line,
        line,
        digest,
        "a b",
    )


def file_row(
    path: str, names: Sequence[str] = (), *, version: int = 0, imports: Sequence[ImportRow] = ()
) -> FileRow:
    """One file with a unit a name; an empty name is a block."""
    units = [
        unit(name, kind="function" if name else "block", line=line)
        for line, name in enumerate(names, 1)
    ]
    return FileRow(
        path=path,
        language="python",
        roles="test" if path.startswith("tests/") else "",
        size=100 + version,
        mtime_ns=1_000 + version,
        inode=7,
        blob=sha1(f"{path}{version}".encode()).hexdigest(),
        lines=len(names),
        units=units,
        imports=imports,
    )


def segment_of(files: Sequence[FileRow], first_file: int) -> FakeSegment:
    """A segment whose blocks can be told apart."""
    names = sorted({row[1] for file in files for row in file.units if row[1]})
    hashes = sorted(
        {struct.unpack("<q", blake2b(n.encode(), digest_size=8).digest())[0] for n in names}
    )
    columns = f"columns {first_file} {len(files)}".encode()
    return FakeSegment(columns, [(h, f"block {h}".encode()) for h in hashes[::4]])


def vectors_of(count: int, seed: int) -> bytes:
    """``count`` int8 rows."""
    source = random.Random(seed)
    return bytes(source.choices([value for value in range(256) if value != 128], k=256 * count))


def put(store: Store, files: Sequence[FileRow], *, with_vectors: bool = True) -> Written:
    """Reserve and write one group."""
    count = sum(len(file.units) for file in files)
    first_file, first_unit = store.reserve(len(files), count)
    return store.write_group(
        FileGroup(
            first_file=first_file,
            first_unit=first_unit,
            files=files,
            segment=segment_of(files, first_file),
            vectors=vectors_of(count, first_unit) if with_vectors else b"",
        )
    )


@pytest.fixture
def chart(tmp_path: Path) -> Path:
    """Where a chart may be made."""
    return tmp_path / "charts" / "tree.sqlite"


@pytest.fixture
def store(chart: Path) -> Iterator[Store]:
    """An empty chart."""
    with Store.open(chart, create=True, recipe="r1") as opened:
        yield opened
