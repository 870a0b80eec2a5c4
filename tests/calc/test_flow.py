"""Gradients through layers: the documents' products, and whole blocks against differences."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from addnorm_cli.calc.block import block_section
from addnorm_cli.calc.block_backward import layer_gradients
from addnorm_cli.calc.flow import measure_flow, work_flow
from addnorm_cli.formula.functions import ACTIVATIONS, FUNCTIONS, GATES
from addnorm_cli.inputs.blocks import read_block_problem
from addnorm_cli.inputs.documents import Document, parse_json
from addnorm_cli.model.block_problem import (
    Attention,
    BlockProblem,
    FeedForward,
    Layer,
    Rotary,
    Scale,
)
from addnorm_cli.model.conventions import CONVENTIONS
from addnorm_cli.model.errors import CalculationError
from addnorm_cli.model.options import Options
from addnorm_cli.model.problem import Affine, Tensor
from addnorm_cli.model.question import Flow
from addnorm_cli.model.records import replaced
from addnorm_cli.numbers.arithmetic import Array, ByHand, Machine
from addnorm_cli.trace.recorder import Run
from tests.conftest import EXAMPLES, ROOT

EXAMPLE = EXAMPLES["gradient-flow"]
BLOCKS: list[dict[str, Any]] = [
    fixture
    for name in ("placements", "decoder_layers")
    for fixture in json.loads((ROOT / f"tests/fixtures/{name}.json").read_text("utf-8"))
]


def flow(factor: str, residual_factor: str, layers: int) -> Flow:
    return Flow(factor=Decimal(factor), residual_factor=Decimal(residual_factor), layers=layers)


def test_the_documents_shares_come_out() -> None:
    trace = work_flow(flow("0.6", "0.97", 6), Machine())
    for case in trace.cases:
        np.testing.assert_allclose(case.result.value, EXAMPLE["right"][case.id], rtol=1e-14)


def test_by_hand_each_product_is_rounded_before_the_next() -> None:
    trace = work_flow(flow("0.6", "0.97", 6), ByHand(3, 4))
    for case in trace.cases:
        assert [str(v) for v in case.result.value] == EXAMPLE["by_hand"][case.id]


@given(st.decimals(-2, 2, places=2), st.integers(1, 40))
def test_a_share_is_a_power_of_the_factor(factor: Decimal, layers: int) -> None:
    trace = work_flow(flow(str(factor), str(1 + factor), layers), Machine())
    for case, base in zip(trace.cases, (factor, 1 + factor), strict=True):
        assert len(case.result.value) == layers
        np.testing.assert_allclose(
            case.result.value[-1], float(base) ** (layers - 1), rtol=1e-12, atol=1e-300
        )


def test_minus_one_and_one_cancel() -> None:
    trace = work_flow(flow("-1", "0", 6), Machine())
    assert list(map(abs, trace.cases[0].result.value)) == [1] * 6
    assert list(trace.cases[1].result.value) == [1, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("arithmetic", [Machine(), ByHand(3, 4)])
def test_an_explosion_is_reported(arithmetic: Machine | ByHand) -> None:
    with pytest.raises(CalculationError) as caught:
        work_flow(flow("1e200", "1", 6), arithmetic)
    assert caught.value.key == "flow_overflow"


def test_two_columns_of_different_layers_are_told_apart() -> None:
    keys = [
        [n.key for n in work_flow(flow("0.6", r, 6), Machine()).notices] for r in ("0.97", "1.6")
    ]
    assert keys == [["two_layers"], []]


def test_a_share_that_vanishes_is_pointed_out() -> None:
    trace = work_flow(flow("0.1", "1.1", 1000), Machine())
    assert "vanished.without" in [notice.key for notice in trace.notices]


def loss(problem: BlockProblem, x: Array, d_out: Array) -> float:
    moved = replaced(problem, x=Tensor(values=x, typed=None, source="test"))
    section, _, _ = block_section(moved, Run(Machine()))
    return float((section.result.value * d_out).sum())


def assert_agrees_with_differences(problem: BlockProblem) -> None:
    """The gradient at every layer's input, which has come through the layers after it."""
    x = problem.x.values.reshape(-1, problem.x.shape[-1])
    problem = replaced(problem, x=Tensor(values=x, typed=None, source="test"))
    generator = np.random.default_rng(7)
    d_out = generator.normal(size=x.shape)
    section, _, _ = block_section(problem, Run(Machine()))
    outputs = [part.result.value for part in section.parts if part.id.startswith("layer")]  # type: ignore[union-attr]
    gradients = layer_gradients(problem, section, d_out)[::-1]
    assert len(gradients) == len(problem.layers)
    for number, (stream, d_x) in enumerate(zip([x, *outputs], gradients, strict=False)):
        rest = replaced(
            problem,
            x=Tensor(values=stream, typed=None, source="test"),
            layers=problem.layers[number:],
        )
        assert_is_gradient(rest, stream, d_x, d_out, generator)


def assert_is_gradient(
    problem: BlockProblem, x: Array, d_x: Array, d_out: Array, generator: np.random.Generator
) -> None:
    for _ in range(3):
        direction = generator.normal(size=x.shape)
        h = 1e-5
        plus, minus = (loss(problem, x + s * h * direction, d_out) for s in (1, -1))
        expected = (plus - minus) / (2 * h)
        scale = float(np.linalg.norm(d_x)) + 1e-3
        assert float((d_x * direction).sum()) == pytest.approx(expected, abs=2e-6 * scale)


@pytest.mark.parametrize("fixture", BLOCKS, ids=[block["name"] for block in BLOCKS])
def test_the_way_back_through_a_block_is_that_of_differences(fixture: dict[str, Any]) -> None:
    tree = parse_json(json.dumps(fixture["problem"]).encode(), "problem")
    assert isinstance(tree, dict)
    document = Document(name="problem", tree=tree)
    assert_agrees_with_differences(read_block_problem(document, Options()))


def random_tensor(seed: int, *shape: int) -> Tensor:
    values = np.random.default_rng(seed).normal(size=shape) / 2
    return Tensor(values=values, typed=None, source="test")


def small_block(activation: str, **attention: Any) -> BlockProblem:
    weights = {name: random_tensor(n, 4, 4) for n, name in enumerate(("W_q", "W_k", "W_v", "W_o"))}
    ffn = {"W_1": random_tensor(5, 4, 6), "W_2": random_tensor(6, 6, 4)}
    if activation in GATES:
        ffn["W_gate"] = random_tensor(8, 4, 6)
    layer = Layer(
        attention=Attention(weights=weights, **attention),
        ffn=FeedForward(activation=activation, weights=ffn),
    )
    return BlockProblem(
        title=None,
        x=random_tensor(9, 3, 4),
        layers=(layer, layer),
        placement="pre",
        norm=CONVENTIONS["llama"],
    )


@pytest.mark.parametrize("activation", [*ACTIVATIONS, *GATES])
def test_every_activation_has_its_slope(activation: str) -> None:
    assert_agrees_with_differences(small_block(activation))


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_slopes_are_those_of_the_functions(activation: str) -> None:
    h = np.linspace(-6, 6, 101) + 1e-3
    step = 1e-6
    function = FUNCTIONS[activation].apply
    expected = (function(h + step) - function(h - step)) / (2 * step)
    np.testing.assert_allclose(FUNCTIONS[f"{activation}-slope"].apply(h), expected, atol=1e-8)


def test_rotary_positions_turn_back() -> None:
    problem = small_block("silu", heads=2, kv_heads=2, rotary=Rotary(base=100.0), causal=True)
    assert_agrees_with_differences(problem)


@pytest.mark.parametrize(
    "attention",
    [
        {"rotary": Rotary(base=10.0, pairs="interleaved")},
        {"rotary": Rotary(base=10.0, width=2, scaling={"rope_type": "linear", "factor": 2.0})},
        {"scale": Scale("3"), "softcap": "0.5"},
        {"scale": Scale("3", "root")},
        {"scale": Scale("0.2", "times"), "heads": 2, "kv_heads": 2},
        {"mask": Tensor(np.array([1.0, 0.0, 1.0]), None, "mask")},
        {"mask": random_tensor(20, 3, 3), "causal": True},
        {"heads": 2, "kv_heads": 2, "norms": {"q_norm": Affine(random_tensor(21, 2)),
                                              "k_norm": Affine(random_tensor(22, 2))}},
        {"heads": 2, "kv_heads": 2, "norms": {"q_norm": Affine(random_tensor(23, 4))}},
    ],
)  # fmt: skip
def test_what_is_done_to_scores_has_a_way_back(attention: dict[str, Any]) -> None:
    assert_agrees_with_differences(small_block("geglu", **attention))


def test_two_norms_side_by_side_and_a_multiplier_have_a_way_back() -> None:
    block = small_block("reglu", heads=2, kv_heads=2)
    norms = {"norm1": Affine(random_tensor(24, 4)), "norm2": Affine(random_tensor(25, 4))}
    layers = tuple(replaced(layer, norms=norms) for layer in block.layers)
    assert_agrees_with_differences(
        replaced(block, layers=layers, placement="parallel", multiplier="0.3")
    )


def test_given_outputs_are_constants() -> None:
    layer = Layer(attention=Attention(output=random_tensor(1, 3, 4)), ffn=None)
    problem = BlockProblem(title=None, x=random_tensor(2, 3, 4), layers=(layer,), placement="pre")
    trace = measure_flow(problem, None)
    assert [list(case.result.value) for case in trace.cases] == [
        [pytest.approx(1), 0],
        [pytest.approx(1), pytest.approx(1)],
    ]
    assert "constant_outputs" in [notice.key for notice in trace.notices]


def test_ones_do_not_get_past_a_layernorm() -> None:
    problem = replaced(small_block("relu"), placement="post", norm=CONVENTIONS["docs"])
    ones = Tensor(values=np.ones((3, 4)), typed=None, source="test")
    trace = measure_flow(problem, ones)
    assert trace.cases[1].result.value[1] < 1e-12
    assert "nothing_arrives" in [notice.key for notice in trace.notices]
