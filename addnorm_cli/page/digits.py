"""The digits of every number on a page: the same number is always written the same way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation

from addnorm_cli.formula.expr import ROW, Add, Expr, Num, Pow, Ref, Sub, children
from addnorm_cli.model.records import record
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.numbers.exact import fraction_of
from addnorm_cli.numbers.numfmt import (
    Shown,
    meant,
    show,
    show_alike,
    show_exactly,
    show_places,
    show_shorter,
    show_typed,
    to_decimal,
)
from addnorm_cli.numbers.surd import Number, Surd
from addnorm_cli.page.forms import formed
from addnorm_cli.trace.quantity import Quantity

_KNOWN = 16
"""Past so many further digits of a float64, those beyond its error are written too."""
_SOON = 4
"""A square or a partial result that ends within so many further decimals is written out."""
_FURTHEST = 8
"""A sum shows all decimals of its terms, where these are at most so many more than asked for."""
_LONGEST_FRACTION = 14


@dataclass(slots=True)
class Digits:
    """The digits of every number on a page: the same number is always written the same way.

    Attributes:
        scope: The quantities, by name.
        precision: Decimals of a number that has to be rounded.
        visible: The places on an axis of some size that are shown; they share their decimals.
        exactly: Write fractions and roots instead of decimals.
    """

    scope: Mapping[str, Quantity]
    precision: int
    visible: Callable[[int], Sequence[int]] = range
    exactly: bool = False
    _shown: dict[tuple[str, tuple[int, ...]], Shown] = field(default_factory=dict)

    def component(self, name: str, place: tuple[int, ...]) -> Num:
        """A component with as many decimals as the others of its row."""
        quantity = self.scope[name]
        if self.exactly and quantity.typed is None:
            written = _formed(number_at(quantity, place))
            if written is not None:
                return written
        fraction = self._fraction(quantity, place)
        if fraction is not None:
            return fraction
        if (name, place) not in self._shown:
            together = self._row_of(quantity, place)
            places = together if place in together else [place]
            for p, shown in zip(places, self._digits(quantity, places), strict=True):
                self._shown[name, p] = shown
        shown = self._shown[name, place]
        value = number_at(quantity, place)
        if shown.is_zero:  # what is shown as nothing goes on as nothing
            value = type(value)(0)
        return Num(
            value, shown.text, shown.exact, error=self._error(quantity, place), noise=shown.noise
        )

    def _fraction(self, quantity: Quantity, place: tuple[int, ...]) -> Num | None:
        """A component that was typed as a fraction, such as 1/3."""
        typed = self._typed(quantity)
        number = None if typed is None else typed[place]
        fraction = fraction_of(number) if isinstance(number, Decimal) else None
        return None if fraction is None else _formed(Surd(fraction))

    def _typed(self, quantity: Quantity) -> Array | None:
        """The digits that were typed, also of what only hands them on: dβ = dy."""
        if quantity.typed is None and isinstance(quantity.formula, Ref):
            source = self.scope.get(quantity.formula.name)
            if source is not None and source.value.shape == quantity.value.shape:
                return source.typed
        return quantity.typed

    def _error(self, quantity: Quantity, place: tuple[int, ...]) -> float:
        """How far a component may be off, in float64."""
        return 0.0 if quantity.value.dtype == object else float(quantity.errors()[place])

    def decimals(self, name: str, place: tuple[int, ...]) -> Num:
        """A component in decimals, whatever the page writes."""
        value = number_at(self.scope[name], place)
        shown = show(value, self.precision)
        return Num(value, shown.text, shown.exact)

    def closer(self, name: str, place: tuple[int, ...], more: int) -> Num:
        """A component by itself, with more decimals than the page has, where it has any more."""
        number = self.component(name, place)
        quantity = self.scope[name]
        if not more or number.exact or number.noise:
            return number
        if quantity.places is not None:  # by hand, and so large or small that it has an exponent
            value = to_decimal(number.value)
            shown = show_places(value, quantity.places + more, quantity.rounding)
            return Num(number.value, shown.text, shown.exact)
        known = 0.0 if more > _KNOWN else number.error  # else every digit that float64 has
        shown = show(number_at(quantity, place), self.precision + more, known)
        return Num(number.value, shown.text, shown.exact, error=number.error)

    def shorter(self, number: Num, fewer: int) -> Num:
        """A float64 with fewer decimals than the page has."""
        if not number.error or number.noise:
            return number
        shown = show_shorter(Decimal(number.text), fewer)
        return Num(number.value, shown.text, shown.exact, error=number.error)

    def _row_of(self, quantity: Quantity, place: tuple[int, ...]) -> list[tuple[int, ...]]:
        """The places that are shown beside `place`: the last axis, or `place` alone."""
        if not place or quantity.index[-1] == ROW:
            return [place]
        return [(*place[:-1], column) for column in self.visible(quantity.value.shape[-1])]

    def _digits(self, quantity: Quantity, places: list[tuple[int, ...]]) -> list[Shown]:
        typed = self._typed(quantity)
        if typed is not None:
            return [show_typed(typed[p], self.precision) for p in places]
        if quantity.places is not None:
            numbers = [to_decimal(number_at(quantity, p)) for p in places]
            return [show_places(number, quantity.places, quantity.rounding) for number in numbers]
        # a square that ends soon is written out
        most = self.precision + _SOON if isinstance(quantity.formula, Pow) else 0
        if quantity.value.dtype == object:
            exact = [to_decimal(number_at(quantity, p)) for p in places]
            return show_exactly(exact, self.precision, most)
        errors = quantity.errors()
        known = [meant(number_at(quantity, p), float(errors[p])) for p in places]
        return show_alike(known, self.precision, most)


def number_at(quantity: Quantity, place: tuple[int, ...]) -> Number:
    """One component as a plain number."""
    value: Number = quantity.value[place]
    return value if quantity.value.dtype == object else float(value)


@record
class Closer:
    """The digits of one line: those of the page, and as many more as the line needs.

    Attributes:
        digits: The digits of the page.
        more: How many decimals more.
        fractions: Whether fractions that never end are written as fractions.
    """

    digits: Digits
    more: int
    fractions: bool

    def component(self, name: str, place: tuple[int, ...]) -> Num:
        """A component, with as many decimals as the line needs."""
        number = self.digits.closer(name, place, self.more)
        return _as_fraction(number) if self.fractions and not number.exact else number

    def partial(self, value: Number, error: float) -> Num:
        """A partial result, with all its digits where they fit."""
        if self.digits.exactly and (written := _formed(value)) is not None:
            return written
        precision = self.digits.precision + self.more
        if isinstance(value, float):
            shown = show(value, precision, error)
        else:
            shown = show_exactly([to_decimal(value)], precision, precision + _SOON)[0]
        if shown.noise:
            return Num(0.0, shown.text, shown.exact, error=error, noise=True)
        number = Num(value, shown.text, shown.exact, error=error)
        return _as_fraction(number) if self.fractions and not shown.exact else number

    def furthest(self, tree: Expr) -> int:
        """How many decimals more the result of a sum needs to show all of its terms."""
        if not isinstance(tree, Add | Sub):
            return 0
        exact = [node for node in children(tree) if isinstance(node, Num) and node.exact]
        places = [-int(e) for n in exact if isinstance(e := _exponent(n.text), int)]
        needed = max(places, default=0) - self.digits.precision
        return needed if 0 < needed <= _FURTHEST else 0


def _exponent(text: str) -> int | None:
    try:
        exponent = Decimal(text).as_tuple().exponent
    except InvalidOperation:
        return None
    return exponent if isinstance(exponent, int) else None


def _formed(value: Number) -> Num | None:
    return formed(value) if isinstance(value, Surd) else None


def _as_fraction(number: Num) -> Num:
    """A rational number that never ends as a fraction, where that is short."""
    written = _formed(number.value)
    if written is None or written.form is None or len(written.text) > _LONGEST_FRACTION:
        return number
    return written if isinstance(number.value, Surd) and number.value.is_rational else number
