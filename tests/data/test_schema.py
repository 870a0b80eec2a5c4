"""The JSON Schemas: what is written and read is valid, and what is broken is not."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from addnorm_cli.cli.commands.schema import SCHEMAS, schema_of
from addnorm_cli.cli.sample_files import names
from addnorm_cli.inputs.problem_file import EDITOR_KEY, problem_keys
from addnorm_cli.messages import LANGUAGES
from addnorm_cli.model.options import CALCULATIONS, options_below
from tests.cli.test_worked_examples import problem_text
from tests.conftest import EXAMPLES, ROOT, Runner

jsonschema = pytest.importorskip("jsonschema", reason="the extra `dev` is not installed")


@cache
def validator(name: str) -> Any:
    return jsonschema.Draft202012Validator(schema_of(name, "en"))


def faults(name: str, tree: Any) -> list[str]:
    """What a schema says against a tree, the likeliest fault first."""
    best = jsonschema.exceptions.best_match(validator(name).iter_errors(tree))
    return [] if best is None else [f"{best.json_path}: {best.message[:200]}"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_one(addnorm: Runner, name: str, language: str) -> None:
    result = addnorm("schema", name, "--lang", language)
    assert (result.code, result.err) == (0, "")
    jsonschema.Draft202012Validator.check_schema(result.json)
    assert result.json["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert result.json["additionalProperties"] is False
    for key, each in result.json["properties"].items():
        assert each["description"], key
    chinese = re.search("[\u4e00-\u9fff]", result.json["description"]) is not None
    assert chinese is (language == "zh")


def objects(schema: Any) -> Iterator[Any]:
    if isinstance(schema, dict):
        if "properties" in schema and "description" not in schema["properties"]:
            yield schema
        for each in schema.values():
            yield from objects(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from objects(each)


@pytest.mark.parametrize("name", SCHEMAS)
def test_what_an_object_must_have_it_may_have(name: str) -> None:
    for each in objects(schema_of(name, "en")):
        if "type" in each:
            assert set(each.get("required", ())) <= each["properties"].keys()


def told(addnorm: Runner, line: str) -> tuple[str, Any]:
    """The JSON that a command line comes to, and the name of its schema."""
    result = addnorm(*shlex.split(line), "--json")
    if result.code == 2:
        assert result.out == ""
        return "error", json.loads(result.err)
    return "trace", result.json


@pytest.mark.parametrize("command", CALCULATIONS)
@pytest.mark.parametrize("sample", names())
def test_every_sample_under_every_command(addnorm: Runner, sample: str, command: str) -> None:
    assert not faults(*told(addnorm, f"{command} samples/{sample}.json"))


OWN = {
    "bank": "addnorm", "bank-layernorm": "layernorm", "relu-residual": "residual",
    "tokens-7x8": "layernorm", "gradient": "gradient", "pre-vs-post": "addnorm",
    "batch-norm-vs-layer-norm": "compare-norm",
}  # fmt: skip
"""What a sample is for, where it is not a block."""


@pytest.mark.parametrize(
    "options",
    ["--exact", "--hand 3", "--dtype float16", "--dtype float64 --explain --lang zh",
     "--norm rmsnorm --level full", "--expect result=1,2,3,4", "--only output --only result"],
)  # fmt: skip
@pytest.mark.parametrize("sample", names())
def test_every_sample_by_every_arithmetic(addnorm: Runner, sample: str, options: str) -> None:
    command = OWN.get(sample, "block")
    assert not faults(*told(addnorm, f"{command} samples/{sample}.json {options}"))


TRACES = [
    "layernorm 1,2,4",
    "layernorm A=1,2,4 B=1,5,6 --expect A=1,2,3 --expect B.sigma=3",
    "layernorm 1,2,4 --expect sigma=1.2472 --expect ?,1,2",
    "layernorm 4,3,1 --expect 0.8729,0.2182,-1.0911",
    "layernorm samples/probe.npy --expect samples/probe.npy --convention pytorch",
    "layernorm 1,2,4 --convention gemma --explain",
    "layernorm 1,2,4 --norm scalenorm",
    "layernorm 1,2,4 --norm dyt --dyt-alpha 0.3",
    "layernorm 1,2,4 --norm none",
    "layernorm 1,2,4,5;2,2,1,0 --norm groupnorm --groups 2",
    "layernorm 1,2;3,5 --norm batchnorm --running-mean 1,2 --momentum 0.2",
    "layernorm 1,2;3,5 --norm batchnorm --no-training --running-mean 1,2 --running-var 1,1",
    "layernorm --random 2x3x4 --axes 2",
    "layernorm --random 2x3x4 --axes 0,2",
    "layernorm --random 40x50",
    "residual 1,2 A=0.5,0.25 B=0,1 --hand 2,3 --rounding truncate",
    'residual 1,-2 --weight "0.5,1;0,2" --bias 0.1,0.1 --activation relu',
    "compare-norm",
    'compare-norm "1,2,4,5;3,3,5,1" --norms layernorm,batchnorm,dyt,groupnorm,scalenorm,none',
    'compare-norm "1,2,4;3,3,5" --norms layernorm,batchnorm --momentum 0.2',
    "compare-norm 1,2,4 --by convention",
    "compare-norm 1,2,4 --by convention --norm rmsnorm",
    "compare-norm 1,2,4 1,0,2 --by placement --layers 3",
    "compare-norm 1,2,4 attention=1,0,2 ffn=1,2,2 --by placement",
    "gradient 1,2,4 1,0,1 --upstream 1,0,0 --gamma 2",
    "gradient 1,2,4 A=1,0,1 B=2,2,1 --upstream 1,0,0",
    "gradient 1,2,4 --upstream 1,0,0 --expect d_x=1,2,3",
    "gradient-flow",
    "gradient-flow --factor -1 --layers 3",
    "gradient-flow samples/encoder-post.json --repeat 3",
    "block samples/encoder-post.json --compare-residual",
    "block samples/river-bank.json --row bank --no-residual",
    "block samples/river-bank.json --only ledger",
    *(f"block samples/encoder-post.json --placement {name}"
      for name in ("pre", "sandwich", "res-post", "parallel", "deepnorm")),
]  # fmt: skip


@pytest.mark.parametrize("line", TRACES)
def test_every_shape_of_a_trace(addnorm: Runner, line: str) -> None:
    name, tree = told(addnorm, line)
    assert name == "trace"
    assert not faults(name, tree)


@pytest.mark.parametrize("model", ["bert-text", "gpt2-text", "llama-yarn", "gemma2"])
def test_the_trace_of_a_model(addnorm: Runner, model: str) -> None:
    pytest.importorskip("safetensors", reason="the extra `weights` is not installed")
    words = f"block --weights tests/fixtures/models/{model} --random 3x16"
    assert not faults(*told(addnorm, words))


@pytest.mark.parametrize(
    "line",
    ["layernorm 1e400", "layernorm 1,2 --norm nope", "nope", "layernorm nofile.json",
     "residual 1,2 3", "residual", "layernorm 2,2 --eps 0", "layernorm 1,2 --lang zh --ddof 7",
     "block 1,2", "compare-norm 1,2 --by nothing", "homework solve", "samples show nothing"],
)  # fmt: skip
def test_every_error(addnorm: Runner, line: str) -> None:
    name, tree = told(addnorm, line)
    assert name == "error"
    assert not faults(name, tree)


def problem_files() -> Iterator[Any]:
    """Every problem file of samples and tests."""
    for path in sorted((*ROOT.glob("samples/*.json"), *ROOT.glob("tests/script/blocks/*.json"))):
        yield pytest.param(json.loads(path.read_text("utf-8")), id=path.stem)
    for name, example in EXAMPLES.items():
        problem = json.loads(problem_text(example))
        if "x" in problem and problem.keys() <= set(problem_keys()):
            yield pytest.param(problem, id=name)
    for name in ("attention", "placements", "gradients"):
        tree = json.loads((ROOT / f"tests/fixtures/{name}.json").read_text("utf-8"))
        for n, problem in enumerate(problems_in(tree)):
            yield pytest.param(problem, id=f"{name}-{n}")


def problems_in(tree: Any) -> Iterator[Any]:
    """The problems that stand somewhere in a tree."""
    if isinstance(tree, dict):
        if "x" in tree and ("layers" in tree or "updates" in tree):
            yield tree
        else:
            for each in tree.values():
                yield from problems_in(each)
    elif isinstance(tree, list):
        for each in tree:
            yield from problems_in(each)


@pytest.mark.parametrize("problem", list(problem_files()))
def test_every_problem_file(problem: Any) -> None:
    assert not faults("problem", problem)
    assert not faults("problem", {**problem, EDITOR_KEY: "./problem.schema.json"})
    assert not faults("problem", [problem, problem])


PROBLEMS: list[Any] = [
    {"x": [1, 2], "title": {"en": "a", "zh": "b"}, "dims": ["place", {"zh": "河"}]},
    {"x": {"A": [1, 2], "B": [3, 4]}, "notes": {"A": "beside river"}},
    {"x": [1, 2], "expect": {"sigma": "√5/2", "result": [None, 0.5], "A": {"mean": 1}}},
    {"x": [[1, 2]], "norm": {"kind": "rmsnorm", "ddof": None, "eps": 0, "axes": [-1]}},
    {"x": [1, 2], "layers": [{"ffn": {"output": [1, 2]}, "norm2": {"gamma": [1, 1]}}]},
    {"x": [1, 2], "layers": [{"ffn": {"activation": "swiglu", "W_1": [[1]], "W_gate": [[1]],
                                      "W_2": [[1]]}}], "repeat": 2},
    {"x": [[1, 2]], "layers": [{"cross": {"memory": [[1, 2]], "W_q": [[1, 0], [0, 1]]}}]},
    {"text": "he sat by the river bank", "weights": "gpt2"},
]  # fmt: skip


@pytest.mark.parametrize("problem", PROBLEMS, ids=json.dumps)
def test_what_a_problem_may_say(problem: Any) -> None:
    assert not faults("problem", problem)


BROKEN_PROBLEMS: list[Any] = [
    {},
    {"x": []},
    {"x": "1,2"},
    {"x": [1, True]},
    {"x": [1, None]},
    {"x": [1, 2], "text": "bank"},
    {"x": [1, 2], "gama": [1, 1]},
    {"x": [1, 2], "title": 1},
    {"x": [1, 2], "command": "layer norm"},
    {"x": [1, 2], "sublayer": {"weight": [[1]], "A": [1, 2]}},
    {"x": [1, 2], "sublayer": {"bias": [1]}},
    {"x": [1, 2], "norm": {"eps": -1}},
    {"x": [1, 2], "norm": {"ddof": 2}},
    {"x": [1, 2], "norm": {"convention": "pytorhc"}},
    {"x": [1, 2], "norm": {"axes": 0}},
    {"x": [1, 2], "norm": "pytorch"},
    {"x": [1, 2], "explain": "yes"},
    {"x": [1, 2], "layers": []},
    {"x": [1, 2], "layers": [{}]},
    {"x": [1, 2], "layers": [{"ffn": {"output": [1, 2], "W_1": [[1]]}}]},
    {"x": [1, 2], "layers": [{"ffn": {"W_1": [[1]]}}]},
    {"x": [1, 2], "layers": [{"ffn": {"W_1": [[1]], "W_2": [[1]], "W_gate": [[1]]}}]},
    {"x": [1, 2], "layers": [{"ffn": {"activation": "swiglu", "W_1": [[1]], "W_2": [[1]]}}]},
    {"x": [1, 2], "layers": [{"attention": {"heads": 0}}]},
    {"x": [1, 2], "layers": [{"attention": {"rotary": "both"}}]},
    {"x": [1, 2], "layers": [{"attention": {"rope_scaling": {"rope_type": "linear"}}}]},
    {"x": [1, 2], "layers": [{"cross": {"W_q": [[1]]}}]},
    {"x": [1, 2], "layers": [{"attention": {"memory": [[1, 2]]}}]},
    {"x": [1, 2], "updates": [{"label": "a"}]},
    {"x": [1, 2], "updates": [{"delta": [1, 2]}], "layers": [{"ffn": {"output": [1, 2]}}]},
    {"x": [1, 2], "placement": "middle"},
    {"x": [1, 2], "repeat": 0},
    {"x": [1, 2], "expect": [True]},
    [{"x": [1, 2]}, {"y": [1, 2]}],
    [[{"x": [1, 2]}]],
    3,
]


@pytest.mark.parametrize("problem", BROKEN_PROBLEMS, ids=json.dumps)
def test_a_broken_problem_is_refused(problem: Any) -> None:
    assert faults("problem", problem)


def test_the_program_refuses_what_the_schema_refuses(addnorm: Runner) -> None:
    for problem in BROKEN_PROBLEMS:
        if not isinstance(problem, dict) or problem.get("expect"):
            continue
        command = "block" if problem.keys() & {"layers", "updates", "placement", "repeat"} else (
            "addnorm" if "sublayer" in problem else "layernorm"
        )  # fmt: skip
        if "command" in problem:
            command = "homework solve"
        result = addnorm(*command.split(), "-", stdin=json.dumps(problem))
        assert result.code == 2 or "does not use" in result.err + result.out, problem


def test_every_key_of_a_norm_is_described() -> None:
    norm = schema_of("problem", "en")["$defs"]["norm"]["properties"]
    assert norm.keys() == options_below("norm").keys()
    assert all(each["description"] for each in norm.values())


@pytest.mark.parametrize("command", ["addnorm", "block", "compare-norm", "homework solve"])
def test_an_editor_is_told_its_schema_in_silence(
    addnorm: Runner, tmp_path: Path, command: str
) -> None:
    name = "encoder-post" if command == "block" else "pre-vs-post"
    problem = json.loads((ROOT / f"samples/{name}.json").read_text("utf-8"))
    path = tmp_path / "p.json"
    path.write_text(json.dumps({EDITOR_KEY: "./problem.schema.json", **problem}), "utf-8")
    ours = addnorm(*command.split(), str(path), "-f", "plain")
    sample = f"samples/{name}.json"
    theirs = addnorm(*command.split(), sample, "-f", "plain")
    assert (ours.code, ours.err) == (0, "")
    assert ours.out.replace(str(path), sample) == theirs.out


MUTANTS = {
    "schema": lambda t: t.update(schema="addnorm.trace/3"),
    "command": lambda t: t.update(command="softmax"),
    "title": lambda t: t.update(title=3),
    "another key": lambda t: t.update(answer=[1]),
    "no result": lambda t: t.pop("result"),
    "no results": lambda t: t.pop("results"),
    "a result of text": lambda t: t.update(result="1,2"),
    "a result without label": lambda t: t["results"][0].pop("label"),
    "results by label": lambda t: t.update(results={"A": [1]}),
    "no warnings": lambda t: t.pop("warnings"),
    "warnings that are one": lambda t: t.update(warnings="watch out"),
    "a step without value": lambda t: t["steps"][0]["steps"][0].pop("value"),
    "a step with another key": lambda t: t["steps"][0]["steps"][0].update(values=[1]),
    "a shape of texts": lambda t: t["steps"][0]["steps"][0].update(shape=["4"]),
    "a formula without LaTeX": lambda t: t["steps"][0]["steps"][0]["formula"].pop("latex"),
    "a section without result": lambda t: t["steps"][0].pop("result"),
    "a section without steps": lambda t: t["steps"][0].update(steps=[]),
    "no arithmetic": lambda t: t["parameters"].pop("arithmetic"),
    "another arithmetic": lambda t: t["parameters"].update(arithmetic="float8"),
    "another parameter": lambda t: t["parameters"].update(epsilon=1),
    "a norm that is none": lambda t: t["parameters"].update(norm="layer_norm"),
    "a negative eps": lambda t: t["parameters"].update(eps=-1e-5),
    "a check of another kind": lambda t: t["self_checks"].update(sum=True),
    "a verdict without claims": lambda t: t["check"].pop("claims"),
    "a verdict of words": lambda t: t["check"].update(ok="right"),
    "a claim by another basis": lambda t: t["check"]["claims"][0].update(basis="luck"),
    "a component without index": lambda t: t["check"]["claims"][0]["components"][0].pop("index"),
    "a slip that nobody knows": lambda t: t["check"]["slips"].append({"id": "nobody"}),
}


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    """A trace that has nearly everything."""
    from addnorm_cli import addnorm

    trace = addnorm([1, 2, 4], {"A": [1, 0, 1], "B": [0, 1, 2]}, expect={"A": [1, 2, 3]})
    tree: dict[str, Any] = json.loads(trace.to_json())
    return tree


def test_the_trace_that_is_broken_below_is_right(whole: dict[str, Any]) -> None:
    assert not faults("trace", whole)


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_broken_trace_is_refused(whole: dict[str, Any], mutant: str) -> None:
    broken = deepcopy(whole)
    MUTANTS[mutant](broken)
    assert broken != whole
    assert faults("trace", broken)


@pytest.mark.parametrize("key", ["schema", "error", "hint", "where"])
def test_an_error_has_all_its_keys(addnorm: Runner, key: str) -> None:
    _, tree = told(addnorm, "residual 1,2 3")
    assert faults("error", {name: each for name, each in tree.items() if name != key})
    assert faults("error", {**tree, key: 1})
    assert faults("error", {**tree, "code": 2})


def test_answers(addnorm: Runner, tmp_path: Path) -> None:
    """Of every sample, and of a problem that has none."""
    (tmp_path / "p.json").write_text('{"number": 3, "code": "a1", "name": "李", "x": [1, true]}')
    files = (str(tmp_path / "p.json"), *(f"samples/{name}.json" for name in names()))
    tree = addnorm("homework", "solve", *files, "--json").json
    assert not faults("homework", tree)
    assert [answer["schema"] for answer in tree["answers"][:2]] == [
        "addnorm.error/1", "addnorm.trace/2",
    ]  # fmt: skip
    for answer in tree["answers"][:2]:
        for key in ("number", "code", "name", "schema"):
            value = answer.pop(key)
            assert faults("homework", tree), key
            answer[key] = value
    for key in ("schema", "title", "answers", "broken"):
        assert faults("homework", {name: each for name, each in tree.items() if name != key})


def test_the_problems_of_a_class(addnorm: Runner, tmp_path: Path) -> None:
    (tmp_path / "names.txt").write_text("Ünal\n李雷\n", "utf-8")
    path = tmp_path / "p.json"
    kinds = (
        f"--kind={kind}:2" for kind in ("residual", "layernorm", "addnorm", "block", "gradient")
    )
    made = addnorm("homework", "make", *kinds, "--per-student", str(tmp_path / "names.txt"),
                   "--problems", str(path))  # fmt: skip
    assert made.code == 0
    problems = json.loads(path.read_text("utf-8"))
    assert len(problems) == 20
    assert not faults("problem", problems)
    assert faults("problem", [{**problem, "student": "A"} for problem in problems])


@pytest.fixture
def marks(addnorm: Runner, tmp_path: Path) -> dict[str, Any]:
    problem = {"code": "a1", "name": "Ada", "number": 1, "x": [4, 3, 1]}
    (tmp_path / "p.json").write_text(json.dumps(problem), "utf-8")
    table = "code,name,problem,part,d0,d1,d2\na1,Ada,1,result,0.8729,0.2182,-1.0911\n"
    (tmp_path / "a.csv").write_text(table + "a1,Ada,1,sigma,,,\n", "utf-8")
    files = (str(tmp_path / "p.json"), str(tmp_path / "a.csv"))
    tree: dict[str, Any] = addnorm("homework", "grade", *files, "--json").json
    return tree


def test_marks(marks: dict[str, Any]) -> None:
    assert not faults("marks", marks)
    parts = marks["students"][0]["parts"]
    assert {part["verdict"] for part in parts} == {"wrong", "blank"}
    for part in parts:
        for key, value in list(part.items()):
            del part[key]
            assert faults("marks", marks), key
            part[key] = value
    assert faults("marks", {**marks, "students": [{**marks["students"][0], "mark": 1}]})
    parts[0]["verdict"] = "nearly"
    assert faults("marks", marks)
