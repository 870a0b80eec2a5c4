"""From nested lists of numbers to arrays: their shape, or the place where they have none."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from addnorm_cli.inputs.limits import MOST_TYPED
from addnorm_cli.inputs.numbers import range_fault
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.printing import shorten
from addnorm_cli.model.problem import LARGE, Tensor

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_DIMENSIONS = 32
"""As many as the older NumPy can hold."""

_LARGEST_EXACT = 2**53
"""Up to here float64 holds every whole number."""

_PIECE = 2**16

Shape = tuple[int, ...]
Path = tuple[int, ...]


class Misfit(Exception):
    """A tree of lists is not an array.

    Attributes:
        key: The key of the error that this is.
        path: Where, counted from 0.
        facts: What its sentences mention.
    """

    def __init__(self, key: str, path: Path, **facts: Any) -> None:
        super().__init__(key)
        self.key = key
        self.path = path
        self.facts = facts


def measure(tree: Sequence[object], path: Path = ()) -> Shape:
    """The shape of nested lists of decimals.

    Raises:
        Misfit: They are ragged, empty, too deep, or hold something that is no number.
    """
    if not tree:
        raise Misfit("empty", path)
    if len(path) == MOST_DIMENSIONS:
        raise Misfit("too_many_dimensions", path, most=MOST_DIMENSIONS)
    kinds = set(map(type, tree))
    if kinds == {Decimal}:
        return (len(tree),)
    if kinds - {Decimal, list}:
        index = next(i for i, item in enumerate(tree) if not isinstance(item, Decimal | list))
        raise Misfit("not_a_json_number", (*path, index), found=tree[index])
    if kinds != {list}:
        index = next(i for i, item in enumerate(tree) if type(item) is not type(tree[0]))
        raise Misfit("mixed", (*path, index))
    shapes = [measure(item, (*path, i)) for i, item in enumerate(tree) if isinstance(item, list)]
    for i, shape in enumerate(shapes):
        if shape != shapes[0]:
            raise _ragged(shape, shapes[0], (*path, i))
    return (len(tree), *shapes[0])


def _ragged(found: Shape, expected: Shape, path: Path) -> Misfit:
    row = path[-1] + 1
    if len(found) == len(expected) == 1:
        return Misfit("ragged", path, row=row, found=found[0], expected=expected[0])
    return Misfit(
        "ragged_blocks", path, row=row, found=show_shape(found), expected=show_shape(expected)
    )


def from_decimals(tree: Sequence[object], shape: Shape, source: str) -> Tensor:
    """The array of nested lists that `measure` has found to have this shape.

    Raises:
        Misfit: A number is too large or too small for float64.
    """
    flat = tree
    for _ in shape[1:]:
        flat = list(chain.from_iterable(flat))  # type: ignore[arg-type]  # lists, by `measure`
    values = np.fromiter(map(float, flat), np.float64, len(flat))  # type: ignore[arg-type]
    # Only these can be out of range, so a large array is not looked at number by number.
    for index in np.flatnonzero(~np.isfinite(values) | (values == 0)):
        number = flat[int(index)]
        assert isinstance(number, Decimal)
        if (key := range_fault(number, float(values[index]))) is not None:
            path = tuple(int(i) for i in np.unravel_index(index, shape))
            raise Misfit(key, path, found=shorten(str(number)))
    typed = np.empty(len(flat), dtype=object)
    typed[:] = flat
    return tensor(values.reshape(shape), typed.reshape(shape), source)


def tensor(
    values: NDArray[np.floating[Any]],
    typed: NDArray[np.object_] | None,
    source: str,
    stored: str = "float64",
) -> Tensor:
    """A Tensor whose arrays nobody can change."""
    values.setflags(write=False)
    if typed is not None:
        typed.setflags(write=False)
    return Tensor(values=values, typed=typed, source=source, stored=stored)


def from_binary(array: NDArray[np.generic], source: str) -> Tensor:
    """The Tensor of an array that was stored in binary form.

    Whole numbers that float64 cannot hold keep their digits.

    Raises:
        InputError: Its type is not a real number's, it is empty, too deep, or not finite.
    """
    check_type(array.dtype, source)
    if array.size == 0:
        raise InputError("empty", where=source)
    if array.ndim > MOST_DIMENSIONS:
        raise InputError("too_many_dimensions", where=source, most=MOST_DIMENSIONS)
    values = np.atleast_1d(array).view()  # whose it is may go on writing to it
    if array.dtype.type is not np.float32 or array.size < LARGE:
        values = values.astype(np.float64)
    if not _all_finite(values):
        first = int(np.flatnonzero(~np.isfinite(values))[0])
        path = [int(i) for i in np.unravel_index(first, values.shape)]
        number = str(values.reshape(-1)[first])
        raise InputError("number_not_finite", where=source + show_path(path), found=number)
    stored = array.dtype.name if array.dtype.kind == "f" else "float64"
    return tensor(values, _digits(np.atleast_1d(array)), source, stored)


def _all_finite(values: NDArray[Any]) -> bool:
    """Whether all are finite; a large array is looked at in pieces that fit the cache."""
    flat = values.reshape(-1)
    pieces = (flat[start : start + _PIECE] for start in range(0, flat.size, _PIECE))
    return all(np.isfinite(piece.max()) and np.isfinite(piece.min()) for piece in pieces)


def check_type(dtype: np.dtype[Any], source: str) -> None:
    """Check that an array is one of real numbers.

    Raises:
        InputError: It is not.
    """
    if dtype.kind not in "fiu" or dtype.itemsize > 8:
        raise InputError("dtype_refused", where=source, dtype=shorten(str(dtype)))


def _digits(array: NDArray[np.generic]) -> NDArray[np.object_] | None:
    """Whole numbers as decimals, where float64 would round some of them."""
    if array.dtype.kind == "f" or array.dtype.itemsize < 8 or array.size > MOST_TYPED:
        return None
    if max(int(array.max()), -int(array.min())) <= _LARGEST_EXACT:
        return None
    typed = np.empty(array.size, dtype=object)
    typed[:] = [Decimal(int(number)) for number in array.flat]
    return typed.reshape(array.shape)


def reshape(given: Tensor, shape: Shape) -> Tensor:
    """The same numbers in another shape."""
    typed = None if given.typed is None else given.typed.reshape(shape)
    return tensor(given.values.reshape(shape), typed, given.source, given.stored)


def join(tensors: Sequence[Tensor], source: str) -> Tensor:
    """Vectors one after the other, or matrices of one width under each other."""
    values = np.concatenate([each.values for each in tensors])
    typed = [each.typed for each in tensors if each.typed is not None]
    digits = np.concatenate(typed) if len(typed) == len(tensors) else None
    return tensor(values, digits, source)


def spread(single: Tensor, shape: Shape) -> Tensor:
    """A single number in every place of an array."""
    values = np.full(shape, single.values.item())
    if single.typed is None:
        return tensor(values, None, single.source)
    typed = np.full(shape, single.typed.item(), dtype=object)
    return tensor(values, typed, single.source)


def show_shape(shape: Sequence[int]) -> str:
    """A shape as an error writes it: (4) or (2, 3)."""
    return f"({', '.join(map(str, shape))})"


def show_path(path: Sequence[int]) -> str:
    """A place in an array as an error writes it: [1][2]."""
    return "".join(f"[{index}]" for index in path)
