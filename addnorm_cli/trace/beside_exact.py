"""A calculation with rounded numbers, and the exact ones beside each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from addnorm_cli.model.problem import Tensor
from addnorm_cli.model.records import replaced
from addnorm_cli.numbers.arithmetic import Arithmetic
from addnorm_cli.numbers.exact import Exact, fitting
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.trace import Section, Step, Trace


def beside_exact(
    work: Callable[[Arithmetic], Trace], arithmetic: Arithmetic, tensors: Iterable[Tensor]
) -> Trace:
    """What `work` comes to, with the exact values beside it where numbers were rounded.

    Args:
        work: The calculation, for one way of carrying numbers.
        arithmetic: How they are to be carried.
        tensors: All inputs, which say whether they can be carried exactly.
    """
    if arithmetic.reference:
        return work(fitting(arithmetic, tensors))
    return _with_exact(work(arithmetic), work(fitting(Exact(), tensors)))


def _with_exact(trace: Trace, exact: Trace) -> Trace:
    """`trace` with the values of `exact` beside its own."""
    cases = zip(trace.cases, exact.cases, strict=True)
    return replaced(trace, cases=tuple(_section_with_exact(*pair) for pair in cases))


def _section_with_exact(section: Section, exact: Section) -> Section:
    pairs = zip(section.parts, exact.parts, strict=True)
    return replaced(
        section,
        parts=tuple(_part_with_exact(*pair) for pair in pairs),
        result=_beside(section.result, exact.result),
        results={
            name: _beside(quantity, exact.results[name])
            for name, quantity in section.results.items()
        },
    )


def _beside(quantity: Quantity, exact: Quantity) -> Quantity:
    return replaced(quantity, exact=exact.value, exact_error=exact.error)


def _part_with_exact(part: Step | Section, exact: Step | Section) -> Step | Section:
    if isinstance(part, Step) and isinstance(exact, Step):
        return replaced(part, quantity=_beside(part.quantity, exact.quantity))
    assert isinstance(part, Section)
    assert isinstance(exact, Section)
    return _section_with_exact(part, exact)
