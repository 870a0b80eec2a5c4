"""How libraries and languages write arrays: one entry each, beside commas, blanks and brackets."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from addnorm_cli.model.patterns import lazily
from addnorm_cli.model.records import record


@record
class Notation:
    """What one library or language writes around the numbers; all but the names are patterns.

    Attributes:
        name: The library or language.
        call: What stands before round brackets that add no dimension: `array` of `array([1, 2])`.
        prefix: What stands before brackets that do: `vec!` of `vec![1, 2]`.
        opening: How it begins where it ends with ">": `<tf.Tensor:`.
        stated: Names of what it states beside the numbers: `dtype` of `dtype=float32`.
        content: Names that stand before the numbers themselves: `numpy` of `numpy=array([1, 2])`.
        before: A heading above all.
        after: A line below all.
        column: A matrix of one column is a vector, since that is how it writes one.
    """

    name: str
    call: str = ""
    prefix: str = ""
    opening: str = ""
    stated: str = ""
    content: str = ""
    before: str = ""
    after: str = ""
    column: bool = False


NOTATIONS = (
    Notation(
        name="NumPy",
        call=r"(?:(?:np|numpy|cp|cupy)\.)?(?:as)?array|matrix|(?:np|numpy)\.(?:float|u?int)[0-9]+",
        stated="dtype|shape",
    ),
    Notation(
        name="PyTorch",
        call=r"(?:torch\.)?(?:as_)?tensor|torch\.(?:\w+)?Tensor",
        stated="device|dtype|grad_fn|layout|requires_grad|size",
        before="Parameter containing:",
    ),
    Notation(
        name="libtorch, a vector",
        after=r"\[ (?:Variable\[)?[A-Za-z]+Type\]?\{[0-9]+\} \]",
        column=True,
    ),
    Notation(name="libtorch", after=r"\[ (?:Variable\[)?[A-Za-z]+Type\]?\{[0-9,]*\} \]"),
    Notation(
        name="TensorFlow",
        call=r"tf\.(?:Tensor|constant|Variable)",
        opening=r"<tf\.(?:Tensor:|Variable '[^'\n]*')",
        stated="dtype|shape",
        content="numpy",
    ),
    Notation(
        name="Keras",
        opening="<(?:Keras)?Variable(?= )",
        stated="dtype|path|shape",
        content="value",
    ),
    Notation(
        name="JAX",
        call=r"(?:jnp|jax\.numpy)\.(?:as)?array|(?:Device)?Array",
        stated="dtype|weak_type",
    ),
    Notation(
        name="MXNet",
        call=r"mx\.(?:nd|np)\.array",
        stated="ctx|device|dtype",
        after=r"<NDArray [0-9x]+ @\w+\([0-9]+\)>",
    ),
    Notation(name="MLX", call=r"mx\.array", stated="dtype"),
    Notation(
        name="Paddle",
        call=r"(?:paddle\.)?Tensor|paddle\.to_tensor",
        stated="dtype|place|shape|stop_gradient",
    ),
    Notation(name="MindSpore", call="Tensor", stated="dtype|shape", content="value"),
    Notation(name="candle", after=r"Tensor\[\[[0-9, ]*\], \w+(?:, [\w:]+)?\]"),
    Notation(
        name="ndarray",
        call="arr[1-3]",
        prefix="array!",
        after=r", shape=\[[0-9, ]*\], strides=\[[-0-9, ]*\], layout=[^,\n]*, const ndim=[0-9]+",
    ),
    Notation(
        name="Burn",
        before=r"Tensor \{[ \r\n]*data:",
        after=r",[ \r\n]*shape:[^}]*\}",
    ),
    Notation(name="Rust", prefix="vec!"),
    Notation(
        name="Julia, a vector", before=r"[0-9]+-element [A-Z]\w*\{[^\n]*\}:(?=\n)", column=True
    ),
    Notation(
        name="Julia",
        prefix="(?:Float|U?Int)[0-9]+",
        before=r"[0-9]+(?:×[0-9]+)+ [A-Z]\w*\{[^\n]*\}:(?=\n)",
    ),
    Notation(name="R", call="c"),
)

_TAIL = 200
"""How far from the end a line below the numbers may begin."""


def _any(part: str) -> Callable[[], re.Pattern[str]]:
    """The pattern of what stands in one part of any notation."""

    @cache
    def compiled() -> re.Pattern[str]:
        every = "|".join(getattr(each, part) for each in NOTATIONS if getattr(each, part))
        return re.compile(f"(?:{every})")

    return compiled


call, prefix, opening = _any("call"), _any("prefix"), _any("opening")


@cache
def keyword() -> re.Pattern[str]:
    """The pattern of `name=value` within a call, or of `name=` where the numbers follow."""
    stated = "|".join(each.stated for each in NOTATIONS if each.stated)
    content = "|".join(each.content for each in NOTATIONS if each.content)
    value = (
        r"<[^>\n]*>|'[^'\n]*'|\"[^\"\n]*\"|[(\[][0-9, ]*[)\]]|torch\.Size\(\[[0-9, ]*\]\)"
        r"|[\w./:-]+(?:\([\w:]*\))?"
    )
    return re.compile(rf"(?:{content})=|(?:{stated})=(?:{value})(?:[ \t\r\n]*+,)?")


@cache
def heading() -> re.Pattern[str]:
    """The pattern of a heading; its group "column" says that a column is a vector."""
    return re.compile(_by_column("before"))


@cache
def _footing() -> re.Pattern[str]:
    return re.compile(rf"[ \t\r\n]*(?:{_by_column('after')})[ \t\r\n]*\Z")


def footing(text: str) -> re.Match[str] | None:
    """The line below the numbers, if there is one; its group "column" as in a heading."""
    return _footing().search(text, max(0, len(text.rstrip()) - _TAIL))


def _by_column(part: str) -> str:
    patterns = {
        column: "|".join(
            getattr(each, part)
            for each in NOTATIONS
            if getattr(each, part) and each.column == column
        )
        for column in (True, False)
    }
    return f"(?P<column>{patterns[True]})|{patterns[False]}"


_CODE = lazily(
    r"(?P<number>[+-]?[0-9.]++(?:_[0-9.]++)*+(?:[eE][+-]?[0-9]+)?)(?:_?(?:bf16|[fiu](?:8|16|32|64|128|size))|[fFlL])?"
)
_JULIA = lazily(r"(?P<number>[+-]?[0-9.]+)f(?P<exponent>[+-]?[0-9]{1,2})")


def from_code(word: str) -> str | None:
    """The plain spelling of a number as a program writes it: 0.757_631_6, 0.1f, 1i64, 2f0, 1//3."""
    if found := _CODE().fullmatch(word):
        return found["number"].replace("_", "")
    if found := _JULIA().fullmatch(word):
        return f"{found['number']}e{found['exponent']}"
    return word.replace("//", "/") if word.count("//") == 1 else None
