"""How numbers are carried from step to step: in a machine type, or by hand."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from decimal import Context, Decimal, localcontext
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from addnorm_cli.model.carrying import ROUNDINGS
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.problem import Tensor
from addnorm_cli.model.records import record
from addnorm_cli.numbers.numfmt import WIDE
from addnorm_cli.numbers.surd import Surd

Array = NDArray[Any]
Role = Literal["vector", "statistic", "divisor"]
"""What a step's result is: vectors and statistics are rounded to their own number of digits by
hand, and a divisor is never rounded to nothing."""

MAX_HAND_PLACES = 15
_DECIMAL_DIGITS = 60
"""Digits of a by-hand operation before it is rounded: far more than anybody writes down."""
_BEYOND = 1000
"""A number of more digits is left as it is; float64, beside it, says that it is too large."""


class Arithmetic(Protocol):
    """A way of carrying numbers."""

    @property
    def reference(self) -> bool:
        """Whether these numbers are the ones that others are compared with."""

    def take(self, tensor: Tensor) -> Array:
        """The numbers of an input, as this arithmetic starts from them."""

    def number(self, value: Decimal) -> Any:
        """One constant of a formula, such as ε."""

    def constants(self, values: ArrayLike) -> Array:
        """Numbers that nobody typed, such as d_head or a cosine, to be worked with."""

    def carry(self, value: Array, role: Role) -> Array:
        """What a step hands on, given what it worked out."""

    def like(self, value: Array) -> Array:
        """Numbers that come from outside in a step's place, as this arithmetic carries them."""

    def places(self, role: Role) -> int | None:
        """The decimals that a step's result is written with, where the arithmetic fixes them."""

    def context(self) -> AbstractContextManager[Any]:
        """The surroundings that a calculation needs."""

    def describe(self) -> str | dict[str, Any]:
        """Its name in the JSON."""


@record
class Machine:
    """Numbers of a machine type: each step is worked in float32 or float64, then stored.

    float16 and bfloat16 are what values are *stored* in; as on the hardware, a sum over them is
    accumulated in float32.
    """

    name: str = "float64"

    @property
    def reference(self) -> bool:
        """Whether this is float64."""
        return self.name == "float64"

    @property
    def _stored(self) -> np.dtype[Any]:
        return _bfloat16() if self.name == "bfloat16" else np.dtype(self.name)

    @property
    def _worked(self) -> np.dtype[Any]:
        return np.dtype("float64" if self.reference else "float32")

    def take(self, tensor: Tensor) -> Array:
        """The input, stored in this type; what was read is finite in float64 already."""
        if self.reference:
            return tensor.floats
        with np.errstate(all="ignore"):
            stored = self.carry(tensor.values, "vector")
        if not np.isfinite(stored).all():
            raise InputError("too_large_for_dtype", where=tensor.source, dtype=self.name)
        return stored

    def number(self, value: Decimal) -> Any:
        """The constant, in the type that the steps are worked in; 0 where the stored one has it."""
        worked = self._worked.type(float(value))
        with np.errstate(all="ignore"):
            return worked if self.carry(np.asarray(worked), "statistic") else self._worked.type(0)

    def constants(self, values: ArrayLike) -> Array:
        """The numbers, in the type that the steps are worked in."""
        return np.asarray(values, dtype=self._worked)

    def carry(self, value: Array, role: Role) -> Array:
        """`value` after it went through the stored type."""
        if self.reference:
            return value
        return value.astype(self._stored).astype(self._worked)

    def like(self, value: Array) -> Array:
        """The nearest numbers that the steps are worked in."""
        return value.astype(self._worked)

    def places(self, role: Role) -> int | None:
        """None: the machine fixes no decimals."""
        return None

    def context(self) -> AbstractContextManager[Any]:
        """Silence: every recorded value is checked for being finite instead."""
        return np.errstate(all="ignore")

    def describe(self) -> str | dict[str, Any]:
        """The name of the type."""
        return self.name


def _bfloat16() -> np.dtype[Any]:
    try:
        import ml_dtypes
    except ImportError:
        raise InputError("missing_extra", extra="weights", library="ml_dtypes") from None
    bfloat16: np.dtype[Any] = np.dtype(ml_dtypes.bfloat16)
    return bfloat16


@record
class ByHand:
    """Decimals, rounded after each step as on paper.

    Attributes:
        vector_places: Decimals that components of vectors keep.
        statistic_places: Decimals that mean, variance, σ and the like keep.
        rounding: One of ROUNDINGS.
    """

    vector_places: int
    statistic_places: int
    rounding: str = "half-up"

    @property
    def reference(self) -> bool:
        """False: the exact result is shown beside each by-hand one."""
        return False

    def take(self, tensor: Tensor) -> Array:
        """The decimals as they were typed."""
        if tensor.typed is not None:
            return tensor.typed
        return _each(lambda value: Decimal(repr(float(value))), tensor.values)

    def number(self, value: Decimal) -> Any:
        """The constant, exactly."""
        return value

    def constants(self, values: ArrayLike) -> Array:
        """The numbers, with every digit that float64 has."""
        return _each(lambda value: Decimal(repr(value.item())), np.asarray(values))

    def carry(self, value: Array, role: Role) -> Array:
        """`value` rounded to the decimals of its role."""
        places = self.places(role)
        unit = Decimal((0, (1,), -places))
        mode = ROUNDINGS[self.rounding]

        def rounded(number: Any) -> Decimal:
            exact = number if isinstance(number, Decimal) else Decimal(repr(float(number)))
            if not exact.is_finite() or exact.adjusted() > _BEYOND:  # a masked score has no digits
                return exact
            short = exact.quantize(unit, mode, WIDE)
            return exact if role == "divisor" and exact and not short else short

        return _each(rounded, value)

    def like(self, value: Array) -> Array:
        """The decimals as they are; an exact number with digits to spare."""
        return _each(_decimal, value)

    def places(self, role: Role) -> int:
        """The decimals of that role."""
        return self.vector_places if role == "vector" else self.statistic_places

    def context(self) -> AbstractContextManager[Any]:
        """A decimal context with digits to spare."""
        return localcontext(Context(prec=_DECIMAL_DIGITS, Emax=10**6, Emin=-(10**6)))

    def describe(self) -> str | dict[str, Any]:
        """The decimals and the rounding."""
        return {"hand": [self.vector_places, self.statistic_places], "rounding": self.rounding}


def _decimal(number: Any) -> Decimal:
    if isinstance(number, Decimal):
        return number
    if isinstance(number, Surd):
        return number.significant(_DECIMAL_DIGITS)
    return Decimal(repr(float(number)))


def _each(function: Callable[[Any], Decimal], values: Array) -> Array:
    """`function` of each number, as an object array of the same shape."""
    result = np.empty(values.shape, dtype=object)
    result.reshape(-1)[:] = [function(value) for value in values.reshape(-1)]
    return result
