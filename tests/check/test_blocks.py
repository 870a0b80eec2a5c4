"""The slip behind a claim about a block; the claims are worked by NumPy here."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.check.claims import show
from tests.check.searching import slips_of, typed

RNG = np.random.RandomState(5)
X = np.round(RNG.randn(3, 4), 2)
W = {
    name: np.round(RNG.randn(4, 4) * 0.7, 2) for name in ("W_q", "W_k", "W_v", "W_o", "W_1", "W_2")
}


def normed(z: Any, ddof: int = 0) -> Any:
    mean, variance = z.mean(-1, keepdims=True), z.var(-1, keepdims=True, ddof=ddof)
    return (z - mean) / (np.sqrt(variance) + 1e-6)


def attention(x: Any, weights: dict[str, Any], *, scaled: bool = True, causal: bool = False) -> Any:
    q, k, v = (x @ weights[name] for name in ("W_q", "W_k", "W_v"))
    scores = q @ k.T / (2.0 if scaled else 1.0)  # √d_k = 2
    if causal:
        scores = np.where(np.triu(np.ones((3, 3), dtype=bool), 1), -np.inf, scores)
    shares = np.exp(scores - scores.max(-1, keepdims=True))
    return shares / shares.sum(-1, keepdims=True) @ v @ weights["W_o"]


def silu(h: Any) -> Any:
    return h / (1 + np.exp(-h))


def relu(h: Any) -> Any:
    return np.maximum(h, 0)


def block(**other: Any) -> Any:
    """A layer with its norms after the sums, or with one slip in it."""
    weights, act = {**W, **other.get("weights", {})}, other.get("act", relu)
    ddof, kept = other.get("ddof", 0), other.get("kept", 1.0)
    flags = {name: other[name] for name in ("scaled", "causal") if name in other}
    if other.get("pre"):
        x = X + attention(normed(X), weights, **flags)
        return x + act(normed(x) @ weights["W_1"]) @ weights["W_2"]
    x = normed(kept * X + attention(X, weights, **flags), ddof)
    return normed(other.get("kept_2", 1.0) * x + act(x @ weights["W_1"]) @ weights["W_2"], ddof)


PROBLEM = {
    "x": X.tolist(),
    "placement": "post",
    "layers": [
        {
            "attention": {n: W[n].tolist() for n in ("W_q", "W_k", "W_v", "W_o")},
            "ffn": {"W_1": W["W_1"].tolist(), "W_2": W["W_2"].tolist(), "activation": "relu"},
        }
    ],
}


@pytest.mark.parametrize(
    ("wrong", "slip", "parameters"),
    [
        ({"ddof": 1}, "ddof", {"ddof": 1}),
        ({"scaled": False}, "no-scale", {}),
        ({"causal": True}, "no-mask", {"causal": True}),
        ({"act": silu}, "activation", {"activation": "silu"}),
        ({"act": lambda h: h}, "activation", {"activation": "identity"}),
        ({"pre": True}, "placement", {"placement": "pre"}),
        ({"kept": 0.0}, "no-residual", {"step": "layer1.add1"}),
        ({"kept_2": 0.0}, "no-residual", {"step": "layer1.add2"}),
        ({"kept": 0.0, "kept_2": 0.0}, "no-residual", {}),
        ({"weights": {"W_k": W["W_k"].T}}, "transposed", {"layer": 1, "weight": "W_k"}),
        ({"weights": {name: w.T for name, w in W.items()}}, "transposed", {"orientation": "Wx"}),
    ],
)
def test_what_was_done_is_named_first(
    wrong: dict[str, Any], slip: str, parameters: dict[str, Any]
) -> None:
    first, *_ = slips_of("block", PROBLEM, typed("result", show(block(**wrong), 4)))
    assert (first.id, dict(first.parameters)) == (slip, parameters)


def test_a_sign_in_the_result_of_a_block_is_found() -> None:
    y = block()
    y[1, 2] *= -1
    first, *_ = slips_of("block", PROBLEM, typed("result", show(y, 4)))
    assert (first.id, dict(first.parameters)) == ("sign", {"components": [[1, 2]]})


def test_numbers_that_have_nothing_to_do_with_it_are_explained_by_nothing() -> None:
    claim = typed("result", show(RNG.randn(3, 4), 4))
    assert not slips_of("block", PROBLEM, claim)
