"""The residual stream on a page: its ledger, its depth chart, and what they say."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from addnorm_cli.messages import say
from addnorm_cli.model.records import replaced
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.numbers.numfmt import (
    UNDEFINED,
    meant,
    show,
    show_alike,
    show_exactly,
    show_typed,
    to_decimal,
)
from addnorm_cli.numbers.surd import Surd
from addnorm_cli.page.digits import number_at
from addnorm_cli.page.grids import GAP, Indices, elision_note, heads, remarked, row_index
from addnorm_cli.page.page import Block, Chart, ChartRow, Grid, GridRow, Heading, Remark
from addnorm_cli.page.remarks import noise_text
from addnorm_cli.page.request import Request
from addnorm_cli.trace.ledger import Ledger, LedgerEntry
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.trace import Trace

_LENGTHS = ("delta", "stream", "distance", "cosine")
_WRITTEN_OUT = 10_000
"""From so many times on, a share is written with a power of ten."""


def ledger_blocks(trace: Trace, request: Request) -> Iterator[Block]:
    """The ledger, its proof, the depth chart, and a note that is worked out from the numbers."""
    ledger = trace.ledger
    assert ledger is not None
    rows = len(ledger.start.value)
    row = (
        (request.selection.row or 0) % rows
        if rows == 1 or request.selection.row is not None
        else None
    )
    key = "ledger.title" if row is None or rows == 1 else "ledger.row"
    name = "" if row is None else row_index(row, request)
    yield Heading(say(request.language, key, row=name))
    if row is not None:
        yield _vectors(ledger, row, request)
    yield _lengths(ledger, row, request)
    yield _proof(ledger, row, request)
    yield _chart(ledger, row, request)
    yield from _note(ledger, row, request)
    if trace.contrast is not None and trace.contrast.ledger is not None:
        yield from _comparison(ledger, trace.contrast.ledger, row, request)


def entry_label(entry: LedgerEntry, request: Request) -> str:
    """What an update is called: the reader's label, or its layer and sublayer."""
    if entry.layer == 0:
        return entry.part
    return say(request.language, f"ledger.{entry.part}", layer=entry.layer)


def _vectors(ledger: Ledger, row: int, request: Request) -> Grid:
    """x₀, then each Δ and the stream after it; what was typed with the digits that were typed."""
    width = ledger.start.value.shape[-1]
    columns = request.selection.columns_of(width)
    rows = [GridRow("x₀", _digits(ledger.start, row, columns, request))]
    after = "= x" if ledger.sums else say(request.language, f"ledger.after.{ledger.why_not}")
    for entry in ledger.entries:
        label = entry_label(entry, request)
        sign = "+" if ledger.why_not != "no_residual" else "←"
        delta = _digits(entry.delta, row, columns, request)
        rows.append(GridRow(f"{sign} {label}", delta))
        stream = _digits(entry.stream, row, columns, request)
        rows.append(GridRow(after, stream, strong=True))
    caption = say(request.language, "ledger.vectors")
    note = elision_note(columns, width, [0], 1, request)
    grid = Grid(caption, heads(ledger.start, columns, request), tuple(rows), note)
    names = [name for entry in ledger.entries for name in (entry.part, "")]
    return remarked(grid, ["x", *names], request)


def _digits(quantity: Quantity, row: int, columns: Indices, request: Request) -> tuple[str, ...]:
    """The digits of one row, as they were typed where they were."""
    shown = [c for c in columns if c is not None]
    if quantity.typed is not None:
        digits = [show_typed(quantity.typed[row, c], request.precision) for c in shown]
    elif isinstance(quantity.value.flat[0], Surd):
        exact = [to_decimal(number_at(quantity, (row, c))) for c in shown]
        digits = show_exactly(exact, request.precision)
    else:
        errors = quantity.errors()[row]
        numbers = [meant(number_at(quantity, (row, c)), float(errors[c])) for c in shown]
        digits = show_alike(numbers, request.precision)
    texts = iter(digits)
    return tuple(GAP if c is None else next(texts).text for c in columns)


def _at(values: Array, row: int | None) -> float:
    """The value of one token, or the mean of all."""
    if row is not None:
        return float(values[row])
    with np.errstate(over="ignore"):
        mean = float(values.mean())
    return mean if np.isfinite(mean) else float((values / len(values)).sum())


def _lengths(ledger: Ledger, row: int | None, request: Request) -> Grid:
    start = _at(ledger.start_length, row)
    rows = [GridRow("x₀", ("", _text(start, request), "0", "1" if start else UNDEFINED))]
    for entry in ledger.entries:
        cells = tuple(_text(_at(v, row), request) for v in vars(entry.lengths).values())
        rows.append(GridRow(entry_label(entry, request), cells))
    columns = tuple(say(request.language, f"ledger.{name}") for name in _LENGTHS)
    key = request.key("ledger.mean")
    mean = None if row is not None else say(request.language, key, rows=len(ledger.start.value))
    return Grid(mean, columns, tuple(rows))


def _text(value: float, request: Request) -> str:
    """The digits of a length or a cosine; a dash where it is undefined."""
    return show(value, request.precision).text


def _proof(ledger: Ledger, row: int | None, request: Request) -> Remark:
    """x_N = x₀ + ΣΔ with its numbers, or why it is not true of this placement."""
    if not ledger.sums:
        return Remark("note", say(request.language, f"ledger.why_not.{ledger.why_not}"))
    if row is None:
        gap = show(ledger.gap, 2, ledger.gap_error)
        text = say(
            request.language,
            "ledger.proof_rows" if ledger.holds else "ledger.proof_rows_off",
            rows=len(ledger.start.value),
            gap=gap.text + (noise_text(ledger.gap_error, request.language) if gap.noise else ""),
        )
        return Remark("check" if ledger.holds else "failed", text)
    columns = request.selection.columns_of(ledger.start.value.shape[-1])
    start_text, total_text, end_text = (
        f"[{', '.join(_digits(replaced(q, typed=None), row, columns, request))}]"
        for q in (ledger.start, ledger.total, ledger.end)
    )
    text = say(
        request.language,
        "ledger.proof",
        start=start_text,
        total=total_text,
        sign="=" if ledger.holds else "≠",
        end=end_text,
    )
    return Remark("check" if ledger.holds else "failed", text)


def _chart(ledger: Ledger, row: int | None, request: Request) -> Chart:
    """The band of x₀ through all updates, and a bar for each: how far the stream has come."""
    start = _at(ledger.start_length, row)
    off = ledger.why_not == "no_residual"
    key = "chart.title_off" if off else "chart.title" if ledger.sums else "chart.title_norm"
    rows = [ChartRow("x₀", start, 0.0, _text(start, request))]
    for entry in ledger.entries:
        m = entry.lengths
        bar = _at(m.delta if off else m.distance, row)
        along = abs(_at(np.nan_to_num(m.stream * m.cosine), row))
        band = 0.0 if off else start if ledger.sums else along
        rows.append(ChartRow(entry_label(entry, request), band, bar, _text(bar, request)))
    return Chart(say(request.language, key), tuple(rows))


def _note(ledger: Ledger, row: int | None, request: Request) -> Iterator[Remark]:
    """How much of x₀ is left, and which sublayer wrote most."""
    if not ledger.entries:
        return
    share = ledger.kept
    shown = share if row is None else share[row]
    if not np.isfinite(shown).all():
        key = "ledger.no_start" if np.isnan(shown).any() else "ledger.kept_beyond"
        text = say(request.language, key)
    elif row is not None:
        cosine = _text(float(ledger.entries[-1].lengths.cosine[row]), request)
        text = say(
            request.language, "ledger.kept", share=_percent(float(share[row])), cosine=cosine
        )
    else:
        least, most = _percent(float(share.min())), _percent(float(share.max()))
        key = "ledger.kept_rows" if least != most else "ledger.kept_all"
        text = say(request.language, key, least=least, most=most)
    yield Remark("note", text)
    written = [_at(entry.lengths.delta, row) for entry in ledger.entries]
    most_written = int(np.argmax(written))
    largest = written[most_written]
    if not largest:
        return
    whole = sum(size / largest for size in written)  # the sizes themselves may come to too much
    text = say(
        request.language,
        "ledger.wrote_most" if row is not None else "ledger.wrote_most_rows",
        label=entry_label(ledger.entries[most_written], request),
        size=_text(largest, request),
        share=_percent(1 / whole),
    )
    yield Remark("note", text)


def _percent(share: float) -> str:
    if abs(share) >= _WRITTEN_OUT:
        return f"{to_decimal(share) * 100:.0e}%"
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
    for entry, other in zip(on.entries, off.entries, strict=True):
        pairs = [(getattr(entry.lengths, n), getattr(other.lengths, n)) for n in names]
        cells = tuple(_text(_at(v, row), request) for pair in pairs for v in pair)
        rows.append(GridRow(entry_label(entry, request), cells))
    yield Grid(None, columns, tuple(rows))
    if row is not None:
        cells_of = request.selection.columns_of(on.start.value.shape[-1])
        ends = {"on": on.entries[-1].stream, "off": off.entries[-1].stream}
        yield Grid(
            say(request.language, "compare.end"),
            heads(on.start, cells_of, request),
            (
                GridRow("x₀", _digits(replaced(on.start, typed=None), row, cells_of, request)),
                *(
                    GridRow(
                        say(request.language, f"compare.{side}"),
                        _digits(end, row, cells_of, request),
                    )
                    for side, end in ends.items()
                ),
            ),
        )
