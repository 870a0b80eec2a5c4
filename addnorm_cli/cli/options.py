"""Every option that commands share, declared once."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Any, get_type_hints

import typer

from addnorm_cli.model.records import defaults_of, record

Vectors = Annotated[list[str] | None, typer.Argument(metavar="X...", show_default=False)]
Upstream = Annotated[str | None, typer.Option("--upstream", metavar="G", show_default=False)]


def _value(*names: str, metavar: str) -> Any:
    return typer.Option(*names, metavar=metavar, show_default=False)


def _flag(*names: str) -> Any:
    return typer.Option(*names, show_default=False)


FormatName = Annotated[str | None, _value("--format", "-f", metavar="FORMAT")]
AsJson = Annotated[bool, _flag("--json")]
Output = Annotated[str | None, _value("--output", "-o", metavar="FILE")]
Quiet = Annotated[bool, _flag("--quiet", "-q")]
Precision = Annotated[str | None, _value("--precision", "-p", metavar="N")]
Hand = Annotated[str | None, _value("--hand", metavar="N[,M]")]
Rounding = Annotated[str | None, _value("--rounding", metavar="MODE")]
Dtype = Annotated[str | None, _value("--dtype", metavar="TYPE")]
Convention = Annotated[str | None, _value("--convention", metavar="NAME")]
Norm = Annotated[str | None, _value("--norm", metavar="KIND")]
Eps = Annotated[str | None, _value("--eps", metavar="E")]
EpsAt = Annotated[str | None, _value("--eps-at", metavar="sigma|variance")]
Ddof = Annotated[str | None, _value("--ddof", metavar="0|1")]
Full = Annotated[bool, _flag("--full")]
Level = Annotated[str | None, _value("--level", metavar="result|steps|full")]
HideAnswers = Annotated[bool, _flag("--hide-answers")]
Lang = Annotated[str | None, _value("--lang", metavar="en|zh")]
Title = Annotated[str | None, _value("--title", metavar="T")]
Seed = Annotated[str | None, _value("--seed", metavar="N")]


@record
class Calculation:
    """The options that every calculation has, as they were typed."""

    format: FormatName = None
    json: AsJson = False
    output: Output = None
    quiet: Quiet = False
    precision: Precision = None
    hand: Hand = None
    rounding: Rounding = None
    dtype: Dtype = None
    convention: Convention = None
    norm: Norm = None
    eps: Eps = None
    eps_at: EpsAt = None
    ddof: Ddof = None
    axes: Annotated[str | None, _value("--axes", metavar="N")] = None
    groups: Annotated[str | None, _value("--groups", metavar="G")] = None
    dyt_alpha: Annotated[str | None, _value("--dyt-alpha", metavar="A")] = None
    gamma: Annotated[str | None, _value("--gamma", metavar="V")] = None
    beta: Annotated[str | None, _value("--beta", metavar="V")] = None
    only: Annotated[list[str] | None, _value("--only", metavar="STEP")] = None
    row: Annotated[str | None, _value("--row", metavar="I")] = None
    cols: Annotated[str | None, _value("--cols", metavar="A:B")] = None
    full: Full = False
    level: Level = None
    hide_answers: HideAnswers = False
    pause: Annotated[bool, _flag("--pause")] = False
    lang: Lang = None
    title: Title = None
    random: Annotated[str | None, _value("--random", metavar="7x8")] = None
    seed: Seed = None
    scale: Annotated[str | None, _value("--scale", metavar="S")] = None


@record
class Sublayer:
    """A sublayer that is worked out: F(x) = activation(x W + b)."""

    weight: Annotated[str | None, _value("--weight", metavar="W")] = None
    bias: Annotated[str | None, _value("--bias", metavar="b")] = None
    activation: Annotated[str | None, _value("--activation", metavar="NAME")] = None
    orientation: Annotated[str | None, _value("--orientation", metavar="xW|Wx")] = None


@record
class Stack:
    """The options of a block: where its norms stand, and the model that its weights come from."""

    placement: Annotated[str | None, _value("--placement", metavar="NAME")] = None
    no_residual: Annotated[bool, _flag("--no-residual")] = False
    compare_residual: Annotated[bool, _flag("--compare-residual")] = False
    repeat: Annotated[str | None, _value("--repeat", metavar="N")] = None
    alpha: Annotated[str | None, _value("--alpha", metavar="A")] = None
    orientation: Annotated[str | None, _value("--orientation", metavar="xW|Wx")] = None
    weights: Annotated[str | None, _value("--weights", metavar="FILE")] = None
    arch: Annotated[str | None, _value("--arch", metavar="NAME")] = None
    layers: Annotated[str | None, _value("--layers", metavar="A:B")] = None
    heads: Annotated[str | None, _value("--heads", metavar="N")] = None
    kv_heads: Annotated[str | None, _value("--kv-heads", metavar="N")] = None
    activation: Annotated[str | None, _value("--activation", metavar="NAME")] = None
    rotary_base: Annotated[str | None, _value("--rotary-base", metavar="B")] = None
    prefix: Annotated[str | None, _value("--prefix", metavar="NAME")] = None
    causal: Annotated[bool, _flag("--causal")] = False


@record
class Comparison:
    """The options of compare-norm."""

    by: Annotated[str | None, _value("--by", metavar="norm|placement|convention")] = None
    norms: Annotated[str | None, _value("--norms", metavar="A,B")] = None
    momentum: Annotated[str | None, _value("--momentum", metavar="M")] = None
    layers: Annotated[str | None, _value("--layers", metavar="N")] = None


@record
class Solving:
    """The options of `homework solve`: those of a calculation that several problems can share."""

    format: FormatName = None
    json: AsJson = False
    output: Output = None
    quiet: Quiet = False
    precision: Precision = None
    hand: Hand = None
    rounding: Rounding = None
    dtype: Dtype = None
    convention: Convention = None
    norm: Norm = None
    eps: Eps = None
    eps_at: EpsAt = None
    ddof: Ddof = None
    full: Full = False
    level: Level = None
    hide_answers: HideAnswers = False
    lang: Lang = None
    title: Title = None


@record
class Making:
    """The options of `homework make`."""

    kind: Annotated[str | None, _value("--kind", metavar="NAME")] = None
    count: Annotated[str | None, _value("--count", metavar="N")] = None
    dim: Annotated[str | None, _value("--dim", metavar="D")] = None
    seed: Seed = None
    nice: Annotated[bool, _flag("--nice")] = False
    convention: Convention = None
    output: Output = None
    key: Annotated[str | None, _value("--key", metavar="FILE")] = None
    problems: Annotated[str | None, _value("--problems", metavar="FILE")] = None
    per_student: Annotated[str | None, _value("--per-student", metavar="FILE")] = None
    format: FormatName = None
    precision: Precision = None
    hand: Hand = None
    rounding: Rounding = None
    level: Level = None
    lang: Lang = None
    title: Title = None


def gathered(command: Callable[..., None]) -> Callable[..., None]:
    """`command` with each of its option groups spread out into single options.

    A parameter whose type is one of the dataclasses of this module takes all options of that
    class, so that a command names the groups it has and no option twice.
    """
    hints = get_type_hints(command, include_extras=True)
    groups = {
        name: hint
        for name, hint in hints.items()
        if hint in (Calculation, Sublayer, Stack, Comparison, Solving, Making)
    }
    parameters = []
    for name, hint in hints.items():
        if name == "return":
            continue
        if name in groups:
            parameters += _spread(hint)
        else:
            parameters.append(_parameter(name, hint, None))

    def spread(**values: Any) -> None:
        for name, group in groups.items():
            values[name] = group(**{field: values.pop(field) for field in defaults_of(group)})
        command(**values)

    spread.__name__, spread.__doc__ = command.__name__, command.__doc__
    spread.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    spread.__annotations__ = {p.name: p.annotation for p in parameters}
    return spread


def _spread(group: type) -> list[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return [_parameter(name, hints[name], value) for name, value in defaults_of(group).items()]


def _parameter(name: str, hint: Any, default: Any) -> inspect.Parameter:
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, default=default, annotation=hint)
