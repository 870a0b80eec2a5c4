"""A worked line as a tiny expression tree: symbols, and the same tree with numbers in their place.

A formula is written once, with operators (`total("i", z) / d`). `substitute` puts the numbers of
one component in, `evaluation` works brackets out, and the writers of `notation` spell any of these
trees. So the formula, the line with numbers and the result cannot disagree.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from numpy.typing import NDArray

from addnorm_cli.model.records import record
from addnorm_cli.numbers.surd import Number

At = Mapping[str, int]
Index = tuple[str, ...]
"""The names of the axes of an array."""
ROW = "row"
"""The index that runs over the rows: every formula holds for each row, so it is never written."""
ONLY_HEAD = "head"
"""The index over the heads where there is one head, which is not written either."""
UNWRITTEN = (ROW, ONLY_HEAD)


@record
class Glyph:
    """How a quantity is written: in plain text and in LaTeX.

    Attributes:
        text: The letter in plain text.
        latex: The letter in LaTeX.
        bracketed: Its components are x[0], x[1], since x₀ is something else.
    """

    text: str
    latex: str
    bracketed: bool = False


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
        form: How it is written where that is no row of digits: a fraction, a root.
        error: How far it may be off, where it is a float64.
        noise: It is written as 0, since it may be off by its own size.
    """

    value: Number
    text: str
    exact: bool = True
    form: Expr | None = None
    error: float = 0.0
    noise: bool = False


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


class Lettered(Protocol):
    """What the tree needs to know of a quantity to write it."""

    @property
    def symbol(self) -> Glyph | Expr:
        """Its own letter, or the expression that stands for it (z - μ)."""


class Numbered(Protocol):
    """What the tree needs to know of a quantity to compute with it."""

    @property
    def value(self) -> NDArray[Any]:
        """The numbers, one axis for each index."""


class Valued(Lettered, Numbered, Protocol):
    """What the tree needs to know of a quantity to put numbers in its place."""

    @property
    def name(self) -> str:
        """The name by which formulas refer to it."""


Scope = Mapping[str, Valued]
Values = Mapping[str, Numbered]


class Shower(Protocol):
    """Gives numbers their digits."""

    def component(self, name: str, place: tuple[int, ...]) -> Num:
        """The component of the quantity `name` at `place`."""

    def partial(self, value: Number, error: float) -> Num:
        """A partial result, and how far it may be off."""


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
