"""``respelt()``: a query with what its unknown words may mean here.

A word that nothing in the chart holds and no file on disk has is taken for a slip of the hand or
for the initials of a name. Both are looked for in names and paths, and what is found is said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from columbus import native

if TYPE_CHECKING:
    from columbus.service.workspace import Workspace

# Initials that more names have say nothing.
MOST_NAMES = 4
# A query with more unknown words is in another language than the tree.
MOST_WORDS = 2


def respelt(
    ws: Workspace, understood: native.Understood, found: native.Candidates
) -> native.Understood | None:
    """``understood`` with other spellings, and a warning that names them; None without any."""
    nowhere = understood.nowhere(found)
    if len(nowhere) > MOST_WORDS:
        return None
    pairs = [
        (term, other)
        for term in nowhere
        for other in native.spellings(term, ws.store.similar_words(term))
    ]
    by_initials = {word: names for word in nowhere if (names := _names(ws, word))}
    if not pairs and not by_initials:
        return None
    told = [f'"{term}…" by "{other}…"' for term, other in pairs]
    told += [f'"{word}" by {", ".join(names)}' for word, names in by_initials.items()]
    ws.warnings.append(f"nothing here is written so, searched also: {'; '.join(told)}")
    return understood.with_spellings(
        pairs, [one for names in by_initials.values() for one in names]
    )


def _names(ws: Workspace, word: str) -> list[str]:
    names = ws.store.names_by_initials(word, MOST_NAMES + 1)
    return names if len(names) <= MOST_NAMES else []
