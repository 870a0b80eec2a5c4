"""Backward through a norm, through a linear sublayer and through their Jacobians, step by step.

The way back reads what the way forward recorded: a scope of quantities by name. `record` keeps
each step and hands back the number as it is carried on; `unrecorded` only hands it back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from addnorm_cli.formula.functions import relu_slope
from addnorm_cli.model.problem import Linear, NormSpec
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.trace.trace import Quantity

Record = Callable[[str, Array], Array]
Scope = Mapping[str, Quantity]


def unrecorded(name: str, value: Array) -> Array:
    """`value`, of which nobody keeps a step."""
    return value


def back_through_norm(d_y: Array, scope: Scope, spec: NormSpec, record: Record) -> Array:
    """The gradient at the norm's input z, from `d_y` (rows, n) at its output; (rows, n).

    Args:
        d_y: The gradient that arrives.
        scope: The norm's quantities: gamma, normalized, denominator, and sigma or rms.
        spec: The norm, LayerNorm or RMSNorm.
        record: Keeps the steps.
    """
    z_hat, den = scope["normalized"].value, scope["denominator"].value[:, None]
    n = z_hat.shape[-1]
    d_hat = record("d_normalized", d_y * gain(scope, spec))
    centered = d_hat
    if spec.kind == "layernorm":
        centered = d_hat - record("mean_d_normalized", d_hat.sum(-1, keepdims=True) / n)
    along = record("mean_d_normalized_normalized", (d_hat * z_hat).sum(-1, keepdims=True) / n)
    pulled = spread(z_hat * along, scope, spec, n)
    return record("d_input", (centered - pulled) / den)


def gain(scope: Scope, spec: NormSpec) -> Array:
    """What ẑ is multiplied by: γ, or 1 + γ."""
    gamma = scope["gamma"].value
    return gamma + 1 if spec.unit_offset else gamma


def spread(term: Array, scope: Scope, spec: NormSpec, n: int) -> Array:
    """`term` (rows, n) times κ: n / (n - ddof), and den/σ where ε stands beside σ.

    A row without any spread (σ = 0) has ẑ = 0 and so nothing to multiply: den takes the place of σ.
    """
    if spec.eps_at == "sigma":
        den = scope["denominator"].value
        sigma = scope["sigma" if spec.kind == "layernorm" else "rms"].value
        ratio = den / np.where(sigma == 0, den, sigma)
        term = term * ratio.reshape(-1, *(1,) * (term.ndim - 1))
    return term * n / (n - spec.ddof) if spec.ddof else term


def back_through_linear(d_f: Array, scope: Scope, linear: Linear, record: Record) -> Array:
    """The gradient at x from `d_f` (rows, out) at F(x) = activation(x W + b); (rows, in).

    Args:
        d_f: The gradient at the sublayer's output.
        scope: Its quantities: x, weight and, with an activation, linear.
        linear: The sublayer.
        record: Keeps the steps, those of W and b among them.
    """
    d_h = d_f
    if linear.activation != "identity":
        d_h = record("d_linear", d_f * relu_slope(scope["linear"].value))
    x, weight = scope["x"].value, scope["weight"].value
    stored_out_in = linear.orientation == "Wx"
    d_weight = d_h.T @ x if stored_out_in else x.T @ d_h
    record("d_weight", d_weight)
    if linear.bias is not None:
        record("d_bias", d_h.sum(0))
    record("d_x_identity", scope["d_input"].value)
    return record("d_x_sublayer", d_h @ (weight if stored_out_in else weight.T))


def norm_jacobian(scope: Scope, spec: NormSpec, eye: Array) -> Array:
    """∂yᵢ/∂zⱼ of each row, (rows, n, n): γᵢ (δᵢⱼ - 1/n - κ ẑᵢ ẑⱼ / n) / den.

    Args:
        scope: The norm's quantities.
        spec: The norm; RMSNorm has no 1/n.
        eye: δ, (n, n).
    """
    z_hat, den = scope["normalized"].value, scope["denominator"].value[:, None, None]
    n = z_hat.shape[-1]
    pulled = spread(z_hat[:, :, None] * z_hat[:, None, :] / n, scope, spec, n)
    kept = eye - eye[0, 0] / n if spec.kind == "layernorm" else eye
    jacobian: Array = gain(scope, spec)[:, None] * (kept - pulled) / den
    return jacobian


def residual_jacobian(scope: Scope, linear: Linear, eye: Array) -> Array:
    """∂(x + F(x))ᵢ/∂xⱼ of each row, (rows, n, n): I + J_F."""
    weight = scope["weight"].value
    through = weight if linear.orientation == "Wx" else weight.T
    if linear.activation == "identity":
        return (eye + through)[None].repeat(len(scope["x"].value), axis=0)
    jacobian: Array = eye + relu_slope(scope["linear"].value)[:, :, None] * through
    return jacobian
