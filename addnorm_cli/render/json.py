"""Writes a trace as JSON (`addnorm.trace/1`): strict, with every digit, on one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from addnorm_cli.arithmetic import Array
from addnorm_cli.expr import Ref
from addnorm_cli.messages import say
from addnorm_cli.notation import View, to_latex, to_text
from addnorm_cli.problem import Tensor
from addnorm_cli.render.describe import notice_text
from addnorm_cli.render.request import Request
from addnorm_cli.trace import Check, Quantity, Section, Step, Trace
from addnorm_cli.worked import MOST_COLUMNS, MOST_ROWS, Digits, chains

SCHEMA = "addnorm.trace/1"


def write(trace: Trace, request: Request) -> str:
    """The whole trace, or the steps that were asked for, as one JSON object and a newline."""
    return _dumps(_trace(trace, request)) + "\n"


def _dumps(tree: Any) -> str:
    try:
        import orjson
    except ImportError:
        import json

        return json.dumps(tree, ensure_ascii=False, allow_nan=False, default=_listed)
    return orjson.dumps(tree, option=orjson.OPT_SERIALIZE_NUMPY).decode()


def _listed(value: Any) -> Any:
    return value.tolist()


def _trace(trace: Trace, request: Request) -> dict[str, Any]:
    if trace.labelled:
        steps = [_section(case, (case.id,), request) for case in trace.cases]
        result: Any = {case.id: _numbers(case.result.natural()) for case in trace.cases}
    else:
        steps = _parts(trace.cases[0], (), request)
        result = _numbers(trace.cases[0].result.natural())
    tree = {
        "schema": SCHEMA,
        "command": trace.command,
        "title": trace.title,
        "parameters": _parameters(trace),
        "inputs": {name: _input(value) for name, value in trace.inputs.items()},
        "steps": [step for step in steps if step],
        "result": result,
        "warnings": [notice_text(notice, request.language) for notice in trace.notices],
    }
    checks = _checks(trace)
    return {**tree, "check": checks} if checks else tree


def _parameters(trace: Trace) -> dict[str, Any]:
    parameters: dict[str, Any] = {}
    spec = trace.norm
    if spec is not None:
        parameters = {
            "norm": spec.kind,
            "convention": spec.convention,
            "eps": float(spec.eps),
            "eps_at": spec.eps_at,
            "ddof": spec.ddof,
            "axes": spec.axes,
            "gamma": _affine(trace, "gamma", 0 if spec.unit_offset else 1),
            "beta": _affine(trace, "beta", 0) if spec.kind == "layernorm" else None,
        }
        if spec.unit_offset:
            parameters["unit_offset"] = True
    if trace.linear is not None:
        parameters["orientation"] = trace.linear.orientation
        parameters["activation"] = trace.linear.activation
    return {**parameters, "arithmetic": trace.arithmetic.describe()}


def _affine(trace: Trace, name: str, neutral: int) -> Any:
    given = trace.inputs.get(name)
    return _numbers(given.values) if isinstance(given, Tensor) else neutral


def _input(value: Tensor | Mapping[str, Tensor]) -> Any:
    if isinstance(value, Tensor):
        return _numbers(value.values)
    return {label: _numbers(tensor.values) for label, tensor in value.items()}


def _parts(section: Section, path: tuple[str, ...], request: Request) -> list[dict[str, Any]]:
    written = []
    for part in section.parts:
        here = (*path, part.id)
        if isinstance(part, Section):
            inner = _section(part, here, request)
            if inner:
                written.append(inner)
        elif request.selection.shows(here):
            written.append(_step(part, request))
    return written


def _section(section: Section, path: tuple[str, ...], request: Request) -> dict[str, Any]:
    steps = _parts(section, path, request)
    if not steps:
        return {}
    title = section.id
    if section.kind == "norm" and len(path) > 1:
        title = say(request.language, "section.norm")
    return {
        "id": section.id,
        "title": title,
        "steps": steps,
        "result": _numbers(section.result.natural()),
    }


def _step(step: Step, request: Request) -> dict[str, Any]:
    quantity = step.quantity
    view = View(step.scope, {})
    ref = Ref(quantity.name, quantity.index)
    tree: dict[str, Any] = {
        "id": step.id,
        "title": say(request.language, f"step.{step.id}"),
        "symbol": to_text(ref, View(step.scope, {}, whole=True)),
        "formula": _formula(quantity, ref, view),
    }
    work = _work(step, request)
    if work:
        tree["work"] = work
    tree["shape"] = list(quantity.shape)
    tree["value"] = _numbers(quantity.natural())
    if quantity.exact is not None:
        tree["exact"] = _numbers(quantity.exact.reshape(quantity.shape))
    return tree


def _formula(quantity: Quantity, ref: Ref, view: View) -> dict[str, str]:
    """Both spellings of `left = right`, or of one side where the other would only repeat it."""
    formula = {}
    for name, spell in (("text", to_text), ("latex", to_latex)):
        left = spell(ref, view)
        right = left if quantity.formula is None else spell(quantity.formula, view)
        formula[name] = left if left == right else f"{left} = {right}"
    return formula


def _work(step: Step, request: Request) -> list[str]:
    """The worked lines of every row, where the input is small."""
    quantity = step.quantity
    widest = max((q.value.shape[-1] for q in step.scope.values() if q.value.ndim), default=1)
    rows = quantity.value.shape[0] if quantity.value.ndim else 1
    if quantity.formula is None or widest > MOST_COLUMNS or rows > MOST_ROWS:
        return []
    digits = Digits(step.scope, request.precision)
    lines = []
    for row in range(rows):
        prefix = f"[{row}] " if rows > 1 else ""
        lines += [prefix + " ".join(chain.texts()) for chain in chains(step, row, digits)]
    return lines


def _checks(trace: Trace) -> dict[str, Any]:
    by_case = {
        case.id: {check.id: _check(check) for check in _all_checks(case)} for case in trace.cases
    }
    if not any(by_case.values()):
        return {}
    return dict(by_case) if trace.labelled else by_case[""]


def _all_checks(section: Section) -> list[Check]:
    inner = [part for part in section.parts if isinstance(part, Section)]
    return [*section.checks, *(check for part in inner for check in _all_checks(part))]


def _check(check: Check) -> dict[str, Any]:
    return {"found": check.found + 0.0, "expected": check.expected, "holds": check.holds}


def _numbers(values: Array) -> Any:
    """Numbers with every digit, decimals as floats, and without -0.0."""
    if values.ndim == 0:
        return float(values) + 0.0
    return np.ascontiguousarray(values.astype(np.float64, copy=False) + 0.0)
