"""A Transformer block as lines of a program: its layers in order, with their weights in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from addnorm_cli.formula.expr import Call, Expr, Mul
from addnorm_cli.formula.rotary import angles
from addnorm_cli.model.block_problem import Rotary
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.placements import PLACEMENTS
from addnorm_cli.model.problem import Tensor
from addnorm_cli.model.records import EMPTY
from addnorm_cli.script.block_helpers import affine_of
from addnorm_cli.script.code_model import (
    MOST_WRITTEN,
    embedding_lines,
    is_begun_at_its_tokens,
    prediction_lines,
    stored_at,
)
from addnorm_cli.script.code_norms import norm_name
from addnorm_cli.script.dialect import Dialect
from addnorm_cli.script.literals import tensor_literal
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.settings import BlockSettings
from addnorm_cli.trace.trace import Section, Step, Trace


@dataclass(slots=True)
class BlockLines:
    """Writes the layers of a trace one after the other.

    Attributes:
        trace: The calculation.
        dialect: The words to use.
        lines: The lines so far.
    """

    trace: Trace
    dialect: Dialect
    lines: list[str] = field(default_factory=list)
    _names: dict[tuple[object, ...], str] = field(default_factory=dict)
    _numbers: int = 0
    _place: str = ""

    def write(self) -> list[str]:
        """The lines from x to the last state of the stream.

        Raises:
            InputError: There are too many numbers for a script.
        """
        (case,) = self.trace.cases
        for part in case.parts:
            if isinstance(part, Step):
                self._add(part, ["update"])
            elif part.kind == "embedding":
                self._embedding(part)
            else:
                number = part.id if part.number is None else f"layer {part.number}"
                self.lines += ["", f"# {number}"]
                if part.kind == "layer":
                    self._place = f"{part.id}."
                    self._layer(part)
                    self._place = ""
                elif part.kind == "norm":
                    self.lines.append(f"x = {self._norm(part, 'x')}")
                elif self.trace.checkpoint is not None:
                    self.lines += prediction_lines(part, self.trace.checkpoint, self.dialect)
        return self.lines

    def _embedding(self, section: Section) -> None:
        """The rows of a text, unless layers that are not shown come between."""
        if self.trace.checkpoint is None or not is_begun_at_its_tokens(self.trace):
            return
        self.lines += embedding_lines(section, self.trace.checkpoint)
        self._place = "embedding."
        norms = (part for part in section.parts if isinstance(part, Section))
        self.lines += [f"x = {self._norm(part, 'x')}" for part in norms]
        self._place = ""

    @property
    def _parallel(self) -> bool:
        settings = self.trace.settings
        assert isinstance(settings, BlockSettings)
        return bool(settings.placement) and PLACEMENTS[settings.placement or ""].parallel

    def _layer(self, layer: Section) -> None:
        """Its parts in order: a norm stands before a sublayer, after it, or after the sum."""
        source, last = "x", ""
        deltas: list[str] = []
        for part in layer.parts:
            if isinstance(part, Step):
                self._add(part, deltas)
                source, deltas, last = "x", [], part.id
            elif part.kind != "norm":
                name = {"attention": "a", "ffn": "f"}[part.kind]
                self._sublayer(part, name, source)
                deltas.append(name)
            elif deltas and part.id == "norm2" and self._parallel:
                source = "z"
                self.lines.append(f"z = {self._norm(part, 'x')}")
            elif deltas:
                self.lines.append(f"{deltas[-1]} = {self._norm(part, deltas[-1])}")
            elif last and part.id.removesuffix("_post") == f"norm{last.removeprefix('add')}":
                self.lines.append(f"x = {self._norm(part, 'x')}")
            else:
                source = "z"
                self.lines.append(f"z = {self._norm(part, 'x')}")

    def _add(self, step: Step, deltas: Sequence[str]) -> None:
        if deltas == ["update"]:
            deltas = [self._array("delta", step.scope["update"])]
        stream = ["alpha * x" if "alpha" in step.scope else "x"]
        settings = self.trace.settings
        kept = stream if isinstance(settings, BlockSettings) and settings.residual else []
        if isinstance(settings, BlockSettings) and settings.multiplier is not None:
            deltas = [f"{settings.multiplier} * {delta}" for delta in deltas]
        self.lines.append(f"x = {' + '.join([*kept, *deltas])}")

    def _norm(self, section: Section, value: str) -> str:
        assert self.trace.norm is not None
        scope = _scope(section)
        given = [
            f", {name}={self._array(name, scope[name], f'{section.id}.{name}')}"
            for name in affine_of(self.trace.norm)
            if name in scope and not scope[name].neutral
        ]
        return f"{norm_name(self.trace.norm)}({value}{''.join(given)})"

    def _sublayer(self, section: Section, name: str, source: str) -> None:
        scope = _scope(section)
        result = section.result
        if result.formula is None and "x" not in scope:
            self.lines.append(f"{name} = {self._array(f'{section.kind}_output', result)}")
        elif name == "a":
            self._attention(section, scope, source)
        else:
            self._feed_forward(scope, source)

    def _attention(self, section: Section, scope: Mapping[str, Quantity], source: str) -> None:
        memory = self._array("memory", scope["memory"]) if "memory" in scope else source
        for letter, read in (("q", source), ("k", memory), ("v", memory)):
            self.lines.append(f"{letter} = {self._linear(scope, read, letter, letter)}")
        heads, d_head = (scope["Q"].value.shape[n] for n in (0, 2))
        kv_heads = scope["k"].value.shape[-1] // d_head
        self._norms_of_heads(section, {"q": heads, "k": kv_heads})
        if "q_rotated" in scope:
            self._rotate(d_head)
        if {"scale", "cap", "mask"} & scope.keys():
            self._scores(scope, heads, kv_heads)
        else:
            causal = "masked_scores" in scope
            self.lines.append(f"a = attend(q, k, v, {heads}, {kv_heads}, {causal})")
        if "W_o" in scope:
            self.lines.append(f"a = {self._linear(scope, 'a', 'o', 'o')}")

    def _norms_of_heads(self, section: Section, heads: Mapping[str, int]) -> None:
        """The norms of queries and keys, of every head alone or of all together."""
        for part in section.parts:
            if isinstance(part, Section):
                letter = part.id[0]
                if part.result.value.shape[0] == len(_scope(section)[letter].value):
                    self.lines.append(f"{letter} = {self._norm(part, letter)}")
                    continue
                cut = f"{letter}.reshape(len({letter}), {heads[letter]}, -1)"
                self.lines.append(f"{letter} = {self._norm(part, cut)}.reshape({letter}.shape)")

    def _rotate(self, d_head: int) -> None:
        settings = self.trace.settings
        assert isinstance(settings, BlockSettings)
        assert settings.rotary_base is not None
        unusual = (settings.rotary, settings.rotary_dim, settings.rope_scaling)
        if not any(unusual):
            base = f"{settings.rotary_base:g}"
            self.lines += [f"{m} = rotate({m}, {d_head}, {base})" for m in "qk"]
            return
        rotary = Rotary(base=settings.rotary_base, scaling=settings.rope_scaling or EMPTY)
        values, size = angles(rotary, settings.rotary_dim or d_head)
        literal = tensor_literal(Tensor(values, None, ""), self.dialect)
        if not any(line.startswith("frequencies = ") for line in self.lines):
            self.lines.append(f"frequencies = {literal}")
        more = f", {size!r}" if size != 1 else ""
        pairs = ', pairs="interleaved"' if settings.rotary else ""
        self.lines += [f"{m} = turn({m}, {d_head}, frequencies{more}{pairs})" for m in "qk"]

    def _scores(self, scope: Mapping[str, Quantity], heads: int, kv_heads: int) -> None:
        """Scores that are scaled in another way, capped or masked, line by line."""
        self.lines += [
            f"q = heads_of(q, {heads})",
            *(f"{m} = heads_of({m}, {kv_heads}, {heads // kv_heads})" for m in "kv"),
        ]
        module, settings = self.dialect.module, self.trace.settings
        assert isinstance(settings, BlockSettings)
        divided = " / q.shape[-1] ** 0.5"
        if settings.scale is not None:
            ((how, number),) = settings.scale.items()
            divided = {"divided": " / {!r}", "root": " / {!r} ** 0.5", "times": " * {!r}"}[how]
            divided = divided.format(number)
        self.lines.append(f"scores = q @ k.swapaxes(1, 2){divided}")
        if settings.softcap is not None:
            cap = repr(settings.softcap)
            self.lines.append(f"scores = {cap} * {module}.tanh(scores / {cap})")
        if "mask" in scope:
            mask = self._array("mask", scope["mask"])
            seen = f"{module}.where({mask} == 1, scores, -{module}.inf)"
            self.lines.append(f"scores = {seen if settings.mask == 'seen' else f'scores + {mask}'}")
        if settings.causal:
            see = "np.tri(len(x), dtype=bool)"
            if self.dialect.native:
                see = "torch.ones(len(x), len(x), dtype=torch.bool).tril()"
            self.lines.append(f"scores = {module}.where({see}, scores, -{module}.inf)")
        self.lines.append("a = mix(scores, v)")

    def _feed_forward(self, scope: Mapping[str, Quantity], source: str) -> None:
        self.lines.append(f"h = {self._linear(scope, source, '1', '1')}")
        if "gate" in scope:
            self.lines.append(f"g = {self._linear(scope, source, 'gate', 'gate')}")
            self.lines.append(f"f = {_called(scope['activation'].formula)}(g) * h")
        else:
            self.lines.append(f"f = {_called(scope['activation'].formula)}(h)")
        if "W_2" in scope:
            self.lines.append(f"f = {self._linear(scope, 'f', '2', '2')}")

    def _linear(self, scope: Mapping[str, Quantity], source: str, weight: str, bias: str) -> str:
        if f"W_{weight}" not in scope:
            there = f"b_{bias}" in scope
            return f"{source} + {self._array(f'b_{bias}', scope[f'b_{bias}'])}" if there else source
        matrix = scope[f"W_{weight}"]
        out = "i" if weight in ("o", "2") else "j"
        turned = ".T" if matrix.index[0] == out else ""  # stored as (out, in)
        product = f"{source} @ {self._array(f'W_{weight}', matrix)}{turned}"
        if f"b_{bias}" not in scope:
            return product
        return f"{product} + {self._array(f'b_{bias}', scope[f'b_{bias}'])}"

    def _array(self, name: str, quantity: Quantity, role: str = "") -> str:
        """The name of an array, which is read from the file, or written where it is needed first.

        Args:
            name: What it is called.
            quantity: Its numbers.
            role: What the file of weights calls it, where that is not its name.
        """
        checkpoint = self.trace.checkpoint
        stored = None if checkpoint is None else checkpoint.stored.get(self._place + (role or name))
        if stored is not None:
            self.lines.append(f"{name} = {stored_at(stored)}")
            return name
        tensor = _given(quantity)
        if tensor.typed is None and not self.trace.arithmetic.reference and quantity.typed is None:
            raise InputError("script_rounded", where="--format")
        key = (name, tensor.shape, tensor.values.tobytes())
        if key not in self._names:
            self._numbers += tensor.values.size
            if self._numbers > MOST_WRITTEN:
                raise InputError("script_too_long", where="--format", most=MOST_WRITTEN)
            taken = set(self._names.values())
            own = next(n for n in _candidates(name) if n not in taken)
            self._names[key] = own
            self.lines.append(f"{own} = {tensor_literal(tensor, self.dialect)}")
        return self._names[key]


def _candidates(name: str) -> Iterator[str]:
    yield name
    number = 2
    while True:
        yield f"{name}_{number}"
        number += 1


def _scope(section: Section) -> Mapping[str, Quantity]:
    steps = [part for part in section.parts if isinstance(part, Step)]
    return steps[-1].scope if steps else EMPTY


def _given(quantity: Quantity) -> Tensor:
    """What was given, with the digits that were typed."""
    typed = quantity.typed
    values = quantity.value.astype(np.float64)
    if typed is not None and isinstance(typed.reshape(-1)[0], str):
        typed = None
    return Tensor(values=values, typed=typed, source=quantity.name)


def _called(formula: Expr | None) -> str:
    call = formula.left if isinstance(formula, Mul) else formula
    assert isinstance(call, Call)
    formula = call
    return formula.function.replace("-", "_")
