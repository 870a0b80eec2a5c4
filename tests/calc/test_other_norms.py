"""BatchNorm, GroupNorm, ScaleNorm and DyT against PyTorch and 50-digit values."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from addnorm_cli.calc import work
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.model.conventions import CONVENTIONS
from addnorm_cli.model.problem import Case, NormSpec, Problem, Tensor
from addnorm_cli.model.records import replaced
from addnorm_cli.numbers.arithmetic import Array, Machine

FIXTURE = np.load(Path(__file__).parent.parent / "fixtures/norms.npz")
KEYS = [key for key in FIXTURE.files if key.count("/") >= 3 and not key.startswith("exact/")]


def tensor(values: Array) -> Tensor:
    return Tensor(values=np.asarray(values, dtype=float), typed=None, source="fixture")


def normed(
    x: Array, spec: NormSpec, gamma: Array | None = None, beta: Array | None = None
) -> Array:
    problem = Problem(
        title=None,
        cases=(Case(label=None, x=tensor(x)),),
        gamma=None if gamma is None else tensor(gamma),
        beta=None if beta is None else tensor(beta),
        norm=spec,
    )
    return work("layernorm", problem, Machine()).cases[0].result.natural()


def spec_of(form: str, eps: str) -> NormSpec:
    if form in ("docs", "annotated", "excel"):
        return CONVENTIONS[form]
    kind = {"gemma": "rmsnorm"}.get(form.removesuffix("-axes2"), form.removesuffix("-axes2"))
    spec = replaced(NORMS[kind].usual, eps=eps, eps_at="variance", convention=None)
    if form == "gemma":
        spec = replaced(spec, unit_offset=True)
    return replaced(spec, axes=2) if form.endswith("-axes2") else spec


def expected(key: str) -> Array:
    """The 50-digit value where there is one, since torch itself rounds on the way."""
    exact = f"exact/{key}"
    return np.asarray(FIXTURE[exact if exact in FIXTURE.files else key])


def tolerance(name: str) -> float:
    """1e-10; for rows of mean 1e4 and σ 1e-2 what half an ulp of the mean is beside σ.

    float64 cannot hold their mean closer than 9e-13, and a deviation of 1e-2 inherits that; torch
    is off by as much.
    """
    return 5e-10 if name == "offset" else 1e-10


ROWWISE = [
    key for key in KEYS
    if key.split("/")[0] not in ("batchnorm", "groupnorm") and key.split("/")[2] != "0"
]  # fmt: skip


@pytest.mark.parametrize("key", ROWWISE)
def test_row_norms_agree_with_the_outside(key: str) -> None:
    form, name, eps, affine = key.split("/")
    x = FIXTURE[f"x/{name}"]
    spec = spec_of(form, eps)
    if spec.ddof and x.shape[-1] <= spec.ddof:
        pytest.skip("one component has no variance over d - 1")
    width = "3x4" if form.endswith("-axes2") else str(x.shape[-1])
    gamma = FIXTURE[f"gamma/{width}"] if affine == "affine" else None
    beta = FIXTURE[f"beta/{width}"] if affine == "affine" and spec.kind == "layernorm" else None
    found, right = normed(x, spec, gamma, beta), expected(key)
    scale = abs(right).max() or 1.0
    limit = tolerance(name)
    np.testing.assert_allclose(found, right, rtol=limit, atol=limit * scale)


@pytest.mark.parametrize("key", [k for k in KEYS if k.startswith("groupnorm/")])
def test_groupnorm_agrees_with_torch(key: str) -> None:
    _, name, eps, affine, groups = key.split("/")
    x = FIXTURE[f"x/{name}"]
    spec = replaced(spec_of("groupnorm", eps), own={"groups": int(groups)})
    gamma, beta = (
        (FIXTURE[f"{letter}/{x.shape[-1]}"] if affine == "affine" else None)
        for letter in ("gamma", "beta")
    )
    right = expected(key)
    scale = abs(right).max() or 1.0
    np.testing.assert_allclose(normed(x, spec, gamma, beta), right, rtol=1e-10, atol=1e-10 * scale)


TRAINED = [k for k in KEYS if k.startswith("batchnorm/") and k.endswith("/train")]


@pytest.mark.parametrize("key", TRAINED)
def test_batchnorm_agrees_with_torch(key: str) -> None:
    _, name, eps, affine, _, _ = key.split("/")
    x = FIXTURE[f"x/{name}"]
    gamma, beta = (
        (FIXTURE[f"{letter}/{x.shape[-1]}"] if affine == "affine" else None)
        for letter in ("gamma", "beta")
    )
    right = expected(key)
    found = normed(x, spec_of("batchnorm", eps), gamma, beta)
    limit = tolerance(name)
    np.testing.assert_allclose(found, right, rtol=limit, atol=limit * (abs(right).max() or 1.0))


def test_scalenorm_of_a_three_four_five_triangle() -> None:
    spec = replaced(NORMS["scalenorm"].usual, eps="0")
    np.testing.assert_allclose(normed(np.array([3.0, 4.0]), spec), np.array([0.6, 0.8]) * 2**0.5)
    found = normed(np.array([3.0, 4.0]), spec, gamma=np.array([10.0, 10.0]))
    np.testing.assert_allclose(found, [6, 8])


def test_dyt_is_tanh_of_each_component() -> None:
    spec = replaced(NORMS["dyt"].usual, own={"alpha": "1"})
    found = normed(np.array([0.0, 0.5493061443340549]), spec)  # tanh(ln 3 / 2) = 1/2
    np.testing.assert_allclose(found, [0, 0.5], rtol=1e-15)


@pytest.mark.parametrize("kind", NORMS)
def test_a_norm_that_divides_says_what_is_0_where_its_divisor_is(kind: str) -> None:
    table = NORMS[kind].formulas(NORMS[kind].usual)
    assert "denominator" not in table or table["normalized"].spread


def test_none_changes_nothing() -> None:
    assert normed(np.array([1.5, -2.0]), NORMS["none"].usual).tolist() == [1.5, -2.0]


def test_a_batch_of_one_is_worked_and_explained() -> None:
    problem = Problem(
        title=None,
        cases=(Case(label=None, x=tensor(np.array([[1.0, 5.0]]))),),
        gamma=None,
        beta=None,
        norm=NORMS["batchnorm"].usual,
    )
    trace = work("layernorm", problem, Machine())
    assert trace.cases[0].result.natural().tolist() == [[0, 0]]
    assert [n.key for n in trace.notices] == ["batch_of_one"]
