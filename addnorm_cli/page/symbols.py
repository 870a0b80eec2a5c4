"""The meaning of each symbol of a page, once, in the order in which they are met."""

from __future__ import annotations

from collections.abc import Iterator

from addnorm_cli.formula.expr import Expr, Num
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.messages import say
from addnorm_cli.model.problem import NormSpec
from addnorm_cli.page.grids import digits_for, symbol
from addnorm_cli.page.page import Grid, GridRow
from addnorm_cli.page.request import Request
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.trace import Trace

MEANT = (
    "x", "sublayer", "residual", "weight", "bias", "linear", "activation", "z", "d", "N", "mean",
    "variance", "sigma", "mean_square", "rms", "length", "eps", "alpha", "normalized", "gamma",
    "beta", "y", "q", "k", "v", "scores", "scaled_scores", "capped_scores", "biased_scores",
    "masked_scores", "memory", "d_head", "weights", "heads", "concat", "attention_output",
    "linear_1", "gate", "inner", "linear_2", "attention", "ffn", "update", "stream", "upstream",
    "shares", "factor", "residual_factor", "gradient_output",
)  # fmt: skip
"""The quantities whose letters are explained."""
_CALLED = {"y": "y", "A(x)": "attention_output", "f": "inner", "x′": "stream"}
"""Quantities whose names do not say what they are, by their letters."""


def symbol_grid(trace: Trace, request: Request) -> Iterator[Grid]:
    """A table of every letter and its meaning."""
    rows: dict[str, GridRow] = {}
    for _, step in trace.steps():
        for quantity in step.scope.values():
            name = _meant(quantity)
            if name is None:
                continue
            if name == "gamma" and trace.norm is not None and not _starts_at_one(trace.norm):
                name = "gain"
            letter = symbol(quantity, digits_for(step.scope, request))
            text = say(request.language, f"symbol.{name}")
            rows.setdefault(letter.text(), GridRow(letter, (text,)))
    if trace.ledger is not None:
        ends = {"x₀": "symbol.start", "x_N": "symbol.end"}
        rows |= {x: GridRow(x, (say(request.language, key),)) for x, key in ends.items()}
    if rows:
        caption = say(request.language, "symbols.title")
        head = say(request.language, "symbols.meaning")
        yield Grid(caption, (head,), tuple(rows.values()), words=True)


def _starts_at_one(spec: NormSpec) -> bool:
    """Whether a γ that is left out, or not yet learned, is 1."""
    left_out = NORMS[spec.kind].gamma_of(spec)
    return isinstance(left_out, Num) and left_out.value == 1


def _meant(quantity: Quantity) -> str | None:
    """What a quantity is called in the table, if its letter is explained."""
    if isinstance(quantity.symbol, Expr):  # an expression of other letters says itself
        return None
    name = _CALLED.get(quantity.symbol.text, quantity.name)
    return name if name in MEANT else None
