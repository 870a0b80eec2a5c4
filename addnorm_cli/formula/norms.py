"""The table of norms: what is true of each, and its steps as formulas.

A new norm is one entry of NORMS. Everything else asks the entry: which parameters it takes, what γ
is where it is left out, over which numbers its statistics run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from addnorm_cli.formula.definition import Definitions, given, glyph, statistic, step
from addnorm_cli.formula.expr import Call, Expr, Num, Ref, lift, sqrt, total
from addnorm_cli.formula.norm_parts import (
    BETA,
    CELL,
    COLUMN,
    EPS,
    GAMMA,
    INPUTS,
    STATISTIC,
    VECTOR,
    Z_HAT,
    Y,
    affine,
    denominator,
    divided,
    gain,
    standardized,
    unvanished,
    unvanishing,
)
from addnorm_cli.model.problem import NormSpec
from addnorm_cli.model.records import record

Over = Literal["row", "column", "group", "cell"]
"""Which numbers one statistic runs over: a row, a column, a part of a row, or one number."""

_z, _square, _normalized = (Ref(name, VECTOR) for name in ("z", "squares", "normalized"))
_d = Ref("d")


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


def layernorm(spec: NormSpec) -> Definitions:
    """LayerNorm: y = γ ⊙ (z - μ) / den + β (Ba, Kiros and Hinton 2016, arXiv 1607.06450)."""
    return {**INPUTS, **standardized(spec, VECTOR, "i", _d), **affine(VECTOR)}


def rmsnorm(spec: NormSpec) -> Definitions:
    """RMSNorm: y = γ ⊙ z / den (Zhang and Sennrich 2019, arXiv 1910.07467)."""
    mean_square, rms = Ref("mean_square", STATISTIC), Ref("rms", STATISTIC)
    mends = unvanishing(spec, _z, "i", _d)
    return {
        **INPUTS,
        "squares": step(VECTOR, _z**2),
        "mean_square": statistic(
            STATISTIC, total("i", _square) / _d, glyph("ms", r"\mathrm{ms}")),
        "rms": statistic(
            STATISTIC, sqrt(mean_square), glyph("rms", r"\mathrm{rms}"), mend=mends[0]),
        "denominator": step(
            STATISTIC, denominator(spec, mean_square, rms), role="divisor", mend=mends[1]),
        "normalized": step(VECTOR, _z / Ref("denominator", STATISTIC), Z_HAT, spread="rms"),
        "output": step(VECTOR, gain(spec) * _normalized, Y),
    }  # fmt: skip


def batchnorm(spec: NormSpec) -> Definitions:
    """BatchNorm: statistics of each component or channel over the batch (arXiv 1502.03167).

    At inference those that it remembers take their place. What it remembers is worked in training
    where it was asked for, as in PyTorch: the new variance over N - 1, the other normalizes.
    """
    inputs = {**INPUTS, "z": given(CELL, "z"), "N": given((), "N")}
    if not spec.training:
        z, mean, variance = Ref("z", CELL), Ref("running_mean", COLUMN), Ref("running_var", COLUMN)
        return {
            **inputs,
            **_REMEMBERED,
            "deviations": step(CELL, z - mean),
            **divided(spec, CELL, COLUMN, variance),
            **affine(CELL),
        }
    worked = standardized(spec, CELL, "t", Ref("N"))
    if not spec.remembers:
        return {**inputs, **worked, **affine(CELL)}
    normalized = {"normalized": worked["normalized"]}
    before = {name: entry for name, entry in worked.items() if name not in normalized}
    return {
        **inputs,
        **_REMEMBERED,
        "momentum": given((), "m"),
        **before,
        **_remembering(),
        **normalized,
        **affine(CELL),
    }


_REMEMBERED: Definitions = {
    "running_mean": given(COLUMN, "M"),
    "running_var": given(COLUMN, "V"),
}


def _remembering() -> Definitions:
    """The steps from running statistics to the next ones: (1 - m) · old + m · new."""
    momentum, kept = Ref("momentum"), lift(1) - Ref("momentum")
    mean, variance, unbiased = (
        Ref(name, COLUMN) for name in ("running_mean", "running_var", "unbiased_variance")
    )
    squares = total("t", Ref("squares", CELL))
    return {
        "unbiased_variance": statistic(COLUMN, squares / (Ref("N") - 1), glyph("s²", "s^2")),
        "next_running_mean": statistic(
            COLUMN, kept * mean + momentum * Ref("mean", COLUMN), glyph("M′", "M'")
        ),
        "next_running_var": statistic(
            COLUMN, kept * variance + momentum * unbiased, glyph("V′", "V'")
        ),
    }


def groupnorm(spec: NormSpec) -> Definitions:
    """GroupNorm: LayerNorm of each group of neighbouring components (arXiv 1803.08494).

    A group is a row of its own here, and γ and β are cut into the same pieces.
    """
    gamma, beta = Ref("group_gamma", VECTOR), Ref("group_beta", VECTOR)
    ends = affine(VECTOR, gamma, beta)
    return {
        **INPUTS,
        "group_gamma": given(VECTOR, "γ", r"\gamma"),
        "group_beta": given(VECTOR, "β", r"\beta"),
        **standardized(spec, VECTOR, "i", _d),
        "scaled": ends["scaled"],
        "shifted": ends["output"],
        "output": given(("t", "n"), "y", title="groups_joined"),
    }


def scalenorm(spec: NormSpec) -> Definitions:
    """ScaleNorm: γ · z / ‖z‖ with one γ for all, √d to begin with (arXiv 1910.05895)."""
    return {
        **INPUTS,
        "squares": step(VECTOR, _z**2),
        "length": statistic(
            STATISTIC, sqrt(total("i", _square)), glyph("‖z‖", r"\lVert z \rVert"),
            mend=unvanished(_z, "i", None),
        ),
        "denominator": step(STATISTIC, Ref("length", STATISTIC) + EPS, role="divisor"),
        "normalized": step(VECTOR, _z / Ref("denominator", STATISTIC), Z_HAT, spread="‖z‖"),
        "output": step(VECTOR, GAMMA * _normalized, Y),
    }  # fmt: skip


def dyt(spec: NormSpec) -> Definitions:
    """Dynamic Tanh: γ ⊙ tanh(αz) + β, without any statistic (arXiv 2503.10622)."""
    return {
        **INPUTS,
        "alpha": given((), "α", r"\alpha"),
        "scaled_input": step(VECTOR, Ref("alpha") * _z),
        "normalized": step(VECTOR, Call("tanh", Ref("scaled_input", VECTOR)), glyph("t")),
        "output": step(VECTOR, GAMMA * _normalized + BETA, Y),
    }


def none(spec: NormSpec) -> Definitions:
    """No norm: y = z."""
    return {**INPUTS, "output": step(VECTOR, _z, Y)}


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
        ("eps", "eps_at", "ddof", "momentum", "training", "running_mean", "running_var"),
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
        ("eps", "eps_at", "ddof", "groups"),
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
