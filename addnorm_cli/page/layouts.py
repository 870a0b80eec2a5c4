"""The table of pages: what is true of the page of each command."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from addnorm_cli.formula.norms import NORMS
from addnorm_cli.messages import Language, has, say
from addnorm_cli.model.records import record
from addnorm_cli.page.forms import LONGEST
from addnorm_cli.page.page import Block, Header, Remark
from addnorm_cli.page.remarks import SAID_FIRST, notice_text
from addnorm_cli.page.request import Request
from addnorm_cli.page.rules import (
    arithmetic_name,
    block_facts,
    compared_facts,
    joined,
    linear_facts,
    norm_facts,
    past_float64,
    rule_text,
)
from addnorm_cli.trace.settings import BlockSettings, ComparisonSettings
from addnorm_cli.trace.trace import Section, Trace

Blocks = Iterator[Block]


def _nothing(trace: Trace, request: Request) -> Blocks:
    return iter(())


def _no_lead(trace: Trace, case: Section, request: Request) -> Blocks:
    return iter(())


@record
class Layout:
    """The page of a command.

    Attributes:
        title: Names its title in the messages.
        formula: Names its formula in the messages.
        facts: The rules beside those of the norm.
        first: What stands right below the header.
        opening: What is drawn before the work begins.
        lead: What stands at the head of each case.
        closing: What follows the work, before the result.
        checked: Whether each self-check has a line of its own.
        briefly: Whether the work is left out unless all of it is asked for.
        page: All that follows the header, where it is laid out in another way.
    """

    title: Callable[[Trace], str]
    formula: Callable[[Trace], str]
    facts: Callable[[Trace, Language], Iterator[str]] = lambda trace, language: iter(())
    first: Callable[[Trace, Request], Blocks] = _nothing
    opening: Callable[[Trace, Request], Blocks] = _nothing
    lead: Callable[[Trace, Section, Request], Blocks] = _no_lead
    closing: Callable[[Trace, Request], Blocks] = _nothing
    checked: bool = True
    briefly: Callable[[Trace], bool] = lambda trace: False
    page: Callable[[Trace, Request], Blocks] | None = None


def layout_of(trace: Trace) -> Layout:
    """The layout of a trace's page."""
    return LAYOUTS[trace.command]


def title(trace: Trace, language: Language) -> str:
    """The reader's title, and what is worked."""
    name = say(language, f"title.{layout_of(trace).title(trace)}")
    return name if trace.title is None else f"{trace.title} · {name}"


def facts(trace: Trace, language: Language, sheet: int | None = None) -> Iterator[str]:
    """The rules that the reader would otherwise have to guess; `sheet` as in `arithmetic_name`."""
    yield from layout_of(trace).facts(trace, language)
    yield from norm_facts(trace, language)
    yield from linear_facts(trace, language)
    if trace.cases:
        yield arithmetic_name(trace, language, sheet)


def _forms(trace: Trace, request: Request) -> list[str]:
    """What is said of fractions and roots, where they may become too long to read."""
    short = not trace.cases or trace.norm is None or not float(trace.norm.eps)
    return (
        [say(request.language, "fact.forms", most=LONGEST)] if request.exact and not short else []
    )


def _digits(trace: Trace, request: Request) -> list[str]:
    """What is said of digits that were asked for and that float64 does not have."""
    if request.hide_answers or not past_float64(trace, request.precision):
        return []
    return [say(request.language, "fact.digits", precision=request.precision)]


def header(trace: Trace, request: Request) -> Header:
    """The top of a page."""
    language = request.language
    norm = say(language, f"norm.{'none' if trace.norm is None else trace.norm.kind}")
    formula = say(language, f"formula.{layout_of(trace).formula(trace)}", norm=norm)
    sheet = request.precision if request.hide_answers else None
    rules = (*facts(trace, language, sheet), *_forms(trace, request), *_digits(trace, request))
    return Header(title(trace, language), formula, rules)


def _command(trace: Trace) -> str:
    return trace.command


def _sum(trace: Trace) -> str:
    """x + Sublayer(x), or with a bias beside it."""
    biased = trace.linear is None and "bias" in trace.inputs
    return f"{trace.command}_bias" if biased else trace.command


def _norm(trace: Trace) -> str:
    """`layernorm --norm rmsnorm` is no layer normalization."""
    assert trace.norm is not None
    return trace.norm.kind if has(f"title.{trace.norm.kind}") else "norm"


def _block(trace: Trace) -> str:
    settings = trace.settings
    layered = isinstance(settings, BlockSettings) and settings.placement is not None
    return "block" if layered else "updates"


def _stream(trace: Trace) -> str:
    """The formula of a stack, or of updates alone; without the residual nothing is added up."""
    assert isinstance(trace.settings, BlockSettings)
    kept = trace.settings.residual or trace.settings.placement is not None
    return _block(trace) if kept else "updates.off"


def _gradient(trace: Trace) -> str:
    return "gradient" if "sublayer" in trace.inputs or trace.linear else "gradient.bare"


def _comparison(trace: Trace) -> str:
    return "compare-norm" if trace.cases else "compare-norm.properties"


def _flow(trace: Trace) -> str:
    measured = isinstance(trace.settings, BlockSettings)
    return "gradient-flow.measured" if measured else "gradient-flow"


def _block_facts(trace: Trace, language: Language) -> Iterator[str]:
    assert isinstance(trace.settings, BlockSettings)
    yield from (notice_text(n, language) for n in trace.notices if n.key in SAID_FIRST)
    yield from block_facts(trace.settings, trace.norm is not None, language)


def _compared(trace: Trace) -> ComparisonSettings:
    assert isinstance(trace.settings, ComparisonSettings)
    return trace.settings


def _comparison_facts(trace: Trace, language: Language) -> Iterator[str]:
    settings = _compared(trace)
    if not trace.cases:
        yield say(language, "fact.compare.properties")
        return
    kind = trace.cases[0].rule.kind if trace.cases[0].rule else "none"
    facts = {"norm": say(language, f"norm.{kind}"), "baseline": settings.baseline}
    yield say(language, f"fact.compare.{settings.by}", **facts)
    rules = [case.rule for case in trace.cases if settings.norms and case.rule is not None]
    sizes = {rule.eps for rule in rules if "eps" in NORMS[rule.kind].parameters}
    if len(sizes) == 1:
        yield say(language, "fact.compare.eps", eps=sizes.pop())
    if trace.norm is None and (parts := compared_facts(trace, settings.axes or 1, language)):
        yield joined(language, parts)


def _flow_facts(trace: Trace, language: Language) -> Iterator[str]:
    settings = trace.settings
    if isinstance(settings, BlockSettings):
        yield from _block_facts(trace, language)
        yield say(language, f"fact.upstream.{settings.upstream}")


def _rule_of_case(trace: Trace, case: Section, request: Request) -> Blocks:
    language = request.language
    if case.placement is not None:
        alpha = _compared(trace).alpha
        yield Remark("note", say(language, f"fact.placement.{case.placement}", alpha=alpha))
    if case.rule is not None:
        yield Remark("note", rule_text(case.rule, language))


def _data_flow(trace: Trace, request: Request) -> Blocks:
    from addnorm_cli.page.data_flow import data_flow

    return data_flow(trace, request)


def _told_apart(trace: Trace, request: Request) -> Blocks:
    from addnorm_cli.page.comparison import property_table, statistic_cells

    yield from property_table(trace, request)
    if trace.cases:
        yield from statistic_cells(trace, request)


def _norms_checked(trace: Trace, request: Request) -> Blocks:
    from addnorm_cli.page.comparison import comparison_blocks
    from addnorm_cli.page.remarks import checks_remark

    yield from checks_remark(trace, request)
    yield from comparison_blocks(trace, request)


def _found(trace: Trace, request: Request) -> Blocks:
    from addnorm_cli.page.comparison import comparison_blocks

    return comparison_blocks(trace, request)


def _flow_page(trace: Trace, request: Request) -> Blocks:
    from addnorm_cli.page.flow import flow_page

    return flow_page(trace, request)


LAYOUTS: dict[str, Layout] = {
    "residual": Layout(_command, _sum),
    "layernorm": Layout(_norm, _command),
    "addnorm": Layout(_command, _sum),
    "gradient": Layout(_command, _gradient),
    "block": Layout(
        _block, _stream, _block_facts, opening=_data_flow, closing=_norms_checked, checked=False
    ),
    "compare-norm": Layout(
        _command,
        _comparison,
        _comparison_facts,
        first=_told_apart,
        lead=_rule_of_case,
        closing=_found,
        checked=False,
        briefly=lambda trace: _compared(trace).by == "convention",
    ),
    "gradient-flow": Layout(_command, _flow, _flow_facts, page=_flow_page),
}
