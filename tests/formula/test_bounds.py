"""Error bounds: no float64 is further from what it stands for than its bound says."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest

from addnorm_cli.formula.bounds import bound
from addnorm_cli.formula.evaluation import evaluate
from addnorm_cli.formula.expr import Add, Call, Div, Expr, Mul, Num, Pow, Sub
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.trace import Trace
from tests.page.problems import KINDS
from tests.page.reading import MP


def number(value: float, error: float = 0.0) -> Num:
    return Num(value, "", error=error)


def exactly(tree: Expr, off: Callable[[Num], Any]) -> Any:
    """What a tree comes to where each number may be off."""
    match tree:
        case Num():
            return off(tree)
        case Add(terms):
            return MP.fsum(exactly(term, off) for term in terms)
        case Sub(left, right):
            return exactly(left, off) - exactly(right, off)
        case Mul(left, right):
            return exactly(left, off) * exactly(right, off)
        case Div(left, right):
            return exactly(left, off) / exactly(right, off)
        case Pow(base, exponent):
            return exactly(base, off) ** exponent
        case Call(function, argument):
            return FUNCTIONS[function](exactly(argument, off))
    raise TypeError(tree)


def _logistic(x: Any) -> Any:
    return 1 / (1 + MP.exp(-x))


def _gelu_tanh(x: Any) -> Any:
    return x * _logistic(2 * MP.sqrt(2 / MP.pi) * (x + MP.mpf("0.044715") * x**3))


FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "sqrt": MP.sqrt,
    "exp": MP.exp,
    "tanh": MP.tanh,
    "relu": lambda x: max(x, MP.mpf(0)),
    "silu": lambda x: x * _logistic(x),
    "quick-gelu": lambda x: x * _logistic(MP.mpf("1.702") * x),
    "gelu": lambda x: x * MP.erfc(-x / MP.sqrt(2)) / 2,
    "gelu-tanh": _gelu_tanh,
}
FUNCTIONS |= {
    f"{name}-slope": partial(MP.diff, FUNCTIONS[name])
    for name in ("silu", "quick-gelu", "gelu", "gelu-tanh")
}


def trees(chance: random.Random, depth: int) -> Expr:
    """A random formula of numbers that may each be off."""
    if not depth:
        value = chance.uniform(-3, 3) * 10.0 ** chance.randint(-3, 3)
        return number(value, abs(value) * chance.choice([0.0, 1e-16, 1e-12, 1e-9]))
    parts = [trees(chance, depth - 1) for _ in range(3)]
    return chance.choice(
        [Add(tuple(parts)), Sub(*parts[:2]), Mul(*parts[:2]), Div(*parts[:2]), Pow(parts[0], 2)]
    )


@pytest.mark.parametrize("seed", range(60))
def test_a_formula_is_within_its_bound(seed: int) -> None:
    chance = random.Random(seed)
    tree = trees(chance, chance.randint(1, 4))
    error, value = float(bound(tree)), float(evaluate(tree))

    def off(leaf: Num) -> Any:
        return MP.mpf(leaf.value) + MP.mpf(leaf.error) * chance.choice([-1, 0, 1])

    for _ in range(8):
        assert abs(exactly(tree, off) - value) <= error
    assert error > 0


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("error", [0.0, 1e-15, 1e-6])
def test_a_function_is_within_its_bound(function: str, error: float) -> None:
    for x in (-40.0, -9.5, -4.25, -2.9, -1.1, -0.3, 1e-9, 0.7, 2.2, 8.0, 21.3):
        if function == "sqrt" and x < 0:
            continue
        tree = Call(function, number(x, error))
        value, off = float(evaluate(tree)), float(bound(tree))
        for side in (-1, 0, 1):
            least = 0 if function == "sqrt" else -50
            right = FUNCTIONS[function](max(MP.mpf(x) + side * MP.mpf(error), least))
            assert abs(right - value) <= off, x
        steep = 1 / value if function == "sqrt" else 3 * (1 + abs(value) + abs(x))
        assert off <= 1e-13 * (1 + abs(value)) + error * steep


def test_a_root_that_may_be_of_nothing_may_be_nothing() -> None:
    assert bound(Call("sqrt", number(1e-20, 1e-18))) >= 1e-10


def quantities(trace: Trace) -> Iterator[Quantity]:
    for _, step in trace.steps():
        yield step.quantity


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("kind", ["residual", "layernorm", "addnorm", "gradient"])
def test_a_float64_is_as_near_to_the_exact_number_as_it_says(
    traced: Callable[..., Trace], kind: str, seed: int
) -> None:
    words, _ = KINDS[kind](random.Random(f"bounds {kind} {seed}"))
    exact, floats = traced(*words), traced(*words, "--dtype", "float64")
    for right, found in zip(quantities(exact), quantities(floats), strict=True):
        if right.value.dtype != object:
            break
        errors = found.errors()
        apart = [abs(float(a - b)) for a, b in zip(right.value.flat, _exact(found), strict=True)]
        assert (np.reshape(apart, errors.shape) <= errors).all(), (words, right.name)


def _exact(quantity: Quantity) -> list[Any]:
    from addnorm_cli.numbers.surd import Surd

    return [Surd(float(value)) for value in quantity.value.flat]
