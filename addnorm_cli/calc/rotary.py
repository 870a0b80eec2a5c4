"""Rotary positions: the turn of queries and keys."""

from __future__ import annotations

import numpy as np

from addnorm_cli.formula.rotary import angles
from addnorm_cli.model.block_problem import Rotary
from addnorm_cli.numbers.arithmetic import Arithmetic, Array


def rotate(heads: Array, rotary: Rotary, arithmetic: Arithmetic, *, back: bool = False) -> Array:
    """The rows of every head, each pair of their components turned by the angle of its position.

    The angle of pair c at position t is t · base^(-2c/width) (Su et al. 2021, arXiv 2104.09864);
    partners are the halves of what turns, as in Llama, or neighbours, as in the paper.

    Args:
        heads: (heads, L, d_head).
        rotary: The base, the partners, the width that turns, and how angles are scaled.
        arithmetic: How numbers are carried.
        back: Turn by the opposite angle.
    """
    width = heads.shape[-1] if rotary.width is None else rotary.width
    frequencies, size = angles(rotary, width)
    turns = np.arange(heads.shape[1])[:, None] * frequencies  # (L, width / 2)
    cos, sin = (arithmetic.constants(f(turns) * size) for f in (np.cos, np.sin))
    if back:
        sin = -sin
    turned, rest = heads[..., :width], heads[..., width:]
    if rotary.pairs == "halves":
        first, second = turned[..., : width // 2], turned[..., width // 2 :]
    else:
        first, second = turned[..., ::2], turned[..., 1::2]
    pair = [first * cos - second * sin, second * cos + first * sin]
    if rotary.pairs == "halves":
        return np.concatenate([*pair, rest], axis=-1)
    turned = np.stack(pair, axis=-1).reshape(turned.shape)
    return np.concatenate([turned, rest], axis=-1)
