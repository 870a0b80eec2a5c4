"""Numbers as they are written in a program: the digits that were typed, in lines that fit."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from decimal import Decimal
from typing import Protocol

import numpy as np

from addnorm_cli.model.problem import Tensor
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.numbers.numfmt import full

_WIDTH = 76
_IS_LITERAL = re.compile(r"\d+(\.\d+)?(e[+-]?\d+)?", re.ASCII)
_LONGEST_TYPED = 40
"""A decimal with more digits was not typed: it is a fraction that was worked out."""
_LARGEST_WHOLE = 15
"""A whole number of more digits is written with a point, so that it is not taken for an int64."""


class Spelling(Protocol):
    """How a language of arrays writes one."""

    @property
    def array(self) -> str:
        """The function that makes an array of nested lists."""

    @property
    def as_float(self) -> str:
        """The argument that makes whole numbers floats."""


def decimal_text(text: str) -> str:
    """A typed decimal as Python reads it: 1e-6 stays 1e-6."""
    return text if _IS_LITERAL.fullmatch(text) else str(Decimal(text)).replace("E", "e")


def tensor_literal(tensor: Tensor, spelling: Spelling) -> str:
    """An input, with the digits that were typed where there are any."""
    flat = tensor.values.reshape(-1)
    if tensor.typed is None:
        texts = [full(float(value)) for value in flat]
    else:
        pairs = zip(tensor.typed.reshape(-1), flat, strict=True)
        texts = [_typed_text(typed, float(value)) for typed, value in pairs]
    return _array(texts, tensor.shape, spelling)


def number_literal(values: Array, spelling: Spelling) -> str:
    """Numbers that were worked out, with every digit."""
    flat = np.asarray(values, dtype=np.float64).reshape(-1)
    return _array([full(float(value)) for value in flat], values.shape, spelling)


def _typed_text(typed: object, value: float) -> str:
    if isinstance(typed, Decimal) and len(typed.as_tuple().digits) <= _LONGEST_TYPED:
        return str(typed).replace("E", "e")
    return full(value)


def _array(texts: list[str], shape: Sequence[int], spelling: Spelling) -> str:
    written = [
        f"{t}.0" if _is_whole(t) and len(t.lstrip("-")) > _LARGEST_WHOLE else t for t in texts
    ]
    cast = f", {spelling.as_float}" if all(map(_is_whole, written)) else ""
    return f"{spelling.array}({_nested(written, shape)}{cast})"


def _is_whole(text: str) -> bool:
    return "." not in text and "e" not in text


def _nested(texts: list[str], shape: Sequence[int]) -> str:
    """Nested lists, one row a line."""
    if len(shape) == 1:
        line = ", ".join(texts)
        if len(line) <= _WIDTH:
            return f"[{line}]"
        return "[\n" + textwrap.indent(textwrap.fill(line, _WIDTH), "    ") + ",\n]"
    size = len(texts) // shape[0]
    parts = [_nested(texts[n * size : (n + 1) * size], shape[1:]) for n in range(shape[0])]
    return "[\n" + "".join(textwrap.indent(part, "    ") + ",\n" for part in parts) + "]"
