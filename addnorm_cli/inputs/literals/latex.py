"""The commands of LaTeX that stand in and around a matrix."""

from __future__ import annotations

from addnorm_cli.model.patterns import lazily

MARK = lazily(
    r"\\begin\{(?P<begin>(?:[bBpvV]|small)?matrix\*?|array)\}(?:\[[lcrtb]\])?(?:\{[lcr| ]*\})?"
    r"|(?P<end>\\end\{[a-zA-Z]+\*?\})"
    r"|(?P<row>\\\\\*?(?:\[[0-9.]+[a-z]{2}\])?)"
    r"|(?P<left>\\left(?:[\[(|.]|\\[{|]|\\lbra(?:ck|ce)))"
    r"|(?P<right>\\right(?:[\])|.]|\\[}|]|\\rbra(?:ck|ce)))"
    r"|(?P<fraction>[+-]?\\[dt]?frac\{(?P<above>[^{}]*)\}\{(?P<below>[^{}]*)\})"
    r"|(?P<power>\\(?:times|cdot)[ ]*10\^(?:\{(?P<exponent>[+-]?[0-9]{1,4})\}|(?P<digit>[0-9])))"
    r"|(?P<dots>\\[lcvd]?dots\b)"
    r"|(?P<blank>\\[,;:! ]|\\q?quad\b|\\[hv]?phantom\{[^{}]*\}|\\(?:displaystyle|hline)\b)"
)
"""A command; the name of its group says what it means."""
TRANSPOSED = lazily(r"\^(?:\{(?:T|\\top)\}|T|\\top)")
"""After a vector it changes nothing here."""
UNKNOWN = lazily(r"\\(?:[A-Za-z]+|.?)")
