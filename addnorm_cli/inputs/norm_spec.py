"""What a file, or the command line, states of a norm: a convention, and single values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from addnorm_cli.formula.norms import NORMS
from addnorm_cli.inputs.arguments import read_tensor
from addnorm_cli.inputs.documents import Json, quoted, text_in, to_tensor
from addnorm_cli.inputs.numbers import as_typed, is_number, read_number
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.inputs.text import plain
from addnorm_cli.model.choices import choose, unknown
from addnorm_cli.model.conventions import CONVENTIONS
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.options import Options, options_below
from addnorm_cli.model.printing import shorten
from addnorm_cli.model.problem import EPS_PLACES, Tensor
from addnorm_cli.model.records import EMPTY, record

_OPTIONS = options_below("norm")
NORM_KEYS = tuple(_OPTIONS)
VALUES = tuple(key for key in NORM_KEYS if key != "convention")
_NAMES = ("convention", "kind", "eps_at")
ARRAYS = ("running_mean", "running_var")
_NULLABLE = ("ddof", "momentum", *ARRAYS)
_YES_NO = ("true", "false")
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


def stated_by_options(given: Options, reader: Reader | None = None) -> StatedNorm:
    """What the command line says.

    Args:
        given: The options.
        reader: Opens the files that they name.

    Raises:
        InputError: A value is none of the choices, or no number.
    """
    places = {key: each.flag for key, each in _OPTIONS.items()}
    texts = given.below("norm")
    said: dict[str, str | Tensor] = {
        key: read_tensor(text, places[key], reader or Reader()) if key in ARRAYS else text
        for key, text in texts.items()
    }
    return _stated(said, places)


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
        if key not in NORM_KEYS:
            raise unknown("key", key, NORM_KEYS, source)
    said = {
        key: _text_of(key, value, places[key])
        for key, value in norm.items()
        # A trace of RMSNorm says "ddof": null.
        if key in NORM_KEYS and not (key in _NULLABLE and value is None)
    }
    return _stated(said, places)


def _text_of(key: str, value: Json, place: str) -> str | Tensor:
    """A value of the file as it would stand on the command line; numbers as they are."""
    if key in ARRAYS:
        return to_tensor(value, place)
    if key == "training":
        if not isinstance(value, bool):
            raise InputError("true_or_false", where=place, found=quoted(value))
        return _YES_NO[not value]
    if key in _NAMES:
        return text_in(value, place)
    if key == "axes" and isinstance(value, list):
        if not value or not all(isinstance(each, Decimal) for each in value):
            raise InputError("axes_value", where=place, found=quoted(value))
        return f"[{','.join(map(str, value))}]"
    if not isinstance(value, Decimal):
        raise InputError("not_a_json_number", where=place, found=quoted(value))
    return as_typed(value)


def _stated(said: Mapping[str, str | Tensor], places: Mapping[str, str]) -> StatedNorm:
    read: dict[str, Callable[[str, str], str | int | tuple[int, ...]]] = {
        "axes": _axes,
        "momentum": _momentum,
        "training": lambda text, place: choose(text, _YES_NO, place) == _YES_NO[0],
        "kind": lambda text, place: choose(text, NORMS, place),
        "eps": _eps,
        "eps_at": lambda text, place: choose(text, EPS_PLACES, place),
        "ddof": _ddof,
    }
    texts = {key: value for key, value in said.items() if isinstance(value, str)}
    convention = texts.get("convention")
    if convention is not None:
        choose(convention, CONVENTIONS, places["convention"])
    values = {
        key: read.get(key, _by_its_type(key))(texts[key], places[key])
        if key in texts
        else said[key]
        for key in VALUES
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


def _momentum(text: str, place: str) -> str:
    number = read_number(text, place)
    if not 0 <= number <= 1:
        raise InputError("momentum", where=place, found=shorten(text))
    return _number(text, place)


def _axes(text: str, place: str) -> int | tuple[int, ...]:
    """A positive number counts the last axes; a negative one, or a list, are indices."""
    words = plain(text).replace(",", " ").split()
    alone = len(words) == 1 and not text.strip().startswith(("[", "("))
    words = [word for word in (each.strip("[()]") for each in words) if word]
    if not words or (len(words) > 1 and not all(map(is_number, words))):
        raise InputError("axes_value", where=place, found=shorten(text))
    numbers = [read_number(word, place) for word in words]
    if alone and numbers[0] >= 0:
        return _count(words[0], place)
    if any(number != number.to_integral_value() for number in numbers):
        raise InputError("axes_value", where=place, found=shorten(text))
    return tuple(max(-_MANY, min(int(number), _MANY)) for number in numbers)


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
