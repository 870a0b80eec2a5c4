"""Random problems of every command, as words of the command line."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

CONVENTIONS = [
    "docs",
    "pytorch",
    "onnx",
    "gpt2",
    "bert",
    "keras",
    "flax",
    "annotated",
    "excel",
    "llama",
    "t5",
    "gemma",
]
NORMS = ["layernorm", "rmsnorm", "batchnorm", "groupnorm", "scalenorm", "dyt"]
ROUNDINGS = ("half-up", "half-even", "truncate")
Words = list[str]
Drawn = tuple[Words, str]
"""The words, and what stands on standard input."""


def number(chance: random.Random) -> str:
    """A number as people type it."""
    kind = chance.random()
    if kind < 0.35:
        return str(chance.randint(-9, 9))
    if kind < 0.9:
        return f"{chance.uniform(-9, 9):.{chance.randint(1, 3)}f}"
    if kind < 0.94:
        return f"{chance.randint(-9, 9)}/{chance.randint(1, 9)}"
    if kind < 0.97:
        return f"{chance.uniform(-9, 9):.1f}e{chance.choice([-7, -5, -3, 3, 6, 17])}"
    return chance.choice(["0", "0.50", "1000000", "-0.0001", "123.456"])


def vector(chance: random.Random, size: int) -> str:
    return ",".join(number(chance) for _ in range(size))


def matrix(chance: random.Random, rows: int, size: int) -> str:
    return ";".join(vector(chance, size) for _ in range(rows))


def norm_words(chance: random.Random, size: int, rows: int, backward: bool = False) -> Words:
    """A norm or a convention, and what goes with it."""
    words: Words = []
    if chance.random() < 0.5:
        words += ["--convention", chance.choice(CONVENTIONS)]
    else:
        norms = NORMS[:2] if backward else NORMS
        norm = chance.choice([n for n in norms if n != "batchnorm" or rows > 1])
        words += ["--norm", norm]
        if norm == "groupnorm":
            words += ["--groups", str(chance.choice([g for g in (1, 2, 3) if size % g == 0]))]
        if norm in ("layernorm", "rmsnorm") and chance.random() < 0.4:
            words += ["--eps", chance.choice(["0", "1e-5", "1e-9", "0.1", "1e-12"])]
        if norm == "layernorm" and chance.random() < 0.3:
            words += ["--ddof", "1"]
        if norm == "batchnorm" and chance.random() < 0.5:
            words += ["--running-mean", vector(chance, size), "--momentum", "0.3"]
            words += ["--no-training"] if chance.random() < 0.5 else []
        if norm == "dyt":
            words += ["--dyt-alpha", chance.choice(["0.5", "0.25", "1"])]
    if chance.random() < 0.3:
        words += ["--gamma", vector(chance, size)]
    return words


def mode_words(chance: random.Random) -> Words:
    """How numbers are carried and shown, one way out of many."""
    kind = chance.random()
    words: Words = []
    if kind < 0.35:
        statistics = f",{chance.randint(0, 6)}" if chance.random() < 0.5 else ""
        words += ["--hand", f"{chance.randint(0, 6)}{statistics}"]
        if chance.random() < 0.7:
            words += ["--rounding", chance.choice(ROUNDINGS)]
    elif kind < 0.65:
        words += ["-p", str(chance.randint(0, 12))]
    elif kind < 0.72:
        words += ["--dtype", "float64"]
    if chance.random() < 0.3:
        words += ["--lang", "zh"]
    return words


def mode_of(words: Words) -> str:
    """The rounding in force."""
    return words[words.index("--rounding") + 1] if "--rounding" in words else "half-up"


def _shape(chance: random.Random) -> tuple[int, int]:
    return chance.choice([1, 1, 1, 2, 3]), chance.choice([2, 3, 4, 4, 5, 6, 8])


def residual(chance: random.Random) -> Drawn:
    rows, size = _shape(chance)
    return ["residual", matrix(chance, rows, size), matrix(chance, rows, size)], ""


def layernorm(chance: random.Random) -> Drawn:
    rows, size = _shape(chance)
    return ["layernorm", matrix(chance, rows, size), *norm_words(chance, size, rows)], ""


def channels(chance: random.Random) -> Drawn:
    """Samples of channels, of several places each."""
    count, places = chance.choice([2, 3]), chance.choice([2, 3])
    rows = (f"[{matrix(chance, count, places)}]".replace(";", "],[") for _ in range(2))
    words = ["layernorm", f"[{','.join(f'[{row}]' for row in rows)}]"]
    way = chance.choice(["batchnorm", "groupnorm", "0,1", "1,0", "-2", "[0]", "0,2"])
    words += ["--norm", way] if way.endswith("norm") else ["--axes", way]
    words += ["--groups", str(count)] if way == "groupnorm" else []
    words += ["--running-mean", "0.5"] if way == "batchnorm" else []
    return words, ""


def addnorm(chance: random.Random) -> Drawn:
    rows, size = _shape(chance)
    given = [matrix(chance, rows, size), matrix(chance, rows, size)]
    return ["addnorm", *given, *norm_words(chance, size, rows)], ""


def gradient(chance: random.Random) -> Drawn:
    rows, size = _shape(chance)
    size = min(size, 4)
    given = [matrix(chance, rows, size)]
    if chance.random() < 0.5:
        given.append(matrix(chance, rows, size))
    words = [
        "--upstream",
        matrix(chance, rows, size),
        *norm_words(chance, size, rows, backward=True),
    ]
    if len(given) == 1 and chance.random() < 0.4:
        activation = chance.choice(["identity", "relu", "gelu", "gelu-tanh", "quick-gelu", "silu"])
        words += ["--weight", matrix(chance, size, size), "--activation", activation]
    return ["gradient", *given, *words], ""


def flow(chance: random.Random) -> Drawn:
    words = ["gradient-flow", "--factor", number(chance), "--layers", str(chance.randint(2, 12))]
    if chance.random() < 0.5:
        words += ["--residual-factor", number(chance)]
    return words, ""


def compare(chance: random.Random) -> Drawn:
    rows, size = 3, chance.choice([2, 3, 4])
    return ["compare-norm", matrix(chance, rows, size), "--full"], ""


def block(chance: random.Random) -> Drawn:
    """One layer with attention and feed-forward."""
    size, inner = 4, 3

    def numbers(rows: int, columns: int) -> list[list[float]]:
        return [[round(chance.uniform(-1, 1), 1) for _ in range(columns)] for _ in range(rows)]

    attention = {f"W_{name}": numbers(size, size) for name in "qkvo"}
    ffn = {"W_1": numbers(size, inner), "W_2": numbers(inner, size)}
    activation = chance.choice(["relu", "gelu", "gelu-tanh", "silu"])
    layer = {
        "attention": {"heads": chance.choice([1, 2]), **attention},
        "ffn": {"activation": activation, **ffn},
    }
    problem = {"x": numbers(2, size), "layers": [layer]}
    placement = chance.choice(["post", "pre", "sandwich", "res-post", "parallel", "deepnorm"])
    return ["block", "-", "--placement", placement], json.dumps(problem)


KINDS: dict[str, Callable[[random.Random], Drawn]] = {
    "residual": residual,
    "layernorm": layernorm,
    "channels": channels,
    "addnorm": addnorm,
    "gradient": gradient,
    "gradient-flow": flow,
    "compare-norm": compare,
    "block": block,
}
