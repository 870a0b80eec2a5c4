"""Rotary positions: the angle of each pair of components."""

from __future__ import annotations

import math

import numpy as np

from addnorm_cli.model.block_problem import Rotary
from addnorm_cli.numbers.arithmetic import Array


def angles(rotary: Rotary, width: int) -> tuple[Array, float]:
    """What each pair turns by from a position to the next, and the factor of cos and sin.

    Scaled angles follow `modeling_rope_utils` of Hugging Face's transformers.
    """
    plain: Array = rotary.base ** (-np.arange(0, width, 2) / width)
    numbers = {name: float(n) for name, n in rotary.scaling.items() if name != "rope_type"}
    match rotary.scaling.get("rope_type"):
        case "linear":
            return plain / numbers["factor"], 1.0
        case "llama3":
            return _llama3(plain, numbers), 1.0
        case "yarn":
            return _yarn(plain, numbers, rotary.base, width)
        case _:
            return plain, 1.0


def _llama3(plain: Array, given: dict[str, float]) -> Array:
    """Slow pairs are slowed further, fast ones are left, and those between change smoothly."""
    length, factor = given["original_max_position_embeddings"], given["factor"]
    low, high = given["low_freq_factor"], given["high_freq_factor"]
    turns = length * plain / (2 * math.pi)  # in the length that the model was trained on
    share = np.clip((turns - low) / (high - low), 0, 1)
    scaled: Array = (1 - share) * plain / factor + share * plain
    return scaled


def _yarn(plain: Array, given: dict[str, float], base: float, width: int) -> tuple[Array, float]:
    """YaRN (Peng et al. 2023, arXiv 2309.00071)."""
    length, factor = given["original_max_position_embeddings"], given["factor"]

    def pair_that_turns(times: float) -> float:
        return width * math.log(length / (times * 2 * math.pi)) / (2 * math.log(base))

    low = max(math.floor(pair_that_turns(given.get("beta_fast", 32))), 0)
    high = min(math.ceil(pair_that_turns(given.get("beta_slow", 1))), width - 1)
    ramp = np.clip((np.arange(len(plain)) - low) / (high - low or 0.001), 0, 1)
    usual = 0.1 * math.log(factor) + 1 if factor > 1 else 1.0
    scaled: Array = plain / factor * ramp + plain * (1 - ramp)
    return scaled, given.get("attention_factor", usual)
