"""Answers are marked: right, by hand, following, wrong with its slip, blank; nothing is lost."""

from __future__ import annotations

import csv
import io
import json
import statistics
from pathlib import Path
from typing import Any

import pytest

from addnorm_cli.homework.answers import read_class
from addnorm_cli.homework.grade import papers_of
from addnorm_cli.inputs import limits
from addnorm_cli.inputs.limits import MOST_PROBLEMS
from addnorm_cli.inputs.reader import Reader
from tests.conftest import Result, Runner

Numbers = list[float]
PROBLEM = {"code": "a1", "name": "Åsa", "number": 1, "command": "layernorm",
           "x": [1.24, 0.52, 0.72, 0.21], "norm": {"eps": 0}}  # fmt: skip
HEAD = "code,name,problem,part,d0,d1,d2,d3\n"


@pytest.fixture
def grade(addnorm: Runner, tmp_path: Path) -> Any:
    """Mark a table of answers to PROBLEM, and read the marks."""

    def run(table: str, *words: str, code: int = 0) -> dict[str, Any]:
        (tmp_path / "p.json").write_text(json.dumps(PROBLEM), "utf-8")
        (tmp_path / "a.csv").write_text(table, "utf-8")
        files = (str(tmp_path / "p.json"), str(tmp_path / "a.csv"))
        result = addnorm("homework", "grade", *files, "--json", *words)
        assert result.code == code, result.err
        marks: dict[str, Any] = result.json
        return marks

    return run


def parts(marks: dict[str, Any]) -> dict[str, tuple[str, str | None, float]]:
    (student,) = marks["students"]
    return {p["part"]: (p["verdict"], p["slip"], p["marks"]) for p in student["parts"]}


def lines(answers: dict[str, list[str]]) -> str:
    rows = (f"a1,Åsa,1,{part},{','.join(cells)}\n" for part, cells in answers.items())
    return HEAD + "".join(rows)


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ({"mean": ["0.6725"], "result": ["1.5147", "-0.4070", "0.1268", "-1.2345"]},
         {"mean": ("right", None, 1), "result": ("right", None, 1)}),
        ({"result": ["1.515", "-0.408", "0.128", "-1.235"]}, {"result": ("by-hand", None, 1)}),
        ({"sigma": ["0.4326"], "result": ["1.3118", "-0.3525", "0.1098", "-1.0691"]},
         {"sigma": ("wrong", "ddof", 0), "result": ("follows", None, 1)}),
        ({"result": ["1.5147", "-0.4070", "0.1268", "9"]},
         {"result": ("wrong", "one-component", 0.75)}),
        ({"mean": [""], "sigma": ["n/a"]},
         {"mean": ("blank", None, 0), "sigma": ("blank", None, 0)}),
        ({"result": ["1.5147", "-0.4070"]}, {"result": ("blank", None, 0.5)}),
        ({"mean": ["269/400"]}, {"mean": ("right", None, 1)}),
    ],
)  # fmt: skip
def test_each_part_is_marked(grade: Any, answers: Any, expected: Any) -> None:
    marks = grade(lines(answers))
    found = parts(marks)
    assert {part: found[part] for part in expected} == expected


def test_points_and_the_share_of_what_follows(grade: Any) -> None:
    answers = {"sigma": ["0.4326"], "result": ["1.3118", "-0.3525", "0.1098", "-1.0691"]}
    marks = grade(lines(answers), "--points", "4", "--follow", "0.5")
    assert parts(marks)["result"] == ("follows", None, 2)
    assert marks["students"][0]["of"] == 8


def test_of_two_answers_the_last_counts_and_it_is_said(addnorm: Runner, tmp_path: Path) -> None:
    (tmp_path / "p.json").write_text(json.dumps(PROBLEM), "utf-8")
    table = lines({"mean": ["0.5"]}) + "a1,Åsa,1,mean,0.6725\n,Åsa,1,sigma,1\na1,,1,sigma,2\n"
    (tmp_path / "a.csv").write_text(table, "utf-8")
    words = ("homework", "grade", str(tmp_path / "p.json"), str(tmp_path / "a.csv"))
    done = addnorm(*words, "--json")
    assert done.code == 0
    assert parts(done.json)["mean"][0] == "right"
    said = "answered twice, and the last answer counts: "
    places = [f"{tmp_path / 'a.csv'}, line {n} (a1, 1, {part})"
              for n, part in ((3, "mean"), (5, "sigma"))]  # fmt: skip
    assert done.err == f"! {said}{', '.join(places)}\n"
    page = addnorm(*words, "-f", "plain")
    assert (page.err, f"! {said}" in page.out) == ("", True)


@pytest.mark.parametrize(
    "table",
    [
        "code;problem;part;d0\na1;1;mean;0,6725\n",
        "code\tproblem\tpart\td0\na1\t1\tmean\t0.6725\n",
        'code,problem,part,d0\na1,1,mean,"0,6725"\n',
        "\ufeffcode,name,problem,part,d0\r\na1,Åsa,1,mean,0.6725\r\n",
        "code,name,1.mean\na1,Åsa,0.6725\n",
        "sep=;\ncode;problem;part;d0\na1;1;mean;0,6725\n",
        "code,problem,part,d0\na1,1,mean,０．６７２５\n",
        "code,name,problem,part,d0\n,Åsa,1,mean,0.6725\n",
    ],
)
def test_tables_as_spreadsheets_write_them(grade: Any, table: str) -> None:
    assert parts(grade(table))["mean"][0] == "right"


def test_a_table_of_a_spreadsheet_in_china_is_read(addnorm: Runner, tmp_path: Path) -> None:
    problem = {"name": "李雷", "number": 1, "x": [1, 3], "norm": {"eps": 0}}
    (tmp_path / "p.json").write_text(json.dumps(problem), "utf-8")
    (tmp_path / "a.csv").write_bytes("name,problem,part,d0\n李雷,1,mean,2\n".encode("gb2312"))
    files = (str(tmp_path / "p.json"), str(tmp_path / "a.csv"))
    marks = addnorm("homework", "grade", *files, "--json").json
    assert parts(marks)["mean"] == ("right", None, 1)


def test_decimal_commas_are_said(addnorm: Runner, tmp_path: Path) -> None:
    (tmp_path / "p.json").write_text(json.dumps(PROBLEM), "utf-8")
    (tmp_path / "a.csv").write_text("code;problem;part;d0\na1;1;mean;0,6725\n", "utf-8")
    words = ("homework", "grade", str(tmp_path / "p.json"), str(tmp_path / "a.csv"))
    said = f"! commas are read as decimal points, as in 0,6725 ({tmp_path / 'a.csv'}, line 2)"
    assert addnorm(*words, "--json").err == f"{said}\n"
    assert f"{said}\n" in addnorm(*words, "-f", "plain").out


def test_beside_a_cell_that_is_no_number_the_others_count(addnorm: Runner, tmp_path: Path) -> None:
    (tmp_path / "p.json").write_text(json.dumps(PROBLEM), "utf-8")
    wide = "code,1.mean,1.result.d0,1.result.d1,1.result.d2,1.result.d3\n"
    answer = {"code": "a1", "problem": 1, "part": "result",
              "value": [1.5147, "x", 0.1268, -1.2345]}  # fmt: skip
    for name, text, place in (
        ("a.csv", lines({"result": ["1.5147", "x", "0.1268", "-1.2345"]}), "line 2: d1"),
        ("w.csv", f"{wide}a1,,1.5147,x,0.1268,-1.2345\n", "line 2: 1.result.d1"),
        ("a.json", json.dumps([answer]), "#1: value"),
    ):
        (tmp_path / name).write_text(text, "utf-8")
        done = addnorm(
            "homework", "grade", str(tmp_path / "p.json"), str(tmp_path / name), "--json"
        )
        assert (done.code, place in done.err) == (2, True)
        assert parts(done.json)["result"] == ("blank", None, 0.75)


def test_two_students_of_one_name_are_told_apart_by_their_codes(
    addnorm: Runner, tmp_path: Path
) -> None:
    twins = [{**PROBLEM, "code": code, "name": "李雷"} for code in ("a1", "b2")]
    (tmp_path / "p.json").write_text(json.dumps(twins), "utf-8")
    table = "code,name,problem,part,d0\na1,李雷,1,mean,9\nb2,李雷,1,mean,0.6725\n,李雷,1,mean,1\n"
    (tmp_path / "a.csv").write_text(table, "utf-8")
    files = (str(tmp_path / "p.json"), str(tmp_path / "a.csv"))
    done = addnorm("homework", "grade", *files, "--json")
    assert [student["marks"] for student in done.json["students"]] == [0, 1]
    assert done.code == 2
    assert "there is no problem 1 of 李雷" in json.loads(done.err)["error"]


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ("nan", "'nan' is not a finite number"),
        ("1/0", "divides by zero"),
        ("1.2.3", "'1.2.3' is not a number"),
    ],
)
def test_a_cell_that_is_no_number_is_named_with_its_place(
    addnorm: Runner, tmp_path: Path, cell: str, told: str
) -> None:
    (tmp_path / "p.json").write_text(json.dumps(PROBLEM), "utf-8")
    (tmp_path / "a.csv").write_text(lines({"mean": [cell]}), "utf-8")
    files = (str(tmp_path / "p.json"), str(tmp_path / "a.csv"))
    done = addnorm("homework", "grade", *files, "--json")
    assert done.code == 2
    assert told in done.err
    assert "line 2: d0" in done.err


@pytest.mark.parametrize("number", ["0", "1.5", "one", "", "9" * 5000, "1e9999"])
def test_the_number_of_a_problem_is_a_whole_one(
    addnorm: Runner, tmp_path: Path, number: str
) -> None:
    (tmp_path / "p.json").write_text(json.dumps(PROBLEM), "utf-8")
    (tmp_path / "a.csv").write_text(f"{HEAD}a1,Åsa,{number},mean,0.6725\n", "utf-8")
    answer = {"code": "a1", "problem": number, "part": "mean", "value": 0.6725}
    (tmp_path / "b.json").write_text(json.dumps([answer]), "utf-8")
    for file, place in (("a.csv", "line 2: problem"), ("b.json", "b.json #1: problem")):
        files = (str(tmp_path / "p.json"), str(tmp_path / file))
        done = addnorm("homework", "grade", *files, "--json")
        assert done.code == 2
        assert place in done.err


def test_what_cannot_be_read_is_named_and_the_rest_is_marked(
    addnorm: Runner, tmp_path: Path
) -> None:
    (tmp_path / "p.json").write_text(json.dumps(PROBLEM), "utf-8")
    table = lines({"mean": ["0.6725"], "sigma": ["about a third"], "result": ["1"] * 4})
    table += "a1,Åsa,1,nothing,3\na1,Åsa,7,mean,1\nb2,Bo,1,mean,1\na1,Åsa,1,variance,1,2,3,4,5\n"
    (tmp_path / "a.csv").write_text(table, "utf-8")
    files = (str(tmp_path / "p.json"), str(tmp_path / "a.csv"))
    result = addnorm("homework", "grade", *files, "-f", "plain")
    assert result.code == 2
    for told in ("'about a third' is not a number", "line 3: d0", "no problem 7 of a1",
                 "no problem 1 of b2", "5 stands beyond the last column"):  # fmt: skip
        assert told in result.out
    assert "could not be read; the others are marked" in result.err
    assert "a1 · Åsa" in result.out


def test_a_line_is_named_in_the_language_of_the_page(addnorm: Runner, tmp_path: Path) -> None:
    (tmp_path / "p.json").write_text(json.dumps(PROBLEM), "utf-8")
    table = lines({"mean": ["0.6725"], "sigma": ["about a third"]})
    (tmp_path / "a.csv").write_text(table, "utf-8")
    file, chinese = str(tmp_path / "p.json"), ("--lang", "zh")
    page = addnorm("homework", "grade", file, str(tmp_path / "a.csv"), "-f", "plain", *chinese)
    assert "a.csv 第 3 行: d0" in page.out
    assert ", line" not in page.out
    told = addnorm("homework", "grade", file, "--jsonl", *chinese, stdin="3\n")
    assert json.loads(told.out)["where"] == "第 1 行"


def test_problems_alone_are_nothing_to_mark(addnorm: Runner, tmp_path: Path) -> None:
    (tmp_path / "p.json").write_text(json.dumps(PROBLEM), "utf-8")
    done = addnorm("homework", "grade", str(tmp_path / "p.json"))
    assert (done.code, done.out) == (2, "")
    assert "there are no answers to mark" in done.err


def test_strict_exits_with_1_where_anything_is_wrong(grade: Any) -> None:
    grade(lines({"mean": ["0.6725"]}), "--strict")
    grade(lines({"mean": ["9"]}), "--strict", code=1)


GIVEN = ("Łukasz", "Åsa", "Zoë", "Søren", "Ünal", "Nguyễn", "李雷", "韩梅梅", "欧阳修", "Ελένη")
PARTS = ("mean", "variance", "sigma", "result")
Outcomes = dict[str, tuple[str, str | None]]


def filled(habit: str, problem: dict[str, Any]) -> tuple[dict[str, Numbers], Outcomes]:
    """What a student with one habit writes, by Python's own statistics, and what becomes of it."""
    z = [sum(pair) for pair in zip(problem["x"], problem.get("sublayer", [0] * 4), strict=True)]
    found: Outcomes = dict.fromkeys(PARTS, ("right", None))
    if habit == "x-only" and "sublayer" in problem:
        z = problem["x"]
        found = {"mean": ("wrong", "x-only"), **dict.fromkeys(PARTS[1:], ("follows", None))}
    mean = statistics.fmean(z)
    variance = (statistics.variance if habit == "ddof" else statistics.pvariance)(z)
    below = variance if habit == "variance-for-sigma" else variance**0.5
    result = [(component - mean) / below for component in z]
    if habit == "ddof":
        found |= {"variance": ("wrong", "ddof"), "sigma": ("follows", None),
                  "result": ("follows", None)}  # fmt: skip
    elif habit == "variance-for-sigma":
        found["result"] = ("wrong", "variance-for-sigma")
    elif habit == "blank":
        result, found["result"] = [], ("blank", None)
    written = {"mean": [mean], "variance": [variance], "sigma": [variance**0.5], "result": result}
    return written, found


def test_the_marks_of_a_class_agree_with_who_made_the_slips(
    addnorm: Runner, tmp_path: Path
) -> None:
    """Thirty names with accents and in Chinese, five habits, every answer to four decimals."""
    names = [f"{name} {group}" for group in "ABC" for name in GIVEN]
    (tmp_path / "names.txt").write_text("\n".join(names), "utf-8")
    made = addnorm("homework", "make", "--per-student", str(tmp_path / "names.txt"),
                   "--kind=addnorm:1", "--kind=layernorm:1", "--seed=7", "--no-affine", "--eps=0",
                   "--blanks", ",".join(PARTS),
                   "--problems", str(tmp_path / "p.json"), "--answers", "-")  # fmt: skip
    assert made.code == 0
    problems = {(p["code"], str(p["number"])): p
                for p in json.loads((tmp_path / "p.json").read_text("utf-8"))}  # fmt: skip
    habits = ("none", "ddof", "x-only", "variance-for-sigma", "blank")
    expected: dict[tuple[str, str, str], tuple[str, str | None]] = {}
    heads, *rows = csv.reader(io.StringIO(made.out.removeprefix("\ufeff")))
    assert len(rows) == 30 * 2 * len(PARTS)
    for code, name, number, part, *cells in rows:
        written, found = filled(habits[names.index(name) % 5], problems[code, number])
        cells[: len(written[part])] = [f"{component:.4f}" for component in written[part]]
        rows[len(expected)][4:] = cells
        expected[code, number, part] = found[part]
    table = io.StringIO()
    csv.writer(table).writerows([heads, *rows])
    (tmp_path / "filled.csv").write_text(table.getvalue(), "utf-8")
    files = (str(tmp_path / "p.json"), str(tmp_path / "filled.csv"))
    marks = addnorm("homework", "grade", *files, "--json").json
    marked = {
        (student["code"], str(part["problem"]), part["part"]): (part["verdict"], part["slip"])
        for student in marks["students"] for part in student["parts"]
    }  # fmt: skip
    right = {key: ("right", None) for key, found in marked.items() if found == ("by-hand", None)}
    assert marked | right == expected
    assert [student["name"] for student in marks["students"]] == names
    assert marks["summary"]["slips"] == {"ddof": 12, "x-only": 6, "variance-for-sigma": 12}
    for student in marks["students"]:
        full = [outcome[0] in ("right", "follows") for key, outcome in expected.items()
                if key[0] == student["code"]]  # fmt: skip
        assert (student["marks"], student["of"]) == (sum(full), len(full))


def test_the_summary_counts_and_names_wrong_digits_that_several_share(
    addnorm: Runner, tmp_path: Path
) -> None:
    class_ = [{**PROBLEM, "code": code, "name": name}
              for code, name in (("a1", "Åsa"), ("b2", "Bo"), ("c3", "Cy"))]  # fmt: skip
    (tmp_path / "p.json").write_text(json.dumps(class_), "utf-8")
    rows = (
        "a1,Åsa,1,sigma,0.4326", "a1,Åsa,1,result,1.5,,9,n/a", "a1,Åsa,1,mean,0.6725",
        "b2,Bo,1,sigma,0.3747", "b2,Bo,1,result,1.5,,9,n/a", "b2,Bo,1,mean,",
        "c3,Cy,1,sigma,", "c3,Cy,1,result,1.5147,-0.4070,0.1268,-1.2345", "c3,Cy,1,mean,0.6725",
    )  # fmt: skip
    (tmp_path / "a.csv").write_text(HEAD + "\n".join(rows) + "\n", "utf-8")
    words = ("homework", "grade", str(tmp_path / "p.json"), str(tmp_path / "a.csv"))
    marks = addnorm(*words, "--json").json
    # of the result two got 1.5 alone, a quarter: 0 + 1/4 + 1, 1 + 1/4 + 0, 0 + 1 + 1
    assert [student["marks"] for student in marks["students"]] == [1.25, 1.25, 2]
    counted = {"right": 0, "by-hand": 0, "follows": 0, "wrong": 0, "blank": 0}
    assert marks["summary"] == {
        "students": 3, "mean": 1.5, "of": 3,
        "parts": {
            "sigma": {**counted, "right": 1, "wrong": 1, "blank": 1},
            "result": {**counted, "right": 1, "wrong": 2},
            "mean": {**counted, "right": 2, "blank": 1},
        },
        "slips": {"ddof": 1},
        "same_digits": [
            {"problem": 1, "part": "result", "digits": "1.5, ?, 9", "students": ["a1", "b2"]}
        ],
    }  # fmt: skip
    page = addnorm(*words, "-f", "plain").out
    lines = [" ".join(line.split()) for line in page.splitlines()]
    assert "a1 · Åsa 1.25 3 1 sigma, 1 result dividing by n - 1" in lines
    assert "c3 · Cy 2 3" in lines
    assert "result 1 0 0 2 0" in lines
    assert lines[-3:] == [
        "· the step that went wrong most often is result: 2",
        "· the commonest slip is dividing by n - 1: 1",
        "! the same wrong digits in problem 1, result (1.5, ?, 9): a1, b2",
    ]


def test_a_class_may_have_more_problems_than_can_be_worked_at_once(tmp_path: Path) -> None:
    problems = [{**PROBLEM, "code": f"s{n}"} for n in range(MOST_PROBLEMS + 1)]
    (tmp_path / "p.json").write_text(json.dumps(problems), "utf-8")
    read, answers = read_class([str(tmp_path / "p.json")], Reader())
    papers, errors, _ = papers_of(read, [])
    assert (len(papers), answers, errors) == (MOST_PROBLEMS + 1, [], [])


def test_more_answers_than_are_marked_at_once_are_refused_with_the_way_round(
    addnorm: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert limits.MOST_MARKED == 100_000
    monkeypatch.setattr(limits, "MOST_MARKED", 10)
    (tmp_path / "p.json").write_text(json.dumps(PROBLEM), "utf-8")
    (tmp_path / "a.csv").write_text(HEAD + "a1,Åsa,1,mean,1\n" * 6, "utf-8")
    answers = [str(tmp_path / "a.csv")] * 2
    done = addnorm("homework", "grade", str(tmp_path / "p.json"), *answers, "--json")
    assert (done.code, done.out) == (2, "")
    assert "12 problems or answers, and at most 10 are" in done.err
    assert "--jsonl < answers.jsonl" in done.err


def test_feedback_is_a_page_for_each_student(addnorm: Runner, tmp_path: Path) -> None:
    (tmp_path / "p.json").write_text(json.dumps(PROBLEM), "utf-8")
    (tmp_path / "a.csv").write_text(lines({"sigma": ["0.4326"], "mean": ["0.6725"]}), "utf-8")
    folder = tmp_path / "pages"
    files = (str(tmp_path / "p.json"), str(tmp_path / "a.csv"))
    where = ("--feedback", str(folder), "-o", str(tmp_path / "m.csv"))
    done = addnorm("homework", "grade", *files, *where, "-f", "markdown")
    assert (done.code, done.err) == (0, "")
    (page,) = folder.iterdir()
    text = page.read_text("utf-8")
    assert page.name == "001-a1-åsa.md"
    assert "Marks: 1 of 2" in text
    assert "dividing by n - 1" in text
    assert "0.3747" in text
    assert (tmp_path / "m.csv").read_text("utf-8-sig") == (
        "code,name,marks,of,1.sigma,1.mean\na1,Åsa,1,2,0,1\n"
    )


@pytest.mark.parametrize(
    ("asked", "ending"),
    [("plain", "txt"), ("table", "txt"), ("latex", "tex"), ("html", "html")],
)
def test_feedback_has_the_ending_of_its_format(
    addnorm: Runner, tmp_path: Path, asked: str, ending: str
) -> None:
    (tmp_path / "p.json").write_text(json.dumps(PROBLEM), "utf-8")
    (tmp_path / "a.csv").write_text(lines({"mean": ["0.6725"]}), "utf-8")
    files = (str(tmp_path / "p.json"), str(tmp_path / "a.csv"))
    done = addnorm("homework", "grade", *files, "--feedback", str(tmp_path / "to"), "-f", asked)
    assert (done.code, done.err) == (0, "")
    assert [page.name for page in (tmp_path / "to").iterdir()] == [f"001-a1-åsa.{ending}"]


@pytest.mark.parametrize("asked", ["json", "csv", "gift", "moodle"])
def test_feedback_is_for_people(addnorm: Runner, tmp_path: Path, asked: str) -> None:
    (tmp_path / "p.json").write_text(json.dumps(PROBLEM), "utf-8")
    (tmp_path / "a.csv").write_text(lines({"mean": ["0.6725"]}), "utf-8")
    files = (str(tmp_path / "p.json"), str(tmp_path / "a.csv"))
    done = addnorm("homework", "grade", *files, "--feedback", str(tmp_path / "to"), "-f", asked)
    assert (done.code, done.out) == (2, "")
    assert "--feedback is for pages that a person reads" in done.err
    assert not (tmp_path / "to").exists()


def piped(addnorm: Runner, tmp_path: Path, *given: str) -> Result:
    (tmp_path / "p.json").write_text(json.dumps(PROBLEM), "utf-8")
    words = ("homework", "grade", str(tmp_path / "p.json"), "--jsonl")
    return addnorm(*words, stdin="".join(line + "\n" for line in given))


def test_a_line_in_is_a_line_out_in_order(addnorm: Runner, tmp_path: Path) -> None:
    result = piped(
        addnorm, tmp_path,
        '{"code": "a1", "problem": 1, "part": "mean", "value": 0.6725}',
        "no JSON",
        '{"code": "a1", "problem": 1, "parts": {"mean": "9", "sigma": 0.3747}}',
        '{"problem": {"x": [1, 2, 3]}, "part": "result", "value": [-1.2247, 0, 1.2247]}',
        '{"code": "zz", "problem": 1, "part": "mean", "value": 1}',
    )  # fmt: skip
    assert result.code == 2
    first, second, third, fourth, fifth = map(json.loads, result.out.splitlines())
    assert (first["verdict"], first["marks"]) == ("right", 1)
    assert (second["schema"], second["line"]) == ("addnorm.error/1", 2)
    assert [part["verdict"] for part in third["parts"]] == ["wrong", "right"]
    assert fourth["verdict"] == "right"
    assert (fifth["schema"], fifth["line"]) == ("addnorm.error/1", 5)


def test_digits_keep_their_zeros_in_a_table(grade: Any) -> None:
    assert parts(grade(lines({"mean": ["0.67"]})))["mean"][0] == "right"
    assert parts(grade(lines({"mean": ["0.670"]})))["mean"][0] == "wrong"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "there are no answers to mark"),
        (("nowhere.csv",), "there is no file 'nowhere.csv'"),
        (("samples/bank.json", "--points", "-1"), "-1 is not a number from 0 on"),
        (("samples/bank.json", "-f", "svg"), "svg"),
        (("samples/bank.json", "-o", "m.npy"), "npy has room for one answer"),
    ],
)
def test_bad_calls_of_grade_are_refused(
    addnorm: Runner, words: tuple[str, ...], message: str
) -> None:
    result = addnorm("homework", "grade", *words)
    assert (result.code, result.out) == (2, "")
    assert message in result.err


def test_answers_in_a_file_are_not_passed_over_where_lines_are_read(
    addnorm: Runner, tmp_path: Path
) -> None:
    (tmp_path / "p.json").write_text(json.dumps(PROBLEM), "utf-8")
    (tmp_path / "a.csv").write_text(lines({"mean": ["0.6725"]}), "utf-8")
    files = (str(tmp_path / "p.json"), str(tmp_path / "a.csv"))
    done = addnorm("homework", "grade", "--jsonl", *files, stdin="")
    assert (done.code, done.out) == (2, "")
    assert "--jsonl reads answers from stdin, and this file has answers too" in done.err


@pytest.mark.parametrize("words", [("-o", "m.csv"), ("--feedback", "to"), ("--title", "Week 1")])
def test_what_lines_have_no_use_for_is_refused(
    addnorm: Runner, tmp_path: Path, words: tuple[str, str]
) -> None:
    (tmp_path / "p.json").write_text(json.dumps(PROBLEM), "utf-8")
    done = addnorm("homework", "grade", str(tmp_path / "p.json"), "--jsonl", *words, stdin="")
    assert (done.code, done.out) == (2, "")
    assert "--jsonl writes a line to stdout for each answer" in done.err


@pytest.mark.parametrize(("value", "code"), [("0.6725", 0), ("9", 1)])
def test_strict_holds_for_lines_too(addnorm: Runner, tmp_path: Path, value: str, code: int) -> None:
    (tmp_path / "p.json").write_text(json.dumps(PROBLEM), "utf-8")
    line = f'{{"code": "a1", "problem": 1, "part": "mean", "value": {value}}}'
    files = ("homework", "grade", str(tmp_path / "p.json"))
    assert addnorm(*files, "--jsonl", "--strict", stdin=line).code == code


def test_a_misspelt_part_is_named_and_asked_of_nobody(addnorm: Runner, tmp_path: Path) -> None:
    problems = [PROBLEM, {**PROBLEM, "code": "b2", "name": "Bo"}]
    (tmp_path / "p.json").write_text(json.dumps(problems), "utf-8")
    table = HEAD + "a1,Åsa,1,maen,0.6725\na1,Åsa,1,sigma,0.3747\nb2,Bo,1,mean,0.6725\n"
    (tmp_path / "a.csv").write_text(table + "b2,Bo,1,sigma,0.3747\n", "utf-8")
    files = (str(tmp_path / "p.json"), str(tmp_path / "a.csv"))
    done = addnorm("homework", "grade", *files, "--json")
    assert done.code == 2
    assert "line 2: maen" in done.err
    marks = {
        student["code"]: {part["part"]: part["verdict"] for part in student["parts"]}
        for student in done.json["students"]
    }
    assert marks == {
        "a1": {"sigma": "right", "mean": "blank"},
        "b2": {"sigma": "right", "mean": "right"},
    }


def test_a_part_that_several_name_in_their_way_is_asked_once(
    addnorm: Runner, tmp_path: Path
) -> None:
    x = {"x": [1, 2], "sublayer": [1, 4], "norm": {"eps": 0}, "command": "addnorm", "number": 1}
    (tmp_path / "p.json").write_text(json.dumps([{**x, "code": "a"}, {**x, "code": "b"}]), "utf-8")
    table = "code,problem,part,d0,d1\na,1,norm.mean,4,\nb,1,mean,4,\nb,1,normalized,-1,\n"
    (tmp_path / "a.csv").write_text(table, "utf-8")
    files = (str(tmp_path / "p.json"), str(tmp_path / "a.csv"))
    marks = addnorm("homework", "grade", *files, "--json").json
    assert [(s["code"], s["marks"], s["of"]) for s in marks["students"]] == [
        ("a", 1, 2),
        ("b", 1.5, 2),
    ]


@pytest.mark.parametrize("number", ["one", 1.5, -1, None])
def test_a_problem_whose_number_is_none_has_that_of_its_place(
    addnorm: Runner, tmp_path: Path, number: object
) -> None:
    problems = [{**PROBLEM, "x": [1, 3], "number": 1}, {**PROBLEM, "number": number}]
    (tmp_path / "p.json").write_text(json.dumps(problems), "utf-8")
    (tmp_path / "a.csv").write_text(HEAD + "a1,Åsa,2,mean,0.6725\n", "utf-8")
    files = (str(tmp_path / "p.json"), str(tmp_path / "a.csv"))
    marks = addnorm("homework", "grade", *files, "--json").json
    assert parts(marks)["mean"] == ("right", None, 1)
