"""The norms beside LayerNorm and RMSNorm: batch, group, scale, dynamic tanh, and none."""

from __future__ import annotations

from decimal import Decimal

import numpy as np

from addnorm_cli.calc.statistics import denominator, standardized
from addnorm_cli.formula.functions import FUNCTIONS
from addnorm_cli.model.problem import NormSpec
from addnorm_cli.numbers.arithmetic import Array, divide
from addnorm_cli.trace.recorder import Recorder


def batchnorm(z: Array, gamma: Array, beta: Array, spec: NormSpec, record: Recorder) -> Array:
    """Each column of `z` (N, n) brought to mean 0 and variance 1, then times γ (n,) plus β (n,)."""
    eps = record.arithmetic.number(spec.eps_decimal)
    count = len(z)
    record.given("N", np.array(count), typed=np.array(str(count), dtype=object))
    constant = (z == z[:1]).all(0)
    mu = record("mean", np.where(constant, z[0], z.sum(0) / count))  # (n,)
    dev = record("deviations", z - mu)  # (N, n)
    sq = record("squares", dev * dev)
    var = record("variance", sq.sum(0) / (count - (spec.ddof or 0)))
    sigma = record("sigma", np.sqrt(var))
    den = record("denominator", denominator(var, sigma, eps, spec))
    z_hat = record("normalized", divide(dev, den[None, :], "σ"))
    scaled = record("scaled", gamma * z_hat)
    return record("output", scaled + beta)


def groupnorm(z: Array, gamma: Array, beta: Array, spec: NormSpec, record: Recorder) -> Array:
    """Each group of a row of `z` (rows, n) normalised by itself, then times γ (n,) plus β (n,)."""
    rows, n = z.shape
    size = n // spec.groups
    typed = record.scope["z"].typed
    # a group is a row of its own: γ and β are cut into the same pieces for every row
    gain, shift = (
        record.given(f"group_{name}", np.tile(each.reshape(spec.groups, size), (rows, 1)))
        for name, each in (("gamma", gamma), ("beta", beta))
    )
    g = record.given(
        "z", z.reshape(-1, size), typed=None if typed is None else typed.reshape(-1, size)
    )  # (rows * groups, size)
    record.given("d", np.array(size), typed=np.array(str(size), dtype=object))
    z_hat = standardized(g, spec, record)
    scaled = record("scaled", gain * z_hat)
    shifted = record("shifted", scaled + shift)
    return record("output", shifted.reshape(rows, n))


def scalenorm(z: Array, gamma: Array, beta: Array, spec: NormSpec, record: Recorder) -> Array:
    """Each row of `z` (rows, n) over its length, then times γ."""
    eps = record.arithmetic.number(spec.eps_decimal)
    sq = record("squares", z * z)
    length = record("length", np.sqrt(sq.sum(-1, keepdims=True)))
    den = record("denominator", length + eps)
    z_hat = record("normalized", divide(z, den, "‖z‖"))
    return record("output", gamma * z_hat)


def dyt(z: Array, gamma: Array, beta: Array, spec: NormSpec, record: Recorder) -> Array:
    """γ ⊙ tanh(αz) + β: every component by itself."""
    alpha = np.array(record.arithmetic.number(Decimal(spec.alpha)))
    record.given("alpha", alpha, typed=np.array(spec.alpha, dtype=object))
    scaled = record("scaled_input", alpha * z)
    squashed = record("normalized", FUNCTIONS["tanh"].apply(scaled))
    return record("output", gamma * squashed + beta)


def none(z: Array, gamma: Array, beta: Array, spec: NormSpec, record: Recorder) -> Array:
    """`z` itself."""
    return record("output", z + 0)
