"""Numbers of pencil and paper: a + b√q with rational a and b, which no operation rounds."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal
from fractions import Fraction
from math import gcd, isqrt
from typing import Any

from addnorm_cli.numbers import roots

MOST = 8192
"""So that nobody waits: terms of more bits than this make roots and powers floats, and decimals
of more digits before or after the point are refused."""
_EVERY_DIGIT = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN)


def _operator(
    exactly: Callable[[Surd, Surd], Any], in_floats: Callable[[float, float], float]
) -> tuple[Callable[[Any, Any], Any], Callable[[Any, Any], Any]]:
    """An operator for a Surd on its left side, and for one on its right."""

    def work(x: Any, y: Any) -> Any:
        if type(x) is not Surd or type(y) is not Surd:
            if isinstance(x, float) or isinstance(y, float):
                return in_floats(roots.nearest(x), roots.nearest(y))
            x, y = _taken(x), _taken(y)
            if x is None or y is None:
                return NotImplemented
        result = exactly(x, y)
        return roots.nearest(exactly(_near(x), _near(y))) if result is None else result

    return work, lambda y, x: work(x, y)


def _comparison(holds: Callable[[Any, Any], bool]) -> Callable[[Any, Any], Any]:
    """A comparison with any real number, by the sign of the difference."""

    def compare(x: Surd, y: Any) -> Any:
        if isinstance(y, float | Decimal) and not Decimal(y).is_finite():
            return holds(0, y)
        y = _taken(y)
        return NotImplemented if y is None else holds(_order(x, y), 0)

    return compare


def _added(x: Surd, y: Surd, sign: int = 1) -> Surd | None:
    if (shared := _shared(x, y)) is None:
        return None
    q, mx, my = shared
    common = gcd(x._d, y._d)
    left, right = y._d // common, x._d // common * sign
    n, m = x._n * left + y._n * right, mx * left + my * right
    common = gcd(n, m, common)  # no other factor of the denominator can divide both n and m
    return _raw(n // common, m // common, q, x._d * left // common)


def _multiplied(x: Surd, y: Surd) -> Surd | None:
    if shared := _shared(x, y):
        q, mx, my = shared
        return _made(x._n * y._n + mx * my * q, x._n * my + mx * y._n, q, x._d * y._d)
    if x._n or y._n:
        return None
    common = gcd(x._q, y._q)  # two pure roots: √p·√q = √(pq)
    q = x._q // common * (y._q // common)
    return _made(0, x._m * y._m * common, q, x._d * y._d)


def _divided(x: Surd, y: Surd) -> Surd | None:
    norm = y._n * y._n - y._m * y._m * y._q  # d / (n + m√q) = d·(n - m√q) / (n² - m²q)
    if not norm:
        raise ZeroDivisionError("division by zero")
    return _multiplied(x, _made(y._n * y._d, -y._m * y._d, y._q, norm))


class Surd:
    """An exact real number a + b√q, which does not change.

    It works with int, Fraction and Decimal exactly, and with float as a float. With another Surd
    the result is a Surd as long as one root is enough for it: the same root, one of the two
    numbers rational, or a product or quotient of two pure roots. Else it is a float.

    q is free of squares, unless it is so large that one of a large prime was not found in it; two
    numbers are equal, or have the same root, however their roots are written.

    Args:
        value: The number, exactly; a float is the binary fraction that it stores.

    Raises:
        OverflowError: `value` is infinite, or a decimal with far too many digits.
        ValueError: `value` is not a number.
        TypeError: `value` is of a type that has no exact real numbers.
    """

    __slots__ = ("_d", "_m", "_n", "_q")
    _n: int  # (n + m√q) / d in lowest terms, d > 0, and q = 0 where m = 0
    _m: int
    _q: int
    _d: int

    def __init__(self, value: Surd | Fraction | Decimal | float) -> None:
        number = _taken(value)
        if number is None:
            message = f"{type(value).__name__} has no exact real numbers"
            raise TypeError(message)
        self._n, self._m, self._q, self._d = number._n, number._m, number._q, number._d

    __add__, __radd__ = _operator(_added, operator.add)
    __sub__, __rsub__ = _operator(lambda x, y: _added(x, y, -1), operator.sub)
    __mul__, __rmul__ = _operator(_multiplied, operator.mul)
    __truediv__, __rtruediv__ = _operator(_divided, operator.truediv)
    __lt__, __le__ = _comparison(operator.lt), _comparison(operator.le)
    __gt__, __ge__ = _comparison(operator.gt), _comparison(operator.ge)
    __eq__ = _comparison(operator.eq)

    def __hash__(self) -> int:
        root = (self.b**2 * self._q, self._m > 0)  # the same however √q is written
        return hash((self.a, *root) if self._m else self.a)

    def __bool__(self) -> bool:
        return bool(self._n or self._m)

    def __neg__(self) -> Surd:
        return _raw(-self._n, -self._m, self._q, self._d)

    def __abs__(self) -> Surd:
        return -self if roots.sign(self._n, self._m, self._q) < 0 else self

    def __pow__(self, exponent: Any) -> Any:
        """An integer power, exactly; any other, or one with far too many digits, as a float."""
        power = _taken(exponent)
        if power is None:
            return NotImplemented
        if isinstance(exponent, float):
            return math.pow(self, exponent)
        if power._m or power._d != 1 or self.size() * abs(power._n) > MOST:
            return math.pow(self, power)
        result, square, left = Surd(1), self, abs(power._n)
        while left:
            result = result * square if left % 2 else result
            square, left = square * square, left // 2
        return 1 / result if power._n < 0 else result

    def __float__(self) -> float:
        """The nearest float, of two the even one; too large a number is an OverflowError."""
        near = _near(self) if self._m else self
        return near._n / near._d

    def sqrt(self) -> Surd | float:
        """The square root: a Surd of a rational number, else a float. NumPy calls this.

        Raises:
            ValueError: The number is negative.
        """
        if not self:
            return self
        if self < 0:
            raise ValueError("square root of a negative number")
        if self._m or self.size() > MOST:
            near = _near(self, 120)
            return float(_raw(0, 1, near._n * near._d, near._d))
        (above, p), (below, q) = roots.square_factor(self._n), roots.square_factor(self._d)
        return _made(0, above, p * q, below * q) if p * q > 1 else _raw(above, 0, 0, below)

    def exp(self) -> Surd | float:
        """The exponential as a float, but 1 for 0. NumPy calls this."""
        if not self:
            return Surd(1)
        near = float(self)
        return math.exp(near) * (1 + float(self - Fraction(near)))

    def tanh(self) -> float:
        """The hyperbolic tangent as a float. NumPy calls this."""
        return math.tanh(self)

    @property
    def a(self) -> Fraction:
        """The rational part."""
        return Fraction(self._n, self._d)

    @property
    def b(self) -> Fraction:
        """What the root is multiplied by."""
        return Fraction(self._m, self._d)

    @property
    def q(self) -> int:
        """What stands under the root; 0 where there is none."""
        return self._q

    @property
    def is_rational(self) -> bool:
        """Whether it has no root."""
        return not self._m

    def size(self) -> int:
        """The bits of its largest term: how much work it makes, and how long its text is."""
        return max(term.bit_length() for term in (self._n, self._m, self._q, self._d))

    def terminates(self) -> int | None:
        """After how many places it ends as a decimal; None where it never does."""
        return None if self._m else roots.places(self._d)

    def rounded(self, places: int, mode: str = "half-up") -> Decimal:
        """The number with that many decimals (-2: in hundreds), rounded as `roots.rounded` does."""
        up, down = 10 ** max(places, 0), 10 ** max(-places, 0)
        whole = roots.rounded(self._n * up, self._m * up, self._q, self._d * down, mode)
        return Decimal(whole).scaleb(-places, _EVERY_DIGIT)

    def significant(self, digits: int, mode: str = "half-up") -> Decimal:
        """The number rounded to that many digits, counted from its first that is not 0."""
        if not self:
            return Decimal(0)
        magnitude = roots.magnitude(self._n, self._m, self._q, self._d)
        places = digits - 1 - math.floor((magnitude - 2) * math.log10(2))
        while True:  # there may be a digit too many, also where 9.99 becomes 10.0
            result = self.rounded(places, mode)
            more = result.adjusted() + 1 + places - digits
            if not more:
                return result
            places -= more

    def __str__(self) -> str:
        """The number in a form that SymPy reads: 5/2, -3*sqrt(5)/5, 1/2 + sqrt(5)/2."""
        a, above, below = self.a, self.b.numerator, self.b.denominator
        if not above:
            return str(a)
        times, over = f"{abs(above)}*" * (abs(above) > 1), f"/{below}" * (below > 1)
        term = f"{times}sqrt({self._q}){over}"
        if a:
            return f"{a} + {term}" if above > 0 else f"{a} - {term}"
        return term if above > 0 else f"-{term}"

    def __repr__(self) -> str:
        return f"Surd({self})"


def _raw(n: int, m: int, q: int, d: int) -> Surd:
    """The number (n + m√q) / d, which is in lowest terms."""
    number: Surd = object.__new__(Surd)
    number._n, number._m, number._q, number._d = n, m, q if m else 0, d
    return number


def _made(n: int, m: int, q: int, d: int) -> Surd:
    """The number (n + m√q) / d, in lowest terms."""
    common = gcd(n, m, d) if d > 0 else -gcd(n, m, d)
    return _raw(n // common, m // common, q, d // common)


def _taken(value: Any) -> Surd | None:
    """A number of any exact type, and what a float stores; None for anything else."""
    if type(value) is Surd:
        return value
    if not isinstance(value, (int, float, Decimal, Fraction)):
        return None
    if isinstance(value, Decimal) and value.is_finite():
        digits_after = -int(value.as_tuple().exponent)
        if max(value.adjusted(), digits_after) > MOST:
            raise OverflowError("a decimal with too many digits")
    above, below = value.as_integer_ratio()
    return _raw(above, 0, 0, below)


def _shared(x: Surd, y: Surd) -> tuple[int, int, int] | None:
    """One root for both numbers, and what each has of it; None where they need two."""
    if x._q == y._q or not (x._q and y._q):
        return x._q or y._q, x._m, y._m
    q = gcd(x._q, y._q)  # they may still share √q: where the rest of both is a square
    left, right = isqrt(x._q // q), isqrt(y._q // q)
    same = left * left * q == x._q and right * right * q == y._q
    return (q, x._m * left, y._m * right) if same else None


def _order(x: Surd, y: Surd) -> int:
    """The sign of x - y, with two roots too."""
    n, mx, my = x._n * y._d - y._n * x._d, x._m * y._d, y._m * x._d
    if x._q == y._q or not (mx and my):
        return roots.sign(n, mx - my, x._q or y._q)
    return roots.sign_of_two(n, mx, x._q, -my, y._q)


def _near(x: Surd, bits: int = 60) -> Surd:
    """A rational number beside an irrational one, for work in floats: it rounds to the same float.

    Floats, and the middles between them, are binary fractions of at most 54 bits. None of these
    lies between two neighbours of more bits, so the middle of such neighbours stands for all of
    the numbers between them.
    """
    n, m, q, d = x._n, x._m, x._q, x._d
    after = max(bits - roots.magnitude(n, m, q, d), 0)  # bits after the point
    return _raw(2 * roots.floor(n << after, m << after, q, d) + 1, 0, 0, 2 << after)


Number = float | Decimal | Surd
"""What a number is carried as."""
