"""The JSON Schema of a trace, made from the tables that the trace itself is made from."""

from __future__ import annotations

from typing import get_args

from addnorm_cli.check.slips import SLIPS
from addnorm_cli.data.schema import (
    COUNT,
    FLAG,
    FROM_ZERO,
    NATURAL,
    NUMBER,
    TEXT,
    Schema,
    error_record,
    list_of,
    maybe,
    named,
    nested,
    one_of,
    record_of,
    ref,
    root,
    slip_id,
)
from addnorm_cli.formula.functions import ACTIVATIONS, GATES
from addnorm_cli.formula.norms import NORMS, Over
from addnorm_cli.inputs.documents import HOMEWORK_SCHEMA, TRACE_SCHEMA
from addnorm_cli.messages import Language
from addnorm_cli.model.carrying import MACHINE_TYPES, ROUNDINGS
from addnorm_cli.model.conventions import CONVENTIONS
from addnorm_cli.model.options import CALCULATIONS
from addnorm_cli.model.placements import PLACEMENTS
from addnorm_cli.model.problem import EPS_PLACES, ORIENTATIONS
from addnorm_cli.model.question import COMPARISONS
from addnorm_cli.trace.settings import BlockSettings, ComparisonSettings, FlowSettings
from addnorm_cli.trace.verdict import Basis

_NUMBERS = ref("numbers")
_ORDERED = (*ACTIVATIONS, *GATES, "identity")


def trace_schema(language: Language) -> Schema:
    """The schema of a trace, with descriptions in a language."""
    return root(language, "trace", TRACE_SCHEMA, _trace(language, {}), _defs(language))


def homework_schema(language: Language) -> Schema:
    """The schema of the answers to a list of problems: of each its trace, or what is wrong."""
    entry: dict[str, Schema] = {"number": COUNT, "code": TEXT, "name": TEXT}
    own: dict[str, Schema] = record_of(language, "answer", entry)["properties"]
    is_trace = {"properties": {"schema": {"const": TRACE_SCHEMA}}}
    properties: dict[str, Schema] = {
        "schema": {"const": HOMEWORK_SCHEMA},
        "title": maybe(TEXT),
        "answers": list_of({"if": is_trace, "then": ref("trace"), "else": ref("error")}),
        "broken": list_of(COUNT),
    }
    answers = {"trace": _trace(language, own), "error": error_record(language, own)}
    body = record_of(language, "homework", properties, properties)
    return root(language, "homework", HOMEWORK_SCHEMA, body, {**answers, **_defs(language)})


def _defs(language: Language) -> Schema:
    return {**_parts(language), **_verdict(language)}


def _trace(language: Language, more: dict[str, Schema]) -> Schema:
    """A trace as an object, with more keys."""
    properties: dict[str, Schema] = {
        **more,
        "schema": {"const": TRACE_SCHEMA},
        "command": one_of(CALCULATIONS),
        "title": maybe(TEXT),
        "parameters": ref("parameters"),
        "inputs": named({"anyOf": [_NUMBERS, named(_NUMBERS)]}),
        "steps": list_of(ref("part")),
        "result": ref("result"),
        "results": list_of(ref("labelled_result")),
        "warnings": list_of(TEXT),
    }
    always = tuple(properties)
    properties |= {
        "dims": list_of(TEXT),
        "tokens": list_of(TEXT),
        "notes": named(TEXT),
        "properties": list_of(ref("properties")),
        "findings": list_of(ref("finding")),
        "contrast": ref("contrast"),
        "self_checks": named({"anyOf": [ref("self_check"), named(ref("self_check"))]}),
        "check": ref("check"),
    }
    return record_of(language, "trace", properties, always)


def _parts(language: Language) -> Schema:
    """What a trace is put together from."""
    step = {
        "id": TEXT,
        "title": TEXT,
        "symbol": TEXT,
        "formula": record_of(language, "formula", {"text": TEXT, "latex": TEXT}, ("text", "latex")),
        "why": TEXT,
        "work": list_of(TEXT, minItems=1),
        "shape": list_of(NATURAL),
        "value": _NUMBERS,
        "surd": ref("texts"),
        "exact": _NUMBERS,
    }
    section = {
        "id": TEXT,
        "title": TEXT,
        "module": TEXT,
        "steps": list_of(ref("part"), minItems=1),
        "result": ref("result"),
    }
    entry = {
        "label": TEXT,
        **dict.fromkeys(("delta", "x", "delta_norm", "norm", "distance", "cosine"), _NUMBERS),
    }
    ledger = {
        "id": {"const": "ledger"},
        "title": TEXT,
        "start": _NUMBERS,
        "entries": list_of(record_of(language, "entry", entry, entry)),
        "sums": FLAG,
        "gap": NUMBER,
        "kept": _NUMBERS,
    }
    finding = {"id": TEXT, "columns": list_of(TEXT), "rows": named(list_of(maybe(NUMBER)))}
    contrast = {"residual": FLAG, "ledger": ref("ledger"), "result": _NUMBERS}
    check = {"found": maybe(NUMBER), "expected": maybe(NUMBER), "holds": FLAG}
    result = {"label": maybe(TEXT), "value": ref("result")}
    optional = ("why", "work", "surd", "exact")
    return {
        "numbers": nested("numbers", {"type": ["number", "null"]}),
        "texts": nested("texts", TEXT),
        "result": {"anyOf": [_NUMBERS, named(ref("result"))]},
        "labelled_result": record_of(language, "labelled_result", result, result),
        "part": _part(),
        "step": record_of(language, "step", step, (key for key in step if key not in optional)),
        "section": record_of(language, "section", section, (k for k in section if k != "module")),
        "ledger": record_of(language, "ledger", ledger, ledger),
        "finding": {
            **record_of(language, "finding", finding, finding),
            "additionalProperties": {"type": ["number", "string", "boolean", "array", "null"]},
        },
        "contrast": record_of(language, "contrast", contrast, contrast),
        "self_check": record_of(language, "self_check", check, check),
        "properties": _properties(language),
        "parameters": _parameters(language),
        "rule": record_of(language, "parameter", {**_rule(), "gamma": _NUMBERS}, ("norm",)),
    }


def _part() -> Schema:
    """A step, or a section with steps of its own, or the ledger; told apart by what they have."""
    return {
        "if": {"required": ["steps"]},
        "then": ref("section"),
        "else": {"if": {"required": ["entries"]}, "then": ref("ledger"), "else": ref("step")},
    }


def _properties(language: Language) -> Schema:
    properties: dict[str, Schema] = {
        "norm": one_of(NORMS),
        "over": one_of(get_args(Over)),
        "batch": FLAG,
        "centred": FLAG,
        "parameters": list_of(TEXT),
        "same_in_inference": FLAG,
        "running_statistics": FLAG,
        "used_in": list_of(TEXT),
    }
    return record_of(language, "properties", properties, properties)


def _rule() -> dict[str, Schema]:
    """What the rule of a norm says; `Norm.parameters` has those that only some norms have."""
    known: dict[str, Schema] = {
        "norm": one_of(NORMS),
        "convention": maybe(one_of(CONVENTIONS)),
        "eps": FROM_ZERO,
        "eps_at": one_of(EPS_PLACES),
        "ddof": one_of((0, 1, None)),
        "axes": {"anyOf": [{"type": "integer"}, list_of({"type": "integer"})]},
        "groups": COUNT,
        "alpha": NUMBER,
        "momentum": maybe(NUMBER),
        "training": FLAG,
        "running_mean": _NUMBERS,
        "running_var": _NUMBERS,
        "unit_offset": FLAG,
    }
    own = {name for norm in NORMS.values() for name in norm.parameters}
    return {**known, **{name: {} for name in sorted(own - known.keys())}}


def _parameters(language: Language) -> Schema:
    """Everything that a reader must know to work it again: the rule, and the settings."""
    hand = {"hand": list_of(NATURAL, minItems=2, maxItems=2), "rounding": one_of(ROUNDINGS)}
    carried = [one_of(("exact", *MACHINE_TYPES)), record_of(language, "hand", hand, hand)]
    known: dict[str, Schema] = {
        "gamma": _NUMBERS,
        "beta": _NUMBERS,
        "orientation": one_of(ORIENTATIONS),
        "activation": one_of(_ORDERED),
        "arithmetic": {"anyOf": carried},
        "by": one_of(COMPARISONS),
        "placement": one_of(PLACEMENTS),
        "residual": {"anyOf": [FLAG, {"const": "both"}]},
        "layers": COUNT,
        "heads": COUNT,
        "kv_heads": COUNT,
        "causal": FLAG,
        "norms": list_of(one_of(NORMS)),
        "baseline": one_of(CONVENTIONS),
        "factor": NUMBER,
        "residual_factor": NUMBER,
        "rules": named(ref("rule")),
    }
    fields: dict[str, Schema] = {
        name: {}
        for settings in (BlockSettings, FlowSettings, ComparisonSettings)
        for name in settings.__annotations__
    }
    every: dict[str, Schema] = {**fields, **_rule(), **known}
    return record_of(language, "parameter", every, ("arithmetic",))


def _verdict(language: Language) -> Schema:
    """What became of what was expected."""
    place = list_of(NATURAL)
    component = {
        "index": place,
        "claimed": TEXT,
        "right": maybe(NUMBER),
        "difference": maybe(NUMBER),
        "ok": FLAG,
        "basis": ref("basis"),
    }
    apart = {"difference": maybe(NUMBER), "index": place}
    largest = record_of(language, "largest", apart, apart)
    differences = {
        "count": NATURAL,
        "of": NATURAL,
        "largest": largest,
        "largest_relative": largest,
        "first_row": maybe(NATURAL),
        "pattern": TEXT,
        "rows": NATURAL,
        "columns": NATURAL,
    }
    claim = {
        "path": TEXT,
        "ok": FLAG,
        "basis": ref("basis"),
        "source": TEXT,
        "digits": list_of(NATURAL, minItems=2, maxItems=2),
        "dtype": one_of(MACHINE_TYPES),
        "components": list_of(record_of(language, "component", component, component)),
        "differences": record_of(language, "differences", differences, differences),
    }
    slip = {
        "id": slip_id(SLIPS),
        "agree": NATURAL,
        "of": NATURAL,
        "alternatives": NATURAL,
        "parameters": {"type": "object"},
        "path": TEXT,
        "text": TEXT,
    }
    check = {
        "ok": FLAG,
        "first_wrong": maybe(TEXT),
        "follows": list_of(TEXT),
        "claims": list_of(ref("claim")),
        "slips": list_of(ref("slip")),
        "remarks": list_of(TEXT),
    }
    always = ("path", "ok", "basis", "source", "components")
    return {
        "basis": one_of((*get_args(Basis), None)),
        "check": record_of(language, "check", check, check),
        "claim": record_of(language, "claim", claim, always),
        "slip": record_of(language, "slip", slip, slip),
    }
