"""Time whole searches by new processes, in turns with the command line of semble.

Both search the same work tree (``--tree``), charted and indexed before, with warm disk caches; each
pair is one run of both, in alternating order. semble's own model is downloaded on first use, which
is not possible everywhere, so it runs with a stand-in that is loaded the same way: a model2vec
folder with the tokenizer that Columbus ships (30,522 tokens) and random vectors of 256 dimensions,
half the size of its own model. Its answers mean nothing then; its time to start, to load and to
search is real, and rather too short. ``--model`` names a real model instead.
Prints medians, the ratio of each pair with its spread, and exits with 1 beyond ``--target``.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tool import PACKAGE, Tool

QUERY = "how are routes registered"
DIMENSION = 256
SEED = 1


def main() -> None:
    """Prepare both, time them, tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tree", type=Path, required=True)
    parser.add_argument("--semble", default=str(Path(sys.executable).with_name("semble")))
    parser.add_argument("--model", help="a model2vec folder or name for semble")
    parser.add_argument("--pairs", type=int, default=15)
    parser.add_argument("--target", type=float, default=1 / 6, help="largest median ratio")
    options = parser.parse_args()
    if shutil.which(options.semble) is None:
        raise SystemExit(f"{options.semble} is not installed")
    tree = options.tree.resolve()
    with tempfile.TemporaryDirectory() as folder:
        ours = Columbus(Path(folder), tree)
        theirs = Semble(Path(folder), tree, options.semble, options.model)
        pairs = timed(ours, theirs, options.pairs)
    print(theirs.told)
    sys.exit(0 if tell(pairs) <= options.target else 1)


class Columbus:
    """``columbus search`` on a tree that it has charted."""

    def __init__(self, folder: Path, tree: Path) -> None:
        """Chart the tree."""
        self.tree = tree
        self.tool = Tool(folder / "columbus")
        self.tool.text(tree, "install")

    def run(self) -> None:
        """One search."""
        self.tool.text(self.tree, "search", QUERY, "--json")


class Semble:
    """``semble search`` on a tree that it has indexed."""

    def __init__(self, folder: Path, tree: Path, command: str, model: str | None) -> None:
        """Index the tree."""
        self.command = [command, "search", QUERY, str(tree)]
        self.told = f"semble runs with {model or 'a stand-in of its model, see --help'}"
        self.env = {
            **os.environ,
            "SEMBLE_CACHE_LOCATION": str(folder / "semble"),
            "SEMBLE_MODEL_NAME": model or stand_in(folder / "model"),
            "HF_HUB_OFFLINE": "1",
        }
        self.run()

    def run(self) -> None:
        """One search."""
        done = subprocess.run(self.command, env=self.env, capture_output=True, check=False)
        if done.returncode or b"results" not in done.stdout:
            raise SystemExit(f"semble failed: {done.stderr.decode('utf-8', 'replace')[-500:]}")


def stand_in(folder: Path) -> str:
    """Make a model for semble out of random vectors; its folder."""
    import numpy as np
    from model2vec import StaticModel  # type: ignore[import-not-found]
    from tokenizers import Tokenizer

    shipped = Path(PACKAGE) / "columbus/models/minilm-l6-code-int8/tokenizer.json"
    tokenizer = Tokenizer.from_file(str(shipped))
    rows = tokenizer.get_vocab_size()
    vectors = np.random.default_rng(SEED).standard_normal((rows, DIMENSION)).astype(np.float32)
    StaticModel(vectors, tokenizer, normalize=True).save_pretrained(str(folder))
    return str(folder)


def timed(ours: Columbus, theirs: Semble, pairs: int) -> list[tuple[float, float]]:
    """Seconds of both, a pair a row; who goes first alternates."""
    for warming in (ours, theirs):
        warming.run()
    found = []
    for at in range(pairs):
        seconds = {}
        for one in (ours, theirs) if at % 2 == 0 else (theirs, ours):
            began = time.perf_counter()
            one.run()
            seconds[one] = time.perf_counter() - began
        found.append((seconds[ours], seconds[theirs]))
    return found


def tell(pairs: list[tuple[float, float]]) -> float:
    """Print the figures; gives the median ratio."""
    ratios = sorted(ours / theirs for ours, theirs in pairs)
    for name, column in (("columbus", 0), ("semble", 1)):
        seconds = sorted(pair[column] * 1000 for pair in pairs)
        middle = statistics.median(seconds)
        print(f"{name:8}  median {middle:6.0f} ms  ({seconds[0]:.0f} to {seconds[-1]:.0f})")
    middle = statistics.median(ratios)
    spread = f"{ratios[0]:.3f} to {ratios[-1]:.3f} over {len(ratios)} pairs"
    print(f"ratio     median {middle:.3f} = 1/{1 / middle:.1f}  ({spread})")
    return middle


if __name__ == "__main__":
    main()
