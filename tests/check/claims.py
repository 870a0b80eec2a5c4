"""Makes claims: random problems, worked with one known slip or with none, printed to a few digits.

Nothing here uses `addnorm_cli`: every value is worked by NumPy from the formulas of the papers, so
that what the search for slips finds can be held against what was really done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import erf, sqrt
from typing import Any

import numpy as np

DIGITS = (2, 3, 4, 6)
"""The decimals that claims are printed with."""
Rows = Any
"""Floats in an array, mostly (rows, d)."""


@dataclass(frozen=True)
class Made:
    """One claim that was made.

    Attributes:
        command: The command that it is about.
        problem: The problem file, its numbers as floats that were drawn with few decimals.
        path: The step that is claimed.
        claim: The claimed numbers, as they are printed.
        right: The right numbers, printed alike.
        slip: What was done wrong, by its id, or "right".
    """

    command: str
    problem: dict[str, Any]
    path: str
    claim: str
    right: str
    slip: str
    digits: int


@dataclass
class Rule:
    """A norm: ε, its place, d - ddof."""

    eps: float
    at: str
    ddof: int


RULES = {
    "docs": Rule(1e-6, "sigma", 0),
    "pytorch": Rule(1e-5, "variance", 0),
    "keras": Rule(1e-3, "variance", 0),
    "annotated": Rule(1e-6, "sigma", 1),
}
_EPS = (1e-2, 1e-3, 1e-5, 1e-8)


def divisor(variance: Rows, eps: float, at: str) -> Rows:
    return np.sqrt(variance) + eps if at == "sigma" else np.sqrt(variance + eps)


def statistics(z: Rows, ddof: int, axis: int | None = -1) -> tuple[Rows, Rows]:
    return (
        z.mean(axis=axis, keepdims=True),
        z.var(axis=axis, ddof=ddof, keepdims=True),
    )


def normed(z: Rows, gamma: Rows, beta: Rows, rule: Rule, **other: Any) -> Rows:
    """LayerNorm of every row; `other` says what is done in another way."""
    mean, variance = other.get("statistics") or statistics(z, other.get("ddof", rule.ddof))
    den = divisor(variance, other.get("eps", rule.eps), other.get("at", rule.at))
    den = other.get("den", lambda v, d: d)(variance, den)
    above = z if other.get("keep_mean") else z - mean
    return gamma * (above / den) + beta


def show(values: Rows, digits: int) -> str:
    rows = np.atleast_2d(np.asarray(values, dtype=float))
    return ";".join(",".join(f"{value:.{digits}f}" for value in row) for row in rows)


class Drawn:
    """One random problem, with all that its right answer needs."""

    def __init__(self, rng: np.random.RandomState, *, rows: int, small: bool, affine: bool) -> None:
        self.rng, self.d = rng, int(rng.randint(3, 9))
        scale, decimals = (0.05, 4) if small else (1.5, 2)
        self.decimals = decimals
        self.shape = (rows, self.d) if rows > 1 else (self.d,)
        self.convention = str(rng.choice(list(RULES)))
        self.rule = RULES[self.convention]
        self.x = self.draw(scale)
        self.f = self.draw(scale)
        self.gamma = np.round(rng.uniform(0.4, 2.2, self.d), 2) if affine else np.ones(self.d)
        self.beta = np.round(rng.uniform(-1, 1, self.d), 2) if affine else np.zeros(self.d)
        self.affine = affine

    def draw(self, scale: float) -> Rows:
        return np.round(self.rng.randn(*self.shape) * scale + self.rng.uniform(-1, 1) * scale,
                        self.decimals)  # fmt: skip

    def problem(self, **more: Any) -> dict[str, Any]:
        tree: dict[str, Any] = {
            "x": self.x.tolist(),
            "norm": {"convention": self.convention},
            **more,
        }
        if self.affine:
            tree |= {"gamma": self.gamma.tolist(), "beta": self.beta.tolist()}
        return tree

    def normed(self, z: Rows, **other: Any) -> Rows:
        return normed(z, self.gamma, self.beta, self.rule, **other)


Answer = tuple[str, dict[str, Any], str, Rows, Rows]
"""The command, the problem, the step, what is claimed of it, what is right."""


def _of_norm(work: Callable[[Drawn], Rows], **drawn: Any) -> Callable[..., Answer]:
    """A slip in a norm, in `layernorm` or, half of the time, in `addnorm`."""

    def make(rng: np.random.RandomState) -> Answer:
        rows = drawn.get("rows") or int(rng.choice([1, 1, 1, 3]))
        affine = drawn.get("affine", bool(rng.randint(2)))
        case = Drawn(rng, rows=rows, small=drawn.get("small", False), affine=affine)
        if rng.randint(2):
            command, problem = "layernorm", case.problem()
        else:
            command, problem = "addnorm", case.problem(sublayer=case.f.tolist())
            case.x = case.x + case.f
        return command, problem, "result", work(case), case.normed(case.x)

    return make


def _of_sum(work: Callable[[Drawn], Rows]) -> Callable[..., Answer]:
    def make(rng: np.random.RandomState) -> Answer:
        case = Drawn(rng, rows=int(rng.choice([1, 1, 3])), small=False, affine=bool(rng.randint(2)))
        problem = case.problem(sublayer=case.f.tolist())
        return "addnorm", problem, "result", work(case), case.normed(case.x + case.f)

    return make


def _other_eps(case: Drawn) -> Rows:
    eps = case.rng.choice([e for e in _EPS if e != case.rule.eps])
    return case.normed(case.x, eps=float(eps))


def _other_place(case: Drawn) -> Rows:
    return case.normed(case.x, at="variance" if case.rule.at == "sigma" else "sigma")


def _other_convention(case: Drawn) -> Rows:
    other = RULES[str(case.rng.choice([name for name in RULES if name != case.convention]))]
    return normed(case.x, case.gamma, case.beta, other)


def _no_mean(case: Drawn) -> Rows:
    if case.rng.randint(2):
        return case.normed(case.x, keep_mean=True)
    square = (case.x**2).sum(-1, keepdims=True) / (case.d - case.rule.ddof)
    return case.normed(case.x, keep_mean=True, statistics=(0.0, square))


def _brackets(case: Drawn) -> Rows:
    mean, variance = statistics(case.x, case.rule.ddof)
    if case.rng.randint(2):
        eps = case.rule.eps
        return case.gamma * ((case.x - mean) / np.sqrt(variance) + eps) + case.beta
    return case.gamma * (case.x - mean / divisor(variance, case.rule.eps, case.rule.at)) + case.beta


def _add_after(case: Drawn) -> Rows:
    if case.rng.randint(2):
        return case.x + case.normed(case.f)
    return case.normed(case.x) + case.f


def _sign(case: Drawn) -> Rows:
    y = case.normed(case.x).reshape(-1).copy()
    places = case.rng.choice(y.size, int(case.rng.randint(1, 3)), replace=False)
    y[places] *= -1
    return y.reshape(case.shape)


def _swapped(case: Drawn) -> Rows:
    y = case.normed(case.x).reshape(-1).copy()
    one, other = case.rng.choice(y.size, 2, replace=False)
    y[[one, other]] = y[[other, one]]
    return y.reshape(case.shape)


def _one_component(case: Drawn) -> Rows:
    """One deviation, square or quotient that came out wrong, and what follows from it."""
    z = np.atleast_2d(case.x)
    row, i = case.rng.randint(len(z)), case.rng.randint(case.d)
    mean, _ = statistics(z, 0)
    deviations = z - mean
    wrong = float(case.rng.choice([-1, 1]) * case.rng.uniform(0.1, 1.0))
    where = case.rng.randint(3)
    if where == 0:
        deviations[row, i] += wrong
    squares = deviations**2
    if where == 1:
        squares[row, i] += abs(wrong)
    variance = squares.sum(-1, keepdims=True) / (case.d - case.rule.ddof)
    y = deviations / divisor(variance, case.rule.eps, case.rule.at)
    if where == 2:
        y[row, i] += wrong
    return (case.gamma * y + case.beta).reshape(case.shape)


def _keystroke(rng: np.random.RandomState, number: float, decimals: int) -> float:
    """A number as somebody misread it, never as it is."""
    text = str(abs(number))
    sign = -1 if number < 0 else 1
    for _ in range(50):
        kind, other, turned = rng.randint(6), list(text), sign
        places = [n for n, c in enumerate(text) if c != "."]
        n = int(rng.choice(places))
        if kind == 0:
            turned = -sign
        elif kind == 1:
            other[n] = str(rng.randint(10))
        elif kind == 2:
            del other[n]
        elif kind == 3:
            other.insert(n, text[n])
        elif kind == 4:
            m = places[min(places.index(n) + 1, len(places) - 1)]
            other[n], other[m] = other[m], other[n]
        else:
            return sign * abs(number) * float(rng.choice([10.0, 0.1]))
        try:
            found = turned * float("".join(other))
        except ValueError:
            continue
        if found != number:
            return found
    return -number


def _misread(rng: np.random.RandomState) -> Answer:
    case = Drawn(rng, rows=int(rng.choice([1, 1, 3])), small=False, affine=bool(rng.randint(2)))
    names = ["x", "f", *(["gamma", "beta"] if case.affine else [])]
    problem = case.problem(sublayer=case.f.tolist())
    right = case.normed(case.x + case.f)
    name = str(rng.choice(names))
    array = getattr(case, name).copy()
    place = rng.randint(array.size)
    array.reshape(-1)[place] = _keystroke(rng, float(array.reshape(-1)[place]), case.decimals)
    setattr(case, name, array)
    return "addnorm", problem, "result", case.normed(case.x + case.f), right


def _sigma_variance(rng: np.random.RandomState) -> Answer:
    case = Drawn(rng, rows=int(rng.choice([1, 3])), small=False, affine=False)
    _, variance = statistics(case.x, case.rule.ddof)
    variance = np.atleast_1d(variance.squeeze())
    pair = {"sigma": np.sqrt(variance), "variance": variance}
    asked, claimed = [("sigma", "variance"), ("variance", "sigma")][rng.randint(2)]
    return "layernorm", case.problem(), asked, pair[claimed], pair[asked]


def _steps(slip: Callable[[Drawn], dict[str, Rows]]) -> Callable[..., Answer]:
    """A slip that is seen in the variance or σ already."""

    def make(rng: np.random.RandomState) -> Answer:
        case = Drawn(rng, rows=int(rng.choice([1, 3])), small=False, affine=False)
        _, variance = statistics(case.x, case.rule.ddof)
        right = {"variance": variance, "sigma": np.sqrt(variance)}
        name = str(rng.choice(list(right)))
        pair = (np.atleast_1d(values[name].squeeze()) for values in (slip(case), right))
        claimed, truly = pair
        return "layernorm", case.problem(), name, claimed, truly

    return make


def _ddof_steps(case: Drawn) -> dict[str, Rows]:
    _, variance = statistics(case.x, 1 - case.rule.ddof)
    return {"variance": variance, "sigma": np.sqrt(variance)}


def _float16(case: Drawn) -> Rows:
    """Every step stored in float16, sums in float32."""

    def kept(values: Rows) -> Rows:
        return np.asarray(values).astype(np.float16).astype(np.float32)

    z = kept(case.x)
    dev = kept(z - kept(z.mean(-1, keepdims=True)))
    variance = kept(kept(dev * dev).sum(-1, keepdims=True) / (case.d - case.rule.ddof))
    eps = np.float32(case.rule.eps)
    root = kept(np.sqrt(variance)) + eps if case.rule.at == "sigma" else np.sqrt(variance + eps)
    y = kept(dev / kept(root))
    return kept(kept(kept(case.gamma) * y) + kept(case.beta)).astype(float)


def _cancelled(rng: np.random.RandomState) -> Answer:
    """E[z²] - μ² in float32, of numbers that lie far from zero."""
    case = Drawn(rng, rows=1, small=False, affine=False)
    case.x = np.round(case.x + rng.choice([300.0, 1000.0, 3000.0]), 2)
    z = case.x.astype(np.float32)
    d = np.float32(case.d - case.rule.ddof)
    mean = np.float32(z.mean())
    variance = np.float32((z * z).mean() - mean * mean) * np.float32(case.d) / d
    root = divisor(max(variance, np.float32(0)), case.rule.eps, case.rule.at)
    right = case.normed(case.x)
    if not root:
        return _cancelled(rng)
    return "layernorm", case.problem(), "result", ((z - mean) / root).astype(float), right


def _one_row(case: Drawn) -> Rows:
    mean, variance = statistics(case.x, case.rule.ddof)
    row, other = case.rng.choice(len(case.x), 2, replace=False)
    mean[row], variance[row] = mean[other], variance[other]
    return case.normed(case.x, statistics=(mean, variance))


_BENT: dict[str, Callable[[Rows], Rows]] = {
    "identity": lambda h: h,
    "relu": lambda h: np.maximum(h, 0),
    "gelu": lambda h: h * 0.5 * (1 + np.vectorize(erf)(h / sqrt(2))),
    "gelu-tanh": lambda h: 0.5 * h * (1 + np.tanh(sqrt(2 / np.pi) * (h + 0.044715 * h**3))),
    "silu": lambda h: h / (1 + np.exp(-h)),
}


def _linear(slip: str) -> Callable[..., Answer]:
    def make(rng: np.random.RandomState) -> Answer:
        case = Drawn(rng, rows=int(rng.choice([1, 1, 3])), small=False, affine=bool(rng.randint(2)))
        weight = np.round(rng.randn(case.d, case.d), 1)
        bias = np.round(rng.randn(case.d), 1)
        names = list(_BENT)
        name = str(rng.choice(names))
        sublayer = {"weight": weight.tolist(), "bias": bias.tolist(), "activation": name}
        problem = case.problem(sublayer=sublayer)
        right = case.normed(case.x + _BENT[name](case.x @ weight + bias))
        if slip == "activation":
            name = str(rng.choice([each for each in names if each != name]))
        else:
            weight = weight.T
        wrong = case.normed(case.x + _BENT[name](case.x @ weight + bias))
        return "addnorm", problem, "result", wrong, right

    return make


def _residual_alone(rng: np.random.RandomState) -> Answer:
    case = Drawn(rng, rows=int(rng.choice([1, 3])), small=False, affine=False)
    problem = {"x": case.x.tolist(), "sublayer": case.f.tolist()}
    return "residual", problem, "result", case.f, case.x + case.f


def _gradient(slip: str) -> Callable[..., Answer]:
    """dz = (dẑ - mean(dẑ) - ẑ mean(dẑ ẑ)) / σ, with ε = 0 and n in the variance."""

    def make(rng: np.random.RandomState) -> Answer:
        case = Drawn(rng, rows=int(rng.choice([1, 1, 3])), small=False, affine=bool(rng.randint(2)))
        case.convention, case.rule = "pytorch", RULES["pytorch"]
        d_y = case.draw(1.0)
        problem = case.problem(upstream=d_y.tolist())
        mean, variance = statistics(case.x, 0)
        den = np.sqrt(variance + 1e-5)
        z_hat, d_hat = (case.x - mean) / den, d_y * case.gamma
        first = d_hat.mean(-1, keepdims=True)
        second = z_hat * (d_hat * z_hat).mean(-1, keepdims=True)
        right = (d_hat - first - second) / den
        wrong = {
            "no-mean-term": (d_hat - second) / den,
            "no-projection-term": (d_hat - first) / den,
            "stop-gradient": d_hat / den,
        }[slip]
        return "gradient", problem, "result", wrong, right

    return make


MAKERS: dict[str, tuple[Callable[[np.random.RandomState], Answer], ...]] = {
    "right": (_of_norm(lambda c: c.normed(c.x)), _of_norm(lambda c: c.normed(c.x), small=True)),
    "ddof": (
        _of_norm(lambda c: c.normed(c.x, ddof=1 - c.rule.ddof)),
        _steps(_ddof_steps),
    ),
    "eps-place": (_of_norm(_other_place, small=True),),
    "eps": (_of_norm(_other_eps, small=True),),
    "convention": (_of_norm(_other_convention, small=True),),
    "no-mean": (_of_norm(_no_mean),),
    "not-divided": (
        _of_norm(lambda c: c.gamma * (c.x - c.x.mean(-1, keepdims=True)) + c.beta),
    ),
    "variance-for-sigma": (_of_norm(lambda c: c.normed(c.x, den=lambda v, d: v)),),
    "brackets": (_of_norm(_brackets),),
    "whole-matrix": (
        _of_norm(lambda c: c.normed(c.x, statistics=statistics(c.x, c.rule.ddof, None)), rows=3),
    ),
    "wrong-axis": (
        _of_norm(lambda c: c.normed(c.x, statistics=statistics(c.x, c.rule.ddof, 0)), rows=3),
    ),
    "sublayer-only": (_of_sum(lambda c: c.normed(c.f)),),
    "x-only": (_of_sum(lambda c: c.normed(c.x)),),
    "add-after-norm": (_of_sum(_add_after),),
    "not-normed": (_of_sum(lambda c: c.x + c.f),),
    "no-gamma": (
        _of_norm(lambda c: normed(c.x, np.ones(c.d), c.beta, c.rule), affine=True),
    ),
    "no-beta": (
        _of_norm(lambda c: normed(c.x, c.gamma, np.zeros(c.d), c.rule), affine=True),
    ),
    "gamma-beta-swapped": (
        _of_norm(lambda c: normed(c.x, c.beta, c.gamma, c.rule), affine=True),
    ),
    "gamma-plus-one": (
        _of_norm(lambda c: normed(c.x, c.gamma + 1, c.beta, c.rule), affine=True),
    ),
    "sigma-variance": (_sigma_variance,),
    "sign": (_of_norm(_sign),),
    "swapped": (_of_norm(_swapped),),
    "one-component": (_of_norm(_one_component),),
    "misread-input": (_misread,),
    "dtype": (_of_norm(_float16, rows=3),),
    "activation": (_linear("activation"),),
    "transposed": (_linear("transposed"),),
    "no-residual": (_residual_alone,),
    "cancellation": (_cancelled,),
    "one-row": (_of_norm(_one_row, rows=3),),
    "no-mean-term": (_gradient("no-mean-term"),),
    "no-projection-term": (_gradient("no-projection-term"),),
    "stop-gradient": (_gradient("stop-gradient"),),
}  # fmt: skip
"""How a claim with each slip is made."""


def claims(count: int, seed: int = 0) -> Iterator[Made]:
    """So many claims, every slip and every number of digits in turn."""
    rng = np.random.RandomState(seed)
    names = list(MAKERS)
    for number in range(count):
        slip = names[number % len(names)]
        digits = DIGITS[number // len(names) % len(DIGITS)]
        makers = MAKERS[slip]
        command, problem, path, wrong, right = makers[rng.randint(len(makers))](rng)
        yield Made(command, problem, path, show(wrong, digits), show(right, digits), slip, digits)
