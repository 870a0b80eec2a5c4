"""What every HTML page has: its frame, and its style, light and dark, for screen and paper."""

from __future__ import annotations

from addnorm_cli.formats.escape import html
from addnorm_cli.formats.paper import PAPER_SIZES
from addnorm_cli.messages import LANGUAGES
from addnorm_cli.page.request import Request

_SHEET = "@page {{ size: {}; margin: 18mm 16mm; }}\n"
_FRAME = """\
<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
{head}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<main>
{body}
</main>
{end}</body>
</html>
"""
_DOCUMENT = """\
:root {
  --ink: #1d2129; --soft: #5a6270; --paper: #fff; --box: #f5f7fa; --rule: #d5dae1;
  --accent: #0b5bab; --good: #18733a; --bad: #b3261e; --warn: #8a5a00;
  --plus: #2f7de1; --minus: #e0663c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e6e8ec; --soft: #a3abb8; --paper: #16181d; --box: #20242b; --rule: #3a404a;
    --accent: #7db8f5; --good: #6fcf8e; --bad: #ff8a80; --warn: #e8b84c;
    --plus: #4c92ea; --minus: #e8794f;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC",
    "Microsoft YaHei", "Noto Sans CJK SC", sans-serif;
}
main { max-width: 54rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
@media (max-width: 40rem) { main { padding: 1rem .9rem 3rem; } }
"""
"""What belongs to a whole document: its colours, its letters and its margins."""

_RULES = """\
h1 { font-size: 1.6rem; line-height: 1.3; margin: 0 0 .4rem; }
h2 {
  font-size: 1.3rem; margin: 2.4rem 0 .6rem; padding-bottom: .25rem;
  border-bottom: 2px solid var(--rule);
}
h3 { font-size: 1.05rem; margin: 1.6rem 0 .3rem; }
h4 { font-size: 1rem; margin: 1.3rem 0 .3rem; }
section > h2:first-child, section > .whole:first-child > h2 { margin-top: 3rem; }
.formula { margin: 0; font: italic 1.1rem/1.6 Cambria, Georgia, "Times New Roman", serif; }
p { margin: .5rem 0; overflow-wrap: break-word; }
ul { margin: .5rem 0; padding-left: 1.2rem; }
.facts { color: var(--soft); font-size: .92rem; }
.note { color: var(--soft); font-size: .92rem; }
.reason { margin: .5rem 0; color: var(--soft); font-size: .95rem; }
.reason summary { cursor: pointer; }
.reason p { margin: .2rem 0 .2rem 1.1rem; }
.caption { font-weight: 600; margin: 1rem 0 .2rem; }
.remarks { list-style: none; padding: 0; }
.remarks li { padding-left: 1.5rem; text-indent: -1.5rem; }
.remarks span { display: inline-block; width: 1.5rem; text-indent: 0; font-weight: 700; }
td.check, .check span { color: var(--good); }
td.failed, .failed span { color: var(--bad); }
.warning span { color: var(--warn); }
.math, .table, pre { overflow: auto hidden; max-width: 100%; }
.math, .table { /* a shadow where there is more to see at the side */
  background:
    linear-gradient(to right, var(--paper) 60%, transparent) local 0 0 / 2.5rem 100% no-repeat,
    linear-gradient(to left, var(--paper) 60%, transparent) local 100% 0 / 2.5rem 100% no-repeat,
    linear-gradient(to right, var(--rule), transparent) 0 0 / .7rem 100% no-repeat,
    linear-gradient(to left, var(--rule), transparent) 100% 0 / .7rem 100% no-repeat;
}
.math { padding: .3rem 0 .3rem 1.25rem; }
math { font-size: 1.08em; font-family: "STIX Two Math", "Latin Modern Math", "Cambria Math", math; }
mtd { padding: .1em 0; text-align: left; }
.worked { display: table; }
.worked > div { display: table-row; }
.worked > div > span { display: table-cell; padding: .22em 0; white-space: nowrap; }
.worked > div > span:first-child { text-align: right; }
.worked > div > span:nth-child(n + 3) { padding-left: .8em; }
.worked > div > .aside { padding-left: 1.6em; color: var(--soft); font-size: .92rem; }
.table { --pad: .7em; margin: .7rem 0; padding: .1rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums lining-nums; }
th, td { padding: .28em var(--pad); text-align: right; white-space: nowrap; }
.words td, .words thead th { text-align: left; white-space: normal; }
td.remark, th.remark { text-align: left; color: var(--soft); }
thead th, thead td { border-bottom: 1.5px solid var(--soft); font-weight: 600; }
tbody th { text-align: left; font-weight: 400; color: var(--accent); }
tbody tr + tr > * { border-top: 1px solid var(--rule); }
tr.total > * { border-top: 1.5px solid var(--soft) !important; }
tr.strong > * { font-weight: 700; background: var(--box); }
.answer {
  padding: .7rem 1rem; background: var(--box); border-left: 4px solid var(--accent);
  font-variant-numeric: tabular-nums;
}
pre {
  margin: .5rem 0; padding: .7rem 1rem; background: var(--box); line-height: 1.35;
  font-family: Menlo, Consolas, "DejaVu Sans Mono", "Noto Sans Mono CJK SC", monospace;
}
svg.line { display: block; width: 100%; max-width: 30rem; height: auto; overflow: visible; }
svg.line line { stroke: var(--soft); }
svg.line circle { fill: var(--accent); fill-opacity: .75; }
svg.line text { fill: currentColor; font: 14px system-ui, sans-serif; text-anchor: middle; }
svg.line .end { text-anchor: start; }
svg.line .before { text-anchor: end; }
svg.line .band { fill: var(--rule); }
svg.line .bar { fill: var(--accent); }
svg.curves path { fill: none; stroke: var(--accent); stroke-width: 2.5; }
svg.curves .area { fill: var(--rule); stroke: none; }
svg.curves .top { stroke: var(--soft); stroke-width: 1.5; }
svg.curves circle { fill-opacity: 1; }
svg.curves .end { font-weight: 600; }
.key { display: inline-block; width: 1em; height: .8em; print-color-adjust: exact; }
.key.band { background: var(--rule); }
.key.bar { background: var(--accent); }
@media (max-width: 40rem) {
  .math { padding-left: .6rem; }
  .table { --pad: .4em; font-size: .93rem; }
  tbody th { position: sticky; left: 0; background: var(--paper); }
  .worked, .worked > div { display: block; }
  .worked > div { padding: .2em 0; }
  .worked > div > span { display: inline-block; padding: .1em .5em .1em 0 !important; }
  .worked > div > .aside { display: block; padding-left: 1.2em !important; }
}
"""
"""What belongs to a page, wherever it stands."""

_PAPER = """\
@media print {
  :root {
    --ink: #000; --soft: #444; --paper: #fff; --box: #f3f4f6; --rule: #c4c9d1; --accent: #0b4a8a;
    --good: #14532d; --bad: #8c1d18; --warn: #6b4700;
  }
  body { font-size: 10.5pt; line-height: 1.45; }
  main { max-width: none; padding: 0; }
  .math, .table, pre { overflow: visible; }
  .math, .table { background: none; }
  h1, h2, h3, h4, .caption, h2 + .math, h3 + .math, h4 + .math { break-after: avoid; }
  .whole, .table, .math, .answer, pre, li, tr { break-inside: avoid; }
  :is(.whole, .table):has(.words, tr:nth-child(25)) { break-inside: auto; }
  h2, section > h2:first-child, section > .whole:first-child > h2 { margin-top: 1.4rem; }
  h3 { margin-top: 1rem; }
}
"""

STYLE = _DOCUMENT + _RULES + _PAPER

SHEET_STYLE = """\
table.boxes th, table.boxes td { padding: .15rem .3rem; text-align: center; border: 0; }
table.boxes tbody th { padding-right: 1rem; text-align: left; }
table.boxes span { display: block; width: 24mm; height: 9mm; border: 1px solid var(--soft); }
.room { margin: .3rem 0; }
.room div { height: 8mm; border-bottom: 1px dotted var(--rule); }
@page { margin: 14mm 16mm; }
@media print {
  section.sheet { break-inside: avoid; }
  section.sheet > h2:first-child { margin: .7rem 0 .2rem; padding: 0; border: 0; }
  section.sheet .table { margin: .2rem 0; }
  section.sheet td, section.sheet th { padding-top: .1em; padding-bottom: .1em; }
  .room { margin: 0; }
}
"""
"""What belongs to a sheet that is filled in with a pen."""

NOTEBOOK_STYLE = f"""\
.addnorm {{
  --ink: currentColor; --soft: color-mix(in srgb, currentColor 70%, transparent);
  --paper: transparent; --box: color-mix(in srgb, currentColor 6%, transparent);
  --rule: color-mix(in srgb, currentColor 22%, transparent);
  --accent: #3b82c4; --good: #2c9a54; --bad: #d9483b; --warn: #b07d12;
  --plus: #2f7de1; --minus: #e0663c;
  max-width: 54rem; line-height: 1.6;
{_RULES}.math, .table {{ background: none; }}
}}
"""
"""The same inside a notebook: nothing outside of the page changes, and it fits any theme."""


def document(
    body: str, title: str, style: str, request: Request, *, head: str = "", end: str = ""
) -> str:
    """A whole page; in ASCII where the output has nothing else.

    Args:
        body: What stands in it, as HTML.
        title: Its title, as text.
        style: Its style sheet.
        request: How it is shown.
        head: Further lines of its head.
        end: Further lines after all that is shown.
    """
    whole = _FRAME.format(
        language=LANGUAGES[request.language].tag,
        head=head,
        title=html(title),
        style=_SHEET.format(PAPER_SIZES[request.paper].css) + style,
        body=body,
        end=end,
    )
    if request.symbols and request.utf8:
        return whole
    return whole.encode("ascii", "xmlcharrefreplace").decode()
