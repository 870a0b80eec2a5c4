"""What a reader starts from: the vectors and matrices that were given, in tables."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

import numpy as np

from addnorm_cli.formula.axes import arrangement
from addnorm_cli.formula.expr import ROW
from addnorm_cli.messages import say
from addnorm_cli.model.records import record, replaced
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.page.describe import section_title
from addnorm_cli.page.grids import (
    cells,
    digits_for,
    elision_note,
    heads,
    matrix_grids,
    remarked,
    shaped,
    symbol,
)
from addnorm_cli.page.page import Formula, Grid, GridRow, Label, label_text
from addnorm_cli.page.request import Request
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.trace import Section, Step, Trace

_INPUTS = {"z": "x"}
"""An input that a page calls by another letter."""
_MOST_NAMED = 6
"""So many cases are named in the caption."""
_SMALL = 4096
"""Arrays of up to this many numbers are told apart by all of them."""


def was_given(quantity: Quantity) -> bool:
    """Whether it was typed, or read from a file."""
    return quantity.origin == "given"


@record
class _Given:
    """One quantity that was given.

    Attributes:
        letter: Its letter.
        place: Of which case or section it is, where there are several.
        note: What it is called where remarks are made, or "".
        quantity: Its numbers.
    """

    letter: Formula
    place: str
    note: str
    quantity: Quantity


def given_grids(trace: Trace, request: Request) -> Iterator[Grid]:
    """Everything that the reader starts from: vectors of one width under each other, matrices."""
    # the stream is what a reader starts from, whatever is worked first
    given = sorted(_once(trace, request), key=lambda each: each.quantity.name != "x")
    vectors: dict[int, list[_Given]] = {}
    matrices: list[_Given] = []
    for each in given:
        width = each.quantity.value.shape[-1]
        if each.quantity.value.size == width:
            vectors.setdefault(width, []).append(each)
        else:
            matrices.append(each)
    model = (trace.forward or trace.cases)[0].result.shape[-1]
    by_rows = bool(matrices) and matrices[0].quantity.name in ("x", "z")
    if by_rows:  # the stream first, and vectors last, so that it stands before its weights
        name = label_text(_caption(matrices[0], request))
        key = "given.matrix" if _by_model(trace) else "given.plain"
        caption = say(request.language, key, name=name, d=model)
        yield from _matrix(caption, matrices.pop(0), request)
        yield from (
            grid for each in matrices for grid in _matrix(_caption(each, request), each, request)
        )
    for width, rows in vectors.items():
        cases = tuple(
            each.place for each in rows if each.place and each.quantity.name == "sublayer"
        )
        key = "given.model" if width == model else "given.of_width"
        key = "given.cases" if 0 < len(cases) <= _MOST_NAMED else key
        yield _vectors(say(request.language, key, d=width, cases=cases), rows, request)
    if not by_rows:
        yield from (
            grid for each in matrices for grid in _matrix(_caption(each, request), each, request)
        )


def _by_model(trace: Trace) -> bool:
    """Whether a row of the work is made of vectors of d_model; not where it has channels."""
    spec, shape = trace.norm, trace.cases[0].result.shape
    if spec is None:
        return True
    rows = arrangement(spec, shape)
    return not rows.is_moved and rows.affine == rows.trail


def _vectors(caption: str, given: list[_Given], request: Request) -> Grid:
    """Vectors of one width, each with its digits."""
    first = given[0].quantity
    width = first.value.shape[-1]
    columns = request.selection.columns_of(width)
    rows = []
    for each in given:
        quantity = each.quantity
        digits = digits_for({quantity.name: quantity}, request)
        place = (0,) * (quantity.value.ndim - 1)
        rows.append(GridRow(_row_label(each), cells(quantity, place, columns, digits)))
    note = elision_note(columns, width, [0], 1, request)
    grid = Grid(caption, heads(first, columns, request), tuple(rows), note, given=True)
    return remarked(grid, [each.note for each in given], request)


def _matrix(caption: Label, given: _Given, request: Request) -> Iterator[Grid]:
    quantity = replaced(given.quantity, shaded=given.quantity.index[0] != ROW)
    digits = digits_for({quantity.name: quantity}, request)
    remarks = quantity.name in ("x", "z")
    for grid in matrix_grids(caption, quantity, digits, request, remarks=remarks):
        yield replaced(grid, given=True)


def _row_label(given: _Given) -> Label:
    """A sublayer's output is called as its case; others of a case by their letter too."""
    if given.note and given.place:
        return given.place
    return f"{given.letter.text()} · {given.place}" if given.place else given.letter


def _caption(given: _Given, request: Request) -> Label:
    """Its name, its shape, and what the reader remarked on it."""
    label, remark = _row_label(given), request.naming.notes.get(given.note, "")
    after = " · ".join(filter(None, (f"({shaped(given.quantity)})", remark)))
    return f"{label} {after}" if isinstance(label, str) else replaced(label, after=after)


def _once(trace: Trace, request: Request) -> list[_Given]:
    """What was given, without the stream on its way into a norm where it stands there as x."""
    given = list(_given(trace, request))
    has_stream = any(each.quantity.name == "x" for each in given)
    return [each for each in given if not (has_stream and each.quantity.name == "z")]


def _given(trace: Trace, request: Request) -> Iterator[_Given]:
    """Each quantity that was given, once, by its letter; those of one case with its name.

    Of a model whose weights are in a file, this is what it reads alone.
    """
    of_model = any(notice.key == "model" for notice in trace.notices)
    seen: set[Hashable] = set()
    by_case = {name for name, value in trace.inputs.items() if isinstance(value, dict)}
    for case in (*trace.forward, *trace.cases):
        for places, step in _steps(case, (), request):
            for name, quantity in step.scope.items():
                if quantity.origin != "given" or quantity.neutral or not quantity.value.ndim:
                    continue
                if of_model and name not in trace.inputs:
                    continue
                own = case.id if _INPUTS.get(name, name) in by_case else ""
                key = (name, own, quantity.value.shape, _told_by(quantity.value))
                if key in seen:
                    continue
                seen.add(key)
                letter = symbol(quantity, digits_for(step.scope, request))
                place, note = own, "x" if name in ("x", "z") else ""
                if own:
                    # one table has the sublayers of all cases under x, each by its case alone
                    note = own if name == "sublayer" or len(by_case) == 1 else ""
                elif name == "update" and trace.ledger is not None:
                    update = trace.ledger.entries[int(step.id.removeprefix("add")) - 1]
                    place, note = f"{letter.text()} {update.part}", update.part
                elif (trace.ledger is not None or trace.forward) and name != "x":
                    place = " · ".join(places if name in ("gamma", "beta") else places[:-1])
                yield _Given(letter, place, note, quantity)


def _steps(
    section: Section, places: tuple[str, ...], request: Request
) -> Iterator[tuple[tuple[str, ...], Step]]:
    """Every step, with the layer and the norm or the sublayer that it is in; an only one unsaid."""
    sections = [part for part in section.parts if isinstance(part, Section)]
    for part in section.parts:
        if isinstance(part, Step):
            yield places, part
            continue
        alone = len(sections) == 1 and section.kind != "layer"
        name = () if alone else (section_title(part, request.language),)
        yield from _steps(part, (*places, *name), request)


def _told_by(values: Array) -> Hashable:
    """What tells an array from others: all its numbers, or some of them where there are many."""
    if values.size <= _SMALL:
        return values.astype(np.float64).tobytes()
    return values.reshape(-1)[:: values.size // _SMALL].astype(np.float64).tobytes()
