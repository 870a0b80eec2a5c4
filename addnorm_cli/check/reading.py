"""Slips with numbers that were right: a sign, two of them exchanged, one of them wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from addnorm_cli.check.windows import Window
from addnorm_cli.numbers.arithmetic import Array

Reads = Callable[[Window, Array], Iterator[tuple[int, dict[str, Any]]]]
"""Which of several variants (variants, n) become what is claimed, and what has to be done."""


def sign(window: Window, values: Array) -> Iterator[tuple[int, dict[str, Any]]]:
    """The sign of some components."""
    turned = values * window.number < 0
    fits = ~window.misses(np.where(turned, -values, values)).any(1) & turned.any(1)
    for variant in np.flatnonzero(fits):
        yield int(variant), {"components": np.flatnonzero(turned[variant]).tolist()}


def swapped(window: Window, values: Array) -> Iterator[tuple[int, dict[str, Any]]]:
    """Two components, each in the place of the other."""
    misses = window.misses(values)
    for variant in np.flatnonzero(misses.sum(1) == 2):
        places = np.flatnonzero(misses[variant])
        exchanged = values[variant, places[::-1]]
        if not window.part(places).misses(exchanged).any():
            yield int(variant), {"components": places.tolist()}


def one_component(window: Window, values: Array) -> Iterator[tuple[int, dict[str, Any]]]:
    """One component that is wrong by itself, where at least two others are right."""
    misses = window.misses(values, loosely=True)
    for variant in np.flatnonzero(misses.sum(1) == 1):
        if window.size > 2:
            yield int(variant), {"components": np.flatnonzero(misses[variant]).tolist()}
