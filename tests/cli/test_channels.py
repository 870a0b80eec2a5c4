"""Channels on axis 1, and norms over any axes, in up to five dimensions: held against PyTorch."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from tests.conftest import ROOT, Runner, Written

FIXTURE = np.load(ROOT / "tests/fixtures/channels.npz")
SHAPES = ("NC", "NCL", "NCHW", "NCDHW")
LAYERED = [key for key in FIXTURE.files if key.startswith("layer/") and key.count("/") == 2]
CUBE = "[[[1,2],[3,4],[5,7]],[[0,1],[2,2],[4,9]]]"
"""Two samples of three channels, each of two numbers."""


def problem(name: str, **more: Any) -> str:
    affine = {each: FIXTURE[each].tolist() for each in ("gamma", "beta")}
    return json.dumps({"x": FIXTURE[f"x/{name}"].tolist(), **affine, **more})


@pytest.mark.parametrize("name", SHAPES)
def test_batchnorm_has_the_channels_of_torch(addnorm: Runner, name: str) -> None:
    running = {each: FIXTURE[each].tolist() for each in ("running_mean", "running_var")}
    rule = {"kind": "batchnorm", "momentum": 0.3, **running}
    run = addnorm("layernorm", "-", "--json", stdin=problem(name, norm=rule))
    key = f"batch/{name}/0.3"
    np.testing.assert_allclose(run.json["result"], FIXTURE[f"{key}/train"], rtol=1e-12)
    for each in running:
        found = run.step(f"next_{each}")["value"]
        np.testing.assert_allclose(found, FIXTURE[f"{key}/{each}"], rtol=1e-12)
    assert run.step("deviations")["shape"] == list(FIXTURE[f"x/{name}"].shape)
    assert run.json["parameters"]["axes"] == [0, *range(2, FIXTURE[f"x/{name}"].ndim)]
    rule = {"kind": "batchnorm", "training": False, **running}
    run = addnorm("addnorm", "-", "--json", stdin=problem(name, norm=rule, sublayer=0))
    assert run.code == 2  # a sublayer has the shape of x
    run = addnorm("layernorm", "-", "--json", stdin=problem(name, norm=rule))
    np.testing.assert_allclose(run.json["result"], FIXTURE[f"batch/{name}/eval"], rtol=1e-12)


@pytest.mark.parametrize("groups", [1, 2, 4])
@pytest.mark.parametrize("name", SHAPES)
def test_groupnorm_groups_the_channels_of_torch(addnorm: Runner, name: str, groups: int) -> None:
    rule = {"kind": "groupnorm", "groups": groups}
    run = addnorm("layernorm", "-", "--json", stdin=problem(name, norm=rule))
    right = FIXTURE[f"group/{name}/{groups}"]
    np.testing.assert_allclose(run.json["result"], right, rtol=1e-11, atol=1e-12)
    assert run.json["parameters"]["axes"] == [*range(1, right.ndim)]


@pytest.mark.parametrize("key", LAYERED)
def test_layernorm_runs_over_any_axes(addnorm: Runner, key: str) -> None:
    _, name, axes = key.split("/")
    indices = [int(axis) for axis in axes.split(",")]
    x = FIXTURE[f"x/{name}"]
    tree: dict[str, Any] = {"x": x.tolist(), "norm": {"eps": 1e-5, "eps_at": "variance"}}
    tree |= {each: FIXTURE[f"{key}/{each}"].tolist() for each in ("gamma", "beta")}
    for way in (indices, [axis - x.ndim for axis in indices][::-1]):
        tree["norm"]["axes"] = way
        run = addnorm("layernorm", "-", "--json", stdin=json.dumps(tree))
        np.testing.assert_allclose(run.json["result"], FIXTURE[key], rtol=1e-11, atol=1e-13)
        lead = [size for axis, size in enumerate(x.shape) if axis not in indices]
        assert run.step("mean")["shape"] == lead
    del tree["norm"]["axes"]
    words = ("--axes", f"[{axes}]", "--dtype", "float64", "--json")
    run = addnorm("layernorm", "-", *words, stdin=json.dumps(tree))
    np.testing.assert_allclose(run.json["result"], FIXTURE[key], rtol=1e-11, atol=1e-13)


def test_a_sum_is_normalized_over_any_axes(addnorm: Runner) -> None:
    x = np.array(json.loads(CUBE), float)
    words = ("addnorm", CUBE, CUBE, "--axes", "1", "--json")
    assert addnorm(*words).json["parameters"]["axes"] == 1
    run = addnorm(*words[:-2], "-2", "--json")
    z = 2 * x
    right = (z - z.mean(1, keepdims=True)) / (z.std(1, keepdims=True) + 1e-6)
    np.testing.assert_allclose(run.json["result"], right, rtol=1e-12, atol=1e-15)
    assert run.json["parameters"]["axes"] == [1]


@pytest.mark.parametrize(
    ("axes", "told"),
    [("2", 2), ("-1", 1), ("1,2", 2), ("[2]", 1), ("-2,-1", 2), ("[0]", [0]), ("2 0", [0, 2])],
)
def test_a_number_counts_the_last_axes_and_a_list_names_them(
    addnorm: Runner, axes: str, told: Any
) -> None:
    run = addnorm("layernorm", CUBE, "--axes", axes, "--json")
    assert run.json["parameters"]["axes"] == told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--axes", "3,1"), "no axis 3"),
        (("--axes", "-4"), "no axis -4"),
        (("--axes", "1,-2"), "axis 1 is named twice"),
        (("--axes", "1,x"), "does not say which axes"),
        (("--axes", "0.5,1"), "does not say which axes"),
        (("--axes", "0"), "whole number from 1"),
        (("--axes", "4"), "has only 3"),
        (("--axes", "1", "--norm", "batchnorm"), "axes has no meaning for batchnorm"),
        (("--norm", "groupnorm", "--groups", "2"), "3 components cannot be divided"),
        (("--norm", "batchnorm", "--gamma", "1,2"), "the normalized axes have (3)"),
        (("--axes", "0,1", "--gamma", "1,2"), "the normalized axes have (2, 3)"),
    ],
)
def test_axes_that_are_not_there_are_refused(
    addnorm: Runner, words: tuple[str, ...], told: str
) -> None:
    run = addnorm("layernorm", CUBE, *words)
    assert (run.code, run.out) == (2, "")
    assert told in run.err


@pytest.mark.parametrize("axes", [[], ["1"], "1", [True], 1.5, [0.5, 1]])
def test_odd_axes_of_a_file_are_refused(addnorm: Runner, axes: Any) -> None:
    tree = json.dumps({"x": json.loads(CUBE), "norm": {"axes": axes}})
    run = addnorm("layernorm", "-", stdin=tree)
    assert (run.code, run.out) == (2, "")
    assert "norm.axes" in run.err


def test_channels_end_at_five_dimensions(addnorm: Runner) -> None:
    run = addnorm("layernorm", "--random", "2x2x2x2x2x2", "--norm", "batchnorm")
    assert run.code == 2
    assert "up to 5 dimensions" in run.err
    assert addnorm("layernorm", "--random", "2x2x2x2x2", "--norm", "groupnorm", "-q").code == 0


def test_the_way_back_runs_over_the_last_axes(addnorm: Runner) -> None:
    words = ("gradient", CUBE, "--upstream", "1", "--axes")
    assert addnorm(*words, "-1").code == 0
    run = addnorm(*words, "0,1")
    assert run.code == 2
    assert "not over the axes 0, 1" in run.err


WAYS = [
    ("--norm", "batchnorm", "--gamma", "1,2,3"),
    ("--norm", "batchnorm", "--running-mean", "1", "--no-training"),
    ("--norm", "groupnorm", "--groups", "3", "--gamma", "1,2,3"),
    ("--axes", "1", "--ddof", "1"),
    ("--axes", "0,2", "--gamma", "2"),
    ("--axes", "-3", "--norm", "rmsnorm"),
]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("way", WAYS, ids=" ".join)
@pytest.mark.parametrize("form", ["table", "plain", "json", "csv", "markdown", "latex", "html"])
def test_every_format_has_channels(
    written: Written, form: str, way: tuple[str, ...], language: str
) -> None:
    page = written(form, "layernorm", CUBE, *way, "--lang", language)
    assert page
    if form == "table" and "batchnorm" in way:
        assert "[1,0]" in page  # sample 1, place 0; its three channels beside each other
        assert "d_model" not in page


@pytest.mark.parametrize("carried", [("--hand", "3"), ("--dtype", "float16"), ("--exact",)])
@pytest.mark.parametrize("way", WAYS, ids=" ".join)
def test_channels_are_carried_in_every_way(
    addnorm: Runner, way: tuple[str, ...], carried: tuple[str, ...]
) -> None:
    eps = ("--eps", "0.25") if "--exact" in carried else ()
    usual = np.array(addnorm("layernorm", CUBE, *way, *eps, "--json").json["result"])
    run = addnorm("layernorm", CUBE, *way, *eps, *carried, "--json")
    assert run.code == 0, run.err
    np.testing.assert_allclose(run.json["result"], usual, rtol=0.02, atol=0.01)
    output = next(step for step in run.json["steps"] if step["id"] == "output")
    if "--exact" not in carried:
        np.testing.assert_allclose(output["exact"], usual, rtol=1e-12, atol=1e-15)
    else:
        assert np.shape(output["surd"]) == usual.shape


def test_a_page_says_which_axes(addnorm: Runner) -> None:
    assert "over axis 1 · γ" in addnorm("layernorm", CUBE, "--axes", "-2").out
    assert "over the axes 0, 2 · γ" in addnorm("layernorm", CUBE, "--axes", "2,0").out
    page = addnorm("layernorm", CUBE, "--norm", "batchnorm").out
    assert "over the axes 0, 2; axis 1 has the channels" in page


def test_names_of_columns_do_not_name_channels(addnorm: Runner) -> None:
    tree = {"x": json.loads(CUBE), "dims": ["ants", "bees"], "norm": {"kind": "batchnorm"}}
    run = addnorm("layernorm", "-", stdin=json.dumps(tree))
    assert run.code == 0
    assert "ants" not in run.out
