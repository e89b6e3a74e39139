"""The fixtures of the store tests."""

from store_groups import chart, store

__all__ = ["chart", "store"]
