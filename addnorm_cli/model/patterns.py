"""Patterns that are compiled when they are first used, since most runs use few of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache


def lazily(source: str, flags: int = 0) -> Callable[[], re.Pattern[str]]:
    """A function that gives the compiled pattern, the same one each time."""
    return cache(lambda: re.compile(source, flags))
