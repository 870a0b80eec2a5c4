"""How numbers are to be carried: what `--hand`, `--rounding` and `--dtype` say."""

from __future__ import annotations

from addnorm_cli.model import choices
from addnorm_cli.model.carrying import MACHINE_TYPES, ROUNDINGS
from addnorm_cli.model.errors import InputError
from addnorm_cli.numbers.arithmetic import MAX_HAND_PLACES, Arithmetic, ByHand, Machine
from addnorm_cli.numbers.exact import Exact


def read_arithmetic(hand: str | None, rounding: str | None, dtype: str | None) -> Arithmetic:
    """The arithmetic that the options `--hand N[,M]`, `--rounding` and `--dtype` ask for.

    Raises:
        InputError: They name none, or two at once.
    """
    if hand is not None and dtype is not None:
        raise InputError("hand_with_dtype", where="--hand, --dtype")
    mode = choices.choose(rounding or "half-up", ROUNDINGS, "--rounding")
    if hand is not None:
        return ByHand(*_hand_places(hand), mode)
    if rounding is not None:
        raise InputError("rounding_without_hand", where="--rounding")
    if dtype is None:
        return Exact()
    return Machine(choices.choose(dtype, MACHINE_TYPES, "--dtype"))


def _hand_places(text: str) -> tuple[int, int]:
    parts = text.replace("，", ",").split(",")
    numbers = [int(p) for p in parts if p.strip().isascii() and p.strip().isdigit() and len(p) < 9]
    if len(numbers) != len(parts) or len(parts) > 2 or max(numbers) > MAX_HAND_PLACES:
        raise InputError("hand_places", where="--hand", value=text, most=MAX_HAND_PLACES)
    return numbers[0], numbers[1] if len(numbers) == 2 else min(numbers[0] + 1, MAX_HAND_PLACES)
