"""Why each step is done: which sentence stands where, and under which condition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from addnorm_cli.formula.expr import Add
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.messages import has, say
from addnorm_cli.model.placements import PLACEMENTS
from addnorm_cli.model.records import record, replaced
from addnorm_cli.page import outcomes
from addnorm_cli.page.page import Block, Heading, Reason, Working
from addnorm_cli.page.request import Request
from addnorm_cli.trace.settings import BlockSettings, ComparisonSettings, FlowSettings
from addnorm_cli.trace.trace import Section, Step, Trace


def _always(_: Any) -> bool:
    return True


@record
class _Sentence:
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


_STEPS: dict[str, tuple[_Sentence, ...]] = {
    "mean": (
        _Sentence("mean.column", _has("N")),
        _Sentence("mean.group", _has("group_gamma")),
        _Sentence("mean"),
    ),
    "deviations": (
        _Sentence("deviations", _has("mean")),
        _Sentence("deviations.running"),
    ),
    "sigma": (_Sentence("sigma", _has("mean")), _Sentence("sigma.running")),
    "squares": (_Sentence("squares", _has("deviations")), _Sentence("squares.plain")),
    "denominator": (
        _Sentence("denominator.no_eps", _no_eps),
        _Sentence("denominator", _has("sigma")),
        _Sentence("denominator.plain"),
    ),
    "normalized": (
        _Sentence("normalized.column", _has("mean", "N")),
        _Sentence("normalized", _has("mean")),
        _Sentence("normalized.running", _has("sigma")),
        _Sentence("normalized.tanh", _has("scaled_input")),
        _Sentence("normalized.plain"),
    ),
    "output": (
        _Sentence("output", _has("scaled")),
        _Sentence("output.gain", _has("normalized")),
    ),
    "shifted": (_Sentence("output"),),
    "scaled_scores": (
        _Sentence("scaled_scores.own", lambda step: "." in step.title),
        _Sentence("scaled_scores"),
    ),
    "masked_scores": (
        _Sentence("masked_scores.given", lambda step: "." in step.title),
        _Sentence("masked_scores"),
    ),
    "linear_1": (
        _Sentence("linear_1", _widens, outcomes.widening),
        _Sentence("linear"),
    ),
    "activation": (
        _Sentence("ffn_activation", _has("W_2")),
        _Sentence("activation"),
    ),
    "add": (_Sentence("add", _is_sum), _Sentence("replaced")),
    "update": (_Sentence("update", _is_sum), _Sentence("replaced")),
    "mean_d_normalized_normalized": (
        _Sentence("mean_d_normalized_normalized", _has("mean")),
        _Sentence("mean_d_normalized_normalized.plain"),
    ),
    "d_input": (_Sentence("d_input", _has("mean")), _Sentence("d_input.plain")),
    "jacobian_norm": (_Sentence("jacobian_norm", _has("mean")), _Sentence("jacobian")),
    "without": (_Sentence("without", _shrinks), _Sentence("without.grows")),
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


_SECTIONS: dict[str, tuple[_Sentence, ...]] = {
    "attention": (
        _Sentence("attention.most", outcomes.attends, outcomes.attention),
        _Sentence("attention", lambda pair: len(pair[0].parts) > 1),
    ),
    "ffn": (_Sentence("ffn", lambda pair: len(pair[0].parts) > 1),),
    "norm": (
        _Sentence("final_norm", lambda pair: pair[0].id == "final_norm"),
        *(_Sentence(f"norm.{side}", _placed(side)) for side in ("before", "stream", "branch")),
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


def _unordered(**known: object) -> Callable[[Trace], bool]:
    """Whether a trace has attention over several tokens that no rotation tells apart."""
    is_such = _block(**known)

    def is_unordered(trace: Trace) -> bool:
        settings = trace.settings
        return (
            trace.command == "block"
            and is_such(trace)
            and isinstance(settings, BlockSettings)
            and settings.heads is not None
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


_HEADS: tuple[_Sentence, ...] = (
    _Sentence("residual", _of("residual")),
    _Sentence("residual.history", _of("residual")),
    _Sentence("layernorm", _of("layernorm", "layernorm")),
    _Sentence("layernorm.not_batchnorm", _of("layernorm", "layernorm")),
    _Sentence("rmsnorm", _of("layernorm", "rmsnorm")),
    _Sentence("norm", _of("layernorm", *(set(_OTHER_NORMS) - {"rmsnorm"}))),
    _Sentence("addnorm", _of("addnorm", "layernorm")),
    _Sentence("addnorm.other", _of("addnorm", *_OTHER_NORMS)),
    _Sentence("updates", _is_bare),
    _Sentence("block", _consists_of("attention", "ffn")),
    _Sentence("block.attention", _consists_of("attention")),
    _Sentence("block.ffn", _consists_of("ffn")),
    *(_Sentence(name, _placement(name)) for name in PLACEMENTS),
    _Sentence("no_residual", lambda trace: getattr(trace.settings, "residual", True) is False),
    _Sentence("order.rotary", lambda trace: bool(getattr(trace.settings, "rotary_base", None))),
    _Sentence("order.causal", _unordered(rotary_base=None, causal=True)),
    _Sentence("order", _unordered(rotary_base=None, causal=False)),
    _Sentence("block.depth", _is_deep),
    _Sentence("gradient", _of("gradient")),
    _Sentence("gradient-flow", _of("gradient-flow")),
    *(_Sentence(f"compare.{by}", _compares(by)) for by in ("norm", "placement", "convention")),
)
"""What a page is about: all that are true of it, in this order."""


def _stream(*why_not: str) -> Callable[[Trace], bool]:
    """Whether a trace has a ledger whose sum is, or is not, that of x₀ and all updates."""
    return lambda trace: trace.ledger is not None and trace.ledger.why_not in why_not


def _contrasts_one(trace: Trace) -> bool:
    return trace.contrast is not None and getattr(trace.settings, "layers", None) == 1


_ENDS: tuple[_Sentence, ...] = (
    _Sentence("residual", _of("residual"), outcomes.changed),
    _Sentence("norm", facts=outcomes.before_and_after),
    _Sentence("cases", facts=outcomes.apart),
    _Sentence("ledger", _stream("")),
    _Sentence("ledger.post", _stream("post", "scaled")),
    _Sentence("ledger.off", _stream("no_residual")),
    _Sentence("one_block", _contrasts_one),
    _Sentence(
        "gradient-flow",
        lambda trace: isinstance(trace.settings, FlowSettings),
    ),
)
"""What came out of it: all that are true of it, in this order, before the result."""


def step_reason(step: Step, request: Request) -> Reason | None:
    """Why a step is done, where that is asked for."""
    name = step.title.partition(".")[0]
    one_of_many = name.rstrip("0123456789")  # add1, update3
    return reason_named(one_of_many if one_of_many in _STEPS else name, step, request)


def reason_named(name: str, step: Step, request: Request) -> Reason | None:
    """The sentence that `name` has in the table of steps, if it is true of the step."""
    table = _STEPS.get(name, (_Sentence(name),))
    return next(_reasons("step", table, step, request, "name"), None)


def section_reasons(section: Section, trace: Trace, request: Request) -> Iterator[Reason]:
    """What a section does, at its head."""
    table = _SECTIONS.get(section.kind, ())
    first = next(_reasons("section", table, (section, trace), request, "name"), None)
    yield from [first] if first else []


def with_reasons(
    blocks: Sequence[Block], end: int, trace: Trace, request: Request
) -> Iterator[Block]:
    """The parts of a page with what it is about and what came out.

    Args:
        blocks: The whole page.
        end: Where its results begin.
        trace: What it shows.
        request: How it is shown.
    """
    start = next(
        (n for n, block in enumerate(blocks) if isinstance(block, (Heading, Working))), end
    )
    about = _reasons("page", _HEADS, trace, request, "about")
    came = _reasons("outcome", _ENDS, trace, request, "outcome")
    yield from (*blocks[:start], *about, *blocks[start:end], *came, *blocks[end:])


def once(blocks: Iterable[Block]) -> Iterator[Block]:
    """The parts of a page, with each sentence only where it stands first."""
    said: set[str] = set()
    for block in blocks:
        reason = block.reason if isinstance(block, Working) else block
        if not isinstance(reason, Reason) or reason.text not in said:
            yield block
        elif isinstance(block, Working):
            yield replaced(block, reason=None)
        if isinstance(reason, Reason):
            said.add(reason.text)


def _reasons(
    place: str, table: Iterable[_Sentence], about: Any, request: Request, name: str
) -> Iterator[Reason]:
    """The sentences that are true, filled in; those with answers are left out of a sheet."""
    if not request.explain:
        return
    title = say(request.language, f"why.{name}")
    for sentence in table:
        key = f"why.{place}.{sentence.key}"
        if not has(key) or not sentence.when(about) or (sentence.facts and request.hide_answers):
            continue
        for facts in sentence.facts(about, request) if sentence.facts else ({},):
            text = say(request.language, key, **facts)
            of = facts.get("place")
            yield Reason(
                title, say(request.language, "notice.of", place=of, text=text) if of else text
            )
