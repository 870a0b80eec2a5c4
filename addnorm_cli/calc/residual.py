"""The residual connection x + Sublayer(x), with the sublayer given or worked out."""

from __future__ import annotations

from addnorm_cli.formula.residual import residual
from addnorm_cli.model.problem import Case, Linear
from addnorm_cli.trace.recorder import Run, steps_of
from addnorm_cli.trace.trace import Step


def residual_steps(case: Case, run: Run) -> list[Step]:
    """The steps of x + Sublayer(x); the last of them is `residual`.

    Args:
        case: x of shape (..., d), and a sublayer of the same shape or a Linear.
        run: How the calculation is run.
    """
    sublayer, width = case.sublayer, case.x.shape[-1]
    linear = sublayer if isinstance(sublayer, Linear) else None
    table = residual(linear, biased=case.bias is not None)
    recorder = run.recorder(table, {"row": case.x.shape[:-1]})
    recorder.take("x", case.x, (-1, width))  # (rows, d)
    recorder.show("x")
    if isinstance(sublayer, Linear):
        recorder.take("weight", sublayer.weight, sublayer.weight.shape)
        if sublayer.bias is not None:
            recorder.take("bias", sublayer.bias, (-1,))
    else:
        assert sublayer is not None
        recorder.take("sublayer", sublayer, (-1, width))
        recorder.show("sublayer")
        if case.bias is not None:
            recorder.take("bias", case.bias, (-1,))
    recorder.work_all(steps_of(table))
    return recorder.steps
