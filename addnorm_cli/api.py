"""The Python API: every calculation as a function that takes numbers and gives a trace."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, TypeAlias, TypedDict, Unpack

from numpy.typing import ArrayLike

from addnorm_cli import arithmetic
from addnorm_cli.arithmetic import Arithmetic
from addnorm_cli.calc.compare import work_comparison
from addnorm_cli.inputs import Overrides, Stdin
from addnorm_cli.inputs.arguments import numbers_in
from addnorm_cli.inputs.comparisons import ComparisonOptions, comparison_of
from addnorm_cli.inputs.documents import Document, Json, JsonObject
from addnorm_cli.inputs.numbers import as_typed
from addnorm_cli.inputs.overrides import LINEAR_OPTIONS
from addnorm_cli.inputs.python_values import content_of, tree_of
from addnorm_cli.python_trace import Trace, readable_errors
from addnorm_cli.solving import SOLVERS

__all__ = ["Trace", "addnorm", "block", "compare_norm", "gradient", "layernorm", "residual"]

Vectors: TypeAlias = ArrayLike | Mapping[str, ArrayLike] | Trace
"""Numbers; vectors by label, which are cases of their own; or the trace whose result they are."""


class Carried(TypedDict, total=False):
    """Options of every calculation.

    Attributes:
        title: The title of the page.
        hand: Round every step to so many decimals, as by hand; (3, 4) names those of vectors and
            those of statistics.
        rounding: "half-up", "half-even" or "truncate", with `hand`.
        dtype: "float64", "float32", "float16" or "bfloat16".
    """

    title: str
    hand: int | tuple[int, int]
    rounding: str
    dtype: str


class Normed(Carried, total=False):
    """Options of every calculation that has a norm.

    Attributes:
        convention: "docs", "pytorch", "bert", "keras", …
        norm: "layernorm", "rmsnorm", "batchnorm", "groupnorm", "scalenorm", "dyt" or "none".
        eps: ε.
        eps_at: Where ε stands: "sigma" or "variance".
        ddof: The variance is divided by d - ddof.
        axes: How many of the last axes are normalised together.
        groups: The groups of groupnorm.
        alpha: The α of dyt.
        gamma: The gain, shape (d,), or one number.
        beta: The shift, likewise.
    """

    convention: str
    norm: str
    eps: float | str | Decimal
    eps_at: str
    ddof: int
    axes: int
    groups: int
    alpha: float | str | Decimal
    gamma: ArrayLike
    beta: ArrayLike


class Mapped(TypedDict, total=False):
    """A sublayer that is worked out, F(x) = activation(x W + b), in place of its output.

    Attributes:
        weight: W, shape (d, d).
        bias: b, shape (d,).
        activation: "identity" or "relu".
        orientation: "xW" for weights of shape (in, out), "Wx" for (out, in).
    """

    weight: ArrayLike
    bias: ArrayLike
    activation: str
    orientation: str


class Added(Carried, Mapped, total=False):
    """Options of a sum without a norm."""


class AddedAndNormed(Normed, Mapped, total=False):
    """Options of a sum and a norm."""


class Differentiated(AddedAndNormed, total=False):
    """Options of a way back.

    Attributes:
        upstream: The gradient at the output, in the shape of x, or one number.
    """

    upstream: Vectors


class Compared(AddedAndNormed, total=False):
    """Options of a comparison.

    Attributes:
        by: "norm", "placement" or "convention".
        norms: The norms to compare, separated by commas.
        layers: How many layers a placement is repeated for.
        momentum: BatchNorm's momentum.
    """

    by: str
    norms: str
    layers: int
    momentum: float


def residual(x: Vectors, sublayer: Vectors | None = None, **options: Unpack[Added]) -> Trace:
    """X + Sublayer(x), step by step.

    Args:
        x: Shape (d,), (L, d) or more; or a text as on the command line: "0.8, 0.4", "bank.json".
        sublayer: The sublayer's output in the shape of x; or one for each label.
        **options: See `Added`.

    Raises:
        ValueError: The numbers do not fit, or an option has no such value.
    """
    return _traced("residual", {"x": x, "sublayer": sublayer}, options, Added)


def layernorm(z: Vectors, **options: Unpack[Normed]) -> Trace:
    """LayerNorm, or the norm that `norm` names, step by step.

    Args:
        z: Shape (d,), (L, d) or more; or a text as on the command line.
        **options: See `Normed`.

    Raises:
        ValueError: The numbers do not fit, or an option has no such value.
    """
    return _traced("layernorm", {"x": z}, options, Normed)


def addnorm(
    x: Vectors, sublayer: Vectors | None = None, **options: Unpack[AddedAndNormed]
) -> Trace:
    """LayerNorm(x + Sublayer(x)), step by step.

    Args:
        x: Shape (d,), (L, d) or more; or a text as on the command line.
        sublayer: The sublayer's output in the shape of x; or one for each label.
        **options: See `AddedAndNormed`.

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
        **options: See `Differentiated`; `upstream` is needed.

    Raises:
        ValueError: The numbers do not fit, or an option has no such value.
    """
    return _traced("gradient", {"x": x, "sublayer": sublayer}, options, Differentiated)


def block(problem: Mapping[str, Any] | str, **options: Unpack[Normed]) -> Trace:
    """A whole Transformer block, or a stack of them.

    Args:
        problem: What a problem file says ("x", "layers", "placement", …), its numbers as lists or
            arrays; or the path of such a file.
        **options: See `Normed`.

    Raises:
        ValueError: The problem does not hold together, or an option has no such value.
    """
    if not isinstance(problem, Mapping | str):
        message = f"block() takes a mapping or the path of a file, not {type(problem).__name__}"
        raise TypeError(message)
    values = {"x": problem} if isinstance(problem, str) else problem
    return _traced("block", values, options, Normed)


def compare_norm(x: Vectors, sublayer: Vectors | None = None, **options: Unpack[Compared]) -> Trace:
    """The same numbers under several norms, placements or conventions.

    Args:
        x: Shape (N, d) or (d,); or a text as on the command line.
        sublayer: The sublayer's output, for placements.
        **options: See `Compared`.

    Raises:
        ValueError: The numbers do not fit, or an option has no such value.
    """
    _check_names("compare_norm", options, Compared)
    wished = {name: str(value) for name, value in options.items() if name in _WISHES}
    with readable_errors():
        document = _document("compare_norm", {"x": x, "sublayer": sublayer}, options)
        comparison = comparison_of(
            document, ComparisonOptions(**wished), _overrides(options), Stdin()
        )
        return Trace(**vars(work_comparison(comparison, _arithmetic(options))))


_WISHES = ("by", "norms", "layers", "momentum")
_ARRAYS = ("gamma", "beta", "upstream")
_TYPED = ("sublayer", "weight", "bias", *_ARRAYS)
"""What may be a text; the other texts of a problem are names."""
_SCALARS = ("convention", "norm", "eps", "eps_at", "ddof", "axes", "groups", "title")


def _traced(
    command: str, values: Mapping[str, Any], options: Mapping[str, Any], known: type
) -> Trace:
    _check_names(command, options, known)
    with readable_errors():
        document = _document(command, values, options)
        return Trace(**vars(SOLVERS[command](document, _overrides(options), _arithmetic(options))))


def _check_names(function: str, options: Mapping[str, Any], known: type) -> None:
    names = known.__annotations__
    for name in options:
        if name not in names:
            message = f"{function}() has no option {name!r}; it has {', '.join(sorted(names))}"
            raise TypeError(message)


def _document(name: str, values: Mapping[str, Any], options: Mapping[str, Any]) -> Document:
    """A problem as a file would state it, its arrays as they are."""
    tree: JsonObject = {}
    for key, value in values.items():
        if key == "x" and isinstance(value, str):
            tree |= _problem_at(value)
        elif value is not None:
            tree[key] = _content(value, key)
    linear = {key: _content(options[key], key) for key in LINEAR_OPTIONS if key in options}
    if linear:
        stated = tree.get("sublayer")
        tree["sublayer"] = {**stated, **linear} if isinstance(stated, dict) else linear
    arrays = {key: _content(options[key], key) for key in _ARRAYS if key in options}
    return Document(name, {**tree, **arrays})


def _problem_at(text: str) -> JsonObject:
    """What a text in the place of x says: numbers, a whole problem file, or a trace's result."""
    content = content_of(text, "x")
    if isinstance(content, Document) and not content.is_trace:
        return content.tree
    return {"x": numbers_in(content)}


def _content(value: Any, source: str) -> Json:
    """What any other argument says; a text says what it says on the command line."""
    if isinstance(value, Trace):
        return tree_of(value.result, source)
    if isinstance(value, str) and source in _TYPED:
        return numbers_in(content_of(value, source))
    return tree_of(value, source)


def _overrides(options: Mapping[str, Any]) -> Overrides:
    """The options that the command line has too, as they would be typed there."""
    typed = {name: _typed(options[name]) for name in _SCALARS if name in options}
    if "alpha" in options:
        typed["dyt_alpha"] = _typed(options["alpha"])
    return Overrides(**typed)


def _typed(value: Any) -> str:
    return as_typed(Decimal(repr(value))) if isinstance(value, float) else str(value)


def _arithmetic(options: Mapping[str, Any]) -> Arithmetic:
    hand = options.get("hand")
    text = ",".join(map(str, hand)) if isinstance(hand, tuple | list) else hand
    return arithmetic.choose(
        None if text is None else str(text), options.get("rounding"), options.get("dtype")
    )
