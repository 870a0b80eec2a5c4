"""What the functions of the Python API take: numbers, and options by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from os import PathLike
from typing import Literal, TypeAlias, TypedDict

from numpy.typing import ArrayLike, DTypeLike

from addnorm_cli.api.trace import Trace

Numbers: TypeAlias = ArrayLike | Sequence[Decimal] | Sequence[Fraction] | PathLike[str] | Trace
"""Numbers; a text or a path as on the command line; or the trace whose result they are."""
Vectors: TypeAlias = Numbers | Mapping[str, Numbers]
"""Numbers, or vectors by label, which are cases of their own."""


class Carried(TypedDict, total=False):
    """Options of every calculation.

    Attributes:
        title: The title of the page.
        hand: Round every step to so many decimals, as by hand; (3, 4) names those of vectors and
            those of statistics.
        rounding: "half-up", "half-even" or "truncate", with `hand`.
        dtype: "float64", "float32", "float16" or "bfloat16", or the NumPy type of that name.
        explain: The page says why each step is done.
        expect: What the result should be, or what steps should be, by name; `Trace.check` is
            the verdict. A text is read as on the command line: "1.34, ?, 0.5", "sigma=0.37".
        tolerance: How far a number may be off.
        rtolerance: How far it may be off, as a share of its size.
    """

    title: str | None
    hand: int | tuple[int, int] | str | None
    rounding: Literal["half-up", "half-even", "truncate"] | None
    dtype: DTypeLike | None
    explain: bool | None
    expect: Vectors | None
    tolerance: float | str | Decimal | None
    rtolerance: float | str | Decimal | None


class Normed(Carried, total=False):
    """Options of every calculation that has a norm.

    Attributes:
        convention: "docs", "pytorch", "bert", "keras", …
        norm: "layernorm", "rmsnorm", "batchnorm", "groupnorm", "scalenorm", "dyt" or "none".
        eps: ε.
        eps_at: Where ε stands: "sigma" or "variance".
        ddof: The variance is divided by d - ddof.
        axes: How many of the last axes are normalized together; a negative number, or several, are
            indices.
        groups: The groups of groupnorm.
        alpha: The α of dyt.
        momentum: The share of a new batch in BatchNorm's running statistics.
        running_mean: BatchNorm's running mean before this batch, shape (d,), or one number.
        running_var: Its running variance, likewise.
        training: False takes BatchNorm's running statistics in place of the batch's own.
        gamma: The gain, shape (d,), or one number.
        beta: The shift, likewise.
    """

    convention: str | None
    norm: str | None
    eps: float | str | Decimal | None
    eps_at: Literal["sigma", "variance"] | None
    ddof: int | None
    axes: int | Sequence[int] | None
    groups: int | None
    alpha: float | str | Decimal | None
    momentum: float | str | Decimal | None
    running_mean: Numbers | None
    running_var: Numbers | None
    training: bool | None
    gamma: Numbers | None
    beta: Numbers | None


class Mapped(TypedDict, total=False):
    """A sublayer that is worked out, F(x) = activation(x W + b), in place of its output.

    Attributes:
        weight: W, shape (d, d).
        bias: b, shape (d,); beside a sublayer's output, the third summand of x + F(x) + b.
        activation: "identity" or "relu".
        orientation: "xW" for weights of shape (in, out), "Wx" for (out, in).
    """

    weight: Numbers | None
    bias: Numbers | None
    activation: Literal["identity", "relu"] | None
    orientation: Literal["xW", "Wx"] | None


class Stacked(Carried, total=False):
    """Options of a block.

    Attributes:
        placement: "post", "pre", "sandwich", "res-post", "parallel" or "deepnorm".
        residual: False replaces x + F(x) by F(x).
        repeat: How often the layers are run.
        alpha: The α of deepnorm.
        orientation: "xW" for weights of shape (in, out), "Wx" for (out, in).
        weights: A file with a model's weights, in place of layers.
        text: What it reads, in the place of x.
        predict: How many of the likeliest next tokens are worked out.
        arch: Its architecture: "auto", "bert", "gpt2", "llama" or "torch".
        layers: Which of its layers: "0:6", 3, "-1:".
        heads: How many heads it has, like the next three where no config.json says so.
        kv_heads: How many of keys and values.
        activation: The activation of its feed-forward.
        rotary_base: The base of its rotary positions.
        prefix: What stands before the names of its layers, where a file has several stacks.
        names: A file that says what its tensors are, where their names show no architecture.
        causal: A token sees itself and those before it alone.
        convention: As in `Normed`, like the rest.
    """

    placement: Literal["post", "pre", "sandwich", "res-post", "parallel", "deepnorm"] | None
    residual: bool | None
    repeat: int | None
    alpha: float | str | Decimal | None
    orientation: Literal["xW", "Wx"] | None
    weights: str | PathLike[str] | None
    text: str | None
    predict: int | None
    arch: str | None
    layers: int | str | None
    heads: int | None
    kv_heads: int | None
    activation: str | None
    rotary_base: float | None
    prefix: str | None
    names: str | PathLike[str] | None
    causal: bool | None
    convention: str | None
    norm: str | None
    eps: float | str | Decimal | None
    eps_at: Literal["sigma", "variance"] | None
    ddof: int | None


class Added(Carried, Mapped, total=False):
    """Options of a sum without a norm."""


class AddedAndNormed(Normed, Mapped, total=False):
    """Options of a sum and a norm."""


class Differentiated(AddedAndNormed, total=False):
    """Options of a way back.

    Attributes:
        upstream: The gradient at the output, in the shape of x, or one number.
    """

    upstream: Vectors | None


class Compared(AddedAndNormed, total=False):
    """Options of a comparison.

    Attributes:
        by: "norm", "placement" or "convention".
        norms: The norms to compare.
        layers: How many layers a placement is repeated for.
    """

    by: Literal["norm", "placement", "convention"] | None
    norms: Sequence[str] | None
    layers: int | None
