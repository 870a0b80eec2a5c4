"""`addnorm compare-norm`: by norm, by placement, by convention."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.cells import cell_len

from tests.conftest import ROOT, Runner, Written

FIXTURE = np.load(ROOT / "tests/fixtures/norms.npz")
SAMPLE = "samples/batch-norm-vs-layer-norm.json"


def finding(trace: Any, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(f for f in trace["findings"] if f["id"] == name)
    return found


def test_leaving_a_sample_out_changes_batchnorm_alone(addnorm: Runner) -> None:
    trace = addnorm("compare-norm", SAMPLE, "--json").json
    table = finding(trace, "leave_one_out")
    assert table["columns"] == ["layernorm", "batchnorm", "rmsnorm"]
    assert list(table["rows"]) == ["[0]", "[1]", "[2]"]
    for layernorm, batchnorm, rmsnorm in table["rows"].values():
        assert layernorm == rmsnorm == 0
        assert batchnorm > 0.01


def test_a_batch_of_one_leaves_batchnorm_with_nothing(addnorm: Runner) -> None:
    trace = addnorm("compare-norm", "1,2,5", "--json").json
    assert trace["result"]["batchnorm"] == [0, 0, 0]
    assert any("batch of one" in warning for warning in trace["warnings"])


def test_layernorm_does_not_notice_a_shift_and_rmsnorm_does(addnorm: Runner) -> None:
    rows = finding(addnorm("compare-norm", SAMPLE, "--json").json, "invariance")["rows"]
    layernorm, batchnorm, rmsnorm = rows["shift_rows"]
    assert layernorm < 1e-9
    assert batchnorm < 1e-9
    assert rmsnorm > 0.01


def test_each_norm_standardizes_what_its_statistics_run_over(addnorm: Runner) -> None:
    trace = addnorm("compare-norm", SAMPLE, "--json").json
    rows, components = (finding(trace, name)["rows"] for name in ("of_rows", "of_columns"))
    assert rows["mean.z"] == [2, 6, 4, 4]
    np.testing.assert_allclose(np.square(rows["sigma.z"]), [2 / 3, 14 / 3, 8, 2 / 3])
    assert components["mean.z"] == [3, 3, 6]
    np.testing.assert_allclose(np.square(components["sigma.z"]), [2.5, 1.5, 6.5])
    for table, norm, other in (
        (rows, "layernorm", "batchnorm"),
        (components, "batchnorm", "layernorm"),
    ):
        np.testing.assert_allclose(table[f"mean.{norm}"], 0, atol=1e-12)
        np.testing.assert_allclose(table[f"sigma.{norm}"], 1, atol=1e-4)
        assert np.abs(table[f"mean.{other}"]).max() > 0.5
        assert np.abs(np.subtract(table[f"sigma.{other}"], 1)).max() > 0.1


def test_statistics_are_of_rows_and_components_that_have_several_numbers(addnorm: Runner) -> None:
    for values, names in (("1;2;4", ["of_columns"]), ("1,2,4", ["of_rows"])):
        found = [f["id"] for f in addnorm("compare-norm", values, "--json").json["findings"]]
        assert [name for name in found if name.startswith("of_")] == names


@pytest.mark.parametrize("momentum", ["0.1"])
def test_running_statistics_agree_with_torch(
    addnorm: Runner, tmp_path: Path, momentum: str
) -> None:
    np.save(tmp_path / "x.npy", FIXTURE["x/small"])
    run = addnorm("compare-norm", str(tmp_path / "x.npy"), "--momentum", momentum, "--json")
    rows = finding(run.json, "running")["rows"]
    key = f"batchnorm/small/1e-5/plain/{momentum}"
    np.testing.assert_allclose(rows["running_mean"], FIXTURE[f"{key}/running_mean"], rtol=1e-12)
    np.testing.assert_allclose(rows["running_variance"], FIXTURE[f"{key}/running_var"], rtol=1e-12)
    inference = list(finding(run.json, "inference")["rows"].values())
    np.testing.assert_allclose(inference, FIXTURE[f"{key}/eval"], rtol=1e-10)


def test_every_norm_can_be_asked_for(addnorm: Runner) -> None:
    norms = "layernorm,batchnorm,rmsnorm,groupnorm,scalenorm,dyt,none"
    run = addnorm("compare-norm", "1,2,3,4", "2,0,1,5", "--norms", norms, "--json")
    assert list(run.json["result"]) == norms.split(",")


def test_conventions_part_where_they_should(addnorm: Runner) -> None:
    run = addnorm("compare-norm", "1.24,0.52,0.72,0.21", "--by", "convention")
    assert run.code == 0
    # σ² = 0.14036875: 0.5675/√(σ² + 1e-5) = 1.514660083, 0.5675/(σ + 1e-6) = 1.514709992
    assert "1.514[6]6, docs has 1.51471" in run.out
    assert "the squares are divided by d - 1" in run.out
    assert "under the root" in run.out


def test_placements_are_worked_over_layers(addnorm: Runner) -> None:
    run = addnorm(
        "compare-norm", "--by", "placement", "0.8,0.4,0.6,-0.1", "0.44,0.12,0.12,0.31",
        "--layers", "2", "--json",
    )  # fmt: skip
    trace = run.json
    assert list(trace["result"])[:2] == ["post", "pre"]
    # with a given sublayer pre-norm only adds: x + 2 F
    np.testing.assert_allclose(trace["result"]["pre"], [1.68, 0.64, 0.84, 0.52], rtol=1e-12)
    sizes = finding(trace, "stream_size")["rows"]
    assert list(sizes) == ["1", "2"]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    "words",
    [[SAMPLE], [SAMPLE, "--hand", "3"], [SAMPLE, "--row", "1"], [SAMPLE, "-f", "csv"],
     [SAMPLE, "-q"],
     ["--by", "placement", "samples/pre-vs-post.json"], ["--by", "convention", "1,2,4", "--full"],
     ["--by", "convention", "5"]],
)  # fmt: skip
def test_it_is_written_in_every_way(addnorm: Runner, words: list[str], language: str) -> None:
    run = addnorm("compare-norm", *words, "--lang", language)
    assert (run.code, run.err) == (0, "")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["1,2", "--by", "nom"], "norm"),
        (["1,2", "--norms", "layernrm"], "layernorm"),
        (["1,2,3", "--norms", "groupnorm"], "3 components cannot be divided evenly into 2 groups"),
        (["1,2", "--momentum", "1.5"], "momentum"),
        (["1,2", "--momentum", "x"], "number"),
        (["A=1,2", "B=3,4"], "labelled"),
        (["1,2", "3,4", "--by", "placement", "--layers", "0"], "layers"),
        (["1,2", "1,2", "1,2", "1,2", "--by", "placement"], "3 cases"),
        (["1,2", "--by", "placement"], "sublayer"),
        (["--by", "convention"], "nothing to work on"),
        (["--by", "placement"], "nothing to work on"),
    ],
)
def test_bad_input_is_refused(addnorm: Runner, words: list[str], told: str) -> None:
    run = addnorm("compare-norm", *words)
    assert (run.code, run.out) == (2, "")
    assert told in run.err


def test_a_sublayer_with_one_weight_is_worked_with_that_one_alone(addnorm: Runner) -> None:
    run = addnorm("compare-norm", "--by", "placement", "samples/pre-vs-post.json", "--json")
    x = np.array([1.24, 0.52, 0.72, 0.21])
    weight = np.array(
        [[0.5, 0.1, 0, -0.2], [0, 0.5, 0.2, 0.1], [-0.1, 0, 0.5, 0.3], [0.2, -0.3, 0, 0.5]]
    )
    z_hat = (x - x.mean()) / (x.std() + 1e-6)
    pre = x + np.maximum(z_hat @ weight + [0.1, 0, -0.1, 0.2], 0)
    np.testing.assert_allclose(run.json["result"]["pre"], pre, rtol=1e-12)
    assert "linear_2" not in run.out


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["--hand", "2", "--rounding", "half-evn"], "half-even"),
        (["--dtype", "flaot16"], "float16"),
        (["--level", "ful"], "full"),
        (["-f", "tabel"], "table"),
    ],
)
def test_a_misspelt_choice_is_told_what_was_meant(
    addnorm: Runner, words: list[str], meant: str
) -> None:
    run = addnorm("layernorm", "1,2", *words)
    assert run.code == 2
    assert f"did you mean '{meant}'" in run.err


MATRIX = "1,2,4;3,1,9"


def normalized(x: Any, eps: float, gamma: Any = 1.0, beta: Any = 0.0) -> Any:
    deviations = x - x.mean(-1, keepdims=True)
    return deviations / (x.std(-1, keepdims=True) + eps) * gamma + beta


@pytest.mark.parametrize("in_file", [False, True])
def test_placements_use_gamma_and_beta(addnorm: Runner, *, in_file: bool) -> None:
    x, sublayer, gamma, beta = ([1.0, 2, 4], [1.0, 1, 0], [2.0, 3, 0.5], [0.25, 0, -1])
    problem = {"x": x, "sublayer": sublayer}
    words = ["--gamma", "2,3,0.5", "--beta", "0.25,0,-1"]
    if in_file:
        problem, words = {**problem, "gamma": gamma, "beta": beta}, []
    stdin = json.dumps(problem)
    run = addnorm("compare-norm", "-", "--by", "placement", "--json", *words, stdin=stdin)
    post = normalized(np.add(x, sublayer), 1e-6, gamma, beta)
    np.testing.assert_allclose(run.json["result"]["post"], post, rtol=1e-12)
    assert run.json["parameters"]["gamma"] == gamma
    assert run.json["parameters"]["beta"] == beta


@pytest.mark.parametrize(
    ("by", "words", "named"),
    [
        ("convention", ["--eps", "0.1"], "eps=0.1"),
        ("convention", ["--ddof", "1"], "ddof=1"),
        ("convention", ["--eps-at", "variance"], "eps_at=variance"),
        ("convention", ["--norm", "rmsnorm", "--eps", "0.1"], "rmsnorm"),
        ("norm", ["--norm", "dyt"], "dyt"),
    ],
)
def test_a_norm_that_is_not_compared_is_said_to_be_unused(
    addnorm: Runner, by: str, words: list[str], named: str
) -> None:
    run = addnorm("compare-norm", MATRIX, "--by", by, *words, "--json")
    assert any("does not use" in w and named in w for w in run.json["warnings"])
    usual = addnorm("compare-norm", MATRIX, "--by", by, "--json")
    assert not any("does not use" in w for w in usual.json["warnings"])


def test_conventions_run_over_as_many_axes_as_asked(addnorm: Runner) -> None:
    words = ["--by", "convention", "--axes", "2", "--gamma", "3"]
    run = addnorm("compare-norm", MATRIX, *words, "--json")
    flat = np.array([1.0, 2, 4, 3, 1, 9])
    docs = normalized(flat, 1e-6, 3).reshape(2, 3)
    np.testing.assert_allclose(run.json["result"]["docs"], docs, rtol=1e-12)
    page = addnorm("compare-norm", MATRIX, *words).out
    assert "over the last 2 axes together · γ = [3, 3, 3, 3, 3, 3]" in page


def test_placements_run_over_one_axis(addnorm: Runner) -> None:
    run = addnorm("compare-norm", MATRIX, MATRIX, "--by", "placement", "--axes", "2")
    assert run.code == 2
    assert "the norms of a block run over the last axis" in run.err


@pytest.mark.parametrize("by", ["norm", "convention"])
def test_the_rules_of_compared_norms_are_numbers(addnorm: Runner, by: str) -> None:
    words = ["--norms", "layernorm,scalenorm,dyt"] if by == "norm" else []
    rules = addnorm("compare-norm", MATRIX, "--by", by, *words, "--json").json["parameters"][
        "rules"
    ]
    assert rules["layernorm" if by == "norm" else "docs"]["eps"] == 1e-6
    if by == "norm":
        assert rules["scalenorm"]["gamma"] == np.sqrt(3)
        assert rules["dyt"]["alpha"] == 0.5


@pytest.mark.parametrize(("words", "gamma"), [([], 2.0), (["--gamma", "1"], [1.0] * 4)])
def test_the_gamma_of_scalenorm_is_told(addnorm: Runner, words: list[str], gamma: Any) -> None:
    run = addnorm("layernorm", "1,2,4,8", "--norm", "scalenorm", *words, "--json")
    assert run.json["parameters"]["gamma"] == gamma
    first = 1 / np.sqrt(85) * (gamma if isinstance(gamma, float) else gamma[0])
    np.testing.assert_allclose(run.json["result"][0], first, rtol=1e-5)


def test_one_case_of_an_answer_can_be_compared(
    addnorm: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank = addnorm("addnorm", "samples/bank.json", "--json")
    whole = addnorm("compare-norm", "-", stdin=bank.out)
    assert whole.code == 2
    assert "answer.json:result.A" in whole.err
    monkeypatch.chdir(tmp_path)
    Path("answer.json").write_text(bank.out, "utf-8")
    rows = addnorm("compare-norm", "answer.json:result.A", "--norms", "rmsnorm", "-q").out
    a = np.array(bank.json["result"]["A"])
    expected = a / np.sqrt((a * a).mean() + 1e-6)
    np.testing.assert_allclose([float(n) for n in rows.split(",")], expected, rtol=1e-12)


@pytest.mark.parametrize("eps_at", ["sigma", "variance"])
def test_inference_has_eps_where_training_has_it(addnorm: Runner, eps_at: str) -> None:
    words = ("--norms", "batchnorm", "--norm", "batchnorm", "--eps", "1", "--eps-at", eps_at)
    trace = addnorm("compare-norm", MATRIX, *words, "--json").json
    x = np.array([[1.0, 2, 4], [3, 1, 9]])
    mean, variance = 0.1 * x.mean(0), 0.9 + 0.1 * x.var(0, ddof=1)
    below = np.sqrt(variance) + 1 if eps_at == "sigma" else np.sqrt(variance + 1)
    rows = list(finding(trace, "inference")["rows"].values())
    np.testing.assert_allclose(rows, (x - mean) / below, rtol=1e-12)


def test_the_rule_of_a_gain_of_one_and_gamma_is_told(addnorm: Runner) -> None:
    words = ("--norms", "rmsnorm", "--convention", "gemma")
    rule = addnorm("compare-norm", MATRIX, *words, "--json").json["parameters"]["rules"]["rmsnorm"]
    assert (rule["unit_offset"], rule["gamma"]) == (True, 0)
    assert "the gain is 1 + γ" in addnorm("compare-norm", MATRIX, *words).out
    llama = addnorm("compare-norm", MATRIX, *words[:2]).out
    assert "the gain is 1 + γ" not in llama


@pytest.mark.parametrize("form", ["table", "plain", "markdown", "latex", "html", "csv"])
def test_nothing_is_left_of_zeros(written: Written, form: str) -> None:
    page = written(form, "compare-norm", "0,0,0", "1,0,2", "--by", "placement")
    assert "nan" not in page.lower()
    if form in ("table", "plain"):
        (left,) = (line for line in page.splitlines() if line.strip(" │|").startswith("x₀"))
        assert left.count("–") == 6


PROPERTIES = {
    # over, batch, centred, learned, alike at inference: from the papers of each norm
    "layernorm": ("row", False, True, ["gamma", "beta"], True),
    "batchnorm": ("column", True, True, ["gamma", "beta"], False),
    "rmsnorm": ("row", False, False, ["gamma"], True),
    "groupnorm": ("group", False, True, ["gamma", "beta"], True),
    "scalenorm": ("row", False, False, ["gamma"], True),
    "dyt": ("cell", False, False, ["alpha", "gamma", "beta"], True),
}


@pytest.mark.parametrize("numbers", [(), ("1,2,4,0;3,1,9,5",)])
def test_what_tells_norms_apart_stands_in_the_json(
    addnorm: Runner, numbers: tuple[str, ...]
) -> None:
    run = addnorm("compare-norm", *numbers, "--norms", ",".join(PROPERTIES), "--json")
    assert (run.code, run.err) == (0, "")
    for told in run.json["properties"]:
        over, batch, centred, learned, alike = PROPERTIES[told["norm"]]
        assert (told["over"], told["batch"], told["centred"]) == (over, batch, centred)
        assert (told["parameters"], told["same_in_inference"]) == (learned, alike)
        assert told["running_statistics"] != alike
    assert [told["norm"] for told in run.json["properties"]] == list(PROPERTIES)
    used = {told["norm"]: told["used_in"] for told in run.json["properties"]}
    assert "CNNs" in used["batchnorm"]
    assert "Transformers" in used["layernorm"]
    assert "Llama" in used["rmsnorm"]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("form", ["table", "plain", "markdown", "latex", "html", "csv"])
def test_properties_need_no_numbers(written: Written, form: str, language: str) -> None:
    page = written(form, "compare-norm", "--lang", language)
    assert "BatchNorm" in page or "batchnorm" in page
    assert "ResNet" in page


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_properties_lead_the_page_in_one_table_of_whole_words(
    addnorm: Runner, monkeypatch: pytest.MonkeyPatch, width: int, language: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    words = ("compare-norm", SAMPLE, "--lang", language)
    lines = addnorm(*words).out.splitlines()
    heads = [n for n, line in enumerate(lines) if "LayerNorm" in line]
    assert all(name in lines[heads[0]] for name in ("BatchNorm", "RMSNorm"))
    assert "■" in lines[heads[1] + 1]  # the drawing comes after the table
    assert max(map(cell_len, lines[: heads[1]])) <= width
    table = lines[heads[0] : heads[1]]
    cells = [cell for line in table if line[:1] == "│" for cell in line[1:-1].split("│")]
    assert all(not cell.strip() or cell[:2].strip() for cell in cells)  # words stand flush left
    if language == "en":
        assert any("Transformers, " in line for line in table)


def test_there_is_nothing_to_write_as_an_array_of_properties(
    addnorm: Runner, tmp_path: Path
) -> None:
    run = addnorm("compare-norm", "-o", str(tmp_path / "x.npy"))
    assert (run.code, run.out) == (2, "")
    assert "without numbers" in run.err
    assert addnorm("compare-norm", "-q").out == ""


def test_conventions_with_the_same_numbers_are_one(addnorm: Runner) -> None:
    run = addnorm("compare-norm", MATRIX, "--by", "convention")
    assert "Result pytorch, onnx, gpt2" in run.out
    assert run.out.count("Result ") == 7
    trace = addnorm("compare-norm", MATRIX, "--by", "convention", "--json").json
    assert ["pytorch", "onnx", "gpt2"] in trace["parameters"]["alike"]
    assert trace["parameters"]["baseline"] == "docs"
    assert list(trace["result"]) == [
        name for group in trace["parameters"]["alike"] for name in group
    ]
    by_hand = addnorm("compare-norm", MATRIX, "--by", "convention", "--hand", "2", "--json").json
    assert {"docs", "bert", "flax"} <= set(by_hand["parameters"]["alike"][0])
    assert any("same numbers as docs" in text for text in by_hand["warnings"])


def test_conventions_are_held_against_a_baseline(addnorm: Runner) -> None:
    words = ("compare-norm", MATRIX, "--by", "convention", "--convention", "keras")
    trace = addnorm(*words, "--json").json
    assert next(iter(trace["result"])) == "keras"
    assert not any("does not use" in text for text in trace["warnings"])
    assert all("keras has" in text for text in trace["warnings"])
    assert "each held against keras" in addnorm(*words).out


@pytest.mark.parametrize("language", ["en", "zh"])
def test_where_conventions_part_is_said_by_row_and_column(addnorm: Runner, language: str) -> None:
    words = ("--by", "convention", "--json", "--lang", language)
    # row 1 alone differs where a variance of 0.25 meets 1e-3 under the root, in its column 1
    trace = addnorm("compare-norm", "1000,2000;0,1", *words).json
    keras = next(text for text in trace["warnings"] if text.startswith("keras"))
    assert "(1, 0)" in keras
    alone = addnorm("compare-norm", "0,1", *words).json
    assert "[0]" in next(text for text in alone["warnings"] if text.startswith("keras"))


def test_conventions_of_rmsnorm_are_compared_too(addnorm: Runner) -> None:
    words = ("compare-norm", MATRIX, "--by", "convention", "--norm", "rmsnorm", "--json")
    trace = addnorm(*words).json
    assert trace["parameters"]["alike"] == [["llama", "t5", "gemma"]]
    trace = addnorm(*words, "--gamma", "2,3,4").json
    assert trace["parameters"]["alike"] == [["llama", "t5"], ["gemma"]]
    x = np.array([[1.0, 2, 4], [3, 1, 9]])
    gemma = x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-6) * [3, 4, 5]
    np.testing.assert_allclose(trace["result"]["gemma"], gemma, rtol=1e-12)
    assert any("the gain is 1 + γ" in text for text in trace["warnings"])
    based = addnorm("compare-norm", MATRIX, "--by", "convention", "--convention", "gemma",
                    "--gamma", "2,3,4", "--json").json  # fmt: skip
    assert based["parameters"]["alike"] == [["gemma"], ["llama", "t5"]]
    refused = addnorm("compare-norm", MATRIX, "--by", "convention", "--norm", "dyt")
    assert (refused.code, refused.out) == (2, "")
    assert "no conventions of dyt" in refused.err


@pytest.mark.parametrize("command", ["layernorm", "compare-norm"])
def test_arrays_of_one_shape_from_two_files_are_not_stacked(
    addnorm: Runner, tmp_path: Path, command: str
) -> None:
    for name, shape in {"a": (2, 3), "b": (2, 3), "c": (3, 3)}.items():
        np.save(tmp_path / f"{name}.npy", np.arange(np.prod(shape), dtype=float).reshape(shape))
    a, b, c = (str(tmp_path / f"{name}.npy") for name in "abc")
    run = addnorm(command, a, b)
    assert (run.code, run.out) == (2, "")
    assert "same shape (2, 3)" in run.err
    assert f"{a} --expect {b}" in run.err
    assert addnorm(command, a, c, "-q").code == 0
    assert addnorm(command, a, a, "-q").code == 0  # one file twice is no slip
    assert addnorm(command, "1,2,3", a, "-q").code == 0
