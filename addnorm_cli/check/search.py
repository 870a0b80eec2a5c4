"""The search for the known slips that explain a claim."""

from __future__ import annotations

from collections.abc import Sequence

from addnorm_cli.check.targets import Rework
from addnorm_cli.model.claim import Claim, Question
from addnorm_cli.trace.trace import Trace
from addnorm_cli.trace.verdict import SlipFound


def explain(
    question: Question, claims: Sequence[Claim], trace: Trace, rework: Rework
) -> tuple[SlipFound, ...]:
    """The known slips that explain what is claimed, best first.

    Args:
        question: What was asked.
        claims: The claims of one source that are wrong and follow from no other.
        trace: The right calculation.
        rework: Works the question by other rules, or with other steps.
    """
    return ()
