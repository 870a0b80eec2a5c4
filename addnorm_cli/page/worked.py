"""Worked lines: symbol = numbers in their place = partial result = result.

Every line holds on a calculator: what the printed digits of a link come to is, rounded to the
digits of the result, the result. Where the digits of the page are not enough for that, the numbers
of the line get more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from addnorm_cli.formula.evaluation import is_exact, reduce_once
from addnorm_cli.formula.expr import ROW, Expr, Num, Ref, references, substitute
from addnorm_cli.formula.notation import View, to_text
from addnorm_cli.messages import Language, say
from addnorm_cli.model.records import record, replaced
from addnorm_cli.numbers.numfmt import power_above
from addnorm_cli.numbers.surd import Surd
from addnorm_cli.page.digits import Closer, Digits
from addnorm_cli.page.holding import are_equal, comes_to
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.trace import Step

MOST_COLUMNS = 16
MOST_ROWS = 8
"""Past these the middle of a table is left out, and worked lines with it."""
ROWS = (ROW, "t")
"""The indices that run over the rows of the stream: of every step, and of attention's queries."""
_MORE = (*range(14), 16, 20, 24, 32, 48)
"""So many digits more than those of the page are tried until a line holds."""
_LAST_DIGITS = 8
"""So many digits fewer are tried for the result of numbers that have no more."""


@record
class Link:
    """One part of a worked line, and the sign before it ("", "=" or "≈")."""

    sign: str
    tree: Expr


@record
class Chain:
    """A worked line: its links, from where they are written, and what is said of its 0."""

    links: tuple[Link, ...]
    view: View
    note: str = ""

    def texts(self) -> list[str]:
        """Each link as text, with its sign."""
        texts = [f"{k.sign} {to_text(k.tree, self.view)}".lstrip() for k in self.links]
        return [*texts[:-1], texts[-1] + self.note]


def noted(line: Chain, language: Language) -> Chain:
    """The line; where it comes to a 0 that is rounding noise, it says so."""
    result = line.links[-1].tree
    if not isinstance(result, Num) or not result.noise:
        return line
    return replaced(line, note=say(language, "aside.noise", bound=power_above(result.error)))


def chain(step: Step, at: Mapping[str, int], digits: Digits) -> Chain:
    """The worked line of one component of a step.

    Args:
        step: A step that has a formula.
        at: Which component: a value for each index of the step's quantity.
        digits: Gives the numbers their digits.
    """
    quantity = step.quantity
    place = tuple(at[i] for i in quantity.index)
    trees, result = _first_that_holds(step, at, place, digits)
    links = [Link("", Ref(quantity.name, quantity.index))]
    sign = "=" if is_exact(trees[0]) else "≈"
    for tree, after in zip(trees, [*trees[1:], result], strict=True):
        links.append(Link(sign, tree))
        sign = "=" if are_equal(tree, after) else "≈"
    if not _repeats(trees, result):
        links.append(Link(sign, result))
    if result.form is not None:
        decimals = digits.decimals(step.id, place)
        links.append(Link("=" if decimals.exact else "≈", decimals))
    return Chain(tuple(links), View(step.scope, at))


def _repeats(trees: list[Expr], result: Num) -> bool:
    """Whether the last link is the result already: x, or 7 / 3 where the result is 7/3."""
    last = trees[-1]
    if result.form is not None and not references(last):
        return to_text(last, View({}, {})).replace(" / ", "/") == result.text
    return len(trees) == 1 and isinstance(last, Num) and are_equal(last, result)


def _first_that_holds(
    step: Step, at: Mapping[str, int], place: tuple[int, ...], digits: Digits
) -> tuple[list[Expr], Num]:
    """The links and the result of a line, with as many more digits as it takes to hold."""
    formula = step.quantity.formula
    assert formula is not None
    result = digits.component(step.id, place)
    fractions = result.exact and isinstance(result.value, Surd)
    closer = Closer(digits, 0, fractions)
    start = closer.furthest(substitute(formula, step.scope, at, closer))
    result = digits.closer(step.id, place, start)
    trees: list[Expr] = []
    for more in _MORE:
        closer = Closer(digits, start + more, fractions)
        trees = _links(substitute(formula, step.scope, at, closer), closer)
        if all(comes_to(tree, result, step.quantity.rounding) for tree in trees):
            return trees, result
    for fewer in range(1, _LAST_DIGITS):  # the last digits of a float64 are its own
        shorter = digits.shorter(result, fewer)
        if all(comes_to(tree, shorter, step.quantity.rounding) for tree in trees):
            return trees, shorter
    return trees, result


def _links(tree: Expr, closer: Closer) -> list[Expr]:
    """A tree, and what is left of it after each round of working out."""
    trees = [tree]
    while not isinstance(trees[-1], Num):
        trees.append(reduce_once(trees[-1], closer))
    return trees[:-1] or trees


def outcome(step: Step, row: int, digits: Digits) -> Chain:
    """A statistic of one row and what it comes to, without the numbers that it is made of."""
    quantity = step.quantity
    at = dict.fromkeys(quantity.index, row)
    result = digits.component(quantity.name, (row,) * len(at))
    exact = None if quantity.exact is None else float(quantity.exact[row])
    whole = result.exact and exact in (None, float(result.value))
    name = Link("", Ref(quantity.name, quantity.index))
    return Chain((name, Link("=" if whole else "≈", result)), View(step.scope, at))


def is_statistic(quantity: Quantity) -> bool:
    """Whether there is one number a row, as of a mean."""
    return set(quantity.index) <= set(ROWS)


def widest(step: Step) -> int:
    """How many numbers beside each other the formula of a step takes in, at the most."""
    if step.quantity.formula is None:
        return 1
    return max(
        (
            size
            for ref in references(step.quantity.formula)
            for index, size in zip(ref.index, step.scope[ref.name].value.shape, strict=True)
            if index not in ROWS
        ),
        default=1,
    )


def chains(step: Step, row: int, digits: Digits) -> Iterator[Chain]:
    """The worked lines of a step for one row: one for a statistic, one a component for a vector."""
    quantity = step.quantity
    axes = [
        [row] if index in ROWS else range(size)
        for index, size in zip(quantity.index, quantity.value.shape, strict=True)
    ]
    for place in product(*axes):
        yield chain(step, dict(zip(quantity.index, place, strict=True)), digits)
