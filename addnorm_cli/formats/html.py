"""Writes a page as one HTML file: MathML formulas, no script, nothing to fetch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from addnorm_cli.formats.escape import html, visible
from addnorm_cli.formats.figures import drawn
from addnorm_cli.formats.html_style import NOTEBOOK_STYLE, SHEET_STYLE, STYLE, document
from addnorm_cli.formats.paper import WorkedLine, lines, pieces, title_of
from addnorm_cli.formats.units import Placed, Unit, units, with_a_tail
from addnorm_cli.formula.mathml import operator, row, to_mathml
from addnorm_cli.numbers.numfmt import align
from addnorm_cli.page.page import (
    Answer,
    Block,
    Book,
    Boxes,
    Chart,
    Drawing,
    Formula,
    Grid,
    GridRow,
    Header,
    Heading,
    Label,
    Reason,
    Remark,
    Room,
    Working,
)
from addnorm_cli.page.request import Request

_MARKS = {"check": "✓", "failed": "✗", "warning": "!"}


def write(book: Book, request: Request) -> str:
    """A page or several; in ASCII where the output has nothing else."""
    has_boxes = any(isinstance(block, Boxes) for chapter in book.chapters for block in chapter)
    style = STYLE + SHEET_STYLE if has_boxes else STYLE
    pages = [units(book.front), *(units(chapter, depth=1) for chapter in book.chapters)]
    pages[-1] = with_a_tail(pages[-1])
    front, *chapters = ["\n".join(map(_kept, page)) for page in pages]
    kind = ' class="sheet"' if has_boxes else ""
    sections = (f"<section{kind}>\n{chapter}\n</section>" for chapter in chapters)
    return document("\n".join([front, *sections]), title_of(book.front, "addnorm"), style, request)


def _kept(unit: Unit) -> str:
    """Parts of a page that stay on one sheet of paper; one to fill in has a section of its own."""
    written = _written(unit)
    is_sheet = any(isinstance(placed.block, Boxes) for placed in unit)
    return written if is_sheet else f'<div class="whole">\n{written}\n</div>'


def notebook(blocks: Sequence[Block]) -> str:
    """A page as a part of somebody else's page, such as a notebook."""
    inner = _body(blocks)
    return f'<div class="addnorm">\n<style>\n{NOTEBOOK_STYLE}</style>\n{inner}\n</div>\n'


def fragment(blocks: Sequence[Block], depth: int = 1) -> str:
    """Parts of a page for somebody else's page, which has a style of its own."""
    return _body(blocks, depth)


def label(name: Label) -> str:
    """A name or a symbol, as HTML."""
    return _label(name)


def displayed(formula: Formula) -> str:
    """A formula on a line of its own."""
    return f'<div class="math">{_math(_equation(formula), display=True)}</div>'


def _body(blocks: Sequence[Block], depth: int = 0) -> str:
    """Any page, as what stands between the tags of a document, `depth` levels of headings down."""
    return "\n".join(map(_written, units(blocks, depth)))


def _written(unit: Unit) -> str:
    parts: list[str] = []
    for kind, together in groupby(unit, lambda placed: _kind(placed.block)):
        members = list(together)
        if kind.startswith("reason"):
            parts.append(_reasons([p.block for p in members if isinstance(p.block, Reason)]))
            continue
        written = [part for placed in members for part in _parts(placed)]
        parts += ['<ul class="remarks">', *written, "</ul>"] if kind == "item" else written
    return "\n".join(parts)


def _kind(block: Block) -> str:
    """What blocks that follow each other have in common where they are written together."""
    if isinstance(block, Reason):
        return f"reason {block.name}"
    return "item" if _is_item(block) else ""


def _is_item(block: Block) -> bool:
    return isinstance(block, Remark) and block.kind != "note"


def _heading(level: int, content: str) -> str:
    return f"<h{level}>{content}</h{level}>"


def _parts(placed: Placed) -> Iterator[str]:
    block, level, depth = placed.block, placed.level, placed.depth
    match block:
        case Header(title, formula, facts):
            if title:
                yield _heading(1 + depth, html(title))
            if formula:
                yield f'<p class="formula">{html(formula)}</p>'
            if facts or formula:
                yield '<ul class="facts">'
                yield from (f"<li>{html(fact)}</li>" for fact in facts)
                yield "</ul>"
        case Heading(text, deeper):
            yield _heading(2 + deeper + depth, html(text))
        case Working():
            yield _heading(level + depth, f"{block.number}. {html(block.headline)}")
            yield from _working(block)
        case Grid():
            yield from _grid(block, depth, placed.is_result)
        case Boxes():
            yield _boxes(block)
        case Room(lines):
            yield f'<div class="room">{"<div></div>" * lines}</div>'
        case Chart() | Drawing():
            yield f'<p class="caption">{_with_keys(html(block.caption))}</p>'
            if pictures := drawn(block):
                yield from pictures
            elif isinstance(block, Drawing):
                yield f"<pre>{chr(10).join(map(html_kept, block.lines))}</pre>"
        case Remark("note", text):
            yield f'<p class="note">{html(text)}</p>'
        case Remark(kind, text):
            yield f'<li class="{kind}"><span>{_MARKS[kind]}</span> {html(text)}</li>'
        case Answer():
            yield _heading(2 + depth, html(block.title))
            lead = f"{_label(block.name)} {html(block.sign)}"
            yield from (f'<p class="answer">{lead} <b>{html(r)}</b></p>' for r in block.rows)


def _with_keys(caption: str) -> str:
    """A caption that shows bars and bands in the colours that they have here."""
    bar, band = ('<span class="bar key"></span>', '<span class="band key"></span>')
    return caption.replace("█", bar).replace("▒", band)


def html_kept(line: str) -> str:
    """A line of a drawing, its blanks kept."""
    return " ".join(html(part) for part in visible(line).split(" "))


def _working(working: Working) -> Iterator[str]:
    if working.formula is not None:
        yield displayed(working.formula)
    if working.reason:
        yield _reasons([working.reason])
    if working.chains:
        rows = lines(working.chains, working.asides, to_mathml, operator)
        yield _worked(rows)
    if working.note:
        yield f'<p class="note">{html(working.note)}</p>'


def _reasons(reasons: Sequence[Reason]) -> str:
    """Why something is done, folded away."""
    summary = html(reasons[0].name)
    texts = "".join(f"<p>{html(reason.text)}</p>" for reason in reasons)
    return f'<details class="reason"><summary>{summary}</summary>{texts}</details>'


def _math(content: str, *, display: bool = False) -> str:
    style = ' displaystyle="true"' if display else ""
    return f"<math{style}>{row(content)}</math>"


def _equation(formula: Formula) -> str:
    right = to_mathml(formula.tree, formula.view)
    left = right if formula.left is None else to_mathml(formula.left, formula.view)
    return right if left == right else left + operator("=") + right


def _worked(rows: Sequence[WorkedLine]) -> str:
    """Worked lines, their signs of equality under each other where the screen is wide enough."""
    written = []
    for line in rows:
        cells = [f"<span>{cell and _math(cell, display=True)}</span>" for cell in line.cells]
        if line.aside:
            cells.append(f'<span class="aside">{html(line.aside)}</span>')
        written.append(f"<div>{''.join(cells)}</div>")
    return f'<div class="math"><div class="worked">{"".join(written)}</div></div>'


def _label(label: Label) -> str:
    if not isinstance(label, Formula):
        return html(label)
    return f"{html(label.before)} {_math(_equation(label))} {html(label.after)}".strip()


def _grid(grid: Grid, depth: int, is_result: bool) -> Iterator[str]:
    if grid.caption is not None:
        caption = _label(grid.caption)
        yield _heading(2 + depth, caption) if is_result else f'<p class="caption">{caption}</p>'
    yield from map(_table, pieces(grid))
    if grid.note:
        yield f'<p class="note">{html(grid.note)}</p>'


def _table(grid: Grid) -> str:
    remarks = len(grid.columns) - 1 if grid.remarks else None
    heads = "".join(
        f'<th{_class("remark" if n == remarks else "")} scope="col">{_label(head)}</th>'
        for n, head in enumerate(grid.columns)
    )
    columns = [[r.cells[n] for r in grid.rows] for n in range(len(grid.columns))]
    columns = columns if grid.words else list(map(align, columns))
    rows = []
    for number, grid_row in enumerate(grid.rows):
        is_total = grid.total and number == len(grid.rows) - 1
        kinds = " ".join(["strong"] * grid_row.strong + ["total"] * is_total)
        cells = "".join(
            f'<td class="remark">{html(grid_row.cells[n])}</td>'
            if n == remarks
            else _cell(c[number], grid_row, n)
            for n, c in enumerate(columns)
        )
        rows.append(f'<tr{_class(kinds)}><th scope="row">{_label(grid_row.label)}</th>{cells}</tr>')
    return (
        f'<div class="table"><table{_class("words" if grid.words else "")}>\n'
        f"<thead><tr><td></td>{heads}</tr></thead>\n"
        f"<tbody>\n{chr(10).join(rows)}\n</tbody>\n</table></div>"
    )


def _class(names: str) -> str:
    return f' class="{names}"' if names else ""


def _boxes(boxes: Boxes) -> str:
    heads = "".join(f'<th scope="col">{_label(head)}</th>' for head in boxes.columns)
    rows = (
        f'<tr><th scope="row">{_label(row.label)}</th>'
        f"{'<td><span></span></td>' * row.count}"
        f"{'<td></td>' * (len(boxes.columns) - row.count)}</tr>"
        for row in boxes.rows
    )
    return (
        '<div class="table"><table class="boxes">\n'
        f"<thead><tr><td></td>{heads}</tr></thead>\n"
        f"<tbody>\n{chr(10).join(rows)}\n</tbody>\n</table></div>"
    )


def _cell(padded: str, grid_row: GridRow, column: int) -> str:
    """A cell, moved to the left by the digits that others of its column have after the point."""
    missing = len(padded) - len(padded.rstrip())
    styles = []
    if missing:
        point = "" if "." in padded else " + .25em"
        styles.append(f"padding-right: calc(var(--pad) + {missing - bool(point)}ch{point})")
    if grid_row.shades:
        shade = grid_row.shades[column]
        colour = "var(--plus)" if shade > 0 else "var(--minus)"
        styles.append(
            f"background: color-mix(in srgb, {colour} {abs(shade) * 45:.0f}%, transparent)"
        )
    style = f' style="{"; ".join(styles)}"' if styles else ""
    kind = next((name for name, mark in _MARKS.items() if mark == padded.strip()), "")
    marked = f' class="{kind}"' if kind else ""
    return f"<td{marked}{style}>{html(padded.strip())}</td>"
