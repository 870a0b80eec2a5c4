"""What a picture on a page shows, for the formats that can draw it."""

from __future__ import annotations

from addnorm_cli.model.records import record


@record
class Points:
    """Points on a line of numbers, and what the line is called."""

    label: str
    values: tuple[float, ...]


@record
class NumberLine:
    """Lines of numbers under each other, from the least number of all to the largest.

    Attributes:
        least: The number that the lines begin at.
        most: The number that they end at.
        ends: The digits of both.
        rows: The points of each line.
    """

    least: float
    most: float
    ends: tuple[str, str]
    rows: tuple[Points, ...]

    def share(self, value: float) -> float:
        """Where a number stands, from 0 at the least to 1 at the largest."""
        span = self.most - self.least
        return value / span - self.least / span


@record
class Curves:
    """Two rows of numbers of 0 or more over the same places: an area, and a line before it.

    Attributes:
        places: What the places are called; two or more.
        area: The numbers of the area.
        line: The numbers of the line.
        ends: The digits of the last number of each, in the same order.
        said: What is read out in place of the picture.
    """

    places: tuple[str, ...]
    area: tuple[float, ...]
    line: tuple[float, ...]
    ends: tuple[str, str]
    said: str
