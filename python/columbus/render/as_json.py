"""The published, versioned JSON shape, written out apart from the records.

A record may be renamed or grow; what is printed changes only here, on purpose, together with
``columbus/schema/``. One object, one line, keys sorted. Floats have four decimals, there is no NaN,
and every control or direction-changing character is escaped, so the line is safe to print.
"""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING

from columbus import records
from columbus.render.clean import valid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from columbus.errors import ColumbusError

SCHEMA_VERSION = 1

# JSON allows these raw, terminals and line readers do not. All of them can stand in strings only.
_RAW = re.compile(
    "[\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)

Payload = dict[str, object]


def render(result: records.Result, command: str = "") -> str:
    """The success envelope with the payload of ``result`` beside its header."""
    name, view = _VIEWS[type(result)]
    return envelope(command or _command(result, name), view(result), result.warnings)


def envelope(command: str, payload: Payload, warnings: Iterable[str] = ()) -> str:
    """Any payload as one line of JSON."""
    header: Payload = {"ok": True, "schema_version": SCHEMA_VERSION, "command": command}
    return _dump({**header, **payload, "warnings": list(warnings)})


def failure(error: ColumbusError, command: str = "") -> str:
    """The failure envelope; ``command`` is empty when the call did not get as far as one."""
    return _dump(
        {
            "ok": False,
            "schema_version": SCHEMA_VERSION,
            "command": command,
            "error": _error(error.code, error.message, error.hint),
            "warnings": [],
        }
    )


def _error(code: str, message: str, hint: str) -> Payload:
    return {"code": code, "message": message, "hint": hint}


def _dump(value: Payload) -> str:
    line = json.dumps(
        _plain(value), sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":")
    )
    return _RAW.sub(lambda found: json.dumps(found[0])[1:-1], line) + "\n"


def _plain(value: object) -> object:
    """Round floats and make strings encodable, all the way down."""
    if isinstance(value, str):
        return valid(value)
    if isinstance(value, float):
        return round(value, 4) + 0.0 if math.isfinite(value) else None
    if isinstance(value, dict):
        return {valid(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value


def _command(result: records.Result, name: str) -> str:
    if isinstance(result, records.ModelResult):
        return f"model {result.action}"
    if isinstance(result, records.RemovalResult):
        return result.action
    return name


def _search(result: records.SearchResult) -> Payload:
    payload: Payload = {
        "query": result.query,
        "kind": result.kind,
        "total": result.total,
        "hits": [_hit(hit) for hit in result.hits],
        "memories": [_memory(memory) for memory in result.memories],
        "coverage": _coverage(result.coverage),
        "freshness": _freshness(result.freshness),
        "lanes": [_lane(lane) for lane in result.lanes],
        "understood": _understood(result.understood),
    }
    if not result.hits:
        payload["empty"] = result.empty or "no_match"
    if result.why_not is not None:
        payload["why_not"] = _why_not(result.why_not)
    return payload


def _why_not(told: records.WhyNot) -> Payload:
    passed = told.definition
    payload: Payload = {
        "path": told.path,
        "line": told.line,
        "verdict": told.verdict,
        "rank": told.rank,
        "score": told.score,
        "against": told.against,
        "against_score": told.against_score,
        "lanes": list(told.lanes),
        "features": [_compared(row) for row in told.features],
    }
    if passed is not None:
        payload["definition"] = {
            "name": passed.name,
            "symbol_kind": passed.symbol_kind,
            "container": passed.container,
            "start_line": passed.start_line,
            "end_line": passed.end_line,
            "rank": passed.rank,
            "of": passed.of,
            "features": [_compared(row) for row in passed.features],
        }
    return payload


def _compared(row: records.Compared) -> Payload:
    return {"name": row.name, "value": row.value, "other": row.other}


def _hit(hit: records.Hit) -> Payload:
    payload: Payload = {
        "grain": hit.grain,
        "name": hit.name,
        "symbol_kind": hit.symbol_kind,
        "container": hit.container,
        "signature": hit.signature,
        "path": hit.path,
        "language": hit.language,
        "role": hit.role,
        "start_line": hit.start_line,
        "end_line": hit.end_line,
        "file_hash": hit.file_hash,
        "score": hit.score,
        "why": hit.why,
        "reasons": [{"name": reason.name, "value": reason.value} for reason in hit.reasons],
        "ranges": [_range(part) for part in hit.ranges],
        "risk": {"level": hit.risk.level, "hints": hit.risk.hints},
        "graph": _graph(hit.graph),
        "memories": [_memory(memory) for memory in hit.memories],
    }
    return payload | _snippet(hit.snippet, hit.snippet_start_line)


def _snippet(text: str | None, start: int | None) -> Payload:
    return {} if text is None else {"snippet": text, "snippet_start_line": start}


def _range(part: records.Range) -> Payload:
    return {
        "grain": part.grain,
        "name": part.name,
        "symbol_kind": part.symbol_kind,
        "container": part.container,
        "start_line": part.start_line,
        "end_line": part.end_line,
        "signature": part.signature,
    }


def _graph(graph: records.GraphFacts) -> Payload:
    return {"imports": graph.imports, "imported_by": graph.imported_by, "tests": graph.tests}


def _memory(memory: records.MemoryRef) -> Payload:
    return {"id": memory.id, "kind": memory.kind, "title": memory.title}


def _lane(lane: records.Lane) -> Payload:
    return {"name": lane.name, "state": lane.state, "votes": lane.votes, "detail": lane.detail}


def _understood(understood: records.Understood) -> Payload:
    return {
        "terms": understood.terms,
        "phrases": understood.phrases,
        "excluded": understood.excluded,
        "filters": [
            {"key": each.key, "value": each.value, "negated": each.negated}
            for each in understood.filters
        ],
        "intent": understood.intent,
    }


def _coverage(coverage: records.Coverage) -> Payload:
    return {
        "files": coverage.files,
        "charted": coverage.charted,
        "units": coverage.units,
        "static_vectors": coverage.static_vectors,
        "model_vectors": coverage.model_vectors,
        "model": coverage.model,
    }


def _freshness(freshness: records.Freshness) -> Payload:
    return {
        "checked": freshness.checked,
        "changed": freshness.changed,
        "added": freshness.added,
        "removed": freshness.removed,
        "pending": freshness.pending,
        "head": freshness.head,
        "stale": freshness.stale,
    }


def _symbol(symbol: records.Symbol) -> Payload:
    payload: Payload = {
        "name": symbol.name,
        "symbol_kind": symbol.symbol_kind,
        "container": symbol.container,
        "exported": symbol.exported,
        "path": symbol.path,
        "language": symbol.language,
        "role": symbol.role,
        "start_line": symbol.start_line,
        "end_line": symbol.end_line,
        "file_hash": symbol.file_hash,
        "signature": symbol.signature,
        "parameters": symbol.parameters,
        "depth": symbol.depth,
    }
    return payload | _snippet(symbol.snippet, symbol.snippet_start_line)


def _symbols(result: records.SymbolResult) -> Payload:
    return {
        "name": result.name,
        "total": result.total,
        "symbols": [_symbol(symbol) for symbol in result.symbols],
        "suggestions": result.suggestions,
        "freshness": _freshness(result.freshness),
    }


def _file(result: records.FileResult) -> Payload:
    return {
        "path": result.path,
        "language": result.language,
        "role": result.role,
        "file_hash": result.file_hash,
        "lines": result.lines,
        "outline": [_symbol(symbol) for symbol in result.outline],
        "imports": [_import(fact) for fact in result.imports],
        "imported_by": result.imported_by,
        "tests": result.tests,
        "problem": result.problem,
        "freshness": _freshness(result.freshness),
    }


def _import(fact: records.ImportFact) -> Payload:
    return {"specifier": fact.specifier, "target": fact.target, "line": fact.line}


def _outline(result: records.OutlineResult) -> Payload:
    return {"files": [_file(file) for file in result.files]}


def _index(report: records.IndexReport) -> Payload:
    return {
        "project_id": report.project_id,
        "root": report.root,
        "chart": report.chart,
        "mode": report.mode,
        "installed": report.installed,
        "files": report.files,
        "parsed": report.parsed,
        "unchanged": report.unchanged,
        "removed": report.removed,
        "units": report.units,
        "static_vectors": report.static_vectors,
        "model_vectors": report.model_vectors,
        "vectors_made": report.vectors_made,
        "debt": report.debt,
        "left_out": [
            {"path": left.path, "reason": left.reason, "detail": left.detail}
            for left in report.left_out
        ],
        "left_out_counts": dict(report.left_out_counts),
        "seconds": report.seconds,
    }


def _stats(result: records.StatsResult) -> Payload:
    return {
        "project_id": result.project_id,
        "root": result.root,
        "files": result.files,
        "units": result.units,
        "symbols": result.symbols,
        "blocks": result.blocks,
        "languages": dict(result.languages),
        "roles": dict(result.roles),
        "kinds": dict(result.kinds),
        "left_out_counts": dict(result.left_out_counts),
        "languages_without_grammar": dict(result.languages_without_grammar),
        "imports": result.imports,
        "edges": result.edges,
        "segments": result.segments,
        "bytes_chart": result.bytes_chart,
        "bytes_source": result.bytes_source,
        "coverage": _coverage(result.coverage),
        "freshness": _freshness(result.freshness),
    }


def _doctor(result: records.DoctorResult) -> Payload:
    payload: Payload = {"ok": result.ok, "checks": [_check(check) for check in result.checks]}
    failed = [check for check in result.checks if check.state == "failure"]
    if not result.ok and failed:
        # The exit status comes from the first failure, so the envelope names the same one.
        first = failed[0]
        payload["error"] = _error(
            first.code or "INTERNAL", f"{first.name}: {first.detail}", first.hint
        )
    return payload


def _check(check: records.Check) -> Payload:
    return {
        "name": check.name,
        "state": check.state,
        "detail": check.detail,
        "hint": check.hint,
        "code": check.code,
    }


def _models(result: records.ModelResult) -> Payload:
    return {"action": result.action, "models": [_model(model) for model in result.models]}


def _model(model: records.ModelEntry) -> Payload:
    return {
        "name": model.name,
        "kind": model.kind,
        "dimension": model.dimension,
        "bytes": model.bytes,
        "licence": model.licence,
        "state": model.state,
        "in_use": model.in_use,
    }


def _removal(result: records.RemovalResult) -> Payload:
    return {"action": result.action, "project_id": result.project_id, "removed": result.removed}


def _version(result: records.VersionResult) -> Payload:
    return {
        "version": result.version,
        "python": result.python,
        "sqlite": result.sqlite,
        "schema": result.schema,
        "languages": result.languages,
    }


def _eval(result: records.EvalResult) -> Payload:
    payload: Payload = {
        "source": result.source,
        "deep": result.deep,
        "limit": result.limit,
        "method": {
            "interval": 0.95,
            "resamples": result.resamples,
            "seed": result.seed,
            "tokens": "characters of the --llm answer / 4",
        },
        "overall": _scores(result.scores),
        "categories": [_scores(group) for group in result.categories],
        "baselines": [_scores(group) for group in result.baselines],
        "tasks": [_task(task) for task in result.tasks],
        "skipped": dict(result.skipped),
        "timing": {
            "searches": result.timing.searches,
            "p50_ms": result.timing.p50_ms,
            "p95_ms": result.timing.p95_ms,
        },
    }
    if result.comparison is not None:
        payload["comparison"] = _comparison(result.comparison)
    return payload


def _scores(group: records.Scores) -> Payload:
    payload: Payload = {
        "name": group.name,
        "tasks": group.tasks,
        "metrics": {each.metric: _figure(each) for each in group.estimates},
    }
    if group.differences:
        payload["differences"] = _differences(group.differences)
    return payload


def _figure(each: records.Estimate | records.Difference) -> Payload:
    return {"mean": each.mean, "low": each.low, "high": each.high, "tasks": each.tasks}


def _differences(differences: tuple[records.Difference, ...]) -> Payload:
    return {
        each.metric: {**_figure(each), "better": each.better, "worse": each.worse}
        for each in differences
    }


def _comparison(found: records.Comparison) -> Payload:
    return {
        "path": found.path,
        "tasks": found.tasks,
        "differences": _differences(found.differences),
        "changed": [
            {
                "query": each.query,
                "before": each.before,
                "after": each.after,
                "ndcg_10": each.ndcg_10,
            }
            for each in found.changed
        ],
    }


def _task(task: records.TaskScore) -> Payload:
    return {
        "query": task.query,
        "category": task.category,
        "commit": task.commit,
        "targets": [_target(target) for target in task.targets],
        "ranks": task.ranks,
        "first": task.first,
        "tokens": task.tokens,
    }


def _target(target: records.Target) -> Payload:
    if target.start_line is None:
        return {"path": target.path}
    return {"path": target.path, "start_line": target.start_line, "end_line": target.end_line}


# The table ties each record to its command and its view; the view of a type takes that type.
_VIEWS: dict[type, tuple[str, Callable[[Any], Payload]]] = {
    records.SearchResult: ("search", _search),
    records.SymbolResult: ("show symbol", _symbols),
    records.FileResult: ("show file", _file),
    records.OutlineResult: ("outline", _outline),
    records.IndexReport: ("reindex", _index),
    records.StatsResult: ("stats", _stats),
    records.DoctorResult: ("doctor", _doctor),
    records.ModelResult: ("model list", _models),
    records.RemovalResult: ("purge", _removal),
    records.VersionResult: ("version", _version),
    records.EvalResult: ("eval", _eval),
}
