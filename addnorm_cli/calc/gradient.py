"""`addnorm gradient`: forward through y = Norm(x + F(x)), then back to x, F, γ and β."""

from __future__ import annotations

import math

import numpy as np

from addnorm_cli.calc.differences import central_differences, size_of_terms
from addnorm_cli.calc.norms import norm_section
from addnorm_cli.calc.residual import residual_steps
from addnorm_cli.formula import backward
from addnorm_cli.formula.bounds import UNIT
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.model.problem import Case, Linear, NormSpec, Notice, Problem
from addnorm_cli.model.records import replaced
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.trace.errors import Later, of_sum
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.recorder import Recorder, Run, steps_of
from addnorm_cli.trace.trace import Section, SelfCheck, Step

MOST_JACOBIAN = 8
"""The widest row whose Jacobians are written out."""
_TOLERANCE = 1e-9


def gradient_section(case: Case, problem: Problem, run: Run) -> tuple[Section, tuple[Notice, ...]]:
    """One case: the forward steps as `addnorm` has them, the section `gradient`, the Jacobians.

    Args:
        case: x of shape (..., d), perhaps a sublayer, and the gradient at the output.
        problem: The norm, γ and β.
        run: How the calculation is run.

    Raises:
        CalculationError: A denominator is zero, or a number is too large.
    """
    steps = [] if case.sublayer is None else residual_steps(case, run)
    z = steps[-1].quantity if steps else case.x
    norm, notices = norm_section(z, problem.gamma, problem.beta, problem.norm, run, "norm")
    recorder = _recorder(case, problem, run, steps, norm)
    _backward(recorder)
    backward_steps = tuple(recorder.steps)
    parts: list[Step | Section] = [*steps, norm]
    last = recorder.scope["d_x"]
    jacobian = _jacobian(recorder)
    checks = _checks(case, problem, recorder)
    parts.append(Section(id="gradient", kind="gradient", parts=backward_steps, result=last,
                         checks=checks, results=_results(recorder)))  # fmt: skip
    parts += [jacobian] if jacobian is not None else []
    section = Section(id=case.label or "", kind="case", parts=tuple(parts), result=last,
                      results=_results(recorder))  # fmt: skip
    return section, (*notices, *_notices(recorder, case, problem))


def _recorder(case: Case, problem: Problem, run: Run, steps: list[Step], norm: Section) -> Recorder:
    """A recorder that knows every quantity of the way forward, and the gradient that arrives."""
    spec, upstream = problem.norm, case.upstream
    assert upstream is not None
    linear = case.sublayer if isinstance(case.sublayer, Linear) else None
    lead = case.x.shape[: len(case.x.shape) - spec.last_axes]
    trail = case.x.shape[len(lead) :]
    definitions = {
        **backward.norm(spec, single=not lead),
        **backward.paths(linear, sublayer=case.sublayer is not None, single=not lead),
        **backward.jacobians(spec, linear),
    }
    recorder = run.within("gradient").recorder(definitions, {"row": lead, "i": trail})
    recorder.scope |= {**(steps[-1].scope if steps else {}), **scope_of(norm)}
    recorder.take("upstream", upstream, recorder.scope["z"].value.shape)
    _stand_in(spec, recorder.scope)
    return recorder


def scope_of(section: Section) -> dict[str, Quantity]:
    """The quantities of a section, by name."""
    return dict(next(section.steps())[1].scope)


def _backward(recorder: Recorder) -> None:
    """Every step of the way back, in the order of the work."""
    steps = steps_of(recorder.definitions)
    recorder.work_all(name for name in steps if not name.startswith("jacobian"))


def back_through_norm(d_y: Array, norm: Section, spec: NormSpec, run: Run) -> Array:
    """The gradient at the input of a worked norm, from `d_y` at its output; both (L, d)."""
    recorder = run.recorder(backward.norm(spec, single=False))
    recorder.scope |= scope_of(norm)
    recorder.given("upstream", d_y)
    _stand_in(spec, recorder.scope)
    recorder.work_all(name for name in steps_of(recorder.definitions) if name not in _PARAMETERS)
    return recorder.scope["d_input"].value


_PARAMETERS = ("d_beta", "d_gamma")


def _stand_in(spec: NormSpec, scope: dict[str, Quantity]) -> None:
    """Where σ = 0, den / σ has no value, and nothing to act upon: put den in the place of σ."""
    name = NORMS[spec.kind].spread
    sigma = scope[name].value
    if spec.eps_at == "sigma" and (sigma == 0).any():
        value = np.where(sigma == 0, scope["denominator"].value, sigma)
        scope[name] = replaced(scope[name], value=value)


def _results(recorder: Recorder) -> dict[str, Quantity]:
    names = {"x": "d_x", "sublayer": "d_sublayer", "gamma": "d_gamma", "beta": "d_beta"}
    return {key: recorder.scope[name] for key, name in names.items() if name in recorder.scope}


def _jacobian(recorder: Recorder) -> Section | None:
    """The Jacobians of a single short row."""
    rows, n = recorder.scope["z"].value.shape
    if rows > 1 or n > MOST_JACOBIAN:
        return None
    one = np.eye(n, dtype=int).astype(str).astype(object)
    recorder.given("delta", recorder.arithmetic.constants(np.eye(n)), typed=one, origin="constant")
    before = len(recorder.steps)
    recorder.run = replaced(recorder.run, path=(*recorder.run.path[:-1], "jacobian"))
    recorder.work_all(name for name in recorder.definitions if name.startswith("jacobian"))
    steps = tuple(recorder.steps[before:])
    return Section(id="jacobian", kind="jacobian", parts=steps, result=steps[-1].quantity)


def _checks(case: Case, problem: Problem, recorder: Recorder) -> tuple[SelfCheck, ...]:
    """What the gradient has to obey, as far as float64 can tell."""
    with np.errstate(all="ignore"):
        slack = _slack(recorder)
        checks = _sum_check(recorder, slack) if NORMS[problem.norm.kind].centred else ()
        checks += central_differences(case, problem, recorder.scope, slack)
        if "jacobian_norm" in recorder.scope:
            checks += (_product_check(recorder, slack),)
    return tuple(check for check in checks if math.isfinite(check.found))


def _sum_check(recorder: Recorder, slack: float) -> tuple[SelfCheck, ...]:
    """Σ dz = 0: LayerNorm does not see a shift of z, so that no gradient points along one."""
    quantity = recorder.scope["d_input"]
    d_z = quantity.value.astype(np.float64)
    sums, scale = d_z.sum(-1), np.maximum(abs(d_z).sum(-1), size_of_terms(recorder.scope))
    row = int(abs(sums).argmax())
    holds = bool((abs(sums) <= _TOLERANCE * scale + slack).all())
    return (
        SelfCheck(
            id="sum_d_input",
            found=float(quantity.value[row].sum()),
            expected=0.0,
            holds=holds,
            error=Later(lambda: of_sum(d_z[row], quantity.errors()[row])),
        ),
    )


def _product_check(recorder: Recorder, slack: float) -> SelfCheck:
    """The product dy · J comes to dx: the same gradient from the matrix of all derivatives."""
    scope = recorder.scope
    jacobian = scope["jacobian" if "jacobian" in scope else "jacobian_norm"]
    d_y, d_x = scope["upstream"], scope["d_x"]
    apart = abs((d_y.value @ jacobian.value)[0].astype(np.float64) - d_x.value.astype(np.float64))
    scale = max(float(abs(d_x.value).max()), float(size_of_terms(scope).max()))

    def error() -> float:
        sizes = abs(d_y.value[0].astype(np.float64))[:, None]
        terms = sizes * abs(jacobian.value.astype(np.float64))  # (n, n)
        off = d_y.errors()[0][:, None] * (abs(jacobian.value.astype(float)) + jacobian.errors())
        errors = sizes * jacobian.errors() + off
        of_product = errors.sum(0) + len(terms) * UNIT * terms.sum(0)
        return float((of_product + d_x.errors() + 2 * UNIT * abs(d_x.value.astype(float))).max())

    gap = float(apart.max())
    holds = gap <= _TOLERANCE * scale + slack or gap <= error()  # noise is no failure
    return SelfCheck(
        id="jacobian_product", found=gap, expected=0.0, holds=holds, error=Later(error)
    )


def _slack(recorder: Recorder) -> float:
    """How far rounded numbers may be off a law that exact ones obey.

    What was rounded to so many decimals is divided by den and multiplied by dy on its way.
    """
    arithmetic, scope = recorder.arithmetic, recorder.scope
    if arithmetic.reference:
        return 0.0
    n = scope["z"].value.shape[-1]
    unit = 10.0 ** -(arithmetic.places("vector") or 2)
    return float(n) * unit * max(1.0, float(size_of_terms(scope).max()))


def _notices(recorder: Recorder, case: Case, problem: Problem) -> list[Notice]:
    """What a careful person would say about this gradient beside the numbers."""
    scope, spec, notices = recorder.scope, problem.norm, []
    rows, n = scope["z"].value.shape
    still = (scope["normalized"].value == 0).all(-1)
    if n > 1 and still.any():
        facts = {"row": int(np.flatnonzero(still)[0]) + 1, "rows": rows}
        kind = "centred" if NORMS[spec.kind].centred else "plain"
        notices.append(Notice(key=f"still_gradient.{kind}.{spec.eps_at}", facts=facts))
    d_hat = scope["d_normalized"].value
    level = (d_hat == d_hat[:, :1]).all(-1)
    if n > 1 and NORMS[spec.kind].centred and level.any():
        facts = {"row": int(np.flatnonzero(level)[0]) + 1, "rows": rows}
        notices.append(Notice(key="level_gradient", facts=facts))
    bent = isinstance(case.sublayer, Linear) and case.sublayer.activation == "relu"
    if bent and (scope["linear"].value == 0).any():
        notices.append(Notice(key="kink"))
    return notices
