"""What norms are made of: their inputs, the steps from z to ẑ, and γ ⊙ ẑ + β."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from addnorm_cli.formula.compute import compute
from addnorm_cli.formula.definition import Definitions, Mend, given, glyph, statistic, step
from addnorm_cli.formula.expr import ROW, Expr, Index, Ref, Values, sqrt, total
from addnorm_cli.model.problem import NormSpec
from addnorm_cli.numbers.arithmetic import Array

VECTOR = (ROW, "i")
STATISTIC = (ROW,)
CELL = ("t", "i")
"""A cell of a batch: sample t, component i."""
COLUMN = ("i",)

Z_HAT = glyph("ẑ", r"\hat{z}")
Y = glyph("y")
EPS = Ref("eps")
GAMMA, BETA = Ref("gamma", ("i",)), Ref("beta", ("i",))

INPUTS: Definitions = {
    "z": given(VECTOR, "z"),
    "d": given((), "d"),
    "eps": given((), "ε", r"\varepsilon"),
    "gamma": given(("i",), "γ", r"\gamma"),
    "beta": given(("i",), "β", r"\beta"),
}


def gain(spec: NormSpec, gamma: Expr = GAMMA) -> Expr:
    """What ẑ is multiplied by: γ, or 1 + γ (Gemma)."""
    return gamma + 1 if spec.unit_offset else gamma


def denominator(spec: NormSpec, square: Ref, root: Ref) -> Expr:
    """What a norm divides by: √square + ε, or √(square + ε) where ε stands under the root."""
    return root + EPS if spec.eps_at == "sigma" else sqrt(square + EPS)


def _constant(over: str, cell: Index) -> Callable[[Array, Values], Array]:
    """The mean of numbers that are all alike is that number, exactly.

    Adding 0.1 three times and dividing by 3 does not give 0.1 back in binary, and the difference
    would be normalized into a result of ±1.
    """

    def mend(mean: Array, scope: Values) -> Array:
        z, axis = scope["z"].value, cell.index(over)
        first = z.take([0], axis=axis)
        if not (first == z.take([-1], axis=axis)).any():  # most often: none can be constant
            return mean
        return np.where((z == first).all(axis=axis), first.squeeze(axis), mean)

    return mend


SMALL = 1e-140
"""The squares of smaller numbers lose digits in float64, and further down all of them."""


def unvanished(source: Ref, over: str, divisor: Expr | None, *, with_eps: bool = False) -> Mend:
    """A root of squares that float64 has no room for, worked on numbers near 1.

    The numbers are scaled by a power of two, which changes no digit. Only float64 is mended: that
    squares vanish in a smaller type is what its reader wants to see.

    Args:
        source: What is squared.
        over: The index that the squares are added up over.
        divisor: What their sum is divided by, if by anything.
        with_eps: ε stands under the root.
    """

    def mend(root: Array, scope: Values) -> Array:
        numbers = scope[source.name].value
        small = root < SMALL
        if numbers.dtype != np.float64 or root.dtype != np.float64 or not small.any():
            return root
        axis = source.index.index(over)
        size = abs(numbers).max(axis, keepdims=True)
        exponent = np.frexp(size)[1]
        near = np.ldexp(numbers, -exponent)
        squares = (near * near).sum(axis)
        if divisor is not None:
            squares = squares / float(compute(divisor, scope, ())[()])
        exact = np.ldexp(np.sqrt(squares), exponent.squeeze(axis))
        if with_eps:
            exact = np.hypot(exact, math.sqrt(float(scope["eps"].value)))
        largest = size.squeeze(axis)
        return np.where(small & (largest > 0) & (largest < SMALL), exact, root)

    return mend


def standardized(spec: NormSpec, cell: Index, over: str, count: Ref) -> Definitions:
    """The steps from z to ẑ = (z - μ) / den, with statistics over one index.

    The variance is taken from the deviations, never as E[z²] - μ², which loses every digit of
    numbers that lie far from zero.

    Args:
        spec: The rule.
        cell: The indices of z.
        over: The index that mean and variance run over.
        count: How many values it takes.
    """
    of = tuple(name for name in cell if name != over)
    z, mu = Ref("z", cell), Ref("mean", of)
    deviation, square = Ref("deviations", cell), Ref("squares", cell)
    variance = Ref("variance", of)
    divisor = count - spec.ddof if spec.ddof else count
    return {
        "mean": statistic(
            of, total(over, z) / count, glyph("μ", r"\mu"), mend=_constant(over, cell)
        ),
        "deviations": step(cell, z - mu),
        "squares": step(cell, deviation**2),
        "variance": statistic(of, total(over, square) / divisor, glyph("σ²", r"\sigma^2")),
        **divided(spec, cell, of, variance, unvanishing(spec, deviation, over, divisor)),
    }


def unvanishing(spec: NormSpec, source: Ref, over: str, divisor: Expr) -> tuple[Mend, Mend | None]:
    """What keeps σ and the denominator from vanishing with the squares."""
    under = None if spec.eps_at == "sigma" else unvanished(source, over, divisor, with_eps=True)
    return unvanished(source, over, divisor), under


def divided(
    spec: NormSpec,
    cell: Index,
    of: Index,
    variance: Ref,
    mends: tuple[Mend | None, Mend | None] = (None, None),
) -> Definitions:
    """The steps from a variance to ẑ, the deviations over the denominator.

    Args:
        spec: The rule.
        cell: The indices of z.
        of: Those of the variance.
        variance: It.
        mends: What is done to σ and to the denominator.
    """
    sigma, den = Ref("sigma", of), Ref("denominator", of)
    return {
        "sigma": statistic(of, sqrt(variance), glyph("σ", r"\sigma"), mend=mends[0]),
        "denominator": step(
            of, denominator(spec, variance, sigma), role="divisor", mend=mends[1]),
        "normalized": step(cell, Ref("deviations", cell) / den, Z_HAT, spread="σ"),
    }  # fmt: skip


def affine(cell: Index, gamma: Ref = GAMMA, beta: Ref = BETA) -> Definitions:
    """The last steps, γ ⊙ ẑ and γ ⊙ ẑ + β."""
    return {
        "scaled": step(
            cell, gamma * Ref("normalized", cell), neutral=("gamma", 1), note="neutral.scaled"
        ),
        "output": step(
            cell, Ref("scaled", cell) + beta, Y, neutral=("beta", 0), note="neutral.output"
        ),
    }
