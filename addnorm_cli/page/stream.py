"""The residual stream on a page: its data flow, its ledger, its depth chart, and what they say."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from addnorm_cli.calc.block import PLACEMENTS, Placement
from addnorm_cli.calc.ledger import Lengths, gap, kept, length, lengths
from addnorm_cli.messages import say
from addnorm_cli.model.problem import Tensor
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.numbers.numfmt import MANY, UNDEFINED, show, show_alike, show_typed, to_decimal
from addnorm_cli.page.grids import Indices, elision_note, heads
from addnorm_cli.page.page import Block, Chart, ChartRow, Drawing, Grid, GridRow, Heading, Remark
from addnorm_cli.page.request import Request
from addnorm_cli.trace.trace import Ledger, LedgerEntry, Step, Trace

_NOISE = 1e-9


def data_flow(trace: Trace, request: Request) -> Iterator[Drawing]:
    """A drawing of one layer in the placement that was chosen."""
    placement = trace.parameters.get("placement")
    if placement is None:
        return
    ledger = trace.ledger
    assert ledger is not None
    parts = {entry.part for entry in ledger.entries if entry.layer == 1}
    lines = flow_lines(
        PLACEMENTS[placement], parts, bool(trace.parameters["residual"]), trace.norm is not None
    )
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
            lines += _half(placement, f"norm{half}", word, residual, normed)
    return tuple(lines)


def _half(placement: Placement, norm: str, word: str, residual: bool, normed: bool) -> list[str]:
    boxes = [norm] if placement.before and normed else []
    boxes.append(word)
    if placement.after == "branch" and normed:
        boxes.append(f"{norm}_post" if placement.before else norm)
    lead = "x ─┬─ " if residual else "x ─── "
    line = lead + " ─ ".join(boxes)
    plus = len(line) + 3
    line += " ─ + " if residual else ""
    if placement.after == "stream" and normed:
        line += f"─ {norm} " if residual else f" ─ {norm} "
    line += "─▶ x" if residual else " ─▶ x"
    if not residual:
        return [line]
    below = "   └─" + "─" * (plus - 5) + "┘"
    if placement.scaled:
        below = "   └─ ·α " + "─" * (plus - 9) + "┘"
    return [line, below]


def ledger_blocks(trace: Trace, request: Request) -> Iterator[Block]:
    """The ledger, its proof, the depth chart, and a note that is worked out from the numbers."""
    ledger = trace.ledger
    assert ledger is not None
    rows = len(ledger.start)
    row = (
        (request.selection.row or 0) % rows
        if rows == 1 or request.selection.row is not None
        else None
    )
    key = "ledger.title" if row is None or rows == 1 else "ledger.row"
    yield Heading(say(request.language, key, row=row))
    measured = lengths(ledger)
    if row is not None:
        yield _vectors(trace, ledger, row, request)
    yield _lengths(ledger, measured, row, request)
    yield _proof(ledger, row, request)
    yield _chart(ledger, measured, row, request)
    yield from _note(ledger, measured, row, request)
    if trace.contrast is not None and trace.contrast.ledger is not None:
        yield from _comparison(ledger, trace.contrast.ledger, row, request)


def entry_label(entry: LedgerEntry, request: Request) -> str:
    """What an update is called: the reader's label, or its layer and sublayer."""
    if entry.layer == 0:
        return entry.part
    return say(request.language, f"ledger.{entry.part}", layer=entry.layer)


def _vectors(trace: Trace, ledger: Ledger, row: int, request: Request) -> Grid:
    """x₀, then each Δ and the stream after it; what was typed with the digits that were typed."""
    width = ledger.start.shape[-1]
    columns = request.selection.columns_of(width)
    given = trace.inputs["x"]
    digits = given.typed if isinstance(given, Tensor) else None
    start = None if digits is None else digits.reshape(ledger.start.shape)[row]
    rows = [GridRow("x₀", _digits(ledger.start[row], columns, request, typed=start))]
    size = abs(ledger.start[row].astype(float))
    after = "= x" if ledger.sums else say(request.language, f"ledger.after.{ledger.why_not}")
    for number, entry in enumerate(ledger.entries):
        label = entry_label(entry, request)
        sign = "+" if ledger.why_not != "no_residual" else "←"
        made = abs(entry.delta[row].astype(float))
        if entry.layer:  # a sublayer's sums leave noise of the size of its largest component
            made = np.full_like(made, made.max())
        size = np.maximum(size, made)
        typed = _typed_delta(trace, number, row)
        delta = _digits(entry.delta[row], columns, request, made, typed)
        rows.append(GridRow(f"{sign} {label}", delta))
        stream = _digits(entry.stream[row], columns, request, size)
        rows.append(GridRow(after, stream, strong=True))
    caption = say(request.language, "ledger.vectors")
    note = elision_note(columns, width, [0], 1, request)
    return Grid(caption, heads(columns), tuple(rows), note)


def _typed_delta(trace: Trace, number: int, row: int) -> Array | None:
    """The digits of an update of a bare ledger, as they were typed."""
    parts = trace.cases[0].parts
    part = parts[number] if number < len(parts) else None
    if not isinstance(part, Step) or "update" not in part.scope:
        return None
    typed = part.scope["update"].typed
    return None if typed is None else typed[row]


def _digits(
    row: Array,
    columns: Indices,
    request: Request,
    size: Array | None = None,
    typed: Array | None = None,
) -> tuple[str, ...]:
    """The digits of one row.

    Args:
        row: The numbers.
        columns: Those of them to show.
        request: What the reader wants to see.
        size: For each component the largest number that was added up to make it.
        typed: Its digits, where it was typed.
    """
    if typed is not None:
        shown = iter([show_typed(typed[c], request.precision) for c in columns if c is not None])
    else:
        numbers = [
            to_decimal(
                row[c] if row.dtype == object else float(row[c]),
                0.0 if size is None else float(size[c]) * MANY,
            )
            for c in columns
            if c is not None
        ]
        shown = iter(show_alike(numbers, request.precision))
    return tuple("…" if c is None else next(shown).text for c in columns)


def _at(values: Array, row: int | None) -> float:
    """The value of one token, or the mean of all."""
    return float(values.mean() if row is None else values[row])


def _lengths(ledger: Ledger, measured: list[Lengths], row: int | None, request: Request) -> Grid:
    start = _at(length(ledger.start.astype(float)), row)
    rows = [GridRow("x₀", ("", _text(start, request), "0", "1" if start else UNDEFINED))]
    for entry, m in zip(ledger.entries, measured, strict=True):
        values = (m.delta, m.stream, m.distance, m.cosine)
        cells = tuple(_text(_at(v, row), request) for v in values)
        rows.append(GridRow(entry_label(entry, request), cells))
    names = ("delta", "stream", "distance", "cosine")
    columns = tuple(say(request.language, f"ledger.{name}") for name in names)
    key = "ledger.mean.document" if request.as_document else "ledger.mean"
    mean = None if row is not None else say(request.language, key, rows=len(ledger.start))
    return Grid(mean, columns, tuple(rows))


def _text(value: float, request: Request) -> str:
    """The digits of a length or a cosine; a dash where it is undefined."""
    return show(value, request.precision).text


def _proof(ledger: Ledger, row: int | None, request: Request) -> Remark:
    """x_N = x₀ + ΣΔ with its numbers, or why it is not true of this placement."""
    if not ledger.sums:
        return Remark("note", say(request.language, f"ledger.why_not.{ledger.why_not}"))
    difference = gap(ledger)
    scale = float(abs(ledger.entries[-1].stream.astype(float)).max()) if ledger.entries else 1.0
    holds = difference <= _NOISE * max(scale, 1.0)
    if row is None:
        text = say(
            request.language,
            "ledger.proof_rows" if holds else "ledger.proof_rows_off",
            rows=len(ledger.start),
            gap=show(difference, 2, scale * MANY).text,
        )
        return Remark("check" if holds else "failed", text)
    columns = request.selection.columns_of(ledger.start.shape[-1])
    size = abs(ledger.start[row].astype(float))
    for entry in ledger.entries:
        size = np.maximum(size, abs(entry.delta[row].astype(float)))
    total = sum((entry.delta[row] for entry in ledger.entries), 0 * ledger.start[row])
    end = ledger.entries[-1].stream[row] if ledger.entries else ledger.start[row]
    start_text, total_text, end_text = (
        f"[{', '.join(_digits(np.asarray(v), columns, request, size))}]"
        for v in (ledger.start[row], total, end)
    )
    text = say(
        request.language,
        "ledger.proof",
        start=start_text,
        total=total_text,
        sign="=" if holds else "≠",
        end=end_text,
    )
    return Remark("check" if holds else "failed", text)


def _chart(ledger: Ledger, measured: list[Lengths], row: int | None, request: Request) -> Chart:
    """The band of x₀ through all updates, and a bar for each: how far the stream has come."""
    start = _at(length(ledger.start.astype(float)), row)
    off = ledger.why_not == "no_residual"
    key = "chart.title_off" if off else "chart.title" if ledger.sums else "chart.title_norm"
    rows = [ChartRow("x₀", start, 0.0, _text(start, request))]
    for entry, m in zip(ledger.entries, measured, strict=True):
        bar = _at(m.delta if off else m.distance, row)
        along = abs(_at(np.nan_to_num(m.stream * m.cosine), row))
        band = 0.0 if off else start if ledger.sums else along
        rows.append(ChartRow(entry_label(entry, request), band, bar, _text(bar, request)))
    return Chart(say(request.language, key), tuple(rows))


def _note(
    ledger: Ledger, measured: list[Lengths], row: int | None, request: Request
) -> Iterator[Remark]:
    """How much of x₀ is left, and which sublayer wrote most."""
    if not ledger.entries:
        return
    share = kept(ledger)
    if np.isnan(share if row is None else share[row]).any():
        text = say(request.language, "ledger.no_start")
    elif row is not None:
        cosine = _text(float(measured[-1].cosine[row]), request)
        text = say(
            request.language, "ledger.kept", share=_percent(float(share[row])), cosine=cosine
        )
    else:
        least, most = _percent(float(share.min())), _percent(float(share.max()))
        key = "ledger.kept_rows" if least != most else "ledger.kept_all"
        text = say(request.language, key, least=least, most=most)
    yield Remark("note", text)
    written = [_at(m.delta, row) for m in measured]
    most_written = int(np.argmax(written))
    whole = sum(written)
    if not whole:
        return
    text = say(
        request.language,
        "ledger.wrote_most" if row is not None else "ledger.wrote_most_rows",
        label=entry_label(ledger.entries[most_written], request),
        size=_text(written[most_written], request),
        share=_percent(written[most_written] / whole),
    )
    yield Remark("note", text)


def _percent(share: float) -> str:
    text = f"{share:.0%}"
    return "0%" if text == "-0%" else text


def _comparison(on: Ledger, off: Ledger, row: int | None, request: Request) -> Iterator[Block]:
    """The stream with the residual beside the stream without."""
    yield Heading(say(request.language, "compare.title"))
    names = ("stream", "distance", "cosine")
    columns = tuple(
        f"{say(request.language, f'ledger.{name}')} {say(request.language, f'compare.{side}')}"
        for name in names
        for side in ("on", "off")
    )
    rows = []
    for entry, one, other in zip(on.entries, lengths(on), lengths(off), strict=True):
        pairs = [(getattr(one, name), getattr(other, name)) for name in names]
        cells = tuple(_text(_at(v, row), request) for pair in pairs for v in pair)
        rows.append(GridRow(entry_label(entry, request), cells))
    yield Grid(None, columns, tuple(rows))
    if row is not None:
        cells_of = request.selection.columns_of(on.start.shape[-1])
        ends = {"on": on.entries[-1].stream[row], "off": off.entries[-1].stream[row]}
        yield Grid(
            say(request.language, "compare.end"),
            heads(cells_of),
            (
                GridRow("x₀", _digits(on.start[row], cells_of, request)),
                *(
                    GridRow(
                        say(request.language, f"compare.{side}"), _digits(end, cells_of, request)
                    )
                    for side, end in ends.items()
                ),
            ),
        )
