"""A stack of Transformer layers: sublayers, norms and the residual stream between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

import numpy as np

from addnorm_cli.calc.attention import attention_section
from addnorm_cli.calc.block_settings import block_settings, inputs_of, tensors_of_block
from addnorm_cli.calc.feed_forward import feed_forward_section
from addnorm_cli.calc.ledger import WrittenUpdate, error_of, ledger_of
from addnorm_cli.calc.norms import norm_section
from addnorm_cli.calc.sentence import embedding_section, prediction_section
from addnorm_cli.formula.block import addition
from addnorm_cli.formula.definition import given
from addnorm_cli.formula.expr import ROW
from addnorm_cli.formula.norm_parts import VECTOR
from addnorm_cli.model.block_problem import BlockProblem, Layer
from addnorm_cli.model.placements import PLACEMENTS, Placement
from addnorm_cli.model.problem import Affine, Notice, Tensor
from addnorm_cli.model.records import EMPTY, replaced
from addnorm_cli.numbers.arithmetic import Arithmetic
from addnorm_cli.trace.beside_exact import beside_exact
from addnorm_cli.trace.ledger import Ledger
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.recorder import Instead, Recorder, Run
from addnorm_cli.trace.trace import Finding, Section, Step, Trace


@dataclass(slots=True)
class _Stack:
    """The stream on its way through the layers, and what it left behind."""

    problem: BlockProblem
    run: Run
    x: Quantity
    parts: list[Step | Section] = field(default_factory=list)
    updates: list[WrittenUpdate] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)

    @property
    def placement(self) -> Placement:
        return PLACEMENTS[self.problem.placement]

    @property
    def natural(self) -> dict[str, tuple[int, ...]]:
        """The axes of the rows as the reader knows them: none for a stream of one vector."""
        return {ROW: self.problem.x.shape[:-1]}

    def norm(self, name: str, z: Quantity, affine: Affine) -> Quantity:
        """The norm `name` of `z`; `z` itself where the problem has no norm."""
        spec = self.problem.norm
        if spec is None:
            return z
        section, notices = norm_section(z, affine.gamma, affine.beta, spec, self.run, name)
        self.parts.append(section)
        self.notices += [replaced(n, facts={**n.facts, "case": name}) for n in notices]
        return section.result

    def sublayer(self, name: str, layer: Layer, z: Quantity) -> Quantity:
        """What attention or feed-forward makes of `z`."""
        orientation = self.problem.orientation
        attention = layer.cross if name == "cross" else layer.attention
        if name != "ffn":
            assert attention is not None
            section, notices = attention_section(
                z,
                attention,
                orientation,
                self.run,
                self.natural,
                norm=self.problem.norm,
                name=name,
            )
            self.notices += notices
        else:
            assert layer.ffn is not None
            section = feed_forward_section(z, layer.ffn, orientation, self.run, self.natural)
        self.parts.append(section)
        return section.result

    def add(self, name: str, deltas: Mapping[str, Quantity | Tensor]) -> Recorder:
        """The step `name`: the stream with what the sublayers, or an update, give it."""
        problem, shape = self.problem, self.x.value.shape
        scaled = self.placement.scaled and not problem.updates
        multiplied = problem.multiplier is not None and not problem.updates
        table = addition(
            name, tuple(deltas), residual=problem.residual, scaled=scaled, multiplied=multiplied
        )
        recorder = self.run.recorder(table, self.natural)
        recorder.hand_on("x", self.x, shape)
        if scaled and problem.residual:
            alpha = self.run.arithmetic.constants(problem.alpha)
            text = f"{problem.alpha:g}"
            is_short = float(text) == problem.alpha
            typed = np.array(text, dtype=object) if is_short else None
            recorder.given("alpha", alpha, typed=typed, origin="given")
        if multiplied:
            recorder.constant("multiplier", str(problem.multiplier), "given")
        for term, delta in deltas.items():
            if isinstance(delta, Tensor):
                recorder.take(term, delta, shape)
            else:
                recorder.hand_on(term, delta, shape)
        recorder.work(name)
        self.parts += recorder.steps
        self.x = recorder.scope[name]
        return recorder

    def update(self, number: int, half: int, names: tuple[str, ...], layer: Layer) -> None:
        """One update of the stream: norms, sublayers and sum, in the order of the placement."""
        placement = self.placement
        affine = layer.norms.get(f"norm{half}", Affine())
        z = self.norm(f"norm{half}", self.x, affine) if placement.before else self.x
        deltas = {}
        for name in names:
            own = name == "ffn" and self.placement.parallel and "norm2" in layer.norms
            source = self.norm("norm2", self.x, layer.norms["norm2"]) if own else z
            deltas[name] = self.sublayer(name, layer, source)
        if placement.after == "branch":
            post = placement.norm_after(half)
            after = layer.norms.get(post, Affine())
            deltas = {name: self.norm(post, delta, after) for name, delta in deltas.items()}
        self.add(f"add{half}", deltas)
        if placement.after == "stream":
            post = placement.norm_after(half)
            self.x = self.norm(post, self.x, layer.norms.get(post, Affine()))
        first, *more = deltas.values()
        total = sum((delta.value for delta in more), first.value)
        error = error_of(tuple(deltas.values())) if more else first.error
        if self.problem.multiplier is not None:
            times = self.run.arithmetic.number(Decimal(self.problem.multiplier))
            total = self.run.arithmetic.carry(total * times, "vector")
            error = error_of(tuple(deltas.values()), abs(float(times)))
            more = [first]  # not as it was typed any longer
        typed = None if more else first.typed
        delta = replaced(first, value=total, typed=typed, error=error)
        self.updates.append((number, "both" if len(names) > 1 else names[0], delta, self.x))

    def layer(self, number: int, layer: Layer) -> Section:
        """One layer, as a section of its own."""
        outer, self.parts = self.parts, []
        whole, self.run = self.run, self.run.within(f"layer{number}")
        for half, group in self.placement.updates_of(layer):
            self.update(number, half, group, layer)
        parts, self.parts, self.run = self.parts, outer, whole
        return Section(f"layer{number}", "layer", tuple(parts), result_of(parts[-1]))

    def bare_updates(self) -> None:
        """The updates of a ledger that has no layers."""
        for number, update in enumerate(self.problem.updates, start=1):
            recorder = self.add(f"add{number}", {"update": update.delta})
            if update.label != f"Δ{number}":
                self.parts[-1] = replaced(recorder.steps[-1], label=update.label)
            self.updates.append((0, update.label, recorder.scope["update"], self.x))


def result_of(part: Step | Section) -> Quantity:
    """What a step or a section comes to."""
    return part.quantity if isinstance(part, Step) else part.result


def block_section(
    problem: BlockProblem, run: Run, watch: Callable[[int], None] | None = None
) -> tuple[Section, Ledger, tuple[Notice, ...]]:
    """Every layer of a block problem, and the ledger of its stream.

    Args:
        problem: The layers, or the bare updates.
        run: How the calculation is run.
        watch: Told the number of each layer that is done.

    Returns:
        The section of the whole, the ledger, and what its reader should be told.

    Raises:
        CalculationError: The numbers have no answer.
    """
    start = run.recorder({"x": given(VECTOR, "x")}, {ROW: problem.x.shape[:-1]})
    start.take("x", problem.x, (-1, problem.x.shape[-1]))  # (L, d)
    x = start.scope["x"]
    opening: list[Step | Section] = []
    told: tuple[Notice, ...] = ()
    if problem.embedding is not None:
        embedded, told = embedding_section(problem.embedding, problem.norm, run)
        opening.append(embedded)
        x = replaced(embedded.result, name="x")
    if problem.before:
        x = _run_through(problem, run, x)
    stack = _Stack(problem, run, x, opening, notices=[*told])
    stack.bare_updates()
    for number, layer in enumerate(problem.layers, start=1):
        section = stack.layer(number, layer)
        if problem.first is not None:
            section = replaced(section, number=problem.first + number - 1)
        stack.notices = [_placed(n, section.id) for n in stack.notices]
        stack.parts.append(section)
        if watch is not None:
            watch(number)
    if problem.final_norm is not None:
        stack.norm("final_norm", stack.x, problem.final_norm)
    result = replaced(result_of(stack.parts[-1]), shape=problem.x.shape)
    section = Section(
        id="",
        kind="block",
        parts=tuple(stack.parts),
        result=result,
        placement=None if problem.updates else problem.placement,
    )
    if problem.checkpoint is not None:
        section = _with_modules(section, (), problem.checkpoint.modules)
    why_not = "" if problem.updates else stack.placement.why_not
    ledger = ledger_of(x, stack.updates, why_not if problem.residual else "no_residual")
    return section, ledger, tuple(stack.notices)


def _with_modules(section: Section, path: tuple[str, ...], modules: Mapping[str, str]) -> Section:
    """The section, and those inside it, with what the framework calls them."""
    parts = tuple(
        _with_modules(part, (*path, part.id), modules) if isinstance(part, Section) else part
        for part in section.parts
    )
    return replaced(section, parts=parts, module=modules.get(".".join(path), ""))


def _run_through(problem: BlockProblem, run: Run, x: Quantity) -> Quantity:
    """The stream after the layers that are not shown."""
    stack = _Stack(problem, run, x)
    for layer in problem.before:
        stack.layer(0, layer)
    return replaced(stack.x, name="x", formula=None, symbol=x.symbol)


def _placed(notice: Notice, layer: str) -> Notice:
    case = str(notice.facts["case"])
    if "." in case:
        return notice
    return replaced(notice, facts={**notice.facts, "case": f"{layer}.{case}"})


def work_block(
    problem: BlockProblem,
    arithmetic: Arithmetic,
    watch: Callable[[int], None] | None = None,
    instead: Instead = EMPTY,
) -> Trace:
    """Work a block problem.

    Args:
        problem: The layers, or the bare updates.
        arithmetic: How numbers are carried.
        watch: Told the number of each layer that is done.
        instead: What takes the place of a step, by its path.

    Raises:
        CalculationError: The numbers have no answer; `facts` name the step and the row.
    """

    def work(carried: Arithmetic) -> Trace:
        with carried.context():
            told = watch if carried.reference == arithmetic.reference else None
            run = Run(carried, instead)
            section, ledger, notices = block_section(problem, run, told)
            findings: tuple[Finding, ...] = ()
            if problem.unembedding is not None:
                next_token, finding = prediction_section(section.result, problem.unembedding, run)
                section = replaced(section, parts=(*section.parts, next_token))
                findings = (finding,)
        return Trace(
            command="block",
            title=problem.title,
            norm=problem.norm,
            arithmetic=carried,
            inputs=inputs_of(problem),
            cases=(section,),
            notices=(*problem.notices, *notices),
            ledger=ledger,
            settings=block_settings(problem),
            naming=problem.naming,
            findings=findings,
            checkpoint=problem.checkpoint,
        )

    return beside_exact(work, arithmetic, tensors_of_block(problem))
