"""What is added up: x, the sublayer and a bias of their own, of shapes that go together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from addnorm_cli.inputs.arguments import read_tensor
from addnorm_cli.inputs.arrays import show_shape
from addnorm_cli.inputs.overrides import array_taken
from addnorm_cli.inputs.problem_file import ProblemCommand
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.options import Options
from addnorm_cli.model.problem import Case, Linear, Notice, Tensor
from addnorm_cli.model.records import replaced


def repeated_over_rows(cases: Sequence[Case]) -> tuple[tuple[Case, ...], list[Notice]]:
    """The cases, with a vector of shape (d,) repeated for each row of what it is added to.

    Returns:
        The cases, of which each has one shape, and what is told of what was repeated.

    Raises:
        InputError: A sublayer has another shape, or gives another width than x has.
    """
    repeated: dict[str, Notice] = {}
    fitted = []
    for case in cases:
        x, sublayer = case.x, case.sublayer
        if isinstance(sublayer, Tensor) and x.shape[-1] == sublayer.shape[-1]:
            if len(x.shape) == 1 < len(sublayer.shape):
                x = _repeated("x", x, sublayer.shape, repeated)
            elif len(sublayer.shape) == 1 < len(x.shape):
                sublayer = _repeated("Sublayer(x)", sublayer, x.shape, repeated)
        check_sublayer(x, sublayer)
        fitted.append(replaced(case, x=x, sublayer=sublayer))
    return tuple(fitted), list(repeated.values())


def _repeated(name: str, vector: Tensor, shape: tuple[int, ...], told: dict[str, Notice]) -> Tensor:
    rows = int(np.prod(shape[:-1]))
    if rows > 1:
        told[name] = Notice(key="repeated", facts={"name": name, "rows": rows})
    typed = None if vector.typed is None else np.broadcast_to(vector.typed, shape)
    return replaced(vector, values=np.broadcast_to(vector.values, shape), typed=typed)


def with_bias(
    command: ProblemCommand,
    cases: Sequence[Case],
    stated: Tensor | None,
    given: Options,
    reader: Reader,
) -> tuple[tuple[Case, ...], list[Notice]]:
    """The cases with the bias that is added beside the sublayers' outputs.

    Args:
        command: The command.
        cases: The cases; where a sublayer is worked out, --bias is a part of it.
        stated: The bias that the problem states for itself.
        given: The options, of which --bias wins over the problem.
        reader: Opens the files, and standard input for "-".

    Raises:
        InputError: The bias has another width than x, or stands beside a layer that is worked out
            or a gradient.
    """
    if isinstance(cases[0].sublayer, Linear):
        if stated is not None:
            raise InputError("bias_beside_weight", where=stated.source)
        return tuple(cases), []
    notices = []
    bias = stated
    if given.bias is not None:
        bias = read_tensor(given.bias, "--bias", reader)
        if stated is not None:
            notices = [array_taken("bias", stated.source.partition(":")[0])]
    if bias is None:
        return tuple(cases), []
    if command == "gradient":
        raise InputError("needs_weight", where=bias.source)
    _check_bias(bias, cases[0].x.shape[-1])
    return tuple(replaced(case, bias=bias) for case in cases), notices


def check_sublayer(x: Tensor, sublayer: Tensor | Linear | None) -> None:
    """Check that a sublayer can be added to x.

    Raises:
        InputError: It has another shape, or gives another width than x has.
    """
    if isinstance(sublayer, Linear):
        _check_linear(x, sublayer)
    elif sublayer is not None and sublayer.shape != x.shape:
        raise InputError(
            "shapes",
            where=sublayer.source,
            x=show_shape(x.shape),
            sublayer=show_shape(sublayer.shape),
        )


def _check_linear(x: Tensor, linear: Linear) -> None:
    width = x.shape[-1]
    if linear.weight.shape != (width, width):
        raise InputError(
            "weight_shape",
            where=linear.weight.source,
            found=show_shape(linear.weight.shape),
            expected=show_shape((width, width)),
            d=width,
            orientation=linear.orientation,
        )
    if linear.bias is not None:
        _check_bias(linear.bias, width)


def _check_bias(bias: Tensor, width: int) -> None:
    if bias.shape != (width,):
        found, expected = show_shape(bias.shape), show_shape((width,))
        raise InputError("bias_shape", where=bias.source, found=found, expected=expected)
