"""How far rounding at every operation may carry a formula off: a bound, from the sizes of numbers.

The first-order running error analysis of Higham, "Accuracy and Stability of Numerical Algorithms"
(2nd ed., section 3.3), over the tree of a formula: each operation leaves its part of the result,
and hands on what its operands were off. A sum of n terms leaves about √n of such parts, as errors
of both signs do, and never more than n.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any

import numpy as np

from addnorm_cli.formula.compute import Indexed, aligned, joined, total, total_of_product
from addnorm_cli.formula.expr import (
    Add,
    Call,
    Div,
    Expr,
    Index,
    Mul,
    Num,
    Pow,
    Ref,
    Sub,
    Total,
    references,
)
from addnorm_cli.formula.functions import FUNCTIONS
from addnorm_cli.model.records import record
from addnorm_cli.numbers.arithmetic import Array

_LIBRARY = 4
"""Units in the last place that a function of a library may be off."""


@record
class Rounded:
    """Numbers in float64, and how far each of them may be off."""

    value: Array
    error: Array


@record
class _Node:
    value: Any
    error: Any
    axes: Index

    @property
    def values(self) -> Indexed:
        return self.value, self.axes

    @property
    def errors(self) -> Indexed:
        return self.error, self.axes

    @property
    def sizes(self) -> Indexed:
        return np.abs(self.value), self.axes


def rounded(expr: Expr, scope: Mapping[str, Rounded], index: Index, unit: float) -> Rounded:
    """The numbers of a formula, and how far they may be off.

    Args:
        expr: The formula.
        scope: What it refers to, by name.
        index: The names of the axes of the result.
        unit: Half the distance from 1 to the next number: 2^-24 for float32.
    """
    node = _worked(expr, scope, index, unit)
    return Rounded(*(np.asarray(aligned(v, node.axes, index)) for v in (node.value, node.error)))


def _worked(expr: Expr, scope: Mapping[str, Rounded], order: Index, unit: float) -> _Node:
    def work(node: Expr) -> _Node:
        return _worked(node, scope, order, unit)

    match expr:
        case Num(value, _, _):
            return _Node(float(value), 0.0, ())
        case Ref(name, index):
            return _Node(scope[name].value, scope[name].error, index)
        case Add(terms):
            return reduce(lambda a, b: _sum(np.add, a, b, unit), map(work, terms))
        case Sub(left, right):
            return _sum(np.subtract, work(left), work(right), unit)
        case Mul(left, right):
            return _product(work(left), work(right), unit)
        case Div(left, right):
            return _quotient(work(left), work(right), unit)
        case Pow(base, exponent):
            node = work(base)
            slope = exponent * np.abs(node.value) ** (exponent - 1)
            value = node.value**exponent
            return _Node(value, slope * node.error + unit * np.abs(value), node.axes)
        case Call(function, argument):
            return _called(FUNCTIONS[function].apply, work(argument), unit)
        case Total(over, Mul(left, right)) if _has(left, over) and _has(right, over):
            return _total_of_product(over, work(left), work(right), order, unit)
        case Total(over, body):
            node = work(body)
            parts = _parts(node.value.shape[node.axes.index(over)])
            value, axes = total(over, node.values)
            error = total(over, node.errors)[0] + parts * unit * total(over, node.sizes)[0]
            return _Node(value, error, axes)
    raise TypeError(expr)


def _has(expr: Expr, index: str) -> bool:
    return any(index in ref.index for ref in references(expr))


def _parts(terms: int) -> float:
    """How many parts of rounding a sum of so many terms leaves."""
    return min(terms, 2 + math.sqrt(terms))


def _sum(operate: Callable[[Any, Any], Any], left: _Node, right: _Node, unit: float) -> _Node:
    value, axes = joined(operate, left.values, right.values)
    return _Node(value, joined(np.add, left.errors, right.errors)[0] + unit * np.abs(value), axes)


def _product(left: _Node, right: _Node, unit: float) -> _Node:
    value, axes = joined(np.multiply, left.values, right.values)
    error = joined(np.multiply, left.sizes, right.errors)[0]
    error = error + joined(np.multiply, left.errors, right.sizes)[0]
    return _Node(value, error + unit * np.abs(value), axes)


def _quotient(left: _Node, right: _Node, unit: float) -> _Node:
    value, axes = joined(np.divide, left.values, right.values)
    size = np.abs(value), axes
    error = joined(np.add, left.errors, joined(np.multiply, size, right.errors))[0]
    floor = np.maximum(np.abs(right.value) - right.error, 1e-300), right.axes
    error, _ = joined(np.divide, (error, axes), floor)
    return _Node(value, error + unit * np.abs(value), axes)


def _called(apply: Callable[[Any], Any], node: _Node, unit: float) -> _Node:
    value = apply(np.asarray(node.value))
    above = apply(np.asarray(node.value + node.error))
    lower = node.value - node.error
    below = apply(np.where((lower < 0) & (node.value >= 0), 0.0, lower))
    error = np.maximum(np.abs(above - value), np.abs(value - below))
    return _Node(value, error + _LIBRARY * unit * np.abs(value), node.axes)


def _total_of_product(over: str, left: _Node, right: _Node, order: Index, unit: float) -> _Node:
    parts = _parts(left.value.shape[left.axes.index(over)])
    value, axes = total_of_product(over, left.values, right.values, order)
    terms = (
        total_of_product(over, left.sizes, right.errors, order),
        total_of_product(over, left.errors, right.sizes, order),
        total_of_product(over, left.sizes, right.sizes, order),
    )
    one, other, sizes = (aligned(v, of, axes) for v, of in terms)
    return _Node(value, one + other + (parts + 1) * unit * sizes, axes)
