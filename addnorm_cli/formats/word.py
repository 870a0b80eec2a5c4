"""Puts a Word document in order: tables as wide as their numbers, formulas at the left."""

from __future__ import annotations

import io
import math
import re
import zipfile

from rich.cells import cell_len

from addnorm_cli.formats.paper import PaperSize
from addnorm_cli.formats.typeset import BOX, LINE, SPLIT

_DOCUMENT, _STYLES = "word/document.xml", "word/styles.xml"
_TABLE = re.compile(r"<w:tbl>.*?</w:tbl>", re.DOTALL)
_ROW = re.compile(r"<w:tr>.*?</w:tr>", re.DOTALL)
_CELL = re.compile(r"<w:tc>.*?</w:tc>", re.DOTALL)
_GRID = re.compile(r"<w:tblGrid>.*?</w:tblGrid>", re.DOTALL)
_TEXT = re.compile(r"<([wm]):t(?: [^>]*)?>([^<]*)<")
_MATHEMATICS = 1.5
"""A sign of mathematics is so much wider than a digit of the table."""
_SHEET = (
    '<w:pgSz w:w="{width}" w:h="{height}" /><w:pgMar w:top="1134" w:right="1134" '
    'w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0" />'
)
"""A sheet with margins of two centimetres."""
_MARGINS = 2 * 1134
_CHARACTER, _MARGIN = 118, 150
"""The width of a digit and of what is around a cell's text, in twentieths of a point."""
_SIZE = '<w:rPr><w:sz w:val="18" /><w:szCs w:val="18" /></w:rPr>'
"""Nine points for the letters of tables."""
_COMPACT = re.compile(r'(?s)(<w:style [^>]*w:styleId="Compact"[^>]*>.*?)(</w:style>)')
_CELL_MARGIN = re.compile(r'(<w:(?:left|right) w:type="dxa" w:w=")108')
_PARAGRAPH = re.compile(r"(?s)<w:p>(?:<w:pPr>(?P<kind>.*?)</w:pPr>)?(?P<runs>.*?)</w:p>")
_BOLD_RUN = re.compile(r"(?s)<w:r><w:rPr>(?:(?!</w:rPr>).)*<w:b ?/>.*?</w:r>")
_SPLIT = re.compile(f"<w:p>(?:(?!</w:p>).)*{SPLIT}(?:(?!</w:p>).)*</w:p>", re.DOTALL)
_MOST_LINES = 30
"""So many paragraphs and rows are kept on one page."""
_BOX_LENGTH = 10
"""A box is as wide as so many characters: 23 mm."""
_HEIGHT = '<w:trPr><w:cantSplit /><w:trHeight w:val="510" w:hRule="atLeast" /></w:trPr>'
"""Nine millimetres."""
_EDGE = 'w:val="single" w:sz="6" w:space="0" w:color="666666"'
_EDGES = "<w:tcBorders>" + "".join(
    f"<w:{side} {_EDGE} />" for side in ("top", "left", "bottom", "right")
) + "</w:tcBorders>"  # fmt: skip
_BETWEEN = (
    '<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="120" w:lineRule="exact" /></w:pPr>'
    "</w:p>"
)
"""What parts two tables, which Word would make one of."""
_RULED = (
    '<w:pBdr><w:bottom w:val="dotted" w:sz="4" w:space="0" w:color="999999" />'
    '<w:between w:val="dotted" w:sz="4" w:space="0" w:color="999999" /></w:pBdr>'
    '<w:spacing w:before="0" w:after="0" w:line="454" w:lineRule="exact" />'
)
"""A line of eight millimetres."""
_ADDRESS = re.compile(r'descr="data:[^"]*"')
"""A picture is described by its caption, not by where it came from."""
_TALLEST_TABLE = 30
"""A table of so many rows is kept on one page."""


def tidied(document: bytes, sheet: PaperSize) -> bytes:
    """The document with no number broken across lines and every formula at the left.

    Args:
        document: The document.
        sheet: The paper.
    """
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(document)) as source,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for entry in source.infolist():
            data = source.read(entry)
            if entry.filename == _DOCUMENT:
                data = _tidied_xml(data.decode("utf-8"), sheet).encode("utf-8")
            elif entry.filename == _STYLES:
                data = _tidied_styles(data.decode("utf-8")).encode("utf-8")
            target.writestr(entry, data)
    return out.getvalue()


def _tidied_styles(xml: str) -> str:
    """Tables in small letters, their cells near each other."""
    return _COMPACT.sub(rf"\1{_SIZE}\2", _CELL_MARGIN.sub(r"\g<1>75", xml))


def _tidied_xml(xml: str, sheet: PaperSize) -> str:
    left = _ADDRESS.sub('descr=""', xml).replace('<m:jc m:val="center" />', '<m:jc m:val="left" />')
    if "<w:pgSz" not in left:
        left = left.replace(
            "</w:sectPr>", f"{_SHEET.format(width=sheet.width, height=sheet.height)}</w:sectPr>"
        )
    parts = re.split(f"({_TABLE.pattern})", left, flags=re.DOTALL)
    whole = "".join(
        _kept_together(_with_widths(part, sheet.width - _MARGINS))
        if n % 2
        else _PARAGRAPH.sub(_kept_with_next, part)
        for n, part in enumerate(parts)
    )
    first, *others = map(_on_one_page, _SPLIT.split(whole))
    for unit in others:
        adjoining = first.endswith("</w:tbl>") and unit.startswith("<w:tbl>")
        first += (_BETWEEN if adjoining else "") + unit
    return _with_boxes(first)


def _on_one_page(unit: str) -> str:
    """A unit whose paragraphs stay with the next one, all but the last, if a page has room."""
    unit = unit.replace("<w:p />", _BETWEEN)
    paragraphs = list(_PARAGRAPH.finditer(unit))
    lines = unit.count("<w:tr>") + len(_PARAGRAPH.findall(_TABLE.sub("", unit)))
    if len(paragraphs) < 2 or (lines > _MOST_LINES and BOX not in unit):
        return unit
    # a table whose last row is tied is tied to what comes after it as a whole
    ends_in_table = paragraphs[-1].start() < unit.rfind("</w:tbl>")
    end = unit.rindex("<w:tr>") if ends_in_table else paragraphs[-2].end()
    return _PARAGRAPH.sub(_tied, unit[:end]) + unit[end:]


def _tied(paragraph: re.Match[str]) -> str:
    kind = paragraph["kind"] or ""
    if "<w:keepNext />" in kind:
        return paragraph[0]
    return f"<w:p><w:pPr>{_with_keep_next(kind)}</w:pPr>{paragraph['runs']}</w:p>"


def _with_boxes(xml: str) -> str:
    """Rows high enough to write in, cells with an edge, and lines for the working."""
    if BOX not in xml:
        return xml
    rows = _ROW.sub(lambda row: _high(row[0]) if BOX in row[0] else row[0], xml)
    return _PARAGRAPH.sub(lambda found: _line(found) if LINE in found[0] else found[0], rows)


def _high(row: str) -> str:
    cells = _CELL.sub(lambda cell: _edged(cell[0]) if BOX in cell[0] else cell[0], row)
    centred = cells.replace("</w:tcPr>", '<w:vAlign w:val="center" /></w:tcPr>')
    return centred.replace("<w:tr>", f"<w:tr>{_HEIGHT}", 1)


def _edged(cell: str) -> str:
    return re.sub(r"(<w:tcW [^>]*/>)", rf"\1{_EDGES}", cell).replace(BOX, "")


def _line(paragraph: re.Match[str]) -> str:
    kind = re.sub(r"<w:pStyle [^>]*/>", "", paragraph["kind"] or "")
    runs = paragraph["runs"].replace(LINE, "")
    return f"<w:p><w:pPr>{kind}{_RULED}</w:pPr>{runs}</w:p>"


def _kept_with_next(paragraph: re.Match[str]) -> str:
    """A paragraph that is bold from end to end is a caption, and stays with what is below it."""
    if _BOLD_RUN.sub("", paragraph["runs"]).strip() or not paragraph["runs"]:
        return paragraph[0]
    kind = paragraph["kind"] or ""
    return f"<w:p><w:pPr>{_with_keep_next(kind)}</w:pPr>{paragraph['runs']}</w:p>"


def _with_keep_next(kind: str) -> str:
    """Properties of a paragraph, which have their order: the style comes first."""
    style = re.match(r"<w:pStyle [^>]*/>", kind)
    end = style.end() if style else 0
    return f"{kind[:end]}<w:keepNext />{kind[end:]}"


def _kept_together(table: str) -> str:
    """A short table whose rows but the last stay with the next one."""
    rows = _ROW.findall(table)
    if len(rows) > _TALLEST_TABLE:
        return table
    for row in rows[:-1]:
        kept = re.sub(
            r"<w:pPr>(.*?)</w:pPr>", lambda f: f"<w:pPr>{_with_keep_next(f[1])}</w:pPr>", row
        )
        table = table.replace(row, kept, 1)
    return table


def _with_widths(table: str, room: int) -> str:
    """A table whose columns are as wide as what stands in them, and whose cells do not wrap.

    Tables of numbers come in parts that fit; one that does not fit is of words, which may wrap.
    """
    rows = [[_length(cell) for cell in _CELL.findall(row)] for row in _ROW.findall(table)]
    widths = [_MARGIN + _CHARACTER * max(column) for column in zip(*rows, strict=True)]
    kept = "<w:noWrap />"
    if sum(widths) > room:
        first, *others = widths
        share = (room - first) / sum(others)
        widths, kept = [first, *(int(width * share) for width in others)], ""
    grid = "".join(f'<w:gridCol w:w="{width}" />' for width in widths)
    table = _GRID.sub(f"<w:tblGrid>{grid}</w:tblGrid>", table)
    table = re.sub(r"<w:tblW [^>]*/>", f'<w:tblW w:type="dxa" w:w="{sum(widths)}" />', table)
    remaining = iter(widths * len(rows))

    def set_width(_: re.Match[str]) -> str:
        return f'<w:tcPr><w:tcW w:type="dxa" w:w="{next(remaining)}" />{kept}</w:tcPr>'

    return re.sub(r"<w:tcPr />", set_width, table)


def _length(cell: str) -> int:
    if BOX in cell:
        return _BOX_LENGTH
    letters = sum(cell_len(text) for kind, text in _TEXT.findall(cell) if kind == "w")
    signs = sum(cell_len(text) for kind, text in _TEXT.findall(cell) if kind == "m")
    return letters + math.ceil(signs * _MATHEMATICS)
