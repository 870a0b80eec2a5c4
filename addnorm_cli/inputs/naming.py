"""The names of columns and rows, and remarks, as a problem or an earlier answer states them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from addnorm_cli.inputs.documents import Document, Json, quoted, text_in
from addnorm_cli.model.choices import unknown
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.naming import NAMING_KEYS, UNNAMED, Naming
from addnorm_cli.model.printing import printable
from addnorm_cli.model.problem import Tensor
from addnorm_cli.model.records import replaced


def stated_naming(document: Document) -> Naming:
    """The names that a document states.

    Raises:
        InputError: They are no lists of names, or no remarks by name.
    """
    tree, name = document.tree, document.name
    if not any(key in tree for key in NAMING_KEYS):
        return UNNAMED
    return Naming(
        dims=_names(tree["dims"], f"{name}: dims") if "dims" in tree else (),
        tokens=_names(tree["tokens"], f"{name}: tokens") if "tokens" in tree else (),
        notes=_notes(tree["notes"], f"{name}: notes") if "notes" in tree else {},
    )


def _names(tree: Json, where: str) -> tuple[str, ...]:
    if not isinstance(tree, list):
        raise InputError("list_expected", where=where, found=quoted(tree))
    if not tree:
        raise InputError("empty_list", where=where)
    return tuple(printable(text_in(each, f"{where}[{n}]")) for n, each in enumerate(tree))


def _notes(tree: Json, where: str) -> dict[str, str]:
    if not isinstance(tree, dict):
        raise InputError("object_expected", where=where, found=quoted(tree))
    return {
        printable(key): printable(text_in(text, f"{where}.{key}")) for key, text in tree.items()
    }


def check_naming(
    naming: Naming, inputs: Sequence[Tensor], others: Iterable[str | None], where: str
) -> Naming:
    """The names, after making sure that there is something for each of them.

    Args:
        naming: The names that were stated.
        inputs: The x of every case, shape (..., d).
        others: The names of cases and updates.
        where: The document that states them.

    Raises:
        InputError: There are more or fewer names than columns or rows, or a remark on nothing.
    """
    for x in inputs:
        *lead, width = x.shape
        if naming.dims and len(naming.dims) != width:
            found = len(naming.dims)
            raise InputError("dims_count", where=f"{where}: dims", found=found, count=width)
        if naming.tokens and len(naming.tokens) != math.prod(lead):
            found, count = len(naming.tokens), math.prod(lead)
            raise InputError("tokens_count", where=f"{where}: tokens", found=found, count=count)
    known = ("x", *(name for name in others if name), *naming.rows())
    for name in naming.notes:
        if name not in known:
            raise unknown("noted", name, dict.fromkeys(known), f"{where}: notes")
    return naming


def fitting_naming(
    naming: Naming, inputs: Sequence[Tensor], others: Iterable[str | None]
) -> Naming:
    """Those of the names of an earlier answer that its result still has something for."""
    widths = {x.shape[-1] for x in inputs}
    heights = {math.prod(x.shape[:-1]) for x in inputs}
    kept = replaced(
        naming,
        dims=naming.dims if widths == {len(naming.dims)} else (),
        tokens=naming.tokens if heights == {len(naming.tokens)} else (),
    )
    known = {"x", *others, *kept.rows()}
    return replaced(kept, notes={k: text for k, text in naming.notes.items() if k in known})
