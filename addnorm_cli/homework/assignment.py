"""What kind of problems are wanted, from the words of the command line."""

from __future__ import annotations

from addnorm_cli.homework.kinds import KINDS
from addnorm_cli.inputs.numbers import read_whole
from addnorm_cli.inputs.random_input import read_seed
from addnorm_cli.model.choices import choose
from addnorm_cli.model.conventions import CONVENTIONS, DEFAULT_CONVENTION
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.options import Options
from addnorm_cli.model.problem import NormSpec
from addnorm_cli.model.records import record, replaced

MOST_PROBLEMS = 1000
MOST_COMPONENTS = 512


@record
class Assignment:
    """What kind of list is wanted.

    Attributes:
        kind: A name of KINDS.
        count: How many problems.
        d: The size of every vector.
        seed: Gives other numbers for other seeds, and the same ones for the same.
        norm: The norm of every problem; its ε is left out of nice ones.
        nice: Mean, variance and σ come out in few digits.
        says_norm: The norm was asked for, and is written into every problem.
    """

    kind: str
    count: int
    d: int
    seed: int
    norm: NormSpec
    nice: bool = False
    says_norm: bool = False


def read_assignment(options: Options) -> Assignment:
    """What the options of `homework make` ask for.

    Raises:
        InputError: One has no such value.
    """
    name = DEFAULT_CONVENTION if options.convention is None else options.convention
    norm = CONVENTIONS[choose(name, CONVENTIONS, "--convention")]
    kind = choose("layernorm" if options.kind is None else options.kind, KINDS, "--kind")
    if options.convention is not None and not KINDS[kind].has_norm:
        raise InputError("no_norm_in_kind", where="--convention", kind=kind)
    return Assignment(
        kind=kind,
        count=_whole(options.count, "--count", 10, MOST_PROBLEMS),
        d=_whole(options.dim, "--dim", 4, MOST_COMPONENTS),
        seed=42 if options.seed is None else read_seed(options.seed),
        norm=replaced(norm, convention=name),
        nice=options.nice,
        says_norm=options.convention is not None,
    )


def _whole(text: str | None, option: str, usual: int, most: int) -> int:
    return usual if text is None else read_whole(text, option, 1, most, "whole_up_to")
