"""Pictures in LaTeX: what stands where in the SVG stands there in a `picture`, the right way up."""

from __future__ import annotations

import re

from addnorm_cli.formats.latex_picture import picture
from tests.conftest import Written

SVG = """<svg class="line" viewBox="0 0 480 100" role="img">
<title>100 % &amp; more</title>
<line x1="36" x2="456" y1="30" y2="30"/>
<line x1="50.5" x2="50.5" y1="10" y2="90" stroke-dasharray="3 3"/>
<circle cx="120" cy="30" r="5"/>
<text x="120.0" y="20">3</text>
<text class="before" x="26.0" y="34">A &amp; B_1</text>
<text class="end" x="410.0" y="40">0.5</text>
<rect class="band" x="60.0" y="44" width="20.5" height="14"/>
<path class="area" d="M0 0 L10 20 L0 20 Z"/>
<path d="M0 0 L10 20 L30 10"/>
</svg>"""


def test_every_element_has_its_place() -> None:
    first, *drawn, last = picture(SVG).splitlines()
    assert first.endswith(r"\begin{picture}(480,100)")
    assert last == r"\end{picture}}"
    assert drawn == [
        r"\put(36,70){\color{black!45}\line(1,0){420}}",
        r"\put(50.5,10){\color{black!45}\line(0,1){80}}",
        r"\put(120,70){\color{black!65}\circle*{10}}",
        r"\put(120,80){\makebox[0pt][c]{\footnotesize 3}}",
        r"\put(26,66){\makebox[0pt][r]{\footnotesize A \& B\_1}}",
        r"\put(410,60){\makebox[0pt][l]{\footnotesize 0.5}}",
        r"\put(60,42){\color{black!25}\rule{20.5\unitlength}{14\unitlength}}",
        r"\put(0,0){\color{black!65}\thicklines\qbezier(0,100)(5,90)(10,80)}",
        r"\put(0,0){\color{black!65}\thicklines\qbezier(10,80)(20,85)(30,90)}",
    ]


def test_every_kind_of_picture_is_drawn(written: Written) -> None:
    for words, piece in (
        (("layernorm", "1,2,4"), r"\circle*"),
        (("gradient-flow",), r"\qbezier"),
        (("block", "samples/residual-stream.json"), r"\rule{"),
        (("compare-norm", "1,2;3,5"), r"\circle*"),
    ):
        page = written("latex", *words)
        pictures = re.findall(r"(?s)\\begin\{picture\}.*?\\end\{picture\}", page)
        assert pictures
        assert all(piece in each for each in pictures)
        assert "texttt{0" not in page
