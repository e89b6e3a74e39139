"""Text views of the reports: what was charted, counted, checked, listed or removed.

The same rules as in ``as_text``, which joins these views to its own table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from columbus import records
from columbus.render.clean import clean
from columbus.render.look import Look, columns, plural, size
from columbus.render.wording import coverage_gaps, freshness_gaps

if TYPE_CHECKING:
    from collections.abc import Callable

Lines = list[str]

# A screen of examples; JSON has them all.
_LEFT_OUT_SHOWN = 10


def _pairs(rows: list[tuple[str, str]]) -> Lines:
    return columns([row for row in rows if row[1]])


def _index(report: records.IndexReport, look: Look) -> Lines:
    rows = [
        ("project", clean(report.project_id) + (" (new)" if report.installed else "")),
        ("root", clean(report.root)),
        ("chart", clean(report.chart)),
        ("mode", report.mode),
        ("files", _files(report)),
        ("units", f"{report.units:,}"),
        ("vectors", _vectors_of(report)),
        ("debt", plural(report.debt, "unit") + " without a vector" if report.debt else ""),
        ("left out", _counts(report.left_out_counts)),
        ("time", f"{report.seconds:.2f} s"),
    ]
    return _pairs(rows) + _left_out(report.left_out, look)


def _files(report: records.IndexReport) -> str:
    parts = [
        (report.parsed, "parsed"),
        (report.unchanged, "unchanged"),
        (report.removed, "removed"),
    ]
    told = ", ".join(f"{count:,} {word}" for count, word in parts if count)
    return f"{report.files:,}" + (f" ({told})" if told else "")


def _vectors_of(report: records.IndexReport) -> str:
    made = f" ({report.vectors_made:,} new)" if report.vectors_made else ""
    return f"{report.static_vectors:,} static, {report.model_vectors:,} of the model{made}"


def _left_out(left_out: tuple[records.LeftOut, ...], look: Look) -> Lines:
    rows = [
        (clean(left.reason), clean(left.path), clean(left.detail))
        for left in left_out[:_LEFT_OUT_SHOWN]
    ]
    lines = [look.paint("dim", line) for line in columns(rows, indent="  ")]
    more = len(left_out) - len(rows)
    return lines + ([look.paint("dim", f"  and {more:,} more")] if more > 0 else [])


def _counts(pairs: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(f"{clean(name)} {count:,}" for name, count in pairs)


def _stats(result: records.StatsResult, look: Look) -> Lines:
    segments = plural(result.segments, "segment")
    ratio = result.bytes_chart / result.bytes_source if result.bytes_source else 0.0
    rows = [
        ("project", clean(result.project_id)),
        ("root", clean(result.root)),
        ("files", f"{result.files:,}"),
        ("units", f"{result.units:,} ({result.symbols:,} symbols, {result.blocks:,} blocks)"),
        ("imports", f"{result.imports:,}, {plural(result.edges, 'edge')} between files"),
        ("source", size(result.bytes_source)),
        ("chart", f"{size(result.bytes_chart)} in {segments}, {ratio:.2f} x source"),
        ("vectors", _vectors(result.coverage)),
        ("left out", _counts(result.left_out_counts)),
        ("no grammar", _counts(result.languages_without_grammar)),
    ]
    lines = _pairs(rows)
    tables = (("languages", result.languages), ("roles", result.roles), ("kinds", result.kinds))
    for heading, pairs in tables:
        lines += _table(heading, pairs, look)
    gaps = [*freshness_gaps(result.freshness), *coverage_gaps(result.coverage)]
    return lines + (["", look.paint("dim", "; ".join(gaps))] if gaps else [])


def _vectors(coverage: records.Coverage) -> str:
    told = f"{coverage.static_vectors:,} static"
    if coverage.model:
        told += f", {coverage.model_vectors:,} of {clean(coverage.model)}"
    return told


def _table(heading: str, pairs: tuple[tuple[str, int], ...], look: Look) -> Lines:
    if not pairs:
        return []
    rows = [(clean(name), f"{count:,}") for name, count in pairs]
    return ["", look.paint("bold", heading), *columns(rows, indent="  ", right=(1,))]


def _doctor(result: records.DoctorResult, look: Look) -> Lines:
    marks = {"ok": "ok", "warning": "warn", "failure": "FAIL"}
    styles = {"ok": "good", "warning": "care", "failure": "bad"}
    gutter = max((len(clean(check.name)) for check in result.checks), default=0)
    lines = []
    for check in result.checks:
        mark = look.paint(styles[check.state], marks[check.state].ljust(4))
        code = f" [{check.code}]" if check.code else ""
        lines.append(f"{mark}  {clean(check.name).ljust(gutter)}  {clean(check.detail)}{code}")
        if check.hint:
            lines.append(f"      {' ' * gutter}  {look.paint('dim', clean(check.hint))}")
    return lines


def _models(result: records.ModelResult, look: Look) -> Lines:
    rows = [("", "model", "kind", "dimension", "size", "licence", "state")]
    rows += [
        (
            "*" if model.in_use else "",
            clean(model.name),
            model.kind,
            f"{model.dimension}",
            size(model.bytes),
            clean(model.licence),
            model.state,
        )
        for model in result.models
    ]
    head, *lines = columns(rows, right=(3, 4))
    return [look.paint("bold", head), *lines]


def _removal(result: records.RemovalResult, look: Look) -> Lines:
    done = {"purge": "purged", "uninstall": "uninstalled"}[result.action]
    head = f"{done} {clean(result.project_id)}"
    return [head, *(look.paint("dim", f"  removed {clean(path)}") for path in result.removed)]


def _version(result: records.VersionResult, look: Look) -> Lines:
    return [
        f"columbus {clean(result.version)}",
        look.paint(
            "dim",
            f"python {clean(result.python)}, sqlite {clean(result.sqlite)}, "
            f"chart schema {result.schema}, {plural(len(result.languages), 'language')}",
        ),
    ]


VIEWS: dict[type, Callable[[Any, Look], Lines]] = {
    records.IndexReport: _index,
    records.StatsResult: _stats,
    records.DoctorResult: _doctor,
    records.ModelResult: _models,
    records.RemovalResult: _removal,
    records.VersionResult: _version,
}
