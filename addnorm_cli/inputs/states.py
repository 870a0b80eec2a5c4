"""Hidden states of a model as claims: each state is what the layer before it comes to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from addnorm_cli.inputs.arrays import show_shape
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.inputs.weights.opening import open_tensors
from addnorm_cli.model.block_problem import BlockProblem
from addnorm_cli.model.claim import RESULT, Claim
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.patterns import lazily
from addnorm_cli.model.placements import PLACEMENTS
from addnorm_cli.model.problem import Tensor
from addnorm_cli.model.records import replaced

_NUMBERED = lazily(r"(?:h|hidden_states?|states?|layers?)?[_.\[]?(\d+)\]?")
"""The key of the state with a number: "h0", "hidden_states_3", "7"."""
_LAST = ("last_hidden_state", "last", "final")
_INPUTS = ("input_ids", "attention_mask", "logits")
_DIGITS = lazily(r"\d+")
_NEAR = 1e-6
"""The first state is x where no number is further off than that part of the largest one."""


def arrays_of(path: str, reader: Reader) -> Iterator[tuple[str, Tensor]]:
    """Every array of an .npz file, by its key, where it has several; none of any other file.

    Raises:
        InputError: The file is damaged.
    """
    if not path.lower().endswith(".npz") or not Path(path).is_file():
        return
    with open_tensors(path, reader) as file:
        names = list(file.tensors)
        if len(names) > 1:
            for name in names:
                yield name, file.read(name)


def state_claims(claims: Sequence[Claim], problem: BlockProblem) -> tuple[Claim, ...]:
    """The claims, with every set of hidden states as one claim for each state.

    An array of all states, (layers + 1, L, d), has the last one after the final norm, as the
    `hidden_states` of Hugging Face have it; in a file with keys that is `last_hidden_state`, or
    the highest number where there is none. A key may be the name of a module too, whose output
    a sublayer or a norm comes to; those of layers that are not shown are left out.

    Args:
        claims: What is claimed; the path of an array of a file is its key.
        problem: The layers.

    Raises:
        InputError: The first state is not x, or there are fewer states than layers.
    """
    if not problem.layers:
        return tuple(claims)
    found: list[Claim] = []
    numbered: dict[int, Claim] = {}
    final: list[Claim] = []
    modules = _Modules(problem)
    for claim in claims:
        number = _NUMBERED().fullmatch(claim.path) if claim.kind == "array" else None
        if _is_stack(claim, problem):
            numbered |= {i: _part(claim, i) for i in range(len(claim.numbers))}
        elif number is not None:
            numbered[int(number[1])] = claim
        elif claim.path in _LAST:
            final.append(replaced(claim, path=_path(problem, None)))
        elif (path := modules.path(claim)) is not None:
            found.append(replaced(_of_one(claim, problem), path=path))
        elif claim.path not in _INPUTS and not modules.is_elsewhere(claim):
            found.append(claim)
    return (*found, *_placed(numbered, problem, is_final=not final), *final)


class _Modules:
    """The names of the modules that the sections of a problem are the output of."""

    def __init__(self, problem: BlockProblem) -> None:
        self._problem = problem
        known = problem.checkpoint.modules if problem.checkpoint is not None else {}
        # The norm of each head stands in another order there: (L, heads, d_head).
        self._sections = {m: p for p, m in known.items() if not p.endswith(("q_norm", "k_norm"))}
        self._alike = {_DIGITS().sub("#", module) for module in self._sections}

    def path(self, claim: Claim) -> str | None:
        """The step that the module of a claim comes to, by its path; None for no module."""
        section = self._section(claim.path) if claim.kind == "array" else None
        if section is None:
            return None
        name = section.rpartition(".")[2]
        if name.startswith("layer"):
            return _path(self._problem, int(name.removeprefix("layer")))
        if section == "embedding":
            return f"embedding.{_embedded(self._problem)}"
        return f"{section}.{'linear_2' if name == 'ffn' else 'output'}"

    def is_elsewhere(self, claim: Claim) -> bool:
        """Whether a claim is of a module of another layer than those that are worked."""
        if claim.kind != "array" or "." not in claim.path:
            return False
        alike = _DIGITS().sub("#", claim.path)
        return alike != claim.path and any(_is_same(alike, each) for each in self._alike)

    def _section(self, key: str) -> str | None:
        found = [path for module, path in self._sections.items() if _is_same(key, module)]
        return found[0] if len(found) == 1 else None


def _is_same(key: str, module: str) -> bool:
    """Whether two names are those of one module, of a model that may be a part of another."""
    return key == module or key.endswith(f".{module}") or module.endswith(f".{key}")


def _of_one(claim: Claim, problem: BlockProblem) -> Claim:
    """The claim without the axis of a batch that has one sequence."""
    shape = claim.numbers.shape
    has_batch = len(shape) == len(problem.x.shape) + 1 and shape[0] == 1
    return _part(claim, 0) if has_batch else claim


def _is_stack(claim: Claim, problem: BlockProblem) -> bool:
    """Whether a claim is an array of states: one axis more than x has, or two with a batch of 1."""
    shape, of_x = claim.numbers.shape, problem.x.shape
    rest = shape[2:] if len(shape) == len(of_x) + 2 and shape[1] == 1 else shape[1:]
    return claim.path in ("", RESULT, "hidden_states") and rest == of_x


def _part(claim: Claim, index: int) -> Claim:
    typed = None if claim.typed is None else claim.typed[index]
    return replaced(claim, numbers=claim.numbers[index], typed=typed)


def _placed(states: dict[int, Claim], problem: BlockProblem, *, is_final: bool) -> Iterator[Claim]:
    """The claims of numbered states, by the paths of the steps that they are."""
    if not states:
        return
    count, top = len(problem.layers), max(states)
    first = problem.first or 0
    if top == count and top < first + count:  # the states of these layers alone
        first = 0
    if top < first + count:
        raise InputError(
            "too_few_states", where=states[top].source, found=top + 1, expected=first + count + 1
        )
    for number, claim in sorted(states.items()):
        if number == first:
            yield from _start(claim, problem)
        elif first < number <= first + count:
            ends = is_final and number == top and problem.final_norm is not None
            yield replaced(claim, path=_path(problem, None if ends else number - first))


def _start(claim: Claim, problem: BlockProblem) -> Iterator[Claim]:
    """The first state, where it is worked; else it has to be x."""
    if problem.embedding is not None:
        if not problem.before:
            yield replaced(claim, path=f"embedding.{_embedded(problem)}")
        return
    x = problem.x.floats
    flat = [np.nan if number is None else float(number) for number in claim.numbers.reshape(-1)]
    found = np.array(flat)
    if found.size != x.size:
        raise InputError(
            "state_shape",
            where=claim.source,
            found=show_shape(claim.numbers.shape),
            expected=show_shape(x.shape),
        )
    off = abs(found.reshape(-1, x.shape[-1]) - x.reshape(-1, x.shape[-1])).max(-1)
    if (off > _NEAR * np.abs(x).max()).any():
        raise InputError("other_start", where=claim.source, row=int(off.argmax()))


def _embedded(problem: BlockProblem) -> str:
    """The step that the rows of a text come to."""
    normed = problem.embedding is not None and problem.embedding.norm is not None
    return "norm.output" if normed and problem.norm is not None else "sum"


def _path(problem: BlockProblem, layer: int | None) -> str:
    """The path of the step that a layer comes to; None is for the end of all of them."""
    if layer is None and problem.final_norm is not None and problem.norm is not None:
        return "final_norm.output"
    number = len(problem.layers) if layer is None else layer
    placement = PLACEMENTS[problem.placement]
    half, _ = placement.updates_of(problem.layers[number - 1])[-1]
    if placement.after == "stream" and problem.norm is not None:
        return f"layer{number}.{placement.norm_after(half)}.output"
    return f"layer{number}.add{half}"
