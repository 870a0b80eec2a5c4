"""Before the first layer and after the last: the rows of a text's tokens, and the next token."""

from __future__ import annotations

import numpy as np

from addnorm_cli.calc.norms import norm_section
from addnorm_cli.formula.sentence import embedding, prediction
from addnorm_cli.model.problem import NormSpec, Notice
from addnorm_cli.model.records import replaced
from addnorm_cli.model.sentence import Embedded, Unembedding
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.trace.errors import Later
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.recorder import Run, steps_of
from addnorm_cli.trace.trace import Finding, Section


def embedding_section(
    spec: Embedded, norm: NormSpec | None, run: Run
) -> tuple[Section, tuple[Notice, ...]]:
    """The rows that tokens have before the first layer: (L, d).

    Args:
        spec: What they are put together from.
        norm: The norm of the model.
        run: How the calculation is run.

    Returns:
        The section, and what its reader should be told.
    """
    table = embedding(spec)
    inside = run.within("embedding")
    recorder = inside.recorder(table)
    for name in ("word", "position", "type"):
        tensor = getattr(spec, name)
        if tensor is not None:
            recorder.take(name, tensor, tensor.shape)
            recorder.show(name)
    if spec.scale is not None:
        recorder.constant("scale", spec.scale, "given")
    recorder.work("sum")
    result = recorder.scope["sum"]
    parts = tuple(recorder.steps)
    if spec.norm is None or norm is None:
        return Section("embedding", "embedding", parts, result), ()
    section, found = norm_section(result, spec.norm.gamma, spec.norm.beta, norm, inside, "norm")
    told = tuple(replaced(n, facts={**n.facts, "case": "embedding.norm"}) for n in found)
    return Section("embedding", "embedding", (*parts, section), section.result), told


def prediction_section(y: Quantity, spec: Unembedding, run: Run) -> tuple[Section, Finding]:
    """The likeliest next tokens after the last row of `y`, (L, d), and how likely each is."""
    inside = run.within("prediction")
    table = prediction(spec)
    errors = Later(lambda: y.errors()[-1:], after=lambda: (y.error,))
    last = replaced(y, value=y.value[-1:], shape=y.value[-1:].shape, typed=None, error=errors)
    scores = _scores(last.value[0].astype(np.float64), spec)
    order = np.argsort(-scores, kind="stable")[: spec.count]
    recorder = inside.recorder(table)
    recorder.hand_on("last", last, last.value.shape)
    recorder.given("unembedding", inside.arithmetic.constants(spec.weight.values[order]))
    if spec.bias is not None:
        recorder.given("bias", inside.arithmetic.constants(spec.bias.values[order]))
    if spec.divisor is not None:
        recorder.constant("divisor", spec.divisor, "given")
    if spec.softcap is not None:
        recorder.constant("cap", spec.softcap, "given")
    peak = scores[order[0]]
    recorder.given("peak", inside.arithmetic.constants(peak))
    recorder.given("all_words", inside.arithmetic.constants(np.exp(scores - peak).sum()))
    recorder.work_all(steps_of(table))
    shares = recorder.scope["probabilities"]
    rows = tuple(
        (spec.name_of(int(word)), (float(scores[word]), float(share)))
        for word, share in zip(order, shares.value[0], strict=True)
    )
    facts = {"vocabulary": len(scores), "ids": tuple(map(int, order))}
    finding = Finding("next_token", ("logit", "probability"), rows, facts)
    return Section("prediction", "prediction", tuple(recorder.steps), shares), finding


def _scores(last: Array, spec: Unembedding) -> Array:
    """The score of every word, in float64, to find the likeliest among them and their sum."""
    scores: Array = spec.weight.values @ last
    if spec.bias is not None:
        scores = scores + spec.bias.values
    if spec.divisor is not None:
        scores = scores / float(spec.divisor)
    if spec.softcap is not None:
        scores = float(spec.softcap) * np.tanh(scores / float(spec.softcap))
    return scores
