"""What somebody claims that a calculation comes to: numbers, and the step that they belong to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from addnorm_cli.model.records import record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from addnorm_cli.model.block_problem import BlockProblem
    from addnorm_cli.model.comparison_problem import ComparisonProblem
    from addnorm_cli.model.flow_problem import Flow, MeasuredFlow
    from addnorm_cli.model.problem import Problem

    Question = Problem | BlockProblem | ComparisonProblem | Flow | MeasuredFlow

RESULT = "result"
"""The path of what a calculation comes to; `A.result` is that of the case A."""


@record
class Claim:
    """Numbers that a step, or the result, is said to come to.

    Attributes:
        path: The step as it was named, such as "sigma" or "A.norm.variance"; "result" or "" for
            the result. Once it was found in a trace, its whole path there.
        numbers: An object array of Decimal, Fraction, Surd or float, in the shape that was
            claimed; None where the claim has a gap.
        kind: "typed" for digits that a person wrote, "array" for numbers of a program.
        typed: What was written for each number, for showing, in the same shape.
        dtype: The type of an array, such as "float32"; None for typed digits.
        source: The file or the option that it came from.
        json: The digits stand in JSON, which drops the zeros at their end.
    """

    path: str
    numbers: NDArray[np.object_]
    kind: Literal["typed", "array"]
    typed: NDArray[np.object_]
    dtype: str | None = None
    source: str = "--expect"
    json: bool = False

    @property
    def count(self) -> int:
        """How many numbers are claimed, gaps left out."""
        return sum(number is not None for number in self.numbers.reshape(-1))


@record
class Tolerance:
    """How far a claimed number may be off: |claimed - right| ≤ absolute + relative · |right|."""

    absolute: float = 0.0
    relative: float = 0.0
