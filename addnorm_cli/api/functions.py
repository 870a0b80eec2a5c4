"""The Python API: every calculation as a function that takes numbers and gives a trace."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from os import PathLike, fspath
from typing import Any, Unpack

import numpy as np

from addnorm_cli.api.options import (
    Added,
    AddedAndNormed,
    Compared,
    Differentiated,
    Normed,
    Stacked,
    Vectors,
)
from addnorm_cli.api.trace import Trace, check_names, readable_errors, readers_language
from addnorm_cli.inputs.arguments import numbers_in
from addnorm_cli.inputs.documents import Document, Json, JsonObject
from addnorm_cli.inputs.numbers import as_typed
from addnorm_cli.inputs.python_values import argument_content, tree_of
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.inputs.sublayers import LINEAR_KEYS
from addnorm_cli.messages import say
from addnorm_cli.model.options import OPTIONS, Option, Options
from addnorm_cli.numbers.numfmt import full
from addnorm_cli.work import read, work

__all__ = ["Trace", "addnorm", "block", "compare_norm", "gradient", "layernorm", "residual"]


def residual(x: Vectors, sublayer: Vectors | None = None, **options: Unpack[Added]) -> Trace:
    """The residual sum x + Sublayer(x), step by step.

    Args:
        x: Shape (d,), (L, d) or more; or a text as on the command line: "0.8, 0.4", "bank.json".
        sublayer: The sublayer's output in the shape of x; or one for each label.
        **options: `weight`, `bias`, `activation`, `orientation`, `title`, `explain`, `hand`,
            `rounding`, `dtype`; `addnorm_cli.api.options.Added` tells of each.

    Raises:
        ValueError: The numbers do not fit, or an option has no such value.
    """
    return _traced("residual", {"x": x, "sublayer": sublayer}, options, Added)


def layernorm(x: Vectors, **options: Unpack[Normed]) -> Trace:
    """LayerNorm, or the norm that `norm` names, step by step.

    >>> layernorm([1, 2, 3], eps=1e-5)["variance"]
    np.float64(0.6666666666666666)

    Args:
        x: Shape (d,), (L, d) or more; or a text as on the command line.
        **options: `gamma`, `beta`, `convention`, `norm`, `eps`, `eps_at`, `ddof`, `axes` (how many
            of the last axes are normalized together), `groups`, `alpha`, `momentum`,
            `running_mean`, `running_var`, `training`, `title`, `hand`, `rounding`, `dtype`: those
            of the command line; `addnorm_cli.api.options.Normed` tells of each.

    Raises:
        ValueError: The numbers do not fit, or an option has no such value.
    """
    return _traced("layernorm", {"x": x}, options, Normed)


def addnorm(
    x: Vectors, sublayer: Vectors | None = None, **options: Unpack[AddedAndNormed]
) -> Trace:
    """LayerNorm(x + Sublayer(x)), step by step.

    Args:
        x: Shape (d,), (L, d) or more; or a text as on the command line.
        sublayer: The sublayer's output in the shape of x; or one for each label.
        **options: Those of `layernorm`, and `weight`, `bias`, `activation`, `orientation`.

    Raises:
        ValueError: The numbers do not fit, or an option has no such value.
    """
    return _traced("addnorm", {"x": x, "sublayer": sublayer}, options, AddedAndNormed)


def gradient(
    x: Vectors, sublayer: Vectors | None = None, **options: Unpack[Differentiated]
) -> Trace:
    """Back through the norm and the residual: the gradient of x, the sublayer, γ and β.

    Args:
        x: Shape (d,) or (L, d); or a text as on the command line.
        sublayer: The sublayer's output in the shape of x, or None for a bare norm.
        **options: `upstream`, which is needed, and those of `addnorm`.

    Raises:
        ValueError: The numbers do not fit, or an option has no such value.
    """
    return _traced("gradient", {"x": x, "sublayer": sublayer}, options, Differentiated)


def block(
    problem: Mapping[str, Any] | str | PathLike[str] | None = None, **options: Unpack[Stacked]
) -> Trace:
    """A whole Transformer block, or a stack of them.

    Args:
        problem: What a problem file says ("x", "layers", "placement", …), its numbers as lists or
            arrays; or the path of such a file. None where `text` is read by a model.
        **options: `placement`, `residual`, `repeat`, `alpha`, `orientation`, `convention`, `norm`,
            `eps`, `eps_at`, `ddof`, `title`, `hand`, `rounding`, `dtype`, which win over the
            problem; `weights` and those that describe a model, in place of layers;
            `addnorm_cli.api.options.Stacked` tells of each.

    Raises:
        ValueError: The problem does not hold together, or an option has no such value.
    """
    if problem is None and options.get("text") is not None:
        problem = {}
    if not isinstance(problem, Mapping | str | PathLike):
        raise TypeError(say(readers_language(), "api.no_problem", found=type(problem).__name__))
    values = problem if isinstance(problem, Mapping) else {"x": problem}
    return _traced("block", values, options, Stacked)


def compare_norm(x: Vectors, sublayer: Vectors | None = None, **options: Unpack[Compared]) -> Trace:
    """The same numbers under several norms, placements or conventions.

    Args:
        x: Shape (N, d) or (d,); or a text as on the command line.
        sublayer: The sublayer's output, for placements.
        **options: `by`, `norms`, `layers`, and those of `addnorm`.

    Raises:
        ValueError: The numbers do not fit, or an option has no such value.
    """
    return _traced("compare_norm", {"x": x, "sublayer": sublayer}, options, Compared)


_ARRAYS = ("gamma", "beta", "upstream")
_TYPED = ("x", "sublayer", "weight", "bias", *_ARRAYS)
"""What may be a text; the other texts of a problem are names."""
_NAMES = ("activation", "orientation")
"""What is a name in a sublayer that is worked out."""


def _traced(
    function: str, values: Mapping[str, Any], options: Mapping[str, Any], known: type
) -> Trace:
    given, command = _given(function, options, known), function.replace("_", "-")
    expect = given.pop("expect", None)
    if isinstance(expect, str | PathLike):
        given["expect"] = (fspath(expect),)
    elif expect is not None:
        values = {**values, "expect": expect}
    stated = () if command == "block" else (*LINEAR_KEYS, *_ARRAYS)
    with readable_errors():
        document = _document(function, values, {n: given.pop(n) for n in stated if n in given})
        asked = read(
            command, document, _options(command, given), Reader(language=readers_language())
        )
        return Trace(**vars(work(asked)))


def _given(function: str, options: Mapping[str, Any], known: type) -> dict[str, Any]:
    """The options that were given; None stands for what is usual."""
    check_names(function, options, known)
    return {name: value for name, value in options.items() if value is not None}


def _document(name: str, values: Mapping[str, Any], options: Mapping[str, Any]) -> Document:
    """A problem as a file would state it, its arrays as they are."""
    tree: JsonObject = {}
    for key, value in values.items():
        if key == "x" and isinstance(value, str | PathLike):
            content = argument_content(fspath(value), "x")
            if isinstance(content, Document) and not content.is_trace:
                name = content.name
                tree |= content.tree
            else:
                tree["x"] = numbers_in(content)
        elif value is not None:
            tree[key] = _content(value, key)
    linear = {key: _content(options[key], key) for key in LINEAR_KEYS if key in options}
    stated = tree.get("sublayer")
    if linear.keys() == {"bias"} and stated is not None and not _is_linear(stated):
        tree |= linear
    elif linear:
        tree["sublayer"] = {**stated, **linear} if isinstance(stated, dict) else linear
    arrays = {key: _content(options[key], key) for key in _ARRAYS if key in options}
    return Document(name, {**tree, **arrays})


def _is_linear(sublayer: Json) -> bool:
    return isinstance(sublayer, dict) and "weight" in sublayer


def _content(value: Any, source: str) -> Json:
    """What any other argument says; a text says what it says on the command line."""
    if source in _TYPED:
        if isinstance(value, str | PathLike):
            return numbers_in(argument_content(fspath(value), source))
        if isinstance(value, Mapping):
            value = {key: _read(each, f"{source}.{key}") for key, each in value.items()}
    return tree_of(_without_traces(value), source)


def _read(value: Any, source: str) -> Any:
    """A labelled value, its texts read."""
    if isinstance(value, str | PathLike) and source.rpartition(".")[2] not in _NAMES:
        return numbers_in(argument_content(fspath(value), source))
    return value


def _without_traces(value: Any) -> Any:
    """A value with the result of each trace in its place."""
    if isinstance(value, Trace):
        return _without_traces(value.result)
    if isinstance(value, Mapping):
        return {key: _without_traces(each) for key, each in value.items()}
    if isinstance(value, list | tuple) and any(isinstance(each, Trace) for each in value):
        return [_without_traces(each) for each in value]
    return value


def _options(command: str, given: Mapping[str, Any]) -> Options:
    """The options that the command line has too, as they would be typed there."""
    own = [option for option in OPTIONS.values() if option.is_used_by(command)]
    typed = {each.name: _typed(each, given[each.python]) for each in own if each.python in given}
    return Options(**typed)


def _typed(option: Option, value: Any) -> Any:
    if option.absent is False:
        return bool(value) != option.name.startswith("no_")
    if option.name == "dtype":
        return _name_of(value)
    if option.name in ("running_mean", "running_var") and not isinstance(value, str | PathLike):
        return ",".join(full(float(number)) for number in np.ravel(_without_traces(value)))
    if option.absent == ():
        return value
    if isinstance(value, list | tuple):
        return ",".join(map(str, value)) if option.name != "axes" else str(list(value))
    is_float = isinstance(value, float | np.floating)
    return as_typed(Decimal(repr(float(value)))) if is_float else str(value)


def _name_of(dtype: Any) -> str:
    """The name of a type of NumPy or of torch."""
    if isinstance(dtype, str):
        return dtype
    try:
        return str(np.dtype(dtype).name)
    except TypeError:
        return str(dtype).removeprefix("torch.")
