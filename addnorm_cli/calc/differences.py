"""A gradient held against central differences, on the numbers of the problem itself."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from addnorm_cli.calc.norms import norm_section
from addnorm_cli.calc.residual import residual_steps
from addnorm_cli.model.errors import CalculationError
from addnorm_cli.model.problem import Case, Linear, Problem, Tensor
from addnorm_cli.model.records import replaced
from addnorm_cli.numbers.arithmetic import Array, Machine
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.recorder import Run
from addnorm_cli.trace.trace import SelfCheck

MOST_CHECKED = 2**20
"""All inputs of the check are worked at once; a problem that would need more is not checked."""
_TOLERANCE = 1e-4
_FAR = 1e-4
"""A step of this part of the denominator is no longer a small one."""
_EPS = float(np.finfo(np.float64).eps)


def central_differences(
    case: Case, problem: Problem, scope: Mapping[str, Quantity], slack: float
) -> tuple[SelfCheck, ...]:
    """The largest difference between dx and (L(x + h) - L(x - h)) / 2h, over every component.

    L = Σ dy ⊙ y of a row. Rows do not see each other, so that one calculation takes every row once
    for each component and sign.

    Args:
        case: The problem.
        problem: Its norm, γ and β.
        scope: The quantities of both ways, for their sizes and for dx.
        slack: How far dx may be off where it was rounded on its way.

    Returns:
        One check; none where the problem is large, or where a row is so far from
        zero that no step is small beside its spread, or where ReLU may have its kink in a step.
    """
    d_y, d_x = _floats(scope["upstream"]), _floats(scope["d_x"])
    rows, n = d_y.shape
    if 2 * rows * n * n > MOST_CHECKED:
        return ()
    step = _step(case, scope)  # (rows, 1)
    far = step[:, 0] > _FAR * _floats(scope["denominator"])
    if far.any() or _kinked(case, scope, step):
        return ()
    try:
        with np.errstate(all="ignore"):
            gap = abs(_slopes(case, problem, step, d_y) - d_x)
    except CalculationError:  # a step too far, at the edge of what float64 can hold
        return ()
    if not np.isfinite(gap).all():
        return ()
    scale = np.maximum(size_of_terms(scope)[:, None] * _stretch(case), abs(d_x).max())
    worst, holds = float(gap.max()), bool((gap <= _TOLERANCE * scale + slack).all())
    return (SelfCheck(id="central_differences", found=worst, expected=0.0, holds=holds),)


def _slopes(case: Case, problem: Problem, step: Array, d_y: Array) -> Array:
    """(L(x + h) - L(x - h)) / 2h for every component, with `step` (rows, 1) for h; (rows, n)."""
    rows, n = d_y.shape
    x = case.x.floats.reshape(rows, 1, n)
    plus, minus = (x + s * step[:, :, None] * np.eye(n) for s in (1, -1))  # (rows, n, n)
    moved = np.stack([plus, minus], axis=1)  # (rows, 2, n, n)
    loss = (_output(case, problem, moved) * d_y[:, None, None, :]).sum(-1)  # (rows, 2, n)
    width = np.diagonal(plus - minus, axis1=1, axis2=2)  # the step that floats really took
    slopes: Array = (loss[:, 0] - loss[:, 1]) / width
    return slopes


def size_of_terms(scope: Mapping[str, Quantity]) -> Array:
    """The size of what is added up to make dz, |dẑ| / den of each row; (rows,)."""
    with np.errstate(over="ignore"):
        size: Array = abs(_floats(scope["d_normalized"])).max(-1) / _floats(scope["denominator"])
    return size


def _floats(quantity: Quantity) -> Array:
    return quantity.value.astype(np.float64, copy=False)


def _step(case: Case, scope: Mapping[str, Quantity]) -> Array:
    """How far each row is moved: little beside its own spread, and much beside its last digit."""
    den, z = _floats(scope["denominator"]), abs(_floats(scope["z"])).max(-1)
    step: Array = np.maximum(np.cbrt(_EPS) * den, np.sqrt(_EPS * z * den)) / _stretch(case)
    return step[:, None]


def _stretch(case: Case) -> float:
    """By how much x + F(x) may move where one component of x moves by one."""
    if not isinstance(case.sublayer, Linear):
        return 1.0
    return 1.0 + float(abs(case.sublayer.weight.values).max())


def _kinked(case: Case, scope: Mapping[str, Quantity], step: Array) -> bool:
    if not isinstance(case.sublayer, Linear) or case.sublayer.activation != "relu":
        return False
    return bool((abs(_floats(scope["linear"])) <= 2 * step * _stretch(case)).any())


def _output(case: Case, problem: Problem, x: Array) -> Array:
    """The output for other inputs `x` (rows, 2, n, n) in place of each row, in float64."""
    run, shape = Run(Machine("float64")), x.shape
    trail = case.x.shape[len(case.x.shape) - problem.norm.last_axes :]
    at = Tensor(values=x.reshape(-1, *trail), typed=None, source="")
    sublayer = case.sublayer
    if isinstance(sublayer, Tensor):
        rows = sublayer.floats.reshape(len(x), 1, 1, -1)
        values = np.broadcast_to(rows, shape).reshape(at.shape)
        sublayer = replaced(sublayer, values=values, typed=None)
    moved = replaced(case, x=at, sublayer=sublayer)
    z = at if sublayer is None else residual_steps(moved, run)[-1].quantity
    section, _ = norm_section(z, problem.gamma, problem.beta, problem.norm, run, "norm")
    return section.result.value.reshape(shape)
