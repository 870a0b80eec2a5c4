"""From a document to its trace, whichever command the document is for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from addnorm_cli.calc.work import work
from addnorm_cli.inputs import Command, Overrides, Reader, assemble_document
from addnorm_cli.inputs.documents import Document, show
from addnorm_cli.inputs.problem_file import COMMAND_KEY
from addnorm_cli.model.choices import choose
from addnorm_cli.model.errors import InputError
from addnorm_cli.numbers.arithmetic import Arithmetic
from addnorm_cli.trace.trace import Trace

Solver = Callable[[Document, Overrides, Arithmetic], Trace]


def _plain(command: Command, document: Document, given: Overrides, arithmetic: Arithmetic) -> Trace:
    return work(command, assemble_document(command, document, given, Reader()), arithmetic)


def _block(document: Document, given: Overrides, arithmetic: Arithmetic) -> Trace:
    from addnorm_cli.calc.block import work_block
    from addnorm_cli.inputs.block_overrides import BlockOverrides
    from addnorm_cli.inputs.blocks import assemble_block_document

    return work_block(assemble_block_document(document, given, BlockOverrides()), arithmetic)


def _comparison(document: Document, given: Overrides, arithmetic: Arithmetic) -> Trace:
    from addnorm_cli.calc.compare import work_comparison
    from addnorm_cli.inputs.comparisons import ComparisonOptions, comparison_of

    comparison = comparison_of(document, ComparisonOptions(), given, Reader())
    return work_comparison(comparison, arithmetic)


SOLVERS: dict[str, Solver] = {
    "residual": partial(_plain, "residual"),
    "layernorm": partial(_plain, "layernorm"),
    "addnorm": partial(_plain, "addnorm"),
    "gradient": partial(_plain, "gradient"),
    "block": _block,
    "compare-norm": _comparison,
}
"""What a problem can ask for by its key "command"."""

_TELLING = {"layers": "block", "updates": "block", "upstream": "gradient", "sublayer": "addnorm"}
"""The keys that tell what a problem is for where it does not say, the strongest first."""


def command_for(document: Document) -> str:
    """The command that a problem is for: the one it names, or the one that its keys tell.

    Raises:
        InputError: It names none that works problems, or is the answer to one.
    """
    tree = document.tree
    if "schema" in tree:
        raise InputError("answer_for_problem", where=document.name)
    if COMMAND_KEY not in tree:
        return next((command for key, command in _TELLING.items() if key in tree), "layernorm")
    named, where = tree[COMMAND_KEY], f"{document.name}: {COMMAND_KEY}"
    if not isinstance(named, str):
        raise InputError("text_expected", where=where, found=show(named))
    return choose(named, list(SOLVERS), where)


def solve(document: Document, given: Overrides, arithmetic: Arithmetic) -> Trace:
    """Work one problem.

    Args:
        document: The problem.
        given: Options, which win over it.
        arithmetic: How numbers are carried.

    Raises:
        InputError: Something in the problem cannot be read, or does not fit the rest.
        CalculationError: Its numbers have no answer.
    """
    return SOLVERS[command_for(document)](document, given, arithmetic)
