"""What became of claims: which are right and by what measure, which came first, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from addnorm_cli.model.claim import Claim
from addnorm_cli.model.problem import Notice
from addnorm_cli.model.records import EMPTY, record
from addnorm_cli.numbers.arithmetic import Array

Basis = Literal[
    "exact", "digits", "unit", "truncated", "rounded-twice", "by-hand", "dtype", "tolerance"
]
"""By what measure a claimed number is right."""


@record
class Spread:
    """Where the numbers of a large claim differ.

    Attributes:
        count: How many differ.
        size: How many there are.
        largest: The largest absolute difference, and its place.
        relative: The largest relative difference, and its place.
        first_row: The first row with a difference, or None where there is one row only.
        pattern: Whether "some-rows", "some-columns", "everywhere" or "scattered" places differ.
        rows: How many rows differ at all.
        columns: How many columns differ at all.
    """

    count: int
    size: int
    largest: tuple[float, tuple[int, ...]]
    relative: tuple[float, tuple[int, ...]]
    first_row: int | None
    pattern: str
    rows: int
    columns: int


@record
class ClaimVerdict:
    """What became of one claim.

    Attributes:
        claim: The claim; its path is the whole path of a step of the trace.
        ok: Whether every number of it is right.
        right: The right numbers, in the shape of the claim.
        fits: Which numbers are right; a gap is.
        bases: By what measure each is, or None; in the shape of the claim.
        basis: The measure by which the whole claim is right, or None.
        digits: The decimals of vectors and of statistics, where the basis is "by-hand".
        dtype: The machine type, where the basis is "dtype".
        spread: Where the numbers differ, for an array with a difference.
    """

    claim: Claim
    ok: bool
    right: Array
    fits: Array
    bases: Array
    basis: Basis | None = None
    digits: tuple[int, int] | None = None
    dtype: str | None = None
    spread: Spread | None = None

    @property
    def path(self) -> str:
        """The whole path of the step that was claimed."""
        return self.claim.path


@record
class SlipFound:
    """A known slip that explains a claim.

    Attributes:
        id: Its name in the table of slips.
        agree: How many components are equal at the claim's own digits.
        of: How many are claimed.
        alternatives: How many other slips fit as well.
        parameters: What it was done with: {"ddof": 1}, {"eps": "1e-3"}.
        path: The step that was claimed.
        source: The claim that it explains, by its source, where there are several.
    """

    id: str
    agree: int
    of: int
    alternatives: int = 0
    parameters: Mapping[str, Any] = EMPTY
    path: str = ""
    source: str = ""


@record
class Verdict:
    """What became of all that was claimed.

    Attributes:
        ok: Whether all of it is right.
        first_wrong: The path of the first step, in the order of the work, that is wrong.
        follows: The paths of wrong steps that were carried forward correctly from the first one.
        claims: The verdict of each claim, in the order of the work.
        slips: The known slips that explain what is wrong, best first.
        remarks: What else can be said.
    """

    ok: bool
    first_wrong: str | None
    follows: tuple[str, ...]
    claims: tuple[ClaimVerdict, ...]
    slips: tuple[SlipFound, ...] = ()
    remarks: tuple[Notice, ...] = ()
