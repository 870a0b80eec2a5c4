"""The recorder: works each step out, keeps it, and hands back the number as it is carried on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation, Overflow
from typing import Any, TypeAlias

import numpy as np

from addnorm_cli.formula.bounds import bound
from addnorm_cli.formula.compute import ZeroDivisorError, compute
from addnorm_cli.formula.definition import Definition, Definitions
from addnorm_cli.formula.expr import Add, Expr, references
from addnorm_cli.model.errors import CalculationError
from addnorm_cli.model.problem import Tensor
from addnorm_cli.model.records import EMPTY, record, replaced
from addnorm_cli.numbers.arithmetic import Arithmetic, Array, ByHand, Machine
from addnorm_cli.trace.errors import MOST_BOUNDED, Later, handed_on, of_typed
from addnorm_cli.trace.quantity import Origin, Quantity
from addnorm_cli.trace.trace import Step

Natural: TypeAlias = Mapping[str, tuple[int, ...]]
"""The axes that an index stands for, where the reader knows several or none."""
Instead: TypeAlias = Mapping[str, Expr | Array]
"""What takes the place of a step, by its path: another formula, or numbers."""


@record
class Run:
    """One run of a calculation.

    Attributes:
        arithmetic: How its numbers are carried.
        instead: What takes the place of a step, by its path: another formula, or numbers.
        path: The sections that the run is in.
    """

    arithmetic: Arithmetic
    instead: Instead = EMPTY
    path: tuple[str, ...] = ()

    def within(self, section: str) -> Run:
        """The run inside a section; one without an id is part of what is around it."""
        return replaced(self, path=(*self.path, section)) if section else self

    def recorder(
        self, definitions: Definitions, natural: Natural = EMPTY, order: tuple[int, ...] = ()
    ) -> Recorder:
        """A recorder for the steps of the section that the run is in."""
        return Recorder(self, definitions, natural, order)


@dataclass(slots=True)
class Recorder:
    """Works steps out and keeps them.

    Attributes:
        run: How numbers are carried, and what takes a step's place.
        definitions: The formula of each step, by id.
        natural: The axes that an index stands for, where the reader knows several or none.
        order: The axes of the reader's array as they were moved; () where they stand as they are.
        scope: The quantities so far, by name.
        steps: The steps so far.
    """

    run: Run
    definitions: Definitions
    natural: Natural = field(default_factory=dict)
    order: tuple[int, ...] = ()
    scope: dict[str, Quantity] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)

    @property
    def arithmetic(self) -> Arithmetic:
        """How numbers are carried."""
        return self.run.arithmetic

    def given(
        self,
        name: str,
        value: Array,
        *,
        typed: Array | None = None,
        origin: Origin = "handed_on",
        error: Later | None = None,
    ) -> Array:
        """Bring a quantity into scope without a step for it: an input, or a part of another."""
        self.scope[name] = self._quantity(name, value, typed, origin, error)
        return value

    def take(self, name: str, tensor: Tensor, shape: tuple[int, ...]) -> Array:
        """Bring an input of the reader's into scope, in the shape of its indices."""
        typed = None if tensor.typed is None else tensor.typed.reshape(shape)
        value = self.arithmetic.take(tensor).reshape(shape)
        return self.given(name, value, typed=typed, origin="given")

    def hand_on(self, name: str, quantity: Quantity, shape: tuple[int, ...]) -> Array:
        """Bring what another section came to into scope; what was given there as this is given."""
        typed = None if quantity.typed is None else quantity.typed.reshape(shape)
        same = name == quantity.name and quantity.origin == "given"
        origin: Origin = "given" if same else "handed_on"
        value = self.given(
            name,
            quantity.value.reshape(shape),
            typed=typed,
            origin=origin,
            error=Later(
                lambda: handed_on(quantity.value, quantity.errors()).reshape(shape),
                after=lambda: (quantity.error,),
            ),
        )
        self.scope[name] = replaced(self.scope[name], places=quantity.places)
        return value

    def constant(self, name: str, text: str, origin: Origin = "constant") -> Array:
        """Bring a single number into scope, as the digits that stand for it."""
        value = np.asarray(self.arithmetic.number(Decimal(text)))
        return self.given(name, value, typed=np.array(text, dtype=object), origin=origin)

    def show(self, name: str) -> None:
        """Make a step of a quantity that is in scope, so that the reader sees it."""
        definition = self.definitions[name]
        neutral = self._changes_nothing(definition)
        self.steps.append(
            Step(
                quantity=self.scope[name],
                scope=self.scope,
                title=definition.title or name,
                neutral=neutral,
                note=definition.note if neutral or definition.neutral is None else "",
            )
        )

    def work(self, name: str) -> Array:
        """Work the step `name` out by its formula, and record it.

        Raises:
            CalculationError: A divisor is 0, or a number is too large for the arithmetic.
        """
        definition = self.definitions[name]
        instead = self.run.instead.get(".".join((*self.run.path, name)))
        formula = instead if isinstance(instead, Expr) else definition.formula
        assert formula is not None, name
        try:
            value = compute(formula, self.scope, definition.index)
        except ZeroDivisorError as zero:
            raise self._undivided(definition, zero.place[0] if zero.place else 0) from None
        # decimals stop where floats become infinite, and exact roots where floats become NaN
        except (Overflow, InvalidOperation, ValueError):
            raise self._too_large(name, 0) from None
        if definition.mend is not None and not isinstance(instead, Expr):
            value = definition.mend(value, self.scope)
        known = [self.scope[ref.name] for ref in references(formula)]
        error = Later(
            lambda: bound(formula, self.scope, definition.index),
            after=lambda: (quantity.error for quantity in known),
        )
        return self(name, value, error=error)

    def work_all(self, names: Iterable[str]) -> None:
        """Work several steps out, in their order."""
        for name in names:
            self.work(name)

    def __call__(self, name: str, value: Array, *, error: Later | None = None) -> Array:
        """Record the step `name`, which came to `value`.

        Args:
            name: The step's id; its definition gives formula and indices.
            value: The numbers, one axis for each index.
            error: Works out how far each of them may be off, in float64.

        Returns:
            `value` as it is carried on, in the same shape.

        Raises:
            CalculationError: A number is too large for the arithmetic.
        """
        definition = self.definitions[name]
        carried = self.arithmetic.carry(value, definition.role)
        if not definition.masks:
            self._demand_finite(name, carried)
        instead = self.run.instead.get(".".join((*self.run.path, name)))
        origin: Origin = "worked"
        if isinstance(instead, np.ndarray):
            natural = self._quantity(name, carried)
            if natural.order:
                instead = instead.reshape(natural.shape).transpose(natural.order)
            carried, origin = self.arithmetic.like(instead.reshape(carried.shape)), "handed_on"
            error = None
        self.scope[name] = self._quantity(name, carried, origin=origin, error=error)
        self.show(name)
        return carried

    def _places(self, definition: Definition, origin: Origin) -> int | None:
        """The decimals of a result by hand; a sum of typed numbers has no more than these."""
        most, formula = self.arithmetic.places(definition.role), definition.formula
        if most is None or origin != "worked" or not isinstance(formula, Add):
            return most
        typed = [self.scope[ref.name].typed for ref in references(formula)]
        decimals = [_decimals_of(digits) for digits in typed if digits is not None and digits.ndim]
        return min(most, max(decimals)) if len(decimals) == len(typed) else most

    def _changes_nothing(self, definition: Definition) -> bool:
        if definition.neutral is None:
            return False
        name, number = definition.neutral
        return bool((self.scope[name].value == number).all())

    def _quantity(
        self,
        name: str,
        value: Array,
        typed: Array | None = None,
        origin: Origin = "worked",
        error: Later | None = None,
    ) -> Quantity:
        definition, arithmetic = self.definitions[name], self.arithmetic
        value = value.view()
        value.setflags(write=False)
        shape: tuple[int, ...] = ()
        for index, size in zip(definition.index, map(int, value.shape), strict=True):
            shape += self.natural.get(index, (size,))
        order = self.order if len(definition.index) > 1 else ()
        if order:
            shape = tuple(shape[order.index(axis)] for axis in range(len(order)))
        symbol = definition.symbol or definition.formula
        assert symbol is not None, name
        return Quantity(
            name=name,
            symbol=symbol,
            index=definition.index,
            value=value,
            shape=shape,
            formula=definition.formula,
            error=self._later(error, value, typed),
            typed=typed,
            places=None if typed is not None else self._places(definition, origin),
            rounding=arithmetic.rounding if isinstance(arithmetic, ByHand) else "half-up",
            origin=origin,
            shaded=definition.shaded,
            order=order,
        )

    @staticmethod
    def _later(error: Later | None, value: Array, typed: Array | None) -> Later | None:
        """The errors of a quantity that is given or worked, where there are any."""
        if value.dtype != np.float64 or value.size > MOST_BOUNDED:
            return None
        if error is None and typed is not None:
            return Later(lambda: of_typed(value, typed))
        return error

    def _demand_finite(self, name: str, value: Array) -> None:
        if value.dtype == object:
            flat = value.reshape(-1)
            beyond = [isinstance(n, Decimal) and not n.is_finite() for n in flat]
            finite = np.logical_not(beyond).reshape(value.shape)
        elif np.isfinite(value.sum()):  # a sum is finite only if every term is
            return
        else:  # it may itself have overflowed
            finite = np.isfinite(value)
        if not finite.all():
            raise self._too_large(name, int(np.argwhere(~finite)[0][0]) if value.ndim else 0)

    def _undivided(self, definition: Definition, row: int) -> CalculationError:
        """A divisor is 0: because the numbers are, or since a machine type has no room for less."""
        facts: dict[str, Any] = {"row": row + 1, "index": row, "divisor": definition.spread}
        if isinstance(self.arithmetic, Machine) and definition.spread:
            dtype, eps = self.arithmetic.name, self.scope["eps"]
            typed = "" if eps.typed is None else str(eps.typed[()])
            if typed and Decimal(typed):
                return CalculationError("eps_vanished", **facts, eps=typed, dtype=dtype)
            source = self.scope.get("deviations", self.scope["z"]).value
            if row < len(source) and (source[row] != 0).any():
                return CalculationError("squares_vanished", **facts, dtype=dtype)
        return CalculationError("zero_divisor", **facts)

    def _too_large(self, name: str, index: int) -> CalculationError:
        machine = self.arithmetic.name if isinstance(self.arithmetic, Machine) else "float64"
        return CalculationError(
            "not_finite", step=name, row=index + 1, index=index, arithmetic=machine
        )


def _decimals_of(typed: Array) -> int:
    """The most decimals that any of these numbers was typed with."""
    exponents = (Decimal(number).as_tuple().exponent for number in typed.reshape(-1))
    return max(max(0, -exponent) for exponent in exponents if isinstance(exponent, int))


def steps_of(table: Definitions) -> list[str]:
    """The steps of a table that have a formula, in the order of the work."""
    return [name for name, entry in table.items() if entry.formula is not None]
