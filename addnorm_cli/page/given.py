"""What a reader starts from: the vectors and matrices that were given, in tables."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from addnorm_cli.messages import say
from addnorm_cli.model.problem import Tensor
from addnorm_cli.model.records import replaced
from addnorm_cli.page.grids import GAP, cells, digits_for, elision_note, heads, symbol
from addnorm_cli.page.page import Grid, GridRow, Label, label_text
from addnorm_cli.page.request import Request
from addnorm_cli.trace.trace import Quantity, Trace

_OURS = ("delta",)
"""What looks given, but is a part of our formulas: the identity δ."""


def was_given(quantity: Quantity, trace: Trace) -> bool:
    """Whether it was typed, or read from a file.

    What one part of a page hands to the next has no formula there either: z = r, for example.
    """
    if quantity.formula is not None:
        return False
    return quantity.typed is not None or _input_of(quantity, trace) is not None


def _input_of(quantity: Quantity, trace: Trace) -> Tensor | None:
    """The input that a quantity is, if it is one."""
    name = quantity.name
    if name == "z" and trace.linear is None and "sublayer" not in trace.inputs:
        name = "x"
    given = trace.inputs.get(name, {})
    tensors = [given] if isinstance(given, Tensor) else list(given.values())
    take = trace.arithmetic.take  # what an input is once it is carried
    numbers = quantity.value.reshape(-1)
    alike = (tensor for tensor in tensors if tensor.values.size == numbers.size)
    return next((t for t in alike if np.array_equal(take(t).reshape(-1), numbers)), None)


def _as_given(quantity: Quantity, trace: Trace) -> Quantity:
    """A quantity with the digits that were typed for it."""
    tensor = None if quantity.typed is not None else _input_of(quantity, trace)
    if tensor is None or tensor.typed is None:
        return quantity
    return replaced(quantity, typed=tensor.typed.reshape(quantity.value.shape))


def changes_nothing(name: str, quantity: Quantity, trace: Trace) -> bool:
    """Whether a γ is 1 everywhere, or 0 where the gain is 1 + γ, or a β is 0."""
    unit_offset = trace.norm is not None and trace.norm.unit_offset
    neutral = {
        "gamma": 0 if unit_offset else 1,
        "beta": 0,
        "group_gamma": 1,
        "group_beta": 0,
    }
    return name in neutral and bool((quantity.value.astype(np.float64) == neutral[name]).all())


def given_grids(trace: Trace, request: Request) -> Iterator[Grid]:
    """Everything that the reader starts from: vectors of one width under each other, matrices."""
    vectors: dict[int, list[GridRow]] = {}
    matrices: list[Grid] = []
    # the stream is what a reader starts from, whatever is worked first
    for label, quantity in sorted(_once(trace, request), key=lambda pair: pair[1].name != "x"):
        digits = digits_for({quantity.name: quantity}, request)
        *_, width = quantity.value.shape
        columns = request.selection.columns_of(width)
        if quantity.value.size == width:
            place = (0,) * (quantity.value.ndim - 1)
            row = GridRow(label, cells(quantity, place, columns, digits))
            vectors.setdefault(width, []).append(row)
            continue
        shown = request.selection.rows_of(len(quantity.value))
        lines = tuple(
            GridRow(GAP, (GAP,) * len(columns))
            if r is None
            else GridRow(f"[{r}]", cells(quantity, (r,), columns, digits))
            for r in shown
        )
        note = elision_note(columns, width, shown, len(quantity.value), request)
        matrices.append(Grid(label, heads(columns), lines, note))
    if matrices and not vectors and (first := matrices[0].caption) is not None:
        caption = say(request.language, "given.matrix", name=label_text(first))
        matrices[0] = replaced(matrices[0], caption=caption)
    key = "given" if len(vectors) < 2 else "given.of_width"
    for width, rows in vectors.items():
        columns = request.selection.columns_of(width)
        note = elision_note(columns, width, [0], 1, request)
        yield Grid(say(request.language, key, d=width), heads(columns), tuple(rows), note)
    yield from matrices


def _once(trace: Trace, request: Request) -> list[tuple[Label, Quantity]]:
    """What was given, without the stream on its way into a norm where it stands there as x."""
    given = list(_given(trace, request))
    streams = [quantity.value for _, quantity in given if quantity.name == "x"]
    return [
        (label, quantity)
        for label, quantity in given
        if quantity.name != "z" or not any(np.array_equal(quantity.value, x) for x in streams)
    ]


def _given(trace: Trace, request: Request) -> Iterator[tuple[Label, Quantity]]:
    """Each quantity that was given, once, by its letter; those of one case with its name."""
    seen: set[tuple[str, bytes]] = set()
    for path, step in trace.steps():
        for name, quantity in step.scope.items():
            numbers = quantity.value.astype(np.float64)
            key = (name, numbers.tobytes())
            if key in seen or name in _OURS or not numbers.ndim:
                continue
            if not was_given(quantity, trace):
                continue
            seen.add(key)
            if changes_nothing(name, quantity, trace):
                continue
            letter = symbol(quantity, digits_for(step.scope, request))
            own = trace.labelled and isinstance(trace.inputs.get(name), dict)
            label: Label = f"{letter.text()} ({path[0]})" if own else letter
            if name == "update" and trace.ledger is not None:
                update = trace.ledger.entries[int(path[-1].removeprefix("add")) - 1]
                label = f"{letter.text()} {update.part}"
            yield label, _as_given(quantity, trace)
