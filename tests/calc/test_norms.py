"""LayerNorm and RMSNorm against values from outside."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from addnorm_cli.calc import work
from addnorm_cli.model.conventions import CONVENTIONS
from addnorm_cli.model.errors import CalculationError
from addnorm_cli.model.problem import Case, NormSpec, Problem, Tensor
from addnorm_cli.numbers.arithmetic import Array, ByHand, Machine
from addnorm_cli.trace.trace import Trace


def tensor(values: object) -> Tensor:
    return Tensor(values=np.array(values, dtype=float), typed=None, source="test")


def typed(*numbers: str) -> Tensor:
    decimals = np.array([Decimal(number) for number in numbers], dtype=object)
    return Tensor(values=decimals.astype(float), typed=decimals, source="test")


def normed(
    x: Tensor,
    spec: NormSpec = CONVENTIONS["docs"],
    arithmetic: Machine | ByHand = Machine(),
    gamma: Tensor | None = None,
    beta: Tensor | None = None,
) -> Trace:
    problem = Problem(title=None, cases=(Case(label=None, x=x),), gamma=gamma, beta=beta, norm=spec)
    return work("layernorm", problem, arithmetic)


def values(trace: Trace) -> dict[str, Array]:
    return {step.id: step.quantity.natural() for _, step in trace.steps()}


def spec(
    eps: str, eps_at: str = "variance", ddof: int | None = 0, kind: str = "layernorm", axes: int = 1
) -> NormSpec:
    return NormSpec(kind=kind, eps=eps, eps_at=eps_at, ddof=ddof, axes=axes)  # type: ignore[arg-type]


# [1, 2, 3, 4] has mean 2.5 and variance 1.25, with ddof 1 5/3; every ε is chosen so that the
# denominator is a short decimal: √(1.25 + 0.31) = 1.249…, √(1.25 + 1) = 1.5, √1.25 + ε.
@pytest.mark.parametrize(
    ("norm", "expected"),
    [
        pytest.param(spec("1"), [-1.0, -1 / 3, 1 / 3, 1.0], id="eps under the root"),
        pytest.param(
            spec("1", "sigma"),
            [-1.5 / 2.118033988749895, -0.5 / 2.118033988749895,
             0.5 / 2.118033988749895, 1.5 / 2.118033988749895],
            id="eps beside sigma",
        ),
        pytest.param(
            spec("0.5833333333333334", ddof=1), [-1.0, -1 / 3, 1 / 3, 1.0], id="ddof 1"
        ),
        pytest.param(spec("1.5", kind="rmsnorm", ddof=None),
                     [1 / 3, 2 / 3, 1.0, 4 / 3], id="rmsnorm"),
    ],
)  # fmt: skip
def test_norm_of_one_to_four(norm: NormSpec, expected: list[float]) -> None:
    result = values(normed(tensor([1, 2, 3, 4]), norm))["output"]
    np.testing.assert_allclose(result, expected, rtol=1e-15)


def test_gamma_and_beta_are_applied_by_component() -> None:
    trace = normed(
        tensor([1, 2, 3, 4]), spec("1"), gamma=tensor([3, 3, 6, 2]), beta=tensor([0, 1, 0, -1])
    )
    np.testing.assert_allclose(values(trace)["scaled"], [-3, -1, 2, 2], rtol=1e-15)
    np.testing.assert_allclose(values(trace)["output"], [-3, 0, 2, 1], rtol=1e-15)


def test_gemma_gains_one_plus_gamma() -> None:
    trace = normed(tensor([3, 3]), CONVENTIONS["gemma"], gamma=tensor([0, 1]))
    np.testing.assert_allclose(values(trace)["output"], [1, 2], rtol=1e-6)


def test_two_axes_are_normalized_together() -> None:
    trace = normed(tensor([[1, 2], [3, 4]]), spec("1", axes=2))
    assert values(trace)["mean"] == 2.5
    np.testing.assert_allclose(values(trace)["output"], [[-1, -1 / 3], [1 / 3, 1]], rtol=1e-15)


def test_statistics_have_the_shape_of_the_rows() -> None:
    trace = normed(tensor(np.arange(24).reshape(2, 3, 4)))
    shapes = {name: value.shape for name, value in values(trace).items()}
    assert shapes["variance"] == (2, 3)
    assert shapes["output"] == (2, 3, 4)
    assert values(normed(tensor([1, 2])))["mean"].shape == ()


@pytest.mark.parametrize("constant", [0.1, 1 / 3, -7.7, 1e300, 5e-324, 0.0])
@pytest.mark.parametrize("name", ["docs", "pytorch", "bert", "annotated"])
def test_a_constant_row_gives_exact_zeros(constant: float, name: str) -> None:
    trace = normed(tensor([constant] * 3), CONVENTIONS[name], beta=tensor([1, 2, 3]))
    assert values(trace)["deviations"].tolist() == [0, 0, 0]
    assert values(trace)["output"].tolist() == [1, 2, 3]
    assert [n.key for n in trace.notices] == ["still_row.centred"]


def test_a_constant_row_without_eps_has_no_answer() -> None:
    with pytest.raises(CalculationError) as caught:
        normed(tensor([[1, 2], [3, 3]]), spec("0"))
    assert (caught.value.key, caught.value.facts["row"]) == ("zero_divisor", 2)


def test_a_row_far_from_zero_keeps_its_digits() -> None:
    # E[z²] - μ² would lose all of them: z² is 1e18, and float64 has 16 digits
    result = values(normed(tensor([1e9, 1e9 + 1, 1e9 + 2, 1e9 + 3]), spec("1")))["output"]
    np.testing.assert_allclose(result, [-1, -1 / 3, 1 / 3, 1], rtol=1e-15)


@pytest.mark.parametrize("row", [[1e200, 2e200], [1.7e308, 1.6e308], [1e308, -1e308]])
def test_a_row_too_large_for_its_squares_is_reported(row: list[float]) -> None:
    with pytest.raises(CalculationError) as caught:
        normed(tensor([[1, 2], row]))
    assert (caught.value.key, caught.value.facts["row"]) == ("not_finite", 2)


def test_squares_that_vanish_are_counted() -> None:
    float64 = told(normed(tensor([1e-200, 3e-200])))
    hand = told(normed(typed("1.0", "1.1", "1.2"), arithmetic=ByHand(1, 2)))
    assert float64 == ("squares_lost.machine", {"count": 2, "dtype": "float64"})
    assert hand == ("squares_lost.hand", {"count": 2, "dtype": ""})  # 0.1² is 0.0


def test_a_notice_names_the_row_and_the_share() -> None:
    still = told(normed(tensor([[1, 2], [3, 3], [4, 4]]), spec("1")))
    eps = told(normed(tensor([[-90, 90], [-1, 1]]), spec("3")))  # √(1 + 3) = 2
    lost = told(normed(typed("1", "1.004", "1.001"), arithmetic=ByHand(2, 3)))
    assert still == ("still_row.centred", {"row": 2, "rows": 3})
    assert eps == ("visible_eps", {"share": 0.5, "row": 2, "rows": 2})
    assert lost == ("deviations_lost", {"row": 1, "rows": 1})


def told(trace: Trace) -> tuple[str, dict[str, object]]:
    """The first notice of a trace of one case."""
    notice = trace.notices[0]
    assert notice.facts["case"] == ""
    return notice.key, {name: fact for name, fact in notice.facts.items() if name != "case"}


def test_one_component_always_gives_beta() -> None:
    trace = normed(tensor([42]), beta=tensor([7]))
    assert values(trace)["output"].tolist() == [7]
    assert [n.key for n in trace.notices] == ["single_component"]


@pytest.mark.parametrize(
    ("norm", "warned"),
    [
        (CONVENTIONS["docs"], False),
        (CONVENTIONS["pytorch"], False),
        (CONVENTIONS["keras"], True),
        (spec("1e-2", "sigma"), True),
    ],
)
def test_a_visible_eps_is_pointed_out(norm: NormSpec, warned: bool) -> None:
    trace = normed(typed("1.24", "0.52", "0.72", "0.21"), norm)
    assert ("visible_eps" in [n.key for n in trace.notices]) == warned


@pytest.mark.parametrize("name", sorted(CONVENTIONS))
def test_self_checks_hold_under_every_convention(name: str) -> None:
    trace = normed(typed("1.24", "0.52", "0.72", "0.21"), CONVENTIONS[name])
    checks = trace.cases[0].checks
    assert checks
    assert all(check.holds for check in checks)


def test_the_variance_check_knows_eps_and_ddof() -> None:
    trace = normed(tensor([1, 2, 3, 4]), spec("1", ddof=1))
    check = {c.id: c for c in trace.cases[0].checks}["variance_normalized"]
    assert check.expected == pytest.approx(1.25 / (5 / 3 + 1), rel=1e-15)
    assert check.found == pytest.approx(check.expected, rel=1e-15)


@pytest.mark.parametrize(
    ("rounding", "mean"), [("half-up", "0.7"), ("half-even", "0.6"), ("truncate", "0.6")]
)
def test_by_hand_rounding(rounding: str, mean: str) -> None:
    trace = normed(typed("0.6", "0.7"), arithmetic=ByHand(1, 1, rounding))
    assert values(trace)["mean"].item() == Decimal(mean)


def test_by_hand_steps_carry_their_exact_values() -> None:
    trace = normed(typed("1.24", "0.52", "0.72", "0.21"), arithmetic=ByHand(3, 4))
    variance = next(step.quantity for path, step in trace.steps() if path == ("variance",))
    assert variance.value[0] == Decimal("0.1405")
    assert variance.exact is not None
    assert float(variance.exact[0]) == 0.14036875


def test_by_hand_a_constant_row_still_gives_zero() -> None:
    trace = normed(typed("0.5", "0.5"), arithmetic=ByHand(3, 4))
    assert [str(v) for v in values(trace)["output"]] == ["0.000", "0.000"]


def test_float16_overflow_is_reported_as_such() -> None:
    with pytest.raises(CalculationError) as caught:
        normed(tensor([1000, -1000]), arithmetic=Machine("float16"))
    assert caught.value.facts["arithmetic"] == "float16"


def test_float16_values_are_float16_values() -> None:
    trace = normed(typed("1.24", "0.52", "0.72", "0.21"), arithmetic=Machine("float16"))
    for name, value in values(trace).items():
        assert np.array_equal(value, value.astype(np.float16).astype(value.dtype)), name


rows = arrays(
    float, st.tuples(st.integers(1, 4), st.integers(2, 9)), elements=st.floats(-1e3, 1e3, width=32)
)


@given(rows, st.floats(-1e3, 1e3), st.floats(0.5, 8))
def test_shifting_and_scaling_a_row_changes_nothing(x: Array, shift: float, scale: float) -> None:
    if (x.std(-1) < 1e-2).any():
        return
    tiny = spec("1e-15", "sigma")
    before = values(normed(tensor(x), tiny))["output"]
    after = values(normed(tensor(x * scale + shift), tiny))["output"]
    np.testing.assert_allclose(after, before, atol=1e-9)


@given(rows)
def test_the_output_has_mean_zero_and_variance_at_most_one(x: Array) -> None:
    output = values(normed(tensor(x)))["output"]
    assert np.abs(output.mean(-1)).max() < 1e-6
    assert (output.var(-1) <= 1 + 1e-9).all()


@given(st.lists(st.decimals(-9, 9, places=2), min_size=2, max_size=6, unique=True))
def test_by_hand_comes_to_the_exact_result_as_digits_grow(numbers: list[Decimal]) -> None:
    x = typed(*map(str, numbers))
    exact = values(normed(x))["output"]
    by_hand = values(normed(x, arithmetic=ByHand(14, 15)))["output"].astype(float)
    np.testing.assert_allclose(by_hand, exact, atol=1e-9)
