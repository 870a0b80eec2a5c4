"""The keys of an object in a block problem: numbers, flags and tensors by their names."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from addnorm_cli.inputs.documents import Json, JsonObject, quoted, to_tensor
from addnorm_cli.model.choices import unknown
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.problem import Affine, Tensor

AFFINE_KEYS = ("gamma", "beta")


def read_output(spec: JsonObject, source: str) -> Tensor:
    """The output of a sublayer, in place of everything else.

    Raises:
        InputError: There is something else.
    """
    others = [key for key in spec if key != "output"]
    if others:
        raise InputError("output_and_weights", where=source, keys=tuple(others))
    return to_tensor(spec["output"], f"{source}.output")


def read_tensors(
    spec: JsonObject, names: Sequence[str], needed: Sequence[str], source: str
) -> dict[str, Tensor]:
    """The tensors of these names that are there.

    Raises:
        InputError: One that is needed is not.
    """
    for name in needed:
        if name not in spec:
            raise InputError("missing_key", where=source, found=name)
    return {name: to_tensor(spec[name], f"{source}.{name}") for name in names if name in spec}


def read_affine(tree: Json, source: str) -> Affine:
    """γ and β of one norm."""
    spec = read_object(tree, source, AFFINE_KEYS)
    tensors = read_tensors(spec, AFFINE_KEYS, (), source)
    return Affine(gamma=tensors.get("gamma"), beta=tensors.get("beta"))


def read_object(tree: Json, source: str, keys: Sequence[str]) -> JsonObject:
    """An object that has none but these keys."""
    if not isinstance(tree, dict):
        raise InputError("object_expected", where=source, found=quoted(tree))
    for key in tree:
        if key not in keys:
            raise unknown("key", key, keys, source)
    return tree


def read_count(spec: JsonObject, key: str, source: str, default: int) -> int:
    """A whole number from 1 on."""
    value = spec.get(key)
    if value is None:
        return default
    if not isinstance(value, Decimal) or value < 1 or value != value.to_integral_value():
        raise InputError("count_expected", where=_inside(source, key), found=quoted(value))
    return int(min(value, Decimal(10**6)))


def read_flag(spec: JsonObject, key: str, source: str, *, default: bool) -> bool:
    """True or false."""
    value = spec.get(key, default)
    if not isinstance(value, bool):
        raise InputError("flag_expected", where=_inside(source, key), found=quoted(value))
    return value


def _inside(source: str, key: str) -> str:
    """The place of a key: after a dot, or right after the name of the file."""
    return f"{source}{key}" if source.endswith(": ") else f"{source}.{key}"


def read_positive(spec: JsonObject, key: str, source: str) -> Decimal | None:
    """A number above 0, if there is one."""
    value = spec.get(key)
    if value is None:
        return None
    if not isinstance(value, Decimal) or value <= 0:
        raise InputError("not_a_json_number", where=_inside(source, key), found=quoted(value))
    return value
