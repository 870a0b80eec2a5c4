"""A worked line as a tiny expression tree: symbols, and the same tree with numbers in their place.

A formula is written once, with operators (`total("i", z) / d`). `substitute` puts the numbers of
one component in, `reduce_once` works out the innermost brackets, `evaluate` the whole; the writers
`to_text` and `to_latex` spell any of these trees. So the formula, the line with numbers and the
result cannot disagree.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from addnorm_cli.functions import FUNCTIONS
from addnorm_cli.records import record

Number = float | Decimal
At = Mapping[str, int]
ROW = "row"
"""The index that runs over the rows: every formula holds for each row, so it is never written."""
ONLY_HEAD = "head"
"""The index over the heads where there is one head, which is not written either."""
UNWRITTEN = (ROW, ONLY_HEAD)


@record
class Glyph:
    """How a quantity is written: in plain text and in LaTeX."""

    text: str
    latex: str


class Expr:
    """A node of the tree; combine nodes with + - * / ** and the functions below."""

    __slots__ = ()

    def __add__(self, other: Expr | int) -> Expr:
        return Add((self, lift(other)))

    def __sub__(self, other: Expr | int) -> Expr:
        return Sub(self, lift(other))

    def __mul__(self, other: Expr | int) -> Expr:
        return Mul(self, lift(other))

    def __truediv__(self, other: Expr | int) -> Expr:
        return Div(self, lift(other))

    def __pow__(self, exponent: int) -> Expr:
        return Pow(self, exponent)


@record
class Num(Expr):
    """A number, with the digits that stand for it.

    Attributes:
        value: The number as it is carried.
        text: Its digits.
        exact: Whether the digits are the whole number.
    """

    value: Number
    text: str
    exact: bool = True


@record
class Ref(Expr):
    """A component of a named quantity: `Ref("z", ("row", "i"))` is zᵢ of every row."""

    name: str
    index: tuple[str, ...] = ()


@record
class Add(Expr):
    """A sum of two or more terms."""

    terms: tuple[Expr, ...]


@record
class Sub(Expr):
    """A difference."""

    left: Expr
    right: Expr


@record
class Mul(Expr):
    """A product of two factors."""

    left: Expr
    right: Expr


@record
class Div(Expr):
    """A quotient."""

    left: Expr
    right: Expr


@record
class Pow(Expr):
    """A whole power."""

    base: Expr
    exponent: int


@record
class Call(Expr):
    """A function of one argument, by its name in FUNCTIONS."""

    function: str
    argument: Expr


@record
class Total(Expr):
    """Σ over every value of one index."""

    index: str
    body: Expr


def lift(value: Expr | int) -> Expr:
    """A whole number of a formula (the 1 of d - 1) as a node."""
    return value if isinstance(value, Expr) else Num(value, str(value))


def sqrt(argument: Expr) -> Expr:
    """The square root of `argument`."""
    return Call("sqrt", argument)


def total(index: str, body: Expr) -> Expr:
    """The sum of `body` over `index`."""
    return Total(index, body)


class Valued(Protocol):
    """What the tree needs to know of a quantity to put numbers in its place."""

    @property
    def name(self) -> str:
        """The name by which formulas refer to it."""

    @property
    def symbol(self) -> Glyph | Expr:
        """Its own letter, or the expression that stands for it (z - μ)."""

    @property
    def value(self) -> NDArray[np.generic]:
        """The numbers, one axis for each index."""


Scope = Mapping[str, Valued]


class Shower(Protocol):
    """Gives numbers their digits."""

    def component(self, name: str, place: tuple[int, ...]) -> Num:
        """The component of the quantity `name` at `place`."""

    def partial(self, value: Number, scale: float) -> Num:
        """A partial result; `scale` is the largest magnitude that went into it."""


def children(expr: Expr) -> tuple[Expr, ...]:
    """The nodes directly below `expr`."""
    match expr:
        case Add(terms):
            return terms
        case Sub(left, right) | Mul(left, right) | Div(left, right):
            return (left, right)
        case Pow(node, _) | Call(_, node) | Total(_, node):
            return (node,)
        case _:
            return ()


def rebuilt(expr: Expr, nodes: tuple[Expr, ...]) -> Expr:
    """`expr` with other nodes below it, as many as before."""
    match expr:
        case Add():
            return Add(nodes)
        case Sub() | Mul() | Div():
            return type(expr)(nodes[0], nodes[1])
        case Pow(_, exponent):
            return Pow(nodes[0], exponent)
        case Call(function, _):
            return Call(function, nodes[0])
        case Total(index, _):
            return Total(index, nodes[0])
        case _:
            return expr


def references(expr: Expr) -> list[Ref]:
    """Every reference in the tree, from left to right."""
    if isinstance(expr, Ref):
        return [expr]
    return [ref for node in children(expr) for ref in references(node)]


def extent(expr: Expr, index: str, scope: Scope) -> int:
    """How many values `index` takes, read off the quantities that use it."""
    for ref in references(expr):
        if index in ref.index:
            return int(scope[ref.name].value.shape[ref.index.index(index)])
    raise KeyError(index)


def substitute(expr: Expr, scope: Scope, at: At, show: Shower) -> Expr:
    """The tree with the numbers of one component in place of its symbols.

    Args:
        expr: The formula.
        scope: The quantities that it refers to, by name.
        at: Which component: a value for every free index.
        show: Gives each number its digits.

    Returns:
        A tree without references; each Σ is written out as a sum.
    """
    match expr:
        case Ref(name, index):
            return show.component(name, tuple(at[i] for i in index))
        case Total(index, body):
            size = extent(body, index, scope)
            terms = [substitute(body, scope, {**at, index: i}, show) for i in range(size)]
            return terms[0] if size == 1 else Add(tuple(_flat(terms)))
        case Add(terms):
            return Add(tuple(_flat([substitute(term, scope, at, show) for term in terms])))
        case _:
            nodes = tuple(substitute(node, scope, at, show) for node in children(expr))
            return rebuilt(expr, nodes)


def _flat(terms: list[Expr]) -> list[Expr]:
    """(a + b) + c as a + b + c."""
    return [part for t in terms for part in (t.terms if isinstance(t, Add) else (t,))]


def evaluate(expr: Expr) -> Number:
    """The value of a tree without references."""
    match expr:
        case Num(value, _, _):
            return value
        case Pow(base, exponent):
            return evaluate(base) ** exponent
        case Call(function, argument):
            return _number(FUNCTIONS[function].apply(np.asarray(evaluate(argument))))
        case Add(terms):
            values = [evaluate(term) for term in terms]
            if any(isinstance(value, Decimal) for value in values):
                return sum(map(_decimal, values), Decimal(0))
            return math.fsum(values)
        case Sub() | Mul() | Div():
            return _operate(expr, *_alike(evaluate(expr.left), evaluate(expr.right)))
    raise TypeError(expr)


def _number(value: Any) -> Number:
    """A single number out of what NumPy returns for one."""
    return value if isinstance(value, Decimal) else np.asarray(value).item()


def _decimal(value: Number) -> Decimal:
    return value if isinstance(value, Decimal) else Decimal(repr(value))


def _alike(left: Number, right: Number) -> tuple[Number, Number]:
    """Both as decimals where one of them is, since the two kinds do not mix."""
    if isinstance(left, Decimal) or isinstance(right, Decimal):
        return _decimal(left), _decimal(right)
    return left, right


def _operate(expr: Sub | Mul | Div, left: Number, right: Number) -> Number:
    match expr:
        case Sub():
            return left - right  # type: ignore[operator]
        case Mul():
            return left * right  # type: ignore[operator]
        case Div():
            return left / right  # type: ignore[operator]


def reduce_once(expr: Expr, show: Shower) -> Expr:
    """The tree with its innermost operations worked out: (1 + 3) / 2 becomes 4 / 2."""
    nodes = children(expr)
    if not nodes:
        return expr
    if all(isinstance(node, Num) for node in nodes):
        return show.partial(evaluate(expr), magnitude(expr))
    return rebuilt(expr, tuple(reduce_once(node, show) for node in nodes))


def magnitude(expr: Expr) -> float:
    """The size of the numbers that were added up to make `expr`, so that noise can be told.

    0.1 + 0.2 - 0.3 is 5.6e-17 to the machine, and its magnitude is 0.3.
    """
    match expr:
        case Num(value, _, _):
            return abs(float(value))
        case Add() | Sub():
            return max(map(magnitude, children(expr)))
        case Mul(left, right):
            return magnitude(left) * magnitude(right)
        case Div(left, right):
            divisor = abs(float(evaluate(right)))
            return magnitude(left) / divisor if divisor else 0.0
        case _:
            return abs(float(evaluate(expr)))


def is_exact(expr: Expr) -> bool:
    """Whether every number in the tree is shown with all its digits."""
    return expr.exact if isinstance(expr, Num) else all(map(is_exact, children(expr)))
