"""Columbus: a local, deterministic code search server.

The public names load when they are first asked for, so that ``import columbus`` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from columbus.errors import ColumbusError
    from columbus.records import Hit, Query, SearchResult
    from columbus.settings import Settings

    __version__: str

__all__ = ["ColumbusError", "Hit", "Query", "SearchResult", "Settings", "__version__"]

_HOMES = {
    "ColumbusError": "columbus.errors",
    "Hit": "columbus.records",
    "Query": "columbus.records",
    "SearchResult": "columbus.records",
    "Settings": "columbus.settings",
    "__version__": "columbus.native",
}


def __getattr__(name: str) -> object:
    """Load a public name from its module."""
    if name not in _HOMES:
        raise AttributeError(f"module 'columbus' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
