"""Values of a Python program, on their way into a problem: lists, arrays, tensors, and texts."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from numbers import Integral, Real
from typing import Any

import numpy as np

from addnorm_cli.inputs.arguments import read_argument
from addnorm_cli.inputs.arrays import from_binary
from addnorm_cli.inputs.contents import Content
from addnorm_cli.inputs.documents import Json, JsonObject
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.printing import shorten
from addnorm_cli.model.problem import Tensor
from addnorm_cli.model.records import replaced

_DEEPEST = 50
"""Deeper lists are none that anybody wrote; one may even stand in itself."""


def argument_content(text: str, source: str) -> Content:
    """What a text means as an argument of the command line: a vector, or a file.

    Raises:
        InputError: It is neither, or has a label, which has no meaning here.
    """
    if text.strip() == "-":  # stdin is the command line's
        raise InputError("neither_vector_nor_file", where=source, found=text)
    argument = read_argument(text, source, Reader(language=None))
    if argument.label is not None:
        raise InputError("label_refused", where=source, label=argument.label)
    return argument.content


def tree_of(value: Any, source: str, depth: int = 0) -> Json:
    """A value as a piece of a problem file.

    Lists of plain numbers keep the digits that the program shows (0.8 is the decimal 0.8); arrays
    and tensors come through as they are.

    Args:
        value: Numbers, lists, arrays and tensors, by name or not; names and flags.
        source: Its place, for errors.
        depth: How many lists and mappings it stands in.

    Raises:
        InputError: It is something else, or a number is not finite.
    """
    if depth > _DEEPEST:
        raise InputError("json_too_deep", where=source.partition("[")[0])
    if value is None or isinstance(value, bool | str | Tensor):
        return value
    if isinstance(value, Mapping):
        return _labelled(value, source, depth)
    if isinstance(value, list | tuple):
        return [tree_of(each, f"{source}[{n}]", depth + 1) for n, each in enumerate(value)]
    if isinstance(value, Decimal | Real) and not hasattr(value, "detach"):
        return _decimal(value, source)
    array = _array(value, source)
    if array.dtype != object and array.ndim:
        tensor = from_binary(array, source)
        known = str(getattr(value, "dtype", "")).removeprefix("torch.")  # torch's came as double
        return replaced(tensor, stored=known) if known in ("float32", "float16") else tensor
    return tree_of(array.tolist(), source, depth + 1)


def _labelled(value: Mapping[Any, Any], source: str, depth: int) -> JsonObject:
    labels = [str(key) for key in value]
    for n, label in enumerate(labels):
        if label in labels[:n]:
            raise InputError("label_twice", where=source, label=label)
    return {
        label: tree_of(each, f"{source}.{label}", depth + 1)
        for label, each in zip(labels, value.values(), strict=True)
    }


def _array(value: Any, source: str) -> np.ndarray[Any, np.dtype[Any]]:
    """The array that a value is, whatever library made it.

    Raises:
        InputError: It is none, or some of its numbers are masked.
    """
    if not hasattr(value, "__array__"):
        raise InputError("numbers_expected", where=source, found=type(value).__name__)
    if np.ma.is_masked(value):
        raise InputError("masked_array", where=source)
    # a tensor of torch may need a gradient, lie on another device, or be of a type NumPy has not
    plain = _on_cpu(value) if hasattr(value, "detach") else value
    array = np.asarray(plain)
    return array.astype(np.float64) if array.dtype.name == "bfloat16" else array


def _on_cpu(tensor: Any) -> Any:
    """A tensor of torch as NumPy can take it; whole numbers keep their digits."""
    plain = tensor.detach().cpu()
    is_whole = "int" in str(getattr(plain, "dtype", ""))
    return plain if is_whole else plain.double()


def _decimal(number: Any, source: str) -> Decimal:
    if isinstance(number, Decimal):
        plain = number
    elif isinstance(number, Integral):
        plain = Decimal(int(number))
    else:
        try:
            plain = Decimal(repr(float(number)))
        except OverflowError:  # a fraction may have more digits than any float
            raise InputError("too_large", where=source, found=shorten(str(number))) from None
    if not plain.is_finite():
        raise InputError("number_not_finite", where=source, found=str(number))
    return plain
