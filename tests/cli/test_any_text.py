"""Whatever is typed, piped or read: exit code 0, 1 or 2, and never a word about an own fault."""

from __future__ import annotations

import json
import os
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from addnorm_cli.cli.app import COMMANDS
from tests.conftest import Result, Runner

WORKING = [name for name in COMMANDS if name != "samples"]
"""The commands that read numbers; `samples copy` would write into any folder."""
OPTIONS = [
    "--json", "-q", "-f", "csv", "plain", "--hand", "3", "--dtype", "float16", "--only", "mean",
    "--row", "0", "--cols", "1:", "--gamma", "--beta", "--eps", "--axes", "2", "--norm", "rmsnorm",
    "batchnorm", "--convention", "excel", "--random", "3x2", "--precision", "--lang", "zh",
    "--title", "--upstream", "--layers", "--factor", "--level", "result", "markdown", "latex",
    "html", "numpy", "--weight", "--bias", "--activation", "relu", "--by", "placement", "--full",
    "--", "-", "samples/bank.json", "samples/bank.json:x", "tests/fixtures/norms.npz",
]  # fmt: skip
PIECES = [
    *"0123456789.,;-+eE/[]()= \n\t:…，；【】−", "1e5", "0.8", "-.5", "nan", "inf", "1/3", "array(",
    "dtype=float32)", "A=", "tensor([", "...", "true", '"x"', "{", "}", "vec![", "Tensor(shape=",
    "<tf.Tensor:", " numpy=", ">", "\\begin{bmatrix}", "\\end{bmatrix}", "\\\\", "&", "f32", "_",
    '{"x": [1, 2]}', "2-element Vector{Float64}:\n", "\nTensor[[1], f32]", "│", "#",
]  # fmt: skip
UNEXPECTED = ("not made for", "没有预料到", "Traceback", "Warning")

fragments = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
numbers = st.lists(st.floats(allow_nan=True), min_size=1, max_size=4).map(
    lambda values: ",".join(map(repr, values))
)
words = st.one_of(st.sampled_from(OPTIONS), fragments, numbers, st.text(max_size=8)).filter(
    lambda word: not word.startswith(("-o", "--out", "--install", "--show"))
)
anything = settings(max_examples=int(os.environ.get("ADDNORM_EXAMPLES", "60")))


def ended_well(result: Result) -> bool:
    """Whether a run ended with an answer, or with an error that names what is wrong."""
    if any(word in result.err for word in UNEXPECTED):
        return False
    if result.code == 0:
        return bool(result.out)
    return result.code in (1, 2) and not result.out and bool(result.err)


@anything
@given(command=st.sampled_from(WORKING), rest=st.lists(words, max_size=6))
def test_any_words(addnorm: Runner, command: str, rest: list[str]) -> None:
    assert ended_well(addnorm(command, *rest, stdin="[1, 2]"))


@anything
@given(rest=st.lists(st.one_of(st.text(max_size=6), words), max_size=3))
def test_any_first_words(addnorm: Runner, rest: list[str]) -> None:
    assert ended_well(addnorm(*rest, stdin=""))


@anything
@given(data=st.one_of(st.binary(max_size=40), fragments.map(str.encode)))
def test_any_bytes_on_stdin(addnorm: Runner, data: bytes) -> None:
    assert ended_well(addnorm("layernorm", "-", stdin=data))


@anything
@given(
    data=st.binary(max_size=60),
    name=st.sampled_from(["x.json", "x.npy", "x.npz", "x.csv", "x.safetensors"]),
)
def test_any_bytes_in_a_file(addnorm: Runner, tmp_path: Path, data: bytes, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert ended_well(addnorm("layernorm", str(path)))


KEYS = ["x", "sublayer", "gamma", "beta", "norm", "title", "eps", "kind", "A", "weight", "axes"]
trees = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-9, 9), st.floats(), st.sampled_from(KEYS),
        st.just([1, 2]), st.just([[1, 2], [3, 4.5]]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(KEYS), inner, max_size=4)
    ),
    max_leaves=8,
)  # fmt: skip


@anything
@given(
    tree=st.dictionaries(st.sampled_from(KEYS), trees, max_size=5),
    command=st.sampled_from(WORKING),
)
def test_any_json(addnorm: Runner, tree: object, command: str) -> None:
    assert ended_well(addnorm(command, "-", stdin=json.dumps(tree)))


@anything
@given(
    rows=st.lists(
        st.lists(st.floats(-1e300, 1e300), min_size=3, max_size=3), min_size=1, max_size=3
    ),
    words=st.lists(
        st.sampled_from(
            [("--hand", "2"), ("--dtype", "float16"), ("--dtype", "bfloat16"), ("--eps", "0"),
             ("--ddof", "1"), ("--axes", "2"), ("--norm", "rmsnorm"), ("--norm", "groupnorm"),
             ("--json",), ("-p", "0"), ("--lang", "zh"), ("-f", "plain"), ("--row", "0")]
        ),
        max_size=3,
    ),
)  # fmt: skip
def test_any_numbers(
    addnorm: Runner, rows: list[list[float]], words: list[tuple[str, ...]]
) -> None:
    matrix = ";".join(",".join(map(repr, row)) for row in rows)
    result = addnorm("layernorm", matrix, *(word for group in words for word in group))
    assert ended_well(result)
    assert "nan" not in result.out
    assert "inf" not in result.out


vectors = st.lists(st.integers(-3, 3) | st.floats(-2, 2) | st.none(), max_size=3)
values = st.one_of(
    vectors,
    st.lists(vectors, max_size=2),
    st.dictionaries(st.sampled_from("AB"), vectors, max_size=2),
    st.sampled_from(["residual", "block", 5, None, True, {"eps": 0}, {"convention": "bert"}]),
)  # fmt: skip
problems = st.dictionaries(
    st.sampled_from(["x", "sublayer", "gamma", "beta", "norm", "command", "title", "upstream",
                     "layers", "updates", "expect", "schema"]),
    values, max_size=4,
)  # fmt: skip


@anything
@given(
    st.lists(problems | values, max_size=4), st.sampled_from(["plain", "markdown", "html", "json"])
)
def test_any_list_of_problems(addnorm: Runner, listed: list[object], form: str) -> None:
    result = addnorm("homework", "solve", "-", "-f", form, stdin=json.dumps(listed))
    assert not any(word in result.err + result.out for word in UNEXPECTED)
    assert result.code in (0, 2)
    assert bool(result.err) is (result.code == 2)


@anything
@given(st.binary(max_size=80) | st.text(max_size=80).map(str.encode))
def test_any_bytes_as_a_list_of_problems(addnorm: Runner, data: bytes) -> None:
    result = addnorm("homework", "solve", "-", stdin=data)
    assert not any(word in result.err + result.out for word in UNEXPECTED)
    assert result.code in (0, 2)


MAKING = ["--kind", "block", "gradient", "residual", "--count", "2", "--dim", "3", "5", "--nice",
          "--seed", "7", "--convention", "excel", "llama", "--level", "full", "--hand", "2",
          "--problems", "-", "--title", "--lang", "zh", "-f", "plain", "latex"]  # fmt: skip


@anything
@given(st.lists(st.sampled_from(MAKING) | fragments, max_size=6))
def test_any_words_on_homework_make(addnorm: Runner, typed: list[str]) -> None:
    kept = [word for word in typed if not word.startswith(("-o", "--out", "--key"))]
    assert ended_well(addnorm("homework", "make", "--count", "2", *kept))


@anything
@given(
    st.sampled_from(["residual", "layernorm", "addnorm", "block"]),
    st.lists(fragments | numbers | st.text(max_size=6), min_size=1, max_size=3),
)
def test_any_claims(addnorm: Runner, command: str, claims: list[str]) -> None:
    words = [word for claim in claims for word in ("--expect", claim)]
    run = addnorm(command, "-", *words, stdin='{"x": [1, 2], "updates": []}')
    assert run.code in (0, 1, 2)
    assert not any(word in run.err + run.out for word in UNEXPECTED)
    assert bool(run.err) is (run.code == 2)


CELLS = ["code", "name", "problem", "part", "d0", "d1", "ada", "1", "2", "mean", "output", "0.5",
         "-1,225", "1/3", "nan", "", "=1", '"', ";", "\t", "x" * 50]  # fmt: skip
sheets = st.lists(
    st.lists(st.sampled_from(CELLS) | st.text(max_size=4), max_size=7), max_size=5
).map(lambda rows: "\n".join(",".join(row) for row in rows))


@anything
@given(st.one_of(st.binary(max_size=80), sheets.map(lambda text: text.encode("utf-8", "replace"))))
def test_any_answers_of_a_class(addnorm: Runner, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "problems.json").write_text('[{"command": "layernorm", "x": [1, 2, 4]}]', "utf-8")
    (tmp_path / "answers.csv").write_bytes(data)
    files = [str(tmp_path / name) for name in ("problems.json", "answers.csv")]
    run = addnorm("homework", "grade", *files)
    assert run.code in (0, 1, 2)
    assert not any(word in run.err + run.out for word in UNEXPECTED)


huge = st.integers(-3, 3) | st.sampled_from([0.5, 1e-300, 1e155, -1e308, 1.5e308])
squares = st.lists(st.lists(huge, min_size=2, max_size=2), min_size=2, max_size=2)
parts = st.fixed_dictionaries(
    {},
    optional={
        "attention": st.fixed_dictionaries(
            dict.fromkeys(("W_q", "W_k", "W_v", "W_o"), squares),
            optional={"heads": st.sampled_from([1, 2, 0, "2"]), "causal": st.booleans()},
        ),
        "ffn": st.fixed_dictionaries(
            {"W_1": squares, "W_2": squares},
            optional={"activation": st.sampled_from(["relu", "gelu", "silu", "swiglu", 3])},
        ),
        "repeat": st.sampled_from([1, 2, 0, None]),
    },
)
blocks = st.fixed_dictionaries(
    {"x": squares},
    optional={
        "layers": st.lists(parts, max_size=2),
        "placement": st.sampled_from(["post", "pre", "parallel", "res-post", "none", 1]),
        "norm": st.sampled_from([{"kind": "none"}, {"eps": 0}, {"kind": "rmsnorm"}, {}]),
        "updates": st.lists(st.fixed_dictionaries({"delta": squares}), max_size=2),
        "upstream": squares,
    },
)


@anything
@given(
    blocks,
    st.sampled_from(["block", "gradient", "gradient-flow", "compare-norm"]),
    st.sampled_from([[], ["--hand", "0"], ["--hand", "3"], ["--dtype", "float16"]]),
    st.sampled_from(["plain", "html", "latex", "json", "csv"]),
)
def test_any_block(
    addnorm: Runner, block: object, command: str, words: list[str], form: str
) -> None:
    run = addnorm(command, "-", *words, "-f", form, stdin=json.dumps(block))
    assert run.code in (0, 1, 2)
    assert not any(word in run.err for word in UNEXPECTED)
    assert bool(run.err) is (run.code == 2)
    assert "nan%" not in run.out
    assert "nanmm" not in run.out
