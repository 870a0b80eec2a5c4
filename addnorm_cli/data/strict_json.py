"""Strict JSON: every digit of every number, no NaN or Infinity, and any text as text."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

import numpy as np

from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.page.request import Pieces, Request

_LARGE = 2**16
"""An array of more numbers is written in pieces, so that its text never stands whole in memory."""


def encoded(tree: dict[str, Any], request: Request) -> str | Pieces:
    """A tree as one JSON object and a newline; in ASCII where the output has nothing else."""
    if request.utf8 and _is_large(tree):
        return Pieces(chain(_pieces(tree), (b"\n",)))
    text = _dumps(tree).decode() + "\n"
    return text if request.utf8 else _escaped(text)


def _is_large(value: Any) -> bool:
    match value:
        case np.ndarray():
            return value.size > _LARGE
        case dict():
            return any(map(_is_large, value.values()))
        case list():
            return any(isinstance(each, dict) and _is_large(each) for each in value)
    return False


def _pieces(value: Any) -> Iterator[bytes]:
    """The JSON of a tree, its large arrays in pieces."""
    if not _is_large(value):
        yield _dumps(value)
        return
    opening, closing = (b"{", b"}") if isinstance(value, dict) else (b"[", b"]")
    yield opening
    for number, part in enumerate(_parts(value)):
        if number:
            yield b","
        yield from part
    yield closing


def _parts(value: Any) -> Iterator[Iterable[bytes]]:
    """What stands between the commas of a large value, or of the pieces of a large array."""
    match value:
        case dict():
            yield from (chain((_dumps(key), b":"), _pieces(each)) for key, each in value.items())
        case list():
            yield from map(_pieces, value)
        case _:
            step = max(1, _LARGE * len(value) // value.size)
            starts = range(0, len(value), step)
            yield from ((_dumps(value[n : n + step])[1:-1],) for n in starts)


def _escaped(text: str) -> str:
    r"""`text` in ASCII, which every encoding has: σ as \u03c3."""
    return re.sub(r"[^\x00-\x7f]", lambda sign: _units(sign[0]), text)


def _units(sign: str) -> str:
    data = sign.encode("utf-16-be", "surrogatepass")
    return "".join(rf"\u{data[n]:02x}{data[n + 1]:02x}" for n in range(0, len(data), 2))


def _dumps(tree: Any) -> bytes:
    try:
        import orjson
    except ImportError:
        import json

        strict = _strict(tree)
        text = json.dumps(strict, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode("utf-8", "surrogatepass")
    return orjson.dumps(tree, option=orjson.OPT_SERIALIZE_NUMPY)


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
