"""A tree of made-up sources in several languages, the same for the same seed."""

from __future__ import annotations

import random
import shutil
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

VERBS = (
    "load",
    "parse",
    "merge",
    "flush",
    "retry",
    "route",
    "hash",
    "resize",
    "drop",
    "open",
    "sign",
)
NOUNS = (
    "config",
    "token",
    "basket",
    "queue",
    "buffer",
    "session",
    "header",
    "index",
    "page",
    "lock",
)
TEMPLATES = {
    "py": '"""The {noun} of part {n}."""\n\nimport os\n\n\n'
    "class {Noun}{n}:\n    def {verb}(self, {noun}):\n"
    '        """{Verb} the {noun}."""\n        return os.path.join({noun}, "{n}")\n\n\n'
    "def {verb}_{noun}_{n}({other}):\n    return {Noun}{n}().{verb}({other})\n",
    "js": "// {Verb} a {noun}, then the {other}.\nimport {{ {other} }} from './{other}';\n\n"
    "export function {verb}{Noun}{n}({noun}) {{\n  return {other}({noun}, {n});\n}}\n\n"
    "export class {Noun}{n} {{\n  {verb}() {{\n    return this.{other};\n  }}\n}}\n",
    "go": "package {noun}\n\n// {Verb}{n} takes the {noun} of the {other}.\n"
    "func {Verb}{n}({noun} string) string {{\n\treturn {noun}\n}}\n\n"
    "type {Noun}{n} struct {{\n\t{Other} int\n}}\n",
    "rs": "//! The {noun} that the {other} needs.\n\n/// {Verb} it.\n"
    "pub fn {verb}_{noun}_{n}({other}: &str) -> usize {{\n    {other}.len() + {n}\n}}\n\n"
    "pub struct {Noun}{n} {{\n    pub {other}: u32,\n}}\n",
    "c": "#include <stddef.h>\n\n/* {Verb} the {noun} before the {other}. */\n"
    "int {verb}_{noun}_{n}(int {other})\n{{\n    return {other} * {n};\n}}\n",
    "md": "# {Verb} the {noun}\n\nPart {n} says how the {other} meets the {noun}.\n\n"
    "## {Other}\n\nOne {verb} at a time.\n",
}


def make(root: Path, files: int, seed: int) -> None:
    """Write ``files`` sources below ``root``, about 40 a folder, and make it a git repository."""
    rng = random.Random(seed)
    kinds = sorted(TEMPLATES)
    for n in range(files):
        kind = kinds[n % len(kinds)]
        verb, noun, other = rng.choice(VERBS), *rng.sample(NOUNS, 2)
        folder = root / f"part_{n // 40:03}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{verb}_{noun}_{n}.{kind}").write_text(filled(kind, n, verb, noun, other))
    subprocess.run(["git", "init", "-q", str(root)], check=True)


def copies(root: Path, tree: Path, files: int) -> None:
    """Copy the listed files of ``tree`` as often as it takes to have ``files``."""
    listed = subprocess.run(
        ["git", "-C", str(tree), "ls-files", "-z"], check=True, capture_output=True
    ).stdout.decode()
    paths = sorted(path for path in listed.split("\0") if path and (tree / path).is_file())
    for n in range(files):
        target = root / f"copy_{n // len(paths)}" / paths[n % len(paths)]
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(tree / paths[n % len(paths)], target)
    subprocess.run(["git", "init", "-q", str(root)], check=True)


def edit(root: Path, count: int, seed: int) -> None:
    """Change ``count`` files: most get a line and a definition, some go, as many come."""
    rng = random.Random(seed)
    files = sorted(
        path for path in root.glob("*/**/*") if path.is_file() and ".git" not in str(path)
    )
    for n, path in enumerate(rng.sample(files, count)):
        if n % 10 == 0:
            path.rename(path.with_name(f"moved_{path.name}"))
        elif n % 10 == 1:
            path.unlink()
        else:
            with path.open("a", encoding="utf-8") as file:
                file.write(f"\n\ndef edited_{n}(basket): return basket + {n}\n")


def filled(kind: str, n: int, verb: str, noun: str, other: str) -> str:
    """A template with its words."""
    words = {"verb": verb, "noun": noun, "other": other}
    capitals = {name.capitalize(): word.capitalize() for name, word in words.items()}
    return TEMPLATES[kind].format(n=n, **words, **capitals)
