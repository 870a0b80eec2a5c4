"""Scripts that work the numbers again: they are run, and assert their own result."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import re
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from addnorm_cli.inputs.reader import Reader
from addnorm_cli.model.conventions import CONVENTIONS
from addnorm_cli.model.options import Options
from addnorm_cli.page.request import Request
from addnorm_cli.page.select import Selection
from addnorm_cli.script.code import numpy_script
from addnorm_cli.work import read, work
from tests.conftest import HOSTILE, MESSAGES, ROOT, Golden, Runner, Written

BANK = ("addnorm", "samples/bank.json")
X = "1,2,3.5,-4"
CENTRED = [name for name, spec in CONVENTIONS.items() if spec.kind == "layernorm"]
CUBE = "[[[1,2],[3,4],[5,7]],[[0,1],[2,2],[4,9]]]"
LINEAR = ("--weight", "1,0,0.5;0,-1,2;1,1,1", "--bias", "0.5,-9,1")

BLOCKS = sorted(path.stem for path in (ROOT / "tests/script/blocks").glob("*.json"))
CASES: list[tuple[str, ...]] = [
    *(("layernorm", X, "--convention", name) for name in CONVENTIONS),
    *(("layernorm", X, "--convention", name, "--gamma", "1,2,0.5,-1") for name in CONVENTIONS),
    *(("layernorm", X, "--convention", n, "--gamma", "2", "--beta", "1,2,3,4") for n in CENTRED),
    *(("layernorm", "1,2;3,4;5,7.5", "--convention", n, "--axes", "2") for n in CONVENTIONS),
    *(("addnorm", X, "A=0.1,0.2,0.3,0.4", "B=1,1,1,1", "--convention", n) for n in CONVENTIONS),
    *(("layernorm", "0.1,0.1,0.1;1000.1,1000.1,1000.1", "--convention", n) for n in CENTRED),
    *(("layernorm", "1,2,3,9;3,4,4,4", "--norm", n) for n in ("batchnorm", "groupnorm", "none")),
    *(("layernorm", "1,2,3,9", "--norm", n) for n in ("batchnorm", "groupnorm", "none")),
    *(("layernorm", "1,2,3,9", "--norm", n, "--gamma", "2,3,4,5") for n in ("scalenorm", "dyt")),
    ("layernorm", "1,2,3,9", "--norm", "scalenorm"),
    ("layernorm", "1,2,3,9;2,2,3,9", "--norm", "batchnorm", "--gamma", "1,2,3,4", "--beta", "1"),
    ("layernorm", "1,2,3,9", "--norm", "dyt", "--beta", "1,0,0,0"),
    ("layernorm", "1,2;4,9", "--norm", "batchnorm", "--running-mean", "1", "--momentum", "0.3"),
    ("layernorm", "1,2;4,9", "--norm", "batchnorm", "--no-training", "--gamma", "2,3"),
    (
        "layernorm",
        "1,2;4,9",
        "--norm",
        "batchnorm",
        "--no-training",
        "--running-mean",
        "1,5",
        "--running-var",
        "0.25,3",
        "--eps-at",
        "sigma",
    ),
    ("layernorm", "1,2", "--norm", "batchnorm", "--no-training", "--running-mean", "1,5"),
    *(
        ("layernorm", CUBE, *way)
        for way in (
            ("--norm", "batchnorm", "--gamma", "1,2,3", "--beta", "1"),
            ("--norm", "batchnorm", "--no-training", "--running-mean", "1,2,3"),
            ("--norm", "groupnorm", "--groups", "3", "--gamma", "1,2,3"),
            ("--norm", "groupnorm", "--groups", "1", "--beta", "1,2,3"),
            ("--axes", "1,0", "--convention", "pytorch", "--gamma", "2"),
            ("--axes=-2", "--gamma", "1,2,3"),
            ("--axes", "[0]", "--ddof", "1", "--beta", "1,2"),
            ("--axes", "0,2", "--norm", "rmsnorm"),
        )
    ),
    ("layernorm", "[[[1,1],[3,4]],[[1,1],[2,2]]]", "--norm", "batchnorm"),
    ("compare-norm", "1,2,3,9;3,4,4,4;2,2,2,2"),
    ("compare-norm", "1,2,3,9;3,4,4,4", "--norms", "layernorm,scalenorm,dyt,groupnorm,none"),
    (
        "compare-norm",
        "1,2;4,9",
        "--gamma",
        "2,3",
        "--beta",
        "1",
        "--running-mean",
        "1",
        "--no-training",
    ),
    ("compare-norm", "1,2,3,9", "--by", "convention", "--gamma", "1,2,3,4"),
    ("compare-norm", "1,2;4,9", "--by", "convention", "--norm", "rmsnorm", "--gamma", "2"),
    ("layernorm", "[[[1,5],[1,4]],[[1,7],[1,2]]]", "--axes", "1"),
    ("layernorm", "[[[1,5],[1,4]],[[3,7],[1,2]]]", "--axes=-2"),
    *(
        (command, x, *LINEAR, "--orientation", orientation, "--activation", activation)
        for command in ("residual", "addnorm")
        for x in ("1,2,3", "1,2,3;4,5,6.5")
        for orientation in ("xW", "Wx")
        for activation in ("identity", "relu")
    ),
    *(("gradient", X, "--upstream", "1,0,-2,0.5", "--convention", n) for n in CONVENTIONS),
    *(
        (
            "gradient",
            "1,2,3.5;4,0,1",
            "A=1,0,0;2,2,1",
            "B=1,1,2;0,0,1",
            "--upstream",
            "1,2,0;1,1,3",
            "--convention",
            n,
            "--gamma",
            "1,2,0.5",
        )
        for n in CONVENTIONS
    ),
    *(
        (
            "gradient",
            x,
            *LINEAR,
            "--orientation",
            orientation,
            "--activation",
            activation,
            "--upstream",
            "1",
        )
        for x in ("1,2,3", "1,2,3;4,5,6.5")
        for orientation in ("xW", "Wx")
        for activation in ("identity", "relu")
    ),
    ("gradient", "samples/gradient.json"),
    ("gradient", "1,2;3,5", "--axes", "2", "--upstream", "1,0;0,1"),
    ("gradient", "A=1,2,4", "B=1,2,5", "--upstream", "1,0,0"),
    ("gradient", "1,2,4", "--upstream", "1,0,0", "--hand", "3"),
    ("gradient", "0,0,0", "--upstream", "1,0,0", "--norm", "rmsnorm", "--eps-at", "sigma"),
    (
        "gradient",
        "123456789.1,123456789.2,123456789.4",
        "--convention",
        "bert",
        "--upstream",
        "1,0,0",
    ),
    ("layernorm", "1e10,10000000001,10000000003", "--convention", "bert"),
    ("layernorm", "1e-20,3e-20", "--eps", "1e-9", "--gamma", "1e-9"),
    ("block", "tests/script/blocks/plain.json", "--norm", "rmsnorm"),
    ("gradient", "2,2,2", "--upstream", "1,0,0"),
    ("gradient", "2,2,2;1,2,4", "1,1,1;0,0,0", "--upstream", "1,0,0;1,2,3"),
    *(
        ("block", f"samples/{name}.json", "--placement", placement, "--convention", convention)
        for name in ("encoder-post", "decoder-pre-causal", "multi-head", "ffn")
        for placement in ("post", "pre", "sandwich", "res-post", "deepnorm")
        for convention in ("docs", "pytorch", "gemma")
    ),
    *(("block", f"tests/script/blocks/{name}.json") for name in BLOCKS),
    ("block", "tests/script/blocks/plain.json", "--no-residual"),
    ("block", "samples/residual-stream.json"),
    ("block", "samples/residual-stream.json", "--no-residual"),
    ("block", "samples/encoder-post.json", "--repeat", "2"),
    ("block", "samples/encoder-post.json", "--hand", "3"),
    ("block", "samples/encoder-post.json", "--dtype", "float16"),
    ("block", "samples/ffn.json", "--norm", "none"),
    ("layernorm", "A=1,2,3", "B=4,5,7"),
    ("layernorm", "1/3,2,1e-3,.5"),
    ("residual", "12345678901234567890,1", "1,2"),
    ("layernorm", "samples/tokens-7x8.json"),
    ("layernorm", "samples/bank-layernorm.json", "--hand", "3"),
    ("addnorm", "samples/bank.json", "--dtype", "float16"),
    ("layernorm", "--random", "3x4x5", "--axes", "2"),
]
MADE = json.loads((ROOT / "tests/fixtures/attention.json").read_text("utf-8"))
ATTENTION = {entry["name"]: json.dumps(entry["problem"]) for entry in MADE}
BRANCHES = [
    ("layernorm", "1,2,4", "--convention", "docs"),
    ("layernorm", "1,2,4", "--convention", "annotated", "--gamma", "2", "--beta", "1"),
    ("layernorm", "1,2,4", "--convention", "pytorch", "--gamma", "2"),
    ("layernorm", "1,2,4", "--convention", "gemma", "--gamma", "2"),
    ("layernorm", "1,2;3,5", "--axes", "2"),
    ("layernorm", "1,2,4;2,2,2", "--norm", "batchnorm"),
    ("layernorm", "1,2,4,8", "--norm", "groupnorm"),
    ("layernorm", "1,2", "--norm", "scalenorm"),
    ("layernorm", "1,2", "--norm", "dyt", "--beta", "1"),
    ("layernorm", "1,2", "--norm", "none"),
    ("addnorm", "1,2,3", *LINEAR, "--orientation", "Wx", "--activation", "relu"),
    ("gradient", "1,2,4", "1,1,0", "--upstream", "1,0,2", "--convention", "annotated"),
    ("gradient", "1,2,3;4,5,6.5", *LINEAR, "--activation", "relu", "--upstream", "1",
     "--convention", "llama"),
    ("block", "tests/script/blocks/grouped-rotary-causal.json"),
    ("block", "tests/script/blocks/attention-alone.json", "--placement", "res-post"),
    ("block", "tests/script/blocks/parallel.json"),
    ("block", "tests/script/blocks/ffn-swiglu-wx.json"),
    ("block", "tests/script/blocks/ffn-gelu-tanh.json", "--placement", "deepnorm"),
    ("block", "tests/script/blocks/ffn-gelu.json", "--no-residual"),
    ("block", "tests/script/blocks/ffn-quick-gelu.json", "--norm", "none"),
    ("block", "tests/script/blocks/ffn-silu.json", "--placement", "sandwich"),
    ("block", "samples/residual-stream.json"),
]  # fmt: skip
"""Problems that together take every branch of the scripts."""
NUMBERS = re.compile(r"#|import|torch\.set_|print|.*torch\.tensor\(|\s*[\[\]]|    +-?\d|$")
"""The lines of a script that hold numbers, remarks, or what stands in each of them."""


def run(script: str) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(script, "script.py", "exec"), {})
    return out.getvalue()


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("library", ["numpy", "pytorch"])
def test_golden(written: Written, golden: Golden, library: str, language: str) -> None:
    golden(f"bank.{language}.{library}.py.txt", written(library, *BANK, "--lang", language))


@pytest.mark.parametrize("words", CASES, ids=" ".join)
def test_numpy_script_asserts_its_result(written: Written, words: tuple[str, ...]) -> None:
    script = written("numpy", *words)
    assert "np.testing.assert_allclose(" in script
    assert run(script)


@pytest.mark.parametrize("words", CASES, ids=" ".join)
def test_pytorch_script_is_python(written: Written, words: tuple[str, ...]) -> None:
    script = written("pytorch", *words)
    ast.parse(script)
    assert "torch.testing.assert_close(" in script


@pytest.mark.parametrize("name", ATTENTION)
def test_scripts_of_every_kind_of_attention_assert_their_result(
    written: Written, name: str
) -> None:
    assert run(written("numpy", "block", "-", stdin=ATTENTION[name]))
    script = written("pytorch", "block", "-", stdin=ATTENTION[name])
    ast.parse(script)
    if find_spec("torch"):
        assert run(script)


def test_what_pytorch_is_told_to_do(written: Written, golden: Golden) -> None:
    """Held as a text as well, for the machines where no PyTorch can run it."""
    text = ""
    for words in BRANCHES:
        lines = written("pytorch", *words).splitlines()
        code = [line for line in lines if not NUMBERS.match(line)]
        text += "\n".join([f"# {' '.join(words)}", *code, "", ""])
    golden("scripts.pytorch.py.txt", text)


@pytest.mark.parametrize("words", [*CASES, *BRANCHES], ids=" ".join)
def test_pytorch_script_asserts_its_result(written: Written, words: tuple[str, ...]) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    assert run(written("pytorch", *words))


def test_a_wrong_result_is_noticed(written: Written) -> None:
    script = written("numpy", *BANK).replace("0.80, 0.40", "0.80, 0.41")
    with pytest.raises(AssertionError, match="Not equal"):
        run(script)


def test_digits_are_kept_as_they_were_typed(written: Written) -> None:
    script = written("numpy", *BANK)
    assert "x = np.array([0.80, 0.40, 0.60, -0.10])" in script
    assert "eps = 1e-6\n" in script


@pytest.mark.parametrize(
    ("words", "uses_its_own"),
    [
        (("--convention", "pytorch"), True),
        (("--convention", "bert", "--gamma", "2"), True),
        (("--convention", "docs"), False),
        (("--convention", "pytorch", "--ddof", "1"), False),
        (("--convention", "llama"), False),
    ],
)
def test_pytorch_uses_its_own_layer_norm(
    written: Written, words: tuple[str, ...], uses_its_own: bool
) -> None:
    assert ("F.layer_norm(" in written("pytorch", "layernorm", X, *words)) is uses_its_own


def test_by_hand_says_that_the_script_is_exact(written: Written) -> None:
    words = ("layernorm", "samples/bank-layernorm.json", "--hand", "3")
    for language, sentence in MESSAGES["code.exact"].items():
        assert f"# {sentence}\n" in written("numpy", *words, "--lang", language)


@pytest.mark.parametrize("library", ["numpy", "pytorch"])
def test_labels_never_become_code(hostile: Callable[[str], str], library: str) -> None:
    script = hostile(library)
    names = {node.id for node in ast.walk(ast.parse(script)) if isinstance(node, ast.Name)}
    known = {"np", "torch", "x", "sublayer", "r", "y", "expected", "eps", "layer_norm", "print"}
    steps = {"mean", "deviations", "squares", "variance", "sigma", "denominator", "normalized"}
    assert names <= known | steps | {"z", "float"}
    for label in HOSTILE:
        assert f"# {label}\n" in script


def test_a_title_cannot_choose_the_encoding(written: Written) -> None:
    """Python looks for one in the first two lines, and UTF-7 would turn labels into code."""
    title = "coding: utf_7"
    script = written("numpy", "addnorm", "1,2,4", "+AAo-import os=1,2,3", "--title", title)
    assert "coding" not in "".join(script.splitlines()[:2])
    compile(script.encode(), "script.py", "exec")


def test_a_command_without_a_script_says_so(addnorm: Runner) -> None:
    for words in (("gradient-flow",), ("compare-norm",)):
        result = addnorm(*words, "-f", "numpy")
        assert result.code == 2
        assert result.err.startswith(f"error: there is no script for {words[0]}")
    result = addnorm("compare-norm", "1,2", "3,5", "--by", "placement", "-f", "numpy")
    assert result.err.startswith("error: there is no script for compare-norm --by placement")


def test_a_script_that_would_be_endless_is_refused(addnorm: Runner) -> None:
    x = [[n % 7 for n in range(100)]] * 60
    layer = {"attention": {"output": [[n % 5 for n in range(100)]] * 60}}
    problem = json.dumps({"x": x, "layers": [layer]})
    result = addnorm("block", "-", "-f", "numpy", stdin=problem)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("error: a script would have more than 5000 numbers in it")


def test_only_helpers_that_are_called_are_written(written: Written) -> None:
    script = written("numpy", "block", "tests/script/blocks/ffn-quick-gelu.json")
    assert "def quick_gelu" in script
    assert "def gelu" not in script
    assert "import math" not in script


def test_arrays_of_another_part_have_their_own_name(written: Written) -> None:
    same = [[1.0, 0.0], [0.0, 1.0]]
    layer = {"attention": {"W_q": same, "W_k": same, "W_v": same}, "ffn": {"output": same}}
    problem = json.dumps({"x": same, "layers": [layer, layer]})
    script = written("numpy", "block", "-", stdin=problem)
    assert [script.count(f"{name} = np.array") for name in ("W_q", "W_k", "W_v")] == [1, 1, 1]
    assert script.count("ffn_output = np.array") == 1
    assert run(script)


def test_a_tiny_result_is_held_to_its_own_size(written: Written) -> None:
    words = ("layernorm", "1e-20,3e-20", "--eps", "1e-9", "--gamma", "1e-9")
    assert "rtol=1e-9, atol=1e-30)" in written("numpy", *words)


def test_numbers_that_are_much_alike_are_held_to_fewer_digits(written: Written) -> None:
    words = ("layernorm", "123456789.1,123456789.2,123456789.4", "--convention", "bert")
    (rtol,) = re.findall(r"rtol=(1e-\d+)", written("pytorch", *words))
    assert 1e-9 < float(rtol) < 1e-3


def test_weights_that_layers_share_are_written_once(written: Written) -> None:
    script = written("numpy", "block", "samples/encoder-post.json", "--repeat", "3")
    assert script.count("W_1 = ") == 1
    assert script.count("x @ W_1") == 3


def test_where_the_output_is_not_utf8_comments_are_english() -> None:
    trace = work(read("layernorm", ["1,2,4"], Options(), Reader()))
    request = Request(language="zh", precision=4, selection=Selection(), utf8=False)
    script = numpy_script(trace, request)
    assert script.isascii()
    assert "# Layer normalization\n" in script


def test_the_ending_py_asks_for_numpy(addnorm: Runner, tmp_path: Path) -> None:
    path = tmp_path / "bank.py"
    assert addnorm(*BANK, "-o", str(path)).code == 0
    assert path.read_text("utf-8").startswith("import numpy as np\n")


def test_a_huge_row_of_alike_numbers_is_held_to_its_digits(written: Written) -> None:
    assert "rtol=1e-9" in written("numpy", "layernorm", "1e308,1e308;1,2")
