"""Versions of what the store stands on."""

from __future__ import annotations

from importlib import metadata

import apsw

from columbus.store.chart import SCHEMA


def schema_version() -> int:
    """Of the chart."""
    return SCHEMA


def sqlite_version() -> str:
    """Of the SQLite that apsw brings."""
    return apsw.sqlite_lib_version()


def vec_version() -> str:
    """Of sqlite-vec, ``missing`` where it is not installed."""
    try:
        return metadata.version("sqlite-vec")
    except metadata.PackageNotFoundError:
        return "missing"
