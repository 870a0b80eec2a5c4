"""Pictures in LaTeX, from SVG: the `picture` of every LaTeX, without a package for drawings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import pairwise

from addnorm_cli.formats import escape

_ELEMENT = re.compile(r"<(line|circle|rect|path|text) ([^>]*?)(?:/>|>([^<]*)</text>)")
_ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')
_UNIT = "0.25mm"
"""So long is one unit of a picture: 480 of them fit on every paper."""
_SIDES = {"end": "l", "before": "r"}
"""To which side of its place a text stands; any other stands over the middle of it."""
_DARK, _LIGHT, _LINE = "black!65", "black!25", "black!45"
_COLOURS = {"band": _LIGHT, "top": _LIGHT}


def picture(svg: str) -> str:
    """A picture of lines, circles, bars and texts."""
    _, _, width, height = re.findall(r"[\d.]+", svg[svg.index("viewBox") : svg.index(" role")])
    lines = [rf"{{\setlength{{\unitlength}}{{{_UNIT}}}\begin{{picture}}({width},{height})"]
    for kind, attributes, text in _ELEMENT.findall(svg):
        lines += _DRAWN[kind](dict(_ATTRIBUTE.findall(attributes)), unescape(text), float(height))
    return "\n".join([*lines, r"\end{picture}}"])


def _put(across: float, up: float, what: str) -> str:
    return rf"\put({across:g},{up:g}){{{what}}}"


def _line(at: dict[str, str], text: str, height: float) -> Iterator[str]:
    """A line across or up."""
    start, end, low, high = (float(at[name]) for name in ("x1", "x2", "y2", "y1"))
    drawn = f"(1,0){{{end - start:g}}}" if end > start else f"(0,1){{{low - high:g}}}"
    yield _put(start, height - low, rf"\color{{{_LINE}}}\line{drawn}")


def _circle(at: dict[str, str], text: str, height: float) -> Iterator[str]:
    size = 2 * float(at["r"])
    yield _put(float(at["cx"]), height - float(at["cy"]), rf"\color{{{_DARK}}}\circle*{{{size:g}}}")


def _rect(at: dict[str, str], text: str, height: float) -> Iterator[str]:
    colour = _COLOURS.get(at["class"], _DARK)
    rule = rf"\rule{{{at['width']}\unitlength}}{{{at['height']}\unitlength}}"
    up = height - float(at["y"]) - float(at["height"])
    yield _put(float(at["x"]), up, rf"\color{{{colour}}}{rule}")


def _path(at: dict[str, str], text: str, height: float) -> Iterator[str]:
    """The pieces of a line; what is filled below one is left out."""
    kind = at.get("class", "")
    if kind == "area":
        return
    points = [tuple(map(float, point.split())) for point in at["d"].lstrip("M").split(" L")]
    colour = _COLOURS.get(kind, _DARK)
    for (x1, y1), (x2, y2) in pairwise(points):
        places = (x1, height - y1), ((x1 + x2) / 2, height - (y1 + y2) / 2), (x2, height - y2)
        curve = "".join(f"({x:g},{y:g})" for x, y in places)
        yield _put(0, 0, rf"\color{{{colour}}}\thicklines\qbezier{curve}")


def _text(at: dict[str, str], text: str, height: float) -> Iterator[str]:
    side = _SIDES.get(at.get("class", ""), "c")
    shown = rf"\makebox[0pt][{side}]{{\footnotesize {escape.latex(text)}}}"
    yield _put(float(at["x"]), height - float(at["y"]), shown)


_DRAWN = {"line": _line, "circle": _circle, "rect": _rect, "path": _path, "text": _text}
"""How each element of our pictures is drawn."""
