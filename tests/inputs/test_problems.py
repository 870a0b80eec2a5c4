"""Whole problems: arguments, files and options put together, and what does not fit together."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from addnorm_cli.inputs.problem_file import ProblemCommand
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.messages import LANGUAGES, say
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.options import Options
from addnorm_cli.model.problem import Linear, NormSpec, Problem, Tensor
from addnorm_cli.model.records import replaced
from addnorm_cli.work import read

BANK: dict[str, Any] = {
    "x": [0.80, 0.40, 0.60, -0.10],
    "sublayer": {"A": [0.44, 0.12, 0.12, 0.31], "B": [0.32, 0.19, 0.28, 0.23]},
}
LINEAR: dict[str, Any] = {
    "x": [1.0, 2.0],
    "sublayer": {
        "weight": [[0.5, 0], [0, 0.5]],
        "bias": [0.1, -0.1],
        "activation": "relu",
        "orientation": "Wx",
    },
}
TRACE: dict[str, Any] = {
    "schema": "addnorm.trace/2",
    "command": "residual",
    "title": "bank",
    "parameters": {},
    "inputs": {"x": [9, 9]},
    "steps": [],
    "result": [1.24, 0.52],
    "warnings": [],
    "more": "a later version may say more",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put(name: str, tree: object) -> str:
    Path(name).write_text(json.dumps(tree), encoding="utf-8")
    return name


def ask(command: ProblemCommand, *arguments: str, stdin: str = "", **given: Any) -> Problem:
    """The problem, and in it everything that was noticed."""
    asked = read(command, arguments, Options(**given), Reader(io.BytesIO(stdin.encode())))
    problem = asked.question
    assert isinstance(problem, Problem)
    return replaced(problem, notices=(*problem.notices, *asked.notices))


def refusal(command: ProblemCommand, *arguments: str, stdin: str = "", **given: str) -> InputError:
    with pytest.raises(InputError) as caught:
        ask(command, *arguments, stdin=stdin, **given)
    return caught.value


def ask_file(command: ProblemCommand, tree: object, *arguments: str, **given: str) -> Problem:
    return ask(command, put("p.json", tree), *arguments, **given)


def refuse_file(command: ProblemCommand, tree: object, *arguments: str, **given: str) -> InputError:
    return refusal(command, put("p.json", tree), *arguments, **given)


def cases(problem: Problem) -> list[tuple[str | None, Any, Any]]:
    return [(case.label, values(case.x), values(case.sublayer)) for case in problem.cases]


def values(given: object) -> Any:
    return given.values.tolist() if isinstance(given, Tensor) else given


def notices(problem: Problem) -> list[tuple[str, dict[str, object]]]:
    for notice in problem.notices:
        assert all(say(language, f"notice.{notice.key}", **notice.facts) for language in LANGUAGES)
    return [(notice.key, dict(notice.facts)) for notice in problem.notices]


# Arguments.


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["1,2", "3,4"], [(None, [1, 2], [3, 4])]),
        (["1", "2"], [(None, [1], [2])]),
        (["1,2", "3,4", "5,6"], [("A", [1, 2], [3, 4]), ("B", [1, 2], [5, 6])]),
        (["1,2", "r=3,4", "s=5,6"], [("r", [1, 2], [3, 4]), ("s", [1, 2], [5, 6])]),
        (["1,2", "r=3,4"], [("r", [1, 2], [3, 4])]),
        (["t=1,2", "3,4"], [("t", [1, 2], [3, 4])]),
        (["t=1,2", "r=3,4"], [("r", [1, 2], [3, 4])]),
        (["1,2;3,4", "5,6;7,8"], [(None, [[1, 2], [3, 4]], [[5, 6], [7, 8]])]),
    ],
)
def test_x_and_its_sublayers(arguments: list[str], expected: list[Any]) -> None:
    assert cases(ask("residual", *arguments)) == expected
    assert cases(ask("addnorm", *arguments)) == expected


@pytest.mark.parametrize("command", ["residual", "addnorm", "gradient"])
def test_bare_numbers_are_no_vectors_where_several_are_meant(command: ProblemCommand) -> None:
    error = refusal(command, "2", "-1", "0.5", "1/3")
    assert (error.key, error.facts["example"]) == ("bare_numbers", "2,-1 0.5,1/3")
    error = refusal(command, "2", "-1", "0.5")
    assert (error.key, error.facts["example"]) == ("bare_numbers", "2,-1,0.5")
    error = refusal(command, *["0.25"] * 1000)
    assert len(str(error.facts["example"])) <= 40


def test_two_bare_numbers_are_x_and_its_sublayer() -> None:
    (case,) = ask("residual", "2", "-1").cases
    assert isinstance(case.sublayer, Tensor)
    assert (case.x.values.tolist(), case.sublayer.values.tolist()) == ([2], [-1])


def test_many_sublayers_get_letters_like_a_spreadsheet() -> None:
    labels = [case.label for case in ask("residual", *["1,2"] * 30).cases]
    assert labels[:2] == ["A", "B"]
    assert labels[24:] == ["Y", "Z", "AA", "AB", "AC"]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["1.24", "0.52", "0.72"], [(None, [1.24, 0.52, 0.72], None)]),
        (["1,2"], [(None, [1, 2], None)]),
        (["1,2", "3,4"], [(None, [[1, 2], [3, 4]], None)]),
        (["A=1,2", "B=3,4,5"], [("A", [1, 2], None), ("B", [3, 4, 5], None)]),
    ],
)
def test_what_is_normalized(arguments: list[str], expected: list[Any]) -> None:
    assert cases(ask("layernorm", *arguments)) == expected


@pytest.mark.parametrize(
    ("command", "arguments", "key", "where"),
    [
        ("residual", [], "missing_x", None),
        ("layernorm", [], "missing_x", None),
        ("residual", ["1,2"], "missing_sublayer", None),
        ("addnorm", ["1,2"], "missing_sublayer", None),
        ("residual", ["1,2", "A=1,2", "1,2"], "labels_mixed", None),
        ("residual", ["1,2", "A=1,2", "A=1,2"], "label_twice", None),
        ("layernorm", ["A=1,2", "A=1,2"], "label_twice", None),
        ("residual", ["1,2", "1,2,3"], "shapes", "argument 2"),
        ("residual", ["1,2", "1,2", "1"], "shapes", "argument 3"),
        ("residual", ["1,2;3,4", "1,2;3,4;5,6"], "shapes", "argument 2"),
        ("residual", ["1,2;3,4", "1;2"], "shapes", "argument 2"),
        ("residual", ["-", "-"], "stdin_twice", None),
    ],
)
def test_refuses_arguments(
    command: ProblemCommand, arguments: list[str], key: str, where: str | None
) -> None:
    error = refusal(command, *arguments, stdin="1,2")
    assert (error.key, error.where) == (key, where)


def test_different_shapes_are_both_named() -> None:
    facts = refusal("residual", "1,2,3,4;1,2,3,4", "1,2,3").facts
    assert facts == {"x": "(2, 4)", "sublayer": "(3)"}


# Problem files.


def test_everything_comes_from_a_file() -> None:
    tree = BANK | {
        "title": "bank",
        "gamma": [1, 2, 3, 4],
        "beta": 0.5,
        "norm": {"eps": 1e-5, "eps_at": "variance", "ddof": 1},
    }
    problem = ask_file("addnorm", tree)
    assert cases(problem) == [(name, BANK["x"], BANK["sublayer"][name]) for name in "AB"]
    assert problem.title == "bank"
    assert values(problem.gamma) == [1, 2, 3, 4]
    assert values(problem.beta) == [0.5] * 4
    assert problem.norm == NormSpec(kind="layernorm", eps="1e-5", eps_at="variance", ddof=1)
    assert notices(problem) == []


def test_a_file_keeps_the_digits_that_were_typed() -> None:
    Path("p.json").write_text('{"x": [0.80, 1e-6], "norm": {"eps": 1e-6}, "gamma": 2.0}')
    problem = ask("layernorm", "p.json")
    assert problem.cases[0].x.typed is not None
    assert str(problem.cases[0].x.typed[0]) == "0.80"
    assert problem.norm.eps == "1e-6"
    assert problem.gamma is not None
    assert problem.gamma.typed is not None
    assert list(map(str, problem.gamma.typed)) == ["2.0", "2.0"]


def test_a_problem_may_come_from_stdin() -> None:
    assert cases(ask("layernorm", "-", stdin='{"x": [1, 2]}')) == [(None, [1, 2], None)]


def test_labelled_x_in_a_file_are_cases() -> None:
    tree = {"x": {"A": [1, 2], "B": [3, 4]}, "sublayer": {"B": [30, 40], "A": [10, 20]}}
    assert cases(ask_file("residual", tree)) == [
        ("A", [1, 2], [10, 20]),
        ("B", [3, 4], [30, 40]),
    ]


def test_one_sublayer_is_added_to_every_x() -> None:
    tree = {"x": {"A": [1, 2], "B": [3, 4]}, "sublayer": [10, 20]}
    assert cases(ask_file("residual", tree)) == [
        ("A", [1, 2], [10, 20]),
        ("B", [3, 4], [10, 20]),
    ]


def test_labels_that_do_not_match_are_refused() -> None:
    error = refuse_file("residual", {"x": {"A": [1], "B": [2]}, "sublayer": {"A": [1], "C": [2]}})
    assert (error.key, error.facts) == (
        "labels_unmatched",
        {"x": ("A", "B"), "sublayer": ("A", "C")},
    )


def test_labels_and_titles_lose_their_control_characters() -> None:
    tree = {"title": "ri\x1b[31mver\n\u202e", "x": {"A\x07": [1], "[red]": [2]}}
    problem = ask_file("layernorm", tree)
    assert problem.title == "ri[31mver"
    assert [case.label for case in problem.cases] == ["A", "[red]"]


@pytest.mark.parametrize(
    ("tree", "key", "where", "facts"),
    [
        (BANK | {"gama": [1]}, "misspelt_key", "p.json", {"found": "gama", "near": "gamma"}),
        (BANK | {"qqq": 1}, "unknown_key", "p.json", {"found": "qqq"}),
        (
            BANK | {"norm": {"epz": 1}},
            "misspelt_key",
            "p.json: norm",
            {
                "near": "eps",
                "choices": (
                    "convention",
                    "kind",
                    "eps",
                    "eps_at",
                    "ddof",
                    "axes",
                    "groups",
                    "momentum",
                    "running_mean",
                    "running_var",
                    "training",
                    "alpha",
                ),
            },
        ),
        (
            LINEAR | {"sublayer": {"weight": [[1]], "activaton": "relu"}},
            "misspelt_key",
            "p.json: sublayer",
            {"near": "activation"},
        ),
        (LINEAR | {"sublayer": {"bias": [1]}}, "missing_key", "p.json: sublayer", {}),
        ({"sublayer": [1]}, "missing_key", "p.json", {"found": "x"}),
        ({}, "missing_key", "p.json", {"found": "x"}),
        ({"x": [1]}, "missing_sublayer", None, {}),
        (BANK | {"x": [[1, 2, 3, 4], [1, 2, 3]]}, "ragged", "p.json: x[1]", {"row": 2}),
        (BANK | {"x": [1, True]}, "not_a_json_number", "p.json: x[1]", {"found": "true"}),
        (BANK | {"x": [1, None]}, "not_a_json_number", "p.json: x[1]", {"found": "null"}),
        (BANK | {"x": ["2"]}, "not_a_json_number", "p.json: x[0]", {"found": '"2"'}),
        (BANK | {"x": "0.8"}, "not_a_json_number", "p.json: x", {}),
        (BANK | {"x": {}}, "empty", "p.json: x", {}),
        (BANK | {"x": {"": [1]}}, "empty_label", "p.json: x", {}),
        (BANK | {"x": {"A": [1], "A\x07": [1]}}, "label_twice", "p.json: x", {"label": "A"}),
        (BANK | {"x": {"A": [[1], [2, 3]]}}, "ragged", "p.json: x.A[1]", {}),
        (BANK | {"title": 5}, "text_expected", "p.json: title", {"found": "5"}),
        (BANK | {"norm": "pytorch"}, "object_expected", "p.json: norm", {"found": '"pytorch"'}),
        (BANK | {"norm": {"eps": "1e-6"}}, "not_a_json_number", "p.json: norm.eps", {}),
        (BANK | {"norm": {"eps": None}}, "not_a_json_number", "p.json: norm.eps", {}),
        (BANK | {"norm": {"kind": 1}}, "text_expected", "p.json: norm.kind", {}),
        (BANK | {"norm": {"ddof": True}}, "not_a_json_number", "p.json: norm.ddof", {}),
        (BANK | {"gamma": "2"}, "not_a_json_number", "p.json: gamma", {}),
        (BANK | {"schema": "addnorm.error/1"}, "unknown_schema", "p.json", {}),
        (
            LINEAR | {"sublayer": {"weight": [[1]], "activation": 1}},
            "text_expected",
            "p.json: sublayer.activation",
            {},
        ),
        (
            LINEAR | {"sublayer": {"weight": [[1]], "activation": "rleu"}},
            "misspelt_choice",
            "p.json: sublayer.activation",
            {"near": "relu"},
        ),
        (
            LINEAR | {"sublayer": {"weight": [[1]], "orientation": "xx"}},
            "unknown_choice",
            "p.json: sublayer.orientation",
            {"choices": ("xW", "Wx")},
        ),
    ],
)
def test_refuses_a_problem_file(
    tree: object, key: str, where: str | None, facts: dict[str, object]
) -> None:
    error = refuse_file("addnorm", tree)
    assert (error.key, error.where) == (key, where)
    assert error.facts.items() >= facts.items()


@pytest.mark.parametrize(
    ("command", "more", "unused"),
    [
        ("layernorm", {}, ("sublayer",)),
        ("residual", {"gamma": "not even looked at", "norm": 5}, ("gamma", "norm")),
        ("addnorm", {"upstream": [1]}, ("upstream",)),
        ("addnorm", {"layers": [], "repeat": 2, "updates": []}, ("layers", "repeat", "updates")),
    ],
)
def test_known_keys_that_a_command_does_not_use_are_named(
    command: ProblemCommand, more: dict[str, object], unused: tuple[str, ...]
) -> None:
    expected = ("unused_keys", {"keys": unused, "file": "p.json", "command": command})
    assert notices(ask_file(command, BANK | more)) == [expected]


# Traces.


def test_the_result_of_a_trace_is_the_next_input() -> None:
    problem = ask("layernorm", "-", stdin=json.dumps(TRACE))
    assert cases(problem) == [(None, [1.24, 0.52], None)]
    assert problem.title == "bank"
    assert notices(problem) == []
    assert problem.cases[0].x.source == "stdin: result"


def test_a_labelled_result_makes_one_case_for_each_label() -> None:
    tree = TRACE | {"result": {"A": [1.24, 0.52], "B": [1.12, 0.59]}}
    assert cases(ask_file("layernorm", tree)) == [
        ("A", [1.24, 0.52], None),
        ("B", [1.12, 0.59], None),
    ]
    assert cases(ask_file("residual", tree, "1,2")) == [
        ("A", [1.24, 0.52], [1, 2]),
        ("B", [1.12, 0.59], [1, 2]),
    ]


def test_a_trace_may_be_a_sublayer() -> None:
    assert cases(ask("residual", "1,2", put("t.json", TRACE))) == [(None, [1, 2], [1.24, 0.52])]


def test_a_trace_without_a_result_is_refused() -> None:
    error = refuse_file("layernorm", {"schema": "addnorm.trace/2"})
    assert (error.key, error.facts) == ("missing_key", {"found": "result"})


# Options against the file.


def test_a_sublayer_argument_wins_over_the_file() -> None:
    problem = ask_file("residual", BANK, "1,1,1,1")
    assert cases(problem) == [(None, BANK["x"], [1, 1, 1, 1])]
    assert notices(problem) == [("overridden_array", {"name": "sublayer", "file": "p.json"})]


def test_gamma_and_title_of_the_command_line_win_over_the_file() -> None:
    problem = ask_file("addnorm", BANK | {"gamma": 2, "title": "a"}, gamma="1,2,3,4", title="b")
    assert values(problem.gamma) == [1, 2, 3, 4]
    assert problem.title == "b"
    assert notices(problem) == [("overridden_array", {"name": "gamma", "file": "p.json"})]


def overridden(name: str, used: str, stated: str) -> tuple[str, dict[str, object]]:
    facts: dict[str, object] = {"name": name, "used": used, "stated": stated, "file": "p.json"}
    return "overridden", facts


def spec(eps: str, eps_at: Any, ddof: int | None, convention: str | None, **more: Any) -> NormSpec:
    kind = "layernorm" if ddof is not None else "rmsnorm"
    return NormSpec(kind=kind, eps=eps, eps_at=eps_at, ddof=ddof, convention=convention, **more)


DOCS = spec("1e-6", "sigma", 0, "docs")
PYTORCH = spec("1e-5", "variance", 0, "pytorch")
LLAMA = spec("1e-6", "variance", None, "llama")
NORMS: dict[str, tuple[Any, dict[str, str], NormSpec, list[Any]]] = {
    "nothing said": (None, {}, DOCS, []),
    "a convention in the file": ({"convention": "pytorch"}, {}, PYTORCH, []),
    "a convention as an option": (None, {"convention": "pytorch"}, PYTORCH, []),
    "the same eps in another spelling": (
        None,
        {"eps": "0.000001"},
        spec("0.000001", "sigma", 0, "docs"),
        [],
    ),
    "another eps": (None, {"eps": "1e-5"}, spec("1e-5", "sigma", 0, None), []),
    "eps by a full-width hand": (None, {"eps": "１e-3"}, spec("1e-3", "sigma", 0, None), []),
    "eps as a fraction": (None, {"eps": "1/8"}, spec("0.125", "sigma", 0, None), []),
    "eps zero": (None, {"eps": "0"}, spec("0", "sigma", 0, None), []),
    "a mixture in the file": (
        {"convention": "pytorch", "ddof": 1},
        {},
        spec("1e-5", "variance", 1, None),
        [],
    ),
    "a file that spells a convention out": (
        {"convention": "pytorch", "eps": 1e-5, "ddof": 0},
        {},
        PYTORCH,
        [],
    ),
    "rmsnorm alone": (None, {"norm": "rmsnorm"}, LLAMA, []),
    "rmsnorm in the file": ({"kind": "rmsnorm"}, {}, LLAMA, []),
    "rmsnorm of a trace": ({"kind": "rmsnorm", "ddof": None}, {}, LLAMA, []),
    "gemma": (
        None,
        {"convention": "gemma"},
        spec("1e-6", "variance", None, "gemma", unit_offset=True),
        [],
    ),
    "rmsnorm under a convention of LayerNorm": (
        None,
        {"convention": "docs", "norm": "rmsnorm"},
        spec("1e-6", "sigma", None, None),
        [],
    ),
    "layernorm under a convention of RMSNorm": (
        None,
        {"convention": "gemma", "norm": "layernorm"},
        spec("1e-6", "variance", 0, None),
        [],
    ),
    "an eps over the file's": (
        {"eps": 1e-5},
        {"eps": "1e-3"},
        spec("1e-3", "sigma", 0, None),
        [overridden("norm.eps", "1e-3", "1e-5")],
    ),
    "an eps over the file's convention": (
        {"convention": "pytorch"},
        {"eps": "1e-3", "ddof": "0"},
        spec("1e-3", "variance", 0, None),
        [overridden("norm.eps", "1e-3", "1e-5")],
    ),
    "an eps that agrees": ({"eps": 1e-5}, {"eps": "1e-5"}, spec("1e-5", "sigma", 0, None), []),
    "a convention over another": (
        {"convention": "pytorch", "eps": 1},
        {"convention": "bert"},
        spec("1e-12", "variance", 0, "bert"),
        [overridden("norm.convention", "bert", "layernorm, eps=1, eps_at=variance, ddof=0")],
    ),
    "another norm over the file's": (
        {"eps": 1e-3},
        {"norm": "rmsnorm"},
        LLAMA,
        [overridden("norm.kind", "rmsnorm", "layernorm")],
    ),
    "axes stay where a convention changes": (
        {"axes": 2},
        {"convention": "pytorch"},
        spec("1e-5", "variance", 0, "pytorch", axes=2),
        [overridden("norm.convention", "pytorch", "docs")],
    ),
}


@pytest.mark.parametrize(("norm", "given", "expected", "said"), NORMS.values(), ids=NORMS)
def test_the_norm_of_file_and_options(
    norm: Any, given: dict[str, str], expected: NormSpec, said: list[Any]
) -> None:
    tree = {"x": [[1, 2], [3, 5]]} | ({} if norm is None else {"norm": norm})
    problem = ask_file("layernorm", tree, **given)
    assert problem.norm == expected
    assert notices(problem) == said


@pytest.mark.parametrize(
    ("given", "key", "facts"),
    [
        ({"eps": "abc"}, "not_a_number", {"found": "abc"}),
        ({"eps": "-1e-6"}, "eps_negative", {"found": "-1e-6"}),
        ({"eps": "nan"}, "number_not_finite", {"found": "nan"}),
        ({"eps": "inf"}, "number_not_finite", {"found": "inf"}),
        ({"eps": "1e400"}, "too_large", {}),
        ({"eps": "1e-400"}, "too_small", {}),
        ({"eps": ""}, "not_a_number", {}),
        ({"ddof": "2"}, "ddof_value", {"found": "2"}),
        ({"ddof": "0.5"}, "ddof_value", {}),
        ({"ddof": "-1"}, "ddof_value", {}),
        ({"ddof": "one"}, "not_a_number", {}),
        ({"axes": "0"}, "count_value", {"found": "0"}),
        ({"axes": "1.5"}, "count_value", {}),
        ({"axes": "2"}, "axes_too_many", {"axes": 2, "most": 1, "shape": "(4)"}),
        ({"axes": "1e300"}, "axes_too_many", {"axes": 99}),
        ({"convention": "pytroch"}, "misspelt_choice", {"near": "pytorch"}),
        ({"convention": "PyTorch"}, "misspelt_choice", {"near": "pytorch"}),
        ({"convention": "xyzzy"}, "unknown_choice", {"found": "xyzzy"}),
        ({"norm": "rmsnrm"}, "misspelt_choice", {"near": "rmsnorm"}),
        ({"eps_at": "sqrt"}, "unknown_choice", {"choices": ("sigma", "variance")}),
        ({"norm": "rmsnorm", "ddof": "0"}, "norm_without", {"norm": "rmsnorm", "name": "ddof"}),
        ({"gamma": "1,2"}, "affine_shape", {"name": "γ", "found": "(2)", "expected": "(4)"}),
        ({"gamma": "1,2;3,4"}, "affine_shape", {"found": "(2, 2)"}),
        ({"beta": "1,2,3,4,5"}, "affine_shape", {"name": "β", "found": "(5)"}),
        ({"beta": "0", "norm": "rmsnorm"}, "beta_refused", {"norm": "rmsnorm"}),
        ({"seed": "1"}, "needs_random", {}),
        ({"scale": "1"}, "needs_random", {}),
    ],
)
def test_refuses_an_option(given: dict[str, str], key: str, facts: dict[str, object]) -> None:
    error = refusal("layernorm", "1,2,3,4", **given)
    option = next(iter(given)).replace("_", "-") if len(given) == 1 else error.where
    assert (error.key, error.where) == (key, option if len(given) > 1 else f"--{option}")
    assert error.facts.items() >= facts.items()


def test_ddof_leaves_nothing_of_one_component() -> None:
    error = refusal("layernorm", "5", ddof="1")
    assert (error.key, error.where, error.facts) == (
        "ddof_too_large",
        "--ddof",
        {"ddof": 1, "d": 1},
    )
    assert refusal("layernorm", "A=1,2", "B=5", convention="annotated").where == "--convention"
    tree = {"x": [[1], [2]], "norm": {"ddof": 1}}
    assert refuse_file("layernorm", tree).where == "p.json: norm.ddof"


def test_axes_count_the_components_of_all_of_them() -> None:
    problem = ask("layernorm", "1,2;3,4", axes="2", ddof="1", gamma="1,2;3,4", beta="0.5")
    assert problem.norm.axes == 2
    assert values(problem.gamma) == [[1, 2], [3, 4]]
    assert values(problem.beta) == [[0.5, 0.5], [0.5, 0.5]]
    error = refusal("layernorm", "1,2;3,4", axes="2", gamma="1,2")
    assert error.facts == {"name": "γ", "found": "(2)", "expected": "(2, 2)"}


def test_one_number_is_gamma_for_every_component() -> None:
    problem = ask("layernorm", "1,2,3", gamma="0.50")
    assert values(problem.gamma) == [0.5, 0.5, 0.5]
    assert problem.gamma is not None
    assert problem.gamma.source == "--gamma"
    assert not problem.gamma.values.flags.writeable


def test_gamma_may_come_from_a_binary_file() -> None:
    np.savez("w.npz", gamma=np.array([2.0]))
    problem = ask("layernorm", "1,2", gamma="w.npz:gamma")
    assert values(problem.gamma) == [2, 2]
    assert problem.gamma is not None
    assert problem.gamma.typed is None


def test_gamma_must_fit_every_case() -> None:
    assert refusal("layernorm", "A=1,2", "B=1,2,3", gamma="1,2").key == "affine_shape"


@pytest.mark.parametrize(
    ("command", "given", "options"),
    [
        (
            "residual",
            {"eps": "abc", "gamma": "1", "eps_at": "sigma"},
            ("--eps", "--eps-at", "--gamma"),
        ),
        ("layernorm", {"weight": "1", "bias": "2"}, ("--weight", "--bias")),
    ],
)
def test_options_that_a_command_does_not_use_are_named(
    command: ProblemCommand, given: dict[str, str], options: tuple[str, ...]
) -> None:
    problem = ask_file(command, {"x": [1], "sublayer": [2]}, **given)
    assert (
        "unused_options",
        {"options": options, "command": command},
    ) in notices(problem)


# A layer as the sublayer.


def linear(problem: Problem) -> Linear:
    sublayer = problem.cases[0].sublayer
    assert isinstance(sublayer, Linear)
    return sublayer


def test_a_layer_in_the_file() -> None:
    layer = linear(ask_file("residual", LINEAR))
    assert values(layer.weight) == [[0.5, 0], [0, 0.5]]
    assert values(layer.bias) == [0.1, -0.1]
    assert (layer.activation, layer.orientation) == ("relu", "Wx")


def test_a_layer_without_a_bias_is_plain() -> None:
    layer = linear(ask_file("residual", {"x": [1], "sublayer": {"weight": [[2]], "bias": None}}))
    assert layer.bias is None
    assert (layer.activation, layer.orientation) == ("identity", "xW")


def test_a_layer_of_options() -> None:
    layer = linear(
        ask("residual", "1,2", weight="1,0;0,1", bias="1,2", activation="relu", orientation="Wx")
    )
    assert values(layer.weight) == [[1, 0], [0, 1]]
    assert values(layer.bias) == [1, 2]
    assert (layer.activation, layer.orientation) == ("relu", "Wx")


def test_options_change_the_layer_of_the_file() -> None:
    problem = ask_file("residual", LINEAR, activation="identity", orientation="Wx", bias="0,0")
    assert values(linear(problem).bias) == [0, 0]
    assert linear(problem).activation == "identity"
    assert notices(problem) == [
        ("overridden_array", {"name": "sublayer.bias", "file": "p.json"}),
        overridden("sublayer.activation", "identity", "relu"),
    ]


def test_a_weight_wins_over_the_file() -> None:
    for tree in (LINEAR, {"x": [1, 2], "sublayer": [3, 4]}):
        problem = ask_file("residual", tree, weight="1,0;0,1")
        assert linear(problem).bias is None
        assert notices(problem) == [("overridden_array", {"name": "sublayer", "file": "p.json"})]


@pytest.mark.parametrize(
    ("arguments", "given", "key", "where", "facts"),
    [
        (["1,2", "3,4"], {"weight": "1,0;0,1"}, "weight_and_sublayer", "--weight", {}),
        (["1,2", "3,4"], {"bias": "1,2,3"}, "bias_shape", "--bias", {"found": "(3)"}),
        (["1,2"], {"activation": "relu"}, "needs_weight", "--activation", {}),
        (
            ["1,2"],
            {"weight": "1,0;0,1;1,1"},
            "weight_shape",
            "--weight",
            {"found": "(3, 2)", "expected": "(2, 2)", "d": 2, "orientation": "xW"},
        ),
        (
            ["1,2"],
            {"weight": "1,0,1;0,1,1", "orientation": "Wx"},
            "weight_shape",
            "--weight",
            {"found": "(2, 3)", "orientation": "Wx"},
        ),
        (["1,2"], {"weight": "1,2"}, "weight_shape", "--weight", {"found": "(2)"}),
        (
            ["1,2"],
            {"weight": "1,0;0,1", "bias": "1"},
            "bias_shape",
            "--bias",
            {"found": "(1)", "expected": "(2)"},
        ),
        (
            ["1,2"],
            {"weight": "1,0;0,1", "activation": "rleu"},
            "misspelt_choice",
            "--activation",
            {"near": "relu"},
        ),
        (
            ["1,2"],
            {"weight": "1,0;0,1", "orientation": "WX"},
            "misspelt_choice",
            "--orientation",
            {"choices": ("xW", "Wx")},
        ),
    ],
)
def test_refuses_a_layer(
    arguments: list[str],
    given: dict[str, str],
    key: str,
    where: str,
    facts: dict[str, object],
) -> None:
    error = refusal("residual", *arguments, **given)
    assert (error.key, error.where) == (key, where)
    assert error.facts.items() >= facts.items()


# Random input. The numbers are those of numpy.random.seed(42), printed by NumPy 1.26 and 2.4.


def test_random_input_is_that_of_the_documents() -> None:
    x = ask("layernorm", random="7x8", scale="10").cases[0].x
    assert x.shape == (7, 8)
    assert x.typed is None
    assert x.values[0, :2].tolist() == pytest.approx([4.96714153, -1.38264301], abs=1e-8)
    assert (x.values.mean(), x.values.std()) == pytest.approx(
        (-1.6852963649431192, 9.130254240880316), rel=1e-12
    )


def test_a_random_sublayer_is_drawn_after_x() -> None:
    (case,) = ask("residual", random="2").cases
    assert values(case.x) == pytest.approx([0.49671415, -0.1382643], abs=1e-8)
    assert values(case.sublayer) == pytest.approx([0.64768854, 1.52302986], abs=1e-8)


def test_a_sublayer_that_is_given_is_not_drawn() -> None:
    (case,) = ask("residual", "A=1,2", random="2").cases
    assert (case.label, values(case.sublayer)) == ("A", [1, 2])
    assert linear(ask("residual", random="2", weight="1,0;0,1")).bias is None


@pytest.mark.parametrize("shape", ["7x8", "7X8", "7×8", "7,8", "７x８"])
def test_spellings_of_a_shape(shape: str) -> None:
    assert ask("layernorm", random=shape, seed="0").cases[0].x.shape == (7, 8)


def test_another_seed_gives_other_numbers() -> None:
    first = ask("layernorm", random="3", seed="0").cases[0].x
    assert values(first) == pytest.approx([1.76405235, 0.40015721, 0.97873798], abs=1e-8)


@pytest.mark.parametrize(
    ("given", "key", "where"),
    [
        ({"random": "abc"}, "random_shape", "--random"),
        ({"random": ""}, "random_shape", "--random"),
        ({"random": "7x"}, "random_shape", "--random"),
        ({"random": "0x8"}, "random_shape", "--random"),
        ({"random": "-7x8"}, "random_shape", "--random"),
        ({"random": "x".join("1" * 33)}, "too_many_dimensions", "--random"),
        ({"random": "10000x1001"}, "random_too_large", "--random"),
        ({"random": "999999999999x999999999999"}, "random_too_large", "--random"),
        ({"random": "9" * 50}, "random_shape", "--random"),
        ({"random": "2", "seed": "-1"}, "seed", "--seed"),
        ({"random": "2", "seed": "0.5"}, "seed", "--seed"),
        ({"random": "2", "seed": "4294967296"}, "seed", "--seed"),
        ({"random": "2", "seed": "x"}, "not_a_number", "--seed"),
        ({"random": "2", "scale": "x"}, "not_a_number", "--scale"),
        ({"random": "2", "scale": "nan"}, "number_not_finite", "--scale"),
        ({"random": "100", "scale": "1.7e308"}, "too_large", "--scale"),
    ],
)
def test_refuses_random_input(given: dict[str, str], key: str, where: str) -> None:
    error = refusal("layernorm", **given)
    assert (error.key, error.where) == (key, where)


def test_random_input_and_a_vector_exclude_each_other() -> None:
    assert refusal("layernorm", "1,2", random="2").key == "random_and_x"


def test_random_input_goes_into_a_problem_that_says_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "rules.json"
    path.write_text('{"norm": {"eps": 0.1}, "gamma": [1, 2, 3]}', "utf-8")
    drawn = np.random.RandomState(42)
    x, sublayer = drawn.randn(3), drawn.randn(3)
    problem = ask("addnorm", str(path), random="3")
    case = problem.cases[0]
    assert isinstance(case.sublayer, Tensor)
    np.testing.assert_array_equal(case.x.values, x)
    np.testing.assert_array_equal(case.sublayer.values, sublayer)
    assert problem.gamma is not None
    assert (problem.norm.eps, problem.gamma.values.tolist()) == ("0.1", [1, 2, 3])


def test_random_input_wins_over_the_x_of_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "problem.json"
    path.write_text('{"x": [0, 0], "sublayer": [1, 2]}', "utf-8")
    problem = ask("residual", str(path), random="2")
    case = problem.cases[0]
    assert isinstance(case.sublayer, Tensor)
    np.testing.assert_array_equal(case.x.values, np.random.RandomState(42).randn(2))
    assert case.sublayer.values.tolist() == [1, 2]
    assert [notice.key for notice in problem.notices] == ["overridden_array"]


@pytest.mark.parametrize("key", ["alpha", "orientation", "placement", "repeat"])
def test_a_key_of_blocks_is_known_to_every_command(tmp_path: Path, key: str) -> None:
    path = tmp_path / "block.json"
    path.write_text(json.dumps({"x": [1, 2], key: 1}), "utf-8")
    (notice,) = ask("layernorm", str(path)).notices
    assert (notice.key, notice.facts["keys"]) == ("unused_keys", (key,))


def test_a_norm_without_a_way_back_is_blamed_on_the_place_that_names_it(tmp_path: Path) -> None:
    path = tmp_path / "norm.json"
    problem = {"x": [[1, 2], [3, 5]], "upstream": [[1, 0], [0, 1]]}
    path.write_text(json.dumps({**problem, "norm": {"kind": "batchnorm"}}), "utf-8")
    assert refusal("gradient", str(path)).where == f"{path}: norm.kind"
    path.write_text(json.dumps(problem), "utf-8")
    assert refusal("gradient", str(path), norm="batchnorm").where == "--norm"
