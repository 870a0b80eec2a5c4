"""Works a whole problem: every case of it, in the arithmetic that was asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from addnorm_cli.calc.norms import norm_section
from addnorm_cli.calc.overall import with_overall
from addnorm_cli.calc.residual import residual_steps
from addnorm_cli.model.problem import Case, Linear, NormSpec, Notice, Problem, Tensor
from addnorm_cli.model.records import EMPTY, replaced
from addnorm_cli.numbers.arithmetic import Arithmetic
from addnorm_cli.trace.beside_exact import beside_exact
from addnorm_cli.trace.recorder import Instead, Run
from addnorm_cli.trace.trace import Section, Trace

WorkedCase = tuple[Section, tuple[Notice, ...]]


def _residual(case: Case, problem: Problem, run: Run) -> WorkedCase:
    steps = tuple(residual_steps(case, run))
    return Section(case.label or "", "residual", steps, steps[-1].quantity), ()


def _layernorm(case: Case, problem: Problem, run: Run) -> WorkedCase:
    section, notices = norm_section(case.x, problem.gamma, problem.beta, problem.norm, run, "")
    return replaced(with_overall(section, case.x), id=case.label or ""), notices


def _addnorm(case: Case, problem: Problem, run: Run) -> WorkedCase:
    steps = residual_steps(case, run)
    norm, notices = norm_section(
        steps[-1].quantity, problem.gamma, problem.beta, problem.norm, run, "norm"
    )
    section = Section(case.label or "", "case", (*steps, norm), norm.result)
    return with_overall(section, steps[-1].quantity), notices


def _gradient(case: Case, problem: Problem, run: Run) -> WorkedCase:
    from addnorm_cli.calc.gradient import gradient_section

    return gradient_section(case, problem, run)


CASES: dict[str, Callable[[Case, Problem, Run], WorkedCase]] = {
    "residual": _residual,
    "layernorm": _layernorm,
    "addnorm": _addnorm,
    "gradient": _gradient,
}
"""How one case is worked, by command."""


def work(command: str, problem: Problem, arithmetic: Arithmetic, instead: Instead = EMPTY) -> Trace:
    """Work `problem` as `command` does, one section for each case.

    What is `instead` takes the place of a step, by its path.

    Where numbers are carried by hand or in a smaller type, the float64 value of every step is put
    beside it.

    Raises:
        CalculationError: The numbers have no answer; `facts` name the step and the row.
    """
    inputs = tensors_of(problem)
    return beside_exact(lambda a: _worked(command, problem, Run(a, instead)), arithmetic, inputs)


def tensors_of(problem: Problem) -> Iterator[Tensor]:
    """Every input of a problem."""
    for tensor in _inputs(problem).values():
        yield from [tensor] if isinstance(tensor, Tensor) else tensor.values()


def _worked(command: str, problem: Problem, run: Run) -> Trace:
    sections, notices = [], list(problem.notices)
    with run.arithmetic.context():
        for case in problem.cases:
            section, found = CASES[command](case, problem, run.within(case.label or ""))
            sections.append(section)
            notices += [
                Notice(key=n.key, facts={**n.facts, "case": case.label or ""}) for n in found
            ]
    return Trace(
        command=command,
        title=problem.title,
        norm=None if command == "residual" else problem.norm,
        arithmetic=run.arithmetic,
        inputs=_inputs(problem),
        cases=tuple(sections),
        linear=next((s for case in problem.cases if isinstance(s := case.sublayer, Linear)), None),
        notices=tuple(notices),
        naming=problem.naming,
    )


def remembered(spec: NormSpec) -> dict[str, Tensor | None]:
    """The running statistics that were given."""
    return {"running_mean": spec.running_mean, "running_var": spec.running_var}


def _inputs(problem: Problem) -> dict[str, Tensor | Mapping[str, Tensor]]:
    """The inputs by name; those that differ from case to case by label."""
    inputs: dict[str, Tensor | Mapping[str, Tensor]] = {}
    cases = problem.cases
    same_x = all(case.x is cases[0].x for case in cases)
    inputs["x"] = cases[0].x if same_x else {case.label or "": case.x for case in cases}
    outputs = {case.label or "": s for case in cases if isinstance(s := case.sublayer, Tensor)}
    if outputs:
        inputs["sublayer"] = outputs.get("") or outputs
    sublayer = cases[0].sublayer
    if isinstance(sublayer, Linear):
        inputs["weight"] = sublayer.weight
        if sublayer.bias is not None:
            inputs["bias"] = sublayer.bias
    elif cases[0].bias is not None:
        inputs["bias"] = cases[0].bias
    upstream = {case.label or "": u for case in cases if (u := case.upstream) is not None}
    if upstream:
        same = all(case.upstream is cases[0].upstream for case in cases)
        inputs["upstream"] = next(iter(upstream.values())) if same else upstream
    affine = {"gamma": problem.gamma, "beta": problem.beta, **remembered(problem.norm)}
    return {**inputs, **{name: tensor for name, tensor in affine.items() if tensor is not None}}
