"""Everything that explains what is claimed of one case, or of a block: slips, and pairs of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from addnorm_cli.check.case import ClaimedCase
from addnorm_cli.check.change import Change
from addnorm_cli.check.sheet import Sheet
from addnorm_cli.check.slips import SLIPS, Slip
from addnorm_cli.check.windows import Window
from addnorm_cli.formula.expr import Expr
from addnorm_cli.model.block_problem import BlockProblem
from addnorm_cli.model.records import record, replaced
from addnorm_cli.numbers.arithmetic import Arithmetic, Array, Machine
from addnorm_cli.trace.trace import Trace

_ORDER = {slip: place for place, slip in enumerate(SLIPS)}


@record
class Found:
    """A slip, or a pair of them, that explains what is claimed of one case.

    Attributes:
        ids: The slips.
        parameters: What each was done with.
        rules: How many rules were changed.
        fitted: A number of it was fitted to the claim.
        loose: It takes one unit of the last place.
        apart: So many components it does not explain, and says so.
        hand: It was worked by hand, with so many decimals.
    """

    ids: tuple[str, ...]
    parameters: tuple[dict[str, Any], ...]
    rules: int = 1
    fitted: bool = False
    loose: bool = False
    apart: int = 0
    hand: tuple[int, int] | None = None

    @property
    def key(self) -> str:
        """The same for the same slip in another case."""
        return f"{self.ids} {self.parameters}"

    @property
    def rank(self) -> tuple[Any, ...]:
        """Where it stands among its equals."""
        return (self.loose, self.fitted, self.rules, *(_ORDER[each] for each in self.ids))


_ROWS_THAT_TELL = 3
"""A single ε that gives so many rows of an array is no accident of a small type."""


def of_case(case: ClaimedCase, *, pairs: bool) -> list[Found]:
    """Everything that explains what is claimed of one case."""
    found = [*_singles(case, case.sheet), *_sought(case, "eps"), *_machine(case, "cancellation")]
    if not found:
        found = _by_hand(case)
    if all(each.fitted or (case.typed and each.ids == ("cancellation",)) for each in found):
        one_number = any(each.ids == ("eps",) and not each.loose for each in found)
        if not (one_number and case.sheet.rows >= _ROWS_THAT_TELL and not case.typed):
            found += _machine(case, "dtype")
    if all(each.fitted for each in found):
        found += _sought(case, "one-row", "one-component")
    if pairs and not found:
        found = list(_pairs(case))
    return found


def of_numbers(window: Window, right: Array) -> list[Found]:
    """What explains claimed numbers by the right ones alone."""
    found: list[Found] = []
    for slip in SLIPS.values():
        for _, parameters in slip.reads(window, right[None]) if slip.reads else ():
            alone = slip.id == "one-component"
            found.append(Found((slip.id,), (parameters,), fitted=alone, apart=int(alone)))
    return found


_LARGE_BLOCK, _MOST_TRIES, _MOST_LARGE = 10_000, 400, 24
"""A block with more numbers than this is worked in fewer other ways."""


def of_block(
    problem: BlockProblem,
    trace: Trace,
    window: Window,
    again: Callable[[BlockProblem, Mapping[str, Expr], Arithmetic], Array | None],
) -> list[Found]:
    """What explains a claim about a block.

    Args:
        problem: The block.
        trace: The right calculation.
        window: What numbers the claim may stand for.
        again: The claimed steps by other rules, or with other formulas for some steps.
    """
    size = sum(step.quantity.value.size for _, step in trace.steps())
    left = _MOST_TRIES if size < _LARGE_BLOCK else _MOST_LARGE
    found: list[Found] = []
    for slip in SLIPS.values():
        for other in slip.of_block(problem, trace):
            left -= 1
            if left < 0:
                return found
            values = again(other.question, other.instead, Machine())
            if values is None or values.shape != window.number.shape:
                continue
            if not window.misses(values[None], loosely=True).any():
                loose = bool(window.misses(values[None]).any())
                own = dict(other.parameters)
                found.append(Found((slip.id,), (own,), other.rules, loose=loose))
    return found


def _machine(case: ClaimedCase, name: str) -> Iterator[Found]:
    tells = SLIPS[name].tells
    for parameters in tells(case) if tells else ():
        yield Found((name,), (parameters,))


def _singles(case: ClaimedCase, sheet: Sheet) -> Iterator[Found]:
    own = [Change(sheet)]
    for slip in SLIPS.values():
        for change, loose in _fits(case, slip) if slip.tries else ():
            yield _found((slip,), (change.parameters,), change, loose)
        if slip.reads is not None:
            values = case.values(own, case.window)
            for _, parameters in slip.reads(case.window, values):
                alone = slip.id == "one-component"
                yield Found((slip.id,), (parameters,), fitted=alone, apart=int(alone))


_BY_HAND = 40
"""By so many half units of the last place may rounding at every step move a number."""


def _found(slips: Iterable[Slip], parameters: Iterable[Any], change: Change, loose: bool) -> Found:
    return Found(
        tuple(slip.id for slip in slips),
        tuple(map(dict, parameters)),
        change.rules,
        change.fitted,
        loose,
    )


def _fits(case: ClaimedCase, slip: Slip) -> Iterator[tuple[Change, bool]]:
    """What a slip makes of a case that is claimed, and whether it takes a unit of the last place.

    Some rows of a large case are worked first, and all of them where those fit.
    """
    tries = slip.tries
    assert tries is not None
    if case.sampled:
        changes = list(tries(case.sheet))
        parts = [change for change in tries(case.small) if not change.whole]
        near = case.small_window.fits(case.values(parts, case.small_window), loosely=True)
        alone = [change for change in changes if not change.whole]
        chosen = [change for change, fits in zip(alone, near, strict=True) if fits]
        changes = [*chosen, *(change for change in changes if change.whole)]
        values = case.values(changes, case.window)
    else:
        changes = case.remembered(slip.id, tries)
        values = case.remembered_values(slip.id)
    if not changes:
        return
    near, exact = case.window.fits(values, loosely=True), case.window.fits(values)
    for n in np.flatnonzero(near):
        yield changes[n], not exact[n]


def _sought(case: ClaimedCase, *ids: str) -> Iterator[Found]:
    """Slips for which the claim has to be seen; of several numbers that fit the shortest."""
    for slip in map(SLIPS.__getitem__, ids):
        if slip.seeks is None:
            continue
        best: dict[tuple[Any, ...], Found] = {}
        for change in slip.seeks(case):
            values = case.values([change], case.window)
            if case.window.misses(values, loosely=True).any():
                continue
            loose = bool(case.window.misses(values).any())
            key = tuple((k, str(v)) for k, v in change.parameters.items() if k not in ("eps", "as"))
            if key not in best or (best[key].loose and not loose):
                best[key] = _found((slip,), (change.parameters,), change, loose)
        yield from best.values()


def _by_hand(case: ClaimedCase) -> list[Found]:
    """Slips on paper, where each step is rounded to the decimals of the claim.

    Rounding by hand moves a number by little, so that only what came near is worked again.
    """
    halves = case.window.half[np.isfinite(case.window.number)]
    if not halves.size or case.sampled or halves.max() > 0.05 or halves.min() < 1e-8:
        return []
    decimals = round(-np.log10(2 * halves.min()))
    found: list[Found] = []
    near = [(slip, change) for slip in SLIPS.values() for change in _near(case, slip)]
    for places in ((decimals, decimals + 1), (decimals, decimals)):
        case.places = places
        values = case.values([Change(case.sheet), *(change for _, change in near)], case.window)
        case.places = None
        fits, exact = case.window.fits(values, loosely=True), case.window.fits(values)
        if fits[0] or fits.any():
            if not fits[0]:
                for n in np.flatnonzero(fits[1:]):
                    slip, change = near[n]
                    one = _found((slip,), (change.parameters,), change, not exact[n + 1])
                    found.append(replaced(one, hand=places))
            break
    return found


def _near(case: ClaimedCase, slip: Slip) -> list[Change]:
    """The changes that come within some units of the last place of what is claimed."""
    if slip.tries is None:
        return []
    changes = case.remembered(slip.id, slip.tries)
    number, half = case.window.number, case.window.half
    gap = abs(case.remembered_values(slip.id) - number)
    near = (np.isnan(number) | (gap <= _BY_HAND * half)).all(axis=1)
    return [changes[n] for n in np.flatnonzero(near)]


def _pairs(case: ClaimedCase) -> Iterator[Found]:
    """Two slips, one after the other."""
    able = [slip for slip in SLIPS.values() if not slip.alone]
    first = [(slip, change) for slip in able if slip.tries for change in slip.tries(case.small)]
    for slip in able:
        if slip.reads is not None:
            values = case.values([change for _, change in first], case.small_window)
            for number, parameters in slip.reads(case.small_window, values):
                one, change = first[number]
                if not case.sampled:
                    yield replaced(_found((one, slip), (change.parameters, parameters), change,
                                          False), rules=change.rules + 1)  # fmt: skip
    seconds: list[tuple[Slip, Slip, Change, Change, Change]] = []
    for one, change in first:
        base = change.done()
        for other in able[able.index(one) + 1 :]:
            if other.tries is None or change.whole:
                continue
            for then in other.tries(base):
                if then.whole or not _touched(then, base).isdisjoint(_touched(change, case.small)):
                    continue
                both = then
                if then.sheet.lines is case.small.lines:
                    both = replaced(then, sheet=case.small, given={**change.given, **then.given})
                elif then.sheet.lines is base.lines:
                    both = replaced(then, sheet=change.sheet, given={**change.given, **then.given})
                seconds.append((one, other, change, then, both))
    values = case.values([each[-1] for each in seconds], case.small_window)
    near = case.small_window.fits(values, loosely=True)
    exact = case.small_window.fits(values)
    for n in np.flatnonzero(near):
        one, other, change, then, _ = seconds[n]
        yield Found((one.id, other.id), (dict(change.parameters), dict(then.parameters)),
                    change.rules + then.rules, loose=not exact[n])  # fmt: skip


def _touched(change: Change, base: Sheet) -> set[str]:
    lines = change.sheet.lines
    return {name for name in lines if lines[name] is not base.lines.get(name)} | set(change.given)
