"""Statistics over the wrong numbers: over columns, over another axis, over the whole matrix."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from addnorm_cli.check.change import Change
from addnorm_cli.check.sheet import Sheet, SheetLine
from addnorm_cli.formula.expr import ROW, Expr, Index, Ref, Total, children, rebuilt, total
from addnorm_cli.formula.norm_parts import STATISTIC
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.model.records import replaced


def wrong_axis(sheet: Sheet) -> Iterator[Change]:
    """Statistics over the columns, or over one of several leading axes, for those over a row."""
    if not _has_rows(sheet):
        return
    yield Change(_over(sheet, (ROW,), sheet.rows), parameters={"axis": 0}, whole=True)
    lead = sheet.lead
    if len(lead) > 1 and "z" in sheet.given:
        names = tuple(f"axis{n}" for n in range(len(lead)))
        z = sheet.given["z"].reshape(*lead, -1)
        other = _with_axes(replaced(sheet, given={**sheet.given, "z": z}), names)
        for axis, size in enumerate(lead):
            changed = _over(other, (names[axis],), size)
            yield Change(changed, parameters={"axis": axis}, whole=True)


def whole_matrix(sheet: Sheet) -> Iterator[Change]:
    """One mean and one variance for all rows."""
    if _has_rows(sheet):
        count = sheet.rows * int(sheet.given["d"])
        yield Change(_over(sheet, (ROW, "i"), count), whole=True)


def _has_rows(sheet: Sheet) -> bool:
    rule = sheet.rule
    return (
        rule is not None
        and NORMS[rule.kind].over == "row"
        and sheet.rows > 1
        and "denominator" in sheet.lines
        and "d_input" not in sheet.lines
    )


def _over(sheet: Sheet, over: Index, count: int) -> Sheet:
    """The norm of a sheet with its statistics over other axes, which have `count` numbers."""
    statistics = {name for name, line in sheet.lines.items() if line.index == STATISTIC}
    kept = tuple(name for name in sheet.lines["normalized"].index if name not in over)

    def moved(expr: Expr) -> Expr:
        if isinstance(expr, Ref):
            if expr.name == "d":
                return Ref("count")
            return Ref(expr.name, kept) if expr.name in statistics else expr
        if isinstance(expr, Total) and expr.index == "i":
            body = moved(expr.body)
            for name in over:
                body = total(name, body)
            return body
        nodes = children(expr)
        return rebuilt(expr, tuple(map(moved, nodes))) if nodes else expr

    assert sheet.rule is not None
    of_norm = NORMS[sheet.rule.kind].formulas(sheet.rule)
    lines = {
        name: SheetLine(kept if name in statistics else line.index, moved(line.formula))
        for name, line in sheet.lines.items()
        if name in of_norm and name != "z"
    }
    return replaced(
        sheet,
        lines={**sheet.lines, **lines},
        given={**sheet.given, "count": np.asarray(float(count))},
        index={**sheet.index, "count": ()},
    )


def _with_axes(sheet: Sheet, names: Index) -> Sheet:
    """A sheet with an axis for each leading axis of the reader's, in place of one for all rows."""

    def index_of(index: Index) -> Index:
        if index == STATISTIC:
            return index
        return tuple(n for each in index for n in (names if each == ROW else (each,)))

    def moved(expr: Expr) -> Expr:
        if isinstance(expr, Ref):
            return Ref(expr.name, index_of(expr.index))
        nodes = children(expr)
        return rebuilt(expr, tuple(map(moved, nodes))) if nodes else expr

    lines = {
        name: SheetLine(index_of(line.index), moved(line.formula))
        for name, line in sheet.lines.items()
    }
    index = {name: index_of(each) for name, each in sheet.index.items()}
    return replaced(sheet, lines=lines, index=index)
