"""Words of a text that carry something, for what has to count or look for plain words."""

from __future__ import annotations

import re

from columbus import native

WORD = re.compile(r"[^\W_]+")


def content_words(text: str) -> list[str]:
    """Each word once, in lower case and sorted, without "the", "of", "when".

    A text of nothing else keeps them all, as a query does.
    """
    kept = {word.lower() for word in native.understand(text).words()}
    return sorted(kept.intersection(WORD.findall(text.lower())))
