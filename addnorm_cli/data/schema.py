"""JSON Schemas (draft 2020-12) of what is read and written: their common parts, and of errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from addnorm_cli.messages import LANGUAGES, Language, has, say

Schema: TypeAlias = "dict[str, Any]"

DIALECT = "https://json-schema.org/draft/2020-12/schema"
NUMBER: Schema = {"type": "number"}
TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
COUNT: Schema = {"type": "integer", "minimum": 1}
NATURAL: Schema = {"type": "integer", "minimum": 0}
FROM_ZERO: Schema = {"type": "number", "minimum": 0}
POSITIVE: Schema = {"type": "number", "exclusiveMinimum": 0}


def root(language: Language, name: str, version: str, body: Schema, defs: Schema) -> Schema:
    """A whole schema.

    Args:
        language: Of its descriptions.
        name: What it describes: "trace", "problem".
        version: Its name and number: "addnorm.trace/2".
        body: What must hold.
        defs: The parts that it refers to by `ref`.
    """
    return {
        "$schema": DIALECT,
        "$id": f"urn:{version.replace('.', ':')}",
        "title": version,
        "description": say(language, f"schema.{name}"),
        **body,
        **({"$defs": defs} if defs else {}),
    }


def record_of(
    language: Language,
    name: str,
    properties: Mapping[str, Schema],
    required: Iterable[str] = (),
    **more: Any,
) -> Schema:
    """An object that has none but these keys, each described where there is a sentence for it."""
    described = {
        key: {"description": say(language, text), **each}
        if has(text := f"schema.{name}.{key}")
        else each
        for key, each in properties.items()
    }
    must = list(required)
    return {
        "type": "object",
        "properties": described,
        **({"required": must} if must else {}),
        "additionalProperties": False,
        **more,
    }


def ref(name: str) -> Schema:
    """What stands under that name among the parts."""
    return {"$ref": f"#/$defs/{name}"}


def one_of(names: Iterable[Any]) -> Schema:
    """One of these words."""
    return {"enum": list(names)}


def maybe(schema: Schema) -> Schema:
    """The same, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def list_of(schema: Schema, **more: Any) -> Schema:
    """A list of such values."""
    return {"type": "array", "items": schema, **more}


def named(schema: Schema, **more: Any) -> Schema:
    """An object of such values, under names that the reader chose."""
    return {"type": "object", "additionalProperties": schema, **more}


def nested(name: str, leaf: Schema, **more: Any) -> Schema:
    """A value, or lists of it in any depth; `name` is what it is called among the parts."""
    return {"anyOf": [leaf, list_of(ref(name), **more)]}


def spoken_text() -> Schema:
    """A text, or the same in several languages."""
    of_languages = dict.fromkeys(LANGUAGES, TEXT)
    told = {"type": "object", "properties": of_languages, "additionalProperties": False}
    return {"anyOf": [TEXT, {**told, "minProperties": 1}]}


def slip_id(names: Iterable[str]) -> Schema:
    """A known slip, or several that were made together: "no-mean+x-only"."""
    any_of = "|".join(names)
    return {"type": "string", "pattern": f"^({any_of})(\\+({any_of}))*$"}


def error_schema(language: Language) -> Schema:
    """The schema of an error."""
    from addnorm_cli.page.report import ERROR_SCHEMA

    return root(language, "error", ERROR_SCHEMA, error_record(language, {}), {})


def error_record(language: Language, more: Mapping[str, Schema]) -> Schema:
    """An error as an object, with more keys."""
    from addnorm_cli.page.report import ERROR_SCHEMA

    words = maybe(TEXT)
    own = {"schema": {"const": ERROR_SCHEMA}, "error": TEXT, "hint": words, "where": words}
    properties = {**more, **own}
    return record_of(language, "error", properties, properties)
