"""What somebody claims that a calculation comes to: numbers, and the step that they belong to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from addnorm_cli.model.records import record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RESULT = "result"
"""The path of what a calculation comes to; `A.result` is that of the case A."""


@record
class Claim:
    """Numbers that a step, or the result, is said to come to.

    Attributes:
        path: The step as it was named, such as "sigma" or "A.norm.variance"; "" or "result" for
            the result. Once it was found in a trace, its whole path there.
        numbers: In the shape that was claimed. Of typed digits an object array of Decimal,
            Fraction or Surd, with None where the claim has a gap; of an array float64.
        kind: "typed" for digits, "array" for the numbers of a program.
        typed: What was written for each number, in the same shape; None for an array.
        dtype: The type that an array was stored in, such as "float32".
        source: The file or the option that it came from.
        json: The digits stand in JSON, and are a program's as often as a person's.
    """

    path: str
    numbers: NDArray[Any]
    kind: Literal["typed", "array"]
    typed: NDArray[np.object_] | None = None
    dtype: str | None = None
    source: str = "--expect"
    json: bool = False

    @property
    def count(self) -> int:
        """How many numbers are claimed, gaps left out."""
        if self.kind == "array":
            return self.numbers.size
        return sum(number is not None for number in self.numbers.reshape(-1))


@record
class Tolerance:
    """How far a claimed number may be off: |claimed - right| ≤ absolute + relative · |right|."""

    absolute: float = 0.0
    relative: float = 0.0
