"""Arrays of a machine: what float32 and float16 give is right, and what a slip gives is not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from addnorm_cli import addnorm as add_and_norm
from addnorm_cli import block, layernorm

SHAPES = [(2, 3), (3, 8), (4, 100), (16, 768)]
SCALES = [(1.0, 0.0), (1e-3, 0.0), (1e3, 0.0), (1.0, 100.0), (1e-2, 10.0)]
"""The size of the numbers, and what they are around."""


def drawn(shape: tuple[int, int], scale: float, offset: float, dtype: str) -> Any:
    numbers = np.random.default_rng(7).standard_normal(shape) * scale + offset
    return numbers.astype(dtype)


def in_turn(numbers: Any) -> Any:
    """A sum from the first to the last, in the type of the numbers: the roughest there is."""
    total = np.zeros(numbers.shape[:-1], numbers.dtype)
    for column in range(numbers.shape[-1]):
        total = total + numbers[..., column]
    return total[..., None]


def worked(x: Any, eps: float = 1e-5, less: int = 0, *, roughly: bool = False) -> Any:
    """LayerNorm as a program works it, in the type of x."""
    n, one = x.dtype.type(x.shape[-1]), x.dtype.type(eps)
    add = in_turn if roughly else lambda v: v.sum(-1, keepdims=True)
    centred = x - add(x) / n
    return centred / np.sqrt(add(centred * centred) / (n - less) + one)


@pytest.mark.parametrize(("scale", "offset"), SCALES)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("roughly", [False, True])
def test_what_a_machine_gives_is_right(
    shape: tuple[int, int], scale: float, offset: float, dtype: str, roughly: bool
) -> None:
    x = drawn(shape, scale, offset, dtype)
    check = layernorm(x, convention="pytorch", expect=worked(x, roughly=roughly)).check
    assert check is not None
    assert check.ok
    assert (check.claims[0].basis, check.claims[0].dtype) == ("dtype", dtype)


@pytest.mark.parametrize("scale", [1.0, 1e3])
@pytest.mark.parametrize("shape", SHAPES)
def test_what_a_slip_gives_is_wrong(shape: tuple[int, int], scale: float) -> None:
    x = drawn(shape, scale, 0.0, "float32")
    check = layernorm(x, convention="pytorch", expect=worked(x, less=1)).check
    assert check is not None
    assert not check.ok
    assert check.slips[0].id == "ddof"


def test_another_eps_shows_in_768_numbers_of_float32() -> None:
    x = drawn((16, 768), 1.0, 0.0, "float32")
    check = layernorm(x, convention="pytorch", expect=worked(x, eps=1e-6)).check
    assert check is not None
    assert not check.ok


def test_a_small_input_type_makes_the_bound() -> None:
    x = drawn((4, 16), 1.0, 0.0, "float16")
    y = worked(x.astype("float32")).astype("float16")
    check = layernorm(x, convention="pytorch", expect=y).check
    assert check is not None
    assert check.ok
    assert check.claims[0].dtype == "float16"
    assert not layernorm(x, convention="pytorch", expect=(y * 1.1).astype("float16")).check.ok  # type: ignore[union-attr]


def test_the_numbers_of_a_program_in_json_are_held_against_its_type() -> None:
    x = drawn((1, 6), 1.0, 0.0, "float32")
    y = worked(x)
    check = layernorm(x.tolist(), convention="pytorch", expect=y.tolist()).check
    assert check is not None
    assert (check.ok, check.claims[0].dtype) == (True, "float32")


def test_sums_and_blocks_have_bounds_too() -> None:
    x, f = drawn((3, 8), 1.0, 0.0, "float32"), drawn((3, 8), 0.5, 1.0, "float32")
    right = add_and_norm(x, f, convention="pytorch", expect=worked(x + f)).check
    assert right is not None
    assert right.ok
    rng = np.random.default_rng(3)
    w1, w2 = (rng.standard_normal(s).astype("float32") for s in ((8, 32), (32, 8)))
    y = worked(x + np.maximum(x @ w1, 0) @ w2)
    layer = {"ffn": {"W_1": w1, "activation": "relu", "W_2": w2}}
    problem = {"x": x, "layers": [layer]}
    found = block(problem, convention="pytorch", expect=y).check
    assert found is not None
    assert found.ok
    assert not block(problem, convention="pytorch", expect=y * np.float32(1.001)).check.ok  # type: ignore[union-attr]
