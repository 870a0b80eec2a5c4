"""One layer as a drawing: the boxes that the stream goes through, and its bypass."""

from __future__ import annotations

from collections.abc import Iterator

from addnorm_cli.messages import say
from addnorm_cli.model.placements import PLACEMENTS, Placement
from addnorm_cli.page.page import Drawing
from addnorm_cli.page.request import Request
from addnorm_cli.trace.settings import BlockSettings
from addnorm_cli.trace.trace import Trace


def data_flow(trace: Trace, request: Request) -> Iterator[Drawing]:
    """A drawing of one layer in the placement that was chosen."""
    settings, ledger = trace.settings, trace.ledger
    if not isinstance(settings, BlockSettings) or settings.placement is None or ledger is None:
        return
    parts = {entry.part for entry in ledger.entries if entry.layer == 1}
    normed = trace.norm is not None
    lines = flow_lines(PLACEMENTS[settings.placement], parts, bool(settings.residual), normed)
    yield Drawing(say(request.language, "flow.title"), lines)


def flow_lines(
    placement: Placement, parts: set[str], residual: bool, normed: bool
) -> tuple[str, ...]:
    """The boxes that the stream goes through, one half of the layer a line, with its bypass."""
    if placement.parallel:
        norm = "norm1 ─" if normed else "─"
        top = f"x ─┬─ {norm}┬─ attention ─┐"
        middle = " " * (top.index("┬", 4) if "┬" in top[4:] else 6)
        lines = [top, middle + "└─ FFN ───────┴─ + ─▶ x"]
        if residual:
            plus = lines[1].index("+")
            lines.append("   └" + "─" * (plus - 4) + "┘")
        return tuple(lines)
    lines = []
    for half, (name, word) in enumerate((("attention", "attention"), ("ffn", "FFN")), start=1):
        if name in parts:
            lines += _half(placement, half, word, residual, normed)
    return tuple(lines)


def _half(placement: Placement, half: int, word: str, residual: bool, normed: bool) -> list[str]:
    after = placement.norm_after(half)
    boxes = [f"norm{half}"] if placement.before and normed else []
    boxes.append(word)
    if placement.after == "branch" and normed:
        boxes.append(after)
    lead = "x ─┬─ " if residual else "x ─── "
    line = lead + " ─ ".join(boxes)
    plus = len(line) + 3
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
