"""Charts of a page as HTML."""

from __future__ import annotations

from addnorm_cli.formats.escape import html
from addnorm_cli.page.page import (
    Chart,
)


def with_keys(caption: str) -> str:
    """A caption that shows bars and bands in the colours that they have here."""
    bar, band = ('<span class="bar key"></span>', '<span class="band key"></span>')
    return caption.replace("█", bar).replace("▒", band)


def chart(chart: Chart) -> str:
    """A band and a bar after it for every row."""
    rows = []
    for chart_row, (band, bar) in zip(chart.rows, chart.shares(), strict=True):
        bars = "".join(
            f'<span class="{kind}" style="width: {share:.2%}"></span>'
            for kind, share in (("band", band), ("bar", bar))
            if share > 0
        )
        rows.append(
            f'<tr><th scope="row">{html(chart_row.label)}</th>'
            f'<td class="bars">{bars}</td><td>{html(chart_row.text)}</td></tr>'
        )
    return f'<div class="table"><table class="chart">\n{chr(10).join(rows)}\n</table></div>'
