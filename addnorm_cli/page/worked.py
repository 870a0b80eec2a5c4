"""Worked lines: symbol = numbers in their place = partial result = result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Context, Decimal, localcontext
from itertools import product

from addnorm_cli.formula.evaluation import evaluate, is_exact, magnitude, reduce_once
from addnorm_cli.formula.expr import (
    ROW,
    Div,
    Expr,
    Mul,
    Num,
    Number,
    Pow,
    Ref,
    children,
    references,
    substitute,
)
from addnorm_cli.formula.notation import View, to_text
from addnorm_cli.model.records import record
from addnorm_cli.numbers.numfmt import (
    MANY,
    Shown,
    noise_of,
    show,
    show_alike,
    show_places,
    show_typed,
    to_decimal,
)
from addnorm_cli.trace.trace import Quantity, Step

MOST_COLUMNS = 16
MOST_ROWS = 8
"""Past these the middle of a table is left out, and worked lines with it."""
ROWS = (ROW, "t")
"""The indices that run over the rows of the stream: of every step, and of attention's queries."""
_SMALL = 1024
"""Quantities of up to this many numbers are looked at one by one for the noise in their sums."""
_SUM = 8.0
"""A partial result is a sum of several numbers, each with its noise."""
_PAPER = Context(prec=60)
_NEAR_NOTHING = Decimal("1e-9")
"""A number below this may be what is left of a difference that is nothing on paper."""


@record
class Link:
    """One part of a worked line, and the sign before it ("", "=" or "≈")."""

    sign: str
    tree: Expr


@record
class Chain:
    """A worked line: its links, and from where they are written."""

    links: tuple[Link, ...]
    view: View

    def texts(self) -> list[str]:
        """Each link as text, with its sign."""
        return [f"{k.sign} {to_text(k.tree, self.view)}".lstrip() for k in self.links]


def chain(step: Step, at: Mapping[str, int], digits: Digits) -> Chain:
    """The worked line of one component of a step.

    Args:
        step: A step that has a formula.
        at: Which component: a value for each index of the step's quantity.
        digits: Gives the numbers their digits.
    """
    quantity = step.quantity
    assert quantity.formula is not None
    ref = Ref(quantity.name, quantity.index)
    links = [Link("", ref)]
    tree = substitute(quantity.formula, step.scope, at, digits)
    while not isinstance(tree, Num):
        links.append(Link("=" if is_exact(tree) else "≈", tree))
        last, tree = tree, reduce_once(tree, digits)
    result = digits.component(quantity.name, tuple(at[i] for i in quantity.index))
    whole = result.exact and (len(links) == 1 or _same(last, result))
    links.append(Link("=" if whole else "≈", result))
    return Chain(tuple(links), View(step.scope, at))


def outcome(step: Step, row: int, digits: Digits) -> Chain:
    """A statistic of one row and what it comes to, without the numbers that it is made of."""
    quantity = step.quantity
    at = dict.fromkeys(quantity.index, row)
    result = digits.component(quantity.name, (row,) * len(at))
    exact = None if quantity.exact is None else float(quantity.exact[row])
    whole = result.exact and exact in (None, float(result.value))
    name = Link("", Ref(quantity.name, quantity.index))
    return Chain((name, Link("=" if whole else "≈", result)), View(step.scope, at))


def is_statistic(quantity: Quantity) -> bool:
    """Whether there is one number a row, as of a mean."""
    return set(quantity.index) <= set(ROWS)


def widest(step: Step) -> int:
    """How many numbers beside each other the formula of a step takes in, at the most."""
    if step.quantity.formula is None:
        return 1
    return max(
        (
            size
            for ref in references(step.quantity.formula)
            for index, size in zip(ref.index, step.scope[ref.name].value.shape, strict=True)
            if index not in ROWS
        ),
        default=1,
    )


def _same(tree: Expr, result: Num) -> bool:
    """Whether the numbers of the last link come to exactly the result."""
    if not is_exact(tree):
        return False
    scale = magnitude(tree) * MANY
    return to_decimal(evaluate(tree), scale) == to_decimal(result.value, scale)


def chains(step: Step, row: int, digits: Digits) -> Iterator[Chain]:
    """The worked lines of a step for one row: one for a statistic, one a component for a vector."""
    quantity = step.quantity
    axes = [
        [row] if index in ROWS else range(size)
        for index, size in zip(quantity.index, quantity.value.shape, strict=True)
    ]
    for place in product(*axes):
        yield chain(step, dict(zip(quantity.index, place, strict=True)), digits)


@dataclass(slots=True)
class Digits:
    """The digits of every number on a page: the same number is always written the same way.

    Attributes:
        scope: The quantities, by name.
        precision: Decimals of a number that has to be rounded.
        visible: The places on an axis of some size that are shown; they share their decimals.
    """

    scope: Mapping[str, Quantity]
    precision: int
    visible: Callable[[int], Sequence[int]] = range
    _shown: dict[tuple[str, tuple[int, ...]], Shown] = field(default_factory=dict)

    def component(self, name: str, place: tuple[int, ...]) -> Num:
        """A component with as many decimals as the others of its row."""
        quantity = self.scope[name]
        if (name, place) not in self._shown:
            together = self._row_of(quantity, place)
            places = together if place in together else [place]
            for p, shown in zip(places, self._digits(quantity, places), strict=True):
                self._shown[name, p] = shown
        shown = self._shown[name, place]
        value = number_at(quantity, place)
        if shown.is_zero:  # what is shown as nothing goes on as nothing
            value = type(value)(0)
        return Num(value, shown.text, shown.exact)

    def partial(self, value: Number, scale: float) -> Num:
        """A partial result, with all its digits where they fit."""
        shown = show(value, self.precision, scale * _SUM)
        return Num(value, shown.text, shown.exact)

    def _row_of(self, quantity: Quantity, place: tuple[int, ...]) -> list[tuple[int, ...]]:
        """The places that are shown beside `place`: the last axis, or `place` alone."""
        if not place or quantity.index[-1] == ROW:
            return [place]
        return [(*place[:-1], column) for column in self.visible(quantity.value.shape[-1])]

    def _digits(self, quantity: Quantity, places: list[tuple[int, ...]]) -> list[Shown]:
        if quantity.typed is not None:
            return [show_typed(quantity.typed[p], self.precision) for p in places]
        if quantity.places is not None:
            numbers = [to_decimal(number_at(quantity, p)) for p in places]
            return [show_places(number, quantity.places) for number in numbers]
        return show_alike([self._number(quantity, p) for p in places], self.precision)

    def _number(self, quantity: Quantity, place: tuple[int, ...]) -> Decimal:
        """A component to be shown; nothing where what it was made of is shown as nothing."""
        value, added = number_at(quantity, place), self._added(quantity, place)
        handed_on = self._handed_on(quantity, place)
        formula = quantity.formula
        on_paper = self._on_paper(quantity, place)
        if on_paper is not None and abs(on_paper - Decimal(value)) <= noise_of(added):
            return on_paper
        number = to_decimal(value, added, handed_on)
        if not number or abs(number) > _NEAR_NOTHING or not self._is_small(formula):
            return number
        assert formula is not None
        at = dict(zip(quantity.index, place, strict=True))
        made = evaluate(substitute(formula, self.scope, at, self))
        return number if made else Decimal(0)

    def _on_paper(self, quantity: Quantity, place: tuple[int, ...]) -> Decimal | None:
        """What a formula of typed numbers comes to exactly; float64 may not hold it."""
        formula = quantity.formula
        if formula is None or not self._is_small(formula):
            return None
        names = {ref.name for ref in references(formula)}
        if any(self.scope[name].typed is None for name in names):
            return None
        at = dict(zip(quantity.index, place, strict=True))
        with localcontext(_PAPER):
            worked = evaluate(substitute(formula, self.scope, at, _Typed(self.scope)))
        return worked if isinstance(worked, Decimal) and worked.is_finite() else None

    def _is_small(self, formula: Expr | None) -> bool:
        """Whether a formula refers to few enough numbers to be worked once more."""
        if formula is None:
            return False
        return all(self.scope[ref.name].value.size <= _SMALL for ref in references(formula))

    def _added(self, quantity: Quantity, place: tuple[int, ...]) -> float:
        """The size of what was added up to make a component, for small sums."""
        formula = quantity.formula
        if formula is None or not self._is_small(formula):
            return quantity.noise
        at = dict(zip(quantity.index, place, strict=True))
        tree = substitute(formula, self.scope, at, _Bare(self.scope))
        return max(magnitude(tree) * max(1.0, _leaves(tree) / 4), quantity.noise)

    def _handed_on(self, quantity: Quantity, place: tuple[int, ...]) -> float:
        """The size of the noise that a product or a quotient takes over from its factors."""
        if not self._is_small(quantity.formula):
            return 0.0
        at = dict(zip(quantity.index, place, strict=True))
        match quantity.formula:
            case Pow(Ref() as base, exponent):
                value, size = self._sized(base, at)
                return float(exponent * value ** (exponent - 1) * size)
            case Mul(Ref() as left, Ref() as right):
                (a, size_a), (b, size_b) = self._sized(left, at), self._sized(right, at)
                return a * size_b + b * size_a
            case Div(Ref() as left, Ref() as right):
                (a, size_a), (b, size_b) = self._sized(left, at), self._sized(right, at)
                return (size_a + a / b * size_b) / b if b else 0.0
            case _:
                return 0.0

    def _sized(self, ref: Ref, at: Mapping[str, int]) -> tuple[float, float]:
        """How large a component is, and how large what it was made of."""
        quantity, place = self.scope[ref.name], tuple(at[index] for index in ref.index)
        value = abs(float(number_at(quantity, place)))
        return value, max(value, self._added(quantity, place), self._handed_on(quantity, place))


def _leaves(tree: Expr) -> int:
    """How many numbers are in a tree; each leaves some noise in a sum."""
    return sum(map(_leaves, children(tree))) if children(tree) else 1


@record
class _Typed:
    """Numbers as they were typed."""

    scope: Mapping[str, Quantity]

    def component(self, name: str, place: tuple[int, ...]) -> Num:
        typed = self.scope[name].typed
        assert typed is not None
        return Num(Decimal(typed[place]), "")

    def partial(self, value: Number, scale: float) -> Num:
        return Num(value, "")


@record
class _Bare:
    """Numbers without digits, where only their size is of interest."""

    scope: Mapping[str, Quantity]

    def component(self, name: str, place: tuple[int, ...]) -> Num:
        return Num(number_at(self.scope[name], place), "")

    def partial(self, value: Number, scale: float) -> Num:
        return Num(value, "")


def number_at(quantity: Quantity, place: tuple[int, ...]) -> Number:
    """One component as a plain number."""
    value: Number = quantity.value[place]
    return value if quantity.value.dtype == object else float(value)
