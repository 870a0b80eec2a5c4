"""The norms as lines of a program, in NumPy's words and in PyTorch's."""

from __future__ import annotations

import math
from collections.abc import Iterator

from addnorm_cli.formula.axes import CHANNELS, Arrangement, arrangement
from addnorm_cli.formula.definition import Definitions
from addnorm_cli.formula.expr import ROW, Call, Expr, Num, lift, references
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.messages import Language, say
from addnorm_cli.model.problem import NormSpec
from addnorm_cli.model.records import record, replaced
from addnorm_cli.script.dialect import Dialect
from addnorm_cli.script.from_tree import lines_of
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.recorder import steps_of
from addnorm_cli.trace.trace import Trace


def norm_name(spec: NormSpec) -> str:
    """What the function of a norm is called; nothing where there is no norm."""
    return NORMS[spec.kind].function


def norm_function(trace: Trace, dialect: Dialect, language: Language) -> list[str]:
    """The norm of a trace as a function of z, or nothing where there is none."""
    spec = trace.norm
    if spec is None or not norm_name(spec):
        return []
    writer = Writer(trace, spec, dialect, language)
    own = {
        "layernorm": writer.layernorm,
        "batchnorm": writer.batchnorm,
        "groupnorm": writer.groupnorm,
    }
    body = own.get(spec.kind, writer.steps)
    return [f"def {norm_name(spec)}(z):", *(f"    {line}" for line in body())]


@record
class Writer:
    """Writes the body of a norm's function, line by line."""

    trace: Trace
    spec: NormSpec
    dialect: Dialect
    language: Language

    def layernorm(self) -> Iterator[str]:
        """Over the last axes, or the library's own where it is the same."""
        spec = self.spec
        if self.can_be_native and (spec.eps_at, spec.ddof) == ("variance", 0):
            shape = self.rows.trail
            weight, bias = (n if n in self.trace.inputs else "None" for n in ("gamma", "beta"))
            yield f"return F.layer_norm(z, {list(shape)}, {weight}, {bias}, eps=eps)"
            return
        if not self.still:
            yield from self.steps()
            return
        yield from self.deviations("z", self.axes, self.rows.width)
        yield from self.finished(self.normalized)

    def steps(self) -> Iterator[str]:
        """The steps of the norm's own formulas, one a line."""
        spec, norm = self.spec, NORMS[self.spec.kind]
        table = dict(norm.formulas(spec))
        if norm.spread in table and self.rooted("") != "":
            root = table[norm.spread]
            table[norm.spread] = replaced(root, formula=_clamped(root.formula))
        left_out = norm.gamma_of(spec)
        known: dict[str, Expr] = {"d": lift(self.rows.width)}
        if "gamma" not in self.trace.inputs and isinstance(left_out, Num):
            known["gamma"] = left_out
        if "beta" not in self.trace.inputs:
            known["beta"] = lift(0)
        over = self.over(self.axes)
        steps = [name for name in steps_of(table) if name != norm.spread or _is_needed(name, table)]
        return lines_of(table, steps, known, over, self.dialect)

    def batchnorm(self) -> Iterator[str]:
        """Over the batch: every axis but the last ones; or with what is remembered."""
        if not self.spec.training:
            yield from self.remembered()
            return
        alone = len(self.shape) == 1
        if alone:
            yield "z = z[None]"
        others = tuple(axis for axis in range(len(self.shape)) if axis != CHANNELS)
        axes = str(others) if len(others) > 1 else "0"
        yield from self.deviations("z", axes, math.prod(self.rows.lead))
        *lines, last = self.finished(self.normalized)
        yield from lines
        yield f"return ({last.removeprefix('return ')})[0]" if alone else last

    def remembered(self) -> Iterator[str]:
        """BatchNorm at inference; what it remembers at first is mean 0 and variance 1."""
        inputs = self.trace.inputs
        yield f"dev = {'z - running_mean' if 'running_mean' in inputs else 'z'}"
        yield f"var = {'running_var' if 'running_var' in inputs else self.one}"
        yield from self.finished(self.normalized)

    @property
    def one(self) -> str:
        """An array of a single 1."""
        return f"{self.dialect.array}(1.0)"

    def groupnorm(self) -> Iterator[str]:
        """Over the parts of each row."""
        size = self.rows.width // self.spec.groups
        parts = ", ".join(map(str, (*self.rows.lead, self.spec.groups, size)))
        yield f"g = z.reshape({parts})"
        yield from self.deviations("g", "-1", size)
        yield from self.finished(f"({self.normalized}).reshape(z.shape)")

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of z, which is that of the result."""
        return self.trace.cases[0].result.shape

    @property
    def rows(self) -> Arrangement:
        """How z becomes rows."""
        return arrangement(self.spec, self.shape)

    @property
    def axes(self) -> str:
        """The axes that the statistics of a row run over."""
        axes = self.spec.axes
        if isinstance(axes, int):
            return self.last(axes)
        return str(axes[0] if len(axes) == 1 else axes)

    @property
    def can_be_native(self) -> bool:
        """Whether the library has a layer_norm of its own that runs over these axes."""
        return self.dialect.native and isinstance(self.spec.axes, int) and not self.still

    @property
    def still(self) -> bool:
        """Whether some deviations are all 0, where a mean that is almost right would be seen."""
        ids = ("deviations", "squares")  # rmsnorm has no deviations
        found = [s.quantity for _, s in self.trace.steps() if s.id in ids]
        return any(_is_still(quantity) for quantity in found)

    def last(self, count: int) -> str:
        """The last axes."""
        return "-1" if count == 1 else str(tuple(range(-count, 0)))

    def over(self, axes: str) -> str:
        """The arguments that name axes and keep them."""
        return f"{self.dialect.over.format(axes)}, {self.dialect.keep}"

    def root(self, inner: str) -> str:
        """The square root."""
        return f"{self.dialect.module}.sqrt({inner})"

    def deviations(self, name: str, axes: str, size: int) -> Iterator[str]:
        """The lines from a mean to a variance."""
        over, spec = self.over(axes), self.spec
        yield from self.mean(name, axes)
        yield f"dev = {name} - mu"
        if spec.ddof:
            divisor = f"({size} - {spec.ddof})"
            yield f"var = (dev**2).sum({over}) / {divisor}"
        else:
            yield f"var = (dev**2).mean({over})"

    def rooted(self, square: str) -> str:
        """What the root is taken of.

        Autograd has no slope for the root of 0, and 0 times none would be none.
        """
        goes_back = self.dialect.native and self.trace.goes_back and self.still
        return f"{square}.clamp(min=1e-300)" if goes_back else square

    @property
    def normalized(self) -> str:
        """ẑ out of deviations and variance."""
        if self.spec.eps_at == "sigma":
            return f"dev / ({self.root(self.rooted('var'))} + eps)"
        return f"dev / {self.root('var + eps')}"

    def mean(self, name: str, axes: str) -> Iterator[str]:
        """The mean; measured from the first component where it has to be exact."""
        over = self.over(axes)
        if not self.still:
            yield f"mu = {name}.mean({over})"
            return
        yield f"first = {name}[{self.first(axes)}]"
        why = say(self.language, "code.still")
        yield f"mu = first + ({name} - first).mean({over})  # {why}"

    def first(self, axes: str) -> str:
        """The index of the first number that each statistic runs over."""
        named = [int(axis) for axis in axes.strip("(,)").split(",") if axis.strip()]
        if min(named) < 0:
            return f"..., {', '.join([':1'] * len(named))}"
        return ", ".join(":1" if axis in named else ":" for axis in range(max(named) + 1))

    def finished(self, value: str, name: str = "z_hat") -> Iterator[str]:
        """The lines that return γ ⊙ value + β, as far as these are given."""
        inputs = self.trace.inputs
        if "gamma" not in inputs and "beta" not in inputs:
            yield f"return {value}"
            return
        yield f"{name} = {value}"
        if "gamma" in inputs:
            name = f"{'(1 + gamma)' if self.spec.unit_offset else 'gamma'} * {name}"
        yield f"return {name}{' + beta' if 'beta' in inputs else ''}"


def _is_needed(name: str, table: Definitions) -> bool:
    """Whether a later step refers to a step."""
    formulas = (entry.formula for entry in table.values() if entry.formula is not None)
    return any(ref.name == name for formula in formulas for ref in references(formula))


def _clamped(root: Expr | None) -> Expr | None:
    """The root of a number that is never 0."""
    return Call("sqrt", Call("clamped", root.argument)) if isinstance(root, Call) else root


def _is_still(quantity: Quantity) -> bool:
    axis = -1 if quantity.index[0] == ROW else 0
    numbers = quantity.value if quantity.exact is None else quantity.exact
    return bool((numbers == 0).all(axis=axis).any())
