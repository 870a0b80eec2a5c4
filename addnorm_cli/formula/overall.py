"""The formulas of mean and σ over all numbers of a matrix or of a row, before and after a norm."""

from __future__ import annotations

from addnorm_cli.formula.definition import Definitions, given, glyph, statistic
from addnorm_cli.formula.expr import ROW, Expr, Ref, sqrt, total

_ALL, _ONE = ("l",), (ROW, "i")


def _mean(of: str, index: tuple[str, ...], count: str) -> Expr:
    return total(index[-1], Ref(of, index)) / Ref(count)


def _sigma(of: str, index: tuple[str, ...], count: str, mean: str) -> Expr:
    deviation = Ref(of, index) - Ref(mean, index[:-1])
    return sqrt(total(index[-1], deviation**2) / Ref(count))


OVERALL: Definitions = {
    "z": given(_ALL, "z"),
    "y": given(_ALL, "y"),
    "n": given((), "n"),
    "mean": statistic(
        (), _mean("z", _ALL, "n"), glyph("μ_all", r"\mu_{\mathrm{all}}"), title="overall_mean"
    ),
    "sigma": statistic(
        (),
        _sigma("z", _ALL, "n", "mean"),
        glyph("σ_all", r"\sigma_{\mathrm{all}}"),
        title="overall_sigma",
    ),
    "mean_after": statistic(
        (),
        _mean("y", _ALL, "n"),
        glyph("μ′_all", r"\mu'_{\mathrm{all}}"),
        title="overall_mean_after",
    ),
    "sigma_after": statistic(
        (),
        _sigma("y", _ALL, "n", "mean_after"),
        glyph("σ′_all", r"\sigma'_{\mathrm{all}}"),
        title="overall_sigma_after",
    ),
}
"""Every number counts alike, and the squares are divided by how many there are."""

OF_ROWS: Definitions = {
    "z_row": given(_ONE, "z"),
    "y_row": given(_ONE, "y"),
    "d": given((), "d"),
    "row_mean": statistic((ROW,), _mean("z_row", _ONE, "d"), glyph("μ", r"\mu")),
    "row_sigma": statistic((ROW,), _sigma("z_row", _ONE, "d", "row_mean"), glyph("σ", r"\sigma")),
    "row_mean_after": statistic((ROW,), _mean("y_row", _ONE, "d"), glyph("μ′", r"\mu'")),
    "row_sigma_after": statistic(
        (ROW,), _sigma("y_row", _ONE, "d", "row_mean_after"), glyph("σ′", r"\sigma'")
    ),
}
"""The same of each row, to stand beside it; they are no steps of their own."""
