"""Who may import whom, and how long a file may be."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "python" / "columbus"
# A room may import itself and what stands in the lines before its own.
LAYERS = (
    {"frozen", "errors", "suggest"},
    {"records", "platform"},
    {"progress", "config_file", "native"},
    {"settings"},
    {"embed", "store"},
    {"service"},
    {"cli"},
)
# Beside the layers: pure views, and the two doors of the package.
RENDER_MAY = {"records", "errors", "frozen", "render"}
DOORS = {"__init__": {"errors", "records", "settings"}, "__main__": {"cli"}}
# What only one room may touch.
OWNED = {
    "apsw": "store",
    "sqlite_vec": "store",
    "onnxruntime": "embed",
    "tokenizers": "embed",
    "numpy": "embed",
    "typer": "cli",
    "subprocess": "service",
}
# Rooms that may name a type of the native module without going through `native`.
NATIVE_TYPES = {"embed/static.py"}
LONGEST = 500


def modules() -> list[tuple[Path, str]]:
    """Every module with its room: the folder or file below the package."""
    paths = [path for path in sorted(PACKAGE.rglob("*.py")) if path.parent.name != "models"]
    assert paths
    return [(path, path.relative_to(PACKAGE).parts[0].removesuffix(".py")) for path in paths]


def dotted(path: Path) -> str:
    """``columbus.store.chart`` for its file."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path, *, when_loaded: bool = False) -> list[str]:
    """Dotted names that a module imports: anywhere in it, or only what loading it imports."""
    tree = ast.parse(path.read_text("utf-8"))
    found: list[str] = []
    for node in _loaded(tree) if when_loaded else ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            assert node.module
            found.append(node.module)
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


def _loaded(node: ast.AST) -> list[ast.AST]:
    """Nodes that run when the module is loaded: no function bodies, nothing for type checkers."""
    found: list[ast.AST] = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            continue
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        found += [child, *_loaded(child)]
    return found


def rooms(path: Path) -> set[str]:
    """Rooms of the package that a module imports from."""
    names = [name.split(".") for name in imports(path)]
    return {parts[1] for parts in names if parts[0] == "columbus" and len(parts) > 1}


def test_every_room_has_its_place() -> None:
    known = set().union(*LAYERS) | set(DOORS) | {"render"}
    assert {room for _, room in modules()} - known == set()


def test_layers_import_downwards_only() -> None:
    level = {room: index for index, layer in enumerate(LAYERS) for room in layer}
    wrong = [
        f"{path.relative_to(ROOT)} imports {other}"
        for path, room in modules()
        if room in level
        for other in sorted(rooms(path) & set(level) - {room})
        if level[other] >= level[room]
    ]
    assert wrong == []


def test_only_the_command_line_imports_renderers_and_only_the_main_door_imports_it() -> None:
    allowed = {"render": {"cli", "render"}, "cli": {"cli", "__main__"}}
    wrong = [
        f"{path.relative_to(ROOT)} imports {other}"
        for path, room in modules()
        for other, users in allowed.items()
        if other in rooms(path) and room not in users
    ]
    assert wrong == []


def test_renderers_and_doors_import_little() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {sorted(rooms(path) - may)}"
        for path, room in modules()
        for may in [RENDER_MAY if room == "render" else DOORS.get(room)]
        if may is not None and rooms(path) - may
    ]
    assert wrong == []


def test_modules_do_not_load_each_other_in_circles() -> None:
    paths = {dotted(path): path for path, _ in modules()}
    edges = {name: loads(path, set(paths)) for name, path in paths.items()}
    assert any(len(others) > 2 for others in edges.values())
    assert circle(edges) == []


def loads(path: Path, known: set[str]) -> list[str]:
    """Modules that loading ``path`` needs; ``from package import module`` needs the module only."""
    names = set(imports(path, when_loaded=True)) & known
    packages = {name for name in names if any(other.startswith(f"{name}.") for other in names)}
    text = path.read_text("utf-8")
    taken = {name for name in packages if takes_names(text, name, known)}
    return sorted(names - packages | taken)


def takes_names(text: str, package: str, known: set[str]) -> bool:
    """Whether anything but modules is imported from ``package``."""
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module == package
        and any(f"{package}.{alias.name}" not in known for alias in node.names)
        for node in _loaded(ast.parse(text))
    )


def circle(edges: dict[str, list[str]]) -> list[str]:
    """The first circle along ``edges``, empty when there is none."""
    done: set[str] = set()

    def visit(name: str, way: list[str]) -> list[str]:
        if name in way:
            return [*way[way.index(name) :], name]
        if name in done:
            return []
        for other in edges[name]:
            if found := visit(other, [*way, name]):
                return found
        done.add(name)
        return []

    return next((found for name in edges if (found := visit(name, []))), [])


def test_a_circle_is_seen() -> None:
    assert circle({"a": ["b"], "b": ["c"], "c": ["b"]}) == ["b", "c", "b"]
    assert circle({"a": ["b", "c"], "b": ["c"], "c": []}) == []


def test_one_door_to_the_native_side() -> None:
    users = {
        path.relative_to(PACKAGE).as_posix(): path
        for path, _ in modules()
        if "columbus._native" in imports(path)
    }
    assert set(users) <= {"native.py", *NATIVE_TYPES}
    loading = [
        name
        for name, path in users.items()
        if "columbus._native" in imports(path, when_loaded=True)
    ]
    assert loading == ["native.py"]


def test_libraries_stay_in_their_rooms() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path, room in modules()
        for name in imports(path)
        if OWNED.get(name.split(".")[0], room) != room
    ]
    assert wrong == []


def test_no_file_is_too_long_without_a_reason() -> None:
    sources = [*PACKAGE.rglob("*.py"), *(ROOT / "rust").glob("*/src/**/*.rs")]
    assert any(path.suffix == ".rs" for path in sources)
    long = []
    for path in sources:
        text = path.read_text("utf-8")
        # Unit tests at the end of a Rust file do not count.
        lines = text.split("#[cfg(test)]\nmod tests {")[0].count("\n")
        if lines > LONGEST and path.name != "tests.rs" and "Long because" not in text[:2000]:
            long.append(f"{path.relative_to(ROOT)}: {lines}")
    assert long == []
