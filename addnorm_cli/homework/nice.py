"""Vectors that come out even: whole numbers in some unit whose σ is a whole number of units too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import gcd, isqrt
from typing import TYPE_CHECKING, Any

from addnorm_cli.model.records import record

if TYPE_CHECKING:
    import numpy as np

Pattern = tuple[int, ...]
"""What numbers have in common with their multiples, in any order and with any signs."""

SIGMAS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
"""σ in units."""
ENDING_SIGMAS = (1, 2, 4, 5, 8, 10)
"""Products of 2 and 5: what is divided by one of them has decimals that end."""
_BATCH, _LEAST_DRAWS, _MOST_KEPT = 2**14, 64, 256
"""So many numbers, or at least so many vectors, are drawn together, and so many of them kept."""
_MOST_BATCHES = 10_000
_FRESH_ROUNDS = 3
"""So often every σ is tried before numbers are used again that another problem is a multiple of."""
_FLAT_USES = 3
"""σ and -σ in turn is dull: it counts as used so often from the start."""


@record
class Evenness:
    """What is asked of the numbers that go into a norm, so that it comes out even.

    Attributes:
        ddof: The sum of squares is divided by d - ddof.
        centred: The numbers are deviations from a mean, so that their sum is 0.
    """

    ddof: int = 0
    centred: bool = True

    def sizes(self, count: int) -> list[int]:
        """The first sizes d that have d whole numbers with Σc² = (d - ddof) · σ² for a whole σ.

        Without a mean all of them may be σ. With one, Σc = 0, an even d has σ and -σ in turn where
        ddof is 0, and larger sizes have enough freedom; what fails is small. One deviation is 0.
        Two are c and -c, and 2c² = σ² has no solution, as √2 is no fraction. Three are a, b and
        -a - b, and 2 (a² + ab + b²) = 3σ² has none either: a² + ab + b² holds the factor 2 an even
        number of times, so that the left side holds it an odd number of times and the right side
        an even one.
        """
        without = {0: (1, 3), 1: (1, 2)}[self.ddof] if self.centred else ()
        return [d for d in range(1, count + len(without) + 1) if d not in without]


class EvenNumbers:
    """Draws whole numbers that come out even, other ones each time as long as there are any.

    Args:
        d: How many numbers; one of `evenness.sizes`.
        evenness: What is asked of them.
        generator: Where chance comes from.
    """

    def __init__(self, d: int, evenness: Evenness, generator: np.random.RandomState) -> None:
        self._d = d
        self._evenness = evenness
        self._generator = generator
        self._uses = Counter({(1,) * d: _FLAT_USES})
        self._known: dict[Pattern, list[int]] = {}
        self._exhausted: set[tuple[int, ...]] = set()

    def draw(self, sigmas: Sequence[int] = SIGMAS) -> list[int]:
        """The next numbers, in any order, with one of these σ."""
        if tuple(sigmas) not in self._exhausted:
            self._search(tuple(sigmas))
        factors = {pattern: self._factors(pattern, sigmas) for pattern in self._known}
        possible = [pattern for pattern, several in factors.items() if several]
        fewest = min(self._uses[pattern] for pattern in possible)
        chosen = self._one_of([pattern for pattern in possible if self._uses[pattern] == fewest])
        self._uses[chosen] += 1
        factor = self._one_of(factors[chosen]) * self._one_of((-1, 1))
        return [int(number) * factor for number in self._generator.permutation(self._known[chosen])]

    def _one_of(self, choices: Sequence[Any]) -> Any:
        return choices[self._generator.randint(len(choices))]

    def _search(self, sigmas: tuple[int, ...]) -> None:
        """Look for a pattern that was not used yet, until many tries bring up no more."""
        order = self._generator.permutation(sigmas)
        for attempt in range(_MOST_BATCHES):
            for numbers in self._batch(int(order[attempt % len(order)])):
                common = gcd(*numbers)
                smallest = [number // common for number in numbers]
                self._known.setdefault(tuple(sorted(map(abs, smallest))), smallest)
            possible = [p for p in self._known if self._factors(p, sigmas)]
            if any(pattern not in self._uses for pattern in possible):
                return
            if possible and attempt > _FRESH_ROUNDS * len(order):
                break
        self._exhausted.add(sigmas)

    def _factors(self, pattern: Pattern, sigmas: Sequence[int]) -> list[int]:
        """What the numbers of a pattern can be multiplied by to have one of these σ."""
        squares = sum(number**2 for number in pattern)
        wanted = [(self._d - self._evenness.ddof) * sigma**2 for sigma in sigmas]
        roots = [(isqrt(total // squares), total) for total in wanted]
        return [root for root, total in roots if root**2 * squares == total]

    def _batch(self, sigma: int) -> list[list[int]]:
        """Numbers of about that σ, those of many that happen to have exactly that σ."""
        # rounding to whole numbers adds 1/12 to the variance
        scale = max(sigma**2 - 1 / 12, 0.5) ** 0.5
        draws = max(_LEAST_DRAWS, _BATCH // self._d)
        numbers = (self._generator.randn(draws, self._d) * scale).round().astype(int)
        if self._evenness.centred:
            numbers[:, -1] = -numbers[:, :-1].sum(-1)
        squares = (self._d - self._evenness.ddof) * sigma**2
        exact = numbers[(numbers**2).sum(-1) == squares]
        return [list(map(int, row)) for row in exact[:_MOST_KEPT]]
