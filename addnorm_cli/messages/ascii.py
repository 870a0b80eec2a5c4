"""A fixed ASCII spelling for every sign of ours, for outputs that cannot show them."""

from __future__ import annotations

import re

_SIGNS = {
    "ẑ": "z_hat", "μ": "mu", "σ": "sigma", "ε": "eps", "γ": "gamma", "β": "beta", "λ": "lambda",
    "Σ": "sum", "α": "alpha", "δ": "delta", "Δ": "Delta", "∂": "d", "≈": "~=", "≠": "!=", "⊙": "*",
    "·": "*", "×": "x", "÷": "/", "‖": "||", "∞": "inf", "′": "'", "″": "''", "…": "...",
    "→": "->", "←": "<-", "✓": "ok", "✗": "x", "─": "-", "┬": "+", "┴": "+", "└": "+", "┘": "+",
    "┐": "+", "▶": ">", "–": "-",
    "▒": ":", "■": "#", "□": ".", "█": "#",
}  # fmt: skip
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉ᵢₕⱼₖₗₘₙₚᵣₛₜᵤ", "0123456789ihjklmnprstu")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
SAMPLE = "ẑμσεγβΣ√²₀ᵢ≈⊙·×✓─│╭"
"""What an output must be able to show to get the signs themselves."""


def spell(text: str) -> str:
    """`text` with our signs in ASCII: √σ² becomes sqrt(sigma^2)."""
    text = re.sub(r"√(?!\()([^\s),]+)", r"√(\1)", text).replace("√", "sqrt")
    text = re.sub("[₀-₉ᵢₕⱼₖₗₘₙₚᵣₛₜᵤ]+", lambda m: "_" + m[0].translate(_SUBSCRIPTS), text)
    text = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda m: "^" + m[0].translate(_SUPERSCRIPTS), text)
    return "".join(_SIGNS.get(character, character) for character in text)
