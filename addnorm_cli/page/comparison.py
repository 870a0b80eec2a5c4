"""Comparisons on a page: which cells a statistic runs over, what was found out, what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isfinite

from addnorm_cli.formula.norms import NORMS
from addnorm_cli.messages import LANGUAGES, Language, has, say
from addnorm_cli.model.patterns import lazily
from addnorm_cli.model.records import replaced
from addnorm_cli.numbers.numfmt import show
from addnorm_cli.page.grids import GAP, elision_note, numbered, row_index
from addnorm_cli.page.number_line import drawn
from addnorm_cli.page.page import Block, Drawing, Grid, GridRow
from addnorm_cli.page.pictures import Points
from addnorm_cli.page.request import Request
from addnorm_cli.trace.settings import ComparisonSettings
from addnorm_cli.trace.trace import Finding, Trace

_DRAWN_ROWS, _DRAWN_COLUMNS = 4, 6
"""The largest matrix that is drawn; a larger one is drawn as if it were so small."""
_GAP = 4
_YES = {True: "yes", False: "no"}
_INDEX = lazily(r"\[\d+\]")


def comparison_blocks(trace: Trace, request: Request) -> Iterator[Block]:
    """Everything that a comparison found out."""
    for finding in trace.findings:
        yield from _DRAWN.get(finding.id, _grid)(finding, request)


def _statistics(finding: Finding, request: Request) -> Iterator[Block]:
    """Mean and σ, a line for each norm, and the same as points on one scale."""
    of_rows = finding.id == "of_rows"
    size = len(finding.columns)
    shown = request.selection.rows_of(size) if of_rows else request.selection.columns_of(size)
    names = tuple(GAP if n is None else _column(finding.columns[n], request) for n in shown)
    labels = [_statistic(label, request) for label, _ in finding.rows]
    caption = say(request.language, f"finding.{finding.id}")
    rows = tuple(
        GridRow(label, tuple(GAP if n is None else _cell(finding, row, n, request) for n in shown))
        for row, label in enumerate(labels)
    )
    one: list[int | None] = [0]
    note = (
        elision_note(one, 1, shown, size, request)
        if of_rows
        else elision_note(shown, size, one, 1, request)
    )
    yield Grid(caption, names, rows, note)
    points = [
        Points(label, tuple(0.0 if abs(v) <= e else v for v, e in zip(*numbers, strict=True)))
        for label, *numbers in zip(
            labels, (v for _, v in finding.rows), finding.errors, strict=True
        )
        if all(map(isfinite, numbers[0]))
    ]
    first = _column(finding.columns[0], request)
    title = say(request.language, f"line.{finding.id}", name=first)
    if kinds := finding.facts["standard"]:
        norms = LANGUAGES[request.language].comma.join(_column(kind, request) for kind in kinds)
        title += say(request.language, "line.standard", norms=norms)
    for drawing in drawn(points, title, request):
        yield replaced(drawing, is_result=True)


def _statistic(label: str, request: Request) -> str:
    """The letter of a statistic and of what: "μ z", "σ LayerNorm"."""
    which, _, kind = label.partition(".")
    letter = {"mean": "μ", "sigma": "σ"}[which]
    return f"{letter} {kind if kind == 'z' else _column(kind, request)}"


def _cell(finding: Finding, row: int, column: int, request: Request) -> str:
    """The digits of one number of a finding."""
    error = finding.errors[row][column] if finding.errors else 0.0
    return show(finding.rows[row][1][column], request.precision, error).text


_DRAWN = {"of_rows": _statistics, "of_columns": _statistics}
"""Findings that are drawn."""


def _grid(finding: Finding, request: Request) -> Iterator[Block]:
    width, count = len(finding.columns), len(finding.rows)
    columns, shown = request.selection.columns_of(width), request.selection.rows_of(count)

    def row(number: int) -> GridRow:
        label, _ = finding.rows[number]
        cells = (GAP if c is None else _cell(finding, number, c, request) for c in columns)
        named = _INDEX().fullmatch(label) and len(request.naming.tokens) >= count
        name = request.naming.rows()[number] if named else _row_label(label, request)
        return GridRow(name, tuple(cells))

    yield Grid(
        caption=say(request.language, f"finding.{finding.id}", **finding.facts),
        columns=tuple("…" if c is None else _column(finding.columns[c], request) for c in columns),
        rows=tuple(GridRow("…", ("…",) * len(columns)) if r is None else row(r) for r in shown),
        note=elision_note(columns, width, shown, count, request),
    )


def _row_label(label: str, request: Request) -> str:
    key = f"finding.row.{label}"
    return say(request.language, key) if has(key) else label


def _column(name: str, request: Request) -> str:
    if name[:1] == "d" and name[1:].isdigit():
        column = int(name[1:])
        return request.naming.dims[column] if request.naming.dims else numbered([column])[0]
    if _INDEX().fullmatch(name):
        return row_index(int(name[1:-1]), request)
    key = f"norm.{name}"
    return say(request.language, key) if has(key) else name


def statistic_cells(trace: Trace, request: Request) -> Iterator[Drawing]:
    """For each norm a small matrix, the cells of one of its statistics filled in."""
    kinds = _kinds(trace)
    if not kinds:
        return
    shape = trace.cases[-1].result.value.shape
    rows, columns = min(shape[0], _DRAWN_ROWS), min(shape[-1], _DRAWN_COLUMNS)
    names = [say(request.language, f"norm.{kind}") for kind in kinds]
    pictures = [_picture(kind, rows, columns) for kind in kinds]
    widths = [max(len(name), columns * 2 - 1) + _GAP for name in names]
    lines = ["".join(f"{name:{w}}" for name, w in zip(names, widths, strict=True)).rstrip()]
    for row in range(rows):
        cells = zip(pictures, widths, strict=True)
        lines.append("".join(f"{' '.join(p[row]):{w}}" for p, w in cells).rstrip())
    yield Drawing(say(request.language, "cells.title"), tuple(lines))


def _picture(kind: str, rows: int, columns: int) -> list[list[str]]:
    """The cells that one statistic of this norm runs over."""
    filled: dict[str, Callable[[int, int], bool]] = {
        "row": lambda row, column: row == 0,
        "column": lambda row, column: column == 0,
        "group": lambda row, column: row == 0 and column < max(1, columns // 2),
        "cell": lambda row, column: row == column == 0,
    }
    chosen = filled[NORMS[kind].over]
    return [["■" if chosen(row, c) else "□" for c in range(columns)] for row in range(rows)]


def _kinds(trace: Trace) -> tuple[str, ...]:
    """The norms that are compared; none where something else is."""
    settings = trace.settings
    return (settings.norms or ()) if isinstance(settings, ComparisonSettings) else ()


def property_table(trace: Trace, request: Request) -> Iterator[Grid]:
    """What tells the compared norms from each other, before any number is worked."""
    language = request.language
    kinds = [kind for kind in _kinds(trace) if kind != "none"]
    if not kinds:
        return
    columns = [_properties(kind, language) for kind in kinds]
    yield Grid(
        caption=say(language, "property.title"),
        columns=tuple(_column(kind, request) for kind in kinds),
        rows=tuple(
            GridRow(say(language, f"property.{name}"), tuple(column[name] for column in columns))
            for name in columns[0]
        ),
        words=True,
    )


def _properties(kind: str, language: Language) -> dict[str, str]:
    """What is true of a norm, in words, by the name of each property."""
    norm = NORMS[kind]
    table = norm.formulas(norm.usual)
    letters = [symbol.text for name in norm.learned if (symbol := table[name].symbol) is not None]
    answers = {
        "batch": norm.of_batch,
        "centred": norm.centred,
        "inference": not norm.running,
        "running": norm.running,
    }
    said = {
        name: say(language, f"property.{name}.{_YES[is_so]}") for name, is_so in answers.items()
    }
    comma = LANGUAGES[language].comma
    return {
        "over": say(language, f"property.over.{norm.over}"),
        "batch": said["batch"],
        "centred": said["centred"],
        "parameters": comma.join(letters),
        "inference": said["inference"],
        "running": said["running"],
        "used_in": comma.join(_network(name, language) for name in norm.used_in),
    }


def _network(name: str, language: Language) -> str:
    """A kind of networks in words; a model has one name everywhere."""
    key = f"property.network.{name}"
    return say(language, key) if has(key) else name
