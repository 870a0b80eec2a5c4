"""Mean and variance, with more care than their formulas say."""

from __future__ import annotations

from typing import Any

import numpy as np

from addnorm_cli.model.problem import NormSpec
from addnorm_cli.numbers.arithmetic import Array, divide
from addnorm_cli.trace.recorder import Recorder


def row_mean(z: Array) -> Array:
    """The mean of each row, (rows, n) to (rows, 1); of a constant row that constant, exactly.

    Adding 0.1 three times and dividing by 3 does not give 0.1 back in binary, and the difference
    would be normalised into a result of ±1.
    """
    constant = (z == z[:, :1]).all(-1, keepdims=True)
    return np.where(constant, z[:, :1], z.sum(-1, keepdims=True) / z.shape[-1])


def denominator(square: Array, root: Array, eps: Any, spec: NormSpec) -> Array:
    """What a norm divides by: √square + ε, or √(square + ε) where ε stands under the root.

    Args:
        square: σ² or the mean square.
        root: Its root, as it is carried.
        eps: ε, as it is carried.
        spec: The norm.
    """
    below: Array = root + eps if spec.eps_at == "sigma" else np.sqrt(square + eps)
    return below


def standardized(z: Array, spec: NormSpec, record: Recorder) -> Array:
    """Each row of `z` (rows, n) brought to mean 0 and variance 1, step by step.

    The variance is taken from the deviations, never as E[z²] - μ², which loses every digit of a
    row that lies far from zero.
    """
    eps = record.arithmetic.number(spec.eps_decimal)
    mu = record("mean", row_mean(z))  # (rows, 1)
    dev = record("deviations", z - mu)  # (rows, n)
    sq = record("squares", dev * dev)
    var = record("variance", sq.sum(-1, keepdims=True) / (z.shape[-1] - (spec.ddof or 0)))
    sigma = record("sigma", np.sqrt(var))
    den = record("denominator", denominator(var, sigma, eps, spec))
    return record("normalized", divide(dev, den, "σ"))
