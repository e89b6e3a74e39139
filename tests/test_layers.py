"""Who may import whom, and how long a file may be."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "python" / "columbus"
# A layer may import itself and what stands before it.
LAYERS = (
    {"frozen", "errors", "suggest"},
    {"records", "platform"},
    {"progress", "config_file", "native"},
    {"settings"},
    {"embed", "store"},
    {"service"},
    {"cli"},
)
# What only one room may touch.
OWNED = {
    "apsw": {"store"},
    "onnxruntime": {"embed"},
    "tokenizers": {"embed"},
    "numpy": {"embed"},
    "typer": {"cli"},
}
LONGEST = 500


def modules() -> list[tuple[Path, str]]:
    """Every module with its room: the folder or file below the package."""
    paths = [path for path in sorted(PACKAGE.rglob("*.py")) if path.parent.name != "models"]
    return [(path, path.relative_to(PACKAGE).parts[0].removesuffix(".py")) for path in paths]


def imports(path: Path) -> list[str]:
    """Dotted names that a module imports, wherever in it."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.append(node.module)
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


def rooms(path: Path) -> set[str]:
    """Rooms of the package that a module imports from."""
    names = [name.split(".") for name in imports(path)]
    return {parts[1] for parts in names if parts[0] == "columbus" and len(parts) > 1}


def test_layers_import_downwards_only() -> None:
    level = {room: index for index, layer in enumerate(LAYERS) for room in layer}
    wrong = [
        f"{path.relative_to(ROOT)} imports {other}"
        for path, room in modules()
        if room in level
        for other in rooms(path)
        if other in level and other != room and level[other] >= level[room]
    ]
    assert wrong == []


def test_renderers_are_pure_views() -> None:
    allowed = {"records", "errors", "frozen", "render", "suggest"}
    wrong = [
        f"{path.name} imports {sorted(rooms(path) - allowed)}"
        for path, room in modules()
        if room == "render" and rooms(path) - allowed
    ]
    assert wrong == []


def test_one_door_to_the_native_side() -> None:
    users = {
        path.name
        for path, _ in modules()
        if any(name == "columbus._native" for name in imports(path))
    }
    # Under TYPE_CHECKING the types may be named.
    assert users <= {"native.py", "static.py"}


def test_libraries_stay_in_their_rooms() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path, room in modules()
        for name in imports(path)
        if name.split(".")[0] in OWNED and room not in OWNED[name.split(".")[0]]
    ]
    assert wrong == []


def test_no_file_is_too_long_without_a_reason() -> None:
    sources = [*PACKAGE.rglob("*.py"), *(ROOT / "rust").glob("*/src/**/*.rs")]
    long = []
    for path in sources:
        text = path.read_text("utf-8")
        # Unit tests at the end of a Rust file do not count.
        lines = text.split("#[cfg(test)]\nmod tests {")[0].count("\n")
        if lines > LONGEST and "Long because" not in text[:2000]:
            long.append(f"{path.relative_to(ROOT)}: {lines}")
    assert long == []
