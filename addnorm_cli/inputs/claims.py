"""What is claimed of a calculation: by `--expect`, or under "expect" in a problem."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from addnorm_cli.inputs.arguments import read_content, split_label
from addnorm_cli.inputs.contents import Content
from addnorm_cli.inputs.documents import Document, Json, JsonObject, quoted, to_tensor
from addnorm_cli.inputs.files import split_path
from addnorm_cli.inputs.numbers import as_typed, is_number, read_number
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.inputs.states import arrays_of
from addnorm_cli.inputs.text import plain
from addnorm_cli.model.claim import RESULT, Claim, Tolerance
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.options import Options
from addnorm_cli.model.patterns import lazily
from addnorm_cli.model.printing import printable
from addnorm_cli.model.problem import Tensor
from addnorm_cli.model.records import replaced
from addnorm_cli.numbers.exact import fraction_of
from addnorm_cli.numbers.surd import Surd

EXPECT = "--expect"
_GAP = ("?", "？")
_RATIONAL = r"[0-9]+(?:/[0-9]+)?"
_ROOT = (
    rf"(?:(?P<over>[0-9]+)/|(?P<times>{_RATIONAL})\s*[*·]?\s*)?"
    rf"(?:√|sqrt)\s*(?:[({{](?P<q>{_RATIONAL})[)}}]|(?P<bare>[0-9]+))"
)
_SURD = rf"(?:(?P<a>[+-]?{_RATIONAL})\s*(?=[+-]))?(?P<sign>[+-])?\s*{_ROOT}(?:/(?P<below>[0-9]+))?"
_SPECIAL = lazily(
    rf"(?<![\w./√])(?:(?P<surd>{_SURD})|(?P<fraction>[+-]?[0-9]+/[0-9]+)|[?？]+)(?![\w./√])"
)
"""What is no row of digits: a root, a fraction, or a gap."""
_STAND_IN = "1.73205080756887{:05d}e-291"
"""A number that nobody types, in the place of the n-th of these while a text is read."""
_SIGNS = (*_GAP, "√", "sqrt")
"""What tells of roots and gaps in typed digits."""


def read_claims(given: Options, reader: Reader) -> tuple[Claim, ...]:
    """The claims of a command line, in their order.

    Raises:
        InputError: One of them is no number and no file.
    """
    return tuple(claim for text in given.expect for claim in _read(text, given, reader))


def _read(text: str, given: Options, reader: Reader) -> Iterator[Claim]:
    label, value = split_label(text, EXPECT)
    if not value.strip():
        raise InputError("empty_claim", where=EXPECT)
    path = label or ""
    if (arrays := list(arrays_of(value.strip(), reader))) and not path:
        for name, tensor in arrays:
            file = tensor.source.removesuffix(f": {printable(name)}")
            yield replaced(_of_tensor(name, tensor), source=file)
        return
    specials: list[re.Match[str]] = []
    content = _content(value, specials, reader)
    if given.steps and (isinstance(content, Tensor) or not content.is_trace):
        raise InputError("steps_without_trace", where="--steps")
    if isinstance(content, Tensor):
        yield _of_tensor(path, content, specials)
        return
    yield from _of_document(path, content, steps=given.steps)


def _content(text: str, specials: list[re.Match[str]], reader: Reader) -> Content:
    """What a value holds; `specials` are the roots, fractions and gaps of typed digits."""
    bare = plain(text)
    special = any(sign in bare for sign in _SIGNS) and split_path(bare) is None
    if not special and not _is_fractions(bare):
        return read_content(text, EXPECT, reader)

    def stand_in(found: re.Match[str]) -> str:
        specials.append(found)
        return _STAND_IN.format(len(specials))

    try:
        return read_content(_SPECIAL().sub(stand_in, bare), EXPECT, reader)
    except InputError as error:
        error.excerpt = None  # it would show what stands in
        raise


def _is_fractions(text: str) -> bool:
    """Whether a text is numbers with a fraction among them, and no path."""
    return "/" in text and all(map(is_number, filter(None, re.split(r"[\s,;\[\](){}]+", text))))


def _of_tensor(
    path: str, tensor: Tensor, specials: Sequence[re.Match[str]] = (), *, json: bool = False
) -> Claim:
    """A claim of numbers that were read."""
    source = EXPECT if tensor.source == EXPECT else tensor.source
    if tensor.typed is None:
        return Claim(path, tensor.values, "array", dtype=tensor.stored, source=source)
    meant = {
        Decimal(_STAND_IN.format(n)): _special(found) for n, found in enumerate(specials, start=1)
    }
    numbers, typed = np.empty((2, tensor.typed.size), dtype=object)
    for n, number in enumerate(tensor.typed.reshape(-1)):
        stands = meant.get(number) if specials else None
        numbers[n], typed[n] = stands or (fraction_of(number) or number, as_typed(number))
    shape = tensor.typed.shape
    if all(number is None for number in numbers):
        raise InputError("empty_claim", where=source)
    return Claim(
        path, numbers.reshape(shape), "typed", typed.reshape(shape), source=source, json=json
    )


def _special(found: re.Match[str]) -> tuple[Any, str]:
    """A root, a fraction or a gap, and how it was written."""
    text = found[0].strip()
    if text[:1] in _GAP:
        return None, "?"
    if found["fraction"] is not None:
        read_number(text, EXPECT)  # refuses 1/0
        return Fraction(text), text
    try:
        return _root(found), text
    except ZeroDivisionError:
        raise InputError("zero_division", where=EXPECT, found=text) from None


def _root(found: re.Match[str]) -> Any:
    """What is written as a root, with what stands before it, under it and below it."""
    root: Any = Surd(Fraction(found["q"] or found["bare"])).sqrt()
    below = int(found["below"] or 1)
    if found["over"] is None:
        number = Surd(Fraction(found["times"] or 1) / below) * root
    else:  # 3/√5
        number = Surd(Fraction(found["over"])) / Surd(below) / root
    return (-number if found["sign"] == "-" else number) + Fraction(found["a"] or 0)


def _of_document(path: str, document: Document, *, steps: bool) -> Iterator[Claim]:
    """The claims of a JSON object: an answer of ours, or numbers by step."""
    tree = document.tree
    if document.is_trace:
        if steps:
            yield from _of_steps(tree.get("steps"), path, document.name)
        if "result" not in tree:
            raise InputError("missing_key", where=document.name, found="result")
        result, cases = tree["result"], tree.get("steps")
        labelled = isinstance(result, dict) and _are_cases(cases, result)
        start = path if path or labelled else RESULT
        yield from _of_tree(start, result, f"{document.name}: result", document.name)
        return
    yield from _of_tree(path, tree, document.name, document.name)


def _are_cases(steps: Json, result: JsonObject) -> bool:
    """Whether the results of a trace are those of its cases, whose steps have their labels."""
    named = [step.get("id") for step in steps or () if isinstance(step, dict)]  # type: ignore[union-attr]
    return any(name in result for name in named)


def _of_steps(steps: Json, path: str, name: str) -> Iterator[Claim]:
    for step in steps if isinstance(steps, list) else ():
        if not isinstance(step, dict) or not isinstance(step.get("id"), str):
            continue
        here = ".".join(filter(None, (path, str(step["id"]))))
        if "steps" in step:
            yield from _of_steps(step["steps"], here, name)
        elif "value" in step:
            yield from _of_tree(here, step["value"], f"{name}: {here}", name)


def stated_claims(document: Document) -> tuple[Claim, ...]:
    """What a problem states under "expect": numbers, or numbers by step.

    Raises:
        InputError: They are none.
    """
    if "expect" not in document.tree:
        return ()
    where = f"{document.name}: expect"
    return tuple(_of_tree("", document.tree["expect"], where, where))


def _of_tree(path: str, tree: Json, where: str, source: str) -> Iterator[Claim]:
    """The claims of a piece of JSON; in an object each key is a step."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            here = ".".join(filter(None, (path, printable(key))))
            yield from _of_tree(here, value, f"{where}.{printable(key)}", source)
        return
    if isinstance(tree, str):
        specials: list[re.Match[str]] = []
        content = _content(tree, specials, Reader())
        if not isinstance(content, Tensor):
            raise InputError("not_a_json_number", where=where, found=quoted(tree))
        yield replaced(_of_tensor(path, content, specials), source=source)
        return
    gaps: list[re.Match[str]] = []
    tensor = to_tensor(_without_gaps(tree, gaps), where)
    yield replaced(_of_tensor(path, tensor, gaps, json=True), source=source)


def _without_gaps(tree: Json, gaps: list[re.Match[str]]) -> Json:
    """A list with a number in place of each gap: null, or "?" as it is typed."""
    if isinstance(tree, list):
        return [_without_gaps(each, gaps) for each in tree]
    if tree is None or tree in _GAP:
        found = _SPECIAL().fullmatch("?")
        assert found is not None
        gaps.append(found)
        return Decimal(_STAND_IN.format(len(gaps)))
    return tree


def read_tolerance(given: Options) -> Tolerance | None:
    """How far a number may be off, where that was said.

    Raises:
        InputError: It is no number from 0 on.
    """
    said: Mapping[str, str | None] = {"absolute": given.tolerance, "relative": given.rtolerance}
    read = {}
    for name, text in said.items():
        if text is not None:
            where = "--tolerance" if name == "absolute" else "--rtolerance"
            number = read_number(text, where)
            if number < 0:
                raise InputError("negative_tolerance", where=where, found=text)
            read[name] = float(number)
    return Tolerance(**read) if read else None
