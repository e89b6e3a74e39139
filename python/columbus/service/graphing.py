"""Import edges and test links of the whole tree, resolved anew after a run.

Takes the imports in the chart and the manifests on disk that name roots; gives edges and links to
the store.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from columbus import native

if TYPE_CHECKING:
    from collections.abc import Sequence

    from columbus.store import Store
    from columbus.store.records import StoredFile

_MANIFESTS = frozenset(
    {
        "go.mod",
        "package.json",
        "jsconfig.json",
        "Cargo.toml",
        "pyproject.toml",
        "setup.cfg",
    }
)
# A manifest is small; a larger file of the name is data.
_MANIFEST_LIMIT = 1024 * 1024
_TEST_MARKS = re.compile(r"^(test|spec)[_\-.]|[_\-.](test|tests|spec|specs)$|(Test|Tests|Spec)$")


def lags(store: Store) -> bool:
    """Whether files were charted since the graph was made."""
    return bool(store.meta.get("graph_lags"))


def will_lag(store: Store) -> None:
    """Note that files are about to change; ``connect`` takes it back, also in a later run."""
    store.set_meta(graph_lags=1)


def connect(root: str, store: Store) -> int:
    """Resolve all imports and link tests; how many edges there are."""
    files = store.files()
    paths = [file.path for file in files]
    imports = store.imports()
    wanted = [(row.path, row.language, row.specifier, list(row.names)) for row in imports]
    found = native.resolve_imports(paths, wanted, _manifests(root, paths))
    edges = store.replace_edges((imports[index].id, target) for index, target in found)
    store.replace_test_links(_test_links(files, store.edges()))
    store.set_meta(graph_lags=0)
    return edges


def _manifests(root: str, paths: Sequence[str]) -> list[tuple[str, str]]:
    named = [path for path in paths if _is_manifest(path.rsplit("/", 1)[-1])]
    texts = ((path, _text(Path(root, path))) for path in named)
    return [(path, text) for path, text in texts if text is not None]


def _is_manifest(name: str) -> bool:
    return name in _MANIFESTS or (name.startswith("tsconfig") and name.endswith(".json"))


def _text(path: Path) -> str | None:
    try:
        if path.is_symlink() or not path.is_file() or path.stat().st_size > _MANIFEST_LIMIT:
            return None
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def _test_links(
    files: Sequence[StoredFile], edges: Sequence[tuple[str, str]]
) -> list[tuple[str, str]]:
    """(path, path of its test): the test imports it, or has its name with a mark of tests."""
    tests = {file.path for file in files if "test" in file.roles.split(",")}
    links = {(target, source) for source, target in edges if source in tests}
    by_stem: dict[str, list[str]] = {}
    for file in files:
        if file.path not in tests:
            by_stem.setdefault(_stem(file.path), []).append(file.path)
    for test in tests:
        named = by_stem.get(_TEST_MARKS.sub("", _stem(test)), [])
        if len(named) == 1:
            links.add((named[0], test))
    return sorted(link for link in links if link[0] not in tests)


def _stem(path: str) -> str:
    return os.path.splitext(path.rsplit("/", 1)[-1])[0]  # noqa: PTH122 - no Path a file
