"""A made-up repository with a history of six commits."""

from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path

QUEUE = '''class Queue:
    """Jobs that wait."""

    def __init__(self):
        self.jobs = []

    def push_job(self, job):
        self.jobs.append(job)
'''
WIRE = '''def read_frame(stream):
    """Bytes of one message from a socket."""
    return stream.read(4)
'''
TEST = """from wire import read_frame


def test_frames():
    assert read_frame
"""
# Subject, and the files as the commit leaves them; None removes one.
COMMITS: tuple[tuple[str, dict[str, str | None]], ...] = (
    ("Start", {"queue.py": QUEUE, "wire.py": WIRE, "old.py": "def gone(): pass\n"}),
    ("Describe the project for new people", {"README.md": "# Jobs\n\nWaiting jobs.\n"}),
    (
        "fix(queue): keep order of waiting jobs in Queue.push_job (#12)",
        {"queue.py": QUEUE.replace("append(job)", "insert(0, job)")},
    ),
    ("Drop the code that nobody calls anymore", {"old.py": None}),
    (
        "Refuse messages from a broken socket in wire.py",
        {"wire.py": f"import os\n\n{WIRE}", "test_wire.py": TEST, "extra.py": "x = 1\n"},
    ),
    ("Bump the version of everything here", {"wire.py": f"import os\nimport sys\n\n{WIRE}"}),
)


def git(root: Path, *words: str) -> str:
    """Run git with a fixed person and clock."""
    who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(["git", *who, *words], cwd=root, check=True, capture_output=True)
    return done.stdout.decode()


def make(root: Path) -> None:
    """Lay the commits out, oldest first."""
    root.mkdir(parents=True)
    git(root, "init", "-q", "-b", "main")
    for subject, files in COMMITS:
        for path, text in files.items():
            if text is None:
                (root / path).unlink()
            else:
                (root / path).write_text(text, "utf-8")
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", subject)


def state(root: Path) -> dict[str, str]:
    """All that a user could see change: status, refs, worktrees, and every file, git's too."""
    told = {
        "status": git(root, "--no-optional-locks", "status", "--porcelain", "--ignored"),
        "refs": git(root, "for-each-ref"),
        "worktrees": git(root, "worktree", "list"),
    }
    files = {
        str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }
    return told | files
