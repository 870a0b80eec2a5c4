"""The one door: `read` gives what was asked, whoever asks, and `work` gives its trace."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, cast

import numpy as np

from addnorm_cli.inputs.limits import check_stepped
from addnorm_cli.inputs.overrides import array_taken, check_needs, unused
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.options import COMPARED_BY, LAYERS, MEASURED, MODEL, UPDATES, Options
from addnorm_cli.model.problem import Notice
from addnorm_cli.model.records import EMPTY, record, replaced
from addnorm_cli.numbers.arithmetic import Arithmetic, Machine
from addnorm_cli.numbers.exact import Exact

if TYPE_CHECKING:
    from addnorm_cli.inputs.arguments import Source
    from addnorm_cli.inputs.problem_file import ProblemCommand
    from addnorm_cli.inputs.reader import Reader
    from addnorm_cli.model.block_problem import BlockProblem
    from addnorm_cli.model.claim import Claim, Tolerance
    from addnorm_cli.model.problem import Problem
    from addnorm_cli.model.question import ComparisonProblem, Flow, MeasuredFlow, Question
    from addnorm_cli.trace.recorder import Instead
    from addnorm_cli.trace.trace import Trace

Watch = Callable[[int], None]


@record
class Asked:
    """One calculation that was asked for: read, checked, and ready to be worked.

    Attributes:
        command: The command.
        question: The numbers, and the rules to work them by.
        way: What the command does with them: "compare-norm --by placement".
        arithmetic: How numbers are carried.
        notices: What was noticed beside what the question itself says.
        contrast: The same is to be worked without the residual, and shown beside it.
        claims: What is claimed of it.
        tolerance: How far a claimed number may be off, where that was asked for.
    """

    command: str
    question: Question
    way: str
    arithmetic: Arithmetic
    notices: tuple[Notice, ...] = ()
    contrast: bool = False
    claims: tuple[Claim, ...] = ()
    tolerance: Tolerance | None = None

    @property
    def layers(self) -> int:
        """How many layers are worked one after the other, of which a watch is told."""
        return len(getattr(self.question, "layers", ())) if self.command == "block" else 0


@record
class Calculation:
    """How one command goes from words to its trace.

    Attributes:
        read: What the command, the words or the document, and the options ask, and in which way
            it is to be worked.
        work: The trace of it, with other steps in the place of some.
    """

    read: Callable[[str, Source, Options, Reader], tuple[Question, str]]
    work: Callable[[Asked, Watch | None, Instead], Trace]


def read(
    command: str, source: Source, given: Options, reader: Reader, *, shared: bool = False
) -> Asked:
    """What is asked of a command.

    Args:
        command: One of CALCULATIONS.
        source: The words of a command line, or a document.
        given: The options, which win over a problem file.
        reader: Opens the files, and standard input for "-".
        shared: The options are for many problems: one that a command cannot use is left out.

    Raises:
        InputError: Something cannot be read, or does not fit the rest.
    """
    check_needs(given)
    from addnorm_cli.inputs.carrying import read_arithmetic
    from addnorm_cli.inputs.documents import Document, spoken

    carried = read_arithmetic(given.hand, given.rounding, given.dtype)
    own = given.for_command(command) if shared else given
    if isinstance(source, Document):
        source = spoken(source, reader.language)
    question, way = BY_COMMAND[command].read(command, source, own, reader)
    notices = unused(given, way)
    claims, more = _claims(own, question, reader)
    tolerance = _tolerance(given)
    if tolerance is not None and not claims and not shared:
        raise InputError("tolerance_without_claim", where="--tolerance")
    return Asked(
        command,
        question,
        way,
        carried,
        (*notices, *more),
        own.compare_residual,
        claims,
        tolerance,
    )


def _claims(
    given: Options, question: Question, reader: Reader
) -> tuple[tuple[Claim, ...], tuple[Notice, ...]]:
    """What is claimed on the command line, which wins, or in the file."""
    problem = _problem_of(question)
    claims: tuple[Claim, ...] = getattr(problem, "claims", ())
    notices: tuple[Notice, ...] = ()
    if given.expect:
        from addnorm_cli.inputs.claims import read_claims

        if claims:
            notices = (array_taken("expect", claims[0].source.partition(":")[0]),)
        claims = read_claims(given, reader)
    if claims and hasattr(problem, "final_norm"):
        from addnorm_cli.inputs.states import state_claims

        claims = state_claims(claims, cast("BlockProblem", problem))
    return claims, notices


def _problem_of(question: Question) -> object:
    """The problem that a comparison, or a flow that is measured, is about."""
    return getattr(question, "problem", getattr(question, "block", question))


def _tolerance(given: Options) -> Tolerance | None:
    if given.tolerance is None and given.rtolerance is None:
        return None
    from addnorm_cli.inputs.claims import read_tolerance

    return read_tolerance(given)


def work(asked: Asked, watch: Watch | None = None, *, result_only: bool = False) -> Trace:
    """The trace of what was asked.

    Args:
        asked: The calculation.
        watch: It is told the number of each layer that is done.
        result_only: Nobody looks at the steps; those of a large input are not kept then.

    Raises:
        CalculationError: The numbers have no answer; `facts` name the step and the row.
        InputError: They are too many to be worked step by step.
    """
    if result_only and not asked.claims and (trace := _work_rows(asked)) is not None:
        return trace
    trace = BY_COMMAND[asked.command].work(asked, watch, EMPTY)
    notices = (*trace.notices, *asked.notices)
    trace = replaced(trace, notices=notices, explain=asked.question.explain)
    if not asked.claims:
        return trace
    from addnorm_cli.check.verdict import check

    rework = partial(reworked, asked)
    with np.errstate(all="ignore"):  # a claim may be any number, and what comes of it no float64
        verdict = check(asked.question, asked.claims, trace, rework, asked.tolerance)
    return replaced(trace, check=verdict)


def reworked(
    asked: Asked,
    question: Question,
    arithmetic: Arithmetic | None = None,
    instead: Instead = EMPTY,
) -> Trace:
    """The trace of what was asked, in another way.

    Args:
        asked: What was asked.
        question: The same by other rules.
        arithmetic: How numbers are carried; None for as they were asked for.
        instead: What takes the place of a step, by its path: a formula, or numbers.

    Raises:
        CalculationError: The numbers have no answer.
    """
    other = replaced(
        asked, question=question, arithmetic=arithmetic or asked.arithmetic, contrast=False
    )
    return BY_COMMAND[asked.command].work(other, None, instead)


def _read_problem(
    command: str, source: Source, given: Options, reader: Reader
) -> tuple[Problem, str]:
    from addnorm_cli.inputs.problems import assemble

    return assemble(cast("ProblemCommand", command), source, given, reader), command


def _work_problem(asked: Asked, watch: Watch | None, instead: Instead) -> Trace:
    from addnorm_cli.calc.work import work

    problem = cast("Problem", asked.question)
    check_stepped(sum(case.x.values.size for case in problem.cases), problem.cases[0].x.source)
    return work(asked.command, problem, asked.arithmetic, instead)


def _work_rows(asked: Asked) -> Trace | None:
    """The bare result of a large input; None for any other, or where a row has none."""
    from addnorm_cli.calc.rows import OddRowError, fits, work_rows
    from addnorm_cli.model.problem import Problem

    question = asked.question
    if not isinstance(question, Problem) or not isinstance(asked.arithmetic, Exact | Machine):
        return None
    if not asked.arithmetic.reference or not fits(asked.command, question):
        return None
    try:
        return work_rows(asked.command, question)
    except OddRowError:
        return None


def _read_block(
    command: str, source: Source, given: Options, reader: Reader
) -> tuple[BlockProblem, str]:
    from addnorm_cli.inputs.blocks import assemble_block

    problem = assemble_block(source, given, reader)
    return problem, MODEL if given.weights else UPDATES if problem.updates else LAYERS


def _work_block(asked: Asked, watch: Watch | None, instead: Instead) -> Trace:
    from addnorm_cli.calc.block import work_block

    problem = cast("BlockProblem", asked.question)
    trace = work_block(problem, asked.arithmetic, watch, instead)
    if not asked.contrast:
        return trace
    other = replaced(problem, residual=not problem.residual, notices=())
    return replaced(trace, contrast=work_block(other, asked.arithmetic))


def _read_comparison(
    command: str, source: Source, given: Options, reader: Reader
) -> tuple[ComparisonProblem, str]:
    from addnorm_cli.inputs.comparisons import read_comparison

    problem = read_comparison(source, given, reader)
    return problem, f"{COMPARED_BY} {problem.by}"


def _work_comparison(asked: Asked, watch: Watch | None, instead: Instead) -> Trace:
    from addnorm_cli.calc.compare import work_comparison

    return work_comparison(cast("ComparisonProblem", asked.question), asked.arithmetic)


def _read_flow(
    command: str, source: Source, given: Options, reader: Reader
) -> tuple[Flow | MeasuredFlow, str]:
    from addnorm_cli.inputs.flows import read_flow, read_measured

    if source:
        return read_measured(source, given, reader), MEASURED
    return read_flow(given), command


def _work_flow(asked: Asked, watch: Watch | None, instead: Instead) -> Trace:
    from addnorm_cli.calc.flow import measure_flow, work_flow

    if asked.way == MEASURED:
        measured = cast("MeasuredFlow", asked.question)
        return measure_flow(measured.block, measured.upstream)
    return work_flow(cast("Flow", asked.question), asked.arithmetic, instead)


_PLAIN = Calculation(_read_problem, _work_problem)
BY_COMMAND: dict[str, Calculation] = {
    "residual": _PLAIN,
    "layernorm": _PLAIN,
    "addnorm": _PLAIN,
    "block": Calculation(_read_block, _work_block),
    "compare-norm": Calculation(_read_comparison, _work_comparison),
    "gradient": _PLAIN,
    "gradient-flow": Calculation(_read_flow, _work_flow),
}
"""How each command that works a problem reads it and works it."""
