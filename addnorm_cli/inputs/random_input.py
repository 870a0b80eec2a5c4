"""Random input: the numbers that NumPy's legacy generator gives, as the documents use them."""

from __future__ import annotations

import re
from math import prod

import numpy as np

from addnorm_cli.inputs.arrays import MOST_DIMENSIONS, tensor
from addnorm_cli.inputs.numbers import read_number
from addnorm_cli.inputs.text import plain
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.options import Options
from addnorm_cli.model.patterns import lazily
from addnorm_cli.model.printing import shorten
from addnorm_cli.model.problem import Tensor

MOST_RANDOM = 10_000_000
_SHAPE = lazily(r"[0-9]{1,12}(?:[xX×*,][0-9]{1,12})*")
_LARGEST_SEED = 2**32 - 1


def random_tensors(given: Options, count: int) -> list[Tensor]:
    """Random arrays, one drawn after the other from the same generator.

    Args:
        given: The shape under `random`; the seed is 42 and the scale 1 where they are not given.
        count: How many arrays.

    Raises:
        InputError: The shape, seed or scale cannot be used.
    """
    shape = _shape(given.random or "")
    generator = np.random.RandomState(read_seed(given.seed or "42"))
    scale = float(read_number(given.scale or "1", "--scale"))
    source = f"--random {'x'.join(map(str, shape))}"
    with np.errstate(over="ignore"):
        arrays = [np.asarray(generator.randn(*shape)) * scale for _ in range(count)]
    if not all(np.isfinite(array).all() for array in arrays):
        raise InputError("too_large", where="--scale", found=shorten(given.scale or "1"))
    return [tensor(array, None, source) for array in arrays]


def _shape(text: str) -> tuple[int, ...]:
    plain_text = plain(text).strip()
    if not _SHAPE().fullmatch(plain_text):
        raise InputError("random_shape", where="--random", found=shorten(text))
    shape = tuple(map(int, re.split(r"[xX×*,]", plain_text)))
    if 0 in shape:
        raise InputError("random_shape", where="--random", found=shorten(text))
    if len(shape) > MOST_DIMENSIONS:
        raise InputError("too_many_dimensions", where="--random", most=MOST_DIMENSIONS)
    if prod(shape) > MOST_RANDOM:
        raise InputError("random_too_large", where="--random", found=shorten(text))
    return shape


def read_seed(text: str) -> int:
    """The seed that `--seed` spells.

    Raises:
        InputError: It is no whole number, or too large for the generator.
    """
    number = read_number(text, "--seed")
    if not 0 <= number <= _LARGEST_SEED or number != number.to_integral_value():
        raise InputError("seed", where="--seed", found=shorten(text), most=_LARGEST_SEED)
    return int(number)
