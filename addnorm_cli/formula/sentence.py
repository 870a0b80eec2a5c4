"""The formulas before the first layer and after the last: rows of tokens, and scores of words."""

from __future__ import annotations

from addnorm_cli.formula.definition import Definition, given, glyph, step
from addnorm_cli.formula.expr import ROW, Add, Call, Expr, Ref, sqrt, total
from addnorm_cli.formula.norm_parts import VECTOR
from addnorm_cli.model.sentence import Embedded, Unembedding

WORDS = (ROW, "u")
"""The indices of a score for each word."""


def embedding(spec: Embedded) -> dict[str, Definition]:
    """word + position + type, as far as the model has them, times a number of the model's."""
    rows = {"word": spec.word, "position": spec.position, "type": spec.type}
    there = [name for name, tensor in rows.items() if tensor is not None]
    parts = tuple(Ref(name, VECTOR) for name in there)
    formula: Expr = Add(parts) if len(parts) > 1 else parts[0]
    if spec.scale is not None:
        scale: Expr = Ref("scale")
        formula = (sqrt(scale) if spec.rooted else scale) * formula
    return {
        **{name: given(VECTOR, f"e_{name}", rf"e^{{\mathrm{{{name}}}}}", title=f"embedding.{name}")
           for name in there},
        "scale": given((), "d") if spec.rooted else given((), "λ_emb", r"\lambda_{\mathrm{emb}}"),
        "sum": step(VECTOR, formula, glyph("x"), title="embedding.sum"),
    }  # fmt: skip


def prediction(spec: Unembedding) -> dict[str, Definition]:
    """A score for each word, and its share among all words (softmax)."""
    logits: Expr = total("i", Ref("last", VECTOR) * Ref("unembedding", ("u", "i")))
    if spec.bias is not None:
        logits = logits + Ref("bias", ("u",))
    score = Ref("logits", WORDS)
    steps = {"logits": step(WORDS, logits, glyph("l", r"\ell"))}
    if spec.divisor is not None:
        steps["scaled_logits"] = step(WORDS, score / Ref("divisor"), glyph("l′", r"\ell'"))
        score = Ref("scaled_logits", WORDS)
    if spec.softcap is not None:
        cap = Ref("cap")
        capped = cap * Call("tanh", score / cap)
        steps["capped_logits"] = step(WORDS, capped, glyph("l″", r"\ell''"))
        score = Ref("capped_logits", WORDS)
    share = Call("exp", score - Ref("peak")) / Ref("all_words")
    return {
        "last": given(VECTOR, "y"),
        "unembedding": given(("u", "i"), "U"),
        "bias": given(("u",), "b"),
        "divisor": given((), "λ_out", r"\lambda_{\mathrm{out}}"),
        "cap": given((), "cap", r"\mathrm{cap}"),
        "peak": given((), "max", r"\max"),
        "all_words": given((), "Z"),
        **steps,
        "probabilities": step(WORDS, share, glyph("p")),
    }
