"""The made-up project of the service tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Run = Callable[..., dict[str, Any]]

APP = '''"""The application."""

import os

from shop.pricing import total_price


def load_config(path):
    """Read the settings of the shop from a file."""
    with open(path) as file:
        return file.read()


class Basket:
    def __init__(self):
        self.items = []

    def add_item(self, item):
        self.items.append(item)

    def checkout(self):
        return total_price(self.items)
'''
PRICING = '''def total_price(items):
    """Sum of all prices, with tax."""
    return sum(items) * 1.2


def discount(price, percent):
    return price * (100 - percent) / 100
'''
TEST = """from shop.pricing import discount


def test_discount():
    assert discount(100, 10) == 90
"""
