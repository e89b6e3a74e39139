"""Words of a text that carry something, for what has to count or look for plain words."""

from __future__ import annotations

import re
from functools import lru_cache

from columbus import native

WORD = re.compile(r"[^\W_]+")
# Beside it a function word is left out; alone it would be kept, as a query of nothing else is.
_ANCHOR = "xylophone"


def content_words(text: str) -> list[str]:
    """Each word once, in lower case and sorted, without "the", "of", "when"."""
    return [word for word in sorted(set(WORD.findall(text.lower()))) if _carries(word)]


@lru_cache(maxsize=1 << 16)
def _carries(word: str) -> bool:
    return len(native.understand(f"{word} {_ANCHOR}").terms) > 1
