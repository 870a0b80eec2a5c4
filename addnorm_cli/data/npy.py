"""Writes the result as a NumPy array file."""

from __future__ import annotations

import io

import numpy as np

from addnorm_cli.model.errors import OutputError
from addnorm_cli.page.request import Request
from addnorm_cli.trace.trace import Trace


def write(trace: Trace, request: Request) -> bytes:
    """The result in its own shape; the results of several cases stacked in their order.

    Raises:
        OutputError: There is no result, or the results have several shapes.
    """
    if not trace.cases:
        raise OutputError("npy_nothing")
    results = [case.result.natural().astype(np.float64) + 0.0 for case in trace.cases]
    if len({result.shape for result in results}) > 1:
        raise OutputError("npy_shapes")
    out = io.BytesIO()
    np.save(out, np.stack(results) if trace.labelled else results[0], allow_pickle=False)
    return out.getvalue()
