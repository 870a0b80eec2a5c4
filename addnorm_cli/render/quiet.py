"""Writes the result alone: one vector a line, every digit, fit to be an argument."""

from __future__ import annotations

from addnorm_cli.numfmt import full
from addnorm_cli.render.request import Request
from addnorm_cli.trace import Trace


def write(trace: Trace, request: Request) -> str:
    """The result of each case, row by row."""
    results = [case.result.value for case in trace.cases]
    lines = [
        ",".join(full(value) for value in row)
        for result in results
        for row in result.reshape(-1, result.shape[-1])
    ]
    return "\n".join(lines) + "\n"
