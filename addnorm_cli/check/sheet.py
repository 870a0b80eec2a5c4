"""A case as a sheet: its formulas, and the numbers it starts from, to be worked in many variants.

The formulas are those of the trace, or others in their place. Sheets are worked in float64, all
variants of one sheet at once: every quantity has one more axis in front for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import numpy as np

from addnorm_cli.formula.compute import ZeroDivisorError, compute
from addnorm_cli.formula.expr import ROW, Expr, Index, Ref, Scope, children, rebuilt, references
from addnorm_cli.formula.norm_parts import VECTOR
from addnorm_cli.model.problem import Linear, NormSpec
from addnorm_cli.model.records import EMPTY, record, replaced
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.numbers.exact import floats
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.trace import Section, Trace

_VARIANT = "variant"
_ROWS = (ROW, "t")
"""The names of an axis of rows."""


@record
class SheetLine:
    """A step on a sheet: its formula, and the names of the axes of what it comes to."""

    index: Index
    formula: Expr


@record
class Sheet:
    """A case, ready to be worked in other ways.

    Attributes:
        lines: Its steps, by name.
        given: The numbers that it starts from, by name.
        index: The names of their axes.
        typed: The digits of those that were typed.
        lead: The axes of the rows as the reader knows them.
        rule: Its norm, if it has one.
        linear: Its sublayer, where that is worked out.
        look: Steps in whose place another is read off, where that is the slip.
    """

    lines: Mapping[str, SheetLine]
    given: Mapping[str, Array]
    index: Mapping[str, Index]
    typed: Mapping[str, Array]
    lead: tuple[int, ...] = ()
    rule: NormSpec | None = None
    linear: Linear | None = None
    look: Mapping[str, str] = EMPTY

    def with_formulas(self, formulas: Mapping[str, Expr]) -> Sheet:
        """The sheet with other formulas for some of its steps."""
        changed = {name: SheetLine(self.lines[name].index, each) for name, each in formulas.items()}
        return replaced(self, lines={**self.lines, **changed})

    def with_given(self, given: Mapping[str, Array]) -> Sheet:
        """The sheet with other numbers to start from; a step that is given is not worked."""
        kept = self.lines
        if not kept.keys().isdisjoint(given):
            kept = {name: line for name, line in kept.items() if name not in given}
        index = {name: self.lines[name].index for name in given if name in self.lines}
        return replaced(
            self, lines=kept, given={**self.given, **given}, index={**self.index, **index}
        )

    def place(self, name: str, place: int) -> list[int]:
        """Where a number of a quantity is as the reader counts: a vector has no row axis."""
        index = self.lines[name].index if name in self.lines else self.index[name]
        shape = self.given[name].shape if name in self.given else self._shape(index)
        found = [int(n) for n in np.unravel_index(place, shape)]
        return found[1:] if index[:1] == (ROW,) and not self.lead else found

    def _shape(self, index: Index) -> tuple[int, ...]:
        """The shape of a step over some axes of the inputs."""
        sizes = {n: s for name, array in self.given.items()
                 for n, s in zip(self.index[name], array.shape, strict=False)}  # fmt: skip
        return tuple(sizes.get(name, 1) for name in index)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return max(
            (len(self.given[n]) for n, index in self.index.items() if index[:1] == (ROW,)),
            default=1,
        )

    def of_rows(self, rows: Sequence[int]) -> Sheet:
        """The sheet for some of its rows alone."""
        given = {
            name: array[list(rows)] if self.index[name] and self.index[name][0] in _ROWS else array
            for name, array in self.given.items()
        }
        return replaced(self, given=given, lead=(len(rows),))


def sheets_of(trace: Trace) -> dict[str, Sheet]:
    """The sheet of every case that has one, by the label of the case.

    A block, and a case in which two steps have the same name, have none.
    """
    if trace.command == "block":
        return {}
    sheets = {case.id: sheet_of(case, trace) for case in trace.cases}
    return {label: sheet for label, sheet in sheets.items() if sheet is not None}


def sheet_of(case: Section, trace: Trace) -> Sheet | None:
    """The sheet of a case, or of a norm in a block; None where two steps have the same name."""
    lines: dict[str, SheetLine] = {}
    given: dict[str, Quantity] = {}
    for _, step in case.steps():
        quantity = step.quantity
        for name, each in step.scope.items():
            if each.formula is None or each.origin != "worked":
                given.setdefault(name, each)
        if quantity.formula is not None and quantity.origin == "worked":
            if quantity.name in lines:
                return None
            lines[quantity.name] = SheetLine(quantity.index, quantity.formula)
    if not lines:
        return None
    if "residual" in lines and "z" in given:
        lines["z"] = SheetLine(VECTOR, Ref("residual", VECTOR))
    if "shifted" in lines:  # groupnorm: the groups of a row side by side
        lines["output"] = SheetLine(VECTOR, Ref("shifted", VECTOR))
    given = {name: each for name, each in given.items() if name not in lines}
    start = given.get("z") or given.get("x")
    return Sheet(
        lines=lines,
        given={name: floats(each.value) for name, each in given.items()},
        index={name: each.index for name, each in given.items()},
        typed={
            name: each.typed
            for name, each in given.items()
            if each.typed is not None and each.origin == "given"
        },
        lead=start.shape[:-1] if start is not None and start.shape else (),
        rule=next((part.rule for part in _sections(case) if part.rule is not None), trace.norm),
        linear=trace.linear,
    )


def _sections(section: Section) -> Iterator[Section]:
    yield section
    for part in section.parts:
        if isinstance(part, Section):
            yield from _sections(part)


class Desk:
    """Where sheets are worked; it remembers how a formula reads with the axis of variants."""

    def __init__(self) -> None:
        self._spread: dict[tuple[int, tuple[bool, ...]], tuple[Expr, Expr]] = {}
        self._names: dict[int, tuple[Expr, tuple[str, ...]]] = {}

    def work(
        self,
        sheet: Sheet,
        names: Sequence[str],
        variants: Sequence[Mapping[str, Array]] = (EMPTY,),
        places: tuple[int, int] | None = None,
    ) -> list[Array] | None:
        """What steps come to, for each variant; None where that has no answer.

        Args:
            sheet: The sheet.
            names: The steps that are asked for.
            variants: Other numbers to start from, or in the place of a step, for each variant;
                they have the same names in all of them.
            places: Round each step by hand to so many decimals, those of vectors and statistics.

        Returns:
            For each name an array, the variants on its first axis.
        """
        work = _Work(self, sheet.with_given(variants[0]), places)
        for name in variants[0]:
            work.known[name] = _Value(np.stack([variant[name] for variant in variants]), True)
        try:
            with np.errstate(all="ignore"):
                found = [work.value(sheet.look.get(name, name)) for name in names]
        except (ZeroDivisorError, ValueError):  # or a matrix that does not fit the other way round
            return None
        whole = (each.value if each.varies else each.value[None] for each in found)
        return [np.broadcast_to(v, (len(variants), *v.shape[1:])) for v in whole]

    def names_in(self, formula: Expr) -> tuple[str, ...]:
        """The names that a formula refers to."""
        entry = self._names.get(id(formula))
        if entry is None:
            names = tuple(dict.fromkeys(ref.name for ref in references(formula)))
            entry = self._names[id(formula)] = (formula, names)
        return entry[1]

    def spread(self, formula: Expr, varying: tuple[bool, ...]) -> Expr:
        """A formula with the axis of variants wherever a quantity varies."""
        key = (id(formula), varying)
        if key not in self._spread:
            names = self.names_in(formula)
            chosen = {name for name, varies in zip(names, varying, strict=True) if varies}
            self._spread[key] = (formula, _with_variants(formula, chosen))
        return self._spread[key][1]


def _with_variants(expr: Expr, names: set[str]) -> Expr:
    if isinstance(expr, Ref):
        return Ref(expr.name, (_VARIANT, *expr.index)) if expr.name in names else expr
    nodes = children(expr)
    if not nodes:
        return expr
    return rebuilt(expr, tuple(_with_variants(node, names) for node in nodes))


class _Value:
    """Numbers, as a formula looks for them, and whether they differ between variants."""

    __slots__ = ("value", "varies")

    def __init__(self, value: Array, varies: bool) -> None:
        self.value, self.varies = value, varies


class _Work:
    """One sheet on the desk: a step is worked when it is asked for."""

    def __init__(self, desk: Desk, sheet: Sheet, places: tuple[int, int] | None) -> None:
        self._desk, self._sheet, self._places = desk, sheet, places
        self.known = {name: _Value(value, False) for name, value in sheet.given.items()}

    def value(self, name: str) -> _Value:
        """The numbers of a step or of an input."""
        found = self.known.get(name)
        if found is None:
            found = self.known[name] = self._worked(name)
        return found

    def _worked(self, name: str) -> _Value:
        line = self._sheet.lines[name]
        varying = tuple(self.value(each).varies for each in self._desk.names_in(line.formula))
        formula, index = line.formula, line.index
        if any(varying):
            formula, index = self._desk.spread(formula, varying), (_VARIANT, *index)
        value: Array = compute(formula, cast("Scope", self.known), index)
        if self._places is not None:
            value = _rounded(value, line.index, self._places)
        return _Value(value, any(varying))


def _rounded(value: Array, index: Index, places: tuple[int, int]) -> Array:
    """Half up, away from zero, as people do; a statistic has one number for many."""
    unit: Any = 10.0 ** places[len(index) < 2]
    short: Array = np.copysign(np.floor(abs(value) * unit + 0.5 + 1e-9) / unit, value)
    return np.where((short == 0) & (value != 0), value, short) if len(index) < 2 else short
