"""Pictures in SVG, in the colours of the page that they stand in."""

from __future__ import annotations

from collections.abc import Iterator

from addnorm_cli.formats.escape import html
from addnorm_cli.page.page import NumberLine, Points

_LEFT, _RIGHT, _HEIGHT = 36, 604, 58
"""Where the lines begin and end, and how far they are from each other."""
_NEAR = 14
"""Names of points that are nearer to each other stand over one another."""


def number_line(picture: NumberLine) -> str:
    """Points on lines of numbers under each other, with the scale below."""
    rows = len(picture.rows)
    bottom = rows * _HEIGHT
    zero = _place(0.0, picture)
    parts = [
        f'<line x1="{zero:.1f}" x2="{zero:.1f}" y1="10" y2="{bottom}" stroke-dasharray="3 3"/>'
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
