"""Whose LayerNorm a function is, by what it makes of the probe."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from addnorm_cli import assert_layernorm, identify, probe
from tests.conftest import ROOT

LayerNorm = Callable[[Any], Any]


def layernorm(eps: float, at: str = "variance", ddof: int = 0, **other: Any) -> LayerNorm:
    """A LayerNorm as people write one in NumPy."""
    axis, dtype = other.get("axis", -1), other.get("dtype", np.float32)

    def function(x: Any) -> Any:
        x = x.astype(dtype)
        with np.errstate(all="ignore"):
            mean, variance = x.mean(axis, keepdims=True), x.var(axis, keepdims=True, ddof=ddof)
            root = np.sqrt(variance + eps) if at == "variance" else np.sqrt(variance) + eps
            return (x - mean) / root

    return function


def rmsnorm(x: Any) -> Any:
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-6)


def cancelling(x: Any) -> Any:
    mean = x.mean(-1, keepdims=True)
    variance = np.maximum((x * x).mean(-1, keepdims=True) - mean * mean, 0)
    return (x - mean) / np.sqrt(variance + np.float32(1e-5))


@pytest.mark.parametrize(
    ("function", "conventions"),
    [
        (layernorm(1e-5), ("pytorch", "onnx", "gpt2")),
        (layernorm(1e-6, "sigma"), ("docs",)),
        (layernorm(1e-12), ("bert",)),
        (layernorm(1e-3), ("keras",)),
        (layernorm(1e-6), ("flax",)),
        (layernorm(1e-6, "sigma", 1), ("annotated",)),
        (layernorm(1e-3, "sigma", 1), ("excel",)),
        (rmsnorm, ("llama", "t5", "gemma")),
    ],
)
@pytest.mark.parametrize("dim", [3, 8, 64])
def test_every_convention_is_known_by_its_numbers(
    function: LayerNorm, conventions: tuple[str, ...], dim: int
) -> None:
    assert identify(function, dim).conventions == conventions


@pytest.mark.parametrize(
    ("function", "nearest", "slip", "parameters"),
    [
        (layernorm(1e-5, ddof=1), "pytorch", "ddof", {"ddof": 1}),
        (layernorm(1e-5, "sigma", 1), "annotated", "eps", {"eps": "1e-5"}),
        (layernorm(0), "bert", "eps", {"eps": "0"}),
        (layernorm(2e-4), "pytorch", "eps", {"eps": "0.0002"}),
        (layernorm(1e-5, dtype=np.float16), "pytorch", "dtype", {"dtype": "float16"}),
        (cancelling, "pytorch", "cancellation", {"dtype": "float32"}),
        (lambda x: x - x.mean(-1, keepdims=True), "keras", "not-divided", {}),
    ],
)
def test_what_is_no_convention_is_one_with_a_slip(
    function: LayerNorm, nearest: str, slip: str, parameters: dict[str, Any]
) -> None:
    found = identify(function)
    assert (found.conventions, found.nearest) == ((), nearest)
    assert (found.slips[0].id, dict(found.slips[0].parameters)) == (slip, parameters)


def test_what_is_no_layernorm_at_all_is_said_to_be_none() -> None:
    found = identify(np.tanh)
    assert not found.conventions
    assert not found.slips
    assert found.text("en").startswith("no convention, and no known slip of one")


def test_the_answer_is_a_sentence_in_both_languages() -> None:
    found = identify(layernorm(1e-5))
    assert found.text("en") == "this is the LayerNorm of pytorch, onnx, gpt2"
    assert found.text("zh") == "这是 pytorch、onnx、gpt2 的 LayerNorm"


def test_a_layernorm_that_is_right_passes() -> None:
    assert_layernorm(layernorm(1e-5))
    assert_layernorm(layernorm(1e-3), convention="keras", dim=5)


def test_a_layernorm_that_is_wrong_fails_with_the_place_and_the_cause() -> None:
    with pytest.raises(AssertionError) as failure:
        assert_layernorm(layernorm(1e-5, ddof=1))
    place, cause = str(failure.value).splitlines()
    # the first row of the probe: deviations of -1.375 from its mean, σ² = 0.640625
    assert "at [0, 0], where -1.606948 stands for -1.717898" in place
    assert cause == "dividing by n - 1 gives exactly your 56 numbers"


def test_lists_are_arrays_too() -> None:
    assert identify(lambda x: layernorm(1e-5)(x).tolist()).conventions[0] == "pytorch"


@pytest.mark.parametrize("dim", [2, 5, 8])
def test_torchs_own_layers_are_known(dim: int) -> None:
    torch = pytest.importorskip("torch")
    assert "pytorch" in identify(torch.nn.LayerNorm(dim), dim).conventions
    assert "llama" in identify(torch.nn.RMSNorm(dim, eps=1e-6), dim).conventions
    assert_layernorm(torch.nn.LayerNorm(dim, eps=1e-12), "bert", dim)


def test_another_shape_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\(7, 8\).*\(8,\)"):
        identify(lambda x: x.mean(0))


def test_a_convention_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="pytorch"):
        assert_layernorm(layernorm(1e-5), "pytorhc")


def test_a_row_of_one_component_is_refused() -> None:
    with pytest.raises(ValueError, match="two components"):
        probe(1)


def test_the_sample_is_the_probe() -> None:
    sample = np.load(ROOT / "samples/probe.npy")
    assert sample.dtype == np.float32
    assert np.array_equal(sample, probe())
