"""A norm of rows, columns or groups, step by step as its entry in the table of norms says."""

from __future__ import annotations

import math
from decimal import Decimal

import numpy as np

from addnorm_cli.calc.norm_checks import checks_of, notices_of
from addnorm_cli.formula.axes import Arrangement, arrangement
from addnorm_cli.formula.compute import compute
from addnorm_cli.formula.expr import Expr, Num, lift
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.model.problem import USUAL_MOMENTUM, NormSpec, Notice, Tensor
from addnorm_cli.model.records import replaced
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.numbers.numfmt import full
from addnorm_cli.numbers.surd import Surd
from addnorm_cli.trace.errors import Later
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.recorder import Recorder, Run, steps_of
from addnorm_cli.trace.trace import Section

REMEMBERED = {"running_mean": 0, "running_var": 1}
"""What BatchNorm remembers before it has seen a batch."""


def norm_section(
    z: Tensor | Quantity,
    gamma: Tensor | None,
    beta: Tensor | None,
    spec: NormSpec,
    run: Run,
    section_id: str,
) -> tuple[Section, tuple[Notice, ...]]:
    """The norm of `z`, worked over the axes that its rule says.

    Args:
        z: What goes in: an input, or what another section came to.
        gamma: The gain, with the shape of the normalized axes; None where it is left out.
        beta: The shift, likewise.
        spec: Which norm.
        run: How the calculation is run.
        section_id: The id of the section in a path.

    Returns:
        The section, and what its reader should be told.

    Raises:
        CalculationError: A denominator is zero, or a number is too large.
    """
    norm = NORMS[spec.kind]
    rows = arrangement(spec, z.shape)
    table = norm.formulas(spec)
    order = rows.order if rows.is_moved else ()
    recorder = run.within(section_id).recorder(table, _natural(rows, spec), order)
    bring(recorder, _moved(z, order), gamma, beta, spec, rows)
    recorder.work_all(steps_of(table))
    if norm.over == "group":  # the groups of a row side by side again
        shifted, shape = recorder.scope["shifted"], (-1, rows.width)
        joined = Later(lambda: shifted.errors().reshape(shape), after=lambda: (shifted.error,))
        recorder("output", shifted.value.reshape(shape), error=joined)
    by_row = norm.over == "row" and norm.spread
    section = Section(
        id=section_id,
        kind="norm",
        parts=tuple(recorder.steps),
        result=recorder.scope["output"],
        checks=checks_of(recorder, spec, norm) if by_row else (),
        rule=spec,
    )
    if by_row:
        return section, tuple(notices_of(recorder, norm))
    alone = norm.over == "column" and spec.training and len(recorder.scope["z"].value) == 1
    return section, (Notice(key="batch_of_one"),) if alone else ()


def _natural(rows: Arrangement, spec: NormSpec) -> dict[str, tuple[int, ...]]:
    """The axes that an index stands for in the shape that the reader knows."""
    if NORMS[spec.kind].over == "group":
        size = rows.width // spec.groups
        return {
            "row": (*rows.lead, spec.groups), "i": (size,), "t": rows.lead, "n": rows.trail
        }  # fmt: skip
    return {"row": rows.lead, "t": rows.lead, "i": rows.trail}


def _moved(z: Tensor | Quantity, order: tuple[int, ...]) -> Tensor | Quantity:
    """Numbers with their axes in another order, if there is one."""
    if not order:
        return z
    if isinstance(z, Tensor):
        typed = None if z.typed is None else z.typed.transpose(order)
        return replaced(z, values=z.values.transpose(order), typed=typed)
    typed = None if z.typed is None else z.arranged(z.typed).transpose(order)
    errors = Later(lambda: z.arranged(z.errors()).transpose(order), after=lambda: (z.error,))
    return replaced(z, value=z.natural().transpose(order), typed=typed, error=errors)


def bring(
    recorder: Recorder,
    z: Tensor | Quantity,
    gamma: Tensor | None,
    beta: Tensor | None,
    spec: NormSpec,
    rows: Arrangement,
) -> None:
    """Bring what a norm starts from into scope: z, the numbers of its rule, γ and β."""
    norm, width = NORMS[spec.kind], math.prod(rows.affine)
    size = rows.width // spec.groups if norm.over == "group" else rows.width
    shape = (-1, size)
    recorder.take("z", z, shape) if isinstance(z, Tensor) else recorder.hand_on("z", z, shape)
    recorder.constant("d", str(size))
    if "N" in recorder.definitions:
        recorder.constant("N", str(len(recorder.scope["z"].value)))
    for name in ("eps", *norm.parameters):
        if name in recorder.definitions and name not in REMEMBERED:
            number = spec.number(name)
            recorder.constant(name, USUAL_MOMENTUM if number is None else str(number))
    for name, at_first in REMEMBERED.items():
        if name in recorder.definitions:
            _parameter(recorder, name, getattr(spec, name), lift(at_first), width, at_first)
    one = 0 if spec.unit_offset else 1
    _parameter(recorder, "gamma", gamma, norm.gamma_of(spec), width, one)
    _parameter(recorder, "beta", beta, lift(0), width, 0)
    if norm.over == "group":
        samples = len(recorder.scope["z"].value) // spec.groups
        for name in ("gamma", "beta"):
            pieces = _pieces(recorder.scope[name], samples, rows.width // width)
            recorder.hand_on(f"group_{name}", pieces, shape)


def _pieces(parameter: Quantity, samples: int, positions: int) -> Quantity:
    """γ or β once for every position of every sample, so that it can be cut as the rows are."""

    def spread(numbers: Array) -> Array:
        return np.tile(np.repeat(numbers, positions), (samples, 1))

    typed = None if parameter.typed is None else spread(parameter.typed)
    errors = Later(lambda: spread(parameter.errors()), after=lambda: (parameter.error,))
    return replaced(parameter, value=spread(parameter.value), typed=typed, error=errors)


def _parameter(
    recorder: Recorder, name: str, given: Tensor | None, left_out: Expr | None, width: int, one: int
) -> None:
    """A parameter: as it was given, or what it is where it is left out; at `one` it is neutral."""
    if given is not None:
        value = recorder.take(name, given, (width,))
    else:
        number = compute(lift(1) if left_out is None else left_out, recorder.scope, ())[()]
        if isinstance(left_out, Num) or not isinstance(number, Surd):
            number = recorder.arithmetic.number(Decimal(full(float(number))))
        value = np.full(width, number)
        typed = np.full(width, full(float(number)), dtype=object)
        exact = isinstance(number, Surd) and not number.is_rational
        recorder.given(name, value, typed=None if exact else typed, origin="left_out")
    neutral = bool((value == one).all())
    recorder.scope[name] = replaced(recorder.scope[name], neutral=neutral)
