"""Values of a Python program, on their way into a problem: lists, arrays, tensors, and texts."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np

from addnorm_cli.errors import InputError
from addnorm_cli.inputs.arguments import Stdin, read_argument
from addnorm_cli.inputs.arrays import from_binary
from addnorm_cli.inputs.documents import Json
from addnorm_cli.inputs.files import Content


def content_of(text: str, source: str) -> Content:
    """What a text means as an argument of the command line: a vector, or a file.

    Raises:
        InputError: It is neither, or has a label, which has no meaning here.
    """
    argument = read_argument(text, source, Stdin())
    if argument.label is not None:
        raise InputError("label_refused", where=source, label=argument.label)
    return argument.content


def tree_of(value: Any, source: str) -> Json:
    """A value as a piece of a problem file.

    Lists of plain numbers keep the digits that the program shows (0.8 is the decimal 0.8); arrays
    and tensors come through as they are.

    Args:
        value: Numbers, lists, arrays and tensors, by name or not; names and flags.
        source: Its place, for errors.

    Raises:
        InputError: It is something else, or a number is not finite.
    """
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, Mapping):
        return {str(key): tree_of(each, f"{source}.{key}") for key, each in value.items()}
    if isinstance(value, Decimal | Real) and not _is_array(value):
        return _decimal(value, source)
    if isinstance(value, list | tuple) and not any(map(_is_array, value)):
        return [tree_of(each, f"{source}[{n}]") for n, each in enumerate(value)]
    return from_binary(_array(value), source)


def _is_array(value: Any) -> bool:
    return hasattr(value, "__array__") and np.ndim(value) > 0


def _array(value: Any) -> np.ndarray[Any, np.dtype[Any]]:
    # a tensor of torch may need a gradient, lie on another device, or be of a type NumPy has not
    plain = value.detach().cpu().double() if hasattr(value, "detach") else value
    return np.asarray(plain)


def _decimal(number: Any, source: str) -> Decimal:
    if isinstance(number, Decimal):
        plain = number
    elif isinstance(number, int):
        plain = Decimal(number)
    else:
        plain = Decimal(repr(float(number)))
    if not plain.is_finite():
        raise InputError("number_not_finite", where=source, found=str(number))
    return plain
