"""The gradient that arrives at the output: from --upstream or the file, fitted to each case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from addnorm_cli.formula.norms import NORMS
from addnorm_cli.inputs.arguments import read_tensor
from addnorm_cli.inputs.arrays import show_shape, spread
from addnorm_cli.inputs.overrides import array_taken
from addnorm_cli.inputs.problem_file import ProblemFile
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.inputs.sublayers import LabelledVectors
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.problem import Case, Linear, NormSpec, Notice, Tensor
from addnorm_cli.model.records import replaced

WAYS_BACK = tuple(name for name, norm in NORMS.items() if norm.backward)
"""The norms whose way back is known."""


def with_upstream(
    cases: Sequence[Case], file: ProblemFile | None, text: str | None, reader: Reader
) -> tuple[tuple[Case, ...], list[Notice]]:
    """The cases, each with the gradient that arrives at its output.

    Args:
        cases: The cases.
        file: The problem file, which may state the gradient, by label or one for all.
        text: What --upstream says, which wins.
        reader: Opens the files, and standard input for "-".

    Raises:
        InputError: There is none, it has another shape, or its labels are not those of the cases.
    """
    notices = []
    stated = file.upstream if file else None
    if text is not None and file is not None and stated is not None:
        notices.append(array_taken("upstream", file.name))
    vectors: LabelledVectors | None = stated
    if text is not None:
        vectors = {None: read_tensor(text, "--upstream", reader)}
    if vectors is None:
        raise InputError("missing_upstream")
    return tuple(replaced(case, upstream=_of(case, vectors, cases)) for case in cases), notices


def _of(case: Case, vectors: LabelledVectors, cases: Sequence[Case]) -> Tensor:
    label = None if None in vectors else case.label
    if label not in vectors:
        ours = tuple(each.label or "-" for each in cases)
        raise InputError("upstream_labels", cases=ours, upstream=tuple(map(str, vectors)))
    return shaped_like(vectors[label], case.x)


def shaped_like(upstream: Tensor, x: Tensor) -> Tensor:
    """The gradient with the shape of x; a single number stands for every component.

    Raises:
        InputError: It has another shape.
    """
    if upstream.shape == (1,):
        return spread(upstream, x.shape)
    if upstream.shape != x.shape:
        found, expected = show_shape(upstream.shape), show_shape(x.shape)
        raise InputError("upstream_shape", where=upstream.source, found=found, expected=expected)
    return upstream


def check_gradient_norm(norm: NormSpec, cases: Sequence[Case], places: Mapping[str, str]) -> None:
    """Check that the way back through this norm is known.

    Args:
        norm: The norm.
        cases: What goes through it.
        places: Where its values were given, for errors.

    Raises:
        InputError: It is another norm, or a linear sublayer stands before several axes.
    """
    if norm.kind not in WAYS_BACK:
        where = places.get("kind")
        raise InputError("gradient_norm", where=where, found=norm.kind, choices=WAYS_BACK)
    if not isinstance(norm.axes, int):
        raise InputError("gradient_indices", where=places.get("axes"), axes=norm.axes)
    if norm.axes > 1 and any(isinstance(case.sublayer, Linear) for case in cases):
        raise InputError("gradient_axes", where=places.get("axes"), axes=norm.axes)
