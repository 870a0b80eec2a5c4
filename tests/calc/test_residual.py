"""The residual connection."""

from __future__ import annotations

import numpy as np
import pytest

from addnorm_cli.calc import work
from addnorm_cli.model.conventions import CONVENTIONS
from addnorm_cli.model.problem import Case, Linear, Orientation, Problem, Tensor
from addnorm_cli.numbers.arithmetic import Machine
from addnorm_cli.trace.trace import Trace


def tensor(values: object) -> Tensor:
    return Tensor(values=np.array(values, dtype=float), typed=None, source="test")


def added(x: Tensor, sublayer: Tensor | Linear) -> Trace:
    case = Case(label=None, x=x, sublayer=sublayer)
    problem = Problem(title=None, cases=(case,), gamma=None, beta=None, norm=CONVENTIONS["docs"])
    return work("residual", problem, Machine())


@pytest.mark.parametrize(
    ("orientation", "expected"), [("xW", [1 + 13, 2 + 14]), ("Wx", [1 + 10, 2 + 14])]
)
def test_orientation_says_which_way_the_weight_lies(
    orientation: Orientation, expected: list[float]
) -> None:
    # x = [1, 2], W = [[1, 2], [3, 4]], b = [6, 4]: x W = [7, 10], W x = [5, 11] - and 6 + 4 on top
    bias = tensor([6, 4]) if orientation == "xW" else tensor([5, 3])
    linear = Linear(weight=tensor([[1, 2], [3, 4]]), bias=bias, orientation=orientation)
    assert added(tensor([1, 2]), linear).cases[0].result.natural().tolist() == expected


def test_relu_cuts_at_zero_and_leaves_no_negative_zero() -> None:
    linear = Linear(weight=tensor([[-1, 0], [0, 1]]), bias=None, activation="relu")
    trace = added(tensor([3, 4]), linear)
    activation = next(step.quantity for path, step in trace.steps() if path == ("activation",))
    assert activation.natural().tolist() == [0, 4]
    assert not np.signbit(activation.value).any()


def test_a_matrix_keeps_its_shape() -> None:
    x = np.arange(24.0).reshape(2, 3, 4)
    result = added(tensor(x), tensor(np.ones((2, 3, 4)))).cases[0].result
    assert result.natural().tolist() == (x + 1).tolist()
