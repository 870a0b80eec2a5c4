"""One case of a calculation beside what is claimed of it: which changes of its sheet fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np

from addnorm_cli.check.change import Change, Tries
from addnorm_cli.check.sheet import Desk, Sheet
from addnorm_cli.check.windows import Window, stretch_of
from addnorm_cli.formula.expr import Expr
from addnorm_cli.model.records import EMPTY
from addnorm_cli.numbers.arithmetic import Arithmetic, Array

_LARGE = 4096
"""A sheet with more numbers is worked for some of its rows first."""
_SAMPLE = 4
_MOST_AT_ONCE = 2**19
"""So many numbers are worked at once."""


class Again(Protocol):
    """Works the claimed steps of a case once more."""

    def __call__(
        self, arithmetic: Arithmetic, formulas: Mapping[str, Expr] = EMPTY
    ) -> Array | None:
        """Their numbers in another arithmetic, with other formulas for some steps."""


class ClaimedCase:
    """A sheet, and what is claimed of it.

    Args:
        sheet: The sheet.
        names: The steps that are claimed, in the order of the window.
        window: What numbers the claim may stand for.
        right: The right ones.
        desk: Where sheets are worked.
        again: Works the claimed steps once more, in another arithmetic and with other formulas
            for some steps; None where that has no answer.
        typed: The claim was typed by a person.
    """

    def __init__(
        self,
        sheet: Sheet,
        names: Sequence[str],
        window: Window,
        right: Array,
        desk: Desk,
        again: Again,
        *,
        typed: bool,
    ) -> None:
        self.sheet, self.names, self.window, self.desk = sheet, tuple(names), window, desk
        self.right, self.again, self.typed = right, again, typed
        self.places: tuple[int, int] | None = None
        self._memory: dict[str, tuple[list[Change], Array]] = {}
        self.small, self.small_window = sheet, window
        self.rows = self._chosen_rows()
        if self.rows is not None:
            places = self._places_of(self.rows)
            self.small, self.small_window = sheet.of_rows(self.rows), window.part(places)

    def remembered(self, name: str, tries: Tries) -> list[Change]:
        """What a slip makes of the sheet, worked once."""
        if name not in self._memory:
            changes = list(tries(self.sheet))
            self._memory[name] = changes, self.values(changes, self.window)
        return self._memory[name][0]

    def remembered_values(self, name: str) -> Array:
        """What the remembered changes of a slip come to."""
        return self._memory[name][1]

    @property
    def sampled(self) -> bool:
        """Whether only some rows are worked at first."""
        return self.rows is not None

    @property
    def stretch(self) -> Array:
        """How much larger than its spread the numbers of a row are; 1 for each at least."""
        return stretch_of(self.sheet, self.desk)

    def base(self, name: str) -> Array | None:
        """What a step comes to where nothing is changed."""
        if name not in self.sheet.lines:
            return self.sheet.given.get(name)
        found = self.desk.work(self.sheet, [name])
        return None if found is None else np.array(found[0][0])

    def wrong_rows(self) -> Array | None:
        """The rows in which something differs; None where the claim has no rows."""
        rows, size = self.sheet.rows, len(self.window.number)
        values = self.values([Change(self.sheet)], self.window)
        if size % rows or len(self.names) > 1 or not np.isfinite(values).all():
            return None
        return np.flatnonzero(self.window.misses(values).reshape(rows, -1).any(1))

    def of_row(self, row: int) -> tuple[Sheet, Window]:
        """One row of the sheet, and what is claimed of it."""
        return self.sheet.of_rows([row]), self.window.part(self._places_of([row]))

    def gaps(self, changes: Sequence[Change]) -> Array:
        """How far each change is from the claim, in windows; (changes, claimed numbers)."""
        window = self.small_window
        values = self.values(changes, window)
        kept = np.isfinite(window.number)
        width = np.maximum(window.half, 1e-300)
        gaps: Array = ((values - window.number) / width)[:, kept]
        return gaps

    def distances(self, changes: Sequence[Change]) -> Array:
        """How far the worst component of each change is from the claim, in windows."""
        distances: Array = np.nan_to_num(abs(self.gaps(changes)).max(1), nan=np.inf)
        return distances

    def values(self, changes: Sequence[Change], window: Window) -> Array:
        """The claimed steps as each change leaves them; NaN where they have no such numbers."""
        size = len(window.number)
        found = np.full((len(changes), size), np.nan)
        groups: dict[tuple[object, ...], list[int]] = {}
        for number, change in enumerate(changes):
            key = (id(change.sheet), *change.given, *(v.shape for v in change.given.values()))
            groups.setdefault(key, []).append(number)
        for numbers in groups.values():
            sheet = changes[numbers[0]].sheet
            most = max(1, _MOST_AT_ONCE // max(1, _size_of(sheet)))
            for start in range(0, len(numbers), most):
                part = numbers[start : start + most]
                given = [changes[number].given for number in part]
                worked = self.desk.work(sheet, self.names, given, self.places)
                if worked is not None:
                    flat = np.concatenate([each.reshape(len(part), -1) for each in worked], axis=1)
                    if flat.shape[1] == size:
                        found[part] = flat
        return found

    def _chosen_rows(self) -> list[int] | None:
        rows, size = self.sheet.rows, len(self.window.number)
        if rows <= _SAMPLE or size % rows or len(self.names) > 1 or _size_of(self.sheet) <= _LARGE:
            return None
        values = self.values([Change(self.sheet)], self.window)
        gap = abs(values - self.window.number).reshape(rows, -1)
        misses = self.window.misses(values).reshape(rows, -1).any(1)
        worst = np.nan_to_num(gap, nan=0.0).max(1)
        chosen = [int(worst.argmax()), int(misses.argmax()), *np.argsort(worst)[: _SAMPLE - 2]]
        return sorted(dict.fromkeys(map(int, chosen)))

    def _places_of(self, rows: Sequence[int]) -> Array:
        """The places of some rows among the claimed numbers."""
        places = np.arange(len(self.window.number)).reshape(len(self.names), self.sheet.rows, -1)
        chosen: Array = places[:, list(rows)].reshape(-1)
        return chosen


def _size_of(sheet: Sheet) -> int:
    return max((array.size for array in sheet.given.values()), default=1)
