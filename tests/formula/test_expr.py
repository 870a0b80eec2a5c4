"""Formulas as trees: substituting, reducing, evaluating."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from addnorm_cli.formula.evaluation import evaluate, reduce_once
from addnorm_cli.formula.expr import (
    Add,
    Call,
    Div,
    Expr,
    Glyph,
    Mul,
    Num,
    Pow,
    Ref,
    Sub,
    children,
    rebuilt,
    sqrt,
    substitute,
    total,
)
from addnorm_cli.numbers.surd import Number


@dataclass(frozen=True)
class Letter:
    name: str
    symbol: Glyph | Expr
    value: NDArray[Any]


@dataclass(frozen=True)
class Plain:
    scope: Mapping[str, Letter]

    def component(self, name: str, place: tuple[int, ...]) -> Num:
        value = self.scope[name].value[place]
        return Num(value, str(value))

    def partial(self, value: Number, scale: float) -> Num:
        return Num(value, str(value))


def number(value: float) -> Num:
    return Num(value, str(value))


SCOPE = {
    "z": Letter("z", Glyph("z", "z"), np.array([[1.0, 2.0, 6.0], [4.0, 5.0, 7.5]])),
    "d": Letter("d", Glyph("d", "d"), np.array(3)),
}
z, d = Ref("z", ("row", "i")), Ref("d")


@pytest.mark.parametrize(
    ("tree", "value"),
    [
        pytest.param(Add((number(1), number(2), number(0.5))), 3.5, id="sum"),
        pytest.param(Sub(number(1), number(4)), -3, id="difference"),
        pytest.param(Mul(number(-2), number(4)), -8, id="product"),
        pytest.param(Div(number(1), number(8)), 0.125, id="quotient"),
        pytest.param(Pow(number(-3), 2), 9, id="power of a negative number"),
        pytest.param(sqrt(number(2.25)), 1.5, id="root"),
        pytest.param(Call("relu", number(-1.5)), 0, id="relu below zero"),
        pytest.param(Call("relu", number(1.5)), 1.5, id="relu above zero"),
    ],
)
def test_evaluate_gives_the_value(tree: Expr, value: float) -> None:
    assert evaluate(tree) == value


def test_evaluate_adds_without_losing_digits() -> None:
    assert evaluate(Add((number(1e16), number(1.0), number(-1e16)))) == 1.0


def test_evaluate_stays_exact_with_decimals() -> None:
    tree = Div(Add((Num(Decimal("0.323"), ""), Num(Decimal("0.239"), ""))), Num(4, "4"))
    assert evaluate(tree) == Decimal("0.1405")


def test_a_sum_is_written_out_for_one_row() -> None:
    tree = substitute(total("i", z) / d, SCOPE, {"row": 1}, Plain(SCOPE))
    assert isinstance(tree, Div)
    assert isinstance(tree.left, Add)
    assert [evaluate(term) for term in tree.left.terms] == [4.0, 5.0, 7.5]
    assert evaluate(tree) == 5.5


def test_reducing_works_out_the_innermost_brackets_first() -> None:
    tree = substitute(total("i", z) / d, SCOPE, {"row": 0}, Plain(SCOPE))
    once = reduce_once(tree, Plain(SCOPE))
    assert isinstance(once, Div)
    assert evaluate(once.left) == 9.0
    assert isinstance(reduce_once(once, Plain(SCOPE)), Num)


def test_an_unknown_index_is_an_error() -> None:
    with pytest.raises(KeyError):
        substitute(total("j", z), SCOPE, {"row": 0, "i": 0}, Plain(SCOPE))


@pytest.mark.parametrize(
    "tree", [number(2), d, z + d, z - d, z * d, z / d, z**2, sqrt(d), total("i", z)], ids=repr
)
def test_a_tree_of_its_own_parts_is_itself(tree: Expr) -> None:
    assert rebuilt(tree, children(tree)) == tree
