"""Stand-ins for the services, which note how they were called."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from columbus import records as r
from columbus.settings import Settings

REPORT = r.IndexReport(
    "proj_0123456789abcdef", "/p", "/c", "incremental", 1, 1, 0, 0, 2, 2, 0, 2, (), (), 0.1
)
ANSWERS: dict[str, r.Result] = {
    "install": REPORT,
    "reindex": REPORT,
    "search": r.SearchResult("q", "all", 0, (), r.Coverage(), r.Freshness(), (), (), "no_match"),
    "show_symbol": r.SymbolResult("n", (), 0),
    "show_file": r.FileResult("a.py", "python", "impl", "0" * 40, 1, (), (), ()),
    "outline": r.OutlineResult(()),
    "stats": r.StatsResult("p", "/p", 0, 0, 0, 0, (), (), (), (), 0, 0, 0, 0, 0),
    "doctor": r.DoctorResult(True, ()),
    "evaluate": r.EvalResult(
        "tasks", False, 10, 1000, 1, r.Scores("columbus", 0, ()), (), r.Timing(0, 0.0, 0.0)
    ),
    "list_models": r.ModelResult("list", ()),
    "pull_model": r.ModelResult("pull", ()),
    "use_model": r.ModelResult("use", ()),
    "purge": r.RemovalResult("purge", "p", ()),
    "uninstall": r.RemovalResult("uninstall", "p", ()),
    "version": r.VersionResult("0.1.0", "3.11", "3.50", 1),
}
HOMES = {
    "install": "install",
    "reindex": "index",
    "search": "search",
    "show_symbol": "show",
    "show_file": "show",
    "outline": "outline",
    "stats": "stats",
    "doctor": "doctor",
    "evaluate": "evaluate",
    "list_models": "models",
    "pull_model": "models",
    "use_model": "models",
    "purge": "removal",
    "uninstall": "removal",
    "version": "about",
}


class Workspace:
    """What ``open_workspace`` gives here."""

    def __init__(self, settings: Settings, create: bool) -> None:
        self.settings = settings
        self.create = create
        self.warnings = ("opened with care",)


class Services:
    """The stand-ins: what they were given, and what they are to give or raise."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.calls: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []
        self.opened: list[Workspace] = []
        self.answers: dict[str, r.Result | BaseException] = dict(ANSWERS)

    def function(self, name: str) -> Callable[..., r.Result]:
        def called(*given: object, **named: object) -> r.Result:
            self.calls.append((name, given, named))
            answer = self.answers[name]
            if isinstance(answer, BaseException):
                raise answer
            return answer

        return called

    @contextmanager
    def open_workspace(
        self, settings: Settings, *, create: bool, report: object
    ) -> Iterator[Workspace]:
        workspace = Workspace(settings, create)
        self.opened.append(workspace)
        yield workspace

    def locate(self, start: str, home: str | None) -> object:
        return types.SimpleNamespace(root=str(self.root), main_root=str(self.root))

    @property
    def last(self) -> tuple[str, tuple[Any, ...], dict[str, Any]]:
        return self.calls[-1]
