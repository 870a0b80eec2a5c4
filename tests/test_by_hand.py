"""Every formula with numbers that anybody can work on paper: each is right by itself.

The net holds that a step is what its formula says; here stands what the formula has to say. The
inputs are chosen so that every root comes out whole, or is a number that has a name.
"""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest

from tests.conftest import Result, Runner

Steps = dict[str, Any]

GIVEN = "--gamma 2,1,1,3 --beta 0,1,0,-1"
LN3 = math.log(3)
COS, SIN = math.cos(1), math.sin(1)
COS_100TH, SIN_100TH = math.cos(0.01), math.sin(0.01)


def holds(run: Result, steps: Steps) -> None:
    """The steps have these values."""
    assert run.code == 0, run.err
    for path, right in steps.items():
        found = np.array(run.step(path)["value"], dtype=float)  # null, a masked score, is NaN
        np.testing.assert_allclose(found, np.array(right, dtype=float), rtol=2e-15, atol=2e-16)


def ids(run: Result) -> list[str]:
    return [step["id"] for step in run.json["steps"]]


NORMS: dict[str, Steps] = {
    f"layernorm 1,1,5,5 --eps 0.5 {GIVEN}": {
        "mean": 3, "deviations": [-2, -2, 2, 2], "squares": [4, 4, 4, 4], "variance": 4, "sigma": 2,
        "denominator": 2.5, "normalized": [-0.8, -0.8, 0.8, 0.8], "scaled": [-1.6, -0.8, 0.8, 2.4],
        "output": [-1.6, 0.2, 0.8, 1.4],
    },
    f"layernorm 1,1,5,5 --eps 2.25 --eps-at variance {GIVEN}": {
        "mean": 3, "deviations": [-2, -2, 2, 2], "squares": [4, 4, 4, 4], "variance": 4, "sigma": 2,
        "denominator": 2.5, "normalized": [-0.8, -0.8, 0.8, 0.8], "scaled": [-1.6, -0.8, 0.8, 2.4],
        "output": [-1.6, 0.2, 0.8, 1.4],
    },
    "layernorm 1,1,3,5,5 --ddof 1 --eps 0": {
        "mean": 3, "deviations": [-2, -2, 0, 2, 2], "squares": [4, 4, 0, 4, 4], "variance": 4,
        "sigma": 2, "denominator": 2, "normalized": [-1, -1, 0, 1, 1], "scaled": [-1, -1, 0, 1, 1],
        "output": [-1, -1, 0, 1, 1],
    },
    "layernorm 1,7 --norm rmsnorm --eps 5 --eps-at sigma --gamma 10,-2": {
        "squares": [1, 49], "mean_square": 25, "rms": 5, "denominator": 10,
        "normalized": [0.1, 0.7], "output": [1, -1.4],
    },
    "layernorm 1,7 --norm rmsnorm --eps 75 --eps-at variance --gamma 10,-2": {
        "squares": [1, 49], "mean_square": 25, "rms": 5, "denominator": 10,
        "normalized": [0.1, 0.7], "output": [1, -1.4],
    },
    "layernorm 1,7 --convention gemma --eps 75 --gamma 1,-0.5": {
        "squares": [1, 49], "mean_square": 25, "rms": 5, "denominator": 10,
        "normalized": [0.1, 0.7], "output": [0.2, 0.35],
    },
    "layernorm 1,0;1,4;5,0;5,4 --norm batchnorm --eps 2.25 --gamma 2,5 --beta 1,-1": {
        "mean": [3, 2], "deviations": [[-2, -2], [-2, 2], [2, -2], [2, 2]],
        "squares": [[4, 4], [4, 4], [4, 4], [4, 4]], "variance": [4, 4], "sigma": [2, 2],
        "denominator": [2.5, 2.5],
        "normalized": [[-0.8, -0.8], [-0.8, 0.8], [0.8, -0.8], [0.8, 0.8]],
        "scaled": [[-1.6, -4], [-1.6, 4], [1.6, -4], [1.6, 4]],
        "output": [[-0.6, -5], [-0.6, 3], [2.6, -5], [2.6, 3]],
    },
    "layernorm 1,6;1,6;3,6;5,6;5,6 --norm batchnorm --ddof 1 --eps-at sigma --eps 0.5": {
        "mean": [3, 6], "deviations": [[-2, 0], [-2, 0], [0, 0], [2, 0], [2, 0]],
        "squares": [[4, 0], [4, 0], [0, 0], [4, 0], [4, 0]], "variance": [4, 0], "sigma": [2, 0],
        "denominator": [2.5, 0.5], "normalized": [[-0.8, 0], [-0.8, 0], [0, 0], [0.8, 0], [0.8, 0]],
        "output": [[-0.8, 0], [-0.8, 0], [0, 0], [0.8, 0], [0.8, 0]],
    },
    "layernorm 1,0;1,4;5,0;5,4 --norm batchnorm --eps 2.25 --momentum 0.25 --running-mean 7,2"
    " --running-var 4,8": {
        "mean": [3, 2], "deviations": [[-2, -2], [-2, 2], [2, -2], [2, 2]],
        "squares": [[4, 4], [4, 4], [4, 4], [4, 4]], "variance": [4, 4], "sigma": [2, 2],
        "denominator": [2.5, 2.5], "unbiased_variance": [16 / 3, 16 / 3],
        "next_running_mean": [6, 2], "next_running_var": [3 + 4 / 3, 6 + 4 / 3],
        "normalized": [[-0.8, -0.8], [-0.8, 0.8], [0.8, -0.8], [0.8, 0.8]],
        "output": [[-0.8, -0.8], [-0.8, 0.8], [0.8, -0.8], [0.8, 0.8]],
    },
    "layernorm 3,4 --norm batchnorm --no-training --running-mean 1,6 --running-var 4,9 --eps 1"
    " --eps-at sigma --gamma 3,2": {
        "deviations": [2, -2], "sigma": [2, 3], "denominator": [3, 4],
        "normalized": [2 / 3, -0.5], "scaled": [2, -1], "output": [2, -1],
    },
    "layernorm 3,4 --norm batchnorm --no-training --eps 3": {  # it remembers 0 and 1 at first
        "deviations": [3, 4], "sigma": [1, 1], "denominator": [2, 2],
        "normalized": [1.5, 2], "output": [1.5, 2],
    },
    "layernorm 1,5,10,4 --norm groupnorm --eps 1 --eps-at sigma --gamma 3,6,4,8 --beta 1,0,0,1": {
        "mean": [3, 7], "deviations": [[-2, 2], [3, -3]], "squares": [[4, 4], [9, 9]],
        "variance": [4, 9], "sigma": [2, 3], "denominator": [3, 4],
        "normalized": [[-2 / 3, 2 / 3], [0.75, -0.75]], "scaled": [[-2, 4], [3, -6]],
        "shifted": [[-1, 4], [3, -5]], "output": [-1, 4, 3, -5],
    },
    "layernorm 3,4 --norm scalenorm --eps 5 --gamma 10": {
        "squares": [9, 16], "length": 5, "denominator": 10, "normalized": [0.3, 0.4],
        "output": [3, 4],
    },
    "layernorm 1,1,1,5,6,6 --norm scalenorm --eps 0": {  # γ is √6 where it is left out
        "squares": [1, 1, 1, 25, 36, 36], "length": 10, "denominator": 10,
        "normalized": [0.1, 0.1, 0.1, 0.5, 0.6, 0.6],
        "output": [n * math.sqrt(6) for n in (0.1, 0.1, 0.1, 0.5, 0.6, 0.6)],
    },
    f"layernorm {LN3},{-LN3},0 --norm dyt --gamma 3,1,2 --beta 1,0,5": {  # tanh(ln 3 / 2) = 1/2
        "scaled_input": [LN3 / 2, -LN3 / 2, 0], "normalized": [0.5, -0.5, 0],
        "output": [2.5, -0.5, 5],
    },
    f"layernorm {LN3},0 --norm dyt --dyt-alpha 1": {  # tanh(ln 3) = 8/10
        "scaled_input": [LN3, 0], "normalized": [0.8, 0], "output": [0.8, 0],
    },
    "layernorm 1.5,-2 --norm none": {"output": [1.5, -2]},
}  # fmt: skip


@pytest.mark.parametrize("words", NORMS)
def test_every_step_of_every_norm(addnorm: Runner, words: str) -> None:
    run = addnorm(*words.split(), "--json")
    holds(run, NORMS[words])
    assert set(ids(run)) - {"scaled", "overall"} == set(NORMS[words]) - {"scaled"}


BACKWARD: dict[str, Steps] = {
    "gradient 1,1,5,5 --upstream 4,0,0,0 --eps 0.5 --gamma 1,9,9,9": {
        # ẑ = ±0.8, and den / σ = 1.25 stands beside the last term
        "d_beta": [4, 0, 0, 0], "d_gamma": [-3.2, 0, 0, 0], "d_normalized": [4, 0, 0, 0],
        "mean_d_normalized": 1, "mean_d_normalized_normalized": -0.8,
        "d_input": [0.88, -0.72, -0.08, -0.08], "d_x": [0.88, -0.72, -0.08, -0.08],
    },
    "gradient 1,1,5,5 --upstream 4,0,0,0 --eps 2.25 --eps-at variance --gamma 1,9,9,9": {
        "d_normalized": [4, 0, 0, 0], "mean_d_normalized_normalized": -0.8,
        "d_input": [0.944, -0.656, -0.144, -0.144],
    },
    "gradient 1,1,3,5,5 --upstream 5,0,0,0,0 --eps 0 --ddof 1": {  # κ = 5/4
        "mean_d_normalized": 1, "mean_d_normalized_normalized": -1,
        "d_input": [1.375, -1.125, -0.5, 0.125, 0.125],
    },
    "gradient 1,1,3,5,5 --upstream 5,0,0,0,0 --eps 2.25 --eps-at variance --ddof 1": {
        # ẑ = ±0.8, along = -0.8, κ = 5/4: dz = (dẑ - 1 ± 0.8) / 2.5
        "mean_d_normalized_normalized": -0.8, "d_input": [1.28, -0.72, -0.4, -0.08, -0.08],
    },
    "gradient 1,7 --upstream 5,0 --norm rmsnorm --eps 0": {
        "d_gamma": [1, 0], "d_normalized": [5, 0], "mean_d_normalized_normalized": 0.5,
        "d_input": [0.98, -0.14], "d_x": [0.98, -0.14],
    },
    "gradient 1,7 --upstream 5,0 --convention gemma --eps 75 --gamma 1,3": {
        # gain 2, den 10: ẑ = (0.1, 0.7), dẑ = (10, 0), along = 0.5, dz = (10 - 0.05, -0.35) / 10
        "d_gamma": [0.5, 0], "d_normalized": [10, 0], "mean_d_normalized_normalized": 0.5,
        "d_input": [0.995, -0.035],
    },
    "gradient 1,7 --upstream 5,0 --norm rmsnorm --eps 5 --eps-at sigma": {
        # ẑ = (0.1, 0.7), along = 0.25, den / rms = 2: dz = (5 - 0.05, -0.35) / 10
        "mean_d_normalized_normalized": 0.25, "d_input": [0.495, -0.035],
    },
    "gradient 1,1,5,5;0,4,0,4 --upstream 1,2,3,4;5,6,7,8 --eps 0": {  # γ and β sum over the rows
        "d_beta": [6, 8, 10, 12], "d_gamma": [-1 - 5, -2 + 6, 3 - 7, 4 + 8],
        "d_input": [[-0.25, 0.25, -0.25, 0.25], [-0.5, -0.5, 0.5, 0.5]],
    },
}  # fmt: skip


@pytest.mark.parametrize("words", BACKWARD)
def test_the_way_back_through_a_norm(addnorm: Runner, words: str) -> None:
    steps = {f"gradient.{name}": value for name, value in BACKWARD[words].items()}
    holds(addnorm(*words.split(), "--json"), steps)


IDENTITY = [[1, 0], [0, 1]]


def block(addnorm: Runner, x: Any, layer: Any, *options: str, **problem: Any) -> Result:
    """A block without norms, unless one is asked for."""
    whole = {"norm": {"kind": "none"}, "placement": "pre", "x": x, "layers": [layer], **problem}
    return addnorm("block", "-", "--json", *options, stdin=json.dumps(whole))


def test_attention_of_one_head(addnorm: Runner) -> None:
    # q is 1 everywhere and k is 0, ln 3: the scores of every token are 0 and ln 3
    weights = {"W_q": [[1], [1]], "W_k": [[0], [LN3]], "W_v": [[0], [4]], "W_o": [[1, 2]]}
    run = block(addnorm, IDENTITY, {"attention": {**weights, "b_o": [0.5, 0]}})
    holds(run, {
        "layer1.attention.q": [[1], [1]], "layer1.attention.k": [[0], [LN3]],
        "layer1.attention.v": [[0], [4]], "layer1.attention.scores": [[[0, LN3], [0, LN3]]],
        "layer1.attention.scaled_scores": [[[0, LN3], [0, LN3]]],
        "layer1.attention.weights": [[[0.25, 0.75], [0.25, 0.75]]],
        "layer1.attention.heads": [[[3], [3]]], "layer1.attention.concat": [[3], [3]],
        "layer1.attention.output": [[3.5, 6], [3.5, 6]], "layer1.add1": [[4.5, 6], [3.5, 7]],
    })  # fmt: skip


def test_scores_are_over_the_root_of_the_width_of_a_head(addnorm: Runner) -> None:
    four = [[2, 0, 0, 0], [2, 0, 0, 0]]
    keys = [[0, 0, 0, 0], [LN3, 0, 0, 0]]
    run = block(addnorm, IDENTITY, {"attention": {"W_q": four, "W_k": keys, "W_v": keys,
                                                  "W_o": [[0, 0]] * 4}})  # fmt: skip
    holds(run, {
        "layer1.attention.scores": [[[0, 2 * LN3]] * 2],
        "layer1.attention.scaled_scores": [[[0, LN3]] * 2],
        "layer1.attention.weights": [[[0.25, 0.75]] * 2],
    })  # fmt: skip


def test_a_causal_token_sees_itself_and_those_before_it(addnorm: Runner) -> None:
    weights = {"W_q": [[1], [1]], "W_k": [[0], [LN3]], "W_v": [[8], [4]], "W_o": [[1, 0]]}
    run = block(addnorm, IDENTITY, {"attention": {**weights, "causal": True}})
    holds(run, {
        "layer1.attention.scaled_scores": [[[0, LN3], [0, LN3]]],
        "layer1.attention.masked_scores": [[[0, None], [0, LN3]]],
        "layer1.attention.weights": [[[1, 0], [0.25, 0.75]]],
        "layer1.attention.heads": [[[8], [5]]],
    })  # fmt: skip


def test_neighbouring_query_heads_share_a_head_of_keys_and_values(addnorm: Runner) -> None:
    # heads 0 and 1 have the keys 0, ln 3 and the values 0, 4; heads 2 and 3 have 0, ln 9 and 0, 10
    weights = {
        "W_q": [[1, 1, 1, 1], [1, 1, 1, 1]],
        "W_k": [[0, 0], [LN3, 2 * LN3]],
        "W_v": [[0, 0], [4, 10]],
        "W_o": [[0, 0]] * 4,
    }
    run = block(addnorm, IDENTITY, {"attention": {**weights, "heads": 4, "kv_heads": 2}})
    first, second = [[0.25, 0.75]] * 2, [[0.1, 0.9]] * 2
    holds(run, {
        "layer1.attention.weights": [first, first, second, second],
        "layer1.attention.concat": [[3, 3, 9, 9], [3, 3, 9, 9]],
    })  # fmt: skip


def test_a_token_is_turned_by_its_place(addnorm: Runner) -> None:
    """Forwards, by 1 for the first pair and 1/100 for the second, half a head apart."""
    eye = np.eye(4).tolist()
    weights = dict.fromkeys(("W_q", "W_k", "W_v", "W_o"), eye)
    x = [[1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 1, 1]]
    run = block(addnorm, x, {"attention": {**weights, "rotary_base": 10000}})
    cos2, sin2, cos2_100th, sin2_100th = math.cos(2), math.sin(2), math.cos(0.02), math.sin(0.02)
    turned = [
        [1, 1, 0, 0],
        [COS, COS_100TH, SIN, SIN_100TH],
        [-sin2, -sin2_100th, cos2, cos2_100th],
    ]
    holds(run, {
        "layer1.attention.q": x, "layer1.attention.q_rotated": turned,
        "layer1.attention.k_rotated": turned, "layer1.attention.v": x,
    })  # fmt: skip
    scores = run.step("layer1.attention.scores")["value"]
    assert scores[0][1][0] == pytest.approx(COS + COS_100TH)  # the distance alone matters


def test_scores_of_any_size_have_weights(addnorm: Runner) -> None:
    """The greatest score is taken away first: exp(1e6) would be infinite."""
    weights = {"W_q": [[1e3], [1e3]], "W_k": [[0], [1e3]], "W_v": [[0], [4]], "W_o": [[1, 0]]}
    run = block(addnorm, IDENTITY, {"attention": weights})
    holds(run, {"layer1.attention.weights": [[[0, 1], [0, 1]]]})


@pytest.mark.parametrize(
    ("activation", "right"),
    [
        ("relu", [1, 0, 0]),
        ("silu", [1 / (1 + math.exp(-1)), -1 / (1 + math.e), 0]),
        ("quick-gelu", [1 / (1 + math.exp(-1.702)), -1 / (1 + math.exp(1.702)), 0]),
        ("gelu", [0.8413447460685429, -0.15865525393145707, 0]),  # the normal distribution at ±1
        ("gelu-tanh", [0.8411919906082768, -0.15880800939172324, 0]),
    ],
)
def test_a_feed_forward_with_every_activation(
    addnorm: Runner, activation: str, right: list[float]
) -> None:
    weights = {"W_1": [[1, 0, 3], [0, 1, 3]], "b_1": [0, 0, 0], "W_2": [[2, 0], [0, 4], [5, 5]]}
    run = block(addnorm, [1, -1], {"ffn": {**weights, "b_2": [0, 1], "activation": activation}})
    holds(run, {
        "layer1.ffn.linear_1": [1, -1, 0], "layer1.ffn.activation": right,
        "layer1.ffn.linear_2": [2 * right[0], 4 * right[1] + 1],
        "layer1.add2": [1 + 2 * right[0], 4 * right[1]],
    })  # fmt: skip


def test_swiglu_lets_one_half_gate_the_other(addnorm: Runner) -> None:
    weights = {"W_1": [[3], [5]], "W_gate": [[1], [2]], "W_2": [[1, 10]]}
    run = block(addnorm, [1, -1], {"ffn": {**weights, "b_gate": [2], "activation": "swiglu"}})
    gated = -2 / (1 + math.exp(-1))  # silu(1 - 2 + 2) · (3 - 5)
    holds(run, {
        "layer1.ffn.linear_1": [-2], "layer1.ffn.gate": [1], "layer1.ffn.activation": [gated],
        "layer1.ffn.linear_2": [gated, 10 * gated],
    })  # fmt: skip


@pytest.mark.parametrize(
    ("placement", "right"),
    [
        # x = 0, 1, 2, 3 and F(x) = 1, -1, 1, -1; N takes 1, 0, 3, 2 to (-1, -3, 3, 1) / √5
        ("post", [n / math.sqrt(5) for n in (-1, -3, 3, 1)]),
        ("pre", [1, 0, 3, 2]),
        ("res-post", [1, 0, 3, 2]),  # N(F(x)) = F(x): it has mean 0 and variance 1
        ("sandwich", [1, 0, 3, 2]),
        ("parallel", [1, 0, 3, 2]),
        ("deepnorm", [-1, -1, 1, 1]),  # N(2 x + F(x)) = N(1, 1, 5, 5)
    ],
)
def test_every_placement(addnorm: Runner, placement: str, right: list[float]) -> None:
    norm, layer = {"kind": "layernorm", "eps": 0}, {"ffn": {"output": [1, -1, 1, -1]}}
    alpha = {"alpha": 2} if placement == "deepnorm" else {}
    run = block(addnorm, [0, 1, 2, 3], layer, norm=norm, placement=placement, **alpha)
    np.testing.assert_allclose(run.json["result"], right, rtol=2e-15)


def test_the_ledger_of_the_stream(addnorm: Runner) -> None:
    updates = [{"label": "a", "delta": [1, -1]}, {"label": "b", "delta": [-4, 0]}]
    problem = {"x": [3, 4], "updates": updates}
    ledger = addnorm("block", "-", "--json", stdin=json.dumps(problem)).step("ledger")
    first, second = ledger["entries"]
    assert (first["x"], second["x"]) == ([4, 3], [0, 3])
    lengths = [[e[k] for k in ("delta_norm", "norm", "distance")] for e in (first, second)]
    np.testing.assert_allclose(lengths, [[2**0.5, 5, 2**0.5], [4, 3, 10**0.5]], rtol=1e-15)
    cosines = [first["cosine"], second["cosine"]]
    np.testing.assert_allclose(cosines, [24 / 25, 12 / 15], rtol=1e-15)
    assert ledger["kept"] == pytest.approx(12 / 25, rel=1e-15)  # (0, 3) · x₀ / ‖x₀‖²
    assert (ledger["sums"], ledger["gap"]) == (True, 0)


def test_the_columns_of_a_gradient_flow(addnorm: Runner) -> None:
    run = addnorm("gradient-flow", "--factor", "0.5", "--residual-factor", "2", "--layers", "4",
                  "--json")  # fmt: skip
    holds(run, {
        **{f"without.layer{n}": 0.5 ** (4 - n) for n in range(1, 5)},
        **{f"with_residual.layer{n}": 2 ** (4 - n) for n in range(1, 5)},
    })  # fmt: skip
    assert run.json["result"] == {"without": [1, 0.5, 0.25, 0.125], "with_residual": [1, 2, 4, 8]}


def test_the_columns_of_a_measured_flow(addnorm: Runner) -> None:
    """F(x) = ReLU(2 x) with x > 0 passes on twice the gradient, and x + F(x) three times."""
    layer = {"ffn": {"W_1": [[2, 0], [0, 2]], "W_2": IDENTITY}}
    problem = {"x": [1, 2], "norm": {"kind": "none"}, "layers": [layer], "repeat": 2,
               "placement": "pre"}  # fmt: skip
    run = addnorm("gradient-flow", "-", "--upstream", "3,4", "--json", stdin=json.dumps(problem))
    for column, factor in (("without", 2), ("with_residual", 3)):
        holds(run, {
            f"{column}.output": 5, f"{column}.layer2": 5 * factor, f"{column}.factor2": factor,
            f"{column}.layer1": 5 * factor**2, f"{column}.factor1": factor,
            f"{column}.gradient1": [[3 * factor**2, 4 * factor**2]],
        })  # fmt: skip


def test_a_sum_that_is_rounded_by_hand_has_all_digits_before_that(addnorm: Runner) -> None:
    number = "12345678901234567890.0123456789"
    run = addnorm("residual", number, number, "--hand", "10", "-q")
    assert run.out.strip() == "24691357802469135780.0246913578"
