"""The sublayer: outputs that are given, or a layer F(x) = activation(x W + b) to be worked out."""

from __future__ import annotations

from typing import TypeAlias

from addnorm_cli.formula.functions import ACTIVATIONS
from addnorm_cli.inputs.arguments import read_tensor
from addnorm_cli.inputs.documents import Json, JsonObject, text_in, to_tensor
from addnorm_cli.inputs.limits import check_cases
from addnorm_cli.inputs.overrides import array_taken, value_taken
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.model.choices import choose, unknown
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.options import Options, flag, options_below
from addnorm_cli.model.printing import printable
from addnorm_cli.model.problem import ORIENTATIONS, Linear, Notice, Tensor
from addnorm_cli.model.records import replaced

LINEAR_KEYS = tuple(options_below("sublayer"))
"""What a document says of a sublayer that is worked out."""
LabelledVectors: TypeAlias = dict[str | None, Tensor]
"""Vectors by label, in the order given; a single one may be under None."""


def read_vectors_of(tree: Json, source: str) -> LabelledVectors:
    """The array, or the labelled arrays, of one key of a document.

    Raises:
        InputError: It is no array of numbers, or two labels look the same.
    """
    if not isinstance(tree, dict):
        return {None: to_tensor(tree, source)}
    if not tree:
        raise InputError("empty", where=source)
    check_cases(len(tree), source)
    vectors: LabelledVectors = {}
    for key, value in tree.items():
        label = printable(key)
        if not label:
            raise InputError("empty_label", where=source)
        if label in vectors:
            raise InputError("label_twice", where=source, label=label)
        vectors[label] = to_tensor(value, f"{source}.{label}")
    return vectors


def read_sublayer_of(tree: Json, source: str) -> LabelledVectors | Linear:
    """The sublayer of a document: outputs, or the weights of a layer.

    Raises:
        InputError: It is neither.
    """
    if isinstance(tree, dict) and any(key in tree for key in LINEAR_KEYS):
        return _linear_of(tree, source)
    return read_vectors_of(tree, source)


def _linear_of(tree: JsonObject, source: str) -> Linear:
    for key in tree:
        if key not in LINEAR_KEYS:
            raise unknown("key", key, LINEAR_KEYS, source)
    if "weight" not in tree:
        raise InputError("missing_key", where=source, found="weight")
    bias = tree.get("bias")
    linear = Linear(
        weight=to_tensor(tree["weight"], f"{source}.weight"),
        bias=None if bias is None else to_tensor(bias, f"{source}.bias"),
    )
    names = {key: tree[key] for key in ("activation", "orientation") if key in tree}
    for key, value in names.items():
        place = f"{source}.{key}"
        linear = _with_name(linear, key, text_in(value, place), place)
    return linear


def _with_name(linear: Linear, key: str, name: str, place: str) -> Linear:
    """The layer with another activation or orientation."""
    if key == "activation":
        return replaced(linear, activation=choose(name, ("identity", *ACTIVATIONS), place))
    return replaced(linear, orientation=choose(name, ORIENTATIONS, place))


def override_sublayer(
    stated: LabelledVectors | Linear | None, given: Options, reader: Reader
) -> LabelledVectors | Linear | None:
    """The sublayer, after what the options --weight, --bias, … say about it.

    Args:
        stated: The sublayer of the problem file or of the arguments.
        given: The options.
        reader: Opens the files, and standard input for "-".

    Raises:
        InputError: An option cannot be read, or there is no weight that it could belong to.
    """
    said = given.below("sublayer")
    if not said:
        return stated
    if given.weight is not None:
        linear = Linear(weight=read_tensor(given.weight, "--weight", reader), bias=None)
    elif isinstance(stated, Linear):
        linear = stated
    elif stated is not None and set(said) == {"bias"}:
        return stated  # a summand of its own
    else:
        raise InputError("needs_weight", where=flag(next(iter(said))))
    if given.bias is not None:
        linear = replaced(linear, bias=read_tensor(given.bias, "--bias", reader))
    if given.activation is not None:
        linear = _with_name(linear, "activation", given.activation, "--activation")
    if given.orientation is not None:
        linear = _with_name(linear, "orientation", given.orientation, "--orientation")
    return linear


def sublayer_notices(
    stated: LabelledVectors | Linear, used: LabelledVectors | Linear, file: str
) -> list[Notice]:
    """Where the sublayer that is used is not the one that the file states.

    Args:
        stated: The sublayer of the file.
        used: The sublayer after arguments and options.
        file: The name of the file.
    """
    if used is stated:
        return []
    another = array_taken("sublayer", file)
    if not isinstance(stated, Linear) or not isinstance(used, Linear):
        return [another]
    if used.weight is not stated.weight:
        return [another]
    notices = []
    if stated.bias is not None and used.bias is not stated.bias:
        notices.append(array_taken("sublayer.bias", file))
    for name in ("activation", "orientation"):
        now, before = getattr(used, name), getattr(stated, name)
        if now != before:
            notices.append(value_taken(f"sublayer.{name}", now, before, file))
    return notices
