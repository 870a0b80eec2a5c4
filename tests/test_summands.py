"""A third summand and vectors that are added in every row, beside NumPy and PyTorch."""

from __future__ import annotations

import json

import numpy as np
import pytest
from numpy.typing import NDArray

import addnorm_cli
from tests.conftest import Runner

Numbers = NDArray[np.float64]

X = np.array([[0.8, 0.4, 0.6, -0.1], [1.5, -0.25, 0.3, 2.0]])
SUBLAYER = np.array([[0.02, -0.5, 0.11, 0.7], [0.3, 0.9, -1.4, 0.05]])
BIAS = np.array([0.1, -0.2, 0.3, 0.4])
VECTOR = "0.02,-0.5,0.11,0.7"


def test_skip_layer_norm_with_a_bias_is_that_of_pytorch() -> None:
    torch = pytest.importorskip("torch")
    found = np.asarray(addnorm_cli.addnorm(X, SUBLAYER, bias=BIAS, convention="pytorch").result)
    summed = torch.from_numpy(X + SUBLAYER + BIAS)
    expected = torch.nn.functional.layer_norm(summed, (4,))
    np.testing.assert_allclose(found, expected.numpy(), rtol=1e-12)


def test_a_bias_is_the_third_term_of_every_component(addnorm: Runner) -> None:
    run = addnorm("residual", "1,2", "0.5,-1", "--bias", "0.1,0.2", "--json")
    trace = run.json
    assert trace["result"] == [1.6, 1.2]
    assert trace["inputs"]["bias"] == [0.1, 0.2]
    assert trace["steps"][-1]["work"] == ["r₀ = 1 + 0.5 + 0.1 = 1.6", "r₁ = 2 + (-1) + 0.2 = 1.2"]


@pytest.mark.parametrize(
    ("options", "expected"),
    [(("--exact",), "1.6,1.2"), (("--hand", "0"), "2,1"), (("--dtype", "float32"), "1.6,1.2")],
)
def test_however_numbers_are_carried(
    addnorm: Runner, options: tuple[str, ...], expected: str
) -> None:
    run = addnorm("residual", "1,2", "0.5,-1", "--bias", "0.1,0.2", "-q", *options)
    assert [round(float(n), 6) for n in run.out.split(",")] == list(map(float, expected.split(",")))


def test_a_problem_states_its_bias_and_an_option_wins(addnorm: Runner) -> None:
    problem = json.dumps({"x": [1, 2], "sublayer": [0.5, -1], "bias": [0.1, 0.2]})
    assert addnorm("residual", "-", "-q", stdin=problem).out == "1.6,1.2\n"
    other = addnorm("residual", "-", "--bias", "1,1", "-q", stdin=problem)
    assert other.out == "2.5,2\n"


@pytest.mark.parametrize("form", ["numpy", "pytorch"])
def test_the_script_adds_it_too(addnorm: Runner, form: str) -> None:
    run = addnorm("addnorm", "1,2,4", "0.5,-1,2", "--bias", "0.1,0.2,0.3", "-f", form)
    assert "\nr = x + sublayer + bias\n" in run.out


def test_a_bias_of_its_own_is_wrong_beside_a_layer_or_in_a_gradient(addnorm: Runner) -> None:
    layer = {"x": [1, 2], "sublayer": {"weight": [[1, 0], [0, 1]]}, "bias": [1, 2]}
    run = addnorm("residual", "-", stdin=json.dumps(layer))
    assert run.code == 2
    assert "beside a sublayer that is worked out" in run.err
    with pytest.raises(ValueError, match="no weight"):
        addnorm_cli.gradient([1.0, 2.0, 4.0], [0.5, 1.0, 2.0], bias=[1.0, 2.0, 3.0])


@pytest.mark.parametrize(
    ("x", "sublayer", "name"), [(X, SUBLAYER[0], "Sublayer(x)"), (SUBLAYER[0], X, "x")]
)
def test_a_vector_is_added_in_every_row_as_numpy_does(
    x: Numbers, sublayer: Numbers, name: str
) -> None:
    trace = addnorm_cli.residual(x, sublayer)
    np.testing.assert_allclose(np.asarray(trace.result), x + sublayer, rtol=1e-15)
    (notice,) = trace.notices
    assert (notice.key, notice.facts) == ("repeated", {"name": name, "rows": 2})


def test_a_column_is_not_spread_over_the_components() -> None:
    with pytest.raises(ValueError, match="has shape"):
        addnorm_cli.residual(X, X[:, :1])
