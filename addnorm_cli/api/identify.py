"""Whose LayerNorm is this? Runs a function on rows that tell all conventions apart."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from addnorm_cli.api.trace import readable_errors, readers_language
from addnorm_cli.check.search import explain
from addnorm_cli.check.sheet import Desk, sheets_of
from addnorm_cli.check.windows import stretched_window
from addnorm_cli.inputs.documents import Document
from addnorm_cli.inputs.python_values import tree_of
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.messages import Language, say
from addnorm_cli.model.choices import choose
from addnorm_cli.model.claim import Claim
from addnorm_cli.model.conventions import CONVENTIONS
from addnorm_cli.model.options import Options
from addnorm_cli.model.records import record
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.numbers.exact import floats
from addnorm_cli.page.slips import slip_text
from addnorm_cli.trace.trace import Trace
from addnorm_cli.trace.verdict import SlipFound
from addnorm_cli.work import Asked, read, reworked, work

_CONSTANT, _HUGE = 4, 5
"""The rows of the probe that are constant, and whose squares float16 cannot hold."""

Rows = NDArray[np.float32]
LayerNorm = Callable[[Any], Any]
"""Takes an array (rows, d), or a torch tensor, and gives one of the same shape."""


def probe(dim: int = 8) -> Rows:
    """Rows that tell the conventions apart, (7, dim) in float32; eight wide in `samples/probe.npy`.

    An ordinary row; two with a small and a tiny variance, which show ε and its place; one far from
    zero, where E[z²] - μ² loses its digits; a constant one; a huge one, whose squares float16
    cannot hold; and a sparse one. float32 holds all of them exactly.

    Raises:
        ValueError: `dim` is less than 2.
    """
    if dim < 2:
        raise ValueError(say(readers_language(), "api.probe_dim", dim=dim))
    n = np.arange(dim)
    uneven = (n * n * 7 % 13 - 6) / 4
    sparse = np.where(n == dim // 2, 8.0, 0.0)
    return np.array(
        [
            uneven + 1,
            uneven * 2.0**-10,
            uneven * 2.0**-17,
            uneven + 1000,
            np.full(dim, 3.0),
            uneven * 2.0**14,
            sparse,
        ],
        dtype=np.float32,
    )


@record
class Identity:
    """Whose LayerNorm a function is.

    Attributes:
        conventions: All conventions that give its numbers; none where no convention does.
        nearest: The convention that it was compared with.
        slips: Where it is none of them, the known slips that turn `nearest` into it, best first.
        wrong: How many of its numbers are not those of `nearest`.
        size: How many numbers it gave.
    """

    conventions: tuple[str, ...]
    nearest: str
    slips: tuple[SlipFound, ...]
    wrong: int
    size: int

    def text(self, lang: Language | None = None) -> str:
        """The answer as a sentence, in the language of the machine where none is named."""
        language = readers_language() if lang is None else lang
        if self.conventions:
            return say(language, "api.identified", names=self.conventions)
        if self.slips:
            what = slip_text(self.slips[0], language)
            return say(language, "api.slipped", name=self.nearest, slip=what)
        facts = {"name": self.nearest, "wrong": self.wrong, "size": self.size}
        return say(language, "api.unidentified", **facts)

    def __str__(self) -> str:
        return self.text()


def identify(function: LayerNorm, dim: int = 8) -> Identity:
    """Whose LayerNorm a function is: it is run on `probe(dim)`, and compared with every convention.

    >>> print(identify(lambda x: x / (x * x).mean(-1, keepdims=True) ** 0.5).nearest)
    llama

    Args:
        function: Takes an array, or a torch tensor, of shape (7, dim), and gives the same shape.
        dim: How many components a row has.

    Raises:
        ValueError: What the function gives has another shape.
    """
    return _identity(_answer(function, dim), dim)


def assert_layernorm(function: LayerNorm, convention: str = "pytorch", dim: int = 8) -> None:
    """Assert that a function is the LayerNorm of a convention, for the tests of a course.

    Args:
        function: As for `identify`.
        convention: "docs", "pytorch", "bert", "keras", …
        dim: How many components a row has.

    Raises:
        AssertionError: It is not; the message says where first, and what was done instead.
        ValueError: There is no such convention, or the result has another shape.
    """
    with readable_errors():
        choose(convention, CONVENTIONS, "convention")
    answer = _answer(function, dim)
    asked, trace = _worked(convention, dim)
    wrong = _wrong(answer, trace)
    if wrong.any():
        raise AssertionError(_complaint(answer, asked, trace, wrong, convention))


def _complaint(answer: Array, asked: Asked, trace: Trace, wrong: Array, convention: str) -> str:
    """Where a function first differs from a convention, and why."""
    language = readers_language()
    index = tuple(int(n) for n in np.argwhere(wrong)[0])
    right = _right(trace)[index]
    lines = [
        say(language, "api.not_layernorm", name=convention, wrong=int(wrong.sum()),
            size=wrong.size, index=list(index), found=f"{answer[index]:.7g}",
            right=f"{right:.7g}")
    ]  # fmt: skip
    slips = _slips(answer, asked, trace)
    if slips:
        lines.append(slip_text(slips[0], language))
    else:
        lines.append(_identity(answer, answer.shape[-1]).text(language))
    return "\n".join(lines)


def _answer(function: LayerNorm, dim: int) -> Array:
    """What a function makes of the probe, as an array."""
    rows = probe(dim)
    try:
        found = function(rows.copy())
    except (TypeError, AttributeError):
        import sys

        torch = sys.modules.get("torch")  # whoever wrote a function for tensors has imported it
        if torch is None:
            raise
        found = function(torch.from_numpy(rows.copy()))
    if hasattr(found, "detach"):
        found = found.detach().cpu()
        found = found.float() if str(found.dtype) == "torch.bfloat16" else found
        found = found.numpy()
    answer = np.asarray(found)
    if answer.shape != rows.shape:
        shapes = {"expected": rows.shape, "found": answer.shape}
        raise ValueError(say(readers_language(), "api.probe_shape",
                             **{name: str(shape) for name, shape in shapes.items()}))  # fmt: skip
    return answer


def _worked(convention: str, dim: int) -> tuple[Asked, Trace]:
    document = Document("probe", {"x": tree_of(probe(dim), "probe")})
    asked = read("layernorm", document, Options(convention=convention), Reader())
    return asked, work(asked)


def _right(trace: Trace) -> Array:
    return floats(trace.cases[0].result.natural())


def _claim(answer: Array) -> Claim:
    """The answer of a function as a claim; what is not a number is left out of it."""
    numbers = answer.astype(np.float64).astype(object)
    numbers[~np.isfinite(answer.astype(np.float64))] = None
    small = answer.dtype.name if answer.dtype.name == "float16" else "float32"
    return Claim(path="result", numbers=numbers, kind="array", typed=numbers, dtype=small)


def _wrong(answer: Array, trace: Trace) -> Array:
    """Which numbers are not those of a convention, as far as float32 can tell."""
    (sheet,) = sheets_of(trace).values()
    window = stretched_window(_claim(answer), _right(trace).reshape(-1), sheet, Desk())
    missed = window.misses(_right(trace).reshape(1, -1))[0].reshape(answer.shape)
    wrong: Array = missed | ~np.isfinite(answer.astype(np.float64))
    return wrong


def _slips(
    answer: Array, asked: Asked, trace: Trace, *, pairs: bool = True
) -> tuple[SlipFound, ...]:
    rework = partial(reworked, asked)
    found = explain(asked.question, (_claim(answer),), trace, rework, pairs=pairs)
    if not np.isfinite(answer[_CONSTANT].astype(np.float64)).all():  # 0/0, as without ε
        found = tuple(sorted(found, key=lambda slip: slip.parameters.get("eps") != "0"))
    (wrong,) = np.nonzero(_wrong(answer, trace).any(axis=1))
    if not found and wrong.tolist() == [_HUGE]:  # its squares are more than float16 holds
        right = int(answer.size - answer.shape[1])
        return (SlipFound("dtype", right, answer.size, 0, {"dtype": "float16"}, "result"),)
    return found


def _identity(answer: Array, dim: int) -> Identity:
    found = {name: _worked(name, dim) for name in CONVENTIONS}
    wrong = {name: int(_wrong(answer, trace).sum()) for name, (_, trace) in found.items()}
    fitting = tuple(name for name, count in wrong.items() if not count)
    if fitting:
        return Identity(fitting, fitting[0], (), 0, answer.size)
    nearest = sorted(_distinct(), key=lambda name: wrong[name])
    for pairs in (False, True):
        slips = {
            name: own for name in nearest if (own := _slips(answer, *found[name], pairs=pairs))
        }
        if slips:
            name = min(slips, key=lambda name: len(slips[name][0].parameters))
            return Identity((), name, slips[name], wrong[name], answer.size)
    return Identity((), nearest[0], (), wrong[nearest[0]], answer.size)


def _distinct() -> list[str]:
    """The conventions, each rule once."""
    rules = {(s.kind, s.eps, s.eps_at, s.ddof): name for name, s in reversed(CONVENTIONS.items())}
    return sorted(rules.values(), key=list(CONVENTIONS).index)
