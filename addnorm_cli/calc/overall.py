"""What a norm did to a matrix: mean and σ over all its numbers and each row, before and after."""

from __future__ import annotations

import math

import numpy as np

from addnorm_cli.formula.definition import Definitions
from addnorm_cli.formula.overall import OF_ROWS, OVERALL
from addnorm_cli.model.errors import CalculationError
from addnorm_cli.model.problem import Tensor
from addnorm_cli.model.records import replaced
from addnorm_cli.numbers.arithmetic import Array, Machine
from addnorm_cli.trace.errors import MOST_BOUNDED
from addnorm_cli.trace.paths import OVERALL_ID
from addnorm_cli.trace.recorder import Recorder, Run, steps_of
from addnorm_cli.trace.trace import Quantity, Section

_FLOATS = Machine()


def with_overall(section: Section, z: Tensor | Quantity) -> Section:
    """A section with what its norm did to all numbers together, where there are several rows.

    They are worked in float64, however the steps before were carried; where that cannot hold the
    sum of all numbers, nothing is said of it.

    Args:
        section: A case whose result is that of a norm.
        z: What went into the norm.
    """
    if math.prod(z.shape[:-1]) < 2:
        return section
    after = _floats(section.result.value)
    recorder = Run(_FLOATS).recorder({**OVERALL, **OF_ROWS})
    if isinstance(z, Tensor):
        before = _floats(z.values)
        recorder.given(
            "z", before.reshape(-1), typed=None if z.typed is None else z.typed.reshape(-1)
        )
    else:
        before = _floats(z.value)
        recorder.hand_on("z", replaced(z, value=before, typed=None), (-1,))
    recorder.hand_on("y", replaced(section.result, value=after, typed=None), (-1,))
    recorder.constant("n", str(before.size))
    bounded = before.size <= MOST_BOUNDED
    try:
        with recorder.arithmetic.context():
            _work(recorder, OVERALL, ("", before), ("_after", after), bounded=bounded)
            steps = tuple(recorder.steps)
            rows = len(after)
            if rows > 1 and not section.result.order:  # else the rows of both are not the same
                z_row, y_row = before.reshape(rows, -1), after.reshape(rows, -1)
                for name, beside in (("z", z_row), ("y", y_row)):
                    recorder.hand_on(f"{name}_row", recorder.scope[name], beside.shape)
                recorder.constant("d", str(z_row.shape[1]))
                _work(recorder, OF_ROWS, ("", z_row), ("_after", y_row), bounded=bounded)
    except CalculationError:
        return section
    overall = Section(OVERALL_ID, "overall", steps, recorder.scope["sigma_after"])
    return replaced(section, parts=(*section.parts, overall))


def _work(recorder: Recorder, table: Definitions, *sides: tuple[str, Array], bounded: bool) -> None:
    """Work a table out: by its formulas, or for a large array without a copy of it."""
    if bounded:
        recorder.work_all(steps_of(table))
        return
    of = "row_" if table is OF_ROWS else ""
    for name, values in sides:
        recorder(
            f"{of}mean{name}", np.asarray(values.mean(axis=-1 if of else None, dtype=np.float64))
        )
        recorder(
            f"{of}sigma{name}", np.asarray(values.std(axis=-1 if of else None, dtype=np.float64))
        )


def _floats(values: Array) -> Array:
    return values if values.dtype.kind == "f" else values.astype(np.float64)
