"""Writes the result as a NumPy array file."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

import numpy as np

from addnorm_cli.model.errors import OutputError
from addnorm_cli.model.problem import Tensor
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.page.request import Pieces, Request
from addnorm_cli.trace.trace import Trace

_PIECE = 2**17
"""Numbers that are written together, while they are in the cache."""


def write(trace: Trace, request: Request) -> Pieces:
    """The result in its own shape; the results of several cases stacked in their order.

    It has the type that x was stored in, and float64 where x was typed.

    Raises:
        OutputError: There is no result, or the results have several shapes.
    """
    if not trace.cases:
        raise OutputError("npy_nothing")
    dtype = _stored(trace.inputs.get("x"))
    results = [case.result.natural() for case in trace.cases]
    if len({result.shape for result in results}) > 1:
        raise OutputError("npy_shapes")
    array = np.stack(results) if trace.labelled else results[0]
    header = io.BytesIO()
    about = {"descr": dtype.str, "fortran_order": False, "shape": array.shape}
    np.lib.format.write_array_header_1_0(header, about)
    return Pieces(chain((header.getvalue(),), _stored_pieces(array.reshape(-1), dtype)))


def _stored_pieces(numbers: Array, dtype: np.dtype[Any]) -> Iterator[memoryview]:
    """The numbers as the file stores them, and no -0.0 among them."""
    for start in range(0, numbers.size, _PIECE):
        piece = numbers[start : start + _PIECE].astype(dtype, copy=False)
        yield (piece + 0).data.cast("B")


def _stored(x: Tensor | Mapping[str, Tensor] | None) -> np.dtype[Any]:
    """The type that every x was stored in."""
    tensors = [x] if isinstance(x, Tensor) else list((x or {}).values())
    return np.result_type(*(tensor.stored for tensor in tensors)) if tensors else np.dtype("f8")
