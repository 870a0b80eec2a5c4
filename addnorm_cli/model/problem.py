"""What was asked: the numbers as they were given, and the rules to work them by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, get_args

from addnorm_cli.model.naming import UNNAMED, Naming
from addnorm_cli.model.records import EMPTY, record

if TYPE_CHECKING:
    from collections.abc import Mapping
    from decimal import Decimal

    import numpy as np
    from numpy.typing import NDArray

    from addnorm_cli.model.claim import Claim

EpsAt = Literal["sigma", "variance"]
Orientation = Literal["xW", "Wx"]

EPS_PLACES: tuple[EpsAt, ...] = get_args(EpsAt)
ORIENTATIONS: tuple[Orientation, ...] = ("xW", "Wx")
USUAL_MOMENTUM = "0.1"
"""The share of a new batch in BatchNorm's running statistics, as in PyTorch."""

LARGE = 2**20
"""From so many numbers on, an array stays as its file stores it, and is worked in blocks."""


@record
class Tensor:
    """Numbers as they came in.

    Attributes:
        values: The numbers in float64, read-only, at least one dimension; a large file's float32
            stays as it is stored, and is taken as float64 where it is worked with.
        typed: The same numbers as the decimals that were typed (`Decimal("0.80")` keeps its
            zero), in an object array of the same shape; None for binary files, which have no
            typed digits.
        source: Where they came from, as a person would name it: "argument 1", "--gamma",
            "bank.json: x".
        stored: The type that a binary file stores them in; a result that goes into such a file
            has it too.
    """

    values: NDArray[np.floating[Any]]
    typed: NDArray[np.object_] | None
    source: str
    stored: str = "float64"

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the numbers."""
        return self.values.shape

    @property
    def floats(self) -> NDArray[np.float64]:
        """The numbers in float64."""
        return self.values.astype("float64", copy=False)


@record
class NormSpec:
    """Which norm, under which convention.

    Attributes:
        kind: Its name in the table of norms.
        eps: ε as it was typed, so that 1e-6 is shown as 1e-6 and carried exactly by hand.
        eps_at: Where ε stands: "sigma" for σ + ε, "variance" for √(σ² + ε).
        ddof: The divisor is d - ddof; None for norms without a variance.
        axes: How many of the last axes are normalized together, or the indices of those that are.
        unit_offset: The gain is 1 + γ (Gemma) instead of γ.
        convention: The name of the convention that these values are, or None for a mixture.
        own: The numbers of this norm alone, by name: {"groups": 2}. A whole number is an int, a
            decimal stands as it was typed.
        momentum: The share of a new batch in BatchNorm's running statistics, as it was typed; None
            for the usual one.
        training: Whether BatchNorm takes the statistics of its batch, not those that it remembers.
        running_mean: The means that BatchNorm remembers, one for each component, or None for 0.
        running_var: The variances likewise, or None for 1.
    """

    kind: str
    eps: str
    eps_at: EpsAt
    ddof: int | None
    axes: int | tuple[int, ...] = 1
    unit_offset: bool = False
    convention: str | None = None
    own: Mapping[str, int | str] = EMPTY
    momentum: str | None = None
    training: bool = True
    running_mean: Tensor | None = None
    running_var: Tensor | None = None

    @property
    def last_axes(self) -> int:
        """How many of the last axes are normalized together, where it is the last ones."""
        assert isinstance(self.axes, int), self.axes
        return self.axes

    def number(self, name: str) -> int | str | None:
        """A number of the rule by its name, whether all norms have it or this one alone."""
        return self.own[name] if name in self.own else getattr(self, name)

    def whole(self, name: str) -> int:
        """A whole number of this norm alone, for a formula: rms**spec.whole("p")."""
        return int(self.own[name])

    @property
    def groups(self) -> int:
        """Into how many groups the components are parted."""
        return int(self.own.get("groups", 1))

    @property
    def remembers(self) -> bool:
        """Whether running statistics were asked for."""
        return any(n is not None for n in (self.momentum, self.running_mean, self.running_var))

    @property
    def eps_decimal(self) -> Decimal:
        """ε as an exact decimal."""
        from decimal import Decimal

        return Decimal(self.eps)


@record
class Affine:
    """γ and β of one norm; None for ones and zeros."""

    gamma: Tensor | None = None
    beta: Tensor | None = None


@record
class Linear:
    """A sublayer to be worked out: F(x) = activation(x W + b), or W x + b.

    Attributes:
        weight: Shape (in, out) for orientation "xW", (out, in) for "Wx".
        bias: Shape (out,), or None.
        activation: A function by its name.
        orientation: How `weight` is stored.
    """

    weight: Tensor
    bias: Tensor | None
    activation: str = "identity"
    orientation: Orientation = "xW"


@record
class Case:
    """One vector or matrix to be worked, with the sublayer that is added to it.

    Attributes:
        label: The name that the reader gave ("A"), or None for the only case.
        x: The input, shape (..., d).
        sublayer: The sublayer's output, the sublayer itself, or None for a bare norm.
        bias: A third summand beside a sublayer's output, shape (d,), or None.
        upstream: The gradient that arrives at the output, shape (..., d), for `gradient`.
    """

    label: str | None
    x: Tensor
    sublayer: Tensor | Linear | None = None
    bias: Tensor | None = None
    upstream: Tensor | None = None


@record
class Notice:
    """Something to tell the reader beside the answer, by the key of its sentence."""

    key: str
    facts: Mapping[str, object] = EMPTY


@record
class Problem:
    """Everything that one calculation needs.

    Attributes:
        title: The reader's title, or None.
        cases: The cases in the order given; all of one label style.
        gamma: The gain, with the shape of the normalized axes, or None for ones.
        beta: The shift, likewise, or None for zeros.
        norm: The norm and its convention.
        rules: The rule of each norm, where several are compared.
        notices: What was noticed while reading: unused keys, overridden values.
        naming: What the reader calls columns, rows and cases.
        explain: The page is to say why each step is done.
        claims: What is claimed of it where it is stated.
    """

    title: str | None
    cases: tuple[Case, ...]
    gamma: Tensor | None
    beta: Tensor | None
    norm: NormSpec
    notices: tuple[Notice, ...] = ()
    rules: Mapping[str, NormSpec] = EMPTY
    naming: Naming = UNNAMED
    explain: bool = False
    claims: tuple[Claim, ...] = ()
