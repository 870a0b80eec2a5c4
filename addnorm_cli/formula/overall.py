"""The formulas of mean and σ over all numbers of a matrix, before a norm and after it."""

from __future__ import annotations

from addnorm_cli.formula.definition import Definitions, given, glyph, statistic
from addnorm_cli.formula.expr import Expr, Ref, sqrt, total

_COUNT = Ref("n")


def _mean(of: str) -> Expr:
    return total("l", Ref(of, ("l",))) / _COUNT


def _sigma(of: str, mean: str) -> Expr:
    return sqrt(total("l", (Ref(of, ("l",)) - Ref(mean)) ** 2) / _COUNT)


OVERALL: Definitions = {
    "z": given(("l",), "z"),
    "y": given(("l",), "y"),
    "n": given((), "n"),
    "mean": statistic((), _mean("z"), glyph("μ_all", r"\mu_{\mathrm{all}}"), title="overall_mean"),
    "sigma": statistic(
        (),
        _sigma("z", "mean"),
        glyph("σ_all", r"\sigma_{\mathrm{all}}"),
        title="overall_sigma",
    ),
    "mean_after": statistic(
        (), _mean("y"), glyph("μ′_all", r"\mu'_{\mathrm{all}}"), title="overall_mean_after"
    ),
    "sigma_after": statistic(
        (),
        _sigma("y", "mean_after"),
        glyph("σ′_all", r"\sigma'_{\mathrm{all}}"),
        title="overall_sigma_after",
    ),
}
"""Every number counts alike, and the squares are divided by how many there are."""
