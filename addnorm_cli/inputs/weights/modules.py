"""The modules of a framework, found by the names of the tensors that they have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile

_LAST = {"attention": "W_o", "ffn": "W_2"}
"""The weight whose map comes last in a sublayer: its output is that of the sublayer."""

ByRole = Mapping[str, str]
"""The names of tensors, by role."""


def modules_of(layers: Sequence[ByRole], final: ByRole, embedding: ByRole) -> dict[str, str]:
    """The module that each section is the output of, by the path of the section.

    A sublayer is the smallest module that has all its tensors, unless that has those of others
    too, as BERT's `attention` has the norm that comes after the sum: then it is its last map.

    Args:
        layers: The names of the tensors of each layer.
        final: Those of the norm after the last layer.
        embedding: Those of the embedding, where its rows come as they are from there.
    """
    found: dict[str, str] = {}
    for number, names in enumerate(layers, start=1):
        layer = f"layer{number}"
        found[layer] = _around(names.values())
        found |= {f"{layer}.{path}": module for path, module in _of_layer(names)}
    found["final_norm"] = _around(final.values())
    module = _around(embedding.values())
    if not any(name.startswith(f"{module}.") for names in layers for name in names.values()):
        found["embedding"] = module
    found["embedding.norm"] = _around(n for r, n in embedding.items() if r.startswith("norm."))
    return {path: module for path, module in found.items() if module}


def _of_layer(names: ByRole) -> Iterator[tuple[str, str]]:
    sections: dict[str, dict[str, str]] = {}
    for role, name in names.items():
        for path in _sections_of(role):
            sections.setdefault(path, {})[role] = name
    for path, own in sections.items():
        module = _around(own.values())
        others = [name for role, name in names.items() if role not in own]
        if not module or any(name.startswith(f"{module}.") for name in others):
            last = own.get(_LAST.get(path, ""), "")
            module = last.rpartition(".")[0]
        yield path, module


def _sections_of(role: str) -> tuple[str, ...]:
    """The sections that a tensor of a layer is part of."""
    place, dot, _ = role.partition(".")
    if dot:
        return ("attention", f"attention.{place}") if place in ("q_norm", "k_norm") else (place,)
    return ("ffn",) if role.partition("_")[2] in ("1", "gate", "2") else ("attention",)


def _around(names: Iterable[str]) -> str:
    """The smallest module that has all these tensors; "" where there is none."""
    parts = [name.split(".")[:-1] for name in names]
    alike = takewhile(lambda words: len(set(words)) == 1, zip(*parts, strict=False))
    return ".".join(words[0] for words in alike)
