"""One layer as a drawing: the boxes that the stream goes through, and its bypass."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from unicodedata import east_asian_width

from addnorm_cli.messages import say
from addnorm_cli.model.block_problem import NORM_PLACES, THIRD_NORMS
from addnorm_cli.model.placements import PLACEMENTS, Placement
from addnorm_cli.page.page import Drawing
from addnorm_cli.page.request import Request
from addnorm_cli.trace.settings import BlockSettings
from addnorm_cli.trace.trace import Trace

_BOXES = ("attention", "cross", "ffn", *NORM_PLACES, *THIRD_NORMS)


def data_flow(trace: Trace, request: Request) -> Iterator[Drawing]:
    """A drawing of one layer in the placement that was chosen."""
    settings, ledger = trace.settings, trace.ledger
    if not isinstance(settings, BlockSettings) or settings.placement is None or ledger is None:
        return
    parts = {entry.part for entry in ledger.entries if entry.layer == 1}
    normed = trace.norm is not None
    names = {box: say(request.language, f"flow.box.{box}") for box in _BOXES}
    placement = PLACEMENTS[settings.placement]
    lines = flow_lines(placement, parts, bool(settings.residual), normed, names)
    yield Drawing(say(request.language, "flow.title"), lines)


def flow_lines(
    placement: Placement, parts: set[str], residual: bool, normed: bool, names: Mapping[str, str]
) -> tuple[str, ...]:
    """The boxes that the stream goes through, one half of the layer a line, with its bypass."""
    if placement.parallel:
        return _side_by_side(residual, normed, names)
    lines = []
    halves = ("attention", "cross", "ffn") if "cross" in parts else ("attention", "ffn")
    for half, part in enumerate(halves, start=1):
        if part in parts:
            lines += _half(placement, half, part, residual, normed, names)
    return tuple(lines)


def _side_by_side(residual: bool, normed: bool, names: Mapping[str, str]) -> tuple[str, ...]:
    """Both sublayers under each other, between one norm and one sum."""
    lead = f"x ─┬─ {names['norm1']} ─" if normed else "x ─┬─ ─"
    first, second = f"┬─ {names['attention']} ─┐", f"└─ {names['ffn']} ─"
    lines = [lead + first, " " * _width(lead) + second]
    lines[1] += "─" * (_width(lines[0]) - _width(lines[1]) - 1) + "┴─ + ─▶ x"
    if residual:
        plus = _width(lines[1][: lines[1].index("+")])
        lines.append("   └" + "─" * (plus - 4) + "┘")
    return tuple(lines)


def _half(
    placement: Placement,
    half: int,
    part: str,
    residual: bool,
    normed: bool,
    names: Mapping[str, str],
) -> list[str]:
    after = names[placement.norm_after(half)]
    boxes = [names[f"norm{half}"]] if placement.before and normed else []
    boxes.append(names[part])
    if placement.after == "branch" and normed:
        boxes.append(after)
    lead = "x ─┬─ " if residual else "x ─── "
    line = lead + " ─ ".join(boxes)
    plus = _width(line) + 3
    line += " ─ + " if residual else ""
    if placement.after == "stream" and normed:
        line += f"─ {after} " if residual else f" ─ {after} "
    line += "─▶ x" if residual else " ─▶ x"
    if not residual:
        return [line]
    below = "   └─" + "─" * (plus - 5) + "┘"
    if placement.scaled:
        below = "   └─ ·α " + "─" * (plus - 9) + "┘"
    return [line, below]


def _width(text: str) -> int:
    """The columns that a text takes: two for a Chinese character."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)
