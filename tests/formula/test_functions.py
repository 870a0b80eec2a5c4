"""The functions of formulas, against torch, 50-digit arithmetic and math.erf."""

from __future__ import annotations

import math
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

from addnorm_cli.formula.functions import FUNCTIONS, erf, relu

FIXTURE = np.load(Path(__file__).parent.parent / "fixtures/activations.npz")


@pytest.mark.parametrize("points", ["erf", "erf_dense"])
def test_erf_is_right_to_the_last_digits(points: str) -> None:
    np.testing.assert_allclose(erf(FIXTURE[f"{points}_x"]), FIXTURE[points], rtol=1e-15, atol=0)


def test_erf_keeps_float32_in_float32() -> None:
    x = np.linspace(-4, 4, 1001, dtype=np.float32)
    assert erf(x).dtype == np.float32
    expected = [math.erf(value) for value in x.tolist()]
    np.testing.assert_allclose(erf(x), expected, atol=2e-7)


@pytest.mark.parametrize("name", ["relu", "gelu", "gelu-tanh", "quick-gelu", "silu"])
def test_activations_agree_with_torch(name: str) -> None:
    found = FUNCTIONS[name].apply(FIXTURE["x"])
    np.testing.assert_allclose(found, FIXTURE[name], rtol=1e-13, atol=1e-15)


@pytest.mark.parametrize("name", ["relu", "gelu", "gelu-tanh", "quick-gelu", "silu", "exp"])
def test_functions_take_decimals(name: str) -> None:
    decimals = np.array([Decimal("-1.5"), Decimal("0"), Decimal("0.25")], dtype=object)
    found = FUNCTIONS[name].apply(decimals)
    assert all(isinstance(value, Decimal) for value in found)
    expected = FUNCTIONS[name].apply(decimals.astype(float))
    np.testing.assert_allclose(found.astype(float), expected, rtol=1e-15)


def test_silu_and_its_kin_do_not_overflow() -> None:
    with np.errstate(over="raise"):
        assert FUNCTIONS["silu"].apply(np.array([-1e4, 1e4])).tolist() == [0, 1e4]


def test_relu_leaves_no_negative_zero() -> None:
    assert not np.signbit(relu(np.array([-1.0, -0.0]))).any()
