"""``version()``: what is installed."""

from __future__ import annotations

import sys

from columbus import native
from columbus.records import VersionResult
from columbus.store.versions import schema_version, sqlite_version


def version() -> VersionResult:
    """Versions of the package and of what it stands on."""
    python = ".".join(str(part) for part in sys.version_info[:3])
    return VersionResult(
        native.__version__, python, sqlite_version(), schema_version(), tuple(native.languages())
    )
