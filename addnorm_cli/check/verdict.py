"""The verdict on what is claimed: right or not, where first, what follows from it, and why."""

from __future__ import annotations

from collections.abc import Sequence

from addnorm_cli.check.agreement import agreement
from addnorm_cli.check.search import explain
from addnorm_cli.check.targets import Claimable, Rework, targets_of
from addnorm_cli.model.claim import Claim, Question
from addnorm_cli.model.records import replaced
from addnorm_cli.trace.trace import Trace
from addnorm_cli.trace.verdict import ClaimVerdict, Verdict


def check(question: Question, claims: Sequence[Claim], trace: Trace, rework: Rework) -> Verdict:
    """The verdict on what is claimed of a question.

    Args:
        question: What was asked.
        claims: What is claimed; each has the whole path of a step, or of a result.
        trace: The right calculation.
        rework: Works the question by other rules, or with other steps.
    """
    targets = targets_of(trace)
    judged = tuple(_judged(claim, targets[claim.path]) for claim in claims)
    wrong = [each for each in judged if not each.ok]
    slips = explain(question, [each.claim for each in wrong], trace, rework) if wrong else ()
    first = wrong[0].path if wrong else None
    return Verdict(not wrong, first, (), judged, slips)


def _judged(claim: Claim, target: Claimable) -> ClaimVerdict:
    right = target.right.reshape(claim.numbers.shape)
    found = agreement(claim, right)
    ok = bool(found.ok.all())
    claim = replaced(claim, path=target.path)
    return ClaimVerdict(claim, ok, right, found.ok, found.basis)
