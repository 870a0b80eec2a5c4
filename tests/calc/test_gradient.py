"""The way back through y = N(x + F(x)) against PyTorch's autograd, and its laws."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from addnorm_cli.calc import work
from addnorm_cli.model.conventions import CONVENTIONS
from addnorm_cli.model.problem import Case, Linear, NormSpec, Problem, Tensor
from addnorm_cli.numbers.arithmetic import Array, ByHand, Machine
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.trace import SelfCheck, Trace

FIXTURES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent.parent / "fixtures/gradients.json").read_text("utf-8")
)


def tensor(values: object) -> Tensor:
    return Tensor(values=np.array(values, dtype=float), typed=None, source="test")


def problem_of(case: dict[str, Any]) -> Problem:
    norm, sublayer = case["norm"], case.get("sublayer")
    spec = NormSpec(
        kind=norm["kind"], eps=repr(norm["eps"]), eps_at=norm["eps_at"], ddof=norm.get("ddof")
    )
    if isinstance(sublayer, dict):
        sublayer = Linear(
            weight=tensor(sublayer["weight"]),
            bias=tensor(sublayer["bias"]),
            activation=sublayer.get("activation", "identity"),
        )
    elif sublayer is not None:
        sublayer = tensor(sublayer)
    one = Case(
        label=None, x=tensor(case["x"]), sublayer=sublayer, upstream=tensor(case["upstream"])
    )
    gamma, beta = (tensor(case[name]) if name in case else None for name in ("gamma", "beta"))
    return Problem(title=None, cases=(one,), gamma=gamma, beta=beta, norm=spec)


def gradient(problem: Problem) -> Trace:
    return work("gradient", problem, Machine())


def backward(
    x: Array, upstream: Array, spec: NormSpec, sublayer: Tensor | Linear | None = None
) -> Trace:
    case = Case(label=None, x=tensor(x), sublayer=sublayer, upstream=tensor(upstream))
    return gradient(Problem(title=None, cases=(case,), gamma=None, beta=None, norm=spec))


def values(trace: Trace) -> dict[str, Array]:
    return {step.id: step.quantity.natural() for _, step in trace.steps()}


def results(trace: Trace) -> dict[str, Quantity]:
    return dict(trace.cases[0].results)


def checks(trace: Trace) -> dict[str, SelfCheck]:
    return {check.id: check for check in trace.cases[0].all_checks()}


@pytest.mark.parametrize("case", FIXTURES, ids=[case["name"] for case in FIXTURES])
def test_every_gradient_is_that_of_autograd(case: dict[str, Any]) -> None:
    trace = gradient(problem_of(case))
    found = values(trace)
    scale = np.abs(case["result"]["x"]).max()

    def agrees(name: str, right: Any) -> None:
        assert found[name].shape == np.shape(right)
        np.testing.assert_allclose(found[name], right, rtol=1e-10, atol=1e-10 * scale)

    agrees("output", case["output"])
    agrees("d_input", case["d_input"])
    agrees("d_normalized", case["d_normalized"])
    agrees("d_x", case["result"]["x"])
    agrees("d_gamma", case["result"]["gamma"])
    if "beta" in case["result"]:
        agrees("d_beta", case["result"]["beta"])
    if "sublayer" in case:
        agrees("d_sublayer", case["result"]["sublayer"])
    if "d_weight" in case:
        agrees("d_x_identity", case["x_by_path"]["identity"])
        agrees("d_x_sublayer", case["x_by_path"]["through_sublayer"])
        agrees("d_weight", case["d_weight"])
        agrees("d_bias", case["d_bias"])
    if "jacobian_norm" in case:
        agrees("jacobian_norm", case["jacobian_norm"])
        if "d_weight" in case:
            agrees("jacobian_residual", case["jacobian_residual"])
            agrees("jacobian", case["jacobian"])
    assert set(results(trace)) == {"x", "gamma"} | (case["result"].keys() & {"beta"}) | (
        {"sublayer"} if "sublayer" in case else set()
    )
    assert all(check.holds for check in checks(trace).values())
    assert checks(trace)["central_differences"].found < 1e-5 * max(scale, 1)


def test_differences_that_are_central_are_off_by_the_square_of_the_step_alone() -> None:
    """A step of 1e-5 to one side and twice that to the other would leave about 1e-6."""
    x, upstream = np.array([[0.5, -1.25, 3, 2, 7]]), np.array([[1, -2, 0.5, 0, 3]])
    for spec in (CONVENTIONS["pytorch"], CONVENTIONS["llama"]):
        assert checks(backward(x, upstream, spec))["central_differences"].found < 1e-9


rows = arrays(
    float,
    st.tuples(st.integers(1, 4), st.integers(2, 7)),
    elements=st.floats(-9, 9, width=32),
)
NORMS = [
    NormSpec(kind="layernorm", eps="1e-5", eps_at="variance", ddof=0),
    NormSpec(kind="layernorm", eps="0.1", eps_at="sigma", ddof=1),
    NormSpec(kind="rmsnorm", eps="0.1", eps_at="sigma", ddof=None),
    CONVENTIONS["gemma"],
]


def spread_out(x: Array) -> bool:
    return bool((x.std(-1) > 0.1).all())


@given(rows, st.sampled_from(NORMS), st.integers(0, 9))
def test_central_differences_agree(x: Array, spec: NormSpec, seed: int) -> None:
    if not spread_out(x):
        return
    upstream = np.random.default_rng(seed).normal(size=x.shape)
    found = checks(backward(x, upstream, spec))
    assert "central_differences" in found
    assert all(check.holds for check in found.values())


@given(rows, st.sampled_from(NORMS[:2]))
def test_no_gradient_points_along_a_shift(x: Array, spec: NormSpec) -> None:
    upstream = np.cos(np.arange(x.size)).reshape(x.shape)
    d_x = values(backward(x, upstream, spec))["d_x"]
    np.testing.assert_allclose(d_x.sum(-1), 0, atol=1e-9 * max(abs(d_x).max(), 1))


@given(rows, st.sampled_from(["layernorm", "rmsnorm"]), st.sampled_from(["sigma", "variance"]))
def test_without_eps_no_gradient_points_along_z_hat(x: Array, kind: str, eps_at: str) -> None:
    # a norm without ε does not see the scale of its input
    if not spread_out(x):
        return
    ddof = 0 if kind == "layernorm" else None
    spec = NormSpec(kind=kind, eps="0", eps_at=eps_at, ddof=ddof)  # type: ignore[arg-type]
    upstream = np.cos(np.arange(x.size)).reshape(x.shape)
    found = values(backward(x, upstream, spec))
    along = (found["d_input"] * found["normalized"]).sum(-1)
    np.testing.assert_allclose(along, 0, atol=1e-10 * max(abs(found["d_input"]).max(), 1))


@given(rows, st.sampled_from(NORMS))
def test_rows_do_not_see_each_other(x: Array, spec: NormSpec) -> None:
    upstream = np.cos(np.arange(x.size)).reshape(x.shape)
    together = values(backward(x, upstream, spec))["d_x"]
    alone = [values(backward(row, g, spec))["d_x"] for row, g in zip(x, upstream, strict=True)]
    np.testing.assert_allclose(together, alone, rtol=1e-13, atol=1e-13)


@given(rows, st.sampled_from(NORMS), st.floats(-8, 8))
def test_the_gradient_is_linear_in_what_arrives(x: Array, spec: NormSpec, factor: float) -> None:
    upstream = np.cos(np.arange(x.size)).reshape(x.shape)
    once = values(backward(x, upstream, spec))["d_x"]
    scaled = values(backward(x, factor * upstream, spec))["d_x"]
    np.testing.assert_allclose(scaled, factor * once, atol=1e-12 * max(abs(once).max(), 1))


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        pytest.param(CONVENTIONS["docs"], [-1e6, 0, 1e6], id="beside sigma: over ε"),
        pytest.param(NORMS[0], [-(1e5**0.5), 0, 1e5**0.5], id="under the root: over √ε"),
    ],
)
def test_a_constant_row_has_a_gradient_where_the_root_has_none(
    spec: NormSpec, expected: list[float]
) -> None:
    trace = backward(np.array([0.1, 0.1, 0.1]), np.array([1.0, 2.0, 3.0]), spec)
    np.testing.assert_allclose(values(trace)["d_x"], expected, rtol=1e-9, atol=1e-9)
    assert "central_differences" in checks(trace)
    assert all(check.holds for check in checks(trace).values())
    assert f"still_gradient.centred.{spec.eps_at}" in [notice.key for notice in trace.notices]


def test_zeros_have_a_gradient_through_rmsnorm() -> None:
    trace = backward(np.zeros(2), np.array([1.0, 2.0]), NORMS[2])
    np.testing.assert_allclose(values(trace)["d_x"], [10, 20], rtol=1e-12)


def test_ones_arrive_as_nothing_after_layernorm() -> None:
    trace = backward(np.array([1.0, 2.0, 5.0]), np.ones(3), NORMS[0])
    np.testing.assert_allclose(values(trace)["d_x"], 0, atol=1e-15)
    assert "level_gradient" in [notice.key for notice in trace.notices]


def test_the_kink_of_relu_counts_as_flat() -> None:
    linear = Linear(weight=tensor([[1, 0], [0, 1]]), bias=tensor([-1, 0]), activation="relu")
    trace = backward(np.array([1.0, 2.0]), np.array([1.0, 3.0]), NORMS[2], linear)
    assert values(trace)["d_linear"][0] == 0
    assert "kink" in [notice.key for notice in trace.notices]
    assert "central_differences" not in checks(trace)


def test_both_orientations_are_the_same_layer() -> None:
    weight = np.array([[1.0, 2, 0], [0, 1, -1], [3, 0, 1]])
    x, upstream = np.array([1.0, -2, 0.5]), np.array([1.0, 0, 2])
    stored = {
        "xW": Linear(weight=tensor(weight), bias=None),
        "Wx": Linear(weight=tensor(weight.T), bias=None, orientation="Wx"),
    }
    found = {k: values(backward(x, upstream, NORMS[0], v)) for k, v in stored.items()}
    np.testing.assert_allclose(found["xW"]["d_x"], found["Wx"]["d_x"], rtol=1e-13)
    np.testing.assert_allclose(found["xW"]["d_weight"], found["Wx"]["d_weight"].T, rtol=1e-13)
    np.testing.assert_allclose(found["xW"]["jacobian"], found["Wx"]["jacobian"], rtol=1e-13)


def test_two_axes_go_back_together() -> None:
    x, upstream = np.array([[1.0, 2], [4, 8]]), np.array([[1.0, 0], [0, 2]])
    spec = NormSpec(kind="layernorm", eps="0.1", eps_at="variance", ddof=0, axes=2)
    flat = NormSpec(kind="layernorm", eps="0.1", eps_at="variance", ddof=0)
    together = values(backward(x, upstream, spec))["d_x"]
    assert together.shape == (2, 2)
    alone = values(backward(x.reshape(4), upstream.reshape(4), flat))["d_x"]
    np.testing.assert_allclose(together.reshape(4), alone, rtol=1e-14)


def test_by_hand_comes_to_the_exact_gradient_as_digits_grow() -> None:
    problem = problem_of(FIXTURES[0])
    exact = FIXTURES[0]["result"]["x"]  # autograd's
    by_hand = values(work("gradient", problem, ByHand(14, 15)))["d_x"].astype(float)
    np.testing.assert_allclose(by_hand, exact, rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize("scale", [1e-100, 1e-12, 1e12, 1e100])
def test_a_small_gradient_is_not_taken_for_noise(scale: float) -> None:
    # dz is of the size of dẑ / den, whatever the size of dy beside it
    trace = backward(np.array([1.0, 2, 5]) * scale, np.array([1.0, 0, 0]), CONVENTIONS["bert"])
    d_x = results(trace)["x"]
    error, size = d_x.errors().max(), abs(values(trace)["d_x"]).max()
    assert size > 0
    assert error <= 1e-13 * size
