"""The residual connection x + Sublayer(x), with the sublayer given or worked out."""

from __future__ import annotations

from addnorm_cli.calc import formulas
from addnorm_cli.formula.functions import FUNCTIONS
from addnorm_cli.model.problem import Case, Linear, Tensor
from addnorm_cli.numbers.arithmetic import Arithmetic, Array
from addnorm_cli.trace.recorder import Recorder
from addnorm_cli.trace.trace import Step


def residual_steps(case: Case, arithmetic: Arithmetic) -> list[Step]:
    """The steps of x + Sublayer(x); the last of them is `residual`.

    Args:
        case: x of shape (..., d), and a sublayer of the same shape or a Linear.
        arithmetic: How numbers are carried.
    """
    sublayer = case.sublayer
    width = case.x.shape[-1]
    definitions = formulas.residual(sublayer if isinstance(sublayer, Linear) else None)
    record = Recorder(arithmetic, definitions, {"row": case.x.shape[:-1]})
    x = _given(record, "x", case.x, (-1, width))  # (rows, d)
    record.show("x")
    if isinstance(sublayer, Linear):
        added = linear(x, sublayer, record)
    else:
        assert sublayer is not None
        added = _given(record, "sublayer", sublayer, (-1, width))
        record.show("sublayer")
    record("residual", x + added)
    return record.steps


def linear(x: Array, sublayer: Linear, record: Recorder) -> Array:
    """activation(x W + b) for x of shape (rows, in), giving (rows, out)."""
    weight = _given(record, "weight", sublayer.weight, sublayer.weight.shape)
    h = x @ (weight.T if sublayer.orientation == "Wx" else weight)
    if sublayer.bias is not None:
        h = h + _given(record, "bias", sublayer.bias, (-1,))
    h = record("linear", h)
    if sublayer.activation == "identity":
        return h
    return record("activation", FUNCTIONS[sublayer.activation].apply(h))


def _given(record: Recorder, name: str, tensor: Tensor, shape: tuple[int, ...]) -> Array:
    typed = None if tensor.typed is None else tensor.typed.reshape(shape)
    return record.given(name, record.arithmetic.take(tensor).reshape(shape), typed=typed)
