"""Strict JSON: every digit of every number, no NaN or Infinity, and any text as text."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.page.request import Request


def encoded(tree: dict[str, Any], request: Request) -> str:
    """A tree as one JSON object and a newline; in ASCII where the output has nothing else."""
    text = _dumps(tree) + "\n"
    return text if request.utf8 else _escaped(text)


def _escaped(text: str) -> str:
    r"""`text` in ASCII, which every encoding has: σ as \u03c3."""
    return re.sub(r"[^\x00-\x7f]", lambda sign: _units(sign[0]), text)


def _units(sign: str) -> str:
    data = sign.encode("utf-16-be", "surrogatepass")
    return "".join(rf"\u{data[n]:02x}{data[n + 1]:02x}" for n in range(0, len(data), 2))


def _dumps(tree: Any) -> str:
    try:
        import orjson
    except ImportError:
        import json

        return json.dumps(
            tree, ensure_ascii=False, allow_nan=False, default=_listed, separators=(",", ":")
        )
    return orjson.dumps(tree, option=orjson.OPT_SERIALIZE_NUMPY).decode()


def _listed(value: Any) -> Any:
    return value.tolist()


def numbers(values: Array) -> Any:
    """Numbers with every digit, decimals as floats, and without -0.0."""
    if values.ndim == 0:
        return float(values) + 0.0
    floats = np.ascontiguousarray(values.astype(np.float64, copy=False) + 0.0)
    if np.isfinite(floats).all():
        return floats
    # a masked score is -∞, which JSON does not know
    numbers = floats.astype(object)
    numbers[~np.isfinite(floats)] = None
    return numbers.tolist()
