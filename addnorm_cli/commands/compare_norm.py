"""`addnorm compare-norm`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import typer

from addnorm_cli.errors import InputError
from addnorm_cli.helping import command_of, spoken_in
from addnorm_cli.options import Calculation, Comparison, Sublayer, Vectors
from addnorm_cli.problem import Notice
from addnorm_cli.records import replaced

if TYPE_CHECKING:
    from addnorm_cli.inputs import Command
    from addnorm_cli.trace import Trace

_BY = ("norm", "placement", "convention")
_MOST_LAYERS = 1000


def compare_norm(
    ctx: typer.Context, x: Vectors, options: Calculation, comparison: Comparison, sublayer: Sublayer
) -> None:
    """Read, compare and write."""
    from addnorm_cli.choices import choose
    from addnorm_cli.commands.emit import emit, request_for

    request, target = request_for(options, spoken_in(ctx))
    by = choose(comparison.by or "norm", _BY, "--by")
    trace = _compared(by, list(x or ()), options, comparison, sublayer)
    emit(trace, request, target, pause=options.pause)


def _compared(
    by: str, x: list[str], options: Calculation, comparison: Comparison, sublayer: Sublayer
) -> Trace:
    from addnorm_cli import arithmetic
    from addnorm_cli.calc import compare
    from addnorm_cli.commands.calculate import overrides
    from addnorm_cli.inputs import Stdin, assemble

    carried = arithmetic.choose(options.hand, options.rounding, options.dtype)
    stdin = Stdin(sys.stdin.buffer.read)
    command: Command = "addnorm" if by == "placement" else "layernorm"
    problem = assemble(command, x, overrides(options, sublayer), stdin)
    problem = replaced(problem, notices=tuple(map(_renamed, problem.notices)))
    if by == "placement":
        if problem.norm.kind not in ("layernorm", "rmsnorm"):
            choices = "layernorm, rmsnorm"
            raise InputError("block_norm", where="--norm", found=problem.norm.kind, choices=choices)
        labels = [case.label for case in problem.cases]
        if len(labels) > 1 and labels != ["attention", "ffn"]:
            raise InputError("too_many_sublayers", found=len(labels))
        return compare.compare_placements(problem, _layers(comparison.layers), carried)
    if len(problem.cases) > 1:
        raise InputError("one_matrix", found=len(problem.cases))
    if by == "convention":
        return compare.compare_conventions(problem, carried)
    shape = problem.cases[0].x.shape
    if len(shape) > 2 or problem.norm.axes != 1:
        raise InputError("batch_dimensions", where="--by norm", dimensions=len(shape))
    norms = _norms(comparison.norms)
    _check_groups(norms, problem.norm.groups, shape[-1])
    return compare.compare_norms(problem, norms, _momentum(comparison.momentum), carried)


def _renamed(notice: Notice) -> Notice:
    """A notice of the room that read the input, with this command's name in it."""
    if "command" not in notice.facts:
        return notice
    return replaced(notice, facts={**notice.facts, "command": "compare-norm"})


def _norms(text: str | None) -> tuple[str, ...]:
    from addnorm_cli.calc.compare import DEFAULT_NORMS
    from addnorm_cli.choices import choose
    from addnorm_cli.problem import NORM_KINDS

    if text is None:
        return DEFAULT_NORMS
    names = [name.strip() for name in text.replace("，", ",").split(",")]
    return tuple(dict.fromkeys(choose(name, NORM_KINDS, "--norms") for name in names))


def _check_groups(norms: tuple[str, ...], groups: int, width: int) -> None:
    asked = groups if groups > 1 else 2
    if "groupnorm" in norms and width % asked:
        raise InputError("groups_divide", where="--groups", groups=asked, d=width)


def _momentum(text: str | None) -> float:
    from addnorm_cli.inputs.numbers import read_number

    value = 0.1 if text is None else float(read_number(text, "--momentum"))
    if not 0 <= value <= 1:
        raise InputError("momentum", where="--momentum", found=str(text))
    return value


def _layers(text: str | None) -> int:
    from addnorm_cli.inputs.numbers import read_number

    value = 1 if text is None else float(read_number(text, "--layers"))
    if not 1 <= value <= _MOST_LAYERS or value != int(value):
        raise InputError("layer_count", where="--layers", found=str(text), most=_MOST_LAYERS)
    return int(value)


def build() -> Any:
    """The Typer command."""
    return command_of(compare_norm)
