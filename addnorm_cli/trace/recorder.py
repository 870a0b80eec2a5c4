"""The recorder: keeps each step of a calculation, and hands back the number as it is carried on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from addnorm_cli.model.errors import CalculationError
from addnorm_cli.numbers.arithmetic import Arithmetic, Array
from addnorm_cli.trace.trace import Definition, Quantity, Step

Natural: TypeAlias = Mapping[str, tuple[int, ...]]
"""The axes that an index stands for, where the reader knows several or none."""


@dataclass(slots=True)
class Recorder:
    """Keeps each step, and hands back the number as it is carried on.

    Attributes:
        arithmetic: How numbers are carried.
        definitions: The formula of each step, by id.
        natural: The axes that an index stands for, where the reader knows several or none.
        noise: The size of what goes into the steps; far below it a number is rounding noise.
        scope: The quantities so far, by name.
        steps: The steps so far.
    """

    arithmetic: Arithmetic
    definitions: Mapping[str, Definition]
    natural: Natural
    noise: float = 0.0
    scope: dict[str, Quantity] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)

    def given(self, name: str, value: Array, *, typed: Array | None = None) -> Array:
        """Bring a quantity into scope without a step for it: an input, or a part of another."""
        self.scope[name] = self._quantity(name, value, typed=typed)
        return value

    def show(self, name: str) -> None:
        """Make a step of a quantity that is in scope, so that the reader sees it."""
        self.steps.append(Step(quantity=self.scope[name], scope=self.scope))

    def __call__(self, name: str, value: Array) -> Array:
        """Record the step `name`, which came to `value`.

        Args:
            name: The step's id; its definition gives formula and indices.
            value: The numbers, one axis for each index, and any axes of length one behind them.

        Returns:
            `value` as it is carried on, in the same shape.

        Raises:
            CalculationError: A number is too large for the arithmetic.
        """
        carried = self.arithmetic.carry(value, self.definitions[name].role)
        if not self.definitions[name].masks:
            self._demand_finite(name, carried)
        self.scope[name] = self._quantity(name, carried)
        self.show(name)
        return carried

    def _quantity(self, name: str, value: Array, typed: Array | None = None) -> Quantity:
        definition = self.definitions[name]
        flat = value.reshape(value.shape[: len(definition.index)])
        flat = flat.view()
        flat.setflags(write=False)
        shape: tuple[int, ...] = ()
        for index, size in zip(definition.index, map(int, flat.shape), strict=True):
            shape += self.natural.get(index, (size,))
        symbol = definition.symbol or definition.formula
        assert symbol is not None, name
        return Quantity(
            name=name,
            symbol=symbol,
            index=definition.index,
            value=flat,
            shape=shape,
            formula=definition.formula,
            noise=0.0 if definition.positive else self.noise,
            typed=typed,
            places=None if typed is not None else self.arithmetic.places(definition.role),
        )

    def _demand_finite(self, name: str, value: Array) -> None:
        # a sum is finite only if every term is; where it is not, it may itself have overflowed
        if value.dtype == object or np.isfinite(value.sum()) or np.isfinite(value).all():
            return
        index = int(np.argwhere(~np.isfinite(value))[0][0]) if value.ndim else 0
        arithmetic = str(self.arithmetic.describe())
        raise CalculationError(
            "not_finite", step=name, row=index + 1, index=index, arithmetic=arithmetic
        )
