"""Writes a trace as JSON (`addnorm.trace/2`): strict, with every digit, on one line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from addnorm_cli.data.parameters import parameters_of, properties_of
from addnorm_cli.data.strict_json import encoded, numbers
from addnorm_cli.formula.expr import Ref
from addnorm_cli.formula.notation import View, to_latex, to_text
from addnorm_cli.inputs.documents import HOMEWORK_SCHEMA, TRACE_SCHEMA
from addnorm_cli.messages import say
from addnorm_cli.model.problem import Tensor
from addnorm_cli.model.records import replaced
from addnorm_cli.page.describe import case_title, section_title, step_title
from addnorm_cli.page.digits import Digits
from addnorm_cli.page.remarks import notice_text
from addnorm_cli.page.report import error_tree
from addnorm_cli.page.request import Pieces, Request
from addnorm_cli.page.stream import entry_label
from addnorm_cli.page.worked import MOST_COLUMNS, MOST_ROWS, ROWS, chains, noted
from addnorm_cli.trace.ledger import Ledger, LedgerEntry
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.trace import Finding, Section, SelfCheck, Step, Trace
from addnorm_cli.trace.workbook import Broken, Workbook, Worked


def write(trace: Trace, request: Request) -> str | Pieces:
    """The whole trace, or the steps that were asked for, as one JSON object and a newline."""
    return encoded(_trace(trace, request), request)


def write_book(workbook: Workbook, request: Request) -> str | Pieces:
    """Every answer as one JSON object and a newline: a trace, or what is wrong with the problem."""
    tree = {
        "schema": HOMEWORK_SCHEMA,
        "title": workbook.title,
        "answers": [_answer(entry, request) for entry in workbook.entries],
        "broken": [entry.number for entry in workbook.broken()],
    }
    return encoded(tree, request)


def _answer(entry: Worked | Broken, request: Request) -> dict[str, Any]:
    """The work of a problem, or what is wrong with it, with whose it is and its number."""
    if isinstance(entry, Worked):
        tree = _trace(entry.trace, request.within(entry.trace))
    else:
        tree = dict(error_tree(entry.error, request.language))
    return {"number": entry.number, "code": entry.code, "name": entry.name, **tree}


def _trace(trace: Trace, request: Request) -> dict[str, Any]:
    request = replaced(request, explain=trace.explain)
    if trace.labelled:
        steps = [_case(case, request) for case in trace.cases]
        result: Any = {case.id: _result(case) for case in trace.cases}
    else:
        steps = _parts(trace.cases[0], (), request)
        result = _result(trace.cases[0])
    if trace.ledger is not None and request.selection.shows(("ledger",)):
        steps.append(_ledger(trace, trace.ledger, request))
    tree = {
        "schema": TRACE_SCHEMA,
        "command": trace.command,
        "title": trace.title,
        "parameters": parameters_of(trace),
        "inputs": {name: _input(value) for name, value in trace.inputs.items()},
        "steps": [step for step in steps if step],
        "result": result,
        "results": [{"label": case.id or None, "value": _result(case)} for case in trace.cases],
        "warnings": [notice_text(n, request.language, trace.naming) for n in trace.notices],
        **{key: value for key, value in vars(trace.naming).items() if value},
    }
    if properties := properties_of(trace):
        tree["properties"] = properties
    if trace.findings:
        tree["findings"] = [_finding(finding) for finding in trace.findings]
    if trace.contrast is not None:
        tree["contrast"] = _contrast(trace.contrast, request)
    checks = _checks(trace)
    if checks:
        tree["self_checks"] = checks
    if trace.check is not None:
        from addnorm_cli.data.verdict import check_tree

        tree["check"] = check_tree(trace.check, request)
    return tree


def _ledger(trace: Trace, ledger: Ledger, request: Request) -> dict[str, Any]:
    """Every update with its lengths, in the shape of the input: one number a token."""
    shape = trace.cases[0].result.shape

    def written(entry: LedgerEntry) -> dict[str, Any]:
        m = entry.lengths
        return {
            "label": entry_label(entry, request),
            "delta": numbers(entry.delta.value.reshape(shape)),
            "x": numbers(entry.stream.value.reshape(shape)),
            "delta_norm": numbers(m.delta.reshape(shape[:-1])),
            "norm": numbers(m.stream.reshape(shape[:-1])),
            "distance": numbers(m.distance.reshape(shape[:-1])),
            "cosine": numbers(m.cosine.reshape(shape[:-1])),
        }

    return {
        "id": "ledger",
        "title": say(request.language, "ledger.title"),
        "start": numbers(ledger.start.value.reshape(shape)),
        "entries": list(map(written, ledger.entries)),
        "sums": ledger.sums,
        "gap": ledger.gap,
        "kept": numbers(ledger.kept.reshape(shape[:-1])),
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
        "residual": trace.ledger.why_not != "no_residual",
        "ledger": _ledger(trace, trace.ledger, request),
        "result": numbers(trace.cases[0].result.natural()),
    }


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
    return {**written, "title": case_title(case, request.language)} if written else {}


def _section(section: Section, path: tuple[str, ...], request: Request) -> dict[str, Any]:
    steps = _parts(section, path, request)
    if not steps:
        return {}
    return {
        "id": section.id,
        "title": section_title(section, request.language),
        **({"module": section.module} if section.module else {}),
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
    if request.explain:
        tree |= _why(step, request)
    work = _work(step, request)
    if work:
        tree["work"] = work
    tree["shape"] = list(quantity.shape)
    tree["value"] = numbers(quantity.natural())
    if request.exact:
        tree["surd"] = _surds(quantity)
    if quantity.exact is not None:
        tree["exact"] = numbers(quantity.arranged(quantity.exact))
    return tree


def _why(step: Step, request: Request) -> dict[str, str]:
    """The sentence that a page says of a step, where there is one."""
    from addnorm_cli.page.explain import step_reason

    reason = step_reason(step, request)
    return {} if reason is None else {"why": reason.text}


def _surds(quantity: Quantity) -> Any:
    """The exact form of every number, in the reader's shape: "-3*sqrt(5)/5"."""
    flat = quantity.value.reshape(-1)
    texts = np.array([str(number) for number in flat], dtype=object)
    return quantity.arranged(texts).tolist()


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
    digits = Digits(step.scope, request.precision, exactly=request.exact)
    lines = []
    for row in range(rows):
        prefix = f"[{row}] " if rows > 1 else ""
        worked = (noted(line, request.language) for line in chains(step, row, digits))
        lines += [prefix + " ".join(line.texts()) for line in worked]
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


def _check(check: SelfCheck) -> dict[str, Any]:
    return {"found": check.found + 0.0, "expected": check.expected, "holds": check.holds}
