"""The one door: what is read, in which way it is worked, and which options had no meaning there."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from addnorm_cli.inputs.documents import Document, parse_json
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.options import CALCULATIONS, Options
from addnorm_cli.work import BY_COMMAND, Asked, read, work
from tests.conftest import ROOT

BANK, BLOCK = str(ROOT / "samples/bank.json"), str(ROOT / "samples/encoder-post.json")
LEDGER, FLOW = str(ROOT / "samples/residual-stream.json"), str(ROOT / "samples/gradient.json")


def ask(command: str, *words: str, **given: Any) -> Asked:
    return read(command, words, Options(**given), Reader(io.BytesIO()))


def test_every_calculation_has_its_entry() -> None:
    assert tuple(BY_COMMAND) == CALCULATIONS


@pytest.mark.parametrize(
    ("command", "words", "given", "way", "unused"),
    [
        ("layernorm", ["1,2"], {"eps": "1"}, "layernorm", None),
        ("residual", [BANK], {"eps": "1", "gamma": "2"}, "residual", "--eps --gamma"),
        ("compare-norm", ["1,2;3,4"], {"momentum": "0.2"}, "compare-norm --by norm", None),
        (
            "compare-norm", ["1,2", "3,4"], {"by": "placement", "momentum": "0.2", "norms": "dyt"},
            "compare-norm --by placement", "--norms --momentum",
        ),
        (
            "compare-norm", ["1,2"], {"by": "convention", "layers": "2", "weight": "1"},
            "compare-norm --by convention", "--weight --layers",
        ),
        ("block", [BLOCK], {"repeat": "2", "placement": "pre"}, 'block "layers"', None),
        (
            "block", [LEDGER], {"repeat": "2", "norm": "rmsnorm", "no_residual": True},
            'block "updates"', "--norm --repeat",
        ),
        ("gradient-flow", [], {"norm": "rmsnorm"}, "gradient-flow", "--norm"),
        ("gradient-flow", [BLOCK], {"norm": "rmsnorm"}, "gradient-flow PROBLEM", None),
    ],
)  # fmt: skip
def test_options_without_a_meaning_are_named(
    command: str, words: list[str], given: dict[str, Any], way: str, unused: str | None
) -> None:
    asked = ask(command, *words, **given)
    assert asked.way == way
    notices = [notice for notice in work(asked).notices if notice.key == "unused_options"]
    expected = [{"options": tuple(unused.split()), "command": way}] if unused else []
    assert [notice.facts for notice in notices] == expected


def test_options_of_layers_have_no_meaning_for_a_model() -> None:
    pytest.importorskip("safetensors", reason="the extra `weights` is not installed")
    weights = str(ROOT / "tests/fixtures/models/bert/model.safetensors")
    stream = ",".join(map(str, range(16)))
    asked = ask("block", stream, weights=weights, repeat="2", orientation="Wx", placement="post")
    assert asked.way == "block --weights"
    assert [notice.facts["options"] for notice in asked.notices] == [("--orientation", "--repeat")]


@pytest.mark.parametrize("command", CALCULATIONS)
def test_an_option_that_needs_another_is_refused_without_it(command: str) -> None:
    with pytest.raises(InputError) as caught:
        ask(command, seed="3")
    assert (caught.value.key, caught.value.where) == ("needs_random", "--seed")


def test_words_and_a_document_ask_the_same(tmp_path: Path) -> None:
    for command, path in (("addnorm", BANK), ("block", BLOCK), ("gradient", FLOW)):
        tree = parse_json(Path(path).read_bytes(), path)
        assert isinstance(tree, dict)
        document = Document(name=path, tree=tree)
        by_document = work(read(command, document, Options(), Reader()))
        by_words = work(ask(command, path))
        assert repr(by_document) == repr(by_words)


def test_options_for_many_problems_are_left_out_where_they_have_no_meaning() -> None:
    given = Options(gamma="2", placement="pre")
    with pytest.raises(InputError, match="block_option"):
        read("block", [BLOCK], given, Reader())
    asked = read("block", [BLOCK], given, Reader(), shared=True)
    assert [notice.facts["options"] for notice in asked.notices] == [("--gamma",)]


def test_a_stack_tells_how_many_layers_it_has() -> None:
    seen: list[int] = []
    asked = ask("block", BLOCK, repeat="5")
    work(asked, seen.append)
    assert asked.layers == len(seen) == 5
    assert ask("layernorm", "1,2").layers == 0
