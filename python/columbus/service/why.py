"""Why a hit is a hit: its largest reasons in words."""

from __future__ import annotations

from collections.abc import Sequence

# How many reasons are told, and from which share of the largest one on.
_TOLD = 3
_SHARE = 0.25
_WORDS = {
    "named": "the query names the file",
    "literal": "has the phrase",
    "file": "the file has the words",
    "unit": "a passage has the words",
    "units": "several passages have the words",
    "coverage": "the words stand together",
    "dense": "near in meaning",
    "dense_mean": "near in meaning as a whole",
    "model": "near in meaning to the sentence model",
    "stem_of_query": "words in the file name",
    "query_of_stem": "the file name is in the query",
    "decompound": "the file name is made of query words",
    "stem_exact": "the file is named so",
    "definition": "a definition is named so",
    "exact": "defines the identifier",
}


def why(reasons: Sequence[tuple[str, float]]) -> str:
    """One clause from (feature, share), which come largest first."""
    told = [(name, share) for name, share in reasons if name in _WORDS]
    if not told:
        return "weak match"
    least = told[0][1] * _SHARE
    return ", ".join(_WORDS[name] for name, share in told[:_TOLD] if share >= least)
