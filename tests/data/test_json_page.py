"""samples/json.md is true, in both languages: its commands print what it shows."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from addnorm_cli.cli.commands.schema import SCHEMAS, schema_of
from tests.conftest import ROOT, Runner

PAGES = {
    language: (ROOT / f"samples/{name}").read_text("utf-8")
    for language, name in {"en": "json.md", "zh": "json.zh.md"}.items()
}
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STEP = re.compile(
    r"""\.?\[(?P<number>-?\d+)\]|(?P<all>\.?\[\])|\.(?P<key>\w+)|\."(?P<quoted>[^"]+)\""""
)


def examples(page: str) -> Iterator[tuple[str, str]]:
    """Every command line, and what stands under it."""
    for block in BLOCK.findall(page):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            yield command, printed.strip("\n")


EXAMPLES = list(dict.fromkeys(each for page in PAGES.values() for each in examples(page)))


def selected(tree: Any, path: str) -> Iterator[Any]:
    """What jq finds at a path of keys and numbers, `[]` for every one."""
    match = STEP.match(path)
    if match is None:
        assert path in ("", ".")
        yield tree
        return
    rest = path[match.end() :]
    if match["all"]:
        for each in tree.values() if isinstance(tree, dict) else tree:
            yield from selected(each, rest)
        return
    key = match["key"] or match["quoted"]
    yield from selected(tree[int(match["number"])] if key is None else tree.get(key), rest)


def printed_by(addnorm: Runner, line: str) -> str:
    text = ""
    for stage in line.split(" | "):
        words = shlex.split(stage)
        if words[0] == "jq":
            assert words[1] == "-c"
            found = selected(json.loads(text), words[2])
            compact: dict[str, Any] = {"ensure_ascii": False, "separators": (",", ":")}
            text = "\n".join(json.dumps(each, **compact) for each in found)
        else:
            told = "2>&1" in words
            assert words.pop(0) == "addnorm"
            result = addnorm(*(word for word in words if word != "2>&1"), stdin=text)
            text = result.err if told else result.out
    return text.strip("\n")


@pytest.mark.parametrize(("line", "shown"), EXAMPLES)
def test_a_command_prints_what_is_shown(addnorm: Runner, line: str, shown: str) -> None:
    assert printed_by(addnorm, line) == shown


@pytest.mark.parametrize(("line", "shown"), EXAMPLES)
def test_jq_prints_the_same(addnorm: Runner, line: str, shown: str) -> None:
    jq = shutil.which("jq")
    if jq is None or "| jq " not in line:
        pytest.skip("jq is not installed")
    before, _, last = line.rpartition(" | ")
    text = printed_by(addnorm, before)
    words = [jq, *shlex.split(last)[1:]]
    ran = subprocess.run(words, input=text, capture_output=True, text=True, check=True)
    ours, theirs = ([json.loads(each) for each in t.splitlines()] for t in (shown, ran.stdout))
    assert ours == theirs


PARTS = {"trace": ("step", "section", "ledger", "check", "claim", "slip"), "problem": ("norm",)}
"""The parts of a schema whose keys the page names too."""


def test_both_languages_have_the_same_examples() -> None:
    english, chinese = ([line for line, _ in examples(page)] for page in PAGES.values())
    assert english == [line.replace(" --lang zh", "") for line in chinese]


@pytest.mark.parametrize("language", PAGES)
@pytest.mark.parametrize("name", SCHEMAS)
def test_every_key_is_explained(name: str, language: str) -> None:
    schema = schema_of(name, language)
    of_parts = (schema["$defs"][part]["properties"] for part in PARTS.get(name, ()))
    keys = {key for each in (schema["properties"], *of_parts) for key in each}
    for key, each in schema["properties"].items():
        assert f"| `{key}` | {each['description']} |" in PAGES[language]
    assert not {key for key in keys if f"`{key}`" not in PAGES[language]}
