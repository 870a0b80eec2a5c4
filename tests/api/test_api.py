"""The Python API: right values, the traces of the command line, and errors in Python's words."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal, Inexact, localcontext
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import addnorm_cli
from addnorm_cli import Trace, addnorm, block, compare_norm, gradient, layernorm, residual
from tests.conftest import EXAMPLES, ROOT, Runner
from tests.formats.test_html import Page

BANK = EXAMPLES["bank-residual"]["problem"]
X = list(map(float, BANK["x"]))
SUBLAYERS = {label: list(map(float, numbers)) for label, numbers in BANK["sublayer"].items()}


pytestmark = pytest.mark.usefixtures("english")

# Values from outside: the documents, exact decimals, and PyTorch.


def test_layernorm_of_three_numbers() -> None:
    trace = layernorm([1, 2, 3], eps=1e-5)
    # μ = 2, σ² = 2/3, σ + ε = 0.81650658092772603…
    assert isinstance(trace, Trace)
    assert trace["mean"] == 2.0
    assert trace["variance"] == pytest.approx(2 / 3, rel=1e-15)
    np.testing.assert_array_equal(trace["deviations"], [-1, 0, 1])
    expected = [-1.2247298715752986, 0, 1.2247298715752986]
    np.testing.assert_allclose(trace.result, expected, rtol=1e-15)  # type: ignore[arg-type]


def test_the_documents_vectors() -> None:
    result = residual(X, SUBLAYERS).result
    assert isinstance(result, dict)
    for label, expected in EXAMPLES["bank-residual"]["right"].items():
        np.testing.assert_allclose(result[label], list(map(float, expected)), rtol=1e-15)


def test_the_documents_vector_by_hand() -> None:
    trace = layernorm([1.24, 0.52, 0.72, 0.21], hand=3)
    for step, expected in EXAMPLES["bank-layernorm-A"]["by_hand"].items():
        if step != "option":
            numbers = np.atleast_1d(cast("Any", trace[step]))
            assert [str(number) for number in numbers] == np.atleast_1d(expected).tolist()


@pytest.mark.parametrize(
    ("convention", "eps"), [("pytorch", "1e-5"), ("bert", "1e-12"), ("keras", "1e-3")]
)
@pytest.mark.parametrize("name", ["vector", "small"])
def test_torch_agrees(convention: str, eps: str, name: str) -> None:
    with np.load(ROOT / "tests/fixtures/norms.npz") as stored:
        expected, x = stored[f"layernorm/{name}/{eps}/plain"], stored[f"x/{name}"]
    found = layernorm(x, convention=convention).result
    np.testing.assert_allclose(found, expected, rtol=1e-9)  # type: ignore[arg-type]


# The same trace as the command line, whatever the numbers come in.

PAIRS: list[tuple[Callable[[], Trace], tuple[str, ...]]] = [
    (
        lambda: addnorm([0.5, 0.25], {"A": [1, 2], "B": [3, 4]}, title="t"),
        ("addnorm", "0.5,0.25", "A=1,2", "B=3,4", "--title", "t"),
    ),
    (lambda: addnorm("samples/bank.json"), ("addnorm", "samples/bank.json")),
    (lambda: layernorm("1.24, 0.52, 0.72, 0.21"), ("layernorm", "1.24,0.52,0.72,0.21")),
    (
        lambda: layernorm(X, gamma=[1, 2, 1, 0.5], beta=0.5, convention="pytorch"),
        ("layernorm", "0.8,0.4,0.6,-0.1", "--gamma", "1,2,1,0.5", "--beta", "0.5",
         "--convention", "pytorch"),
    ),
    (
        lambda: layernorm([[1, 2], [3, 5]], eps=1e-3, eps_at="variance", ddof=1, axes=2),
        ("layernorm", "1,2;3,5", "--eps", "1e-3", "--eps-at", "variance", "--ddof", "1",
         "--axes", "2"),
    ),
    (
        lambda: layernorm([1, 2, 4, 8], norm="groupnorm", groups=2, hand=(2, 4),
                          rounding="truncate"),
        ("layernorm", "1,2,4,8", "--norm", "groupnorm", "--groups", "2", "--hand", "2,4",
         "--rounding", "truncate"),
    ),
    (
        lambda: layernorm([[1, 2], [3, 5]], norm="batchnorm", momentum=0.25, running_mean=[1, 0.5],
                          running_var=np.array([1 / 3, 2])),
        ("layernorm", "1,2;3,5", "--norm", "batchnorm", "--momentum", "0.25", "--running-mean",
         "1,0.5", "--running-var", f"{1 / 3},2"),
    ),
    (
        lambda: layernorm([[[1, 2], [3, 5]]], axes=[0]),
        ("layernorm", "[[[1,2],[3,5]]]", "--axes", "[0]"),
    ),
    (
        lambda: layernorm([[[1, 2], [3, 5]]], axes=(-3, 2)),
        ("layernorm", "[[[1,2],[3,5]]]", "--axes", "0,2"),
    ),
    (
        lambda: layernorm([1, 2], norm="batchnorm", training=False, running_mean="3"),
        ("layernorm", "1,2", "--norm", "batchnorm", "--no-training", "--running-mean", "3"),
    ),
    (
        lambda: layernorm([1, 2], norm="dyt", alpha=0.25, dtype="float16"),
        ("layernorm", "1,2", "--norm", "dyt", "--dyt-alpha", "0.25", "--dtype", "float16"),
    ),
    (
        lambda: residual([1, 2], weight=[[1, 0], [0, -1]], bias=[0.5, 0], activation="relu",
                         orientation="Wx"),
        ("residual", "1,2", "--weight", "1,0;0,-1", "--bias", "0.5,0", "--activation", "relu",
         "--orientation", "Wx"),
    ),
    (lambda: block("samples/ffn.json"), ("block", "samples/ffn.json")),
    (
        lambda: block("samples/encoder-post.json", placement="sandwich", repeat=2, residual=False,
                      convention="pytorch", hand=3),
        ("block", "samples/encoder-post.json", "--placement", "sandwich", "--repeat", "2",
         "--no-residual", "--convention", "pytorch", "--hand", "3"),
    ),
    (
        lambda: layernorm({"A": "1,2,4", "B": "samples/bank.json:x"}),
        ("layernorm", "A=1,2,4", "B=samples/bank.json:x"),
    ),
    (
        lambda: block(json.loads(Path("samples/encoder-post.json").read_text("utf-8"))),
        ("block", "samples/encoder-post.json"),
    ),
    (lambda: gradient("samples/gradient.json"), ("gradient", "samples/gradient.json")),
    (
        lambda: gradient([1, 2, 4], [1, 0, 0], upstream=[1, 0, 0], gamma=[1, 2, 1]),
        ("gradient", "1,2,4", "1,0,0", "--upstream", "1,0,0", "--gamma", "1,2,1"),
    ),
    (
        lambda: compare_norm([[1, 2, 3], [3, 5, 4]], norms="layernorm,rmsnorm"),
        ("compare-norm", "1,2,3;3,5,4", "--norms", "layernorm,rmsnorm"),
    ),
    (
        lambda: compare_norm("samples/pre-vs-post.json", layers=2),
        ("compare-norm", "samples/pre-vs-post.json", "--by", "placement", "--layers", "2"),
    ),
    (
        lambda: compare_norm([1, 2, 4], by="convention"),
        ("compare-norm", "1,2,4", "--by", "convention"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("call", "words"), PAIRS, ids=lambda value: " ".join(value)[:40]
                         if isinstance(value, tuple) else "")  # fmt: skip
def test_a_call_gives_the_trace_of_the_command(
    addnorm: Runner, call: Callable[[], Trace], words: tuple[str, ...]
) -> None:
    printed = addnorm(*words, "--json")
    assert (printed.code, printed.err) == (0, "")
    assert json.loads(call().to_json()) == printed.json


def test_a_large_trace_is_json_too() -> None:
    rows = np.arange(300 * 300, dtype=float).reshape(300, 300)
    steps = {step["id"]: step for step in json.loads(layernorm(rows).to_json())["steps"]}
    assert steps["mean"]["value"] == [149.5 + 300 * row for row in range(300)]


def test_a_stream_goes_through_a_model_from_python_too(addnorm: Runner) -> None:
    pytest.importorskip("safetensors", reason="the extra `weights` is not installed")
    stream, path = [n / 4 for n in range(16)], "tests/fixtures/models/bert/model.safetensors"
    words = ("--weights", path, "--layers", "0", "--heads", "2", "--causal")
    printed = addnorm("block", ",".join(map(str, stream)), *words, "--json").json
    trace = block({"x": stream}, weights=Path(path), layers=0, heads=2, causal=True)
    assert json.loads(trace.to_json()) == printed


def test_a_page_from_python_says_which_options_had_no_meaning() -> None:
    trace = compare_norm([1, 2], [3, 4], by="placement", momentum=0.5)
    assert "compare-norm --by placement does not use these options: --momentum" in trace.to_text()


class StandIn:
    """What a tensor of torch does, which needs a gradient and lies on another device."""

    def __init__(self, numbers: Any, *, ready: bool = False) -> None:
        self._numbers = np.asarray(numbers, dtype=np.float64)
        self._ready = ready
        self.ndim = self._numbers.ndim

    def __repr__(self) -> str:
        return f"StandIn({self._numbers.tolist()})"

    def detach(self) -> StandIn:
        return self

    def cpu(self) -> StandIn:
        return self

    def double(self) -> StandIn:
        return StandIn(self._numbers, ready=True)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        if not self._ready:
            message = "detach it first"
            raise RuntimeError(message)
        return self._numbers


@pytest.mark.parametrize(
    "numbers",
    [
        [1.5, 2, 4],
        (1.5, 2, 4),
        np.array([1.5, 2, 4]),
        np.array([1.5, 2, 4], dtype=np.float32),
        [np.float64(1.5), np.int64(2), Decimal(4)],
        [np.array(1.5), np.array(2), 4],
        StandIn([1.5, 2, 4]),
        [StandIn(1.5), 2, StandIn(4)],
        np.array([1.5, 2, 4], dtype=object),
        np.array([Decimal("1.5"), Fraction(2), 4], dtype=object),
        np.ma.array([1.5, 2, 4]),
        np.array([4, 0, 2, 0, 1.5])[::-2],
        "1.5, 2, 4",
        "[1.5 2 4]",
    ],
    ids=repr,
)
def test_any_kind_of_numbers(numbers: Any) -> None:
    np.testing.assert_array_equal(layernorm(numbers).result, layernorm("1.5,2,4").result)


def test_typed_digits_are_kept_of_lists_and_arrays_are_rounded_on_the_page() -> None:
    assert "z₀ - μ = 0.8 -" in layernorm([0.8, 0.4]).to_text()
    third = np.array([1, 2]) / 3
    assert "0.3333 + 0.6667" in layernorm(third).to_text()


def test_several_rows_and_axes() -> None:
    x = np.arange(12.0).reshape(2, 3, 2)
    trace = layernorm(x, axes=2)
    assert np.asarray(trace.result).shape == (2, 3, 2)
    assert np.asarray(trace["mean"]).shape == (2,)
    flat = x.reshape(2, 6)
    np.testing.assert_allclose(trace["variance"], flat.var(-1))  # type: ignore[arg-type]


def test_a_trace_is_the_next_calculation_s_input() -> None:
    first = residual(X, SUBLAYERS["A"])
    np.testing.assert_array_equal(
        layernorm(first).result, layernorm(cast("Any", first.result)).result
    )
    both = layernorm(residual(X, SUBLAYERS))
    assert list(cast("Any", both.result)) == ["A", "B"]
    by_hand = residual([0.125, 0.25], [1, 1], hand=2)
    assert list(np.asarray(by_hand.result)) == [Decimal("1.13"), Decimal("1.25")]
    expected = layernorm("1.13, 1.25", hand=2).result
    np.testing.assert_array_equal(layernorm(by_hand, hand=2).result, expected)
    again = layernorm({"A": by_hand, "B": residual([1, 2], [3, 4])})
    assert list(cast("Any", again.result)) == ["A", "B"]
    assert np.asarray(residual(X, residual(X, X)).result)[0] == pytest.approx(2.4)


def test_the_result_of_a_gradient_is_named() -> None:
    result = gradient([1, 2, 4], upstream=[1, 0, 0]).result
    assert isinstance(result, dict)
    assert list(result) == ["x", "gamma", "beta"]
    assert result["x"].sum() == pytest.approx(0, abs=1e-15)


def test_steps_are_found_by_id_and_by_path() -> None:
    trace = addnorm(X, SUBLAYERS)
    assert trace["A.norm.variance"] == pytest.approx(0.14036875, rel=1e-12)
    both = trace["variance"]
    assert isinstance(both, dict)
    assert list(both) == ["A.norm.variance", "B.norm.variance"]
    with pytest.raises(KeyError, match=r"no step 'sigmas'; the steps are .*sigma"):
        trace["sigmas"]


def test_pages_in_every_format_and_both_languages() -> None:
    trace = layernorm([1, 2, 4], title="<b> & $x$")
    assert trace.to_markdown().startswith("# &lt;b&gt; & \\$x\\$ · Layer normalization")
    assert "层归一化" in trace.to_markdown(lang="zh")
    assert "\\begin{document}" in trace.to_latex()
    assert Page(trace.to_html()).texts["h1"] == ["<b> & $x$ · Layer normalization"]
    assert str(trace) == trace.to_text()
    assert "-1.07" in trace.to_text(precision=2)
    assert "1. Mean" not in trace.to_text(level="result")
    assert "μ = ____" in trace.to_text(hide_answers=True)
    assert json.loads(trace.to_json())["command"] == "layernorm"


def test_the_language_of_a_page_is_that_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADDNORM_LANG", "zh")
    assert "均值" in layernorm([1, 2]).to_text()
    with pytest.raises(ValueError, match="第 2 行有 1 个数"):
        layernorm([[1, 2], [3]])


def test_a_notebook_shows_the_page_and_nothing_else_changes() -> None:
    text = layernorm([1, 2, 4], title="<script>alert(1)</script>")._repr_html_()
    page = Page(text)
    assert page.tags[:2] == ["div", "style"]
    assert {"script", "html", "body", "main", "link"}.isdisjoint(page.tags)
    assert page.texts["h1"] == ["<script>alert(1)</script> · Layer normalization"]
    assert len(re_formulas(text)) > 10
    style = page.texts["style"][0].strip()
    assert style.startswith(".addnorm {")
    depth = 0
    outside = ""
    for sign in style:
        depth += {"{": 1, "}": -1}.get(sign, 0)
        outside += sign if depth == 0 else ""
    assert outside == ".addnorm }"


def endless() -> Any:
    numbers: list[Any] = [1]
    numbers.append(numbers)
    return numbers


def re_formulas(text: str) -> list[str]:
    return text.split("<math")[1:]


def test_a_trace_is_short_where_python_prints_it() -> None:
    assert repr(residual([1, 2], [1, 1])) == "<Trace of residual: result array([2., 3.])>"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: layernorm([[1, 2], [3]]), "row 2 has 1 numbers, row 1 has 2\nin layernorm: x[1]"),
        (lambda: layernorm([1, float("nan")]), "'nan' is not a finite number"),
        (lambda: layernorm(np.array([1, np.inf])), "'inf' is not a finite number"),
        (lambda: layernorm([]), "there are no numbers here"),
        (lambda: layernorm({}), "there are no numbers here"),
        (lambda: layernorm([True, 2]), "a number must stand here, not true"),
        (lambda: layernorm(cast("Any", [1, "2"])), 'a number must stand here, not "2"'),
        (lambda: layernorm(np.array(["a"])), "not real numbers"),
        (lambda: layernorm(cast("Any", object())), "numbers must stand here, not object"),
        (lambda: layernorm(cast("Any", (n for n in [1, 2]))), "not generator"),
        (lambda: layernorm(np.array([1, None])), "a number must stand here, not null"),
        (lambda: layernorm(np.ma.array([1, 2, 9], mask=[False, False, True])), "are masked"),
        (lambda: layernorm("-"), "'-' is neither a vector nor a file"),
        (lambda: layernorm(Path("nowhere.json")), "there is no file 'nowhere.json'"),
        (lambda: layernorm(endless()), "too deep to be read"),
        (lambda: layernorm(cast("Any", {1: [1, 2], "1": [3, 4]})), "the label '1'"),
        (lambda: layernorm([1, 2], dtype=np.int64), "'int64' is none of float64"),
        (lambda: layernorm(cast("Any", None)), "the key 'x' is missing"),
        (lambda: layernorm("nowhere.json"), "there is no file 'nowhere.json'"),
        (lambda: layernorm("A=1,2"), "cannot be a label"),
        (lambda: layernorm([1, 2], eps=-1), "ε cannot be negative: -1\nin eps"),
        (lambda: layernorm(Path("my--file.json")), "there is no file 'my--file.json'"),
        (lambda: layernorm(cast("Any", [Fraction(10**400), 1])), "is too large for float64"),
        (lambda: layernorm([1, 2], hand=2, rounding=cast("Any", 5)), "'5' is none of half-up"),
        (lambda: block("samples/ffn.json", placement=cast("Any", "middle")), "in placement"),
        (lambda: layernorm([1, 2], eps_at=cast("Any", "top")), "in eps_at"),
        (lambda: layernorm([1, 2], convention="torch"), "in convention"),
        (lambda: layernorm([1, 2], hand=cast("Any", "x")), "in hand"),
        (lambda: layernorm([3, 3], eps=0), "0/0 is undefined"),
        (lambda: addnorm([1, 2]), "no sublayer"),
        (lambda: residual({"A": [1, 1]}, {"B": [10, 10]}), "A"),
        (lambda: addnorm([1, 2], [1, 2, 3]), "sublayer"),
        (lambda: addnorm([1, 2], "samples/bank.json"), "bank.json"),
        (lambda: gradient([1, 2]), "upstream"),
        (lambda: block({"layers": []}), "the key 'x' is missing"),
        (lambda: block("1,2"), "layers"),
        (lambda: compare_norm([1, 2], by=cast("Any", "size")), "size"),
        (lambda: layernorm([1, 2]).to_text(level=cast("Any", "most")), "in level"),
        (lambda: layernorm([1, 2]).to_text(lang=cast("Any", "fr")), "in lang"),
        (lambda: layernorm([1, 2]).to_text(level=cast("Any", None)), "in level"),
        (lambda: layernorm([1, 2]).to_text(precision=99), "in precision"),
        (lambda: layernorm([1, 2]).to_text(precision=cast("Any", "2")), "in precision"),
        (lambda: layernorm([1, 2]).to_text(precision=True), "in precision"),
        (lambda: layernorm([1, 2], hand=2, dtype="float16"), "hand and dtype exclude each other"),
    ],
)
def test_what_cannot_be_worked_is_a_value_error_in_our_words(
    call: Callable[[], object], message: str
) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        call()
    assert message in str(caught.value)
    assert caught.value.__suppress_context__


def test_options_may_be_numbers_of_numpy() -> None:
    expected = layernorm(X, eps=1e-5, ddof=1).to_json()
    eps, ddof = cast("Any", np.float64(1e-5)), cast("Any", np.int64(1))
    assert layernorm(X, eps=eps, ddof=ddof).to_json() == expected


def test_none_is_what_is_usual() -> None:
    options: Any = dict.fromkeys(("eps", "norm", "convention", "gamma", "hand", "dtype", "title"))
    assert layernorm(X, **options).to_json() == layernorm(X).to_json()


def test_a_type_of_numpy_is_one_of_ours() -> None:
    for dtype in (np.float16, np.dtype("float16"), "float16"):
        assert '"arithmetic":"float16"' in layernorm(X, dtype=dtype).to_json().replace(" ", "")


def test_a_trace_is_copied_stored_and_compared() -> None:
    trace = block("samples/ffn.json")
    for copied in (pickle.loads(pickle.dumps(trace)), copy.deepcopy(trace)):
        assert copied.to_json() == trace.to_json()
        assert copied != trace
    assert trace == trace
    assert len({trace, trace, layernorm(X)}) == 2
    with pytest.raises(AttributeError, match="cannot be changed"):
        trace.title = "another"  # type: ignore[misc]
    with pytest.raises(AttributeError, match="cannot be taken away"):
        del trace.title


def test_a_trace_names_its_steps() -> None:
    trace = layernorm(X)
    assert trace.keys()[:3] == ["mean", "deviations", "squares"]
    assert list(trace) == trace.keys() == list(dict(cast("Any", trace)))
    assert "variance" in trace
    assert "sigmas" not in trace
    assert cast("Any", 0) not in trace
    with pytest.raises(KeyError):
        trace[cast("Any", 0)]


def test_python_s_decimal_context_does_not_matter() -> None:
    expected = layernorm(X, hand=3).to_text()
    with localcontext() as context:
        context.traps[Inexact] = True
        context.prec = 3
        assert layernorm(X, hand=3).to_text() == expected


def test_an_unknown_option_is_a_type_error() -> None:
    with pytest.raises(TypeError, match=r"layernorm\(\) has no option 'epsilon'; it has .*eps"):
        layernorm([1, 2], epsilon=3)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="compare_norm"):
        compare_norm([1, 2], colour=3)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="residual"):
        residual([1, 2], [1, 2], eps=3)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"to_markdown\(\) has no option 'size'; it has"):
        layernorm([1, 2]).to_markdown(size=3)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="mapping or the path"):
        block([1, 2])  # type: ignore[arg-type]


def test_the_package_offers_what_it_names_and_no_more() -> None:
    public = {name for name in dir(addnorm_cli) if not name.startswith("_")}
    assert public == set(addnorm_cli.__all__)
    assert all(getattr(addnorm_cli, name) for name in addnorm_cli.__all__)
    with pytest.raises(AttributeError, match="nothing"):
        addnorm_cli.nothing  # noqa: B018


def test_importing_the_package_loads_no_numpy() -> None:
    code = "import sys, addnorm_cli; print(addnorm_cli.__version__, 'numpy' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == [addnorm_cli.__version__, "False"]


def test_what_python_refuses_it_refuses_in_the_readers_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ADDNORM_LANG", "zh")
    with pytest.raises(KeyError, match="没有步骤 'sum'"):
        layernorm([1, 2, 3])["sum"]
    with pytest.raises(TypeError, match=r"layernorm\(\) 没有选项“epsilon”"):
        layernorm([1, 2, 3], epsilon=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="而不是 int"):
        block(5)  # type: ignore[arg-type]
