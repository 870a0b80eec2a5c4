"""The tables of a page: vectors under each other, matrices, statistics of every row."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from addnorm_cli.formula.bounds import UNIT
from addnorm_cli.formula.expr import ROW, Ref
from addnorm_cli.formula.notation import View
from addnorm_cli.messages import say
from addnorm_cli.model.records import replaced
from addnorm_cli.numbers.numfmt import WIDE, show
from addnorm_cli.numbers.surd import Number
from addnorm_cli.page.describe import shape_text
from addnorm_cli.page.digits import Digits, number_at
from addnorm_cli.page.page import Formula, Grid, GridRow, Label
from addnorm_cli.page.request import Request
from addnorm_cli.trace.quantity import Quantity

GAP = "…"
Indices = Sequence[int | None]
"""Which rows or columns are shown; None stands for those that are left out."""
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def digits_for(scope: Mapping[str, Quantity], request: Request) -> Digits:
    """The digits of a page: what stands in one row shares its decimals."""

    def visible(size: int) -> list[int]:
        return [c for c in request.selection.columns_of(size) if c is not None]

    return Digits(scope, request.precision, visible, exactly=request.exact)


def symbol(quantity: Quantity, digits: Digits) -> Formula:
    """A quantity's letter, or what it is made of, as a label: ẑ, (z - μ)²."""
    view = View(digits.scope, {}, whole=True)
    return Formula(Ref(quantity.name, quantity.index), view)


def numbered(columns: Indices) -> tuple[str, ...]:
    """The heads of columns that have no names: d₀, d₁ and so on."""
    return tuple(GAP if c is None else f"d{c}".translate(_SUBSCRIPTS) for c in columns)


def heads(quantity: Quantity, columns: Indices, request: Request) -> tuple[str, ...]:
    """The heads of the columns of a quantity, by the names of the components or of the tokens."""
    kind, size, naming = quantity.index[-1], quantity.value.shape[-1], request.naming
    if kind == "m":
        return tuple(GAP if c is None else f"[{c}]" for c in columns)
    if kind == "s":
        names = _names(naming.rows(), size)
        return tuple(GAP if c is None else names[c] for c in columns)
    if kind not in ("i", "n") or len(naming.dims) != size:
        return numbered(columns)
    return tuple(GAP if c is None else naming.dims[c] for c in columns)


def shaped(quantity: Quantity) -> str:
    """The shape of a quantity as people write it: 7 × 8."""
    return shape_text(quantity.shape)


def row_name(row: int, request: Request) -> str:
    """A row in words: row [3], or row bank."""
    names = request.naming.rows()
    if not names:
        return say(request.language, "row.number", row=row)
    return say(request.language, "row.token", token=names[row])


def row_index(row: int, request: Request) -> str:
    """A row as the head of a line: [3], or its name."""
    names = request.naming.rows()
    return names[row] if names else f"[{row}]"


def _names(names: Sequence[str], count: int) -> Sequence[str]:
    return names if len(names) == count else [f"[{n}]" for n in range(count)]


def cells(
    quantity: Quantity, place: tuple[int, ...], columns: Indices, digits: Digits
) -> tuple[str, ...]:
    """The digits of one row of the last axis; `place` says which."""
    return tuple(
        GAP if c is None else digits.component(quantity.name, (*place, c)).text for c in columns
    )


def vector_grid(
    vectors: Sequence[Quantity],
    strong: str,
    row: int,
    digits: Digits,
    request: Request,
    *,
    total: bool,
) -> Grid:
    """Vectors of one width under each other, the exact values below the one that matters most.

    Args:
        vectors: Quantities with one row of components each.
        strong: The name of the one that matters most.
        row: The row to show.
        digits: Gives numbers their digits.
        request: What the reader wants to see.
        total: The last vector is the sum of those above it.
    """
    width = vectors[-1].value.shape[-1]
    columns = request.selection.columns_of(width)
    rows: list[GridRow] = []
    for quantity in vectors:
        if quantity.value.shape[-1] != width:
            continue
        is_strong = quantity.name == strong
        label = symbol(quantity, digits)
        rows.append(GridRow(label, cells(quantity, (row,), columns, digits), is_strong))
        if is_strong and quantity.exact is not None and not request.hide_answers:
            rows += exact_rows(quantity, row, columns, request)
    note = elision_note(columns, width, [0], 1, request)
    summed = total and len(rows) == len(vectors)  # nothing stands below the sum
    return Grid(None, heads(vectors[-1], columns, request), tuple(rows), note, summed)


def exact_rows(
    quantity: Quantity, row: int, columns: Indices, request: Request
) -> Iterator[GridRow]:
    """What float64 makes of a row, and how far the row has drifted from it."""
    exact, drifts = [], []
    for column in columns:
        if column is None:
            exact.append(GAP)
            drifts.append(GAP)
        else:
            right, drift = exact_and_drift(quantity, (row, column), request)
            exact.append(right)
            drifts.append(drift)
    yield GridRow(say(request.language, "row.exact"), tuple(exact))
    yield GridRow(say(request.language, "row.drift"), tuple(drifts))


def exact_and_drift(
    quantity: Quantity, place: tuple[int, ...], request: Request
) -> tuple[str, str]:
    """The digits of the exact value of a component, and of its distance from it."""
    assert quantity.exact is not None
    precision = max(request.precision, (quantity.places or 0) + 1)
    exact = float(quantity.exact[place])
    drift = _difference(number_at(quantity, place), exact)
    error = 0.0 if quantity.exact_error is None else float(quantity.exact_error()[place])
    shown = show(drift, precision, error + 2 * UNIT * abs(exact))
    sign = "" if shown.text.startswith("-") or shown.is_zero else "+"
    return show(exact, precision, error).text, sign + shown.text


def _difference(number: Number, exact: float) -> Number:
    """How far a number is from the exact one; a decimal may be larger than any float64."""
    if isinstance(number, Decimal) and not math.isfinite(float(number)):
        return WIDE.subtract(number, Decimal(repr(exact)))
    return float(number) - exact


def matrix_grids(
    caption: Label | None,
    quantity: Quantity,
    digits: Digits,
    request: Request,
    row: int | None = None,
    *,
    remarks: bool = False,
) -> Iterator[Grid]:
    """The rows of a matrix, each with its index; of a stack of matrices, one table for each head.

    Args:
        caption: What stands above the first table.
        quantity: Two axes, or three with the heads first.
        digits: Gives numbers their digits.
        request: What the reader wants to see.
        row: One row, or None for all.
        remarks: What the reader remarked on the rows stands beside them.
    """
    *stack, rows, width = quantity.value.shape
    columns = request.selection.columns_of(width)
    shown = request.selection.rows_of(rows) if row is None else [row]
    for head in request.selection.rows_of(stack[0]) if stack else [None]:
        if stack and head is None:
            continue
        place = () if head is None else (head,)
        if head is not None and stack[0] > 1:
            caption = say(request.language, "heading.head", head=head)
        labels = ["" if r is None else row_label(quantity, r, request) for r in shown]
        grid = Grid(
            caption=caption,
            columns=heads(quantity, columns, request),
            rows=tuple(
                GridRow(GAP, (GAP,) * len(columns))
                if r is None
                else GridRow(
                    label,
                    cells(quantity, (*place, r), columns, digits),
                    shades=_shades(quantity, (*place, r), columns),
                )
                for r, label in zip(shown, labels, strict=True)
            ),
            note=elision_note(columns, width, shown, rows, request),
        )
        yield remarked(grid, labels, request) if remarks else grid


def row_label(quantity: Quantity, row: int, request: Request) -> str:
    """A row as the reader knows it: by name, as [3], or as [1,0] where there are several axes."""
    rows = quantity.value.shape[len(quantity.index) - 2] if len(quantity.index) > 1 else 0
    by_token = not {ROW, "t"}.isdisjoint(quantity.index)
    names = request.naming.rows() if by_token else ()
    if len(names) == (rows or quantity.value.shape[0]):
        return names[row]
    if quantity.index[0] != ROW and not quantity.order:
        return f"[{row}]"
    lead = tuple(quantity.shape[axis] for axis in quantity.order) or quantity.shape
    while len(lead) > 1 and math.prod(lead) > quantity.value.shape[0]:
        lead = lead[:-1]
    place: list[int] = []
    for size in reversed(lead):
        row, index = divmod(row, size)
        place.insert(0, index)
    return f"[{','.join(map(str, place))}]"


def _shades(quantity: Quantity, place: tuple[int, ...], columns: Indices) -> tuple[float, ...]:
    """How strong each cell is beside the strongest of its matrix, from -1 to 1."""
    if not quantity.shaded:
        return ()
    matrix = quantity.value[place[:-1]]
    strongest = abs(matrix).max() or 1  # a decimal may be larger than any float64
    return tuple(0.0 if c is None else float(matrix[place[-1], c] / strongest) for c in columns)


def remarked(grid: Grid, names: Sequence[str], request: Request) -> Grid:
    """The table with what the reader remarked on its rows, if there is anything.

    Args:
        grid: The table.
        names: What each row is called where remarks are made; "" for one that has no name.
        request: Knows the remarks.
    """
    remarks = [request.naming.notes.get(name, "") for name in names]
    if not any(remarks):
        return grid
    pairs = zip(grid.rows, remarks, strict=True)
    return replaced(
        grid,
        columns=(*grid.columns, say(request.language, "head.remarks")),
        rows=tuple(
            replaced(
                row,
                cells=(*row.cells, remark),
                shades=(*row.shades, 0.0) if row.shades else (),
            )
            for row, remark in pairs
        ),
        remarks=True,
    )


def elision_note(
    columns: Indices, width: int, shown: Indices, rows: int, request: Request
) -> str | None:
    """How much of a table was left out, and how to see it."""
    hidden_columns = width - sum(c is not None for c in columns) if None in columns else 0
    hidden_rows = rows - sum(r is not None for r in shown) if None in shown else 0
    if not hidden_rows and not hidden_columns:
        return None
    key = "both" if hidden_rows and hidden_columns else "rows" if hidden_rows else "columns"
    return say(
        request.language,
        request.key(f"note.elided_{key}"),
        hidden_rows=hidden_rows,
        rows=rows,
        hidden_columns=hidden_columns,
        columns=width,
    )
