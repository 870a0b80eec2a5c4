"""What a norm did to a whole matrix: mean and σ over all its numbers, before and after."""

from __future__ import annotations

import math

import numpy as np

from addnorm_cli.formula.overall import OVERALL
from addnorm_cli.model.errors import CalculationError
from addnorm_cli.model.problem import Tensor
from addnorm_cli.model.records import replaced
from addnorm_cli.numbers.arithmetic import Array, Machine
from addnorm_cli.trace.errors import MOST_BOUNDED
from addnorm_cli.trace.paths import OVERALL_ID
from addnorm_cli.trace.recorder import Run, steps_of
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
    record = Run(_FLOATS).recorder(OVERALL)
    if isinstance(z, Tensor):
        before = _floats(z.values)
        record.given(
            "z", before.reshape(-1), typed=None if z.typed is None else z.typed.reshape(-1)
        )
    else:
        before = _floats(z.value)
        record.hand_on("z", replaced(z, value=before, typed=None), (-1,))
    record.hand_on("y", replaced(section.result, value=after, typed=None), (-1,))
    record.constant("n", str(before.size))
    if before.size <= MOST_BOUNDED:
        try:
            record.work_all(steps_of(OVERALL))
        except CalculationError:
            return section
    else:  # no copies of an array that is large
        for name, of in (("", before), ("_after", after)):
            record(f"mean{name}", np.asarray(of.mean(dtype=np.float64)))
            record(f"sigma{name}", np.asarray(of.std(dtype=np.float64)))
    overall = Section(OVERALL_ID, "overall", tuple(record.steps), record.scope["sigma_after"])
    return replaced(section, parts=(*section.parts, overall))


def _floats(values: Array) -> Array:
    return values if values.dtype.kind == "f" else values.astype(np.float64)
