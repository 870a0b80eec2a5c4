"""A step as a table entry: the name of its result, its formula, and how its numbers are treated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from addnorm_cli.formula.expr import Expr, Glyph, Values
from addnorm_cli.model.records import record
from addnorm_cli.numbers.arithmetic import Array, Role

Mend = Callable[[Array, Values], Array]


@record
class Definition:
    """The formula of one step, as a table entry.

    Attributes:
        index: The indices of its result: ("row", "i") for a vector in every row.
        formula: The right-hand side, or None for a quantity that is given.
        symbol: Its letter; None where the formula itself is its name (z - μ).
        role: How its result is rounded by hand.
        mend: What is done to the numbers that the formula gives, where the formula alone is not
            how one computes: the mean of a constant row, a mask.
        masks: Whether it puts -∞ where a score is masked.
        spread: Where its formula divides, the letter of what is 0 when the divisor is.
        neutral: The parameter that the step multiplies by or adds, and the number with which it
            changes nothing.
        note: Names the sentence that stands in place of its lines: where it changes nothing, if
            `neutral` is set, and always otherwise.
        title: Names the step in words, where its id does not.
        shaded: A reader sees more in its sizes than in its digits.
    """

    index: tuple[str, ...]
    formula: Expr | None = None
    symbol: Glyph | None = None
    role: Role = "vector"
    mend: Mend | None = None
    masks: bool = False
    spread: str = ""
    neutral: tuple[str, int] | None = None
    note: str = ""
    title: str = ""
    shaded: bool = False


Definitions = Mapping[str, Definition]


def glyph(text: str, latex: str | None = None) -> Glyph:
    """A letter, by its spellings."""
    return Glyph(text, text if latex is None else latex)


def given(index: tuple[str, ...], text: str, latex: str | None = None, **more: Any) -> Definition:
    """A quantity that is given: it has a letter and no formula."""
    return Definition(index=index, symbol=glyph(text, latex), **more)


def step(index: tuple[str, ...], formula: Expr, symbol: Glyph | None = None,
         **more: Any) -> Definition:  # fmt: skip
    """A step whose result is a vector, rounded as vectors are."""
    return Definition(index=index, formula=formula, symbol=symbol, **more)


def statistic(index: tuple[str, ...], formula: Expr, symbol: Glyph | None = None,
              **more: Any) -> Definition:  # fmt: skip
    """A step whose result is one number for many: a mean, a variance."""
    return Definition(index=index, formula=formula, symbol=symbol, role="statistic", **more)
