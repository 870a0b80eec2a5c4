"""What the numbers of a trace say in words: what changed most, who attends to whom."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import numpy as np

from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.numbers.numfmt import show
from addnorm_cli.page.grids import digits_for, heads, row_label
from addnorm_cli.page.request import Request
from addnorm_cli.page.results import result_scope
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.trace import Section, Step, Trace

Facts = Mapping[str, object]


def widening(step: Step, request: Request) -> Iterator[Facts]:
    """From how many components to how many a linear map leads."""
    narrow, wide = step.scope["x"].value.shape[-1], step.quantity.value.shape[-1]
    yield {"narrow": narrow, "wide": wide, "times": f"{wide / narrow:.3g}"}


def attends(pair: tuple[Section, Trace]) -> bool:
    """Whether a section has one head that chooses between tokens."""
    weights = _weights(pair[0])
    return weights is not None and weights.value.shape[0] == 1 < weights.value.shape[-1]


def attention(pair: tuple[Section, Trace], request: Request) -> Iterator[Facts]:
    """To which token one of them attends most: the last, or the one that is shown."""
    section, _ = pair
    weights = _weights(section)
    assert weights is not None
    shares = _floats(weights)[0]
    query = (-1 if request.selection.row is None else request.selection.row) % len(shares)
    key = int(shares[query].argmax())
    yield {
        "who": row_label(section.result, query, request),
        "whom": row_label(section.result, key, request),
        "share": show(float(shares[query, key]), request.precision).text,
    }


def _weights(section: Section) -> Quantity | None:
    return _step(section, "weights")


def before_and_after(trace: Trace, request: Request) -> Iterator[Facts]:
    """Mean and σ of each case of one row, before the norm and after it."""
    if trace.command not in ("layernorm", "addnorm"):
        return
    for case in trace.cases:
        mean, sigma = _step(case, "mean"), _step(case, "sigma")
        found = {check.id: (check.found, check.error()) for check in case.all_checks()}
        if mean is None or sigma is None or len(found) < 3 or mean.value.size != 1:
            continue
        square, error = found["variance_normalized"]
        after = found["mean_normalized"], (math.sqrt(square), error)
        before = ((float(q.value.item()), float(q.errors().item())) for q in (mean, sigma))
        texts = [show(n, request.precision, off).text for n, off in (*before, *after)]
        names = ("mean", "sigma", "mean_after", "sigma_after")
        yield {"place": case.id, **dict(zip(names, texts, strict=True))}


def apart(trace: Trace, request: Request) -> Iterator[Facts]:
    """Where two cases that share their x differ most."""
    cases = trace.cases
    if trace.command not in ("residual", "addnorm") or len(cases) != 2 or not trace.labelled:
        return
    if isinstance(trace.inputs.get("x"), dict) or any(len(case.result.value) > 1 for case in cases):
        return
    first, second = (_floats(case.result)[0] for case in cases)
    at = int(abs(first - second).argmax())
    one, other = (_digit(case, case.result, at, request) for case in cases)
    if one != other:
        yield {
            "first": cases[0].id,
            "second": cases[1].id,
            "component": _name(cases[0].result, at, request),
            "one": one,
            "other": other,
        }


def changed(trace: Trace, request: Request) -> Iterator[Facts]:
    """Which component each F changes most."""
    for case in trace.cases:
        x = result_scope(case)["x"]
        if len(x.value) > 1:
            continue
        change = abs(_floats(case.result) - _floats(x))[0]
        at = int(change.argmax())
        if change[at]:
            yield {
                "place": case.id,
                "component": _name(x, at, request),
                "before": _digit(case, x, at, request),
                "after": _digit(case, case.result, at, request),
            }


def _name(quantity: Quantity, at: int, request: Request) -> str:
    (name,) = heads(quantity, [at], request)
    return name


def _digit(case: Section, quantity: Quantity, at: int, request: Request) -> str:
    return digits_for(result_scope(case), request).component(quantity.name, (0, at)).text


def _step(section: Section, name: str) -> Quantity | None:
    return next((step.quantity for _, step in section.steps() if step.id == name), None)


def _floats(quantity: Quantity) -> Array:
    return quantity.value.astype(np.float64)
