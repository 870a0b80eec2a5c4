"""Error bounds of float64, worked out when a page asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any

import numpy as np

from addnorm_cli.formula.bounds import UNIT
from addnorm_cli.numbers.arithmetic import Array

MOST_BOUNDED = 2**20
"""The errors of more numbers than this are not worked out, so that nobody waits."""
_SAYS_NOTHING = 1e-8
"""From this part of the largest number on, a bound says more of itself than of the numbers."""
_FEW = 4096
"""So many typed numbers are looked at one by one: some of them are floats exactly."""


class Later:
    """Something that is worked out when it is asked for, once.

    Args:
        work: Works it out.
        after: What it asks for on its way. Those that are still to be worked out are worked first,
            the oldest before all, so that a deep stack of layers is no deep stack of calls.
    """

    __slots__ = ("_after", "_made", "_work")

    def __init__(
        self, work: Callable[[], Any], after: Callable[[], Iterable[Later | None]] = tuple
    ) -> None:
        self._work, self._after = work, after
        self._made: Any = None

    def __call__(self) -> Any:
        """What it comes to."""
        if self._made is None:
            for later in reversed(self._open()):
                if later._made is None:
                    later._made = later._work()
        return self._made

    def _open(self) -> list[Later]:
        """Itself, and all that has to be worked out before it."""
        seen: dict[int, Later] = {}
        stack: list[Later | None] = [self]
        while stack:
            later = stack.pop()
            if later is not None and later._made is None and id(later) not in seen:
                seen[id(later)] = later
                stack.extend(later._after())
        return list(seen.values())

    def __reduce__(self) -> tuple[Any, ...]:
        return _known, (self(),)

    def __repr__(self) -> str:
        return "Later()"


def _known(made: Any) -> Later:
    later = Later(lambda: made)
    later()
    return later


def of_typed(value: Array, typed: Array) -> Array:
    """How far float64s are from the decimals that were typed; some of them are these exactly."""
    errors: Array = UNIT * abs(value)
    if value.size <= _FEW:
        same = [
            Decimal(float(a)) == Decimal(b) for a, b in zip(value.flat, typed.flat, strict=True)
        ]
        errors = np.where(np.reshape(same, value.shape), 0.0, errors)
    return errors


def handed_on(value: Array, errors: Array) -> Array:
    """How far the numbers may be off that another section starts from.

    A bound for the worst case grows with every layer, until it says nothing of what happened; a
    section starts from the numbers themselves then.
    """
    with np.errstate(all="ignore"):
        size = abs(np.asarray(value, np.float64))
    if errors.size and not errors.max() <= _SAYS_NOTHING * size.max():
        errors = UNIT * size
    return errors


def of_sum(terms: Array, errors: Array) -> float:
    """How far the sum of some float64s may be off."""
    return float(errors.sum()) + float(len(terms) * UNIT * abs(terms).sum())
