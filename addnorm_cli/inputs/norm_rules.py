"""From what file and command line state of a norm to its rule, checked against its input."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from addnorm_cli.formula.axes import MOST_WITH_CHANNELS, arrangement
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.inputs.arrays import show_shape
from addnorm_cli.inputs.norm_spec import ARRAYS, VALUES, StatedNorm
from addnorm_cli.inputs.overrides import value_taken
from addnorm_cli.model.conventions import CONVENTIONS, DEFAULT_CONVENTION
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.printing import shorten
from addnorm_cli.model.problem import NormSpec, Notice, Tensor
from addnorm_cli.model.records import replaced


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
        names = [key for key in VALUES if key in line.values]
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


def merge_each(
    file: StatedNorm, line: StatedNorm, file_name: str, kinds: Sequence[str]
) -> tuple[dict[str, NormSpec], list[Notice]]:
    """The rule of each norm that is compared: what is said goes to every norm with a use for it.

    Where a kind or a convention is named, it goes to that norm alone.

    Args:
        file: What the file says.
        line: What the command line says, which wins.
        file_name: The name of the file.
        kinds: The norms.

    Raises:
        InputError: A value has no meaning for any of them.
    """
    for stated in (file, line):
        for key in stated.values:
            if not any(key in NORMS[kind].parameters for kind in kinds):
                where, norms = stated.places[key], tuple(kinds)
                raise InputError("norm_without", where=where, norm=norms, name=key)
    rules = {}
    for kind in kinds:
        spec = NORMS[kind].usual
        for stated in (file, line):
            known = NORMS[kind].parameters
            values = {key: value for key, value in stated.values.items() if key in known}
            spec = applied(spec, replaced(stated, values=values))
        rules[kind] = spec
    both = (key for key in line.values if key in file.values)
    pairs = ((key, _shown(line.values[key]), _shown(file.values[key])) for key in both)
    return rules, [value_taken(f"norm.{k}", a, b, file_name) for k, a, b in pairs if a != b]


def names_one(stated: StatedNorm) -> bool:
    """Whether a place names a norm or a convention."""
    return stated.convention is not None or "kind" in stated.values


def beside(spec: NormSpec, kind: str) -> NormSpec:
    """The rule of a norm that is compared with one that was asked for."""
    return spec if spec.kind == kind else NORMS[kind].usual


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
        axes = spec.axes if "axes" in NORMS[kind].parameters else 1
        spec = replaced(NORMS[kind].usual, axes=axes)
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
    return _shown(spec.number(name))


def _shown(value: object) -> str:
    """A value of a norm in a notice; of many numbers the beginning."""
    return shorten(str(value.values.tolist())) if isinstance(value, Tensor) else str(value)


def check_norm(spec: NormSpec, shape: tuple[int, ...], places: Mapping[str, str]) -> None:
    """Check that a norm fits an input of this shape.

    Args:
        spec: The norm.
        shape: The shape of the input.
        places: Where its values were given, for errors.

    Raises:
        InputError: It has fewer axes, or too few components for its ddof.
    """
    _check_axes(spec, shape, places)
    rows, over = arrangement(spec, shape), NORMS[spec.kind].over
    count = prod(rows.lead) if over == "column" else rows.width // spec.groups
    if over == "group" and rows.affine[0] % spec.groups:
        where = places.get("groups")
        raise InputError("groups_divide", where=where, groups=spec.groups, d=rows.affine[0])
    if over == "column":
        _check_batch(spec, count, places)
    if spec.ddof is not None and spec.ddof >= count and spec.ddof > 0:
        where = places.get("ddof") or places.get("convention")
        raise InputError("ddof_too_large", where=where, ddof=spec.ddof, d=count)


def _check_axes(spec: NormSpec, shape: tuple[int, ...], places: Mapping[str, str]) -> None:
    """Check that an input has the axes that a norm runs over."""
    where, shown, most = places.get("axes"), show_shape(shape), len(shape)
    if NORMS[spec.kind].over in ("column", "group"):
        if most > MOST_WITH_CHANNELS:
            raise InputError(
                "channel_dimensions", norm=spec.kind, most=MOST_WITH_CHANNELS, dimensions=most
            )
    elif isinstance(spec.axes, int):
        if spec.axes > most:
            raise InputError("axes_too_many", where=where, axes=spec.axes, shape=shown, most=most)
    else:
        for axis in spec.axes:
            if not -most <= axis < most:
                raise InputError("no_axis", where=where, axis=axis, shape=shown, last=most - 1)
        indices = [axis % most for axis in spec.axes]
        for axis in indices:
            if indices.count(axis) > 1:
                raise InputError("axis_twice", where=where, axis=axis)


def _check_batch(spec: NormSpec, count: int, places: Mapping[str, str]) -> None:
    """Check what BatchNorm remembers, and that so many samples can teach it a variance."""
    if spec.running_var is not None and (spec.running_var.floats < 0).any():
        raise InputError("negative_variance", where=spec.running_var.source)
    if spec.training and spec.remembers and count == 1:
        where = next((places[k] for k in (*ARRAYS, "momentum") if k in places), None)
        raise InputError("batch_remembered", where=where)
