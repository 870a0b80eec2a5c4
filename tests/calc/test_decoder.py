"""A decoder layer with cross-attention against torch.nn.TransformerDecoderLayer."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from tests.conftest import ROOT, Runner, Written
from tests.page.reading import faults, lines_of

MADE: dict[str, dict[str, Any]] = {
    entry["name"]: entry
    for entry in json.loads((ROOT / "tests/fixtures/decoder_layers.json").read_text("utf-8"))
}


@pytest.mark.parametrize("name", MADE)
def test_a_decoder_layer_agrees_with_torch(addnorm: Runner, name: str) -> None:
    problem = json.dumps(MADE[name]["problem"])
    tree = addnorm("block", "-", "--json", stdin=problem).json
    np.testing.assert_allclose(tree["result"], MADE[name]["result"], rtol=1e-10, atol=1e-12)
    ids = [step["id"] for step in tree["steps"][0]["steps"]]
    order = ["attention", "add1", "cross", "add2", "ffn", "add3"]
    assert [each for each in ids if "norm" not in each] == order


@pytest.mark.parametrize("row", ["0", "2"])
@pytest.mark.parametrize("name", MADE)
def test_its_lines_hold(addnorm: Runner, name: str, row: str) -> None:
    problem = json.dumps(MADE[name]["problem"])
    out = addnorm("block", "-", "-f", "plain", "--row", row, stdin=problem).out
    assert "cross-attention" in out
    lines = [line for line in lines_of(out) if "∞" not in line]
    assert len(lines) > 60
    assert not {line: found for line in lines if (found := faults(line))}


@pytest.mark.parametrize("name", MADE)
def test_its_script_asserts_its_result(written: Written, name: str) -> None:
    script = written("numpy", "block", "-", stdin=json.dumps(MADE[name]["problem"]))
    exec(compile(script, "script.py", "exec"), {})


def changed(**cross: Any) -> str:
    problem = json.loads(json.dumps(MADE["post-causal"]["problem"]))
    own = problem["layers"][0]["cross"] | cross
    problem["layers"][0]["cross"] = {k: value for k, value in own.items() if value is not None}
    return json.dumps(problem)


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (changed(memory=None), "memory"),
        (changed(memory=[1, 2, 3, 4]), "one row for each of its tokens"),
        (changed(memory=[[1, 2, 3]]), "W_v is (4, 4) and should be (?, 3)"),
        (changed(mask=[1, 0, 1]), "the mask is (3)"),
        (changed().replace('"post"', '"parallel"'), "side by side"),
        (changed().replace('"norm3"', '"norm4"'), "norm4"),
    ],
)
def test_a_decoder_that_cannot_be_worked(addnorm: Runner, problem: str, said: str) -> None:
    run = addnorm("block", "-", stdin=problem)
    assert run.code == 2
    assert said in run.err


def test_a_mask_hides_rows_of_the_memory(addnorm: Runner) -> None:
    alone = changed(memory=MADE["post-causal"]["problem"]["layers"][0]["cross"]["memory"][:1])
    masked, short = (
        addnorm("block", "-", "--json", stdin=each).json["result"]
        for each in (changed(mask=[1, 0]), alone)
    )
    np.testing.assert_allclose(masked, short, rtol=1e-12)
