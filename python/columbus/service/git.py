"""Git as a program: the one place that runs it, and only for ``eval --from-history``.

Everything else of Columbus reads git's files itself. Takes a directory, gives the bytes that git
prints. Nothing here writes to a repository of the user: no lock, no ref, no index, no worktree.
"""

from __future__ import annotations

import os
import subprocess
from contextlib import contextmanager
from typing import TYPE_CHECKING

from columbus.errors import RunError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# Where a hook or an alias started us, these name that repository and its index; traces would fill
# a pipe that is read at the end.
_ELSEWHERE = (
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_DIR",
    "GIT_INDEX_FILE",
    "GIT_NAMESPACE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_TRACE",
    "GIT_WORK_TREE",
)
# No pager, no question, no lock, nothing from the network, messages that can be read.
_QUIET = {
    "GIT_LFS_SKIP_SMUDGE": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
# Settings of the user that would run other programs, or change what is printed or written.
_PLAIN = {
    "core.autocrlf": "false",
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.quotePath": "false",
    "advice.detachedHead": "false",
    "filter.lfs.process": "",
    "filter.lfs.required": "false",
    "filter.lfs.smudge": "",
    "gc.auto": "0",
    "log.mailmap": "false",
    "log.showSignature": "false",
    "submodule.recurse": "false",
}


class Git:
    """Runs git in one directory."""

    def __init__(self, folder: str, env: Mapping[str, str]) -> None:
        """``env`` is the environment of the process; what points elsewhere is taken out."""
        self.folder = folder
        kept = {name: text for name, text in env.items() if not name.startswith(_ELSEWHERE)}
        self._env = kept | _QUIET
        self._start = ["git", *(f for key, text in _PLAIN.items() for f in ("-c", f"{key}={text}"))]

    def run(self, *words: str, given: bytes = b"") -> bytes:
        """What git prints; raises ``RunError`` with its first line when it fails."""
        with self._process(words) as process:
            out, err = process.communicate(given)
        if process.returncode:
            raise _failed(words, err)
        return out

    def line(self, *words: str) -> str:
        """The one line that git prints."""
        return os.fsdecode(self.run(*words)).rstrip("\r\n")

    def parts(self, *words: str) -> Iterator[bytes]:
        """What git prints, cut at its NULs while it comes; who has enough may stop."""
        with self._process(words) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.close()
            rest = b""
            while block := process.stdout.read1(1 << 16):  # type: ignore[attr-defined]
                *whole, rest = (rest + block).split(b"\0")
                yield from whole
            if process.wait():
                raise _failed(words, process.stderr.read() if process.stderr else b"")

    @contextmanager
    def _process(self, words: tuple[str, ...]) -> Iterator[subprocess.Popen[bytes]]:
        """Git at work; it does not outlive the block, however that ends."""
        try:
            process = subprocess.Popen(
                [*self._start, *words],
                cwd=self.folder,
                env=self._env,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        except FileNotFoundError as error:
            raise RunError(
                "DEPENDENCY_MISSING", "git is not installed", "install git, or name tasks in a file"
            ) from error
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()
            for stream in (process.stdin, process.stdout, process.stderr):
                if stream is not None and not stream.closed:
                    stream.close()
            process.wait()


def _failed(words: tuple[str, ...], err: bytes) -> RunError:
    told = err.decode("utf-8", "replace").strip().splitlines()
    return RunError("NOT_FOUND", f"git {words[0]}: {told[0] if told else 'failed'}")
