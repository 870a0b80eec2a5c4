"""From the command line to a comparison: the numbers, and what they are to be worked by."""

from __future__ import annotations

from addnorm_cli.formula.norms import NORMS
from addnorm_cli.inputs.arguments import Source
from addnorm_cli.inputs.documents import Document
from addnorm_cli.inputs.norm_rules import is_default, spelled
from addnorm_cli.inputs.numbers import read_whole
from addnorm_cli.inputs.problem_file import ProblemCommand
from addnorm_cli.inputs.problems import assemble
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.model.choices import choose
from addnorm_cli.model.conventions import CONVENTIONS
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.options import COMPARED_BY, Options
from addnorm_cli.model.problem import Notice, Problem
from addnorm_cli.model.question import (
    COMPARISONS,
    DEFAULT_COMPARED,
    ComparisonProblem,
)
from addnorm_cli.model.records import replaced

_COMPARABLE = tuple(name for name, norm in NORMS.items() if norm.over == "row")
"""The norms that placements are compared with."""
_MOST_LAYERS = 1000


def read_comparison(source: Source, given: Options, reader: Reader) -> ComparisonProblem:
    """The comparison that was asked for.

    A document that has a sublayer is compared by placement, where nothing else is said. Norms are
    compared without numbers too.

    Raises:
        InputError: Something cannot be read, or does not fit the rest.
    """
    is_placed = isinstance(source, Document) and "sublayer" in source.tree
    by = choose(given.by or ("placement" if is_placed else "norm"), COMPARISONS, "--by")
    if by == "norm" and not source and given.random is None:
        return ComparisonProblem(by=by, norms=_norms(given.norms), explain=given.explains())
    command: ProblemCommand = "addnorm" if by == "placement" else "layernorm"
    kinds = _norms(given.norms) if by == "norm" else ()
    used = given.for_way(f"{COMPARED_BY} {by}")
    return _comparison(by, assemble(command, source, used, reader, kinds), given)


def _comparison(by: str, problem: Problem, given: Options) -> ComparisonProblem:
    problem = replaced(problem, notices=tuple(map(_renamed, problem.notices)))
    comparison = ComparisonProblem(by=by, problem=problem, explain=problem.explain)
    if by == "placement":
        _check_placeable(problem)
        return replaced(comparison, layers=_layers(given.layers))
    if len(problem.cases) > 1:
        raise InputError("one_matrix", found=len(problem.cases))
    if by == "convention":
        _check_conventions(problem)
        mixed = problem.norm.convention is None
        return replaced(comparison, problem=_told(problem, by, unused=mixed))
    shape = problem.cases[0].x.shape
    if len(shape) > 2 or problem.norm.axes != 1:
        raise InputError("batch_dimensions", where="--by norm", dimensions=len(shape))
    norms = tuple(problem.rules)
    comparison = replaced(comparison, norms=norms)
    unused = problem.norm.kind not in norms and not is_default(problem.norm)
    return replaced(comparison, problem=_told(problem, by, unused=unused))


def _check_conventions(problem: Problem) -> None:
    kinds = tuple(dict.fromkeys(spec.kind for spec in CONVENTIONS.values()))
    if problem.norm.kind not in kinds:
        found = problem.norm.kind
        raise InputError("no_conventions", where="--norm", found=found, choices=kinds)


def _told(problem: Problem, by: str, *, unused: bool) -> Problem:
    """What is compared has rules of its own; a norm that was asked for beside it is named."""
    if not unused:
        return problem
    asked = spelled(replaced(problem.norm, convention=None), "convention")
    notice = Notice(key="unused_norm", facts={"by": by, "norm": asked})
    return replaced(problem, notices=(*problem.notices, notice))


def _check_placeable(problem: Problem) -> None:
    if problem.norm.kind not in _COMPARABLE:
        choices = tuple(_COMPARABLE)
        raise InputError("block_norm", where="--norm", found=problem.norm.kind, choices=choices)
    if problem.norm.axes != 1:
        raise InputError("block_axes", where="--axes")
    if (bias := problem.cases[0].bias) is not None:
        raise InputError("needs_weight", where=bias.source)
    labels = [case.label for case in problem.cases]
    if len(labels) > 1 and labels != ["attention", "ffn"]:
        raise InputError("too_many_sublayers", found=len(labels))


def _renamed(notice: Notice) -> Notice:
    """A notice of the room that read the input, with this command's name in it."""
    if "command" not in notice.facts:
        return notice
    return replaced(notice, facts={**notice.facts, "command": "compare-norm"})


def _norms(text: str | None) -> tuple[str, ...]:
    if text is None:
        return DEFAULT_COMPARED
    names = [name.strip() for name in text.replace("，", ",").split(",")]
    return tuple(dict.fromkeys(choose(name, NORMS, "--norms") for name in names))


def _layers(text: str | None) -> int:
    if text is None:
        return 1
    return read_whole(text, "--layers", 1, _MOST_LAYERS, "layer_count")
