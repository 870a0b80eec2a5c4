"""The rules of a calculation in words: ε and its place, ddof, axes, γ, β, placement, arithmetic."""

from __future__ import annotations

import math
from collections.abc import Iterator
from decimal import Decimal

import numpy as np

from addnorm_cli.formula.axes import normalized_axes
from addnorm_cli.formula.definition import Definitions
from addnorm_cli.formula.expr import Add, Div, Expr, Glyph, Mul, Ref, children, rebuilt
from addnorm_cli.formula.norm_parts import EPS
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.formula.notation import View, to_text
from addnorm_cli.messages import Language, has, say
from addnorm_cli.model.problem import USUAL_MOMENTUM, NormSpec, Tensor
from addnorm_cli.model.records import record, replaced
from addnorm_cli.numbers.exact import fraction_of
from addnorm_cli.numbers.numfmt import full
from addnorm_cli.page.describe import shape_text, step_title
from addnorm_cli.trace.settings import BlockSettings
from addnorm_cli.trace.trace import Trace

_HELD = 15
"""Decimal digits that every float64 holds."""
_BEFORE_THE_POINT = 7
"""So many digits before the point, and the decimals after it, nobody asks after."""


@record
class _Letter:
    """The letter of a quantity that has no numbers yet."""

    symbol: Glyph | Expr


def arithmetic_name(trace: Trace, language: Language, sheet: int | None = None) -> str:
    """How numbers are carried, in words.

    Args:
        trace: The calculation.
        language: The language of the sentence.
        sheet: On a sheet to fill in, the decimals that a rounded answer needs.
    """
    described = trace.arithmetic.describe()
    end = "" if sheet is None else ".sheet"
    if isinstance(described, str):
        if described == "exact":
            return _exactly(trace, language, end, sheet)
        key = "arithmetic.float64" if trace.arithmetic.reference else "arithmetic.machine"
        return say(language, key + end, dtype=described, precision=sheet)
    vector, statistic = described["hand"]
    rounding = say(language, f"rounding.{described['rounding']}")
    key = f"arithmetic.hand{end}"
    return say(language, key, vector=vector, statistic=statistic, rounding=rounding)


def _exactly(trace: Trace, language: Language, end: str, sheet: int | None) -> str:
    """That no number was rounded, and where float64 begins."""
    left = next((step for _, step in trace.steps() if step.quantity.value.dtype != object), None)
    if left is None or end:
        return say(language, f"arithmetic.exact{end}", precision=sheet)
    return say(language, "arithmetic.exact.left", step=step_title(left, language))


def past_float64(trace: Trace, precision: int) -> bool:
    """Whether so many decimals are more than float64 has of a number of this trace."""
    if precision <= _HELD - _BEFORE_THE_POINT:
        return False
    floats = (step.quantity.value for _, step in trace.steps() if step.quantity.typed is None)
    sizes = (float(abs(v).max()) for v in floats if v.dtype == np.float64 and v.size)
    return any(math.isfinite(n) and precision + len(f"{n:.0f}") > _HELD for n in sizes)


def norm_facts(trace: Trace, language: Language) -> Iterator[str]:
    """The rule of the norm, and its γ and β."""
    spec = trace.norm
    if spec is None:
        return
    yield whole_formula(spec, language)
    named = spec.convention is not None and "eps_at" in NORMS[spec.kind].parameters
    convention = [say(language, "fact.convention", convention=spec.convention)] if named else []
    yield joined(language, [*convention, eps_text(spec, language), *_divisor(spec, language)])
    if not isinstance(trace.settings, BlockSettings):
        yield joined(language, _affine_facts(spec, trace, language))


def whole_formula(spec: NormSpec, language: Language, *, plain: bool = False) -> str:
    """The norm in one line, from z to y: LayerNorm(z) = γ ⊙ (z - μ) / (σ + ε) + β.

    Args:
        spec: The rule of the norm.
        language: The language of its name.
        plain: Leave out ε where it is 0.
    """
    without = plain and "eps" in NORMS[spec.kind].parameters and not float(spec.eps)
    spec = replaced(spec, eps_at="sigma") if without else spec
    table = NORMS[spec.kind].formulas(spec)
    *_, last = (entry.formula for entry in table.values() if entry.formula is not None)
    whole = _inlined(last, table)
    text = to_text(_without_eps(whole) if without else whole, _lettered(table))
    return f"{say(language, f'norm.{spec.kind}')}(z) = {text}"


def _lettered(table: Definitions) -> View:
    """The definitions of a norm by their letters, as formulas without numbers write them."""
    scope = {
        name: _Letter(symbol)
        for name, entry in table.items()
        if (symbol := entry.symbol or entry.formula) is not None
    }
    return View(scope, {}, whole=True)


def _inlined(tree: Expr, table: Definitions) -> Expr:
    """A formula with that of ẑ in the place of ẑ: γ ⊙ (z - μ) / σ, and no fraction in a product."""
    if isinstance(tree, Ref):
        entry = table[tree.name]
        named = entry.symbol is not None and tree.name != "normalized"
        return tree if named or entry.formula is None else _inlined(entry.formula, table)
    parts = tuple(_inlined(part, table) for part in children(tree))
    match tree, parts:
        case Mul(), (left, Div(above, below)):
            return Div(left * above, below)
        case _:
            return rebuilt(tree, parts)


def _without_eps(tree: Expr) -> Expr:
    """A formula without the ε of its sums."""
    parts = tuple(_without_eps(part) for part in children(tree))
    if not isinstance(tree, Add):
        return rebuilt(tree, parts)
    kept = tuple(part for part in parts if part != EPS)
    return kept[0] if len(kept) == 1 else Add(kept)


def rule_text(spec: NormSpec, language: Language) -> str:
    """The rule of one norm of several: ε, its place, and the divisor of the variance."""
    offset = [say(language, "fact.unit_offset")] if spec.unit_offset else []
    return joined(language, [eps_text(spec, language), *_divisor(spec, language), *offset])


def eps_text(spec: NormSpec, language: Language) -> str:
    """ε, its size and its place, or what takes its part in this norm."""
    key = f"fact.eps.{spec.kind}" + ".inference" * (not spec.training)
    if has(key):
        return say(language, key, **vars(spec), **spec.own)
    return say(language, f"fact.eps.{spec.eps_at}", eps=spec.eps, **letters(spec))


def letters(spec: NormSpec) -> dict[str, str]:
    """How a norm writes its spread, the square of it, and ẑ."""
    norm = NORMS[spec.kind]
    table = norm.formulas(spec)
    normalized = table.get("normalized")
    steps = {"root": table.get(norm.spread), "square": table.get(norm.square)}
    symbols = {name: entry.symbol.text for name, entry in steps.items() if entry and entry.symbol}
    if normalized is None or normalized.formula is None:
        return symbols
    return {**symbols, "formula": to_text(normalized.formula, _lettered(table))}


def _divisor(spec: NormSpec, language: Language) -> list[str]:
    """What σ² is divided by, where that is a number of components."""
    if spec.ddof is None or NORMS[spec.kind].over == "column":
        return []
    return [say(language, f"fact.ddof.{spec.ddof}")]


def _affine_facts(spec: NormSpec, trace: Trace, language: Language) -> list[str]:
    norm, parts = NORMS[spec.kind], []
    if said := _axes_text(spec, trace.cases[0].result.shape, language):
        parts.append(said)
    gamma, beta = trace.inputs.get("gamma"), trace.inputs.get("beta")
    left_out = norm.gamma_of(spec)
    if isinstance(gamma, Tensor):
        parts.append(f"γ = {short(gamma, language)}")
    elif left_out is not None:
        scope = {"d": _Letter(Glyph("d", "d"))}
        parts.append(f"γ = {to_text(left_out, View(scope, {}))}")
    if spec.unit_offset:
        parts.append(say(language, "fact.unit_offset"))
    if spec.kind == "batchnorm" and (spec.remembers or not spec.training):
        parts += [f"m = {spec.momentum or USUAL_MOMENTUM}"] if spec.training else []
        for letter, given, start in (("M", spec.running_mean, "0"), ("V", spec.running_var, "1")):
            parts.append(f"{letter} = {start if given is None else short(given, language)}")
    if norm.beta:
        parts.append(f"β = {short(beta, language) if isinstance(beta, Tensor) else '0'}")
    return parts


def _axes_text(spec: NormSpec, shape: tuple[int, ...], language: Language) -> str:
    """The axes that a statistic runs over; nothing where the rule says it already."""
    over = NORMS[spec.kind].over
    channels = over in ("column", "group") and len(shape) > 2
    if over == "column" and not channels:
        return ""
    axes = normalized_axes(spec, shape) if channels else spec.axes
    if not isinstance(axes, int):
        key = "fact.axes.channels" if channels else "fact.axes.indices"
        return say(language, key if len(axes) > 1 else "fact.axes.index", axes=tuple(axes))
    return say(language, "fact.axes.last" if axes == 1 else "fact.axes.several", axes=axes)


def compared_facts(trace: Trace, axes: int | tuple[int, ...], language: Language) -> list[str]:
    """Axes, γ and β of the norms that are compared, where they are not the usual ones."""
    kind = "several" if isinstance(axes, int) else "indices" if len(axes) > 1 else "index"
    parts = [say(language, f"fact.axes.{kind}", axes=axes)] if axes != 1 else []
    signs = {"γ": trace.inputs.get("gamma"), "β": trace.inputs.get("beta")}
    given = {sign: tensor for sign, tensor in signs.items() if isinstance(tensor, Tensor)}
    return parts + [f"{sign} = {short(tensor, language)}" for sign, tensor in given.items()]


def linear_facts(trace: Trace, language: Language) -> Iterator[str]:
    """How the weights of a sublayer that is worked out are stored."""
    weight, linear = trace.inputs.get("weight"), trace.linear
    if linear is not None and isinstance(weight, Tensor):
        shape = shape_text(weight.shape)
        yield say(language, f"fact.orientation.{linear.orientation}", shape=shape)


def block_facts(settings: BlockSettings, normed: bool, language: Language) -> Iterator[str]:
    """What a block depends on beside its norm: placement, heads, mask, activation, orientation."""
    if not settings.residual:
        yield say(language, "fact.no_residual")
    if settings.placement is None:
        return
    alpha = 1.0 if settings.alpha is None else settings.alpha
    yield say(language, f"fact.placement.{settings.placement}", alpha=alpha)
    parts = [say(language, "fact.layers", count=settings.layers)]
    if settings.heads is not None:
        shared = settings.heads != settings.kv_heads
        key = "fact.kv_heads" if shared else "fact.heads"
        parts.append(say(language, key, heads=settings.heads, kv_heads=settings.kv_heads))
        unmasked = "fact.masked" if settings.mask == "seen" else "fact.not_causal"
        parts.append(say(language, "fact.causal" if settings.causal else unmasked))
    parts += _attention_facts(settings, language)
    if settings.activation is not None:
        parts.append(say(language, "fact.activation", activation=settings.activation))
    if settings.multiplier is not None:
        parts.append(say(language, "fact.multiplier", number=settings.multiplier))
    if not normed:
        parts.append(say(language, "fact.no_norm"))
    yield joined(language, parts)
    if settings.orientation is not None:
        yield say(language, f"fact.weights.{settings.orientation}")


def _attention_facts(settings: BlockSettings, language: Language) -> Iterator[str]:
    """What attention depends on that not every model has."""
    if settings.identity is not None:
        yield say(language, "fact.identity", names=settings.identity)
    if settings.qk_norm:
        yield say(language, "fact.qk_norm")
    if settings.rotary_base is not None:
        yield say(language, "fact.rotary", base=settings.rotary_base)
        if settings.rotary == "interleaved":
            yield say(language, "fact.interleaved")
        if settings.rotary_dim is not None:
            yield say(language, "fact.rotary_dim", width=settings.rotary_dim)
        if settings.rope_scaling is not None:
            numbers = [f"{k} {v:g}" for k, v in settings.rope_scaling.items() if k != "rope_type"]
            kind = settings.rope_scaling["rope_type"]
            yield say(language, "fact.rope_scaling", kind=kind, numbers=", ".join(numbers))
    if settings.scale is not None:
        ((how, number),) = settings.scale.items()
        yield say(language, f"fact.scale.{how}", number=number)
    if settings.softcap is not None:
        yield say(language, "fact.softcap", number=settings.softcap)
    if settings.mask is not None:
        yield say(language, f"fact.mask.{settings.mask}")


def joined(language: Language, parts: list[str]) -> str:
    """Several facts on one line."""
    return say(language, "fact.separator").join(parts)


def short(tensor: Tensor, language: Language) -> str:
    """A small vector as it was typed, the shape of a large one."""
    if tensor.values.size > 8:
        return say(language, "fact.given", shape=shape_text(tensor.shape))
    source = tensor.values if tensor.typed is None else tensor.typed
    return f"[{', '.join(_digits(value) for value in source.reshape(-1))}]"


def _digits(value: object) -> str:
    if isinstance(value, float):
        return full(value)
    fraction = fraction_of(value) if isinstance(value, Decimal) else None
    return str(fraction or value)
