"""What a norm did to a matrix: mean and σ over all its numbers and each row, before and after."""

from __future__ import annotations

import math

from addnorm_cli.formula.compute import compute
from addnorm_cli.formula.definition import Definitions
from addnorm_cli.formula.overall import OF_ROWS, OVERALL
from addnorm_cli.model.errors import CalculationError
from addnorm_cli.model.problem import Tensor
from addnorm_cli.model.records import replaced
from addnorm_cli.numbers.arithmetic import Machine
from addnorm_cli.numbers.exact import floats
from addnorm_cli.trace.errors import MOST_BOUNDED
from addnorm_cli.trace.paths import OVERALL_ID
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.recorder import Recorder, Run, steps_of
from addnorm_cli.trace.trace import Section

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
    recorder = Run(_FLOATS).recorder({**OVERALL, **OF_ROWS})
    if isinstance(z, Tensor):
        typed = None if z.typed is None else z.typed.reshape(-1)
        recorder.given("z", z.floats.reshape(-1), typed=typed)
    else:
        recorder.hand_on("z", _in_floats(z), (-1,))
    recorder.hand_on("y", _in_floats(section.result), (-1,))
    recorder.constant("n", str(recorder.scope["z"].value.size))
    rows = len(section.result.value)
    try:
        with recorder.arithmetic.context():
            _work(recorder, OVERALL)
            steps = tuple(recorder.steps)
            if rows > 1 and not section.result.order:  # else the rows of both are not the same
                for name in ("z", "y"):
                    whole = recorder.scope[name]
                    recorder.hand_on(f"{name}_row", whole, (rows, whole.value.size // rows))
                recorder.constant("d", str(recorder.scope["z_row"].value.shape[1]))
                _work(recorder, OF_ROWS)
    except CalculationError:
        return section
    overall = Section(OVERALL_ID, "overall", steps, recorder.scope["sigma_after"])
    return replaced(section, parts=(*section.parts, overall))


def _work(recorder: Recorder, table: Definitions) -> None:
    """Work a table out; for a large array it is not known how far its numbers may be off."""
    if recorder.scope["z"].value.size <= MOST_BOUNDED:
        recorder.work_all(steps_of(table))
        return
    for name in steps_of(table):
        formula = table[name].formula
        assert formula is not None
        recorder(name, compute(formula, recorder.scope, table[name].index))


def _in_floats(quantity: Quantity) -> Quantity:
    return replaced(quantity, value=floats(quantity.value), typed=None)
