"""The kinds of problems that can be made, one entry each, and what may be asked of a list."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING, Any

from addnorm_cli.homework.nice import ENDING_SIGMAS, SIGMAS, Evenness, EvenNumbers
from addnorm_cli.model.problem import NormSpec
from addnorm_cli.model.records import EMPTY, record

if TYPE_CHECKING:
    import numpy as np

Vector = list[Decimal]
ProblemTree = dict[str, Any]
"""A problem in the words of a problem file, its numbers decimals."""

_UNITS = (Decimal(1), Decimal("0.1"), Decimal("0.5"), Decimal("0.2"))
_TENTH = Decimal("0.1")
_HUNDREDTH = Decimal("0.01")
_GAINS = tuple(map(Decimal, ("0.5", "1.0", "1.5", "2.0")))
_SHIFTS = tuple(map(Decimal, ("-0.5", "0.0", "0.1", "0.5", "1.0")))
_AFFINE = {"gamma": _GAINS, "beta": _SHIFTS}
MADE_PLACEMENTS = ("post", "pre")
"""Where the norms of a block that is made may stand."""
_WIDEST_MAP = 4
"""A sublayer of more components is given by its output: its matrix would be too much by hand."""
_GRADIENT_TRIES, _WIDEST_GRADIENT = 500, 16
"""So often a gradient is drawn again for means that end; wider ones nobody works by hand."""


@record
class Assignment:
    """What kind of list is wanted.

    Attributes:
        parts: How many problems of which kind, in their order.
        d: The size of every vector.
        seed: Gives other numbers for other seeds, and the same ones for the same.
        norm: The norm of every problem; its ε is left out of nice ones.
        nice: Mean, variance and σ come out in few digits.
        affine: Those of "gamma" and "beta" that are drawn.
        stated: What every problem says beside its numbers, in the words of a problem file.
    """

    parts: tuple[tuple[str, int], ...]
    d: int
    seed: int
    norm: NormSpec
    nice: bool = False
    affine: tuple[str, ...] = ()
    stated: Mapping[str, Any] = EMPTY


class Chance:
    """Chance, and what it may choose from.

    Args:
        generator: Where chance comes from.
        asked: What kind of list is wanted.
    """

    def __init__(self, generator: np.random.RandomState, asked: Assignment) -> None:
        self.d = asked.d
        self.norm = asked.norm
        self.nice = asked.nice
        self.stated = asked.stated
        self.drawn = asked.affine
        self._generator = generator
        self._even = EvenNumbers(asked.d, evenness_of(asked.norm), generator)

    def one_of(self, choices: tuple[Any, ...]) -> Any:
        """One of several."""
        return choices[self._generator.randint(len(choices))]

    def vector(self, unit: Decimal = _TENTH, most: int = 20) -> Vector:
        """Any small numbers with as many decimals as their unit."""
        return [unit * int(n) for n in self._generator.randint(-most, most + 1, self.d)]

    def into_norm(self, sigmas: Sequence[int] = SIGMAS) -> Vector:
        """What goes into a norm: numbers that come out even, or any that differ.

        Args:
            sigmas: What σ may be, in units, where the numbers come out even.
        """
        if not self.nice:
            vector = self.vector(_HUNDREDTH, 200)
            return vector if self.d == 1 or len(set(vector)) > 1 else self.into_norm()
        unit = self.one_of(_UNITS)
        numbers = [unit * n for n in self._even.draw(sigmas)]
        if not evenness_of(self.norm).centred:
            return numbers
        mean = (unit if unit == 1 else _TENTH) * int(self._generator.randint(-9, 21))
        return [mean + number for number in numbers]

    def affine(self) -> ProblemTree:
        """γ and β, those that are to be drawn, in half of the problems."""
        if not self.drawn or self.one_of((True, False)):
            return {}
        return {name: self._one_each(_AFFINE[name]) for name in self.drawn}

    def gain(self) -> Vector:
        """The γ that a problem is made with: one that is drawn, that all have, or 1."""
        if self.drawn:
            return self._one_each(_GAINS)
        every: Vector = self.stated.get("gamma", [Decimal(1)])
        return every * self.d if len(every) == 1 else every

    def _one_each(self, choices: tuple[Decimal, ...]) -> Vector:
        return [self.one_of(choices) for _ in range(self.d)]


def evenness_of(norm: NormSpec) -> Evenness:
    """What a norm asks of numbers that come out even."""
    from addnorm_cli.formula.norms import NORMS

    return Evenness(ddof=norm.ddof or 0, centred=NORMS[norm.kind].centred)


def _minus(left: Vector, right: Vector) -> Vector:
    return [a - b for a, b in zip(left, right, strict=True)]


def _residual(chance: Chance) -> ProblemTree:
    x = chance.vector()
    if chance.d > _WIDEST_MAP or chance.one_of((True, False)):
        return {"x": x, "sublayer": chance.vector()}
    linear = {
        "weight": [chance.vector(Decimal("0.5"), 2) for _ in range(chance.d)],
        "bias": chance.vector(_TENTH, 5),
        "activation": "relu",
    }
    return {"x": x, "sublayer": linear}


def _layernorm(chance: Chance) -> ProblemTree:
    return {"x": chance.into_norm(), **chance.affine()}


def _addnorm(chance: Chance) -> ProblemTree:
    sublayer = chance.vector(_TENTH, 9)
    return {"x": _minus(chance.into_norm(), sublayer), "sublayer": sublayer, **chance.affine()}


def _block(chance: Chance) -> ProblemTree:
    """One layer whose sublayers are given: what attention makes of numbers never comes out even."""
    placement = chance.stated.get("placement") or chance.one_of(MADE_PLACEMENTS)
    x = chance.vector(_TENTH, 9)
    if placement == "pre":
        x = chance.into_norm()
        attention = _minus(chance.into_norm(), x)
        ffn = chance.vector(_TENTH, 9)
    else:
        first = chance.into_norm(ENDING_SIGMAS)
        attention = _minus(first, x)
        ffn = chance.into_norm()
        if chance.nice:
            ffn = _minus(ffn, list(map(_decimal, normalized(first, chance.norm))))
    layer = {"attention": {"output": attention}, "ffn": {"output": ffn}}
    return {"x": x, "placement": placement, "layers": [layer]}


def normalized(z: Vector, norm: NormSpec) -> list[Fraction]:
    """A vector that comes out even, without ε, γ and β, exactly: (z - μ) / σ, or z / rms."""
    evenness, numbers = evenness_of(norm), list(map(Fraction, z))
    zero = Fraction(0)
    mu = sum(numbers, zero) / len(z) if evenness.centred else zero
    deviations = [number - mu for number in numbers]
    square = sum((each * each for each in deviations), zero) / (len(z) - evenness.ddof)
    sigma = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    return [deviation / sigma for deviation in deviations]


def _decimal(number: Fraction) -> Decimal:
    """A fraction whose decimals end."""
    return Decimal(number.numerator) / number.denominator


def _gradient(chance: Chance) -> ProblemTree:
    """A gradient whose means end as well, where chance finds one."""
    x, gamma = chance.into_norm(), chance.gain()
    upstream = chance.vector(Decimal("0.5"), 4)
    for _ in range(_GRADIENT_TRIES if chance.nice and chance.d <= _WIDEST_GRADIENT else 0):
        back = [Fraction(g) * Fraction(gain) for g, gain in zip(upstream, gamma, strict=True)]
        projected = [a * b for a, b in zip(back, normalized(x, chance.norm), strict=True)]
        means = [sum(each, Fraction(0)) / chance.d for each in (back, projected)]
        if any(upstream) and all(map(_ends, means)):
            break
        upstream = chance.vector(Decimal("0.5"), 4)
    drawn = {"gamma": gamma} if chance.drawn else {}
    return {"x": x, **drawn, "upstream": upstream}


def _ends(number: Fraction) -> bool:
    """Whether a number has at most four decimals."""
    return 10_000 % number.denominator == 0


@record
class Kind:
    """One kind of problem.

    Attributes:
        make: Makes a problem, in the words of a problem file.
        has_norm: Whether there is a norm in it.
    """

    make: Callable[[Chance], ProblemTree]
    has_norm: bool = True


KINDS: dict[str, Kind] = {
    "residual": Kind(_residual, has_norm=False),
    "layernorm": Kind(_layernorm),
    "addnorm": Kind(_addnorm),
    "block": Kind(_block),
    "gradient": Kind(_gradient),
}
"""Every kind, by the command that works its problems."""
