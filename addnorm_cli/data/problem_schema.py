"""The JSON Schema of a problem file, its keys taken from the tables that it is read by."""

from __future__ import annotations

from collections.abc import Iterable

from addnorm_cli.data.schema import (
    COUNT,
    FLAG,
    FROM_ZERO,
    NUMBER,
    POSITIVE,
    TEXT,
    Schema,
    list_of,
    maybe,
    named,
    nested,
    one_of,
    record_of,
    ref,
    root,
    spoken_text,
)
from addnorm_cli.formula.functions import ACTIVATIONS, GATES
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.inputs.block_attention import (
    ATTENTION_KEYS,
    PAIRS,
    QK_AFFINES,
    SCALINGS,
)
from addnorm_cli.inputs.block_file import FFN_KEYS, LAYER_KEYS, LAYER_NORMS, UPDATE_KEYS
from addnorm_cli.inputs.block_keys import AFFINE_KEYS
from addnorm_cli.inputs.norm_spec import NORM_KEYS
from addnorm_cli.inputs.problem_file import problem_keys
from addnorm_cli.inputs.sublayers import LINEAR_KEYS
from addnorm_cli.messages import Language
from addnorm_cli.model.conventions import CONVENTIONS
from addnorm_cli.model.options import CALCULATIONS
from addnorm_cli.model.placements import PLACEMENTS
from addnorm_cli.model.problem import EPS_PLACES, ORIENTATIONS

VERSION = "addnorm.problem/1"
_TENSOR, _VECTORS, _AFFINE, _WORDS = ref("tensor"), ref("vectors"), ref("affine"), ref("text")

_TOP: dict[str, Schema] = {
    "$schema": TEXT,
    "command": one_of(CALCULATIONS),
    "code": TEXT,
    "name": TEXT,
    "number": {"type": ["integer", "string"]},
    "title": _WORDS,
    "x": _VECTORS,
    "sublayer": {"anyOf": [_VECTORS, ref("linear")]},
    "gamma": _TENSOR,
    "beta": _TENSOR,
    "norm": ref("norm"),
    "upstream": _VECTORS,
    "dims": list_of(_WORDS, minItems=1),
    "tokens": list_of(_WORDS, minItems=1),
    "notes": named(_WORDS),
    "explain": FLAG,
    "expect": ref("claim"),
    "layers": list_of(ref("layer"), minItems=1),
    "final_norm": _AFFINE,
    "updates": list_of(ref("update"), minItems=1),
    "orientation": one_of(ORIENTATIONS),
    "placement": one_of(PLACEMENTS),
    "residual": FLAG,
    "repeat": maybe(COUNT),
    "alpha": maybe(NUMBER),
    "multiplier": maybe(POSITIVE),
    "weights": maybe(TEXT),
    "text": maybe(TEXT),
}
_NORM: dict[str, Schema] = {
    "convention": one_of(CONVENTIONS),
    "kind": one_of(NORMS),
    "eps": FROM_ZERO,
    "eps_at": one_of(EPS_PLACES),
    "ddof": one_of((0, 1, None)),
    "axes": {
        "anyOf": [
            {"type": "integer", "not": {"const": 0}},
            list_of({"type": "integer"}, minItems=1),
        ]
    },
    "groups": COUNT,
    "momentum": maybe({"type": "number", "minimum": 0, "maximum": 1}),
    "running_mean": maybe(_TENSOR),
    "running_var": maybe(_TENSOR),
    "training": FLAG,
    "alpha": NUMBER,
}
_LINEAR: dict[str, Schema] = {
    "weight": _TENSOR,
    "bias": maybe(_TENSOR),
    "activation": one_of(("identity", *ACTIVATIONS)),
    "orientation": one_of(ORIENTATIONS),
}
_ATTENTION: dict[str, Schema] = {
    "heads": maybe(COUNT),
    "kv_heads": maybe(COUNT),
    "causal": FLAG,
    "scale": maybe(POSITIVE),
    "softcap": maybe(POSITIVE),
    "rotary": one_of((*PAIRS, None)),
    "rotary_base": maybe(POSITIVE),
    "rotary_dim": maybe(COUNT),
    "rope_scaling": maybe(ref("rope_scaling")),
    **dict.fromkeys(QK_AFFINES, _AFFINE),
}
_FFN: dict[str, Schema] = {"activation": one_of((*ACTIVATIONS, *GATES))}
_LAYER: dict[str, Schema] = {
    "attention": maybe(ref("attention")),
    "cross": maybe(ref("cross")),
    "ffn": maybe(ref("ffn")),
    **dict.fromkeys(LAYER_NORMS, _AFFINE),
}
_UPDATE: dict[str, Schema] = {"label": _WORDS}


def problem_schema(language: Language) -> Schema:
    """The schema of a problem, or of a list of problems, with descriptions in a language."""
    problem = record_of(language, "problem", _of_keys(problem_keys(), _TOP))
    alone = {
        **problem,
        "type": ["object", "array"],
        "anyOf": [{"required": ["x"]}, {"required": ["text"]}],
        "dependentSchemas": {
            "layers": _without("updates"),
            "updates": _without("layers"),
            "text": _without("x"),
        },
        "items": {"$ref": "#", "type": "object"},
    }
    return root(language, "problem", VERSION, alone, _parts(language))


def _of_keys(keys: Iterable[str], known: dict[str, Schema]) -> dict[str, Schema]:
    """What each key holds: an array of numbers, where nothing else is said."""
    return {key: known.get(key, _TENSOR) for key in keys}


def _without(key: str) -> Schema:
    return {"not": {"required": [key]}}


def _parts(language: Language) -> Schema:
    labelled = named(_TENSOR, minProperties=1, propertyNames={"minLength": 1})
    clear = {**labelled, "not": {"anyOf": [{"required": [key]} for key in LINEAR_KEYS]}}
    number_or_gap = {"type": ["number", "null"]}
    gaps = list_of(ref("gaps"), minItems=1)
    claim = [{"type": ["number", "string"]}, gaps, named(ref("claim"))]
    ffn = _of_keys(FFN_KEYS, _FFN)
    weights = record_of(language, "ffn", ffn, ("W_1", "W_2"))
    gated = {"properties": {"activation": one_of(GATES)}, "required": ["activation"]}
    attention = record_of(language, "attention", _of_keys(ATTENTION_KEYS, _ATTENTION))
    keys = {**attention["properties"], "memory": _TENSOR}
    cross = record_of(language, "cross", keys, ("memory",))
    layer = record_of(language, "layer", _of_keys(LAYER_KEYS, _LAYER))
    update = record_of(language, "update", _of_keys(UPDATE_KEYS, _UPDATE), ("delta",))
    return {
        "text": spoken_text(),
        "tensor": nested("tensor", NUMBER, minItems=1),
        "vectors": {"anyOf": [_TENSOR, clear]},
        "linear": record_of(language, "linear", _of_keys(LINEAR_KEYS, _LINEAR), ("weight",)),
        "norm": record_of(language, "norm_key", _of_keys(NORM_KEYS, _NORM)),
        "affine": record_of(language, "affine", _of_keys(AFFINE_KEYS, {})),
        "gaps": {"anyOf": [number_or_gap, gaps]},
        "claim": {"anyOf": claim},
        "attention": _given_or(attention),
        "cross": _given_or(cross),
        "ffn": _given_or({
            **weights,
            "if": gated,
            "then": {"required": ["W_gate"]},
            "else": {"properties": dict.fromkeys(("W_gate", "b_gate"), False)},
        }),
        "layer": {**layer, "anyOf": [{"required": [key]} for key in ("attention", "cross", "ffn")]},
        "update": update,
        "rope_scaling": {"anyOf": [
            _scaling(*each, name=name) for name, each in SCALINGS.items()
        ]},
    }  # fmt: skip


def _given_or(worked: Schema) -> Schema:
    """A sublayer's output alone, or what it is worked out of."""
    given = {"maxProperties": 1}
    needed = {key: worked.pop(key) for key in ("required", "if", "then", "else") if key in worked}
    return {**worked, "if": {"required": ["output"]}, "then": given, "else": needed or True}


def _scaling(needed: tuple[str, ...], more: tuple[str, ...], *, name: str) -> Schema:
    """How rotary positions are scaled, as a config.json says it."""
    kind = {"const": name}
    return {
        "type": "object",
        "properties": {
            "rope_type": kind,
            "type": kind,
            **dict.fromkeys((*needed, *more), POSITIVE),
        },
        "required": list(needed),
        "anyOf": [{"required": ["rope_type"]}, {"required": ["type"]}],
        "additionalProperties": False,
    }
