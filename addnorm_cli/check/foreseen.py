"""What may be answered to a step before anybody has: by hand, and after each known slip."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from addnorm_cli.check.change import Change
from addnorm_cli.check.judge import Places
from addnorm_cli.check.sheet import Desk, Sheet, sheet_of, sheets_of
from addnorm_cli.check.slips import SLIPS
from addnorm_cli.model.records import record
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.trace import Section, Trace

_TOO_MANY = ("eps",)
"""Slips of so many forms that one of them would explain too much."""


@record
class Foreseen:
    """The numbers of a step after a slip.

    Attributes:
        id: The slip, a key of SLIPS.
        parameters: What it was done with.
        values: What the step comes to then, in the reader's shape.
    """

    id: str
    parameters: Mapping[str, Any]
    values: Array


class Foresight:
    """Works the steps of a trace in the ways in which people answer them.

    Args:
        trace: The right calculation. Of a block only its norms are foreseen, each by itself.
    """

    def __init__(self, trace: Trace) -> None:
        self._desk = Desk()
        self._whole = trace.command != "block"
        self._sheets = sheets_of(trace) if self._whole else dict(_sheets_of_norms(trace))
        self._changes = {label: list(_changes(sheet)) for label, sheet in self._sheets.items()}

    def by_hand(self, path: str, quantity: Quantity, places: Places) -> Array | None:
        """A step with every step before it rounded by hand; None where that has no answer."""
        label = self._label(path)
        if label is None or not self._whole:
            return None
        return self._worked(Change(self._sheets[label]), quantity, places)

    def after_slips(
        self, path: str, quantity: Quantity, places: Places | None = None
    ) -> Iterator[Foreseen]:
        """A step after each known slip, in the order in which equals stand.

        Args:
            path: The path of the step.
            quantity: The step.
            places: Round every step by hand as well, to so many decimals.
        """
        label = self._label(path)
        if label is None or (places is not None and not self._whole):
            return
        for name, change in self._changes[label]:
            values = self._worked(change, quantity, places)
            if values is not None:
                yield Foreseen(name, change.parameters, values)

    def _label(self, path: str) -> str | None:
        """The sheet that a step is on."""
        return next((own for own in self._sheets if not own or path.startswith(f"{own}.")), None)

    def _worked(self, change: Change, quantity: Quantity, places: Places | None) -> Array | None:
        sheet = change.done()
        if quantity.name not in sheet.lines:
            return None
        found = self._desk.work(sheet, [quantity.name], places=places)
        if found is None or found[0].size != quantity.value.size:
            return None
        values = quantity.arranged(found[0].reshape(quantity.value.shape))
        return values if np.isfinite(values).all() else None


def _sheets_of_norms(trace: Trace) -> Iterator[tuple[str, Sheet]]:
    """The sheet of every norm of a block, by its path."""
    for case in trace.cases:
        for path, norm in _norms(case, ()):
            sheet = sheet_of(norm, trace)
            if sheet is not None:
                yield path, sheet


def _norms(section: Section, above: tuple[str, ...]) -> Iterator[tuple[str, Section]]:
    here = (*above, section.id) if section.id else above
    if section.kind == "norm":
        yield ".".join(here), section
        return
    for part in section.parts:
        if isinstance(part, Section):
            yield from _norms(part, here)


def _changes(sheet: Sheet) -> Iterator[tuple[str, Change]]:
    """Every slip that needs no answer to be looked for, in each of its forms."""
    for slip in SLIPS.values():
        if slip.tries is not None and not slip.alone and slip.id not in _TOO_MANY:
            for change in slip.tries(sheet):
                yield slip.id, change
