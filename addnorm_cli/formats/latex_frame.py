"""What every LaTeX document has around its page: the packages, the paper, the letters it needs."""

from __future__ import annotations

import re

from addnorm_cli.formats.paper import PAPER_SIZES
from addnorm_cli.page.request import Request

_PREAMBLE = r"""\documentclass[11pt,%(paper)s]{article}
\usepackage{iftex}
\ifPDFTeX
  \usepackage[T1]{fontenc}
  \usepackage[utf8]{inputenc}
  \IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
%(pdftex)s\else
%(others)s\fi
\usepackage{amsmath,amssymb,booktabs,longtable,graphicx,xcolor}
\usepackage[margin=22mm]{geometry}
\setlength{\parindent}{0pt}
\setlength{\parskip}{0.5em}
\setlength{\jot}{5pt}
\setlength{\lineskip}{4pt}
\setlength{\lineskiplimit}{4pt}
\setcounter{LTchunksize}{1000}
\newsavebox{\wholebox}
\newenvironment{whole}[1][0.7]{\def\wholelimit{#1}\par\setbox\wholebox\vbox\bgroup}{\par\kern0pt\egroup
  \ifdim\ht\wholebox<\wholelimit\textheight\dimen0=\pagegoal\advance\dimen0-\pagetotal\advance\dimen0-\parskip
    \ifdim\ht\wholebox>\dimen0 \newpage\fi\fi\vskip\parskip\unvbox\wholebox}
\newcommand{\worked}[1]{\par\setbox0\hbox{$\displaystyle #1$}\dimen0=\linewidth\advance\dimen0-\wd0
  \ifdim\dimen0<0pt\resizebox{\linewidth}{!}{\box0}\else\ifdim\dimen0>1.5em\dimen0=1.5em\fi
  \noindent\hspace*{\dimen0}\box0\fi\par}
"""
_SHEET = r"""\newcommand{\answerbox}{%
  \raisebox{-3.2mm}{\fboxsep0pt\framebox[22mm]{\rule{0pt}{8.4mm}}}\rule{0pt}{6.6mm}}
\newcommand{\roomline}{\par\vspace{5mm}{\color{black!25}\hrule height 0.3pt}}
"""
"""A box to write in, and a line for the working."""
_CHINESE_PDFTEX = r"""  \usepackage{CJKutf8}
  \AtBeginDocument{\begin{CJK*}{UTF8}{gbsn}}
  \AtEndDocument{\clearpage\end{CJK*}}
"""
_CHINESE = "  \\PassOptionsToPackage{quiet}{fontspec}\n  \\usepackage[scheme=plain]{ctex}\n"
"""Without `quiet` it warns that a font for Chinese names no script."""
_LATIN = "  \\usepackage{fontspec}\n"
_IS_CHINESE = re.compile(
    "[\u2e80-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff]"
)
_IS_UNKNOWN = re.compile("[^\x00-\u017f\u2010-\u201f]")
"""Characters that pdflatex has no letter for."""


def document(body: str, request: Request) -> str:
    """A whole document.

    Args:
        body: What stands in it, in LaTeX.
        request: How it is shown.
    """
    return f"{_preamble(body, request)}\\begin{{document}}\n\n{body}\n\n\\end{{document}}\n"


def _preamble(body: str, request: Request) -> str:
    is_chinese = bool(_IS_CHINESE.search(body))
    unknown = sorted(set(_IS_UNKNOWN.findall(_IS_CHINESE.sub("", body))))
    names = "".join(
        f"  \\DeclareUnicodeCharacter{{{ord(c):04X}}}{{\\texttt{{U+{ord(c):04X}}}}}\n"
        for c in unknown
    )
    own = _SHEET if r"\answerbox" in body else ""
    general = _PREAMBLE % {
        "paper": PAPER_SIZES[request.paper].latex,
        "pdftex": (_CHINESE_PDFTEX if is_chinese else "") + names,
        "others": _CHINESE if is_chinese else _LATIN,
    }
    return general + own
