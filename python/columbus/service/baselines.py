"""Plain ways to search the same files, so that a score can be seen beside something.

``scan`` is what a patient person does with a text search: count each word of the query in every
file, whatever the case and also inside of longer words, and add up idf * log(1 + count). ``bm25``
is the textbook formula over the words of whole files. Both know words only: no definitions, roles,
stems or vectors. They are pure Python over the working tree, made for comparison and not for speed.
"""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from columbus.frozen import dataclass
from columbus.service.words import WORD, content_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

NAMES = ("scan", "bm25")
# Beyond so much text the plain loops take minutes.
MAX_BYTES = 192 << 20
# The usual constants of the formula.
K1, B = 1.2, 0.75


@dataclass(frozen=True, slots=True)
class _File:
    """Counts of the words that any query has: inside of words, as whole words, and of all words."""

    inside: dict[str, int]
    whole: dict[str, int]
    length: int


class Corpus:
    """The files of a tree, counted once for each content."""

    def __init__(self, queries: Iterable[str]) -> None:
        """Only words of ``queries`` are counted, so that a large tree fits into memory."""
        self._words = sorted({word for query in queries for word in content_words(query)})
        self._counted: dict[str, _File] = {}
        self._files: list[tuple[str, _File]] = []

    def look(self, root: str, files: Sequence[tuple[str, str]]) -> None:
        """Make ``files``, pairs of (path, hash of the content), those that are ranked."""
        self._files = [
            (path, self._file(Path(root, path), content)) for path, content in sorted(files)
        ]

    def rank(self, name: str, query: str, limit: int) -> list[str]:
        """The best paths by a baseline, ties by path; files without any word are left out."""
        weigh = self._scan if name == "scan" else self._bm25
        scores = weigh(content_words(query))
        found = [(-score, path) for (path, _), score in zip(self._files, scores, strict=True)]
        return [path for score, path in sorted(found)[:limit] if score < 0]

    def _scan(self, words: list[str]) -> list[float]:
        count = len(self._files)
        scores = [0.0] * count
        for word in words:
            counts = [file.inside.get(word, 0) for _, file in self._files]
            idf = math.log(1 + count / max(1, sum(map(bool, counts))))
            scores = [
                score + idf * math.log(1 + found)
                for score, found in zip(scores, counts, strict=True)
            ]
        return scores

    def _bm25(self, words: list[str]) -> list[float]:
        count = len(self._files)
        lengths = [file.length for _, file in self._files]
        mean = max(1.0, sum(lengths) / max(1, count))
        scores = [0.0] * count
        for word in words:
            counts = [file.whole.get(word, 0) for _, file in self._files]
            holds = sum(map(bool, counts))
            idf = math.log(1 + (count - holds + 0.5) / (holds + 0.5))
            scores = [
                score + idf * found * (K1 + 1) / (found + K1 * (1 - B + B * length / mean))
                for score, found, length in zip(scores, counts, lengths, strict=True)
            ]
        return scores

    def _file(self, path: Path, content: str) -> _File:
        known = self._counted.get(content)
        if known is None:
            known = self._counted[content] = self._count(path)
        return known

    def _count(self, path: Path) -> _File:
        try:
            text = path.read_bytes().decode("utf-8", "replace").lower()
        except OSError:  # gone since it was charted, as for everybody
            text = ""
        counts = Counter(WORD.findall(text))
        inside = {word: found for word in self._words if (found := text.count(word))}
        whole = {word: found for word in self._words if (found := counts[word])}
        return _File(inside, whole, counts.total())
