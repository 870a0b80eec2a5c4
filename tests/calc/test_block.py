"""Blocks against PyTorch: encoder layers, placements, stacks, and the residual stream."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from addnorm_cli.calc.block import work_block
from addnorm_cli.inputs.blocks import assemble_block
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.model.block_problem import Attention, BlockProblem, FeedForward, Layer
from addnorm_cli.model.conventions import CONVENTIONS
from addnorm_cli.model.options import Options
from addnorm_cli.model.placements import PLACEMENTS as TABLE
from addnorm_cli.model.placements import Placement
from addnorm_cli.model.problem import Affine, Tensor
from addnorm_cli.numbers.arithmetic import Array, Machine
from addnorm_cli.trace.settings import BlockSettings
from addnorm_cli.trace.trace import Step, Trace

FIXTURES = Path(__file__).parent.parent / "fixtures"
ENCODERS = np.load(FIXTURES / "encoder_layers.npz")
PLACEMENTS = json.loads((FIXTURES / "placements.json").read_text("utf-8"))
CASES = sorted({key.split("/")[0] for key in ENCODERS.files if not key.startswith("stack")})
STACKS = sorted({key.split("/")[0] for key in ENCODERS.files if key.startswith("stack")})


def tensor(values: Array) -> Tensor:
    return Tensor(values=np.asarray(values, dtype=float), typed=None, source="fixture")


def torch_layer(prefix: str, heads: int, activation: str, causal: bool) -> Layer:
    def get(name: str) -> Tensor:
        return tensor(ENCODERS[f"{prefix}{name}"])

    d = ENCODERS[f"{prefix}norm1.weight"].shape[0]
    weight, bias = (
        ENCODERS[f"{prefix}self_attn.in_proj_weight"],
        ENCODERS[f"{prefix}self_attn.in_proj_bias"],
    )
    parts = {n: slice(i * d, (i + 1) * d) for i, n in enumerate("qkv")}
    return Layer(
        attention=Attention(
            heads=heads,
            kv_heads=heads,
            causal=causal,
            weights={
                **{f"W_{n}": tensor(weight[s]) for n, s in parts.items()},
                "W_o": get("self_attn.out_proj.weight"),
            },
            biases={
                **{f"b_{n}": tensor(bias[s]) for n, s in parts.items()},
                "b_o": get("self_attn.out_proj.bias"),
            },
        ),
        ffn=FeedForward(
            activation=activation,
            weights={"W_1": get("linear1.weight"), "W_2": get("linear2.weight")},
            biases={"b_1": get("linear1.bias"), "b_2": get("linear2.bias")},
        ),
        norms={
            n: Affine(gamma=get(f"{n}.weight"), beta=get(f"{n}.bias")) for n in ("norm1", "norm2")
        },
    )


def encoder(case: str) -> Trace:
    placement, activation, heads, mask = case.split("-")
    layer = torch_layer(f"{case}/", int(heads), activation, mask == "causal")
    problem = BlockProblem(
        title=None,
        x=tensor(ENCODERS[f"{case}/x"]),
        layers=(layer,),
        placement=placement,
        norm=CONVENTIONS["pytorch"],
        orientation="Wx",
    )
    return work_block(problem, Machine())


def steps(trace: Trace) -> dict[str, Step]:
    return {".".join(path): step for path, step in trace.steps()}


@pytest.mark.parametrize("case", CASES)
def test_an_encoder_layer_agrees_with_torch(case: str) -> None:
    trace = encoder(case)
    expected = ENCODERS[f"{case}/out"]
    np.testing.assert_allclose(trace.cases[0].result.natural(), expected, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("case", CASES)
def test_its_intermediate_values_agree_with_torch(case: str) -> None:
    by_path = steps(encoder(case))
    names = {
        "layer1.attention.weights": "attn_weights",
        "layer1.attention.output": "attn_output",
        "layer1.ffn.linear_1": "linear1",
        "layer1.ffn.activation": "activation",
        "layer1.ffn.linear_2": "ffn_output",
        "layer1.norm1.output": "norm1",
        "layer1.norm2.output": "norm2",
    }
    for path, name in names.items():
        found = by_path[path].quantity.natural()
        np.testing.assert_allclose(found, ENCODERS[f"{case}/{name}"], rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("stack", STACKS)
def test_a_stack_agrees_with_torch_after_every_layer(stack: str) -> None:
    _, placement, activation, heads, mask = stack.split("-")
    prefixes = [f"{stack}/layers.{n}." for n in range(3)]
    final = f"{stack}/norm.weight"
    affine = Affine(
        gamma=tensor(ENCODERS[final]), beta=tensor(ENCODERS[f"{stack}/norm.bias"])
    ) if final in ENCODERS.files else None  # fmt: skip
    problem = BlockProblem(
        title=None,
        x=tensor(ENCODERS[f"{stack}/x"]),
        layers=tuple(torch_layer(p, int(heads), activation, mask == "causal") for p in prefixes),
        placement=placement,
        norm=CONVENTIONS["pytorch"],
        final_norm=affine,
        orientation="Wx",
    )
    trace = work_block(problem, Machine())
    assert trace.ledger is not None
    for n in range(3):
        state = trace.ledger.entries[2 * n + 1].stream.value
        np.testing.assert_allclose(state, ENCODERS[f"{stack}/h{n + 1}"], rtol=1e-11, atol=1e-12)
    found = trace.cases[0].result.natural()
    np.testing.assert_allclose(found, ENCODERS[f"{stack}/out"], rtol=1e-11, atol=1e-12)


def from_file(problem: dict[str, Any], tmp_path: Path) -> Trace:
    path = tmp_path / "problem.json"
    path.write_text(json.dumps(problem), encoding="utf-8")
    read = assemble_block([str(path)], Options(), Reader())
    return work_block(read, Machine())


@pytest.mark.parametrize("entry", PLACEMENTS, ids=lambda entry: entry["name"])
def test_placements_agree_with_torch(entry: dict[str, Any], tmp_path: Path) -> None:
    trace = from_file(entry["problem"], tmp_path)
    found = trace.cases[0].result.natural()
    np.testing.assert_allclose(found, entry["result"], rtol=1e-12, atol=1e-13)
    assert trace.ledger is not None
    for state, expected in zip(trace.ledger.entries, entry["stream"][1:], strict=True):
        np.testing.assert_allclose(state.stream.value, expected, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("entry", PLACEMENTS, ids=lambda entry: entry["name"])
def test_the_ledger_adds_up_exactly_where_it_says_so(entry: dict[str, Any], tmp_path: Path) -> None:
    ledger = from_file(entry["problem"], tmp_path).ledger
    assert ledger is not None
    placement, residual = entry["problem"]["placement"], entry["problem"].get("residual", True)
    assert ledger.sums == (residual and placement not in ("post", "deepnorm"))
    assert (ledger.gap < 1e-12) == ledger.sums


def test_without_positions_a_block_is_permutation_equivariant(tmp_path: Path) -> None:
    problem = dict(next(e for e in PLACEMENTS if e["name"] == "post-layernorm-relu")["problem"])
    straight = from_file(problem, tmp_path).cases[0].result.natural()
    order = [2, 0, 1, *range(3, len(problem["x"]))]
    turned = from_file({**problem, "x": [problem["x"][i] for i in order]}, tmp_path)
    np.testing.assert_allclose(turned.cases[0].result.natural(), straight[order], rtol=1e-12)


def test_a_norm_after_the_sum_has_parameters_of_its_own_where_one_stands_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TABLE, "both", Placement(before=True, after="stream"))
    norms = {"norm2": {"gamma": [7, 7]}, "norm2_post": {"gamma": [10, 10]}}
    layer = {"ffn": {"output": [2, 0]}, **norms}
    tree = {"x": [3, 1], "placement": "both", "norm": {"eps": 0}, "layers": [layer]}
    assert from_file(tree, tmp_path).cases[0].result.value.tolist() == [[10, -10]]


def test_what_is_shaded_is_what_a_reader_compares_by_size(
    traced: Callable[..., Trace],
) -> None:
    trace = traced("block", "samples/decoder-pre-causal.json")
    gated = traced("block", "tests/script/blocks/ffn-swiglu-wx.json")
    assert shaded(trace) == {"q", "k", "v", "weights", "concat", "linear_1", "activation"}
    assert shaded(gated) == {"linear_1", "activation"}


def shaded(trace: Trace) -> set[str]:
    return {step.id for _, step in trace.steps() if step.quantity.shaded}


def test_what_is_given_is_no_setting_of_a_block(traced: Callable[..., Trace]) -> None:
    given, ledger = (
        traced("block", name).settings
        for name in ("tests/script/blocks/vector-given.json", "samples/residual-stream.json")
    )
    assert isinstance(given, BlockSettings)
    settings = (given.heads, given.kv_heads, given.activation, given.orientation)
    assert settings == (None, None, None, None)
    assert ledger == BlockSettings(residual=True)


@pytest.mark.parametrize("size", ["", "e200", "e-200"])
def test_lengths_and_angle_of_the_stream(traced: Callable[..., Trace], size: str) -> None:
    problem = (
        f'{{"x": [[3{size}, 4{size}], [0, 0]],'
        f' "updates": [{{"label": "a", "delta": [[1{size}, -1{size}], [0, 2{size}]]}}]}}'
    )
    ledger = traced("block", problem).ledger
    assert ledger is not None
    unit, (entry,) = float(f"1{size}"), ledger.entries
    found = entry.lengths
    np.testing.assert_allclose(ledger.start_length / unit, [5, 0])
    np.testing.assert_allclose(found.delta / unit, [2**0.5, 2])
    np.testing.assert_allclose(found.stream / unit, [5, 2])  # (4, 3) and (0, 2)
    np.testing.assert_allclose(found.distance / unit, [2**0.5, 2])
    np.testing.assert_allclose(found.cosine, [0.96, np.nan])  # (4·3 + 3·4) / 25; 0 has no angle
    np.testing.assert_allclose(ledger.kept, [0.96, np.nan])
    np.testing.assert_allclose(ledger.total.value.astype(float) / unit, [[1, -1], [0, 2]])
