"""The table of reasons: which sentence stands at which step, section or page, and when."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from addnorm_cli.formula.expr import Add
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.model.placements import PLACEMENTS
from addnorm_cli.model.records import record
from addnorm_cli.page import outcomes
from addnorm_cli.page.request import Request
from addnorm_cli.trace.settings import BlockSettings, ComparisonSettings, FlowSettings
from addnorm_cli.trace.trace import Section, Step, Trace


def _always(_: Any) -> bool:
    return True


@record
class Sentence:
    """A sentence of the table.

    Attributes:
        key: Its key in the messages, below "why".
        when: Where it is true: asked of a step, a section with its trace, or a trace.
        facts: What goes into it, numbers that were worked out; None where it is in words alone.
    """

    key: str
    when: Callable[[Any], bool] = _always
    facts: Callable[[Any, Request], Iterable[outcomes.Facts]] | None = None


def _has(*names: str) -> Callable[[Step], bool]:
    return lambda step: all(name in step.scope for name in names)


def _is_sum(step: Step) -> bool:
    return isinstance(step.quantity.formula, Add)


def _no_eps(step: Step) -> bool:
    return "eps" in step.scope and not float(step.scope["eps"].value)


def _widens(step: Step) -> bool:
    return bool(step.quantity.value.shape[-1] > step.scope["x"].value.shape[-1])


def _shrinks(step: Step) -> bool:
    return "factor" not in step.scope or abs(float(step.scope["factor"].value)) < 1


STEP_REASONS: dict[str, tuple[Sentence, ...]] = {
    "mean": (
        Sentence("mean.column", _has("N")),
        Sentence("mean.group", _has("group_gamma")),
        Sentence("mean"),
    ),
    "deviations": (
        Sentence("deviations", _has("mean")),
        Sentence("deviations.running"),
    ),
    "sigma": (Sentence("sigma", _has("mean")), Sentence("sigma.running")),
    "squares": (Sentence("squares", _has("deviations")), Sentence("squares.plain")),
    "denominator": (
        Sentence("denominator.no_eps", _no_eps),
        Sentence("denominator", _has("sigma")),
        Sentence("denominator.plain"),
    ),
    "normalized": (
        Sentence("normalized.column", _has("mean", "N")),
        Sentence("normalized", _has("mean")),
        Sentence("normalized.running", _has("sigma")),
        Sentence("normalized.tanh", _has("scaled_input")),
        Sentence("normalized.plain"),
    ),
    "output": (
        Sentence("output", _has("scaled")),
        Sentence("output.gain", _has("normalized")),
    ),
    "shifted": (Sentence("output"),),
    "scaled_scores": (
        Sentence("scaled_scores.own", lambda step: "." in step.title),
        Sentence("scaled_scores"),
    ),
    "masked_scores": (
        Sentence("masked_scores.given", lambda step: "." in step.title),
        Sentence("masked_scores"),
    ),
    "embedding": (Sentence("embedding.position", _has("position")), Sentence("embedding")),
    "linear_1": (
        Sentence("linear_1", _widens, outcomes.widening),
        Sentence("linear"),
    ),
    "activation": (
        Sentence("ffn_activation", _has("W_2")),
        Sentence("activation"),
    ),
    "add": (Sentence("add", _is_sum), Sentence("replaced")),
    "update": (Sentence("update", _is_sum), Sentence("replaced")),
    "mean_d_normalized_normalized": (
        Sentence("mean_d_normalized_normalized", _has("mean")),
        Sentence("mean_d_normalized_normalized.plain"),
    ),
    "d_input": (Sentence("d_input", _has("mean")), Sentence("d_input.plain")),
    "jacobian_norm": (Sentence("jacobian_norm", _has("mean")), Sentence("jacobian")),
    "without": (Sentence("without", _shrinks), Sentence("without.grows")),
}
"""By the title of a step; the first that is true of it stands there. A step that is not in the
table has the sentence of its title, if there is one."""


def _placed(side: str) -> Callable[[tuple[Section, Trace]], bool]:
    """Whether a norm of a layer stands before the sublayer, after it, or after the sum."""

    def is_there(pair: tuple[Section, Trace]) -> bool:
        section, trace = pair
        settings = trace.settings
        name = trace.cases[0].placement if trace.labelled else None
        if isinstance(settings, BlockSettings):
            name = settings.placement
        if name is None or not section.id.startswith("norm") or section.id == "norm":
            return False
        placement = PLACEMENTS[name]
        before = placement.before and not section.id.endswith("_post")
        return side == ("before" if before else placement.after)

    return is_there


SECTION_REASONS: dict[str, tuple[Sentence, ...]] = {
    "attention": (
        Sentence("attention.most", outcomes.attends, outcomes.attention),
        Sentence("attention", lambda pair: len(pair[0].parts) > 1),
    ),
    "ffn": (Sentence("ffn", lambda pair: len(pair[0].parts) > 1),),
    "norm": (
        Sentence("final_norm", lambda pair: pair[0].id == "final_norm"),
        *(Sentence(f"norm.{side}", _placed(side)) for side in ("before", "stream", "branch")),
    ),
}
"""By the kind of a section; the first that is true of it stands at its head."""


_OTHER_NORMS = tuple(kind for kind in NORMS if kind not in ("layernorm", "none"))


def _of(command: str, *norms: str) -> Callable[[Trace], bool]:
    """Whether a trace is that of a command, with one of these norms if there are any."""

    def is_of(trace: Trace) -> bool:
        kind = "" if trace.norm is None else trace.norm.kind
        return trace.command == command and (not norms or kind in norms)

    return is_of


def _block(**known: object) -> Callable[[Trace], bool]:
    """Whether a trace is of a stack of layers whose settings are these."""

    def is_such(trace: Trace) -> bool:
        settings = trace.settings
        layered = isinstance(settings, BlockSettings) and settings.placement is not None
        return layered and all(getattr(settings, name) == v for name, v in known.items())

    return is_such


def _compares(by: str) -> Callable[[Trace], bool]:
    return lambda trace: isinstance(trace.settings, ComparisonSettings) and trace.settings.by == by


def _consists_of(*kinds: str) -> Callable[[Trace], bool]:
    """Whether a trace is of a block whose layers have these sublayers."""

    def is_such(trace: Trace) -> bool:
        if trace.command != "block" or trace.ledger is None:
            return False
        found = {entry.part for entry in trace.ledger.entries if entry.layer}
        return found == set(kinds) or (len(kinds) > 1 and found == {"both"})

    return is_such


def _unordered(*, causal: bool, added: bool) -> Callable[[Trace], bool]:
    """Whether a trace has attention over several tokens that no rotation tells apart.

    Args:
        causal: Whether a mask hides those that come after.
        added: Whether rows for the positions are added to x.
    """
    is_such = _block(rotary_base=None, causal=causal)

    def is_unordered(trace: Trace) -> bool:
        settings = trace.settings
        return (
            trace.command == "block"
            and is_such(trace)
            and isinstance(settings, BlockSettings)
            and settings.heads is not None
            and ("position" in trace.inputs) is added
            and len(trace.cases[0].result.value) > 1
        )

    return is_unordered


def _placement(name: str) -> Callable[[Trace], bool]:
    is_such = _block(placement=name, residual=True)
    return lambda trace: trace.norm is not None and is_such(trace)


def _is_bare(trace: Trace) -> bool:
    """Whether a trace is of updates alone, which are added up."""
    return trace.command == "block" and not _block()(trace) and _stream("")(trace)


def _is_deep(trace: Trace) -> bool:
    settings = trace.settings
    return (
        trace.command == "block"
        and isinstance(settings, BlockSettings)
        and (settings.layers or 0) > 1
    )


HEAD_REASONS: tuple[Sentence, ...] = (
    Sentence("residual", _of("residual")),
    Sentence("residual.gradient", _of("residual")),
    Sentence("residual.history", _of("residual")),
    Sentence("layernorm", _of("layernorm", "layernorm")),
    Sentence("layernorm.not_batchnorm", _of("layernorm", "layernorm")),
    Sentence("rmsnorm", _of("layernorm", "rmsnorm")),
    Sentence("norm", _of("layernorm", *(set(_OTHER_NORMS) - {"rmsnorm"}))),
    Sentence("addnorm", _of("addnorm", "layernorm")),
    Sentence("addnorm.other", _of("addnorm", *_OTHER_NORMS)),
    Sentence("updates", _is_bare),
    Sentence("block", _consists_of("attention", "ffn")),
    Sentence("block.attention", _consists_of("attention")),
    Sentence("block.ffn", _consists_of("ffn")),
    *(Sentence(name, _placement(name)) for name in PLACEMENTS),
    Sentence("no_residual", lambda trace: getattr(trace.settings, "residual", True) is False),
    Sentence("order.rotary", lambda trace: bool(getattr(trace.settings, "rotary_base", None))),
    Sentence("order.causal", _unordered(causal=True, added=False)),
    Sentence("order.causal.added", _unordered(causal=True, added=True)),
    Sentence("order", _unordered(causal=False, added=False)),
    Sentence("order.added", _unordered(causal=False, added=True)),
    Sentence("dropout", lambda trace: any(notice.key == "model" for notice in trace.notices)),
    Sentence("block.depth", _is_deep),
    Sentence("gradient", _of("gradient")),
    Sentence("gradient-flow", _of("gradient-flow")),
    *(Sentence(f"compare.{by}", _compares(by)) for by in ("norm", "placement", "convention")),
)
"""What a page is about: all that are true of it, in this order."""


def _stream(*why_not: str) -> Callable[[Trace], bool]:
    """Whether a trace has a ledger whose sum is, or is not, that of x₀ and all updates."""
    return lambda trace: trace.ledger is not None and trace.ledger.why_not in why_not


def _contrasts_one(trace: Trace) -> bool:
    return trace.contrast is not None and getattr(trace.settings, "layers", None) == 1


END_REASONS: tuple[Sentence, ...] = (
    Sentence("residual", _of("residual"), outcomes.changed),
    Sentence("norm", facts=outcomes.before_and_after),
    Sentence("cases", facts=outcomes.apart),
    Sentence("ledger", _stream("")),
    Sentence("ledger.post", _stream("post", "scaled")),
    Sentence("ledger.off", _stream("no_residual")),
    Sentence("one_block", _contrasts_one),
    Sentence(
        "gradient-flow",
        lambda trace: isinstance(trace.settings, FlowSettings),
    ),
)
"""What came out of it: all that are true of it, in this order, before the result."""
