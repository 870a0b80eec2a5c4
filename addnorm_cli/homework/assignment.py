"""What kind of problems are wanted, from the words of the command line."""

from __future__ import annotations

from addnorm_cli.homework.kinds import KINDS
from addnorm_cli.inputs.numbers import read_whole
from addnorm_cli.inputs.random_input import read_seed
from addnorm_cli.model.choices import choose
from addnorm_cli.model.conventions import CONVENTIONS, DEFAULT_CONVENTION
from addnorm_cli.model.errors import InputError
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


def read_assignment(
    *,
    kind: str | None = None,
    count: str | None = None,
    dim: str | None = None,
    seed: str | None = None,
    convention: str | None = None,
    nice: bool = False,
) -> Assignment:
    """What the options of `homework make` ask for, as they were typed; None for the default.

    Raises:
        InputError: One has no such value.
    """
    name = DEFAULT_CONVENTION if convention is None else convention
    norm = CONVENTIONS[choose(name, CONVENTIONS, "--convention")]
    if convention is not None and kind is not None and kind in KINDS and not KINDS[kind].has_norm:
        raise InputError("no_norm_in_kind", where="--convention", kind=kind)
    return Assignment(
        kind=choose("layernorm" if kind is None else kind, KINDS, "--kind"),
        count=10 if count is None else _whole(count, "--count", MOST_PROBLEMS),
        d=4 if dim is None else _whole(dim, "--dim", MOST_COMPONENTS),
        seed=42 if seed is None else read_seed(seed),
        norm=replaced(norm, convention=name),
        nice=nice,
        says_norm=convention is not None,
    )


def _whole(text: str, option: str, most: int) -> int:
    return read_whole(text, option, 1, most, "whole_up_to")
