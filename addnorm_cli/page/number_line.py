"""Components as points on lines of numbers: where they are before a norm, and where after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from addnorm_cli.formula.norms import NORMS
from addnorm_cli.messages import say
from addnorm_cli.numbers.numfmt import show
from addnorm_cli.page.grids import heads
from addnorm_cli.page.page import Drawing
from addnorm_cli.page.pictures import NumberLine, Points
from addnorm_cli.page.request import Request
from addnorm_cli.trace.trace import Section, Step, Trace

_MOST_POINTS = 16
"""More components would hide each other."""
_MOST_LINES = 9
"""Points that lie upon each other show nothing."""
_MARKS = "0123456789abcdef"
_WIDTH = 52
"""How many places a line has, with its label."""


def number_line(section: Section, row: int, trace: Trace, request: Request) -> Iterator[Drawing]:
    """The components of one row before and after its norm, where they can be told apart."""
    first = section.parts[0]
    rule = section.rule
    if rule is None or NORMS[rule.kind].over != "row" or not isinstance(first, Step):
        return
    if trace.command not in ("layernorm", "addnorm") or request.hide_answers:
        return
    before = [float(v) for v in first.scope["z"].value[row]]
    after = [float(v) for v in section.result.value.reshape(-1, len(before))[row]]
    if len(before) < 2:
        return
    rows = Points("z", tuple(before)), Points("y", tuple(after))
    caption = say(request.language, "line.title", name=heads(section.result, [0], request)[0])
    for drawing in drawn(rows, caption, request):
        if len(drawing.lines) <= _MOST_LINES:
            yield drawing


def drawn(rows: Sequence[Points], caption: str, request: Request) -> Iterator[Drawing]:
    """Lines of numbers on one scale, where there are few enough points for them."""
    numbers = [0.0, *(value for points in rows for value in points.values)]
    least, most = min(numbers), max(numbers)
    if max(len(points.values) for points in rows) > _MOST_POINTS or least == most:
        return
    digits = min(request.precision, 4)
    ends = show(least, digits).text, show(most, digits).text
    picture = NumberLine(least, most, ends, tuple(rows))
    yield Drawing(caption, _lines(picture), picture)


def _lines(picture: NumberLine) -> tuple[str, ...]:
    """The same in characters: a line for each vector, digits for its components, the scale."""
    lines = []
    labels = max(len(points.label) for points in picture.rows) + 2
    width = _WIDTH - labels
    for points in picture.rows:
        levels: list[dict[int, str]] = []
        for mark, value in zip(_MARKS, points.values, strict=False):
            place = _place(value, picture, width)
            level = next((each for each in levels if place not in each), None)
            if level is None:
                level = {}
                levels.append(level)
            level[place] = mark
        # those that share a place stand one over another
        lines += [
            " " * labels + "".join(level.get(n, " ") for n in range(width))
            for level in levels[:0:-1]
        ]
        zero = _place(0.0, picture, width)
        axis = (levels[0].get(n, "|" if n == zero else "─") for n in range(width))
        lines.append(f"{points.label:{labels}}{''.join(axis)}")
    return (*map(str.rstrip, lines), " " * labels + _scale(picture, width))


def _place(value: float, picture: NumberLine, width: int) -> int:
    return round(picture.share(value) * (width - 1))


def _scale(picture: NumberLine, width: int) -> str:
    """The least number, 0 and the largest, below their places."""
    line = " " * width
    least, most = picture.ends
    zero = _place(0.0, picture, width)
    if picture.least < 0:
        line = least + line[len(least) :]
    if picture.most > 0:
        line = line[: width - len(most)] + most
    if not line[max(zero - 2, 0) : zero + 3].strip() or picture.least == 0 or picture.most == 0:
        line = line[:zero] + "0" + line[zero + 1 :]
    return line.rstrip()
