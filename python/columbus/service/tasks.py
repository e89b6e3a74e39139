"""Tasks of ``eval``: read strictly from a file, and written to one.

A file holds a list of ``{"query", "relevant": [PATH or {"path", "start_line", "end_line"}]}`` with
``secondary`` (places of the same form), ``category`` and ``commit`` where there are any; other keys
are somebody else's. What is wrong is said with the index of the task before anything is searched.
"""

from __future__ import annotations

import json
import re
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from columbus.config_file import decode
from columbus.errors import RunError, UsageError
from columbus.frozen import dataclass
from columbus.records import BLANKS, Target

if TYPE_CHECKING:
    from collections.abc import Iterable

# Ten thousand tasks with ten targets each are a fifth of this; more is another file.
MAX_BYTES = 64 << 20
_PLACE_KEYS = ("path", "start_line", "end_line")
_COMMIT = re.compile(r"[0-9a-f]{7,64}")


@dataclass(frozen=True, slots=True)
class Task:
    """A query with the places that should be found for it.

    ``commit`` is empty, or the task is asked of the tree before that commit.
    """

    query: str
    relevant: tuple[Target, ...]
    secondary: tuple[Target, ...] = ()
    category: str = ""
    commit: str = ""

    @property
    def targets(self) -> tuple[Target, ...]:
        """All places; relevant and secondary ones count alike."""
        return (*self.relevant, *self.secondary)


def read_tasks(path: str) -> tuple[Task, ...]:
    """The tasks of a file. Raises ``UsageError`` (USAGE) for the first that is none."""
    raw = read_json(path)
    if not isinstance(raw, list):
        raise _wrong(path, "must hold a list of tasks")
    if not raw:
        raise _wrong(path, "holds no task")
    tasks = tuple(_task(item, f"{path}: task {index}") for index, item in enumerate(raw))
    bound = [bool(task.commit) for task in tasks]
    if any(bound) and not all(bound):
        raise _wrong(f"{path}: task {bound.index(False)}", "has no commit while others have one")
    return tasks


def save_tasks(path: str, tasks: Iterable[Task]) -> None:
    """Write tasks in the form that ``read_tasks`` reads. Raises ``RunError``."""
    text = json.dumps([_written(task) for task in tasks], indent=2, ensure_ascii=False)
    try:
        Path(path).write_text(f"{text}\n", "utf-8", newline="\n")
    except OSError as error:
        raise RunError(
            "PERMISSION_DENIED", f"cannot write {path}: {error.strerror}", "name another file"
        ) from error


def read_json(path: str) -> object:
    """What a file of JSON holds. Raises ``RunError`` for one that is not there, ``UsageError``."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except PermissionError as error:
        raise RunError("PERMISSION_DENIED", f"{path} may not be read") from error
    except FileNotFoundError as error:
        raise RunError("NOT_FOUND", f"{path} does not exist") from error
    except (OSError, ValueError) as error:
        raise _wrong(path, f"cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(content) > MAX_BYTES:
        raise _wrong(path, f"is larger than {MAX_BYTES >> 20} MB")
    try:
        return decode(content)
    except ValueError as error:
        raise _wrong(path, str(error)) from None


def read_targets(raw: object, where: str) -> tuple[Target, ...]:
    """A list of places. Raises ``UsageError``."""
    if not isinstance(raw, list):
        raise _wrong(where, "must be a list of places")
    return tuple(_target(item, f"{where}[{index}]") for index, item in enumerate(raw))


def _task(raw: object, where: str) -> Task:
    if not isinstance(raw, dict):
        raise _wrong(where, "must be an object with query and relevant")
    query = _text(raw, "query", where)
    if not query.strip(BLANKS):
        raise _wrong(where, "has an empty query" if "query" in raw else "has no query")
    relevant = read_targets(raw.get("relevant", []), f"{where}: relevant")
    if not relevant:
        raise _wrong(where, "names nothing in relevant")
    commit = _text(raw, "commit", where)
    if commit and not _COMMIT.fullmatch(commit):
        raise _wrong(where, "has a commit that is no hash of git")
    return Task(
        query=query,
        relevant=relevant,
        secondary=read_targets(raw.get("secondary", []), f"{where}: secondary"),
        category=_text(raw, "category", where),
        commit=commit,
    )


def _target(raw: object, where: str) -> Target:
    if isinstance(raw, str):
        return Target(_path(raw, where))
    if not isinstance(raw, dict):
        raise _wrong(where, "must be a path or an object with path, start_line and end_line")
    _check_keys(raw, where)
    path = _path(_text(raw, "path", where), where)
    start, end = raw.get("start_line"), raw.get("end_line")
    if start is None and end is None:
        return Target(path)
    if type(start) is not int or type(end) is not int or not 1 <= start <= end:
        raise _wrong(where, "needs start_line and end_line, whole numbers with 1 <= start <= end")
    return Target(path, start, end)


def _path(text: str, where: str) -> str:
    """A path as hits have it: relative to the root, with ``/`` and no dots."""
    parts = PurePosixPath(text).parts
    if not parts or not text.strip():
        raise _wrong(where, "needs a path")
    if parts[0] == "/" or ".." in parts:
        raise _wrong(where, f"must be a path below the root, not {text[:60]!r}")
    return "/".join(parts)


def _text(raw: dict[str, object], key: str, where: str) -> str:
    value = raw.get(key, "")
    if not isinstance(value, str):
        raise _wrong(where, f"has a {key} that is no text")
    return value


def _check_keys(raw: dict[str, object], where: str) -> None:
    """Refuse what is none: a misspelt line would turn lines into a whole file without a word."""
    for key in raw:
        if key not in _PLACE_KEYS:
            from columbus.suggest import did_you_mean

            guess = did_you_mean(key, _PLACE_KEYS)
            raise _wrong(where, f"has an unknown key {key[:40]!r}", guess)


def _written(task: Task) -> dict[str, object]:
    written: dict[str, object] = {"query": task.query}
    written["relevant"] = [_place(target) for target in task.relevant]
    if task.secondary:
        written["secondary"] = [_place(target) for target in task.secondary]
    more = {"category": task.category, "commit": task.commit}
    return written | {key: text for key, text in more.items() if text}


def _place(target: Target) -> object:
    if target.start_line is None:
        return target.path
    return {"path": target.path, "start_line": target.start_line, "end_line": target.end_line}


def _wrong(where: str, what: str, hint: str = "") -> UsageError:
    return UsageError("USAGE", f"{where} {what}", hint or "the form of tasks is in docs/eval.md")
