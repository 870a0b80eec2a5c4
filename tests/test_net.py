"""The net: the formula of every step, worked for one component at a time, is what was recorded.

A formula is printed, and filled with numbers, for people to check. Here each component of each step
of each command is worked from its formula alone, with the numbers that the step itself refers to.
Which steps have a formula, which have none, and how many numbers there are is written down for each
family of problems, so that nothing can slip out of the net.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from addnorm_cli.formula.evaluation import evaluate
from addnorm_cli.formula.expr import Add, Div, Expr, Mul, Num, Scope, Sub, children, substitute
from addnorm_cli.numbers.surd import Number
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.settings import BlockSettings
from addnorm_cli.trace.trace import Trace
from tests.families import FAMILIES, Words

UNITS = {"exact": 1e-13, "float64": 1e-13, "float32": 1e-5, "float16": 1e-3, "bfloat16": 1e-2}
"""How far off rounding may carry a number, beside those that were added up to it."""
SMALLEST = {"exact": 0.0, "float64": 0.0, "float32": 1e-37, "float16": 1e-7, "bfloat16": 1e-37}
"""What a type rounds to nothing."""


@dataclass(frozen=True)
class Carried:
    """Numbers as they are carried, with no digits: nothing is rounded for being shown."""

    scope: Scope

    def component(self, name: str, place: tuple[int, ...]) -> Num:
        value = self.scope[name].value[place]
        return Num(value.item() if isinstance(value, np.generic) else value, "")

    def partial(self, value: Number, scale: float) -> Num:
        return Num(value, "")


def magnitude(tree: Expr) -> float:
    """The size of the numbers that were added up, so that the noise of a sum can be told."""
    match tree:
        case Add() | Sub():
            return max(map(magnitude, children(tree)))
        case Mul(left, right):
            return magnitude(left) * magnitude(right)
        case Div(left, right):
            divisor = abs(float(evaluate(right)))
            return magnitude(left) / divisor if divisor else 0.0
        case _:
            return abs(float(evaluate(tree)))


def slack(trace: Trace, quantity: Quantity, size: float) -> float:
    """How far a number may be from what its formula gives, as it was carried."""
    arithmetic = trace.arithmetic.describe()
    if isinstance(arithmetic, str):
        return UNITS[arithmetic] * size + SMALLEST[arithmetic]
    assert quantity.places is not None
    unit = 10.0**-quantity.places
    return unit if arithmetic["rounding"] == "truncate" else 0.5000001 * unit


def hidden(value: Number, at: dict[str, int], trace: Trace, scope: Mapping[str, Quantity]) -> bool:
    """Whether a score is masked: it has to be where the key is later, or where a mask is 0."""
    masked = value == -math.inf
    settings = trace.settings
    assert isinstance(settings, BlockSettings)
    later = at["s"] > at["t"] and settings.causal
    mask = scope.get("mask")
    place = tuple(at[index] for index in mask.index) if mask is not None else ()
    unseen = mask is not None and settings.mask == "seen" and not mask.value[place]
    assert masked == bool(later or unseen)
    return masked


def follow(trace: Trace, words: Words) -> Iterator[tuple[str, int]]:
    """The id of each step, and how many numbers its formula gives: none where it has none."""
    for path, step in trace.steps():
        quantity = step.quantity
        if quantity.formula is None:
            yield step.id, 0
            continue
        for place in np.ndindex(*quantity.value.shape):
            at = dict(zip(quantity.index, place, strict=True))
            value: Any = quantity.value[place]
            if step.id == "masked_scores" and hidden(value, at, trace, step.scope):
                continue
            tree = substitute(quantity.formula, step.scope, at, Carried(step.scope))
            right, size = float(evaluate(tree)), max(magnitude(tree), abs(float(value)))
            gap = abs(float(value) - right)
            assert gap <= slack(trace, quantity, size), (words, path, place, value, right)
        yield step.id, quantity.value.size


@pytest.mark.parametrize("name", FAMILIES)
def test_every_step_is_what_its_formula_says(traced: Callable[..., Trace], name: str) -> None:
    family = FAMILIES[name]
    if family.library:
        pytest.importorskip(family.library)
    worked: set[str] = set()
    given: set[str] = set()
    numbers = 0
    for words in family.problems:
        for step, count in follow(traced(*words), words):
            (worked if count else given).add(step)
            numbers += count
    assert (worked, given) == (set(family.worked.split()), set(family.given.split()))
    assert numbers == family.numbers
