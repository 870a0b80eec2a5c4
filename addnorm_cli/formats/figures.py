"""Pictures in SVG, in the colours of the page that they stand in, or in those of print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from addnorm_cli.formats.escape import html
from addnorm_cli.page.pictures import Curves, NumberLine, Points

_WIDTH, _LEFT, _RIGHT, _HEIGHT = 640, 36, 604, 58
"""The width of a picture, where its lines begin and end, and how far they are from each other."""
_DIGIT = 8
"""How wide a digit is."""
_NEAR = 14
"""Names of points that are nearer to each other stand over one another."""
_TOP, _BOTTOM, _END, _LETTER = 14, 190, 540, 18
"""Where curves begin and end; to their right stand the numbers that they end with,
in letters of some height."""
_MOST_NAMES = 8
"""So many names of places stand beside each other."""
_MOST_DOTS = 24
_PRINT = """\
<style>
line { stroke: #5a6270 }
circle { fill: #0b5bab; fill-opacity: .75 }
text { fill: #1d2129; font-family: "Libertinus Serif"; font-size: 14px; text-anchor: middle }
text.end { text-anchor: start }
path { fill: none; stroke: #0b5bab; stroke-width: 2.5 }
path.area { fill: #d5dae1; stroke: none }
path.top { stroke: #5a6270; stroke-width: 1.5 }
</style>
"""


def printed(svg: str) -> str:
    """A picture as a file of its own, dark on white."""
    start, end, rest = svg.partition(">\n")
    return f'{start} xmlns="http://www.w3.org/2000/svg"{end}{_PRINT}{rest}'


def number_line(picture: NumberLine, title: str) -> str:
    """Points on lines of numbers under each other, with the scale below.

    Args:
        picture: The points.
        title: What is read out in place of the picture.
    """
    rows = len(picture.rows)
    bottom = rows * _HEIGHT
    zero = _place(0.0, picture)
    parts = [
        f"<title>{html(title)}</title>",
        f'<line x1="{zero:.1f}" x2="{zero:.1f}" y1="10" y2="{bottom}" stroke-dasharray="3 3"/>',
    ]
    for number, points in enumerate(picture.rows):
        parts += _row(points, (number + 1) * _HEIGHT - 14, picture)
    least, most = picture.ends
    for value, digits in {picture.least: least, 0.0: "0", picture.most: most}.items():
        place = _place(value, picture)
        if not value or abs(place - zero) > 2 * _NEAR:
            half = len(digits) * _DIGIT / 2
            inside = min(max(place, half), _WIDTH - half)
            parts.append(f'<text x="{inside:.1f}" y="{bottom + 14}">{html(digits)}</text>')
    inner = "\n".join(parts)
    return f'<svg class="line" viewBox="0 0 {_WIDTH} {bottom + 20}" role="img">\n{inner}\n</svg>'


def _row(points: Points, height: int, picture: NumberLine) -> Iterator[str]:
    yield f'<line x1="{_LEFT}" x2="{_RIGHT}" y1="{height}" y2="{height}"/>'
    yield f'<text x="12" y="{height + 4}" font-style="italic">{html(points.label)}</text>'
    levels: list[float] = []
    for index in sorted(range(len(points.values)), key=lambda n: points.values[n]):
        place = _place(points.values[index], picture)
        level = next((n for n, end in enumerate(levels) if place - end > _NEAR), len(levels))
        levels[level : level + 1] = [place]
        yield f'<circle cx="{place:.1f}" cy="{height}" r="5"/>'
        yield f'<text x="{place:.1f}" y="{height - 10 - 12 * level}">{index}</text>'


def _place(value: float, picture: NumberLine) -> float:
    return _LEFT + picture.share(value) * (_RIGHT - _LEFT)


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
        yield f'<text class="end" x="{_END + 10}" y="{height + 4:.1f}">{html(text)}</text>'
