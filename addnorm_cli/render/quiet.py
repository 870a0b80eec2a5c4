"""Writes the result alone: one vector a line, every digit, fit to be an argument."""

from __future__ import annotations

from addnorm_cli.numfmt import full
from addnorm_cli.render.request import Request
from addnorm_cli.trace import Trace


def write(trace: Trace, request: Request) -> str:
    """The result of each case, row by row."""
    lines = []
    for case in trace.cases:
        result = case.result.value
        for row in result.reshape(-1, result.shape[-1]):
            lines.append(",".join(full(value) for value in row))
    return "\n".join(lines) + "\n"
