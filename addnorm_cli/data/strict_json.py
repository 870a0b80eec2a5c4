"""Strict JSON: every digit of every number, no NaN or Infinity, and any text as text."""

from __future__ import annotations

import math
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

        strict = _strict(tree)
        return json.dumps(strict, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return orjson.dumps(tree, option=orjson.OPT_SERIALIZE_NUMPY).decode()


def _strict(value: Any) -> Any:
    """A tree with lists for arrays, and null for nan and ∞: what orjson makes of it."""
    if isinstance(value, dict):
        return {key: _strict(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_strict(each) for each in value]
    if isinstance(value, np.ndarray | np.generic):
        plain = value.tolist()
        return plain if np.isfinite(value).all() else _strict(plain)
    return None if isinstance(value, float) and not math.isfinite(value) else value


def numbers(values: Array) -> Any:
    """Numbers with every digit, decimals as floats, without -0.0, and null where there is none.

    A masked score is -∞, and the angle to a vector of zeros nan.
    """
    if values.ndim == 0:
        number = float(values) + 0.0
        return number if math.isfinite(number) else None
    floats = np.ascontiguousarray(values.astype(np.float64, copy=False) + 0.0)
    if np.isfinite(floats).all():
        return floats
    numbers = floats.astype(object)
    numbers[~np.isfinite(floats)] = None
    return numbers.tolist()
