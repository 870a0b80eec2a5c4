"""Pictures in SVG, in the colours of the page that they stand in, or in those of print."""

from __future__ import annotations

from collections.abc import Iterator

from addnorm_cli.formats.escape import html
from addnorm_cli.page.page import NumberLine, Points

_LEFT, _RIGHT, _HEIGHT = 36, 604, 58
"""Where the lines begin and end, and how far they are from each other."""
_NEAR = 14
"""Names of points that are nearer to each other stand over one another."""
_PRINT = """\
<style>
line { stroke: #5a6270 }
circle { fill: #0b5bab; fill-opacity: .75 }
text { fill: #1d2129; font-family: "Libertinus Serif"; font-size: 14px; text-anchor: middle }
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
    for value in dict.fromkeys((picture.least, 0.0, picture.most)):
        place = _place(value, picture)
        if not value or abs(place - zero) > 2 * _NEAR:
            parts.append(f'<text x="{place:.1f}" y="{bottom + 14}">{value:.4g}</text>')
    inner = "\n".join(parts)
    return f'<svg class="line" viewBox="0 0 640 {bottom + 20}" role="img">\n{inner}\n</svg>'


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
    span = picture.most - picture.least
    return _LEFT + (value / span - picture.least / span) * (_RIGHT - _LEFT)
