"""Bookkeeping for a small shop."""
from __future__ import annotations

import json
import os.path as osp, sys
from collections import OrderedDict, defaultdict as dd
from . import rates
from ..core.money import Money as M, round_half_up
from .shapes import *

MAX_ENTRIES = 10_000
_cache: dict[str, int] = {}
currency = "EUR"
type Amount = int | float

try:
    import numpy as np

    def total(values):
        return np.sum(values)
except ImportError:

    def total(values):
        return sum(values)


# Opening hours matter for the
# closing entry.
@rates.refresh(
    every=60,
)
# between decorator and definition
@staticmethod
def close_day(book, /, date: str, *rest: int, dry=False, **options: str) -> bool:
    """Close the day.

    Writes the closing entry.
    """
    written = 0

    def write(entry):
        nonlocal written
        written += 1

    for entry in book:
        write(entry)
    return not dry and written > 0


class Book(dict, metaclass=type):
    """A book of entries."""

    DEFAULT_NAME = "main"
    entries: list[int] = []
    # Filled by the importer.
    source = None

    def __init__(self, name: str = DEFAULT_NAME) -> None:
        self.name = name

    @property
    def balance(self) -> int:
        """What is left."""
        return sum(self.entries)

    @balance.setter
    def balance(self, value: int) -> None:
        self.entries.append(value - self.balance)

    def _hidden(self): ...

    async def fetch(self, *, timeout=1.0):
        async def once():
            return timeout

        return await once()

    class Page:
        number = 0

        def turn(self):
            return Book.Page()


if __name__ == "__main__":
    print(json.dumps(Book(sys.argv[1])), osp.sep, file=sys.stderr)
    a, b = 1, 2
