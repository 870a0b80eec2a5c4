"""`--explain`: a reason at every step, on every page, true where it stands, said once."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import addnorm_cli
from addnorm_cli.messages import LANGUAGES
from addnorm_cli.model.records import replaced
from addnorm_cli.page import explain, level
from addnorm_cli.page.page import Reason, Working
from addnorm_cli.page.reasons import END_REASONS, HEAD_REASONS, SECTION_REASONS, STEP_REASONS
from addnorm_cli.trace.trace import Trace
from tests.conftest import MESSAGES, ROOT, Runner, Written
from tests.formats.test_text import request

MODELS = ROOT / "tests/fixtures/models"

PAGES = {
    "bank": "addnorm samples/bank.json",
    "bank rms": "addnorm samples/bank.json --norm rmsnorm",
    "layernorm": "layernorm samples/bank-layernorm.json",
    "eps 0": "layernorm 1,2,4 --eps 0",
    "rms": "layernorm 1,2,4 --norm rmsnorm",
    "batch": "layernorm 1,2;3,5 --norm batchnorm",
    "inference": "layernorm 1,2;3,5 --norm batchnorm --no-training",
    "batch running": "layernorm 1,2;3,5 --norm batchnorm --momentum 0.1",
    "groups": "layernorm 1,2,4,7 --norm groupnorm --groups 2",
    "length": "layernorm 1,2,4 --norm scalenorm",
    "tanh": "layernorm 1,2,4 --norm dyt",
    "relu": "residual samples/relu-residual.json",
    "ffn": "block samples/ffn.json",
    "heads": "block samples/multi-head.json",
    "post": "block samples/encoder-post.json",
    "pre": "block samples/decoder-pre-causal.json --compare-residual",
    "both": "block samples/encoder-post.json --compare-residual",
    **{p: f"block samples/encoder-post.json --placement {p}"
       for p in ("sandwich", "res-post", "deepnorm")},
    "off": "block samples/decoder-pre-causal.json --no-residual",
    "deep": "block samples/encoder-post.json --repeat 2",
    "stream": "block samples/residual-stream.json",
    "no stream": "block samples/residual-stream.json --no-residual",
    "gradient": "gradient samples/gradient.json",
    "gradient rms": "gradient samples/gradient.json --norm rmsnorm",
    "flow": "gradient-flow",
    "flow up": "gradient-flow --factor 1.5",
    "norms": "compare-norm samples/batch-norm-vs-layer-norm.json",
    "norms alone": "compare-norm",
    "placements": "compare-norm samples/pre-vs-post.json --by placement",
    "conventions": "compare-norm samples/bank-layernorm.json --by convention --full",
}  # fmt: skip
"""A page for every condition of the table."""
KEYS = {key.removeprefix("why.") for key in MESSAGES if re.match(r"why\.\w+\.", key)}
"""Every sentence; that each is said on some page is held below."""
TRACED = Callable[..., Trace]


def reasons(trace: Trace, language: str = "en") -> list[str]:
    """Every sentence of a page, in order."""
    wanted = request(None, language, colour=False)
    found = []
    for block in level.page(replaced(trace, explain=True), wanted):
        reason = block.reason if isinstance(block, Working) else block
        if isinstance(reason, Reason):
            found.append(reason.text)
    return found


@pytest.mark.parametrize("name", PAGES)
def test_every_step_has_a_reason(traced: TRACED, name: str) -> None:
    wanted = replaced(request(None, "en", colour=False), explain=True)
    trace = traced(*PAGES[name].split())
    worked = [
        s for _, s in trace.steps() if s.quantity.formula and trace.command != "gradient-flow"
    ]
    assert [step.title for step in worked if explain.step_reason(step, wanted) is None] == []


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_stands_twice_and_some_say_what_the_page_is_about(
    traced: TRACED, name: str, language: str
) -> None:
    said = reasons(traced(*PAGES[name].split()), language)
    assert len(said) == len(set(said)) >= 1
    blocks = list(
        level.page(
            replaced(traced(*PAGES[name].split()), explain=True),
            request(None, language, colour=False),
        )
    )
    first = next(n for n, b in enumerate(blocks) if isinstance(b, (Working, Reason)))
    assert isinstance(blocks[first], Reason)


OF_A_TEXT = {
    "why.page.order.added",
    "why.page.order.causal.added",
    "why.page.dropout",
    "why.step.embedding",
    "why.step.embedding.position",
    "why.step.logits",
    "why.step.scaled_logits",
    "why.step.capped_logits",
    "why.step.probabilities",
}
"""Sentences for which there must be a model, and a text."""


def unsaid(said: set[str]) -> set[str]:
    """The sentences that are not among those said."""
    names = ("why.name", "why.about", "why.outcome")
    patterns = {
        key: re.compile(re.sub(r"\\{\w+\\}", ".+", re.escape(text["en"])))
        for key, text in MESSAGES.items()
        if key.startswith("why.") and key not in names
    }
    return {key for key, pattern in patterns.items() if not any(map(pattern.search, said))}


def test_every_sentence_is_said_on_some_page(
    traced: TRACED, addnorm: Runner, tmp_path: Path
) -> None:
    """A sentence whose condition is never true would be in nobody's way, and nobody's help."""
    said = {text for words in PAGES.values() for text in reasons(traced(*words.split()))}
    problem = addnorm("samples", "show", "encoder-post").json
    for kind, norm in (("attention", "norm1"), ("ffn", "norm2")):
        layer = {k: v for k, v in problem["layers"][0].items() if k in (kind, norm)}
        path = tmp_path / f"{kind}.json"
        path.write_text(json.dumps({**problem, "layers": [layer]}), "utf-8")
        said |= set(reasons(traced("block", str(path))))
    attention = problem["layers"][0]["attention"]
    for own in ({"scale": 0.5, "softcap": 5}, {"mask": [0, -1.5, 0]}, {"mask": [1, 1, 0]}):
        layer = {**problem["layers"][0], "attention": {**attention, **own}}
        path.write_text(json.dumps({**problem, "layers": [layer]}), "utf-8")
        said |= set(reasons(traced("block", str(path))))
    attention["rotary_base"] = 10000
    (tmp_path / "rotary.json").write_text(json.dumps(problem), "utf-8")
    said |= set(reasons(traced("block", str(tmp_path / "rotary.json"))))
    problem["placement"], problem["final_norm"] = "pre", {}
    (tmp_path / "final.json").write_text(json.dumps(problem), "utf-8")
    said |= set(reasons(traced("block", str(tmp_path / "final.json"))))
    swiglu = {"activation": "swiglu", "W_1": [[1]], "W_gate": [[1]], "W_2": [[1]]}
    gated = json.dumps({"x": [[1]], "layers": [{"ffn": swiglu}]})
    said |= set(reasons(traced("block", gated)))
    problem["placement"] = "parallel"
    del problem["layers"][0]["norm2"]
    (tmp_path / "parallel.json").write_text(json.dumps(problem), "utf-8")
    said |= set(reasons(traced("block", str(tmp_path / "parallel.json"))))
    assert unsaid(said) == OF_A_TEXT


def test_every_sentence_on_a_text_is_said_of_some_model(traced: TRACED, tmp_path: Path) -> None:
    pytest.importorskip("tokenizers", reason="the extra `text` is not installed")
    pytest.importorskip("safetensors", reason="the extra `weights` is not installed")
    said: set[str] = set()
    for model in ("bert-text", "gpt2-text", "gemma2", "granite"):
        copied = shutil.copytree(MODELS / model, tmp_path / model)
        if not (copied / "tokenizer.json").exists():
            shutil.copy(MODELS / "bert-text/tokenizer.json", copied)
        words = ("block", "--weights", str(copied), "--text", "the river")
        predicting = () if model == "bert-text" else ("--predict", "2")
        said |= set(reasons(traced(*words, *predicting)))
    assert OF_A_TEXT & unsaid(said) == set()


def test_a_model_that_adds_positions_is_not_said_to_have_none(traced: TRACED) -> None:
    pytest.importorskip("tokenizers", reason="the extra `text` is not installed")
    pytest.importorskip("safetensors", reason="the extra `weights` is not installed")
    for model, key in (("bert-text", "order"), ("gpt2-text", "order.causal")):
        said = reasons(traced("block", "--weights", str(MODELS / model), "--text", "the river"))
        assert MESSAGES[f"why.page.{key}"]["en"] not in said
        assert MESSAGES[f"why.page.{key}.added"]["en"] in said


@pytest.mark.parametrize(
    ("page", "language", "words"),
    [
        ("bank", "en", "A: before: mean 0.6725, σ 0.3747; after: mean 0, σ 1.0000"),
        ("bank", "en", "A and B start from the same x and differ most in d₂: 0.1268 and 0.5422"),
        ("bank", "zh", "A：归一化前：均值 0.6725，σ 0.3747；归一化后：均值 0，σ 1.0000"),
        ("bank", "zh", "结果在 d₂ 上差别最大：0.1268 与 0.5422"),
        ("relu", "en", "F changes d₂ most: 3.0 becomes 4.7"),
        ("ffn", "en", "from 4 components to 8 (2 times as many; large models mostly take 4)"),
        ("ffn", "zh", "从 4 维到 8 维（2 倍；大模型通常取 4 倍）"),
        ("post", "en", "Here [2] looks most at [1], with a share of 0.4879"),
        ("flow", "zh", "这就是梯度消失"),
        ("flow up", "en", "so nothing vanishes"),
        ("eps 0", "en", "ε is 0 here"),
        ("off", "en", "A norm is no substitute for it"),
        ("off", "en", "a length says nothing of what is in the vector"),
        ("pre", "en", "deep stacks train more steadily"),
        ("both", "en", "no proof that the residual is of no use"),
        ("post", "en", "permutation equivariance"),
        ("layernorm", "zh", "内部协变量偏移"),
        ("layernorm", "en", "unlike BatchNorm, it does not depend on what else is in the batch"),
        ("relu", "zh", "何恺明、张祥雨、任少卿、孙剑"),
    ],
)
def test_where_the_numbers_can_say_it_they_do(
    traced: TRACED, page: str, language: str, words: str
) -> None:
    assert words in "\n".join(reasons(traced(*PAGES[page].split()), language))


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("rms", "mean 0"),
        ("rms", "where all numbers are equal"),
        ("inference", "each sample has a part in the mean of all others"),
        ("inference", "If every number of the sum above"),
        ("batch", "gives every vector the same scale"),
        ("bank rms", "mean 0"),
        ("heads", "looks most at"),
        ("deep", "no proof that"),
        ("off", "The stream keeps what it has"),
        ("no stream", "so the end is the start plus all corrections"),
        ("flow up", "the gradient vanishes"),
        ("post", "Every layer added something"),
    ],
)
def test_what_is_not_true_of_a_page_is_not_said(traced: TRACED, page: str, words: str) -> None:
    assert words not in "\n".join(reasons(traced(*PAGES[page].split())))


@pytest.mark.parametrize("name", PAGES)
def test_everything_is_explained_where_it_is_asked_for_and_nothing_where_it_is_turned_off(
    traced: TRACED, addnorm: Runner, name: str
) -> None:
    words = (*PAGES[name].split(), "-f", "plain")
    asked, without = (addnorm(*words, word).out for word in ("--explain", "--no-explain"))
    sentences = reasons(traced(*PAGES[name].split()))
    assert [text in asked for text in sentences] == [True] * len(sentences)
    assert [text for text in sentences if text in without] == []


def test_what_is_typed_is_not_explained_unless_it_is_asked_for(addnorm: Runner) -> None:
    assert "takes it away" not in addnorm("layernorm", "1,2,4").out.replace("\n   ", " ")
    assert "takes it away" in addnorm("layernorm", "1,2,4", "--explain").out.replace("\n   ", " ")


def test_a_sheet_keeps_the_reasons_and_gives_nothing_away(addnorm: Runner) -> None:
    text = addnorm(*PAGES["bank"].split(), "--explain", "--hide-answers", "-f", "plain").out
    assert "so the next step takes it away" in text
    assert "before: mean" not in text
    assert "differ most" not in text


def test_a_step_that_is_asked_for_alone_brings_its_reason_alone(addnorm: Runner) -> None:
    text = addnorm(*PAGES["layernorm"].split(), "--explain", "--only", "mean", "-f", "plain").out
    assert "so the next step takes it away" in text
    assert "internal covariate shift" not in text


@pytest.mark.parametrize("form", ["table", "plain", "markdown", "latex", "html"])
def test_every_format_for_people_has_them(written: Written, form: str) -> None:
    text = written(form, *PAGES["layernorm"].split(), "--explain")
    text = re.sub(r"\s+", " ", re.sub("&#160;|\xa0", " ", re.sub("<[^>]*>", " ", text)))
    assert "It says nothing of how they differ" in text


def test_json_has_them_beside_each_step(addnorm: Runner) -> None:
    words = PAGES["layernorm"].split()
    trace = addnorm(*words, "--explain", "--json", "--lang", "zh")
    assert trace.step("mean")["why"] == MESSAGES["why.step.mean"]["zh"]
    assert all("why" in step for step in trace.json["steps"])
    assert "why" not in addnorm(*words, "--no-explain", "--json").out


def test_html_folds_them_away(written: Written) -> None:
    page = written("html", *PAGES["layernorm"].split(), "--explain")
    folded = re.findall(r'<details class="reason"><summary>(.*?)</summary>(.*?)</details>', page)
    assert [(name, inner.count("<p>")) for name, inner in folded[:3]] == [
        ("What this is about", 2),
        ("Why?", 1),
        ("Why?", 1),
    ]
    assert folded[-1][0] == "What came out"
    assert "<details" not in written("html", *PAGES["layernorm"].split(), "--no-explain")


def test_markdown_sets_them_apart(written: Written) -> None:
    page = written("markdown", *PAGES["layernorm"].split(), "--explain", "--lang", "zh")
    assert "\n> 各分量共有的平均水平。" in page


def test_a_file_asks_for_them_too(addnorm: Runner, tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    for command, problem in {
        "layernorm": '{"x": [1, 2, 4], "explain": %s}',
        "compare-norm": '{"x": [[1, 2, 4], [2, 3, 3]], "explain": %s}',
        "block": '{"x": [1, 2], "updates": [{"label": "a", "delta": [1, 1]}], "explain": %s}',
    }.items():
        path.write_text(problem % "true", "utf-8")
        asked = addnorm(command, str(path))
        path.write_text(problem % "false", "utf-8")
        assert asked.err == addnorm(command, str(path)).err == ""
        assert asked.out == addnorm(command, str(path), "--explain").out
        assert asked.out != addnorm(command, str(path)).out


def test_a_file_says_true_or_false(addnorm: Runner, tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text('{"x": [1, 2, 4], "explain": "yes"}', "utf-8")
    result = addnorm("layernorm", str(path))
    assert result.code == 2
    assert "true or false" in result.err
    assert "explain" in result.err


def test_python_has_the_keyword() -> None:
    asked = addnorm_cli.layernorm([1, 2, 4], explain=True)
    assert "so the next step takes it away" in asked.to_text(lang="en")
    assert "so the next step" not in addnorm_cli.layernorm([1, 2, 4]).to_text(lang="en")


def test_a_solved_sheet_has_them_in_every_problem(addnorm: Runner, tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text('[{"x": [1, 2, 4]}, {"x": [3, 5]}]', "utf-8")
    text = addnorm("homework", "solve", str(path), "--explain", "-f", "plain").out
    assert text.count("so the next step takes it away") == 2


def test_the_table_names_sentences_that_there_are() -> None:
    tables = {
        "step": STEP_REASONS.values(),
        "section": SECTION_REASONS.values(),
        "page": [HEAD_REASONS],
        "outcome": [END_REASONS],
    }
    named = {f"{p}.{s.key}" for p, rows in tables.items() for row in rows for s in row}
    assert named <= KEYS
