"""An engineer's two arrays: the cause of the difference, among many rows of float32."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from addnorm_cli.inputs.python_values import tree_of
from tests.check.searching import array, slips_of

RNG = np.random.RandomState(3)
X = (RNG.randn(32, 160) * 2 + 0.5).astype(np.float32)
GAMMA = (RNG.rand(160) + 0.5).astype(np.float32)
BETA = RNG.randn(160).astype(np.float32)


def layernorm(x: Any, gamma: Any = GAMMA, beta: Any = BETA, **other: Any) -> Any:
    """What somebody's code makes of float32, as NumPy does it."""
    axis, dtype = other.get("axis", -1), other.get("dtype", np.float32)
    x = x.astype(dtype)
    mean = x.mean(axis, keepdims=True, dtype=dtype)
    variance = x.var(axis, keepdims=True, dtype=dtype, ddof=other.get("ddof", 0))
    y = (x - mean) / np.sqrt(variance + dtype(other.get("eps", 1e-5)))
    return (gamma * y + beta).astype(np.float32)


def half_statistics(x: Any) -> Any:
    """Mean and variance in float16, and the rest in float32."""
    small = x.astype(np.float16)
    mean = small.mean(-1, keepdims=True).astype(np.float32)
    variance = small.var(-1, keepdims=True).astype(np.float32)
    return GAMMA * ((x - mean) / np.sqrt(variance + np.float32(1e-5))) + BETA


def cancelling(x: Any) -> Any:
    """E[z²] - μ², in float32."""
    mean = x.mean(-1, keepdims=True)
    variance = np.maximum((x * x).mean(-1, keepdims=True) - mean * mean, 0)
    return GAMMA * ((x - mean) / np.sqrt(variance + np.float32(1e-5))) + BETA


def of_another_row(x: Any) -> Any:
    """Row 7 with the mean and the variance of row 3."""
    y = layernorm(x)
    mean, sigma = x[3].mean(), np.sqrt(x[3].var() + np.float32(1e-5))
    y[7] = GAMMA * ((x[7] - mean) / sigma) + BETA
    return y


FAR = (X + np.float32(300)).astype(np.float32)
SMALL = (X * np.float32(0.02)).astype(np.float32)


@pytest.mark.parametrize(
    ("x", "y", "slip", "parameters"),
    [
        (X, layernorm(X, ddof=1), "ddof", {"ddof": 1}),
        (SMALL, layernorm(SMALL, eps=1e-3), "eps", {"eps": "1e-3"}),
        (SMALL, layernorm(SMALL, eps=3.7e-3), "eps", {"eps": "0.0037"}),
        (X, layernorm(X, eps=7e-3), "eps", {"eps": "0.007"}),  # as near as float16 might come
        (X, layernorm(X, gamma=1), "no-gamma", {}),
        (X, layernorm(X, beta=0), "no-beta", {}),
        (X, layernorm(X, axis=0), "wrong-axis", {"axis": 0}),
        (X.reshape(4, 8, 160), layernorm(X.reshape(4, 8, 160), axis=1), "wrong-axis", {"axis": 1}),
        (X, layernorm(X, axis=(0, 1)), "whole-matrix", {}),
        (X, layernorm(X, dtype=np.float16), "dtype", {"dtype": "float16"}),
        (X, half_statistics(X), "dtype", {"dtype": "float16", "in": "statistics"}),
        (FAR, cancelling(FAR), "cancellation", {"dtype": "float32"}),
        (X, of_another_row(X), "one-row", {"row": 7, "of": 3}),
    ],
)
def test_the_cause_stands_first(x: Any, y: Any, slip: str, parameters: dict[str, Any]) -> None:
    problem = {"x": tree_of(x, "x"), "gamma": tree_of(GAMMA, "g"), "beta": tree_of(BETA, "b")}
    claim = array("result", y, "float32")
    first, *_ = slips_of("layernorm", problem, claim, convention="pytorch")
    assert (first.id, dict(first.parameters)) == (slip, parameters)
    assert (first.agree, first.of) == (y.size, y.size)


def test_numbers_that_have_nothing_to_do_with_it_are_explained_by_nothing() -> None:
    problem = {"x": tree_of(X, "x")}
    assert not slips_of("layernorm", problem, array("result", RNG.randn(*X.shape), "float32"))
