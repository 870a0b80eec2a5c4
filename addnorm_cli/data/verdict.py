"""The verdict on a claim as a tree of JSON."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from addnorm_cli.numbers.numfmt import full
from addnorm_cli.numbers.surd import Surd
from addnorm_cli.page.request import Request
from addnorm_cli.trace.verdict import ClaimVerdict, SlipFound, Spread, Verdict

_EXACT = (Decimal, Fraction, Surd)
_MOST = 1000
"""So many wrong numbers of an array are written one by one; `differences` tells of all."""


def check_tree(verdict: Verdict, request: Request) -> dict[str, Any]:
    """The object under "check"."""
    from addnorm_cli.page.slips import slip_text
    from addnorm_cli.page.verdict import remark_text

    return {
        "ok": verdict.ok,
        "first_wrong": verdict.first_wrong,
        "follows": list(verdict.follows),
        "claims": [_claim(claim) for claim in verdict.claims],
        "slips": [{**_slip(s), "text": slip_text(s, request.language)} for s in verdict.slips],
        "remarks": [remark_text(remark, request.language) for remark in verdict.remarks],
    }


def _claim(verdict: ClaimVerdict) -> dict[str, Any]:
    tree: dict[str, Any] = {
        "path": verdict.path,
        "ok": verdict.ok,
        "basis": verdict.basis,
        "source": verdict.claim.source,
    }
    if verdict.digits is not None:
        tree["digits"] = list(verdict.digits)
    if verdict.dtype is not None:
        tree["dtype"] = verdict.dtype
    tree["components"] = _components(verdict)
    if verdict.spread is not None:
        tree["differences"] = _spread(verdict.spread)
    return tree


def _components(verdict: ClaimVerdict) -> list[dict[str, Any]]:
    claim = verdict.claim
    if claim.kind == "typed":
        places = [p for p in np.ndindex(claim.numbers.shape) if claim.numbers[p] is not None]
    else:
        places = [tuple(map(int, p)) for p in np.argwhere(~verdict.fits)[:_MOST]]
    return [_component(verdict, place) for place in places]


def _component(verdict: ClaimVerdict, place: tuple[int, ...]) -> dict[str, Any]:
    claim, right = verdict.claim, float(verdict.right[place])
    number = claim.numbers[place]
    typed = full(float(number)) if claim.typed is None else claim.typed[place]
    return {
        "index": list(place),
        "claimed": typed,
        "right": right + 0.0,
        "difference": _difference(number, verdict.right[place]),
        "ok": bool(verdict.fits[place]),
        "basis": verdict.bases[place],
    }


def _difference(claimed: Any, right: Any) -> float:
    """How far a claimed number is off, rounded once where both are exact."""
    if not isinstance(claimed, _EXACT) or not isinstance(right, _EXACT):
        return float(claimed) - float(right)
    return float((claimed if isinstance(claimed, Surd) else Surd(claimed)) - right)


def _spread(spread: Spread) -> dict[str, Any]:
    return {
        "count": spread.count,
        "of": spread.size,
        "largest": {"difference": spread.largest[0], "index": list(spread.largest[1])},
        "largest_relative": {"difference": spread.relative[0], "index": list(spread.relative[1])},
        "first_row": spread.first_row,
        "pattern": spread.pattern,
        "rows": spread.rows,
        "columns": spread.columns,
    }


def _slip(slip: SlipFound) -> dict[str, Any]:
    return {
        "id": slip.id,
        "agree": slip.agree,
        "of": slip.of,
        "alternatives": slip.alternatives,
        "parameters": dict(slip.parameters),
        "path": slip.path,
    }
