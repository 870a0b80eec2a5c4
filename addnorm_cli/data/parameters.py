"""The parameters of a trace in JSON: the rule of its norm, and what else its steps depend on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from addnorm_cli.data.strict_json import numbers
from addnorm_cli.formula.axes import normalized_axes
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.model.problem import NormSpec, Tensor
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.settings import BlockSettings, ComparisonSettings
from addnorm_cli.trace.trace import Section, Trace


def parameters_of(trace: Trace) -> dict[str, Any]:
    """Everything that a reader must know to work the trace again."""
    parameters: dict[str, Any] = {}
    spec, settings = trace.norm, trace.settings
    if spec is not None:
        parameters = _rule_of(spec, trace.cases[0].result.shape)
        if not isinstance(settings, BlockSettings):  # the norms of a stack have their own
            parameters |= _affine_of(spec, trace.cases[0], trace)
    if trace.linear is not None:
        parameters["orientation"] = trace.linear.orientation
        parameters["activation"] = trace.linear.activation
    if isinstance(settings, ComparisonSettings):
        usual = {"gamma": 1, "beta": 0}
        affine = {name: _affine(trace, name, number) for name, number in usual.items()}
        parameters = {**affine, **parameters}
    given = vars(settings) if settings is not None else {}
    own: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    rules = {case.id: case for case in trace.cases if case.rule is not None}
    if isinstance(settings, ComparisonSettings) and rules:
        own["rules"] = {name: _rule(case) for name, case in rules.items()}
    return {**parameters, **own, "arithmetic": trace.arithmetic.describe()}


def properties_of(trace: Trace) -> list[dict[str, Any]]:
    """What is true of each norm that is compared; nothing where something else is."""
    settings = trace.settings
    kinds = (settings.norms or ()) if isinstance(settings, ComparisonSettings) else ()
    return [
        {
            "norm": kind,
            "over": norm.over,
            "batch": norm.of_batch,
            "centred": norm.centred,
            "parameters": list(norm.learned),
            "same_in_inference": not norm.running,
            "running_statistics": norm.running,
            "used_in": list(norm.used_in),
        }
        for kind in kinds
        if (norm := NORMS[kind])
    ]


def _rule_of(spec: NormSpec, shape: tuple[int, ...]) -> dict[str, Any]:
    """The rule of a norm in numbers; what only some norms have stands there for these alone."""
    known = NORMS[spec.kind].parameters
    rule: dict[str, Any] = {
        "norm": spec.kind,
        "convention": spec.convention,
        "eps": float(spec.eps),
        "eps_at": spec.eps_at,
        "ddof": spec.ddof,
        "axes": normalized_axes(spec, shape),
    }
    own = {name: spec.number(name) for name in known if name not in rule}
    rule |= {name: _written(value) for name, value in own.items() if value is not None}
    return {**rule, "unit_offset": True} if spec.unit_offset else rule


def _written(value: Any) -> Any:
    """A value of a rule in JSON: what was typed as a number, numbers as lists."""
    if isinstance(value, Tensor):
        return numbers(value.values)
    return float(value) if isinstance(value, str) else value


def _affine_of(spec: NormSpec, case: Section, trace: Trace) -> dict[str, Any]:
    """The γ and β that were worked with; null for a norm that has none."""
    norm, scope = NORMS[spec.kind], _norm_scope(case)
    left_out = scope["gamma"].value.flat[0]
    return {
        "gamma": None if norm.gamma is None else _affine(trace, "gamma", float(left_out)),
        "beta": _affine(trace, "beta", 0) if norm.beta else None,
    }


def _norm_scope(section: Section) -> Mapping[str, Quantity]:
    """The quantities of the norm in a section."""
    return next(step.scope for _, step in section.steps() if "gamma" in step.scope)


def _rule(case: Section) -> dict[str, Any]:
    """The rule of a compared norm, with a γ of its own where what it is when left out is not 1."""
    assert case.rule is not None
    rule = {**_rule_of(case.rule, case.result.shape), "unit_offset": case.rule.unit_offset}
    del rule["axes"], rule["convention"]
    left_out = _norm_scope(case)["gamma"]
    if left_out.origin == "left_out" and not (left_out.value == 1).all():
        rule["gamma"] = float(left_out.value.flat[0])
    return rule


def _affine(trace: Trace, name: str, neutral: float) -> Any:
    given = trace.inputs.get(name)
    return numbers(given.values) if isinstance(given, Tensor) else neutral
