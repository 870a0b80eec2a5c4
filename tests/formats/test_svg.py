"""The page as a picture of a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.cells import cell_len

from tests.conftest import HOSTILE, Runner

_TEXT = "{http://www.w3.org/2000/svg}text"
_LETTER = 20 * 0.602
"""How wide a letter is that is 20 pixels high."""


Said = tuple[float, float, float, str]
"""A text of a picture: from where it goes, how far, at which height, and its letters."""


@pytest.fixture
def picture(addnorm: Runner, tmp_path: Path) -> Callable[..., list[Said]]:
    """What the picture of a command's page says."""

    def draw(*words: str) -> list[Said]:
        target = tmp_path / "page.svg"
        result = addnorm(*words, "-o", str(target))
        assert (result.code, result.out, result.err) == (0, "", "")
        return list(texts(target.read_text("utf-8")))

    return draw


def texts(picture: str) -> Iterator[Said]:
    """What a picture says."""
    for node in ElementTree.fromstring(picture).iter(_TEXT):
        if "textLength" in node.attrib:
            x, length, y = (float(node.attrib[name]) for name in ("x", "textLength", "y"))
            yield x, length, y, (node.text or "").replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_texts_are_as_long_as_their_letters_and_beside_each_other(
    picture: Callable[..., list[Said]], language: str
) -> None:
    said = picture("addnorm", "samples/bank.json", "--lang", language)
    for _, length, _, letters in said:
        assert length == pytest.approx(cell_len(letters) * _LETTER, rel=1e-4)
    for (x, length, y, _), (following, _, height, _) in pairwise(said):
        assert height > y or following >= x + length - 0.1


def test_labels_are_plain_text(picture: Callable[..., list[Said]]) -> None:
    cases = [f"{label}=1,2,{n}" for n, label in enumerate(HOSTILE)]
    said = [letters.strip() for *_, letters in picture("addnorm", "1,2,4", *cases)]
    assert all(label in said for label in HOSTILE)
