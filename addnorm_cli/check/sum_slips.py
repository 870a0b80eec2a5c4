"""Slips in x + F(x), in a sublayer that is worked out, and on the way back."""

from __future__ import annotations

from collections.abc import Iterator

from addnorm_cli.check.change import Change, Tries, exchanged
from addnorm_cli.check.sheet import Sheet
from addnorm_cli.formula.expr import Add, Call, Div, Expr, Ref, Sub
from addnorm_cli.formula.functions import ACTIVATIONS
from addnorm_cli.formula.norm_parts import VECTOR
from addnorm_cli.formula.residual import residual
from addnorm_cli.model.problem import ORIENTATIONS
from addnorm_cli.model.records import replaced


def _terms(sheet: Sheet) -> tuple[Expr, Expr] | None:
    """The x of a sum, and what is added to it."""
    line = sheet.lines.get("residual")
    if line is None or not isinstance(line.formula, Add):
        return None
    x, *added = line.formula.terms
    return x, added[0] if len(added) == 1 else Add(tuple(added))


def one_term(which: int, *, normed: bool) -> Tries:
    """One term for the sum, where a norm follows, or where none does."""

    def tries(sheet: Sheet) -> Iterator[Change]:
        terms = _terms(sheet)
        if terms is not None and ("z" in sheet.lines) == normed:
            yield Change(sheet.with_formulas({"residual": terms[which]}))

    return tries


def add_after_norm(sheet: Sheet) -> Iterator[Change]:
    """The norm of one term, to which the other is added."""
    terms = _terms(sheet)
    if terms is not None and "output" in sheet.lines:
        for normed, name in ((1, "x + Norm(F(x))"), (0, "Norm(x) + F(x)")):
            output = terms[1 - normed] + sheet.lines["output"].formula
            changed = sheet.with_formulas({"residual": terms[normed], "output": output})
            yield Change(changed, parameters={"as": name})


def activation(sheet: Sheet) -> Iterator[Change]:
    """Another activation, one that was forgotten, or one where there is none."""
    linear = sheet.linear
    if linear is None or "linear" not in sheet.lines:
        return
    names = [name for name in ("identity", *ACTIVATIONS) if name != linear.activation]
    inner = Ref("linear", VECTOR)
    for name in names:
        formula = inner if name == "identity" else Call(name, inner)
        if "activation" in sheet.lines:
            changed = sheet.with_formulas({"activation": formula})
        else:
            bent = exchanged(sheet.lines["residual"].formula, {"linear": formula})
            changed = sheet.with_formulas({"residual": bent})
        yield Change(changed, parameters={"activation": name})


def transposed(sheet: Sheet) -> Iterator[Change]:
    """A square weight that was read the other way round."""
    linear = sheet.linear
    if linear is not None and "linear" in sheet.lines and len(set(linear.weight.shape)) == 1:
        (other,) = (each for each in ORIENTATIONS if each != linear.orientation)
        formula = residual(replaced(linear, orientation=other))["linear"].formula
        assert formula is not None
        yield Change(sheet.with_formulas({"linear": formula}), parameters={"orientation": other})


def one_path(sheet: Sheet) -> Iterator[Change]:
    """The gradient along one of the two paths into x alone."""
    for name in ("d_x_sublayer", "d_x_identity"):
        if name in sheet.lines and isinstance(sheet.lines["d_x"].formula, Add):
            (path,) = (r for r in sheet.lines["d_x"].formula.terms if isinstance(r, Ref)
                       and r.name == name)  # fmt: skip
            yield Change(sheet.with_formulas({"d_x": path}), parameters={"path": name})


def without(*terms: str) -> Tries:
    """The gradient of the norm without one of its two terms, or both."""

    def tries(sheet: Sheet) -> Iterator[Change]:
        line = sheet.lines.get("d_input")
        if line is None or not isinstance(line.formula, Div):
            return
        whole, below = line.formula.left, line.formula.right
        if not isinstance(whole, Sub):
            return
        kept, pulled = whole.left, whole.right
        if "mean" in terms:
            if not isinstance(kept, Sub):
                return
            kept = kept.left
        above = kept if "projection" in terms else kept - pulled
        yield Change(sheet.with_formulas({"d_input": above / below}))

    return tries
