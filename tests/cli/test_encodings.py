"""Whatever stdout can encode: nothing crashes, and signs that it lacks are spelled in ASCII."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys

import pytest

from addnorm_cli.cli.app import run
from addnorm_cli.messages.ascii import SAMPLE, spell
from tests.conftest import ROOT

ENCODINGS = ["ascii", "cp1252", "gbk", "gb18030", "utf-8"]
RUNS = [
    ["--help"],
    ["addnorm", "--help"],
    ["samples", "--help"],
    ["samples", "list"],
    ["samples", "show", "bank"],
    ["addnorm", "samples/bank.json"],
    ["addnorm", "samples/bank.json", "--hand", "3"],
    ["addnorm", "samples/bank.json", "-f", "plain"],
    ["addnorm", "samples/bank.json", "-f", "csv"],
    ["residual", "samples/relu-residual.json"],
    ["layernorm", "samples/tokens-7x8.json", "--norm", "rmsnorm"],
    ["layernorm", "1,1", "--eps", "0"],
    ["layernorm", "1,x"],
    ["layernorm", "1,2", "--gamma", "1"],
    ["nothing"],
]


class Streams:
    """Runs the program with streams of one encoding."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
        self.encoding = encoding
        self.monkeypatch = monkeypatch

    def run(self, *words: str) -> tuple[int, str, str]:
        """Exit code, stdout and stderr, read back in the same encoding."""
        out, err = io.BytesIO(), io.BytesIO()
        for name, data in (("stdout", out), ("stderr", err)):
            stream = io.TextIOWrapper(data, encoding=self.encoding, write_through=True)
            self.monkeypatch.setattr(sys, name, stream)
        code = run(list(words))
        return int(code), out.getvalue().decode(self.encoding), err.getvalue().decode(self.encoding)


@pytest.fixture
def streams(
    request: pytest.FixtureRequest, addnorm: object, monkeypatch: pytest.MonkeyPatch
) -> Streams:
    """Streams of the encoding that a test names."""
    return Streams(monkeypatch, request.param)


@pytest.mark.parametrize("streams", ENCODINGS, indirect=True)
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("words", RUNS, ids=" ".join)
def test_everything_can_be_written(
    streams: Streams, monkeypatch: pytest.MonkeyPatch, language: str, words: list[str]
) -> None:
    monkeypatch.setenv("ADDNORM_LANG", language)
    code, out, err = streams.run(*words)
    assert code in (0, 2)
    assert bool(out) is (code == 0)
    assert bool(err) is (code == 2)
    text = out + err
    is_file = words[:2] == ["samples", "show"]  # in both languages, spelled in JSON's own way
    wrong = ("not made for", "没有预料到", "\\x", "\\N", *([] if is_file else ["\\u"]))
    assert not any(word in text for word in wrong)
    has_chinese = any("\u4e00" <= character <= "\u9fff" for character in text)
    asked = is_file or (language == "zh" and "csv" not in words)
    assert has_chinese is (asked and streams.encoding[:2] in ("gb", "ut"))


@pytest.mark.parametrize("streams", ENCODINGS, indirect=True)
def test_a_sample_is_the_same_problem_in_every_encoding(streams: Streams) -> None:
    code, out, err = streams.run("samples", "show", "bank")
    assert (code, err) == (0, "")
    assert json.loads(out) == json.loads((ROOT / "samples/bank.json").read_text("utf-8"))


@pytest.mark.parametrize("streams", ["ascii", "gbk"], indirect=True)
def test_signs_have_a_spelling_in_ascii(streams: Streams) -> None:
    _, page, _ = streams.run("addnorm", "samples/bank.json")
    for line in (
        "r_0 = 0.80 + 0.44  = 1.24",
        "mu = (1.24 + 0.52 + 0.72 + 0.21) / 4 = 2.69 / 4 = 0.6725",
        "(z_1 - mu)^2 = (-0.1525)^2 = 0.02325625",
        "sigma ~= sqrt(0.1404) ~= 0.3747",
        "z_hat_3 ~= -0.4625 / 0.37466 ~= -1.2345",
        "gamma = 1, so gamma * z_hat = z_hat",
        "ok variance of z_hat ~= 0.99999466",
        "| z_hat         | 1.5147     | -0.4070     | 0.1268     | -1.2345     |",
    ):
        assert line in page
    assert page.isascii()


def test_every_sign_is_spelled_in_ascii() -> None:
    assert spell("".join(set(SAMPLE) - set("│╭"))).isascii()
    assert spell("√(σ² + ε)") == "sqrt(sigma^2 + eps)"
    assert spell("σ = √σ² ≈ √0.1404") == "sigma = sqrt(sigma^2) ~= sqrt(0.1404)"
    assert spell("ẑᵢ, x₁₂") == "z_hat_i, x_12"


@pytest.mark.parametrize("streams", ENCODINGS, indirect=True)
@pytest.mark.parametrize("title", ["é", "河", "😀 σ"])
def test_json_is_json_for_every_reader(streams: Streams, title: str) -> None:
    _, out, _ = streams.run("layernorm", "1,2,3", "--title", title, "--json", "--lang", "zh")
    raw = out.encode(streams.encoding)
    assert json.loads(raw.decode("utf-8"))["title"] == title
    assert raw.isascii() or streams.encoding == "utf-8"


@pytest.mark.parametrize("streams", ["ascii", "gbk"], indirect=True)
def test_an_error_as_json_is_json_too(streams: Streams) -> None:
    code, out, err = streams.run("layernorm", "1,1", "--eps", "0", "--json")
    assert (code, out) == (2, "")
    assert json.loads(err)["error"].startswith("row [0]: σ is 0")


@pytest.mark.parametrize("streams", ["ascii"], indirect=True)
def test_a_title_that_cannot_be_shown_is_escaped(streams: Streams) -> None:
    _, page, _ = streams.run("layernorm", "1,2,3", "--title", "河")
    assert "\\u6cb3" in page


@pytest.mark.parametrize(("encoding", "word"), [("cp1252", "Variance"), ("gbk", "方差")])
def test_the_program_itself_in_a_chinese_environment(encoding: str, word: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "ADDNORM_LANG": "zh"}
    words = [sys.executable, "-m", "addnorm_cli", "addnorm", "samples/bank.json"]
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert word in done.stdout.decode(encoding)
