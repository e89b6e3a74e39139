"""``show_symbol()`` and ``show_file()``: one thing, as it is on disk now."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from columbus import native
from columbus.errors import RunError
from columbus.records import FileResult, ImportFact, Symbol, SymbolResult
from columbus.service.freshness import refresh
from columbus.service.graphing import lags
from columbus.service.hits import shown_role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from columbus.records import Freshness
    from columbus.service.workspace import Workspace
    from columbus.store.records import StoredUnit

_LAGGING = (
    "files have changed since imports were resolved: importers and tests may lack;"
    " `columbus reindex` resolves them anew"
)


def show_symbol(
    ws: Workspace,
    name: str,
    *,
    path_filter: str | None,
    snippet_lines: int,
    context_lines: int,
    limit: int,
) -> SymbolResult:
    """Every definition of ``name`` (``Container.name`` narrows), with live ranges and snippets.

    Raises ``RunError`` (NOT_FOUND) with near names.
    """
    freshness = refresh(ws)
    found = ws.store.find_symbols(name, path_filter or "")
    symbols = _live(ws, found[:limit], snippet_lines, context_lines)
    if not symbols:
        raise _not_found(ws, name, path_filter)
    return SymbolResult(
        name, symbols, max(len(found), len(symbols)), (), freshness, tuple(ws.warnings)
    )


def _not_found(ws: Workspace, name: str, path_filter: str | None) -> RunError:
    where = f" in {path_filter}" if path_filter else ""
    if path_filter and (found := ws.store.find_symbols(name)):
        hint = f"it is defined in {found[0].path}: leave out --in"
        return RunError("NOT_FOUND", f"no symbol {name!r}{where}", hint)
    near = ws.store.suggest(name)
    hint = f"did you mean {', '.join(near)}?" if near else "columbus search finds by words"
    return RunError("NOT_FOUND", f"no symbol {name!r}{where}", hint)


def _live(
    ws: Workspace, units: Sequence[StoredUnit], snippet_lines: int, context_lines: int
) -> tuple[Symbol, ...]:
    wanted = [
        (
            unit.path,
            unit.blob,
            unit.kind,
            unit.name,
            unit.container,
            unit.ordinal,
            unit.start_byte,
            unit.end_byte,
            unit.start_line,
            unit.end_line,
            0,
        )
        for unit in units
    ]
    excerpts = native.reconstruct(ws.root, wanted, snippet_lines, context_lines)
    return tuple(
        Symbol(
            name=unit.name,
            symbol_kind=excerpt.kind,
            container=unit.container,
            exported=bool(unit.exported),
            path=unit.path,
            language=unit.language,
            role=shown_role(unit.roles),
            start_line=excerpt.start_line,
            end_line=excerpt.end_line,
            file_hash=excerpt.file_hash,
            signature=excerpt.signature,
            parameters=tuple(unit.parameters.split()),
            depth=unit.depth,
            snippet=excerpt.snippet,
            snippet_start_line=excerpt.snippet_start_line or None,
        )
        for unit, excerpt in zip(units, excerpts, strict=True)
        if excerpt.state != "gone"
    )


def show_file(ws: Workspace, path: str) -> FileResult:
    """A file with its live outline and its place in the import graph. Raises ``RunError``."""
    freshness = refresh(ws)
    return describe(ws, path, freshness)


def describe(ws: Workspace, path: str, freshness: Freshness) -> FileResult:
    """The facts of one file, parsed from the bytes on disk now."""
    parsed = _parse(ws, path)
    around = ws.store.neighbours(path)
    if lags(ws.store) and _LAGGING not in ws.warnings:
        ws.warnings.append(_LAGGING)
    targets = {(row.specifier, row.line): row.target for row in around.imports}
    roles = ",".join(parsed.roles)
    return FileResult(
        path=path,
        language=parsed.language,
        role=shown_role(roles),
        file_hash=parsed.blob,
        lines=parsed.lines,
        outline=_outline(parsed, shown_role(roles)),
        imports=tuple(
            ImportFact(specifier, targets.get((specifier, line)), line)
            for specifier, _, line in parsed.imports
        ),
        imported_by=around.imported_by,
        tests=around.tests,
        problem=parsed.problem.reason if parsed.problem else "",
        freshness=freshness,
        warnings=tuple(ws.warnings),
    )


def _outline(parsed: native.ParsedFile, role: str) -> tuple[Symbol, ...]:
    return tuple(
        Symbol(
            name=unit.name,
            symbol_kind=unit.kind,
            container=unit.container,
            exported=unit.exported,
            path=parsed.path,
            language=parsed.language,
            role=role,
            start_line=unit.start_line,
            end_line=unit.end_line,
            file_hash=parsed.blob,
            signature=unit.signature,
            parameters=tuple(unit.parameters),
            depth=unit.depth,
        )
        for unit in parsed.units
        if unit.kind != "block"
    )


def _parse(ws: Workspace, path: str) -> native.ParsedFile:
    stored = ws.store.file(path)
    if stored is None:
        raise RunError("NOT_FOUND", f"no file {path!r} in {ws.root}", _near(ws, path))
    parsed, problems = native.parse(ws.root, [native.SourceFile(path)])
    if not parsed:
        reason = problems[0].reason if problems else "vanished"
        raise RunError("NOT_FOUND", f"{path} cannot be shown: {reason.replace('_', ' ')}")
    return parsed[0]


def _near(ws: Workspace, path: str) -> str:
    base = Path(path).name.lower()
    near = [file.path for file in ws.store.files() if Path(file.path).name.lower() == base]
    if near:
        return f"did you mean {', '.join(near[:5])}?"
    return "paths are relative to the root of the project; columbus stats counts what is charted"
