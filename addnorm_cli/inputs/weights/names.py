"""What the tensors of a model of one's own are: a file that maps their names to ours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from addnorm_cli.formula.functions import GATES
from addnorm_cli.inputs.documents import Json, JsonObject, quoted, text_in
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.inputs.weights.architecture import (
    GATED,
    LAYER,
    PLAIN,
    Architecture,
    Embedding,
    Stack,
)
from addnorm_cli.inputs.weights.choice import first_names
from addnorm_cli.inputs.weights.config import read_object
from addnorm_cli.inputs.weights.settings import Said, text_of
from addnorm_cli.inputs.weights.tensor_files import TensorFile
from addnorm_cli.model.block_problem import NORM_PLACES
from addnorm_cli.model.choices import choose, unknown
from addnorm_cli.model.conventions import CONVENTIONS
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.placements import PLACEMENTS
from addnorm_cli.model.printing import printable
from addnorm_cli.model.problem import ORIENTATIONS
from addnorm_cli.model.records import record, replaced

TO_FILL_IN = "?"
"""Stands where a person has to say something; a file is read when none is left."""

ROLES: Mapping[str, str] = {
    **{f"attention.{kind}_{letter}": f"{kind}_{letter}"
       for letter in ("q", "k", "v", "qkv", "o") for kind in "Wb"},
    **{f"attention.{norm}.{part}": f"{norm}.{part}"
       for norm in ("q_norm", "k_norm") for part in ("gamma", "beta")},
    **{f"ffn.{kind}_{letter}": f"{kind}_{letter}"
       for letter in ("1", "gate", "2") for kind in "Wb"},
    **{f"{norm}.{part}": f"{norm}.{part}"
       for norm in NORM_PLACES for part in ("gamma", "beta")},
}  # fmt: skip
"""What a tensor of a layer can be, and its role in the table of architectures."""

ROLES_OUTSIDE: Mapping[str, str] = {
    "final_norm.gamma": "final.gamma",
    "final_norm.beta": "final.beta",
    "embedding.word": "word",
    "embedding.position": "position",
    "embedding.type": "type",
    "embedding.norm.gamma": "norm.gamma",
    "embedding.norm.beta": "norm.beta",
}
"""What a tensor outside of the layers can be."""

SETTINGS: Mapping[str, tuple[str, ...]] = {
    "orientation": ORIENTATIONS,
    "placement": tuple(PLACEMENTS),
    "norm": tuple(CONVENTIONS),
    "activation": tuple(dict.fromkeys((*PLAIN.values(), *GATES))),
    "causal": ("true", "false"),
    "heads": ("4", "12", "null"),
    "kv_heads": ("4", "12", "null"),
    "eps": ("1e-5", "null"),
    "rotary": ("halves", "interleaved", "null"),
    "rotary_base": ("10000", "null"),
    "qkv": ("stacked", "by_head"),
}
"""What the file says beside names, and what it may say, or for example."""

REQUIRED = ("orientation", "placement", "norm", "activation", "causal")

_NEEDED = (
    *((f"attention.W_{letter}", "attention.W_qkv") for letter in "qkv"),
    ("attention.W_o",),
    ("ffn.W_1",),
    ("ffn.W_2",),
)
"""Without which there is no layer: one of each."""

_FINAL = ("final.gamma", "final.beta")


@record
class NamedModel:
    """A model of one's own, as its file of names describes it.

    Attributes:
        arch: What it amounts to as an architecture.
        said: The SETTINGS that the file says, without the norm.
    """

    arch: Architecture
    said: Mapping[str, Said]


def read_names(path_text: str, reader: Reader) -> NamedModel:
    """The file that says what the tensors of a model are.

    Args:
        path_text: The path as it was typed.
        reader: Opens the file.

    Raises:
        InputError: It cannot be read, does not say all, or says something that has no meaning.
    """
    path, name = Path(path_text), printable(path_text)
    try:
        tree = read_object(path, name, reader)
    except FileNotFoundError:
        raise InputError("missing_file", found=name) from None
    return _named(tree, name)


def _named(tree: JsonObject, name: str) -> NamedModel:
    told: dict[str, str] = {}
    for pattern, role in tree.items():
        where = f"{name}: {printable(pattern)}"
        if role == TO_FILL_IN and pattern in SETTINGS:
            raise InputError("setting_to_fill_in", where=where, choices=SETTINGS[pattern])
        if role == TO_FILL_IN:
            raise InputError("names_to_fill_in", where=where)
        if pattern in SETTINGS or role is None:
            continue
        role = _checked(pattern, role, where)
        if role in told:
            raise InputError("role_twice", where=where, role=role, other=printable(told[role]))
        told[role] = pattern
    lacking = [
        role for roles in _NEEDED if not any(each in told for each in roles) for role in roles[:1]
    ]
    if lacking:
        raise InputError("roles_lacking", where=name, roles=tuple(lacking))
    if missing := [key for key in REQUIRED if tree.get(key) is None]:
        raise InputError("names_unsaid", where=name, keys=tuple(missing))
    said = {
        key: Said(text=text_of(tree[key], f"{name}: {key}"), where=f"{name}: {key}")
        for key in SETTINGS
        if tree.get(key) is not None and key != "norm"
    }
    ignored = tuple(key for key in tree if tree[key] is None and key not in SETTINGS)
    arch = _architecture(name, told, said, _convention(tree["norm"], f"{name}: norm"))
    return NamedModel(arch=replaced(arch, ignored=ignored), said=said)


def _checked(pattern: str, role: Json, where: str) -> str:
    role = text_in(role, where)
    if role not in ROLES and role not in ROLES_OUTSIDE:
        raise unknown("role", role, (*ROLES, *ROLES_OUTSIDE), where)
    count = pattern.count(LAYER)
    if count > 1 or (count and role in ROLES_OUTSIDE):
        raise InputError("layer_in_pattern", where=where, role=role, count=count)
    return role


def _convention(norm: Json, where: str) -> str:
    """The convention of every norm: its name, or an object that says it as a problem does."""
    named = norm.get("convention") if isinstance(norm, dict) and len(norm) == 1 else norm
    if not isinstance(named, str):
        raise InputError("names_norm", where=where, found=quoted(norm), choices=tuple(CONVENTIONS))
    return choose(named, CONVENTIONS, where)


def _architecture(
    name: str, told: Mapping[str, str], said: Mapping[str, Said], convention: str
) -> Architecture:
    """What the names and settings amount to."""

    def chosen(key: str, usual: str = "") -> str:
        return choose(said[key].text, SETTINGS[key], said[key].where) if key in said else usual

    rotary = chosen("rotary")
    roles = {ROLES[role]: (told[role],) for role in told if role in ROLES}
    outside = {ROLES_OUTSIDE[role]: (told[role],) for role in told if role in ROLES_OUTSIDE}
    final = {key.removeprefix("final."): outside.pop(key) for key in [*outside] if key in _FINAL}
    return Architecture(
        name=name,
        stack="",
        names=roles,
        convention=convention,
        placement=chosen("placement"),
        activation=said["activation"].text,
        activations=GATED if "W_gate" in roles else PLAIN,
        final_norm=final,
        orientation="xW" if chosen("orientation") == "xW" else "Wx",
        fused_by_head=chosen("qkv") == "by_head",
        causal=chosen("causal") == "true",
        rotary=bool(rotary),
        pairs="interleaved" if rotary == "interleaved" else "halves",
        embedding=Embedding(names=outside) if "word" in outside else None,
    )


def stack_of(named: NamedModel, file: TensorFile) -> Stack:
    """The layers of a file that are named so.

    Args:
        named: The names.
        file: The file.

    Raises:
        InputError: None of its tensors is named so.
    """
    arch = named.arch
    patterns = [name for names in arch.names.values() for name in names]
    numbers = [
        int(found[1])
        for pattern in patterns
        for tensor in file.tensors
        if LAYER in pattern and (found := _numbered(pattern).fullmatch(tensor))
    ]
    if numbers:
        return Stack(arch=arch, prefix="", count=max(numbers) + 1)
    if any(pattern in file for pattern in patterns):
        return Stack(arch=arch, prefix="", count=1, bare=True)
    raise InputError(
        "names_match_nothing", where=arch.name, file=file.name, has=first_names(file.tensors)
    )


def _numbered(pattern: str) -> re.Pattern[str]:
    before, after = map(re.escape, pattern.split(LAYER))
    return re.compile(rf"{before}([0-9]{{1,4}}){after}")
