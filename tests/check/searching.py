"""Asks for the slips behind a claim, as the command line would."""

from __future__ import annotations

from decimal import Decimal
from functools import partial
from typing import Any

import numpy as np

from addnorm_cli.check.search import explain
from addnorm_cli.inputs.documents import Document
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.model.claim import Claim
from addnorm_cli.model.options import Options
from addnorm_cli.trace.verdict import SlipFound
from addnorm_cli.work import read, reworked, work


def decimals(tree: Any) -> Any:
    """A problem with its numbers as they would be typed."""
    if isinstance(tree, list):
        return [decimals(each) for each in tree]
    if isinstance(tree, dict):
        return {key: decimals(each) for key, each in tree.items()}
    return Decimal(repr(tree)) if type(tree) in (int, float) else tree


def typed(path: str, text: str) -> Claim:
    """A claim as it is typed: rows with a semicolon between them, ? for a gap."""
    rows = [
        [None if n.strip() == "?" else Decimal(n.strip()) for n in row.split(",")]
        for row in text.split(";")
    ]
    numbers = np.array(rows if len(rows) > 1 else rows[0], dtype=object)
    return Claim(path=path, numbers=numbers, kind="typed", typed=numbers)


def array(path: str, values: Any, dtype: str) -> Claim:
    """A claim as a program's array."""
    numbers = np.asarray(values).astype(np.float64).astype(object)
    return Claim(path=path, numbers=numbers, kind="array", typed=numbers, dtype=dtype)


def slips_of(
    command: str, problem: dict[str, Any], *claims: Claim, **options: Any
) -> tuple[SlipFound, ...]:
    """The slips that explain claims about a problem."""
    document = Document("problem", decimals(problem))
    asked = read(command, document, Options(**options), Reader())
    return explain(asked.question, claims, work(asked), partial(reworked, asked))


def ids_of(*args: Any, **options: Any) -> list[str]:
    """The ids of the slips, best first."""
    return [slip.id for slip in slips_of(*args, **options)]
