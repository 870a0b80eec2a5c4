"""The functions that formulas call, written once for single numbers and for whole arrays.

Each takes floats or decimals: NumPy calls the `exp` and `sqrt` of a Decimal by itself, and the
error function, which decimals do not have, goes through float64.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from functools import cache
from typing import Any

import numpy as np

from addnorm_cli.model.records import record
from addnorm_cli.numbers.arithmetic import Array

_ERF_STEP = 64
"""Points of the table of erf in one unit."""
_ERF_END = 6
"""From here on erf is 1 in float64."""
_ERF_TERMS = 7
_FAR_BELOW = -3.0
_PIECE = 8192
"""Numbers that go through an activation together: 64 KiB at a time."""


@record
class Function:
    """A function.

    Attributes:
        text: Its name in plain text.
        latex: Its name in LaTeX.
        apply: How it is worked out.
        slope: Its derivative, for an activation; formulas call it `relu-slope`.
    """

    text: str
    latex: str
    apply: Callable[[Any], Any]
    slope: Callable[[Any], Any] | None = None


def relu(h: Array) -> Array:
    """max(h, 0)."""
    return np.where(h > 0, h, h - h)


def relu_slope(h: Array) -> Array:
    """The derivative of ReLU: 1 above 0, and 0 at h = 0 itself, where it has none."""
    return np.where(h > 0, h - h + 1, h - h)


def silu(h: Array) -> Array:
    """h · sigmoid(h), also called swish (Elfwing et al. 2017, arXiv 1702.03118)."""
    return h * sigmoid(h)


def sigmoid(h: Array) -> Array:
    """1 / (1 + exp(-h)), from the side on which exp cannot overflow."""
    e = np.exp(np.where(h > 0, -h, h))
    return np.where(h > 0, 1 / (1 + e), e / (1 + e))


def gelu(h: Array) -> Array:
    """h · Φ(h) with the normal distribution Φ (Hendrycks and Gimpel 2016, arXiv 1606.08415)."""
    return _through_floats(lambda v: v * _normal(v), h)


def _normal(v: Array) -> Array:
    """Φ(v); where 1 + erf would leave few of its digits, each number by itself."""
    share: Array = 0.5 * (1 + erf(v * math.sqrt(0.5)))
    far = v < _FAR_BELOW
    if far.any():
        share[far] = [0.5 * math.erfc(-number * math.sqrt(0.5)) for number in v[far].tolist()]
    return share


def gelu_tanh(h: Array) -> Array:
    """The tanh approximation of GELU, from the same paper; GPT-2's gelu_new."""
    return _through_floats(lambda v: v * _tanh_share(v), h)


def _tanh_share(v: Array) -> Array:
    """The approximation of Φ(v): (1 + tanh u) / 2 is sigmoid(2u), which keeps its digits."""
    return sigmoid(2 * math.sqrt(2 / math.pi) * (v + 0.044715 * v**3))


def quick_gelu(h: Array) -> Array:
    """h · sigmoid(1.702 h), the cheap approximation of GELU; CLIP's."""
    return _through_floats(lambda v: v * sigmoid(1.702 * v), h)


def _through_floats(function: Callable[[Array], Array], h: Array) -> Array:
    """`function` of each number: of floats as they are, of decimals by way of float64.

    Large arrays go through in pieces that stay in the processor's cache.
    """
    h = np.asarray(h)
    if h.dtype != object:
        result = np.empty_like(h)
        given, made = h.reshape(-1), result.reshape(-1)
        for start in range(0, h.size, _PIECE):
            made[start : start + _PIECE] = function(given[start : start + _PIECE])
        return result
    values = function(h.astype(np.float64).reshape(-1)).reshape(h.shape)
    if not isinstance(h.reshape(-1)[0], Decimal):
        return values
    decimals = np.empty(h.shape, dtype=object)
    decimals.reshape(-1)[:] = [Decimal(repr(float(value))) for value in values.reshape(-1)]
    return decimals


def erf(x: Array) -> Array:
    """The error function, within 2e-16 of math.erf, in the type of `x`.

    NumPy has none. This takes the Taylor polynomial around the nearest 64th; its coefficients
    come from a table that is made once, with math.erf itself.
    """
    x = np.asarray(x)
    size = np.minimum(np.abs(x), _ERF_END)
    nearest = np.rint(size * _ERF_STEP)
    offset = size - nearest / x.dtype.type(_ERF_STEP)
    row = nearest.astype(np.intp)
    table = _erf_table(x.dtype.char)
    result = table[_ERF_TERMS].take(row)
    coefficient = np.empty_like(result)
    for coefficients in table[_ERF_TERMS - 1 :: -1]:
        result *= offset
        result += coefficients.take(row, out=coefficient, mode="clip")
    signed: Array = np.copysign(np.minimum(result, 1), x)
    return signed


@cache
def _erf_table(dtype: str) -> Array:
    """Taylor coefficients of erf at every 64th, one row for each power, in one type.

    erf′ = g with g = 2/√π · exp(-x²) and g′ = -2x g, so the coefficients of g around a follow from
    gₙ₊₁ = -2 (a gₙ + gₙ₋₁) / (n + 1), and those of erf from cₙ₊₁ = gₙ / (n + 1).
    """
    a = np.arange(_ERF_END * _ERF_STEP + 1) / _ERF_STEP
    g = [2 / math.sqrt(math.pi) * np.exp(-a * a)]
    g.append(-2 * a * g[0])
    for n in range(1, _ERF_TERMS):
        g.append(-2 * (a * g[n] + g[n - 1]) / (n + 1))
    c = [np.array([math.erf(point) for point in a])]
    c += [g[n] / (n + 1) for n in range(_ERF_TERMS)]
    return np.array(c, dtype=dtype)


def gelu_slope(h: Array) -> Array:
    """The derivative of GELU, Φ(h) + h φ(h)."""
    return _through_floats(_gelu_slope, h)


def _gelu_slope(h: Array) -> Array:
    density = np.exp(-h * h / 2) / math.sqrt(2 * math.pi)
    slope: Array = _normal(h) + h * density
    return slope


def gelu_tanh_slope(h: Array) -> Array:
    """The derivative of the tanh approximation of GELU."""
    return _through_floats(_gelu_tanh_slope, h)


def _gelu_tanh_slope(h: Array) -> Array:
    c = math.sqrt(2 / math.pi)
    s = _tanh_share(h)
    slope: Array = s + 2 * h * s * (1 - s) * c * (1 + 3 * 0.044715 * h * h)
    return slope


def _swish_slope(beta: float) -> Callable[[Array], Array]:
    """The slope of h · sigmoid(βh): s + βh s (1 - s)."""

    def slope(h: Array) -> Array:
        s: Array = sigmoid(beta * h)
        bent: Array = s + beta * h * s * (1 - s)
        return bent

    return lambda h: _through_floats(slope, h)


FUNCTIONS: dict[str, Function] = {
    "identity": Function("id", r"\mathrm{id}", lambda h: h),
    "sqrt": Function("√", r"\sqrt", np.sqrt),
    "tanh": Function("tanh", r"\tanh", lambda h: _through_floats(np.tanh, h)),
    "exp": Function("exp", r"\exp", np.exp),
    "relu": Function("ReLU", r"\operatorname{ReLU}", relu, relu_slope),
    "gelu": Function("GELU", r"\operatorname{GELU}", gelu, gelu_slope),
    "gelu-tanh": Function("GELU_tanh", r"\operatorname{GELU}_{\tanh}", gelu_tanh, gelu_tanh_slope),
    "quick-gelu": Function(
        "QuickGELU", r"\operatorname{QuickGELU}", quick_gelu, _swish_slope(1.702)
    ),
    "silu": Function("SiLU", r"\operatorname{SiLU}", silu, _swish_slope(1.0)),
}
"""Every function, by the name that formulas call it by."""

ACTIVATIONS = tuple(name for name, function in FUNCTIONS.items() if function.slope)
"""The functions that bend a sublayer: those whose slope is known."""

GATES = {"swiglu": "silu", "geglu": "gelu", "geglu-tanh": "gelu-tanh", "reglu": "relu"}
"""The activations with a gate (Shazeer 2020, arXiv 2002.05202), and what bends it."""

FUNCTIONS |= {
    f"{name}-slope": Function(f"{known.text}′", f"{known.latex}'", known.slope)
    for name, known in FUNCTIONS.items()
    if known.slope
}
