"""The table of known slips: what each makes of a calculation, or of numbers that were right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from addnorm_cli.check import norm_slips as norm
from addnorm_cli.check import reading, stack
from addnorm_cli.check import sum_slips as sums
from addnorm_cli.check.axes import whole_matrix, wrong_axis
from addnorm_cli.check.change import Change, Tries, formulas, in_turn
from addnorm_cli.check.fitting import follow_component, follow_eps, other_row
from addnorm_cli.check.machine import cancelled, small_type
from addnorm_cli.formula.expr import Ref, lift
from addnorm_cli.formula.norm_parts import STATISTIC, VECTOR
from addnorm_cli.model.records import record

if TYPE_CHECKING:
    from addnorm_cli.check.case import ClaimedCase
    from addnorm_cli.model.block_problem import BlockProblem
    from addnorm_cli.trace.trace import Trace

_z = Ref("z", VECTOR)
_deviations, _eps = Ref("deviations", VECTOR), Ref("eps")
_mean, _sigma = Ref("mean", STATISTIC), Ref("sigma", STATISTIC)
_variance, _denominator = Ref("variance", STATISTIC), Ref("denominator", STATISTIC)


@record
class Slip:
    """A known slip.

    Attributes:
        id: Its name, which stays.
        tries: What it makes of a sheet.
        reads: What it makes of the components of a result.
        seeks: What it makes of a sheet once it has seen the claim, to which it may fit a number.
        tells: What was done, where the claim is what a machine makes of the right formulas.
        others: What it makes of a block, where that is not what it makes of its norms.
        alone: It is no part of a pair.
    """

    id: str
    tries: Tries | None = None
    reads: reading.Reads | None = None
    seeks: Callable[[ClaimedCase], Iterator[Change]] | None = None
    tells: Callable[[ClaimedCase], Iterator[dict[str, Any]]] | None = None
    others: stack.Others | None = None
    alone: bool = False

    def of_block(self, problem: BlockProblem, trace: Trace) -> Iterator[stack.Other]:
        """What it makes of a block, in each of its forms."""
        if self.others is not None:
            yield from self.others(problem, trace)
        elif self.tries is not None and problem.norm is not None:
            yield from stack.of_norms(self.tries)(problem, trace)


SLIPS: dict[str, Slip] = {
    slip.id: slip
    for slip in (
        Slip("ddof", norm.ddof),
        Slip("eps-place", norm.eps_place),
        Slip("eps", norm.other_eps, seeks=follow_eps),
        Slip("convention", norm.convention, alone=True),
        Slip("no-mean", norm.no_mean),
        Slip("not-divided", norm.not_divided),
        Slip("variance-for-sigma", in_turn(
            formulas(("variance", "eps"), denominator=_variance + _eps),
            formulas(("variance",), denominator=_variance))),
        Slip("brackets", in_turn(
            formulas(("sigma", "eps"), {"as": "(z-μ)/σ + ε"},
                     normalized=_deviations / _sigma + _eps),
            formulas(("deviations",), {"as": "z - μ/σ"}, normalized=_z - _mean / _denominator))),
        Slip("whole-matrix", whole_matrix),
        Slip("wrong-axis", wrong_axis),
        Slip("sublayer-only", sums.one_term(1, normed=True)),
        Slip("x-only", sums.one_term(0, normed=True)),
        Slip("add-after-norm", sums.add_after_norm),
        Slip("not-normed", formulas(("residual",), output=_z)),
        Slip("no-gamma", norm.no_gamma),
        Slip("no-beta", norm.affine("beta", beta=lambda ref: lift(0))),
        Slip("gamma-beta-swapped",
             norm.affine("gamma", "beta", gamma=norm.named("beta"), beta=norm.named("gamma"))),
        Slip("gamma-plus-one", norm.gamma_plus_one),
        Slip("sigma-variance", norm.root_or_square),
        Slip("sign", reads=reading.sign),
        Slip("swapped", reads=reading.swapped),
        Slip("one-component", reads=reading.one_component, seeks=follow_component, alone=True),
        Slip("misread-input", norm.misread, alone=True),
        Slip("dtype", tells=small_type, alone=True),
        Slip("no-scale", others=stack.no_scale),
        Slip("no-mask", others=stack.no_mask),
        Slip("activation", sums.activation, others=stack.activation),
        Slip("transposed", sums.transposed, others=stack.transposed),
        Slip("placement", others=stack.placement),
        Slip("no-residual", in_turn(sums.one_term(1, normed=False), sums.one_path),
             others=stack.no_residual),
        Slip("cancellation", tells=cancelled, alone=True),
        Slip("one-row", seeks=other_row, alone=True),
        Slip("no-mean-term", sums.without("mean")),
        Slip("no-projection-term", sums.without("projection")),
        Slip("stop-gradient", sums.without("mean", "projection")),
    )
}  # fmt: skip
"""Every known slip, in the order in which equals stand."""
