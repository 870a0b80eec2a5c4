"""Pictures in SVG, in the colours of the page that they stand in, or in those of print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from addnorm_cli.formats.escape import html
from addnorm_cli.page.page import Chart, Drawing
from addnorm_cli.page.pictures import Curves, NumberLine, Points

_WIDTH, _LEFT, _RIGHT, _HEIGHT = 480, 36, 456, 46
"""The width of a picture, where its lines begin and end, and how far they are apart at least."""
_DIGIT = 8
"""How wide a digit is."""
_NEAR, _SAME, _LEVEL = 14, 2, 12
"""Names of points that are nearer to each other stand over one another, so far apart; those of
points that cannot be told apart stand beside each other."""
_TOP, _BOTTOM, _END, _LETTER = 14, 190, 400, 18
"""Where curves begin and end; to their right stand the numbers that they end with,
in letters of some height."""
_MOST_NAMES = 6
"""So many names of places stand beside each other."""
_MOST_DOTS = 24
_BAR, _BETWEEN, _LONGEST_LABEL = 14, 22, 24
"""How high a bar is, how far bars are from each other, and the longest label beside one."""
_MOST_BARS = 36
"""So many bars have room on a sheet of paper."""
_PRINT = """\
<style>
line { stroke: #5a6270 }
circle { fill: #0b5bab; fill-opacity: .75 }
text { fill: #1d2129; font-family: FONTS; font-size: 14px; text-anchor: middle }
text.end { text-anchor: start }
text.before { text-anchor: end }
rect { fill: #0b5bab }
rect.band { fill: #d5dae1 }
path { fill: none; stroke: #0b5bab; stroke-width: 2.5 }
path.area { fill: #d5dae1; stroke: none }
path.top { stroke: #5a6270; stroke-width: 1.5 }
</style>
"""


def printed(svg: str, fonts: Sequence[str]) -> str:
    """A picture as a file of its own, dark on white, in the first of some fonts that there is."""
    start, end, rest = svg.partition(">\n")
    style = _PRINT.replace("FONTS", ", ".join(f'"{font}"' for font in fonts))
    return f'{start} xmlns="http://www.w3.org/2000/svg"{end}{style}{rest}'


def drawn(block: Chart | Drawing) -> list[str]:
    """The pictures of a chart or a drawing, below each other; none for one that is its characters.

    Each has its `<title>`, which is read out in its place.
    """
    if isinstance(block, Chart):
        return _bars(block) if block.curves is None else [curves(block.curves)]
    return [] if block.picture is None else [number_line(block.picture, block.caption)]


def number_line(picture: NumberLine, title: str) -> str:
    """Points on lines of numbers under each other, with the scale below.

    Args:
        picture: The points.
        title: What is read out in place of the picture.
    """
    left = max(_LEFT, 20 + max(_wide(points.label) for points in picture.rows))
    zero = _place(0.0, picture, left)
    rows: list[str] = []
    bottom = 0
    for points in picture.rows:
        named = list(_named(points, picture, left))
        bottom += max(_HEIGHT, 34 + _LEVEL * max(level for *_, level in named))
        rows += _row(points, named, bottom - 14, left)
    parts = [
        f"<title>{html(title)}</title>",
        f'<line x1="{zero:.1f}" x2="{zero:.1f}" y1="10" y2="{bottom}" stroke-dasharray="3 3"/>',
        *rows,
    ]
    parts += _scale(picture, bottom + 14, left)
    inner = "\n".join(parts)
    return f'<svg class="line" viewBox="0 0 {_WIDTH} {bottom + 20}" role="img">\n{inner}\n</svg>'


def _scale(picture: NumberLine, height: int, left: float) -> Iterator[str]:
    """The digits of both ends, and 0 where it has room between them."""
    zero = _place(0.0, picture, left)
    is_free = True
    for value, digits in zip((picture.least, picture.most), picture.ends, strict=True):
        place = _place(value, picture, left)
        if value and abs(place - zero) > 2 * _NEAR:
            half = len(digits) * _DIGIT / 2
            inside = min(max(place, half), _WIDTH - half)
            is_free = is_free and abs(inside - zero) > half + _DIGIT
            yield f'<text x="{inside:.1f}" y="{height}">{html(digits)}</text>'
    if is_free:
        yield f'<text x="{zero:.1f}" y="{height}">0</text>'


def _named(
    points: Points, picture: NumberLine, left: float
) -> Iterator[tuple[float, list[int], int]]:
    """The places of points, those at each, and how high above the line their names stand."""
    places: list[tuple[float, list[int]]] = []
    for index in sorted(range(len(points.values)), key=lambda n: points.values[n]):
        place = _place(points.values[index], picture, left)
        if places and place - places[-1][0] < _SAME:
            places[-1][1].append(index)
        else:
            places.append((place, [index]))
    levels: list[float] = []
    for place, indices in places:
        half = (_wide(_list(indices)) - _DIGIT) / 2
        level = next((n for n, end in enumerate(levels) if place - half - end > _NEAR), len(levels))
        levels[level : level + 1] = [place + half]
        yield place, indices, level


def _row(
    points: Points, named: Sequence[tuple[float, list[int], int]], height: int, left: float
) -> Iterator[str]:
    yield f'<line x1="{left:g}" x2="{_RIGHT}" y1="{height}" y2="{height}"/>'
    yield _text("before", left - 10, height + 4, points.label)
    for place, indices, level in named:
        yield from [f'<circle cx="{place:.1f}" cy="{height}" r="5"/>'] * len(indices)
        over = height - 10 - _LEVEL * level
        yield f'<text x="{place:.1f}" y="{over}">{_list(indices)}</text>'


def _list(indices: Sequence[int]) -> str:
    """The names of points that stand in one place: "2", "0, 3", "0–3"."""
    first, *_, last = [*sorted(indices), max(indices)]
    if len(indices) > 2 and last - first == len(indices) - 1:
        return f"{first}–{last}"
    return ", ".join(map(str, sorted(indices)))


def _place(value: float, picture: NumberLine, left: float) -> float:
    return left + picture.share(value) * (_RIGHT - left)


def _wide(text: str) -> int:
    """About how wide a text is."""
    return _DIGIT * cell_len(text)


def _bars(chart: Chart) -> list[str]:
    """A band and a bar after it for every row, in as many pictures as sheets have room for."""
    labels = max(cell_len(row.label) for row in chart.rows)
    above = _LETTER * (labels > _LONGEST_LABEL)  # long labels have lines of their own
    left = 0 if above else labels * _DIGIT + 8
    room = _WIDTH - left - 8 - max(_wide(row.text) for row in chart.rows)
    pictures, rows = [], list(zip(chart.rows, chart.shares(), strict=True))
    for start in range(0, len(rows), _MOST_BARS):
        parts = [f"<title>{html(chart.caption)}</title>"]
        top = 0
        for row, (band, bar) in rows[start : start + _MOST_BARS]:
            name = ("end", 0, top + _BAR) if above else ("before", left - 8, top + _BAR - 2)
            parts.append(_text(*name, row.label))
            parts += _bar(left, top + above, band * room, bar * room, row.text)
            top += above + _BETWEEN
        inner = "\n".join(parts)
        box = f"0 0 {_WIDTH} {top}"
        pictures.append(f'<svg class="line bars" viewBox="{box}" role="img">\n{inner}\n</svg>')
    return pictures


def _bar(left: float, top: float, band: float, bar: float, text: str) -> Iterator[str]:
    """The band, the bar, and the number behind them."""
    for kind, start, width in (("band", left, band), ("bar", left + band, bar)):
        place = f'x="{start:.1f}" y="{top}" width="{width:.1f}" height="{_BAR}"'
        if width > 0:
            yield f'<rect class="{kind}" {place}/>'
    yield _text("end", left + band + bar + 6, top + _BAR - 2, text)


def _text(kind: str, across: float, down: float, text: str) -> str:
    return f'<text class="{kind}" x="{across:.1f}" y="{down:g}">{html(text)}</text>'


def curves(picture: Curves) -> str:
    """An area and a line over the same places, each with the number that it ends with."""
    most = max(*picture.area, *picture.line) or 1.0
    size = len(picture.places)
    across = [_LEFT + n / (size - 1) * (_END - _LEFT) for n in range(size)]
    area, line = (
        [_BOTTOM - value / most * (_BOTTOM - _TOP) for value in values]
        for values in (picture.area, picture.line)
    )
    path = _path(across, area)
    parts = [
        f"<title>{html(picture.said)}</title>",
        f'<path class="area" d="{path} L{_END} {_BOTTOM} L{_LEFT} {_BOTTOM} Z"/>',
        f'<path class="top" d="{path}"/>',
        f'<line x1="{_LEFT}" x2="{_END}" y1="{_BOTTOM}" y2="{_BOTTOM}"/>',
        f'<path d="{_path(across, line)}"/>',
    ]
    if size <= _MOST_DOTS:
        places = zip(across, line, strict=True)
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4"/>' for x, y in places]
    apart = -(-(size - 1) // (_MOST_NAMES - 1))
    named = [n for n in range(0, size - 1, apart) if size - 1 - n >= apart]
    for n in (*named, size - 1):
        name = html(picture.places[n])
        parts.append(f'<text x="{across[n]:.1f}" y="{_BOTTOM + 18}">{name}</text>')
    parts.append(f'<text x="{_LEFT - 18}" y="{_TOP + 4}">{most:.3g}</text>')
    parts.append(f'<text x="{_LEFT - 18}" y="{_BOTTOM + 4}">0</text>')
    parts += _ends(picture, area[-1], line[-1])
    inner = "\n".join(parts)
    box = f"0 0 {_WIDTH} {_BOTTOM + 26}"
    return f'<svg class="line curves" viewBox="{box}" role="img">\n{inner}\n</svg>'


def _path(across: Sequence[float], down: Sequence[float]) -> str:
    return "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in zip(across, down, strict=True))


def _ends(picture: Curves, *heights: float) -> Iterator[str]:
    """The last numbers, moved apart where they would stand upon each other."""
    upper, lower = sorted(heights)
    lower = min(max(lower, upper + _LETTER), _BOTTOM - 4)
    upper = min(upper, lower - _LETTER)
    places = (upper, lower) if heights[0] <= heights[1] else (lower, upper)
    for text, height in zip(picture.ends, places, strict=True):
        yield _text("end", _END + 10, height + 4, text)
