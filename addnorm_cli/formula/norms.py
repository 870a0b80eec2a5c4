"""The table of norms: what is true of each, and its steps as formulas.

A new norm is one entry of NORMS. Everything else asks the entry: which parameters it takes, what γ
is where it is left out, over which numbers its statistics run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np

from addnorm_cli.formula.definition import Definitions, given, glyph, statistic, step
from addnorm_cli.formula.expr import ROW, Call, Expr, Index, Num, Ref, Values, lift, sqrt, total
from addnorm_cli.model.problem import NormSpec
from addnorm_cli.model.records import record
from addnorm_cli.numbers.arithmetic import Array

Over = Literal["row", "column", "group", "cell"]
"""Which numbers one statistic runs over: a row, a column, a part of a row, or one number."""

VECTOR = (ROW, "i")
STATISTIC = (ROW,)
CELL = ("t", "i")
"""A cell of a batch: sample t, component i."""
COLUMN = ("i",)

_Z_HAT = glyph("ẑ", r"\hat{z}")
_Y = glyph("y")
_d, _eps = Ref("d"), Ref("eps")
_z, _square = Ref("z", VECTOR), Ref("squares", VECTOR)
_gamma, _beta = Ref("gamma", ("i",)), Ref("beta", ("i",))
_normalized = Ref("normalized", VECTOR)

_INPUTS: Definitions = {
    "z": given(VECTOR, "z"),
    "d": given((), "d"),
    "eps": given((), "ε", r"\varepsilon"),
    "gamma": given(("i",), "γ", r"\gamma"),
    "beta": given(("i",), "β", r"\beta"),
}


@record
class Norm:
    """What is true of a norm.

    Attributes:
        formulas: Its inputs and its steps in the order of the work, by its rule; the last is
            `output`.
        usual: Its rule where it is named without a convention.
        parameters: The fields of its rule that it has a use for.
        over: Which numbers one statistic runs over.
        gamma: What γ is where it is left out; None for a norm without γ.
        beta: Whether it has a β, which is 0 where it is left out.
        centred: Whether it takes a mean away.
        square: The step that is the square of its spread, or "" for a norm without one.
        spread: The step that is the root of `square`.
        backward: Whether the way back through it is known.
        function: What a program calls it.
        running: Whether it keeps statistics of earlier batches, which take the place of a batch's
            own at inference.
        used_in: Where it is used: kinds of networks and names of models.
    """

    formulas: Callable[[NormSpec], Definitions]
    usual: NormSpec
    parameters: tuple[str, ...]
    over: Over = "row"
    gamma: Expr | None = Num(1, "1")
    beta: bool = False
    centred: bool = False
    square: str = ""
    spread: str = ""
    backward: bool = False
    function: str = ""
    running: bool = False
    used_in: tuple[str, ...] = ()

    @property
    def learned(self) -> tuple[str, ...]:
        """The parameters that training finds."""
        has = {"alpha": "alpha" in self.parameters, "gamma": self.gamma, "beta": self.beta}
        return tuple(name for name, there in has.items() if there)

    @property
    def of_batch(self) -> bool:
        """Whether what becomes of one sample depends on the others."""
        return self.over == "column"

    def gamma_of(self, spec: NormSpec) -> Expr | None:
        """What γ is where it is left out: 0 where the gain is 1 + γ."""
        return lift(0) if spec.unit_offset and self.gamma is not None else self.gamma


def gain(spec: NormSpec, gamma: Expr = _gamma) -> Expr:
    """What ẑ is multiplied by: γ, or 1 + γ (Gemma)."""
    return gamma + 1 if spec.unit_offset else gamma


def denominator(spec: NormSpec, square: Ref, root: Ref) -> Expr:
    """What a norm divides by: √square + ε, or √(square + ε) where ε stands under the root."""
    return root + _eps if spec.eps_at == "sigma" else sqrt(square + _eps)


def _constant(over: str, cell: Index) -> Callable[[Array, Values], Array]:
    """The mean of numbers that are all alike is that number, exactly.

    Adding 0.1 three times and dividing by 3 does not give 0.1 back in binary, and the difference
    would be normalized into a result of ±1.
    """

    def mend(mean: Array, scope: Values) -> Array:
        z, axis = scope["z"].value, cell.index(over)
        first = z.take([0], axis=axis)
        if not (first == z.take([-1], axis=axis)).any():  # most often: none can be constant
            return mean
        return np.where((z == first).all(axis=axis), first.squeeze(axis), mean)

    return mend


def standardized(spec: NormSpec, cell: Index, over: str, count: Ref) -> Definitions:
    """The steps from z to ẑ = (z - μ) / den, with statistics over one index.

    The variance is taken from the deviations, never as E[z²] - μ², which loses every digit of
    numbers that lie far from zero.

    Args:
        spec: The rule.
        cell: The indices of z.
        over: The index that mean and variance run over.
        count: How many values it takes.
    """
    of = tuple(name for name in cell if name != over)
    z, mu = Ref("z", cell), Ref("mean", of)
    deviation, square = Ref("deviations", cell), Ref("squares", cell)
    variance, sigma, den = Ref("variance", of), Ref("sigma", of), Ref("denominator", of)
    divisor = count - spec.ddof if spec.ddof else count
    return {
        "mean": statistic(
            of, total(over, z) / count, glyph("μ", r"\mu"), mend=_constant(over, cell)
        ),
        "deviations": step(cell, z - mu),
        "squares": step(cell, deviation**2, positive=True),
        "variance": statistic(
            of, total(over, square) / divisor, glyph("σ²", r"\sigma^2"), positive=True
        ),
        "sigma": statistic(of, sqrt(variance), glyph("σ", r"\sigma"), positive=True),
        "denominator": step(
            of, denominator(spec, variance, sigma), role="divisor", positive=True
        ),
        "normalized": step(cell, deviation / den, _Z_HAT, spread="σ"),
    }  # fmt: skip


def affine(spec: NormSpec, cell: Index, gamma: Ref = _gamma, beta: Ref = _beta) -> Definitions:
    """The last steps, γ ⊙ ẑ and γ ⊙ ẑ + β."""
    return {
        "scaled": step(
            cell, gamma * Ref("normalized", cell), neutral=("gamma", 1), note="neutral.scaled"
        ),
        "output": step(
            cell, Ref("scaled", cell) + beta, _Y, neutral=("beta", 0), note="neutral.output"
        ),
    }


def layernorm(spec: NormSpec) -> Definitions:
    """LayerNorm: y = γ ⊙ (z - μ) / den + β (Ba, Kiros and Hinton 2016, arXiv 1607.06450)."""
    return {**_INPUTS, **standardized(spec, VECTOR, "i", _d), **affine(spec, VECTOR)}


def rmsnorm(spec: NormSpec) -> Definitions:
    """RMSNorm: y = γ ⊙ z / den (Zhang and Sennrich 2019, arXiv 1910.07467)."""
    mean_square, rms = Ref("mean_square", STATISTIC), Ref("rms", STATISTIC)
    return {
        **_INPUTS,
        "squares": step(VECTOR, _z**2, positive=True),
        "mean_square": statistic(
            STATISTIC, total("i", _square) / _d, glyph("ms", r"\mathrm{ms}"), positive=True
        ),
        "rms": statistic(STATISTIC, sqrt(mean_square), glyph("rms", r"\mathrm{rms}"),
                         positive=True),
        "denominator": step(STATISTIC, denominator(spec, mean_square, rms), role="divisor",
                            positive=True),
        "normalized": step(VECTOR, _z / Ref("denominator", STATISTIC), _Z_HAT, spread="rms"),
        "output": step(VECTOR, gain(spec) * _normalized, _Y),
    }  # fmt: skip


def batchnorm(spec: NormSpec) -> Definitions:
    """BatchNorm in training: statistics of each component over the batch (arXiv 1502.03167)."""
    return {
        **_INPUTS,
        "z": given(CELL, "z"),
        "N": given((), "N"),
        **standardized(spec, CELL, "t", Ref("N")),
        **affine(spec, CELL),
    }


def groupnorm(spec: NormSpec) -> Definitions:
    """GroupNorm: LayerNorm of each group of neighbouring components (arXiv 1803.08494).

    A group is a row of its own here, and γ and β are cut into the same pieces.
    """
    gamma, beta = Ref("group_gamma", VECTOR), Ref("group_beta", VECTOR)
    ends = affine(spec, VECTOR, gamma, beta)
    return {
        **_INPUTS,
        "group_gamma": given(VECTOR, "γ", r"\gamma"),
        "group_beta": given(VECTOR, "β", r"\beta"),
        **standardized(spec, VECTOR, "i", _d),
        "scaled": ends["scaled"],
        "shifted": ends["output"],
        "output": given(("sample", "c"), "y", title="groups_joined"),
    }


def scalenorm(spec: NormSpec) -> Definitions:
    """ScaleNorm: γ · z / ‖z‖ with one γ for all, √d to begin with (arXiv 1910.05895)."""
    return {
        **_INPUTS,
        "squares": step(VECTOR, _z**2),
        "length": statistic(
            STATISTIC, sqrt(total("i", _square)), glyph("‖z‖", r"\lVert z \rVert")
        ),
        "denominator": step(STATISTIC, Ref("length", STATISTIC) + _eps, role="divisor"),
        "normalized": step(VECTOR, _z / Ref("denominator", STATISTIC), _Z_HAT, spread="‖z‖"),
        "output": step(VECTOR, _gamma * _normalized, _Y),
    }  # fmt: skip


def dyt(spec: NormSpec) -> Definitions:
    """Dynamic Tanh: γ ⊙ tanh(αz) + β, without any statistic (arXiv 2503.10622)."""
    return {
        **_INPUTS,
        "alpha": given((), "α", r"\alpha"),
        "scaled_input": step(VECTOR, Ref("alpha") * _z),
        "normalized": step(VECTOR, Call("tanh", Ref("scaled_input", VECTOR)), glyph("t")),
        "output": step(VECTOR, _gamma * _normalized + _beta, _Y),
    }


def none(spec: NormSpec) -> Definitions:
    """No norm: y = z."""
    return {**_INPUTS, "output": step(VECTOR, _z, _Y)}


_USUAL = ("eps", "eps_at", "axes")

NORMS: dict[str, Norm] = {
    "layernorm": Norm(
        layernorm,
        NormSpec("layernorm", "1e-6", "sigma", 0, convention="docs"),
        (*_USUAL, "ddof"),
        beta=True,
        centred=True,
        square="variance",
        spread="sigma",
        backward=True,
        function="layer_norm",
        used_in=("Transformers", "BERT", "GPT-2"),
    ),
    "rmsnorm": Norm(
        rmsnorm,
        NormSpec("rmsnorm", "1e-6", "variance", None, convention="llama"),
        _USUAL,
        square="mean_square",
        spread="rms",
        backward=True,
        function="rms_norm",
        used_in=("Transformers", "Llama", "T5"),
    ),
    "batchnorm": Norm(
        batchnorm,
        NormSpec("batchnorm", "1e-5", "variance", 0),
        (*_USUAL, "ddof"),
        over="column",
        beta=True,
        centred=True,
        square="variance",
        spread="sigma",
        function="batch_norm",
        running=True,
        used_in=("CNNs", "ResNet"),
    ),
    "groupnorm": Norm(
        groupnorm,
        NormSpec("groupnorm", "1e-5", "variance", 0, own={"groups": 2}),
        (*_USUAL, "ddof", "groups"),
        over="group",
        beta=True,
        centred=True,
        square="variance",
        spread="sigma",
        function="group_norm",
        used_in=("CNNs", "diffusion models"),
    ),
    "scalenorm": Norm(
        scalenorm,
        NormSpec("scalenorm", "1e-5", "sigma", None),
        ("eps", "axes"),
        gamma=sqrt(_d),
        function="scale_norm",
        used_in=("Transformers",),
    ),
    "dyt": Norm(
        dyt,
        NormSpec("dyt", "0", "sigma", None, own={"alpha": "0.5"}),
        ("alpha", "axes"),
        over="cell",
        beta=True,
        function="dynamic_tanh",
        used_in=("Transformers",),
    ),
    "none": Norm(none, NormSpec("none", "0", "sigma", None), ("axes",), over="cell", gamma=None),
}
