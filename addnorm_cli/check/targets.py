"""Which quantity of a trace a claim is about, and how a question is worked once more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from addnorm_cli.model.claim import RESULT
from addnorm_cli.model.records import EMPTY, record
from addnorm_cli.numbers.arithmetic import Arithmetic, Array
from addnorm_cli.trace.recorder import Instead
from addnorm_cli.trace.trace import Quantity, Section, Step, Trace

if TYPE_CHECKING:
    from addnorm_cli.model.claim import Question


class Rework(Protocol):
    """Works a question once more, in another way."""

    def __call__(
        self,
        question: Question,
        arithmetic: Arithmetic | None = None,
        instead: Instead = EMPTY,
    ) -> Trace:
        """The trace of a question.

        Args:
            question: What was asked, or the same by other rules.
            arithmetic: How numbers are carried; None for as they were asked for.
            instead: What takes the place of a step, by its path: a formula, or numbers.

        Raises:
            CalculationError: The numbers have no answer.
        """


@record
class Claimable:
    """What a claim is about.

    Attributes:
        path: Its whole path, labels of cases first: "A.norm.sigma", or "result" for the result.
        quantity: Its numbers.
        step: The path of the step that makes it, by which another can take its place; None
            where there is none.
        place: Where the step stands in the order of the work.
    """

    path: str
    quantity: Quantity
    step: str | None
    place: int

    @property
    def right(self) -> Array:
        """The right numbers, in the reader's shape."""
        return self.quantity.natural()


def targets_of(trace: Trace) -> dict[str, Claimable]:
    """Everything that can be claimed of a trace, by its whole path.

    The steps stand in the order of the work, and the results of the cases after all of them.
    """
    found = {}
    for place, (path, step) in enumerate(trace.steps()):
        name = ".".join(path)
        found[name] = Claimable(name, step.quantity, name, place)
    last = len(found)
    for case in trace.cases:
        for name, quantity in _results(case):
            maker = _maker(case, quantity)
            found[name] = Claimable(name, quantity, maker, last)
    return found


def _results(case: Section) -> Iterator[tuple[str, Quantity]]:
    start = f"{case.id}.{RESULT}" if case.id else RESULT
    yield start, case.result
    for name, quantity in case.results.items():
        yield f"{start}.{name}", quantity


def _maker(case: Section, quantity: Quantity) -> str | None:
    """The path of the last step of a case that comes to these numbers."""
    same: list[tuple[tuple[str, ...], Step]] = [
        (path, step)
        for path, step in case.steps()
        if step.quantity.name == quantity.name and step.quantity.value is quantity.value
    ]
    return ".".join(same[-1][0]) if same else None
