"""A Transformer block as lines of a program: its layers in order, with their weights in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from addnorm_cli.formula.expr import Call, Expr
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.messages import Language
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.problem import NormSpec, Tensor
from addnorm_cli.model.records import EMPTY, replaced
from addnorm_cli.script.code_norms import norm_function, norm_name
from addnorm_cli.script.dialect import Dialect
from addnorm_cli.script.literals import tensor_literal
from addnorm_cli.trace.settings import BlockSettings
from addnorm_cli.trace.trace import Quantity, Section, Step, Trace

MOST_WRITTEN = 5_000
"""A script with more numbers in it is none that a person would write."""

_NUMPY_HELPERS = {
    "softmax": """\
def softmax(s):
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)""",
    "attend": """\
def attend(q, k, v, heads, kv_heads, causal):
    length = len(q)
    q = q.reshape(length, heads, -1).swapaxes(0, 1)
    k = k.reshape(length, kv_heads, -1).swapaxes(0, 1).repeat(heads // kv_heads, axis=0)
    v = v.reshape(length, kv_heads, -1).swapaxes(0, 1).repeat(heads // kv_heads, axis=0)
    scores = q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])
    if causal:
        scores = np.where(np.tri(length, dtype=bool), scores, -np.inf)
    return (softmax(scores) @ v).swapaxes(0, 1).reshape(length, -1)""",
    "rotate": """\
def rotate(m, d_head, base):
    half = d_head // 2
    angles = np.arange(len(m))[:, None] * base ** (-2 * np.arange(half) / d_head)
    cos, sin = np.cos(angles)[:, None], np.sin(angles)[:, None]
    first, second = np.split(m.reshape(len(m), -1, d_head), 2, axis=-1)
    turned = [first * cos - second * sin, second * cos + first * sin]
    return np.concatenate(turned, axis=-1).reshape(m.shape)""",
    "relu": """\
def relu(h):
    return np.maximum(h, 0)""",
    "silu": """\
def silu(h):
    return h / (1 + np.exp(-h))""",
    "gelu": """\
def gelu(h):
    return 0.5 * h * (1 + np.vectorize(math.erf)(h / math.sqrt(2)))""",
    "gelu_tanh": """\
def gelu_tanh(h):
    return 0.5 * h * (1 + np.tanh(math.sqrt(2 / math.pi) * (h + 0.044715 * h**3)))""",
    "quick_gelu": """\
def quick_gelu(h):
    return h / (1 + np.exp(-1.702 * h))""",
}
_PYTORCH_HELPERS = {
    "attend": """\
def attend(q, k, v, heads, kv_heads, causal):
    q, k, v = (
        m.reshape(len(m), n, -1).transpose(0, 1).repeat_interleave(heads // n, dim=0)
        for m, n in ((q, heads), (k, kv_heads), (v, kv_heads))
    )
    o = F.scaled_dot_product_attention(q, k, v, is_causal=causal)
    return o.transpose(0, 1).reshape(o.shape[1], -1)""",
    "rotate": """\
def rotate(m, d_head, base):
    half = d_head // 2
    angles = torch.arange(len(m))[:, None] * base ** (-2 * torch.arange(half) / d_head)
    cos, sin = torch.cos(angles)[:, None], torch.sin(angles)[:, None]
    first, second = m.reshape(len(m), -1, d_head).chunk(2, dim=-1)
    turned = [first * cos - second * sin, second * cos + first * sin]
    return torch.cat(turned, dim=-1).reshape(m.shape)""",
    "relu": """\
relu = F.relu""",
    "silu": """\
silu = F.silu""",
    "gelu": """\
gelu = F.gelu""",
    "gelu_tanh": """\
def gelu_tanh(h):
    return F.gelu(h, approximate="tanh")""",
    "quick_gelu": """\
def quick_gelu(h):
    return h * torch.sigmoid(1.702 * h)""",
}
_NEEDS = {"attend": ("softmax",)}
"""What a helper of NumPy's calls."""


def helpers(work: Sequence[str], dialect: Dialect) -> list[str]:
    """The functions that lines of work call, each before it is needed."""
    known = _PYTORCH_HELPERS if dialect.native else _NUMPY_HELPERS
    text = "\n".join(work)
    called = [name for name in known if re.search(rf"\b{name}\(", text)]
    needed = [n for name in called for n in (*_NEEDS.get(name, ()), name) if n in known]
    parts = [known[name] for name in dict.fromkeys(needed)]
    return ["", "\n\n\n".join(parts), ""] if parts else []


def affine_of(norm: NormSpec) -> tuple[str, ...]:
    """The parameters that a norm of a block takes."""
    return ("gamma", "beta") if NORMS[norm.kind].beta else ("gamma",)


def block_norm(trace: Trace, dialect: Dialect, language: Language) -> list[str]:
    """The norm of a block as a function of z, γ and β, which every place has for itself."""
    if trace.norm is None:
        return []
    one = Tensor(np.ones(1), None, "")
    names = affine_of(trace.norm)
    _, *body = norm_function(replaced(trace, inputs=dict.fromkeys(names, one)), dialect, language)
    if any("F.layer_norm" in line for line in body):
        defaults = dict.fromkeys(names, "None")
    else:
        gamma = 0 if trace.norm.unit_offset else 1
        defaults = {name: str(gamma if name == "gamma" else 0) for name in names}
    given = "".join(f", {name}={value}" for name, value in defaults.items())
    return [f"def {norm_name(trace.norm)}(z{given}):", *body]


@dataclass(slots=True)
class BlockLines:
    """Writes the layers of a trace one after the other.

    Attributes:
        trace: The calculation.
        dialect: The words to use.
        lines: The lines so far.
    """

    trace: Trace
    dialect: Dialect
    lines: list[str] = field(default_factory=list)
    _names: dict[tuple[object, ...], str] = field(default_factory=dict)
    _numbers: int = 0

    def write(self) -> list[str]:
        """The lines from x to the last state of the stream.

        Raises:
            InputError: There are too many numbers for a script.
        """
        (case,) = self.trace.cases
        for part in case.parts:
            if isinstance(part, Step):
                self._add(part, ["update"])
            elif part.kind == "layer":
                self.lines += ["", f"# {part.id}"]
                self._layer(part)
            else:
                self.lines += ["", f"# {part.id}"]
                self.lines.append(f"x = {self._norm(part, 'x')}")
        return self.lines

    def _layer(self, layer: Section) -> None:
        """Its parts in order: a norm stands before a sublayer, after it, or after the sum."""
        source, last = "x", ""
        deltas: list[str] = []
        for part in layer.parts:
            if isinstance(part, Step):
                self._add(part, deltas)
                source, deltas, last = "x", [], part.id
            elif part.kind != "norm":
                name = {"attention": "a", "ffn": "f"}[part.kind]
                self._sublayer(part, name, source)
                deltas.append(name)
            elif deltas:
                self.lines.append(f"{deltas[-1]} = {self._norm(part, deltas[-1])}")
            elif last and part.id.removesuffix("_post") == f"norm{last.removeprefix('add')}":
                self.lines.append(f"x = {self._norm(part, 'x')}")
            else:
                source = "z"
                self.lines.append(f"z = {self._norm(part, 'x')}")

    def _add(self, step: Step, deltas: Sequence[str]) -> None:
        if deltas == ["update"]:
            deltas = [self._array("delta", step.scope["update"])]
        stream = ["alpha * x" if "alpha" in step.scope else "x"]
        settings = self.trace.settings
        kept = stream if isinstance(settings, BlockSettings) and settings.residual else []
        self.lines.append(f"x = {' + '.join([*kept, *deltas])}")

    def _norm(self, section: Section, value: str) -> str:
        assert self.trace.norm is not None
        scope = _scope(section)
        given = [
            f", {name}={self._array(name, scope[name])}"
            for name in affine_of(self.trace.norm)
            if name in scope and not scope[name].neutral
        ]
        return f"{norm_name(self.trace.norm)}({value}{''.join(given)})"

    def _sublayer(self, section: Section, name: str, source: str) -> None:
        scope = _scope(section)
        result = section.result
        if result.formula is None and "x" not in scope:
            self.lines.append(f"{name} = {self._array(f'{section.kind}_output', result)}")
        elif name == "a":
            self._attention(scope, source)
        else:
            self._feed_forward(scope, source)

    def _attention(self, scope: Mapping[str, Quantity], source: str) -> None:
        for letter in "qkv":
            self.lines.append(f"{letter} = {self._linear(scope, source, letter, letter)}")
        heads, d_head = (scope["Q"].value.shape[n] for n in (0, 2))
        if "q_rotated" in scope:
            assert isinstance(self.trace.settings, BlockSettings)
            base = f"{self.trace.settings.rotary_base:g}"
            self.lines += [f"{m} = rotate({m}, {d_head}, {base})" for m in "qk"]
        kv_heads = scope["k"].value.shape[-1] // d_head
        causal = "masked_scores" in scope
        self.lines.append(f"a = attend(q, k, v, {heads}, {kv_heads}, {causal})")
        if "W_o" in scope:
            self.lines.append(f"a = {self._linear(scope, 'a', 'o', 'o')}")

    def _feed_forward(self, scope: Mapping[str, Quantity], source: str) -> None:
        self.lines.append(f"h = {self._linear(scope, source, '1', '1')}")
        if "gate" in scope:
            self.lines.append(f"g = {self._linear(scope, source, 'gate', 'gate')}")
            self.lines.append("f = silu(g) * h")
        else:
            self.lines.append(f"f = {_called(scope['activation'].formula)}(h)")
        if "W_2" in scope:
            self.lines.append(f"f = {self._linear(scope, 'f', '2', '2')}")

    def _linear(self, scope: Mapping[str, Quantity], source: str, weight: str, bias: str) -> str:
        matrix = scope[f"W_{weight}"]
        out = "i" if weight in ("o", "2") else "j"
        turned = ".T" if matrix.index[0] == out else ""  # stored as (out, in)
        product = f"{source} @ {self._array(f'W_{weight}', matrix)}{turned}"
        if f"b_{bias}" not in scope:
            return product
        return f"{product} + {self._array(f'b_{bias}', scope[f'b_{bias}'])}"

    def _array(self, name: str, quantity: Quantity) -> str:
        """The name of an array, which is written out where it is needed first."""
        tensor = _given(quantity)
        if tensor.typed is None and not self.trace.arithmetic.reference and quantity.typed is None:
            raise InputError("script_rounded", where="--format")
        key = (name, tensor.shape, tensor.values.tobytes())
        if key not in self._names:
            self._numbers += tensor.values.size
            if self._numbers > MOST_WRITTEN:
                raise InputError("script_too_long", where="--format", most=MOST_WRITTEN)
            taken = set(self._names.values())
            own = next(n for n in _candidates(name) if n not in taken)
            self._names[key] = own
            self.lines.append(f"{own} = {tensor_literal(tensor, self.dialect)}")
        return self._names[key]


def _candidates(name: str) -> Iterator[str]:
    yield name
    number = 2
    while True:
        yield f"{name}_{number}"
        number += 1


def _scope(section: Section) -> Mapping[str, Quantity]:
    steps = [part for part in section.parts if isinstance(part, Step)]
    return steps[-1].scope if steps else EMPTY


def _given(quantity: Quantity) -> Tensor:
    """What was given, with the digits that were typed."""
    typed = quantity.typed
    values = quantity.value.astype(np.float64)
    if typed is not None and isinstance(typed.reshape(-1)[0], str):
        typed = None
    return Tensor(values=values, typed=typed, source=quantity.name)


def _called(formula: Expr | None) -> str:
    assert isinstance(formula, Call)
    return formula.function.replace("-", "_")
