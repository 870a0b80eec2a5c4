"""Numbers carried exactly, as fractions and roots, as far as these go."""

from __future__ import annotations

import math
from collections.abc import Iterable
from contextlib import AbstractContextManager
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from addnorm_cli.model.problem import Tensor
from addnorm_cli.model.records import record
from addnorm_cli.numbers.arithmetic import Arithmetic, Array, Machine, Role
from addnorm_cli.numbers.roots import nearest
from addnorm_cli.numbers.surd import Surd

MOST_EXACT = 1000
"""More typed numbers than this are carried in float64, so that nobody waits."""
_MOST_BITS = 6000
"""A number with larger terms goes on in float64."""
_MOST_DIGITS = 512
"""A typed number of more digits is carried in float64."""
_SHORT = 1000
"""Numbers of fewer bits are finite in float64."""
_FRACTION_DIGITS = 45
"""A decimal with more digits is a fraction such as 1/3, of which fifty digits were kept."""
_LARGEST_BELOW = 10**9


@record
class Exact:
    """Every number a + b√q, which no operation rounds.

    What meets another root in a sum, exp, tanh and erf leave these numbers: the step that they come
    to, and what is made of it, is carried in float64.
    """

    @property
    def reference(self) -> bool:
        """Whether others are compared with it."""
        return True

    def take(self, tensor: Tensor) -> Array:
        """The numbers as they were typed; floats where there are no typed digits."""
        if tensor.typed is None:
            return tensor.floats
        result = np.empty(tensor.typed.shape, dtype=object)
        result.reshape(-1)[:] = [self.number(value) for value in tensor.typed.reshape(-1)]
        return result

    def number(self, value: Decimal) -> Any:
        """The number that a decimal stands for, which may be a fraction."""
        return Surd(fraction_of(value) or value)

    def constants(self, values: ArrayLike) -> Array:
        """Numbers that nobody typed, such as a cosine: whole ones exactly, others in float64."""
        numbers = np.asarray(values, dtype=np.float64)
        if not (numbers == np.rint(numbers)).all():
            return numbers
        result = np.empty(numbers.shape, dtype=object)
        result.reshape(-1)[:] = [Surd(int(value)) for value in numbers.reshape(-1)]
        return result

    def carry(self, value: Array, role: Role) -> Array:
        """The numbers themselves; in float64 where one of them is no longer a + b√q."""
        if value.dtype != object:
            return value.astype(np.float64, copy=False)
        if all(type(number) is Surd and _stays(number) for number in value.reshape(-1)):
            return value
        return floats(value)

    def like(self, value: Array) -> Array:
        """The numbers exactly; in float64 where one of them is a float."""
        flat = value.reshape(-1)
        if value.dtype != object or any(isinstance(number, float) for number in flat):
            return value.astype(np.float64)
        result = np.empty(value.shape, dtype=object)
        result.reshape(-1)[:] = [Surd(number) for number in flat]
        return result

    def places(self, role: Role) -> int | None:
        """None: nothing is rounded."""
        return None

    def context(self) -> AbstractContextManager[Any]:
        """Silence: every recorded value is checked for being finite instead."""
        return np.errstate(all="ignore")

    def describe(self) -> str | dict[str, Any]:
        """Its name."""
        return "exact"


def _stays(number: Surd) -> bool:
    """Whether a number is short enough to go on with, and not too large for anybody to show."""
    bits = number.size()
    return bits <= _SHORT or (bits <= _MOST_BITS and math.isfinite(nearest(number)))


def floats(values: Array) -> Array:
    """Numbers of any kind in float64; infinite where they are too large for it."""
    if values.dtype != object:
        return values.astype(np.float64, copy=False)
    flat = [nearest(number) for number in values.reshape(-1)]
    return np.array(flat, dtype=np.float64).reshape(values.shape)


def fraction_of(value: Decimal) -> Fraction | None:
    """The fraction that was typed, where a decimal is what could be kept of it: 0.333… is 1/3."""
    if len(value.as_tuple().digits) < _FRACTION_DIGITS:
        return None
    exact = Fraction(value)
    near = exact.limit_denominator(_LARGEST_BELOW)
    return near if abs(exact - near) * 10**_FRACTION_DIGITS < abs(exact) else None


def fitting(arithmetic: Arithmetic, tensors: Iterable[Tensor]) -> Arithmetic:
    """Exact numbers where the inputs of a problem allow them, else float64; any other as it is."""
    if isinstance(arithmetic, Exact) and not can_be_exact(tensors):
        return Machine()
    return arithmetic


def can_be_exact(tensors: Iterable[Tensor]) -> bool:
    """Whether all numbers of a problem were typed, and are few and short enough."""
    count = 0
    for tensor in tensors:
        count += tensor.values.size
        if tensor.typed is None or count > MOST_EXACT:
            return False
        if any(_is_long(number) for number in tensor.typed.reshape(-1)):
            return False
    return True


def _is_long(number: Decimal) -> bool:
    _, digits, exponent = number.as_tuple()
    return len(digits) + abs(int(exponent)) > _MOST_DIGITS and fraction_of(number) is None
