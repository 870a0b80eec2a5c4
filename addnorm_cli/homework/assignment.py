"""What kind of problems are wanted, from the words of the command line."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from addnorm_cli.formula.norms import NORMS
from addnorm_cli.homework.kinds import KINDS, MADE_PLACEMENTS, Assignment
from addnorm_cli.inputs.arguments import read_tensor
from addnorm_cli.inputs.limits import MOST_PROBLEMS, check_problems
from addnorm_cli.inputs.norm_rules import merge
from addnorm_cli.inputs.norm_spec import NOTHING_STATED, stated_by_options
from addnorm_cli.inputs.numbers import read_number, read_whole
from addnorm_cli.inputs.random_input import read_seed
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.model.choices import choose
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.options import RULES, Options, flag, options_below
from addnorm_cli.model.problem import NormSpec

MOST_COMPONENTS = 512
_NAMES = ("convention", "kind", "eps_at")
"""What a rule of a norm says in words; the others are numbers."""


def read_assignment(options: Options, reader: Reader) -> Assignment:
    """What the options of `homework make` ask for.

    Raises:
        InputError: One has no such value, or no meaning for problems of that kind.
    """
    parts = _parts(options)
    kinds = tuple(dict.fromkeys(kind for kind, _ in parts))
    for option in options.given():
        if option.group == RULES and option.keys and not any(map(option.is_used_by, kinds)):
            raise InputError("not_for_kind", where=option.flag, kind=kinds)
        if options.no_affine and option.name in ("gamma", "beta"):
            raise InputError("gamma_without_affine", where="--no-affine", option=option.flag)
    norm = _norm(options)
    stated = _stated(options, reader)
    own = {"gamma": NORMS[norm.kind].gamma is not None, "beta": NORMS[norm.kind].beta}
    is_drawn = not (options.no_affine or {"gamma", "beta"} & stated.keys())
    return Assignment(
        parts=parts,
        d=_whole(options.dim, "--dim", 4, MOST_COMPONENTS),
        seed=42 if options.seed is None else read_seed(options.seed),
        norm=norm,
        nice=options.nice,
        affine=tuple(name for name, has in own.items() if has and is_drawn),
        stated=stated,
    )


def _parts(options: Options) -> tuple[tuple[str, int], ...]:
    """How many problems of which kind: --kind layernorm:5, or --count of each.

    Raises:
        InputError: There is no such kind, or a count is none.
    """
    every = _whole(options.count, "--count", 10, MOST_PROBLEMS)
    parts = []
    for text in options.kind or ("layernorm",):
        kind, colon, count = text.partition(":")
        number = _whole(count, "--kind", every, MOST_PROBLEMS) if colon else every
        parts.append((choose(kind.strip(), KINDS, "--kind"), number))
    check_problems(sum(number for _, number in parts), "--kind")
    return tuple(parts)


def _norm(options: Options) -> NormSpec:
    """The norm of every problem.

    Raises:
        InputError: It needs a batch, or nobody knows which numbers come out even under it.
    """
    norm, _ = merge(NOTHING_STATED, stated_by_options(options), "")
    if NORMS[norm.kind].over == "column":
        raise InputError("no_batch", where="--norm", norm=norm.kind)
    even = tuple(name for name, each in NORMS.items() if each.over == "row" and each.square)
    if options.nice and norm.kind not in even:
        raise InputError("not_even", where="--norm", norm=norm.kind, choices=even)
    return norm


def _stated(options: Options, reader: Reader) -> dict[str, Any]:
    """What the options say of every problem; nice ones have no ε unless one is asked for."""
    flags = options_below("norm")
    rules: dict[str, Any] = {
        key: text if key in _NAMES else read_number(text, flags[key].flag)
        for key, text in options.below("norm").items()
    }
    if options.nice:
        rules.setdefault("eps", Decimal(0))
    stated: dict[str, Any] = {}
    for name in ("gamma", "beta"):
        text: str | None = getattr(options, name)
        if text is not None:
            stated[name] = _numbers(text, flag(name), reader)
    if rules:
        stated["norm"] = rules
    if options.placement is not None:
        stated["placement"] = choose(options.placement, MADE_PLACEMENTS, "--placement")
    return stated


def _numbers(text: str, source: str, reader: Reader) -> list[Decimal]:
    """The numbers of a vector as decimals."""
    tensor = read_tensor(text, source, reader)
    if tensor.typed is None:
        return [Decimal(repr(number)) for number in tensor.values.ravel().tolist()]
    return list(tensor.typed.ravel())


def _whole(text: str | None, option: str, usual: int, most: int) -> int:
    return usual if text is None else read_whole(text, option, 1, most, "whole_up_to")
