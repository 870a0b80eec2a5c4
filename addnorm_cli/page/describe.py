"""What is said in words about a trace: its rules, its self-checks, its warnings."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from addnorm_cli.messages import Language, has, say
from addnorm_cli.model.problem import Linear, Notice, Tensor
from addnorm_cli.numbers.numfmt import MANY, full, show
from addnorm_cli.page.page import Remark, RemarkKind
from addnorm_cli.trace.trace import Check, Section, Step, Trace

_WITH_CONVENTION = ("layernorm", "rmsnorm")
"""The norms that conventions are about."""
_ANSWERS = ("convention", "same_result", "two_layers", "model")
"""Notices that are what was asked for, and no warning."""


def facts(trace: Trace, language: Language, sheet: int | None = None) -> Iterator[str]:
    """The rules that the reader would otherwise have to guess: ε, its place, ddof, axes, γ, β.

    Args:
        trace: The calculation.
        language: The language of the sentences.
        sheet: On a sheet to fill in, the decimals that a rounded answer needs.
    """
    spec = trace.norm
    if trace.command == "compare-norm":
        yield say(language, f"fact.compare.{trace.parameters['by']}")
    is_stack = "residual" in trace.parameters
    if is_stack:
        yield from block_facts(trace, language)
    if spec is not None:
        parts = [eps_text(vars(spec), language)]
        if spec.convention is not None and spec.kind in _WITH_CONVENTION:
            parts.insert(0, say(language, "fact.convention", convention=spec.convention))
        if spec.ddof is not None and spec.kind != "batchnorm":
            parts.append(say(language, f"fact.ddof.{spec.ddof}"))
        yield _joined(language, parts)
        if not is_stack:
            yield _joined(language, _affine_facts(trace, language))
    elif given := _given_affine(trace, language):
        yield _joined(language, given)
    linear = trace.cases and _linear_facts(trace, language)
    if linear:
        yield linear
    yield arithmetic_name(trace, language, sheet)


def title_key(trace: Trace) -> str:
    """The command's own title; `layernorm --norm rmsnorm` is no layer normalization."""
    other = trace.norm is not None and trace.norm.kind != "layernorm"
    return "title.norm" if trace.command == "layernorm" and other else f"title.{trace.command}"


def eps_text(rule: Mapping[str, Any], language: Language) -> str:
    """ε, its size and its place, or what takes its part in this norm."""
    kind = rule.get("kind") or rule["norm"]
    place = f".{rule['eps_at']}" if kind in _WITH_CONVENTION else ""
    key = f"fact.eps.{kind}{place}"
    return say(language, key, eps=rule["eps"], groups=rule["groups"], alpha=rule["alpha"])


def rule_text(rule: Mapping[str, Any], language: Language) -> str:
    """The rule of one norm of a comparison: ε, its place, and the divisor of the variance."""
    parts = [eps_text(rule, language)]
    if rule["ddof"] is not None and rule["norm"] != "batchnorm":
        parts.append(say(language, f"fact.ddof.{rule['ddof']}"))
    if rule["unit_offset"]:
        parts.append(say(language, "fact.unit_offset"))
    return _joined(language, parts)


def block_facts(trace: Trace, language: Language) -> Iterator[str]:
    """What a block depends on beside its norm: placement, heads, mask, activation, orientation."""
    given = trace.parameters
    if not given["residual"]:
        yield say(language, "fact.no_residual")
    if "placement" not in given:
        return
    yield say(language, f"fact.placement.{given['placement']}", alpha=given.get("alpha", 1.0))
    parts = [say(language, "fact.layers", count=given["layers"])]
    if "heads" in given:
        shared = given["heads"] != given["kv_heads"]
        key = "fact.kv_heads" if shared else "fact.heads"
        parts.append(say(language, key, heads=given["heads"], kv_heads=given["kv_heads"]))
        parts.append(say(language, "fact.causal" if given["causal"] else "fact.not_causal"))
    if "rotary_base" in given:
        parts.append(say(language, "fact.rotary", base=given["rotary_base"]))
    if "activation" in given:
        parts.append(say(language, "fact.activation", activation=given["activation"]))
    if trace.norm is None:
        parts.append(say(language, "fact.no_norm"))
    yield _joined(language, parts)
    if "orientation" in given:
        yield say(language, f"fact.weights.{given['orientation']}")


def step_title(step: Step, language: Language) -> str:
    """The name of a step in words."""
    if step.id.startswith("add") and "update" in step.scope:
        return say(language, "step.add", number=step.id.removeprefix("add"))
    if step.quantity.formula is None and step.id in ("output", "linear_2"):
        return say(language, "step.sublayer")
    if step.id == "output" and "z" not in step.scope:
        return say(language, "step.attention_output")
    if not has(f"step.{step.id}"):  # one of many: layer5, factor5
        name = step.id.rstrip("0123456789")
        return say(language, f"step.{name}", number=step.id.removeprefix(name))
    return say(language, f"step.{step.id}")


def section_title(section: Section, language: Language) -> str:
    """The name of a section in words; a case is called what the reader called it."""
    if section.kind == "layer":
        return say(language, "section.layer", number=section.id.removeprefix("layer"))
    key = f"section.{section.id}"
    return say(language, key) if has(key) else section.id


def _joined(language: Language, parts: list[str]) -> str:
    return say(language, "fact.separator").join(parts)


def _affine_facts(trace: Trace, language: Language) -> list[str]:
    spec = trace.norm
    assert spec is not None
    axes = "fact.axes.last" if spec.axes == 1 else "fact.axes.several"
    parts = [] if spec.kind == "batchnorm" else [say(language, axes, axes=spec.axes)]
    gamma, beta = trace.inputs.get("gamma"), trace.inputs.get("beta")
    neutral = "√d" if spec.kind == "scalenorm" else "0" if spec.unit_offset else "1"
    parts.append(f"γ = {_short(gamma, language) if isinstance(gamma, Tensor) else neutral}")
    if spec.unit_offset:
        parts.append(say(language, "fact.unit_offset"))
    if spec.kind in ("layernorm", "batchnorm", "groupnorm", "dyt"):
        parts.append(f"β = {_short(beta, language) if isinstance(beta, Tensor) else '0'}")
    return parts


def _given_affine(trace: Trace, language: Language) -> list[str]:
    """Axes, γ and β of the norms that are compared, where they are not the usual ones."""
    axes = trace.parameters.get("axes", 1)
    parts = [say(language, "fact.axes.several", axes=axes)] if axes > 1 else []
    signs = {"γ": trace.inputs.get("gamma"), "β": trace.inputs.get("beta")}
    given = {sign: tensor for sign, tensor in signs.items() if isinstance(tensor, Tensor)}
    return parts + [f"{sign} = {_short(tensor, language)}" for sign, tensor in given.items()]


def _short(tensor: Tensor, language: Language) -> str:
    """A small vector as it was typed, the shape of a large one."""
    if tensor.values.size > 8:
        return say(language, "fact.given", shape=shape_text(tensor.shape))
    source = tensor.values if tensor.typed is None else tensor.typed
    return f"[{', '.join(_digits(value) for value in source.reshape(-1))}]"


def _digits(value: object) -> str:
    return full(value) if isinstance(value, float) else str(value)


def shape_text(shape: tuple[int, ...]) -> str:
    """A shape as people write it: 7 × 8."""
    return " × ".join(map(str, shape))


def _linear_facts(trace: Trace, language: Language) -> str | None:
    weight = trace.inputs.get("weight")
    linear = trace.linear
    if not isinstance(weight, Tensor) or not isinstance(linear, Linear):
        return None
    return say(language, f"fact.orientation.{linear.orientation}", shape=shape_text(weight.shape))


def arithmetic_name(trace: Trace, language: Language, sheet: int | None = None) -> str:
    """How numbers are carried, in words; see `facts`."""
    described = trace.arithmetic.describe()
    end = "" if sheet is None else ".sheet"
    if isinstance(described, str):
        key = "arithmetic.float64" if trace.arithmetic.reference else "arithmetic.machine"
        return say(language, key + end, dtype=described, precision=sheet)
    vector, statistic = described["hand"]
    rounding = say(language, f"rounding.{described['rounding']}")
    key = f"arithmetic.hand{end}"
    return say(language, key, vector=vector, statistic=statistic, rounding=rounding)


def check_remark(check: Check, trace: Trace, language: Language, precision: int) -> Remark:
    """A self-check as a sentence, with what was found and what it should be."""
    spec = trace.norm
    assert spec is not None
    places = _places_apart(check.expected, precision)
    found = show(check.found, places, check.scale * MANY)
    expected = show(check.expected, places, MANY)
    name = say(language, f"check.{check.id}")
    sign = "=" if found.exact else "≈"
    text = f"{name} {sign} {found.text}"
    if not check.holds:
        text += say(language, "check.off", expected=expected.text)
    elif trace.arithmetic.reference:
        if expected.text not in ("0", "1"):
            text += say(language, f"check.why.{spec.kind}.{spec.eps_at}.{spec.ddof or 0}")
    elif found.text != expected.text:
        key = "zero" if check.expected == 0 else "other"
        spread = "σ²" if spec.ddof is not None else "ms"
        text += say(language, f"check.rounded.{key}", expected=expected.text, spread=spread)
    return Remark("check" if check.holds else "failed", text)


def checks_remark(trace: Trace, language: Language) -> Iterator[Remark]:
    """The self-checks of every norm of a block in one sentence; those that fail, one by one."""
    checks = [check for case in trace.cases for check in case.all_checks()]
    failed = [check for check in checks if not check.holds]
    for check in failed:
        yield check_remark(check, trace, language, 4)
    if checks and not failed:
        assert trace.norm is not None
        kinds = {check.id for check in checks}
        key = "check.norms" if trace.norm.kind == "layernorm" else "check.norms_rms"
        yield Remark("check", say(language, key, count=len(checks) // len(kinds)))


def _places_apart(expected: float, precision: int) -> int:
    """Decimals enough to see how far a variance is from 1."""
    gap = abs(1 - expected)
    if expected == 0 or gap == 0:
        return precision
    return max(precision, min(15, 2 - math.floor(math.log10(gap))))


def notice_remark(notice: Notice, language: Language) -> Remark:
    """A notice as a sentence; the case that it is about stands before it."""
    kind: RemarkKind = "note" if notice.key in _ANSWERS else "warning"
    return Remark(kind, notice_text(notice, language))


def _settings(settings: Any, language: Language) -> str:
    """What is known of a model beside its tensors, and who says it."""
    separator = say(language, "setting.separator")
    return separator.join(
        say(
            language,
            "setting.shown",
            name=say(language, f"setting.{setting.name}"),
            value=setting.value,
            origin=say(language, f"origin.{setting.origin}", place=setting.place),
        )
        for setting in settings
    )


def _difference_facts(known: dict[str, Any], language: Language) -> dict[str, str]:
    """Two results with their first differing digit marked, and why they differ, in words."""
    ours, theirs = known["ours"], known["theirs"]
    apart = next((p for p in range(17) if f"{ours:.{p}f}" != f"{theirs:.{p}f}"), 17)
    decimals = max(apart, 4)
    text, other = f"{theirs:.{decimals}f}", f"{ours:.{decimals}f}"
    pairs = zip(text, other, strict=False)
    digit = next((n for n, (a, b) in enumerate(pairs) if a != b), len(text) - 1)
    marked = f"{text[:digit]}[{text[digit]}]{text[digit + 1 :]}"
    why = [say(language, f"cause.{cause}", eps=known["eps"]) for cause in known["causes"]]
    joined = say(language, "cause.separator").join(why)
    return {"ours": other, "theirs": marked, "why": joined}


def notice_text(notice: Notice, language: Language) -> str:
    """The sentence of a notice."""
    known = dict(notice.facts)
    case, row, rows = known.pop("case", ""), known.get("row"), known.get("rows", 1)
    place = str(case)
    if isinstance(row, int) and rows != 1:
        place += f"[{row - 1}]"
    if isinstance(known.get("share"), float):
        share = known["share"]
        assert isinstance(share, float)
        known["share"] = f"{share:.2%}" if share < 0.1 else f"{share:.0%}"
    if "settings" in known:
        known["settings"] = _settings(known["settings"], language)
    if "causes" in known:
        known |= _difference_facts(known, language)
    text = say(language, f"notice.{notice.key}", **known)
    return say(language, "notice.of", place=place, text=text) if place else text
