"""`addnorm homework`: sheets, keys and problems are made; lists of problems are worked."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from addnorm_cli.formats.formats import FORMATS
from addnorm_cli.homework.kinds import KINDS
from tests.conftest import NUMBER, ROOT, Result, Runner

SAMPLES = sorted(map(str, (ROOT / "samples").glob("*.json")))
LIST = [
    {"x": [1, 2, 3, 6]},
    {"x": [[1, 2], [3]]},
    {"title": "bank", "x": [0.8, 0.4, 0.6, -0.1], "sublayer": [0.44, 0.12, 0.12, 0.31]},
    {"x": [2, 2], "norm": {"eps": 0}},
    {"command": "residual", "x": [1, 2], "sublayer": [3, 4]},
]
BROKEN = [2, 4]
ERRORS = (
    "error: 2 of 5 problems could not be worked: 2 (row 2 has 1 numbers, row 1 has 2),"
    " 4 (row [0]: σ is 0 and ε is 0, and 0/0 is undefined)\n"
)


@pytest.fixture
def listed(tmp_path: Path) -> str:
    """A list of problems, two of which cannot be worked."""
    path = tmp_path / "problems.json"
    path.write_text(json.dumps(LIST), "utf-8")
    return str(path)


def ok(result: Result) -> Result:
    assert (result.code, result.err) == (0, "")
    return result


# solve


def test_a_list_is_worked_and_the_broken_are_reported_in_their_place(
    addnorm: Runner, listed: str
) -> None:
    result = addnorm("homework", "solve", listed, "-f", "plain")
    assert result.code == 2
    assert result.err.startswith(ERRORS)
    heads = re.findall(r"^(\d)\. (no answer|.* · .*|[A-Z][a-z]+ [a-z]+)$", result.out, re.MULTILINE)
    titles = {"Layer normalization", "no answer", "bank · Add & Norm", "Residual connection"}
    assert [n for n, title in heads if title in titles] == ["1", "2", "3", "4", "5"]
    assert "✗ problem 2: row 2 has 1 numbers, row 1 has 2" in result.out
    assert f"in {listed} #2: x[1]" in result.out
    assert result.out.index("Results") < result.out.index("1. Layer normalization")
    assert result.out.index("3. bank · Add & Norm") < result.out.index("4. no answer")


def test_the_table_of_results_has_what_each_command_gives_alone(
    addnorm: Runner, listed: str
) -> None:
    out = addnorm("homework", "solve", listed, "-f", "plain", "--level", "result").out
    table = out[out.index("Results") : out.index("1. Layer")]
    alone = addnorm("layernorm", "1,2,3,6", "-f", "plain", "--level", "result").out
    for number in NUMBER.findall(alone[alone.index("Result") :]):
        assert number in table
    assert re.search(r"^3 +1\.5147 +-0\.4070 +0\.1268 +-1\.2345$", table, re.MULTILINE)
    assert re.search(r"^5 +4 +6$", table, re.MULTILINE)


def test_json_holds_traces_and_errors_in_order(addnorm: Runner, listed: str) -> None:
    result = addnorm("homework", "solve", listed, "--json")
    assert result.code == 2
    assert json.loads(result.err)["schema"] == "addnorm.error/1"
    tree = result.json
    assert result.out.count("\n") == 1
    assert (tree["schema"], tree["title"], tree["broken"]) == ("addnorm.homework/1", None, BROKEN)
    schemas = [answer["schema"].partition(".")[2] for answer in tree["answers"]]
    assert schemas == ["trace/2", "error/1", "trace/2", "error/1", "trace/2"]
    commands = [answer.get("command") for answer in tree["answers"]]
    assert commands == ["layernorm", None, "addnorm", None, "residual"]
    assert tree["answers"][1]["where"] == f"{listed} #2: x[1]"
    assert tree["answers"][4]["result"] == [4, 6]


def test_a_trace_in_the_answers_is_what_the_command_itself_writes(addnorm: Runner) -> None:
    for words in (
        ("addnorm", "samples/bank.json"),
        ("block", "samples/encoder-post.json"),
        ("gradient", "samples/gradient.json"),
        ("compare-norm", "samples/batch-norm-vs-layer-norm.json"),
        ("compare-norm", "samples/pre-vs-post.json", "--by", "placement"),
        ("residual", "samples/relu-residual.json"),
        ("layernorm", "samples/tokens-7x8.json"),
    ):
        alone = ok(addnorm(*words, "--json")).json
        (answer,) = ok(addnorm("homework", "solve", words[1], "--json")).json["answers"]
        assert answer == {"number": 1, "code": "", "name": "", **alone}


def test_an_answer_has_the_number_and_the_names_that_its_problem_brings(
    addnorm: Runner, tmp_path: Path
) -> None:
    problems = [
        {"number": 7, "code": "c1", "name": "Zoë", "x": [4, 3, 1]},
        {"number": 9, "code": "c2", "name": "李雷", "x": [1, 2], "gamma": [1, 2, 3]},
        {"x": [1, 2], "sublayer": [3, 4], "command": "residual"},
    ]
    path = tmp_path / "p.json"
    path.write_text(json.dumps(problems), "utf-8")
    tree = addnorm("homework", "solve", str(path), "--json").json
    whose = [[answer[key] for key in ("number", "code", "name")] for answer in tree["answers"]]
    assert whose == [[7, "c1", "Zoë"], [9, "c2", "李雷"], [3, "", ""]]
    assert tree["broken"] == [9]


def test_what_is_expected_is_expected_of_every_problem(addnorm: Runner, tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text('[{"x": [1, 3]}, {"x": [1, 5]}, {"x": [2, 4], "expect": 9}]', "utf-8")
    solve = ("homework", "solve", str(path), "-q", "--expect")
    result = addnorm(*solve, "sigma=1")
    assert (result.code, result.out) == (1, "right\nwrong: sigma\nright\n")
    assert addnorm(*solve, "beta=1").err.startswith("error: none of 3 problems could")


def test_quiet_prints_the_results_that_there_are(addnorm: Runner, listed: str) -> None:
    result = addnorm("homework", "solve", listed, "-q")
    assert result.code == 2
    lines = result.out.splitlines()
    assert len(lines) == 3
    assert lines[0] == addnorm("layernorm", "1,2,3,6", "-q").out.strip()
    assert lines[2] == "4,6"


def test_every_sample_is_a_problem(addnorm: Runner) -> None:
    tree = ok(addnorm("homework", "solve", *SAMPLES, "--json")).json
    assert tree["broken"] == []
    commands = {Path(p).stem: a["command"] for p, a in zip(SAMPLES, tree["answers"], strict=True)}
    told = (ROOT / "samples/README.md").read_text("utf-8")
    table = re.findall(r"`addnorm ([a-z-]+) [^`]*samples/([\w-]+)\.json", told)
    assert commands == {name: command for command, name in table}


def test_lines_stdin_and_several_files_are_lists_too(addnorm: Runner, tmp_path: Path) -> None:
    lines = "".join(json.dumps(problem) + "\n" for problem in LIST)
    path = tmp_path / "p.jsonl"
    path.write_text(lines, "utf-8")
    first = addnorm("homework", "solve", str(path), "-q").out
    assert first == addnorm("homework", "solve", "-", "-q", stdin=lines).out
    assert first == addnorm("homework", "solve", "-", "-q", stdin=json.dumps(LIST)).out
    twice = addnorm("homework", "solve", str(path), "-", "-q", stdin=json.dumps(LIST))
    assert twice.out == first * 2
    assert twice.err.startswith("error: 4 of 10 problems could not be worked: 2 (")
    assert re.search(r"7 \(row.*\), 9\n", twice.err)


def test_options_win_over_every_problem(addnorm: Runner, listed: str) -> None:
    out = addnorm("homework", "solve", listed, "-q", "--convention", "pytorch").out
    first, *_ = out.splitlines()
    assert first == addnorm("layernorm", "1,2,3,6", "-q", "--convention", "pytorch").out.strip()
    by_hand = addnorm("homework", "solve", listed, "-f", "plain", "--hand", "2").out
    assert by_hand.count("by hand: vectors to 2 decimals") == 3
    brief = addnorm("homework", "solve", listed, "-f", "plain", "--precision", "2").out
    assert "-1.07" in brief
    assert "-1.0690" not in brief


def test_an_option_goes_to_the_problems_that_use_it_and_the_others_say_so(
    addnorm: Runner, tmp_path: Path
) -> None:
    block, alone = "samples/encoder-post.json", ("layernorm", "1,2,3,6", "--gamma", "2", "-q")
    (tmp_path / "norm.json").write_text('{"x": [1, 2, 3, 6]}', "utf-8")
    words = ("homework", "solve", str(tmp_path / "norm.json"), block, "--gamma", "2")
    first, second = ok(addnorm(*words, "--placement", "pre", "--json")).json["answers"]
    assert first["result"] == [float(n) for n in addnorm(*alone).out.split(",")]
    assert first["warnings"] == ["layernorm does not use these options: --placement"]
    assert second["parameters"]["placement"] == "pre"
    assert 'block "layers" does not use these options: --gamma' in second["warnings"]


def test_a_model_s_weights_take_the_place_of_the_layers_of_a_problem(
    addnorm: Runner, tmp_path: Path
) -> None:
    pytest.importorskip("safetensors", reason="the extra `weights` is not installed")
    stream = [[0.1 * n - 0.7 for n in range(16)]] * 2
    path = tmp_path / "stream.json"
    path.write_text(json.dumps({"command": "block", "x": stream}), "utf-8")
    weights = ("--weights", "tests/fixtures/models/bert/model.safetensors", "--layers", "0")
    answers = ok(addnorm("homework", "solve", str(path), *weights, "--json")).json["answers"]
    alone = ok(addnorm("block", str(path), *weights, "--json")).json
    assert alone.items() <= answers[0].items()


def test_what_is_selected_is_looked_for_in_every_problem(addnorm: Runner, tmp_path: Path) -> None:
    rows = [[1, 2, 3], [4, 5, 9]]
    problems = [{"x": rows}, {"x": [1, 2], "sublayer": [3, 4], "command": "residual"}]
    path = tmp_path / "two.json"
    path.write_text(json.dumps(problems), "utf-8")
    solve = ("homework", "solve", str(path))
    text = ok(addnorm(*solve, "--only", "norm.mean", "--row", "1", "-f", "plain")).out
    assert "(4 + 5 + 9) / 3" in text
    assert "(1 + 2 + 3) / 3" not in text
    assert "1. " not in text[text.index("2. Residual connection") :]
    quiet = ok(addnorm(*solve, "--row", "1", "--cols", "2:", "-q")).out.split("\n")
    assert len(quiet[0].split(",")) == 1
    assert quiet[1] == "4,6"
    steps = [a["steps"] for a in ok(addnorm(*solve, "--only", "mean", "--json")).json["answers"]]
    assert [[step["id"] for step in each] for each in steps] == [["mean"], []]


def test_a_title_is_the_title_of_the_whole(addnorm: Runner, listed: str) -> None:
    out = addnorm("homework", "solve", listed, "-f", "markdown", "--title", "Sheet 4").out
    assert re.findall("^# .*", out, re.MULTILINE) == ["# Sheet 4"]
    assert "## 3. bank · Add & Norm" in out


def test_answers_hidden_make_a_sheet(addnorm: Runner) -> None:
    sheet = ok(addnorm("homework", "solve", "samples/bank.json", "-f", "plain", "--hide-answers"))
    assert "Name: ____" in sheet.out
    given = set(NUMBER.findall(json.dumps(json.loads((ROOT / "samples/bank.json").read_text()))))
    assert {float(n) for n in NUMBER.findall(sheet.out)} <= {float(n) for n in given}


def test_results_as_a_table_keep_numbers_codes_and_names(addnorm: Runner, tmp_path: Path) -> None:
    problems = [
        {"code": "A-1", "name": "Ana Núñez", "number": 3, "x": [1, 2], "sublayer": [3, 4],
         "command": "residual"},
        {"code": "=1+1", "name": "王小明", "number": 1, "x": [1, 1, 4],
         "sublayer": [0.5, 0, 0], "command": "residual"},
        {"name": "Bo", "x": [1, "a"]},
    ]  # fmt: skip
    path, target = tmp_path / "class.json", tmp_path / "answers.csv"
    path.write_text(json.dumps(problems), "utf-8")
    assert addnorm("homework", "solve", str(path), "-o", str(target)).code == 2  # one is broken
    with target.open(encoding="utf-8", newline="") as file:
        heads, *rows = csv.reader(file)
    assert heads == ["problem", "code", "name", "title", "part", "row", "d0", "d1", "d2", "error"]
    assert rows[0] == ["3", "A-1", "Ana Núñez", "", "result", "0", "4", "6", "", ""]
    assert rows[1] == ["1", "'=1+1", "王小明", "", "result", "0", "1.5", "1", "4", ""]
    assert rows[2][:3] == ["3", "", "Bo"]
    assert rows[2][-1] != ""
    page = addnorm("homework", "solve", str(path), "-f", "markdown").out
    assert "## 3. Residual connection · A-1 · Ana Núñez" in page


def test_one_problem_that_is_broken_ends_like_any_command(addnorm: Runner, tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text('{"x": [[1, 2], [3]]}', "utf-8")
    target = tmp_path / "answers.md"
    result = addnorm("homework", "solve", str(path), "-o", str(target))
    assert (result.code, result.out) == (2, "")
    assert result.err.splitlines()[0] == "error: row 2 has 1 numbers, row 1 has 2"
    assert not target.exists()


def test_a_list_with_broken_problems_is_written_all_the_same(
    addnorm: Runner, tmp_path: Path, listed: str
) -> None:
    target = tmp_path / "answers.html"
    result = addnorm("homework", "solve", listed, "-o", str(target))
    assert (result.code, result.out) == (2, "")
    assert "no answer" in target.read_text("utf-8")


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        ({"command": "layernrom", "x": [1, 2]}, "did you mean 'layernorm'"),
        (
            {"command": "gradient-flow", "x": [1, 2]},
            "'gradient-flow' is none of residual",
        ),
        ({"command": 5, "x": [1, 2]}, "text in double quotes must stand here, not 5"),
        ({"schema": "addnorm.trace/2", "result": [1, 2]}, "this is an answer already"),
        ({}, "the key 'x' is missing"),
        ({"x": [1, 2], "colour": 3}, "there is no key 'colour'"),
        ({"x": [1, 2], "layers": 3}, "a list is expected here, not 3"),
        (
            {"x": [1, 2], "upstream": [1, 2, 3]},
            "the upstream gradient has shape (3)",
        ),
    ],
)
def test_what_is_wrong_with_a_problem_is_said(
    addnorm: Runner, problem: dict[str, Any], message: str
) -> None:
    result = addnorm("homework", "solve", "-", stdin=json.dumps([problem, {"x": [1, 2]}]))
    assert result.code == 2
    assert message in result.err + result.out
    assert "2. Layer normalization" in result.out


def test_the_key_command_alone_bothers_no_command(addnorm: Runner) -> None:
    problem = '{"command": "layernorm", "x": [1, 2, 4]}'
    assert "command" not in ok(addnorm("layernorm", "-", "-f", "plain", stdin=problem)).out
    block = json.loads((ROOT / "samples/ffn.json").read_text("utf-8"))
    result = ok(addnorm("block", "-", "-q", stdin=json.dumps({"command": "block", **block})))
    assert result.out == addnorm("block", "samples/ffn.json", "-q").out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "there is no list of problems"),
        (("nowhere.json",), "there is no file 'nowhere.json'"),
        (("samples",), "this is a folder"),
        (("README.md",), "files of this kind cannot be read"),
        (("samples/bank.json", "-f", "numpy"), "numpy has room for one answer"),
        (("samples/bank.json", "-o", "x.npy"), "npy has room for one answer"),
        (("samples/bank.json", "-o", "x.svg"), "svg has room for one answer"),
        (("samples/bank.json", "-o", "x.xyz"), "the ending '.xyz' does not name a format"),
        (("samples/bank.json", "-o", "/nowhere/x.md"), "cannot write there"),
        (("samples/bank.json", "--json", "--level", "full"), "--level is for pages"),
        (("samples/bank.json", "--only", "mena"), "there is no step 'mena'"),
        (("samples/bank.json", "--row", "7"), "there is no row 7"),
        (("samples/bank.json", "--cols", "9:"), "9: names no column"),
        (("samples/bank.json", "--random", "2x2"), "there is no option --random"),
        (("samples/bank.json", "--hand", "x"), "--hand"),
    ],
)
def test_bad_calls_of_solve_are_refused(
    addnorm: Runner, words: tuple[str, ...], message: str
) -> None:
    result = addnorm("homework", "solve", *words)
    assert (result.code, result.out) == (2, "")
    assert message in result.err
    assert len(result.err.splitlines()) <= 5


# make


@pytest.fixture
def made(addnorm: Runner, tmp_path: Path) -> Any:
    """Make a list into three files, and read them."""

    def make(*words: str, ending: str = "md") -> tuple[str, str, list[dict[str, Any]]]:
        paths = [tmp_path / f"{name}.{ending}" for name in ("sheet", "key")]
        problems = tmp_path / "problems.json"
        files = ("-o", str(paths[0]), "--key", str(paths[1]), "--problems", str(problems))
        result = addnorm("homework", "make", *words, *files)
        assert (result.code, result.out, result.err) == (0, "", "")
        sheet, key = (path.read_text("utf-8") for path in paths)
        return sheet, key, json.loads(problems.read_text("utf-8"))

    return make


@pytest.mark.parametrize("kind", KINDS)
def test_sheet_key_and_problems_are_of_one_list(
    addnorm: Runner, made: Any, tmp_path: Path, kind: str
) -> None:
    words = ("--kind", kind, "--count", "10", "--dim", "4", "--seed", "7", "--nice")
    sheet, key, problems = made(*words)
    assert len(problems) == 10
    assert {problem["command"] for problem in problems} == {kind}
    for page in (sheet, key):
        assert len(re.findall(r"^## \d+\. ", page, re.MULTILINE)) == 10
    solved = addnorm("homework", "solve", str(tmp_path / "problems.json"), "-f", "markdown").out
    assert solved.partition("\n")[2] == key.partition("\n")[2]


@pytest.mark.parametrize("kind", KINDS)
def test_a_sheet_shows_what_is_given_and_no_answer(made: Any, kind: str) -> None:
    sheet, key, problems = made("--kind", kind, "--count", "4", "--nice", "--seed", "5")
    given = {float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", json.dumps(problems))}
    shown = {float(n) for n in NUMBER.findall(re.sub(r"10\^\{.*?\}", "", sheet))}
    assert shown <= given
    assert len(set(NUMBER.findall(key)) - set(NUMBER.findall(sheet))) > 3
    assert r"\_" * 8 in sheet
    assert "Name: " in sheet
    assert "Name: " not in key


@pytest.mark.parametrize(
    ("words", "stated"),
    [
        (("--norm", "rmsnorm", "--nice", "--gamma", "2"),
         {"gamma": [2], "norm": {"kind": "rmsnorm", "eps": 0}}),
        (("--kind", "addnorm", "--ddof", "1", "--eps-at", "variance", "--eps", "1e-3", "--nice"),
         {"norm": {"eps": 0.001, "eps_at": "variance", "ddof": 1}}),
        (("--norm", "groupnorm", "--groups", "2", "--beta", "1,0,0,1/2"),
         {"beta": [1, 0, 0, 0.5], "norm": {"kind": "groupnorm", "groups": 2}}),
        (("--norm", "dyt", "--dyt-alpha", "0.25"), {"norm": {"kind": "dyt", "alpha": 0.25}}),
        (("--kind", "gradient", "--gamma", "1,2,0.5,1", "--nice", "--convention", "pytorch"),
         {"gamma": [1, 2, 0.5, 1], "norm": {"convention": "pytorch", "eps": 0}}),
        (("--kind", "gradient", "--no-affine", "--nice"), {"norm": {"eps": 0}}),
        (("--kind", "block", "--placement", "pre", "--nice"),
         {"placement": "pre", "norm": {"eps": 0}}),
        (("--no-affine",), {}),
    ],
)  # fmt: skip
def test_what_options_say_stands_in_every_problem(
    addnorm: Runner, made: Any, tmp_path: Path, words: tuple[str, ...], stated: Any
) -> None:
    _, key, problems = made(*words, "--count", "6", "--seed", "3")
    affine = {"gamma", "beta"} if "--no-affine" in words or "--gamma" in words else set()
    for problem in problems:
        assert {name: problem[name] for name in stated} == stated
        assert not (problem.keys() & affine) - stated.keys()
    solved = addnorm("homework", "solve", str(tmp_path / "problems.json"), "-f", "markdown").out
    assert solved.partition("\n")[2] == key.partition("\n")[2]


def test_a_gradient_of_a_given_gain_still_comes_out_even(made: Any) -> None:
    _, _, problems = made("--kind", "gradient", "--gamma", "2", "--nice", "--count", "6")
    for problem in problems:
        back = [2 * g for g in problem["upstream"]]
        assert sum(back) / len(back) * 10**4 % 1 == 0


def test_the_key_of_nice_numbers_has_no_rounded_mean_variance_or_sigma(made: Any) -> None:
    _, key, _ = made("--nice", "--count", "10", "--seed", "7")
    steps = re.findall(r"### [145]\. .*?\n\n\$\$.*?\$\$\n\n\$\$\n(.*?)\$\$", key, re.DOTALL)
    assert len(steps) == 30
    assert not [step for step in steps if "approx" in step]


def test_without_a_file_the_sheet_is_printed(addnorm: Runner) -> None:
    assert ok(addnorm("homework", "make", "--count", "2")).out.startswith("╭")
    plain = ok(addnorm("homework", "make", "--count", "2", "-f", "plain")).out
    assert plain.startswith("Exercise sheet\nName: ")
    chinese = ok(addnorm("homework", "make", "--count", "2", "-f", "plain", "--lang", "zh")).out
    assert chinese.startswith("练习题\n姓名：")


def test_problems_on_stdout_are_the_next_command_s_input(addnorm: Runner) -> None:
    problems = ok(addnorm("homework", "make", "--nice", "--problems", "-")).out
    assert len(json.loads(problems)) == 10
    assert len(ok(addnorm("homework", "solve", "-", "-q", stdin=problems)).out.splitlines()) == 10


def test_a_key_can_be_worked_by_hand(made: Any) -> None:
    _, key, _ = made("--count", "2", "--hand", "2", "--rounding", "truncate", "--title", "Week 1")
    assert key.startswith("# Week 1: answers\n")
    assert "by hand: vectors to 2 decimals, statistics to 3, truncated" in key


def test_every_student_gets_a_list_and_files_of_their_own(addnorm: Runner, tmp_path: Path) -> None:
    names = tmp_path / "names.csv"
    names.write_text("id,name\n1,Ada Lovelace\n2,李雷\n3,../../etc/passwd\n4,<b>\n5,***\n", "utf-8")
    out = tmp_path / "out"
    out.mkdir()
    ok(addnorm("homework", "make", "--per-student", str(names), "--count", "2", "--nice",
               "-o", str(out / "sheet.md"), "--key", str(out / "key.html"),
               "--problems", str(out / "p.json")))  # fmt: skip
    labels = ["1-ada-lovelace", "2-李雷", "3-etc-passwd", "4-b", "5"]
    expected = [*(f"sheet-{label}.md" for label in labels), "key.html", "p.json"]
    assert sorted(path.name for path in out.iterdir()) == sorted(expected)
    assert "- Name: Ada Lovelace\n- Code: 1\n" in (out / "sheet-1-ada-lovelace.md").read_text()
    assert "- Name: &lt;b&gt;\n" in (out / "sheet-4-b.md").read_text("utf-8")
    assert "&lt;b&gt;" in (out / "key.html").read_text("utf-8")
    problems = json.loads((out / "p.json").read_text("utf-8"))
    assert [(p["code"], p["number"]) for p in problems] == [(str(c), n) for c in range(1, 6)
                                                             for n in (1, 2)]  # fmt: skip
    assert len({json.dumps(problem["x"]) for problem in problems}) > 5


def test_the_key_of_a_class_has_each_name_and_the_numbers_at_a_glance(
    addnorm: Runner, tmp_path: Path
) -> None:
    (tmp_path / "names.txt").write_text("Åsa\nBo\n", "utf-8")
    words = ("homework", "make", "--per-student", str(tmp_path / "names.txt"), "--kind", "gradient",
             "--count", "2", "--nice", "--date", "2026-12-01")  # fmt: skip
    key, problems = str(tmp_path / "key.md"), str(tmp_path / "p.json")
    ok(addnorm(*words, "--key", key, "--problems", problems))
    text = Path(key).read_text("utf-8")
    assert re.findall("^## (.*)", text, re.MULTILINE) == ["2026-A-001 · Åsa", "2026-A-002 · Bo"]
    results = [answer["result"]["x"] for answer in
               addnorm("homework", "solve", problems, "--json").json["answers"]]  # fmt: skip
    rows = re.findall(r"^\| \d dx +\|(.*)\|$", text, re.MULTILINE)
    shown = [[float(cell) for cell in row.split("|")] for row in rows]
    assert len(shown) == 4
    assert shown == [pytest.approx(result, abs=5.1e-5) for result in results]
    assert "### 1. " not in text
    ok(addnorm(*words, "--key", key, "--level", "steps"))
    assert "### 1. Mean" in Path(key).read_text("utf-8")


def test_the_table_to_fill_in_has_a_line_for_each_part(addnorm: Runner, tmp_path: Path) -> None:
    (tmp_path / "names.csv").write_text("name,id\nÅsa,=1+1\n李雷,7\n", "utf-8")
    table = tmp_path / "answers.csv"
    ok(addnorm("homework", "make", "--per-student", str(tmp_path / "names.csv"), "--count", "1",
               "--answers", str(table), "--blanks", "mean,result"))  # fmt: skip
    data = table.read_bytes()
    assert data.startswith(b"\xef\xbb\xbfcode,name,problem,part,d0,d1,d2,d3\r\n")
    lines = data.decode("utf-8-sig").splitlines()[1:]
    assert lines == ["'=1+1,Åsa,1,mean,,,,", "'=1+1,Åsa,1,result,,,,", "7,李雷,1,mean,,,,",
                     "7,李雷,1,result,,,,"]  # fmt: skip


def test_kinds_are_mixed_each_with_its_count(made: Any) -> None:
    _, _, problems = made("--kind", "layernorm:3", "--kind", "addnorm", "--kind", "gradient:1",
                          "--count", "2", "--convention", "pytorch")  # fmt: skip
    commands = [problem["command"] for problem in problems]
    assert commands == ["layernorm"] * 3 + ["addnorm"] * 2 + ["gradient"]
    assert all(problem["norm"] == {"convention": "pytorch"} for problem in problems)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--kind", "layernrom"), "did you mean 'layernorm'"),
        (("--kind", "layernorm:0"), "0 is not a whole number from 1 to 1000"),
        (("--kind", "layernorm:600", "--kind", "addnorm:600"), "there are 1,200 problems"),
        (("--answers", "a.txt"), "the table of answers is written to a .csv file"),
        (("--answers", "-", "--blanks", "mena"), "did you mean 'mean'"),
        (("--count", "0"), "0 is not a whole number from 1 to 1000"),
        (("--count", "ten"), "ten is not a whole number from 1 to 1000"),
        (("--dim", "2.5"), "2.5 is not a whole number from 1 to 512"),
        (("--dim", "9999"), "9999 is not a whole number from 1 to 512"),
        (("--seed", "-1"), "--seed"),
        (("--convention", "torch"), "pytorch"),
        (("--nice", "--dim", "3"), "the sizes that have them are 2, 4, 5, 6, …"),
        (("--nice", "--dim", "2", "--convention", "excel"), "are 3, 4, 5, 6, …"),
        (("--dim", "1", "--convention", "excel"), "ddof"),
        (("-o", "sheet.json"), "a sheet cannot be filled in as json"),
        (("-f", "json"), "a sheet cannot be filled in as json"),
        (("-o", "sheet.xyz"), "the ending '.xyz' does not name a format"),
        (("--key", "key.npy"), "npy has room for one answer"),
        (("--problems", "p.txt"), "problems are written to a .json file"),
        (("-f", "docx"), "docx is written to a file"),
        (("-o", "samples"), "this is a folder, not a file"),
        (("-o", "/nowhere/sheet.md"), "cannot write there"),
        (("-o", "a.md", "--key", "./a.md"), "./a.md is the file of --output too"),
        (("--per-student", "nobody.csv", "-o", "a.md"), "there is no file 'nobody.csv'"),
        (("--per-student", "names.csv"), "every student needs a file of their own"),
        (("--per-student", "names.csv", "-o", "/dev/stdout"), "every student needs a file"),
        (("--rounding", "up"), "--rounding"),
        (("stray",), "there are more arguments than"),
        (("--count", ""), "is not a whole number from 1 to 1000"),
        (("--problems", "-", "--level", "full"), "only problems are written"),
        (("--problems", "-", "-f", "nonsense"), "only problems are written"),
        (("--problems", "-", "--dtype", "float16"), "only problems are written"),
        (("--kind", "residual", "--convention", "llama"), "problems of kind residual have no use"),
        (("--kind", "residual", "--gamma", "2"), "problems of kind residual have no use"),
        (("--kind", "block", "--beta", "2"), "problems of kind block have no use"),
        (("--kind", "layernorm", "--placement", "pre"), "problems of kind layernorm have no use"),
        (("--kind", "block", "--placement", "sandwich"), "'sandwich' is none of post, pre"),
        (("--norm", "batchnorm"), "batchnorm needs a batch"),
        (("--norm", "groupnorm", "--nice"), "no vectors are known that come out even"),
        (("--norm", "rmsnorm", "--beta", "1"), "rmsnorm has no β\n  in --beta"),
        (("--gamma", "1,2,3"), "in --gamma"),
        (("--kind", "gradient", "--norm", "dyt"), "in --norm"),
        (("--groups", "2"), "in --groups"),
        (("--hand", "3", "--dtype", "float64"), "exclude each other"),
    ],
)
def test_bad_calls_of_make_are_refused(
    addnorm: Runner, words: tuple[str, ...], message: str
) -> None:
    result = addnorm("homework", "make", *words)
    assert (result.code, result.out) == (2, "")
    assert message in result.err
    assert len(result.err.splitlines()) <= 5


@pytest.mark.parametrize(
    "words",
    [("--nice", "--dim", "3"), ("--key", "nowhere/key.md"), ("--problems", "nowhere/p.json")],
)
def test_no_file_is_written_where_one_cannot_be(
    addnorm: Runner, tmp_path: Path, words: tuple[str, ...]
) -> None:
    sheet = tmp_path / "sheet.md"
    result = addnorm("homework", "make", *words, "-o", str(sheet))
    assert result.code == 2
    assert not sheet.exists()


def test_a_list_without_any_answer_does_not_speak_of_others(addnorm: Runner) -> None:
    result = addnorm("homework", "solve", "-", "-q", stdin='[{"x": [[1], []]}, {"x": "a"}]')
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("error: none of 2 problems could be worked: 1 (")
    assert "all the others" not in result.err


class Watched(io.StringIO):
    """A stderr that somebody looks at."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_a_long_list_shows_how_far_it_has_come(
    addnorm: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    for count, is_long in ((5, False), (60, True)):
        watched = Watched()
        monkeypatch.setattr(sys, "stderr", watched)
        many = json.dumps([{"x": [1, 2, n]} for n in range(count)])
        assert addnorm("homework", "solve", "-", "-q", stdin=many).code == 0
        assert ("working" in watched.getvalue()) is is_long


def test_help_names_every_kind_and_every_format_of_a_book(addnorm: Runner) -> None:
    text = addnorm("homework", "make", "--help").out
    assert all(kind in text for kind in KINDS)
    text = " ".join(addnorm("homework", "solve", "--help").out.split())
    listed = re.findall(r"--format FORMAT ([\w, ]+) --json", text)[0]
    books = {n for n, f in FORMATS.items() if f.book and f.on_stdout}
    assert set(re.split(", | or ", listed)) == books
    assert "make" in addnorm("homework").out


def test_nothing_is_told_of_progress_where_nobody_watches(addnorm: Runner) -> None:
    many = json.dumps([{"x": [1, 2, n]} for n in range(60)])
    assert ok(addnorm("homework", "solve", "-", "-q", stdin=many)).out.count("\n") == 60
