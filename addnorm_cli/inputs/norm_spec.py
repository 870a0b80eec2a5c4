"""The norm that was asked for: a convention, what the file changes in it, what the options do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from math import prod
from typing import Any

from addnorm_cli.formula.norms import NORMS
from addnorm_cli.inputs.arrays import show_shape
from addnorm_cli.inputs.documents import Json, quoted
from addnorm_cli.inputs.numbers import as_typed, read_number
from addnorm_cli.inputs.overrides import value_taken
from addnorm_cli.inputs.text import plain
from addnorm_cli.model.choices import choose, unknown
from addnorm_cli.model.conventions import CONVENTIONS, DEFAULT_CONVENTION
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.options import Options, options_below
from addnorm_cli.model.printing import shorten
from addnorm_cli.model.problem import EPS_PLACES, NormSpec, Notice
from addnorm_cli.model.records import EMPTY, record, replaced

_OPTIONS = options_below("norm")
_KEYS = tuple(_OPTIONS)
_VALUES = tuple(key for key in _KEYS if key != "convention")
_NAMES = ("convention", "kind", "eps_at")
_MANY = 99
"""More axes than any array has: what is above it need not be written out."""


@record
class StatedNorm:
    """What one place, a file or the command line, states of the norm.

    Attributes:
        convention: A convention to start from, or None.
        values: Those fields of a NormSpec that the place states.
        places: Where each of these, and the convention, was said, for errors.
    """

    convention: str | None = None
    values: Mapping[str, Any] = EMPTY
    places: Mapping[str, str] = EMPTY

    def __bool__(self) -> bool:
        """Whether anything is said at all."""
        return self.convention is not None or bool(self.values)


NOTHING_STATED = StatedNorm()


def stated_by_options(given: Options) -> StatedNorm:
    """What the command line says.

    Raises:
        InputError: A value is none of the choices, or no number.
    """
    return _stated(given.below("norm"), {key: each.flag for key, each in _OPTIONS.items()})


def stated_by_file(norm: Json, source: str) -> StatedNorm:
    """What a problem file says.

    Args:
        norm: The object under "norm".
        source: Its place: "bank.json: norm".

    Raises:
        InputError: A key is unknown, or a value is none of the choices.
    """
    if not isinstance(norm, dict):
        raise InputError("object_expected", where=source, found=quoted(norm))
    places = {key: f"{source}.{key}" for key in norm}
    for key in norm:
        if key not in _KEYS:
            raise unknown("key", key, _KEYS, source)
    said = {
        key: _text_of(key, value, places[key])
        for key, value in norm.items()
        # A trace of RMSNorm says "ddof": null.
        if key in _KEYS and not (key == "ddof" and value is None)
    }
    return _stated(said, places)


def _text_of(key: str, value: Json, place: str) -> str:
    """A value of the file as it would stand on the command line."""
    if key in _NAMES:
        if not isinstance(value, str):
            raise InputError("text_expected", where=place, found=quoted(value))
        return value
    if not isinstance(value, Decimal):
        raise InputError("not_a_json_number", where=place, found=quoted(value))
    return as_typed(value)


def _stated(said: Mapping[str, str], places: Mapping[str, str]) -> StatedNorm:
    read: dict[str, Callable[[str, str], str | int]] = {
        "kind": lambda text, place: choose(text, NORMS, place),
        "eps": _eps,
        "eps_at": lambda text, place: choose(text, EPS_PLACES, place),
        "ddof": _ddof,
    }
    convention = said.get("convention")
    if convention is not None:
        choose(convention, CONVENTIONS, places["convention"])
    values = {
        key: read.get(key, _by_its_type(key))(said[key], places[key])
        for key in _VALUES
        if key in said
    }
    return StatedNorm(
        convention=convention, values=values, places={key: places[key] for key in said}
    )


def _eps(text: str, place: str) -> str:
    number = read_number(text, place)
    if number < 0:
        raise InputError("eps_negative", where=place, found=shorten(text))
    typed = plain(text).strip().lstrip("+")
    return str(number) if "/" in typed or not number else typed


def _ddof(text: str, place: str) -> int:
    number = read_number(text, place)
    if number not in (0, 1):
        raise InputError("ddof_value", where=place, found=shorten(text))
    return int(number)


def _by_its_type(key: str) -> Callable[[str, str], str | int]:
    """How a value is read by its field alone: a whole number from 1 on, or any number as text."""
    own = {name: number for norm in NORMS.values() for name, number in norm.usual.own.items()}
    return _number if isinstance(own.get(key), str) else _count


def _count(text: str, place: str) -> int:
    number = read_number(text, place)
    if number < 1 or number != number.to_integral_value():
        raise InputError("count_value", where=place, found=shorten(text))
    return min(int(number), _MANY)


def _number(text: str, place: str) -> str:
    return str(read_number(text, place))


def merge(file: StatedNorm, line: StatedNorm, file_name: str) -> tuple[NormSpec, list[Notice]]:
    """The norm that file and command line ask for together, and what they disagree about.

    Args:
        file: What the file says.
        line: What the command line says, which wins.
        file_name: The name of the file.

    Raises:
        InputError: A value has no meaning for this kind of norm.
    """
    start = replaced(CONVENTIONS[DEFAULT_CONVENTION], convention=DEFAULT_CONVENTION)
    from_file = applied(start, file)
    spec = applied(from_file, line)
    if not file:
        return spec, []
    unused = [key for key in file.values if key not in (*NORMS[spec.kind].parameters, "kind")]
    # A convention, or another kind, takes the place of all that the file says.
    if line.convention is not None:
        names = ["convention"]
    elif spec.kind != from_file.kind:
        names = ["kind"]
    else:
        names = [key for key in _VALUES if key in line.values]
    notices = [
        value_taken(f"norm.{name}", used, stated, file_name)
        for name in names
        if (used := spelled(spec, name)) != (stated := spelled(from_file, name))
    ]
    notices += [
        Notice(key="norm_key_unused", facts={"name": key, "file": file_name, "norm": spec.kind})
        for key in unused
    ]
    return spec, notices


def applied(spec: NormSpec, stated: StatedNorm) -> NormSpec:
    """A norm with what one place states of it."""
    kind = stated.values.get("kind")
    # No convention says which axes: they belong to the data.
    if stated.convention is not None:
        spec = replaced(
            CONVENTIONS[stated.convention], convention=stated.convention, axes=spec.axes
        )
        if kind not in (None, spec.kind):
            usual = NORMS[kind].usual
            spec = replaced(spec, kind=kind, ddof=usual.ddof, unit_offset=False, own=usual.own)
    elif kind not in (None, spec.kind):
        spec = replaced(NORMS[kind].usual, axes=spec.axes)
    parameters = (*NORMS[spec.kind].parameters, "kind")
    for key in stated.values:
        if key not in parameters:
            raise InputError("norm_without", where=stated.places[key], norm=spec.kind, name=key)
    own = {key: value for key, value in stated.values.items() if key in spec.own}
    others = {key: value for key, value in stated.values.items() if key not in own}
    spec = replaced(spec, **others, own={**spec.own, **own})
    return replaced(spec, convention=spec.convention if _is_convention(spec) else None)


def is_default(spec: NormSpec) -> bool:
    """Whether a norm is what is worked where nobody has asked for one; the axes are the data's."""
    return replaced(spec, convention=None, axes=1) == CONVENTIONS[DEFAULT_CONVENTION]


def _is_convention(spec: NormSpec) -> bool:
    """Whether the values are still those of the convention that the norm is named after."""
    if spec.convention is None:
        return False
    table = CONVENTIONS[spec.convention]
    same = replaced(table, eps=spec.eps, axes=spec.axes, convention=spec.convention) == spec
    return same and table.eps_decimal == spec.eps_decimal


def spelled(spec: NormSpec, name: str) -> str:
    """One value of a norm, for a notice."""
    if name == "convention" and spec.convention is None:
        divisor = "" if spec.ddof is None else f", ddof={spec.ddof}"
        return f"{spec.kind}, eps={spec.eps}, eps_at={spec.eps_at}{divisor}"
    return str(spec.number(name))


def check_norm(spec: NormSpec, shape: tuple[int, ...], places: Mapping[str, str]) -> None:
    """Check that a norm fits an input of this shape.

    Args:
        spec: The norm.
        shape: The shape of the input.
        places: Where its values were given, for errors.

    Raises:
        InputError: It has fewer axes, or too few components for its ddof.
    """
    if spec.axes > len(shape):
        where = places.get("axes")
        shown = show_shape(shape)
        raise InputError("axes_too_many", where=where, axes=spec.axes, shape=shown, most=len(shape))
    count = prod(shape[-spec.axes :])
    over = NORMS[spec.kind].over
    if over == "group" and count % spec.groups:
        where = places.get("groups")
        raise InputError("groups_divide", where=where, groups=spec.groups, d=count)
    if over == "column" and len(shape) > 2:
        raise InputError("batch_dimensions", dimensions=len(shape))
    count = shape[0] if over == "column" else count // spec.groups
    if spec.ddof is not None and spec.ddof >= count and spec.ddof > 0:
        where = places.get("ddof") or places.get("convention")
        raise InputError("ddof_too_large", where=where, ddof=spec.ddof, d=count)
