"""Writes a trace as JSON (`addnorm.trace/1`): strict, with every digit, on one line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from addnorm_cli.calc.ledger import Lengths, gap, kept, lengths
from addnorm_cli.data.strict_json import encoded, numbers
from addnorm_cli.formula.expr import Ref
from addnorm_cli.formula.notation import View, to_latex, to_text
from addnorm_cli.messages import say
from addnorm_cli.model.problem import Tensor
from addnorm_cli.page.describe import notice_text, section_title, step_title
from addnorm_cli.page.report import error_tree
from addnorm_cli.page.request import Request
from addnorm_cli.page.stream import entry_label
from addnorm_cli.page.worked import MOST_COLUMNS, MOST_ROWS, ROWS, Digits, chains
from addnorm_cli.trace.trace import (
    Check,
    Finding,
    Ledger,
    LedgerEntry,
    Quantity,
    Section,
    Step,
    Trace,
)
from addnorm_cli.trace.workbook import Workbook, Worked

SCHEMA = "addnorm.trace/1"
HOMEWORK_SCHEMA = "addnorm.homework/1"


def write(trace: Trace, request: Request) -> str:
    """The whole trace, or the steps that were asked for, as one JSON object and a newline."""
    return encoded(_trace(trace, request), request)


def write_book(workbook: Workbook, request: Request) -> str:
    """Every answer as one JSON object and a newline: a trace, or what is wrong with the problem."""
    tree = {
        "schema": HOMEWORK_SCHEMA,
        "title": workbook.title,
        "answers": [
            _trace(entry.trace, request)
            if isinstance(entry, Worked)
            else error_tree(entry.error, request.language)
            for entry in workbook.entries
        ],
        "broken": [entry.number for entry in workbook.broken()],
    }
    return encoded(tree, request)


def _trace(trace: Trace, request: Request) -> dict[str, Any]:
    if trace.labelled:
        steps = [_case(case, request) for case in trace.cases]
        result: Any = {case.id: _result(case) for case in trace.cases}
    else:
        steps = _parts(trace.cases[0], (), request)
        result = _result(trace.cases[0])
    if trace.ledger is not None and request.selection.shows(("ledger",)):
        steps.append(_ledger(trace, trace.ledger, request))
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
    if trace.findings:
        tree["findings"] = [_finding(finding) for finding in trace.findings]
    if trace.contrast is not None:
        tree["contrast"] = _contrast(trace.contrast, request)
    checks = _checks(trace)
    return {**tree, "check": checks} if checks else tree


def _ledger(trace: Trace, ledger: Ledger, request: Request) -> dict[str, Any]:
    """Every update with its lengths, in the shape of the input: one number a token."""
    shape = trace.cases[0].result.shape

    def written(entry: LedgerEntry, m: Lengths) -> dict[str, Any]:
        return {
            "label": entry_label(entry, request),
            "delta": numbers(entry.delta.reshape(shape)),
            "x": numbers(entry.stream.reshape(shape)),
            "delta_norm": numbers(m.delta.reshape(shape[:-1])),
            "norm": numbers(m.stream.reshape(shape[:-1])),
            "distance": numbers(m.distance.reshape(shape[:-1])),
            "cosine": numbers(m.cosine.reshape(shape[:-1])),
        }

    pairs = zip(ledger.entries, lengths(ledger), strict=True)
    return {
        "id": "ledger",
        "title": say(request.language, "ledger.title"),
        "start": numbers(ledger.start.reshape(shape)),
        "entries": [written(entry, m) for entry, m in pairs],
        "sums": ledger.sums,
        "gap": gap(ledger),
        "kept": numbers(kept(ledger).reshape(shape[:-1])),
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "id": finding.id,
        **finding.facts,
        "columns": list(finding.columns),
        "rows": {label: list(values) for label, values in finding.rows},
    }


def _contrast(trace: Trace, request: Request) -> dict[str, Any]:
    assert trace.ledger is not None
    return {
        "residual": trace.parameters["residual"],
        "ledger": _ledger(trace, trace.ledger, request),
        "result": numbers(trace.cases[0].result.natural()),
    }


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
        }
        if "residual" not in trace.parameters:  # the norms of a stack have their own
            neutral: float = 0 if spec.unit_offset else 1
            if spec.kind == "scalenorm":
                neutral = _own_gamma(trace.cases[0])
            parameters["gamma"] = _affine(trace, "gamma", neutral)
            parameters["beta"] = _affine(trace, "beta", 0) if spec.kind != "rmsnorm" else None
        if spec.kind == "groupnorm":
            parameters["groups"] = spec.groups
        if spec.kind == "dyt":
            parameters["alpha"] = float(spec.alpha)
        if spec.unit_offset:
            parameters["unit_offset"] = True
    if trace.linear is not None:
        parameters["orientation"] = trace.linear.orientation
        parameters["activation"] = trace.linear.activation
    if trace.command == "compare-norm":
        usual = {"gamma": 1, "beta": 0}
        affine = {name: _affine(trace, name, number) for name, number in usual.items()}
        parameters = {**affine, **parameters}
    own: dict[str, Any] = {}
    if "rules" in trace.parameters:
        rules = trace.parameters["rules"]
        own["rules"] = {case.id: _rule(rules[case.id], case, trace) for case in trace.cases}
    return {**parameters, **trace.parameters, **own, "arithmetic": trace.arithmetic.describe()}


def _rule(rule: Mapping[str, Any], case: Section, trace: Trace) -> dict[str, Any]:
    """The rule of a compared norm in numbers; ScaleNorm and Gemma have a γ of their own."""
    written = {**rule, "eps": float(rule["eps"]), "alpha": float(rule["alpha"])}
    if rule["norm"] == "scalenorm":
        written["gamma"] = _affine(trace, "gamma", _own_gamma(case))
    elif rule["unit_offset"]:
        written["gamma"] = _affine(trace, "gamma", 0)
    return written


def _own_gamma(section: Section) -> float:
    """The γ that ScaleNorm has where nobody gives one."""
    *_, (_, last) = section.steps()
    return float(last.scope["gamma"].value.flat[0])


def _affine(trace: Trace, name: str, neutral: float) -> Any:
    given = trace.inputs.get(name)
    return numbers(given.values) if isinstance(given, Tensor) else neutral


def _input(value: Tensor | Mapping[str, Tensor]) -> Any:
    if isinstance(value, Tensor):
        return numbers(value.values)
    return {label: numbers(tensor.values) for label, tensor in value.items()}


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


def _case(case: Section, request: Request) -> dict[str, Any]:
    """A case, which is called what the reader called it."""
    written = _section(case, (case.id,), request)
    return {**written, "title": case.id} if written else {}


def _section(section: Section, path: tuple[str, ...], request: Request) -> dict[str, Any]:
    steps = _parts(section, path, request)
    if not steps:
        return {}
    return {
        "id": section.id,
        "title": section_title(section, request.language),
        "steps": steps,
        "result": _result(section),
    }


def _result(section: Section) -> Any:
    """What a section comes to: numbers, or several of them by name."""
    if section.results:
        return {name: numbers(q.natural()) for name, q in section.results.items()}
    return numbers(section.result.natural())


def _step(step: Step, request: Request) -> dict[str, Any]:
    quantity = step.quantity
    view = View(step.scope, {})
    ref = Ref(quantity.name, quantity.index)
    tree: dict[str, Any] = {
        "id": step.id,
        "title": step_title(step, request.language),
        "symbol": to_text(ref, View(step.scope, {}, whole=True)),
        "formula": _formula(quantity, ref, view),
    }
    work = _work(step, request)
    if work:
        tree["work"] = work
    tree["shape"] = list(quantity.shape)
    tree["value"] = numbers(quantity.natural())
    if quantity.exact is not None:
        tree["exact"] = numbers(quantity.exact.reshape(quantity.shape))
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
    sizes = zip(quantity.index, quantity.value.shape, strict=True)
    rows = next((size for index, size in sizes if index in ROWS), 1)
    if quantity.formula is None or widest > MOST_COLUMNS or rows > MOST_ROWS:
        return []
    digits = Digits(step.scope, request.precision)
    lines = []
    for row in range(rows):
        prefix = f"[{row}] " if rows > 1 else ""
        lines += [prefix + " ".join(chain.texts()) for chain in chains(step, row, digits)]
    return lines


def _checks(trace: Trace) -> dict[str, Any]:
    """The self-checks by name; of several cases or norms, by the path of their section first."""
    found = {
        ".".join(path): {check.id: _check(check) for check in section.checks}
        for case in trace.cases
        for path, section in _checked_sections(case, ())
    }
    if len(found) == 1 and not trace.labelled:
        return next(iter(found.values()))
    return found


def _checked_sections(
    section: Section, path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], Section]]:
    here = (*path, section.id) if section.id else path
    if section.checks:
        yield here, section
    for part in section.parts:
        if isinstance(part, Section):
            yield from _checked_sections(part, here)


def _check(check: Check) -> dict[str, Any]:
    return {"found": check.found + 0.0, "expected": check.expected, "holds": check.holds}
