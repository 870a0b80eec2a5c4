"""γ and β: read from an option or the file, and fitted to the axes that are normalized."""

from __future__ import annotations

from collections.abc import Sequence

from addnorm_cli.formula.axes import arrangement
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.inputs.arrays import show_shape, spread
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.problem import Case, NormSpec, Tensor
from addnorm_cli.model.records import replaced


def fit(affine: Tensor | None, name: str, norm: NormSpec, cases: Sequence[Case]) -> Tensor | None:
    """γ or β with the shape of the normalized axes.

    Args:
        affine: The numbers given; a single one stands for every component.
        name: "gamma" or "beta".
        norm: The norm, whose axes fit every case.
        cases: The cases.

    Raises:
        InputError: It has another length, or the norm has none.
    """
    if affine is None:
        return None
    known = NORMS[norm.kind]
    if not (known.beta if name == "beta" else known.gamma):
        refused = "beta_refused" if name == "beta" else "gamma_refused"
        raise InputError(refused, where=affine.source, norm=norm.kind)
    return _fitted(affine, {"gamma": "γ", "beta": "β"}[name], norm, cases)


def fit_remembered(norm: NormSpec, cases: Sequence[Case]) -> NormSpec:
    """A norm whose running statistics have the shape of γ.

    Raises:
        InputError: They have another length.
    """
    mean, var = norm.running_mean, norm.running_var
    return replaced(
        norm,
        running_mean=None if mean is None else _fitted(mean, "running_mean", norm, cases),
        running_var=None if var is None else _fitted(var, "running_var", norm, cases),
    )


def _fitted(given: Tensor, name: str, norm: NormSpec, cases: Sequence[Case]) -> Tensor:
    """Numbers with the shape of the normalized axes."""
    shape = arrangement(norm, cases[0].x.shape).affine
    fitted = spread(given, shape) if given.shape == (1,) else given
    for case in cases:
        expected = arrangement(norm, case.x.shape).affine
        if fitted.shape != expected:
            raise InputError(
                "affine_shape",
                where=given.source,
                name=name,
                found=show_shape(given.shape),
                expected=show_shape(expected),
            )
    return fitted
