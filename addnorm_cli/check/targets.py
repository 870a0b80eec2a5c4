"""Which quantity of a trace a claim is about, and how a question is worked once more."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Protocol
from unicodedata import normalize

from addnorm_cli.model.choices import shortlist, unknown
from addnorm_cli.model.claim import RESULT, Claim
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.records import EMPTY, record, replaced
from addnorm_cli.numbers.arithmetic import Arithmetic, Array
from addnorm_cli.trace.paths import OVERALL_ID, in_words_of, matches
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.recorder import Instead
from addnorm_cli.trace.trace import Section, Step, Trace

if TYPE_CHECKING:
    from addnorm_cli.model.question import Question


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
        path: Its whole path, labels of cases first: "A.norm.sigma"; "result", or the label of a
            case, for what that comes to.
        quantity: Its numbers.
        step: The path of the step that makes it, by which another can take its place; None
            where there is none.
        place: Where the step stands in the order of the work.
        is_result: It is what the calculation comes to.
        scope: What its formula refers to.
    """

    path: str
    quantity: Quantity
    step: str | None
    place: int
    is_result: bool = False
    scope: Mapping[str, Quantity] = EMPTY

    @property
    def right(self) -> Array:
        """The right numbers, in the reader's shape."""
        return self.quantity.natural()


def targets_of(trace: Trace) -> dict[str, Claimable]:
    """Everything that can be claimed of a trace, by its whole path.

    The steps stand in the order of the work, and the results of the cases after all of them.
    """
    found = {}
    for place, (path, step) in enumerate(trace.steps(overall=True)):
        name = ".".join(path)
        found[name] = Claimable(name, step.quantity, name, place, scope=step.scope)
    last = len(found)
    for case in trace.cases:
        for name, quantity in _results(case):
            maker = _maker(case, quantity)
            found[name] = Claimable(name, quantity, maker, last, is_result=True)
    return found


def resolved(claim: Claim, known: Mapping[str, Claimable]) -> Claim:
    """A claim with the whole path of what it is about, in the shape of that.

    Args:
        claim: What is claimed.
        known: What can be claimed, by `targets_of`.

    Raises:
        InputError: There is no such step, there are several, or it has another shape.
    """
    target = known[path_of(claim.path, known, claim.source)]
    shape = target.quantity.shape
    found = claim.numbers.shape
    if math.prod(found) != math.prod(shape) or _without_ones(found) != _without_ones(shape):
        alike = [path for path, each in known.items() if each.quantity.shape == found]
        raise InputError(
            "claim_shape_alike" if alike and len(found) != len(shape) else "claim_shape",
            where=claim.source,
            step=target.path,
            found=_counted(found),
            expected=_counted(shape),
            choices=shortlist(alike),
        )
    typed = None if claim.typed is None else claim.typed.reshape(shape)
    return replaced(claim, path=target.path, numbers=claim.numbers.reshape(shape), typed=typed)


def _without_ones(shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(size for size in shape if size != 1)


def _counted(shape: tuple[int, ...]) -> str:
    return f"({', '.join(map(str, shape))})" if shape else "()"


def path_of(asked: str, known: Mapping[str, Claimable], where: str) -> str:
    """The whole path of what a claim names.

    Args:
        asked: A step, as far as it is named, or the letter that a page has for it; "" or "result"
            for what the calculation comes to.
        known: What can be claimed, by `targets_of`.
        where: The place, for the error.

    Raises:
        InputError: There is no such step, or there are several.
    """
    try:
        return _path_of(asked, known, where)
    except InputError as error:
        before, _, letter = asked.rpartition(".")
        ids = _ids_of(letter, known) if error.key.endswith("claimed_step") else []
        if len(ids) != 1:
            raise
    return _path_of(".".join(filter(None, (before, *ids))), known, where)


def _ids_of(letter: str, known: Mapping[str, Claimable]) -> list[str]:
    """The ids of the steps that a page writes with a letter: "sigma" of σ, in any spelling."""
    from addnorm_cli.formula.expr import Ref
    from addnorm_cli.formula.notation import View, to_text
    from addnorm_cli.messages.ascii import spell

    def spelt(text: str) -> str:
        return spell(normalize("NFC", text).replace("\u00b5", "μ")).replace(" ", "")  # micro

    ids: dict[str, None] = {}
    for each in known.values():
        name = each.quantity.name
        view = View({**each.scope, name: each.quantity}, {}, whole=True)
        if not each.is_result and spelt(to_text(Ref(name), view)) == spelt(letter):
            ids[name] = None
    return list(ids)


def _path_of(asked: str, known: Mapping[str, Claimable], where: str) -> str:
    results = [path for path, each in known.items() if each.is_result]
    if asked in ("", RESULT):
        if len(results) == 1 or RESULT in results:
            return results[0]
        raise InputError("which_result", where=where, choices=shortlist(results))
    if asked in known:
        return asked
    for of_case in (asked.removesuffix(f".{RESULT}"), asked.removeprefix(f"{RESULT}.")):
        if of_case in results:
            return of_case
    steps = [path for path, each in known.items() if not each.is_result]
    if OVERALL_ID not in asked:  # `mean` is that of each row
        steps = [path for path in steps if OVERALL_ID not in path.split(".")]
    split = [path.split(".") for path in steps]
    for words in in_words_of([asked], split):
        found = [path for path, ids in zip(steps, split, strict=True) if matches(words, ids)]
        named = [path for path in found if path.endswith(words.split(".")[-1])]
        if len(named) == 1:
            return named[0]
        if found:
            raise InputError("which_step", where=where, value=asked,
                             choices=shortlist(named or found))  # fmt: skip
    ids = dict.fromkeys([*results, *steps, *(ids[-1] for ids in split)])
    listed = dict.fromkeys([*(path for path in results), *(ids[-1] for ids in split)])
    raise unknown("claimed_step", asked, ids, where, listed=listed)


def _results(case: Section) -> Iterator[tuple[str, Quantity]]:
    yield case.id or RESULT, case.result
    start = f"{case.id}.{RESULT}" if case.id else RESULT
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
