"""Tasks from a repository's own history, and the tree as it was before each commit.

A commit is a task when its subject asks for something in words and its change shows where that was:
one to four files of code, all of which are still there under the same path, one of them neither a
test nor a document. The query is the subject without what gives the answer away: the names of the
touched files, names that are defined in them, prefixes such as ``fix(scope):`` and issue numbers.

The repository is only read. Its past is laid out in a directory of its own that borrows the
objects, with an index and a HEAD of its own, and that is removed at the end.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from columbus import native
from columbus.errors import RunError, UsageError
from columbus.frozen import dataclass
from columbus.records import Target
from columbus.service.git import Git
from columbus.service.hits import shown_role
from columbus.service.tasks import Task
from columbus.service.words import WORD, content_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from columbus.progress import Progress

# More than this is a sweep through the code and answers no question.
MAX_FILES = 4
# Of so many touched files some are surely too much; saves parsing them all.
MAX_TOUCHED = 40
MIN_WORDS = 3
_ASIDE = ("test", "doc", "example")
_NO_CODE = ("", "markdown")
_REGULAR = ("100644", "100755")
# fmt: off
_TYPES = frozenset((
    "build", "chore", "ci", "deps", "docs", "feat", "fix", "perf", "refactor", "revert", "security",
    "style", "test", "tests",
))
# fmt: on
_PREFIX = re.compile(r"(?:[\w./*-]+(?:, ?[\w./*-]+)*(?:\([^)]*\))?!?:\s+)+")
_FIRST = re.compile(r"\w+")
_ROUTINE = re.compile(r"(?:merge|bump|release|revert|prepare release|v?\d+\.\d+)\b", re.IGNORECASE)
_ISSUE = re.compile(
    r"(?:\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|refs?|see|issue)\b:?\s+)?"
    r"(?:[\w.-]+/[\w.-]+)?(?:#|\bGH-)\d+|\[(?:ci skip|skip ci)\]|https?://\S+",
    re.IGNORECASE,
)
_EMPTY = re.compile(r"\(\W*\)|\[\W*\]")
_NAME = re.compile(r"[^\W\d]\w*")


# One record a commit and one a path, cut by NULs.
_LOG = ("--no-merges", "--no-renames", "--relative", "--no-color", "--raw", "--no-abbrev", "-z")
_FORMAT = "--format=%x01%H%x02%P%x02%s"


@dataclass(frozen=True, slots=True)
class _Change:
    """What a commit did to a path; modes and blob ids are git's."""

    modes: tuple[str, str]
    before: str
    after: str
    status: str
    path: str

    @property
    def readable(self) -> bool:
        """Whether it was a file before, and is one or is gone now: no link, no submodule."""
        regular = self.modes[0] in _REGULAR and (self.status == "D" or self.modes[1] in _REGULAR)
        return regular and not any("\ud800" <= char <= "\udfff" for char in self.path)


@dataclass(frozen=True, slots=True)
class _Commit:
    id: str
    parents: str
    subject: str
    changes: tuple[_Change, ...]


@dataclass(frozen=True, slots=True)
class _Touched:
    """A file of code that a commit changed: its role, and the names that are defined in it."""

    path: str
    role: str
    names: frozenset[str]


def repository(root: str, env: Mapping[str, str]) -> Git:
    """Git at the root of a project. Raises ``UsageError`` where there is no commit."""
    git = Git(root, env)
    try:
        git.line("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    except RunError as error:
        if error.code != "NOT_FOUND":
            raise
        raise UsageError(
            "USAGE", f"{root} has no history in git", "name tasks in a file instead"
        ) from error
    return git


def pick_tasks(
    git: Git, count: int, report: Progress
) -> tuple[tuple[Task, ...], tuple[tuple[str, int], ...]]:
    """Up to ``count`` tasks, newest first, and how many commits made none, by reason."""
    report.stage("reading the history", count)
    there = frozenset(
        os.fsdecode(git.run("ls-tree", "-r", "-z", "--name-only", "HEAD")).split("\0")
    )
    tasks: dict[str, Task] = {}
    skipped: Counter[str] = Counter()
    for commit in _commits(git):
        task = _task(git, commit, there)
        if isinstance(task, str):
            skipped[task] += 1
        elif task.query in tasks:
            skipped["asked already"] += 1
        else:
            tasks[task.query] = task
            report.advance()
            if len(tasks) == count:
                break
    if not tasks:
        told = ", ".join(f"{reason} {number}" for reason, number in sorted(skipped.items()))
        raise RunError("NOT_FOUND", f"no commit here makes a task ({told or 'there is none'})")
    return tuple(tasks.values()), tuple(sorted(skipped.items()))


def _commits(git: Git) -> Iterator[_Commit]:
    """The commits that are no merges, newest first."""
    head: list[str] = []
    changes: list[_Change] = []
    fields: list[str] = []
    for part in git.parts("log", *_LOG, _FORMAT, "HEAD", "--", "."):
        text = os.fsdecode(part)
        if text.startswith("\x01"):
            if head:
                yield _Commit(head[0], head[1], head[2], tuple(changes))
            head, changes = text[1:].split("\x02", 2), []
        elif text.lstrip("\n").startswith(":") and not fields:
            fields = text.lstrip("\n:").split(" ")
        elif fields:
            old, new, before, after, status = fields
            changes.append(_Change((old, new), before, after, status[:1], text))
            fields = []
    if head:
        yield _Commit(head[0], head[1], head[2], tuple(changes))


def _task(git: Git, commit: _Commit, there: frozenset[str]) -> Task | str:
    """The task that a commit makes, or why it makes none."""
    category, subject = _without_prefix(commit.subject)
    existed = [change for change in commit.changes if change.status != "A"]
    if reason := _asks_nothing(commit, subject, existed):
        return reason
    touched = _touched(git, existed)
    if reason := _shows_nothing(touched, there):
        return reason
    query = _without_names(subject, touched)
    if _content_words(query) < MIN_WORDS:
        return "names only"
    relevant = tuple(Target(file.path) for file in touched if file.role not in _ASIDE)
    secondary = tuple(Target(file.path) for file in touched if file.role in _ASIDE)
    return Task(query, relevant, secondary, category, commit.id)


def _asks_nothing(commit: _Commit, subject: str, existed: Sequence[_Change]) -> str:
    if not commit.parents:
        return "no parent"
    if _ROUTINE.match(subject):
        return "routine"
    if _content_words(subject) < MIN_WORDS:
        return "too few words"
    return "too many files" if len(existed) > MAX_TOUCHED else ""


def _shows_nothing(touched: Sequence[_Touched], there: frozenset[str]) -> str:
    if len(touched) > MAX_FILES:
        return "too many files"
    if any(file.path not in there for file in touched):
        return "files are gone"
    return "" if any(file.role not in _ASIDE for file in touched) else "no code"


def _touched(git: Git, changes: Sequence[_Change]) -> list[_Touched]:
    """The files of code among those that a commit found, by path."""
    kept = [change for change in changes if change.readable]
    with TemporaryDirectory(prefix="columbus-eval-", ignore_cleanup_errors=True) as folder:
        before = {change.path: change.before for change in kept}
        after = {change.path: change.after for change in kept if change.status != "D"}
        parsed = _parsed(git, before, Path(folder, "before"))
        later = _parsed(git, after, Path(folder, "after"))
    return [
        _Touched(path, shown_role(",".join(file.roles)), _names(file) | _names(later.get(path)))
        for path, file in sorted(parsed.items())
        if file.language not in _NO_CODE and file.language in native.languages()
    ]


def _parsed(git: Git, blobs: Mapping[str, str], folder: Path) -> dict[str, native.ParsedFile]:
    """Blobs by path → what the parser sees in them there."""
    for path, content in zip(blobs, _contents(git, list(blobs.values())), strict=True):
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    if not blobs:
        return {}
    parsed, _ = native.parse(str(folder), [native.SourceFile(path) for path in blobs])
    return {file.path: file for file in parsed}


def _contents(git: Git, blobs: Sequence[str]) -> list[bytes]:
    """The bytes of blobs, in order. Raises ``RunError`` for one that is not here."""
    out = git.run("cat-file", "--batch", given="".join(f"{blob}\n" for blob in blobs).encode())
    contents = []
    at = 0
    for blob in blobs:
        end = out.index(b"\n", at)
        kind, _, size = out[at:end].partition(b" ")[2].partition(b" ")
        if kind != b"blob":
            raise RunError("NOT_FOUND", f"git has no blob {blob} here", "fetch the whole history")
        contents.append(out[end + 1 : end + 1 + int(size)])
        at = end + 2 + int(size)
    return contents


def _names(file: native.ParsedFile | None) -> frozenset[str]:
    return frozenset(unit.name for unit in file.units if unit.name) if file else frozenset()


def _without_prefix(subject: str) -> tuple[str, str]:
    """Type of the change, where a prefix tells one, and the subject without prefix and numbers."""
    prefix = _PREFIX.match(subject)
    first = _FIRST.match(subject)
    kind = first[0].lower() if prefix and first else ""
    rest = _EMPTY.sub(" ", _ISSUE.sub(" ", subject[prefix.end() if prefix else 0 :]))
    return kind if kind in _TYPES else "", " ".join(rest.split())


def _without_names(subject: str, touched: Sequence[_Touched]) -> str:
    """The subject without the words that name a touched file or what is defined in one."""
    symbols = frozenset().union(*(file.names for file in touched))
    files = {name for file in touched for name in _file_names(file.path)}
    return " ".join(word for word in subject.split() if not _gives_away(word, symbols, files))


def _file_names(path: str) -> set[str]:
    name = PurePosixPath(path).name.lower()
    return {path.lower(), name, name.split(".")[0], name.rpartition(".")[0] or name}


def _gives_away(word: str, symbols: frozenset[str], files: set[str]) -> bool:
    core = word.strip("\"'`.,;:!?()[]{}<>*").lower()
    names = _NAME.findall(word)
    return (
        core in files
        or PurePosixPath(core).name in files
        or any(name in symbols or name.lower() in files for name in names)
    )


def _content_words(text: str) -> int:
    """How many words between blanks carry something: none of "the", "of", "when"."""
    kept = set(content_words(text))
    return sum(1 for word in set(text.lower().split()) if not kept.isdisjoint(WORD.findall(word)))


class Past:
    """A working tree of its own that can be put at any commit of a repository."""

    def __init__(self, git: Git, tree: Git, root: str, folder: str) -> None:
        """Use :func:`past`."""
        self._git = git
        self._tree = tree
        self.root = root
        self.folder = folder

    def before(self, commit: str) -> str:
        """The parent of a commit. Raises ``RunError`` where the repository has none."""
        try:
            return self._git.line("rev-parse", "--verify", "--quiet", f"{commit}^1^{{commit}}")
        except RunError as error:
            raise RunError(
                "NOT_FOUND",
                f"commit {commit[:12]} is not here, or nothing was before it",
                "fetch the whole history",
            ) from error

    def go(self, commit: str) -> None:
        """Put the tree at a commit; only files that differ are written."""
        self._tree.run("checkout", "--quiet", "--force", "--detach", commit)
        # A project below the root of its repository may not have been there yet.
        Path(self.root).mkdir(parents=True, exist_ok=True)


@contextmanager
def past(git: Git, env: Mapping[str, str]) -> Iterator[Past]:
    """Lay out a tree for the past of a repository, in a directory that is removed at the end."""
    with TemporaryDirectory(prefix="columbus-eval-", ignore_cleanup_errors=True) as folder:
        top = os.path.realpath(folder)
        tree = Path(top, "tree")
        tree.mkdir()
        prefix = git.line("rev-parse", "--show-prefix")
        objects = Path(git.folder, git.line("rev-parse", "--git-path", "objects")).resolve()
        form = git.line("rev-parse", "--show-object-format")
        inside = Git(str(tree), env)
        more = [] if form == "sha1" else [f"--object-format={form}"]
        inside.run("init", "--quiet", "--template=", *more)
        alternates = tree / ".git" / "objects" / "info" / "alternates"
        alternates.parent.mkdir(parents=True, exist_ok=True)
        alternates.write_bytes(os.fsencode(objects) + b"\n")
        yield Past(git, inside, str(tree / prefix), top)
