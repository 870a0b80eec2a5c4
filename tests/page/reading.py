"""An independent reader of worked lines: all that it knows of a line is its printed text.

A line is `symbol = numbers in their place = partial result = result`. Its arithmetic is worked out
with fractions as far as it goes, and with mpmath past that (roots, exp, the activations).
"""

from __future__ import annotations

import json
import math
import operator
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import mpmath  # type: ignore[import-untyped]
from mpmath import mpf

Value = Any
"""A fraction, or a number of mpmath's where no fraction is exact."""

MP = mpmath.mp.clone()
MP.dps = 70
_SAME = MP.mpf(10) ** -50
"""Roots that differ by less than this part of them are the same."""
SIGN = re.compile(r" ([=≈]) ")
_SMALLEST = 20_000
"""No number on a page has so many binary places."""
_TOKEN = re.compile(r"\s*(\d+(?:\.\d+)?(?:e[+-]\d+)?|e?-?∞|[A-Za-z_]+′?|[-+×/()√⁰¹²³⁴⁵⁶⁷⁸⁹])")
_WORK = {"+": operator.add, "-": operator.sub, "×": operator.mul, "/": operator.truediv}
_POWERS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_TAIL = re.compile(r"   \S+ -?[\d.e+-]+[,，、].*$")
"""What stands after a line that was worked by hand: the exact value and the drift."""
_WORKED = re.compile(r" [=≈] (?:[-(√∞\d]|\w+′?\()")
_NOISE = re.compile(r"(?<= 0)(?: \(rounding noise, below |（舍入噪声，小于 )(1e[+-]\d+)[)）]$")
"""What stands behind a 0 that may be off by its own size."""
_REMARK = re.compile(r"^\S+ = -?[\d.]+[,，].*$|^\S+ = -?[\d.]+ [^\d\s=≈×/+()-].*$")
"""A sentence such as "γ = 1, so γ ⊙ ẑ = ẑ"."""


class Unread(ValueError):
    """A line that is none, or that cannot be read."""


def lines_of(page: str) -> Iterator[str]:
    """The worked lines of a plain page; every indented line with a sign is one, or a remark."""
    for line in page.splitlines():
        if not line.startswith("   ") or line.startswith("    "):
            continue
        text = _TAIL.sub("", line[3:])
        if _WORKED.search(text) and not _REMARK.match(text):
            yield text


def lines_of_json(node: Any) -> Iterator[str]:
    """The worked lines of a printed trace."""
    if isinstance(node, dict):
        yield from node.get("work", [])
        for value in node.values():
            yield from lines_of_json(value)
    elif isinstance(node, list):
        for value in node:
            yield from lines_of_json(value)


def parts(line: str) -> tuple[list[str], list[str]]:
    """The signs of a line, and what stands behind each."""
    pieces = SIGN.split(line)
    return pieces[1::2], pieces[2::2]


def faults(line: str, mode: str = "half-up") -> list[str]:
    """What is wrong with a line: a link that does not come to the result, a sign that is not true.

    Args:
        line: A worked line.
        mode: How its result is rounded: half-up, half-even or truncate.
    """
    line, bound = _without_noise(line)
    signs, links = parts(line)
    try:
        values = [worth(link) for link in links]
    except (Unread, ZeroDivisionError) as problem:
        return [f"cannot be read: {problem!r}"]
    found = []
    result, places = values[-1], decimals(links[-1])
    if not isinstance(result, Fraction):
        return ["ends in no number"]
    for link, value in zip(links[:-1], values[:-1], strict=True):
        come = value if places is None else rounded(value, places, mode)
        if not (same(come, result) if bound is None else abs(_float(value)) <= bound):
            found.append(f"{link} does not come to {links[-1]}")
    for number, sign in enumerate(signs[1:]):
        a, b = values[number], values[number + 1]
        alike = _is_bent(links[number], a) == _is_bent(links[number + 1], b)
        if (sign == "=") != (alike and same(a, b)):
            found.append(f"{links[number]} {sign} {links[number + 1]}")
    return found


def _is_bent(text: str, value: Value) -> bool:
    """Whether a link has a function in it that comes to no fraction, however near it is to one."""
    return not isinstance(value, Fraction) and any(f"{name}(" in text for name in _BENT)


def _without_noise(line: str) -> tuple[str, mpf | None]:
    """A line that says of its 0 that it is rounding noise, without that; and the bound it gives."""
    match = _NOISE.search(line)
    return (line, None) if match is None else (line[: match.start()], MP.mpf(match[1]))


def decimals(text: str) -> int | None:
    """The decimals of a number, which may be negative: 1.5e+20 has -19; None for a fraction."""
    match = re.fullmatch(r"-?\d+(?:\.(\d+))?(?:e([+-]\d+))?", text)
    if match is None:
        return None
    return len(match[1] or "") - int(match[2] or 0)


def same(a: Value, b: Value) -> bool:
    """Whether two numbers are the same."""
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a == b
    left, right = _float(a), _float(b)
    return bool(abs(left - right) <= _SAME * max(abs(left), abs(right)))


def rounded(value: Value, places: int, mode: str) -> Fraction:
    """A number with so many decimals."""
    scaled = _fraction(value) * Fraction(10) ** places
    whole, rest = divmod(abs(scaled), 1)
    up = {
        "half-up": rest * 2 >= 1,
        "half-even": rest * 2 > 1 or (rest * 2 == 1 and whole % 2 == 1),
        "truncate": False,
    }[mode]
    size = Fraction(whole + up) / Fraction(10) ** places
    return size if scaled >= 0 else -size


def _fraction(value: Value) -> Fraction:
    if isinstance(value, Fraction):
        return value
    sign, mantissa, exponent, _ = value._mpf_
    if exponent < -_SMALLEST:  # exp(-1e12) has more digits than fit in memory
        mantissa, exponent = 1, -_SMALLEST
    size = Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    return -size if sign else size


def _float(value: Value) -> mpf:
    return MP.mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else value


def _root(value: Value) -> Value:
    if isinstance(value, Fraction) and value >= 0:
        above, below = math.isqrt(value.numerator), math.isqrt(value.denominator)
        if above**2 == value.numerator and below**2 == value.denominator:
            return Fraction(above, below)
    return MP.sqrt(_float(value))


def _sigmoid(x: mpf) -> mpf:
    return 1 / (1 + MP.exp(-x))


def _gelu(x: mpf) -> mpf:
    return x * MP.ncdf(x)


def _gelu_tanh(x: mpf) -> mpf:
    # (1 + tanh u) / 2 is 1 / (1 + exp(-2u)), which keeps its digits far below 0
    return x * _sigmoid(2 * MP.sqrt(2 / MP.pi) * (x + MP.mpf("0.044715") * x**3))


def _quick(x: mpf) -> mpf:
    return x * _sigmoid(MP.mpf("1.702") * x)


def _silu(x: mpf) -> mpf:
    return x * _sigmoid(x)


def _slope(function: Callable[[mpf], mpf]) -> Callable[[mpf], mpf]:
    return lambda x: MP.diff(function, x)


_BENT: dict[str, Callable[[mpf], mpf]] = {
    "exp": MP.exp,
    "tanh": MP.tanh,
    "GELU": _gelu,
    "GELU_tanh": _gelu_tanh,
    "QuickGELU": _quick,
    "SiLU": _silu,
}
_BENT |= {f"{name}′": _slope(function) for name, function in _BENT.items()}
_STRAIGHT: dict[str, Callable[[Value], Value]] = {
    "id": lambda x: x,
    "id′": lambda x: Fraction(1),
    "ReLU": lambda x: x if x > 0 else Fraction(0),
    "ReLU′": lambda x: Fraction(int(x > 0)),
}


def worth(text: str) -> Value:
    """What an arithmetic expression comes to."""
    reader = _Reader(text)
    value = reader.sum()
    if reader.token is not None:
        raise Unread(text)
    return value


class _Reader:
    """Reads an expression from left to right."""

    def __init__(self, text: str) -> None:
        self.text, self.position = text, 0
        self.token: str | None = None
        self.step()

    def step(self) -> str | None:
        """Go on to the next token; returns the one before it."""
        before = self.token
        if not self.text[self.position :].strip():
            self.token = None
            return before
        match = _TOKEN.match(self.text, self.position)
        if match is None:
            raise Unread(self.text)
        self.token, self.position = match[1], match.end()
        return before

    def sum(self) -> Value:
        value = self.product()
        while self.token in ("+", "-"):
            sign, other = self.step(), self.product()
            value = _both(value, other, _WORK[sign or ""])
        return value

    def product(self) -> Value:
        value = self.power()
        while self.token in ("×", "/"):
            sign, other = self.step(), self.power()
            value = _both(value, other, _WORK[sign or ""])
        return value

    def power(self) -> Value:
        if self.token == "-":
            self.step()
            return -self.power()
        value = self.atom()
        digits = ""
        while self.token is not None and self.token in _POWERS:
            digits += str(_POWERS.index(self.step() or ""))
        return value ** int(digits) if digits else value

    def atom(self) -> Value:
        token = self.step()
        if token == "(":
            value = self.sum()
            if self.step() != ")":
                raise Unread(self.text)
            return value
        if token == "√":
            return _root(self.atom())
        if token is not None and token[0].isdigit():
            return Fraction(token)
        if token in _STRAIGHT:
            return _STRAIGHT[token](self.atom())
        if token in _BENT:
            argument = self.atom()
            if argument == 0 and isinstance(argument, Fraction) and not token.endswith("′"):
                return Fraction(int(token == "exp"))
            return _BENT[token](_float(argument))
        raise Unread(self.text)


def _both(a: Value, b: Value, work: Callable[[Any, Any], Value]) -> Value:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return work(a, b)
    if work is operator.mul and any(isinstance(v, Fraction) and not v for v in (a, b)):
        return Fraction(0)
    return work(_float(a), _float(b))


def read_json(text: str) -> list[str]:
    """The worked lines of one printed trace."""
    return list(lines_of_json(json.loads(text)))
