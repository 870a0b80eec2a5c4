"""The functions that the script of a block calls, in NumPy's words and in PyTorch's."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from addnorm_cli.formula.norms import NORMS
from addnorm_cli.messages import Language
from addnorm_cli.model.problem import NormSpec, Tensor
from addnorm_cli.model.records import replaced
from addnorm_cli.script.code_norms import norm_function, norm_name
from addnorm_cli.script.dialect import Dialect
from addnorm_cli.trace.trace import Trace

_NUMPY_HELPERS = {
    "softmax": """\
def softmax(s):
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)""",
    "attend": """\
def attend(q, k, v, heads, kv_heads, causal):
    length = len(q)
    q = q.reshape(length, heads, -1).swapaxes(0, 1)
    k = k.reshape(len(k), kv_heads, -1).swapaxes(0, 1).repeat(heads // kv_heads, axis=0)
    v = v.reshape(len(v), kv_heads, -1).swapaxes(0, 1).repeat(heads // kv_heads, axis=0)
    scores = q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])
    if causal:
        scores = np.where(np.tri(length, dtype=bool), scores, -np.inf)
    return (softmax(scores) @ v).swapaxes(0, 1).reshape(length, -1)""",
    "heads_of": """\
def heads_of(m, heads, shared=1):
    return m.reshape(len(m), heads, -1).swapaxes(0, 1).repeat(shared, axis=0)""",
    "mix": """\
def mix(scores, v):
    return (softmax(scores) @ v).swapaxes(0, 1).reshape(scores.shape[1], -1)""",
    "rotate": """\
def rotate(m, d_head, base):
    half = d_head // 2
    angles = np.arange(len(m))[:, None] * base ** (-2 * np.arange(half) / d_head)
    cos, sin = np.cos(angles)[:, None], np.sin(angles)[:, None]
    first, second = np.split(m.reshape(len(m), -1, d_head), 2, axis=-1)
    turned = [first * cos - second * sin, second * cos + first * sin]
    return np.concatenate(turned, axis=-1).reshape(m.shape)""",
    "turn": """\
def turn(m, d_head, frequencies, size=1.0, pairs="halves"):
    h, width = m.reshape(len(m), -1, d_head), 2 * len(frequencies)
    angles = np.arange(len(m))[:, None] * frequencies
    cos, sin = size * np.cos(angles)[:, None], size * np.sin(angles)[:, None]
    first, second = h[..., : width // 2], h[..., width // 2 : width]
    if pairs == "interleaved":
        first, second = h[..., 0:width:2], h[..., 1:width:2]
    turned = [first * cos - second * sin, second * cos + first * sin]
    if pairs == "interleaved":
        turned = [np.stack(turned, -1).reshape(*h.shape[:-1], width)]
    return np.concatenate([*turned, h[..., width:]], -1).reshape(m.shape)""",
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
    "heads_of": """\
def heads_of(m, heads, shared=1):
    return m.reshape(len(m), heads, -1).transpose(0, 1).repeat_interleave(shared, dim=0)""",
    "mix": """\
def mix(scores, v):
    return (scores.softmax(-1) @ v).transpose(0, 1).reshape(scores.shape[1], -1)""",
    "rotate": """\
def rotate(m, d_head, base):
    half = d_head // 2
    angles = torch.arange(len(m))[:, None] * base ** (-2 * torch.arange(half) / d_head)
    cos, sin = torch.cos(angles)[:, None], torch.sin(angles)[:, None]
    first, second = m.reshape(len(m), -1, d_head).chunk(2, dim=-1)
    turned = [first * cos - second * sin, second * cos + first * sin]
    return torch.cat(turned, dim=-1).reshape(m.shape)""",
    "turn": """\
def turn(m, d_head, frequencies, size=1.0, pairs="halves"):
    h, width = m.reshape(len(m), -1, d_head), 2 * len(frequencies)
    angles = torch.arange(len(m))[:, None] * frequencies
    cos, sin = size * torch.cos(angles)[:, None], size * torch.sin(angles)[:, None]
    first, second = h[..., : width // 2], h[..., width // 2 : width]
    if pairs == "interleaved":
        first, second = h[..., 0:width:2], h[..., 1:width:2]
    turned = [first * cos - second * sin, second * cos + first * sin]
    if pairs == "interleaved":
        turned = [torch.stack(turned, -1).reshape(*h.shape[:-1], width)]
    return torch.concatenate([*turned, h[..., width:]], -1).reshape(m.shape)""",
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
_NEEDS = {"attend": ("softmax",), "mix": ("softmax",)}
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
        if getattr(trace.settings, "qk_norm", None):  # those of queries and keys may be narrower
            body = [re.sub(r"\(z, \[\d+\]", "(z, z.shape[-1:]", line) for line in body]
        defaults = dict.fromkeys(names, "None")
    else:
        gamma = 0 if trace.norm.unit_offset else 1
        defaults = {name: str(gamma if name == "gamma" else 0) for name in names}
    given = "".join(f", {name}={value}" for name, value in defaults.items())
    return [f"def {norm_name(trace.norm)}(z{given}):", *body]
