"""Slips in a block: other rules, another placement, or another formula in a step of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from addnorm_cli.check.change import Change, Tries
from addnorm_cli.check.sheet import Sheet, sheet_of
from addnorm_cli.formula.expr import Add, Expr, Ref, references
from addnorm_cli.formula.functions import ACTIVATIONS
from addnorm_cli.model.block_problem import BlockProblem, Layer
from addnorm_cli.model.placements import PLACEMENTS
from addnorm_cli.model.problem import ORIENTATIONS
from addnorm_cli.model.records import EMPTY, record, replaced
from addnorm_cli.trace.trace import Section, Step, Trace


@record
class Other:
    """A block in which a slip was made.

    Attributes:
        question: The problem, by other rules perhaps.
        instead: Formulas in the place of steps, by their paths.
        parameters: What was done, for the reader.
        rules: How many rules were changed.
    """

    question: BlockProblem
    instead: Mapping[str, Expr] = EMPTY
    parameters: Mapping[str, Any] = EMPTY
    rules: int = 1


Others = Callable[[BlockProblem, Trace], Iterator[Other]]
"""What a slip makes of a block, in each of its forms."""


def _steps(trace: Trace, name: str) -> Iterator[tuple[str, Step]]:
    """Every step of a name, with its path."""
    for path, step in trace.steps():
        if path[-1] == name:
            yield ".".join(path), step


def _everywhere_and_each(
    problem: BlockProblem, found: Mapping[str, Expr], parameters: Mapping[str, Any] = EMPTY
) -> Iterator[Other]:
    """A slip in every step that it can be in, and in each of them alone."""
    if found:
        yield Other(problem, found, parameters)
    if len(found) > 1:
        for path, formula in found.items():
            yield Other(problem, {path: formula}, {**parameters, "step": path})


def no_scale(problem: BlockProblem, trace: Trace) -> Iterator[Other]:
    """Scores that are not divided by √d_k."""
    found = {
        path: Ref("scores", step.quantity.index) for path, step in _steps(trace, "scaled_scores")
    }
    yield from _everywhere_and_each(problem, found)


def no_mask(problem: BlockProblem, trace: Trace) -> Iterator[Other]:
    """The causal mask left out, or put in."""

    def turned(layer: Layer) -> Layer:
        spec = layer.attention
        if spec is None or spec.output is not None:
            return layer
        return replaced(layer, attention=replaced(spec, causal=not spec.causal))

    layers = tuple(map(turned, problem.layers))
    if layers != problem.layers:
        causal = any(layer.attention.causal for layer in layers if layer.attention)
        yield Other(replaced(problem, layers=layers), parameters={"causal": causal})


def activation(problem: BlockProblem, trace: Trace) -> Iterator[Other]:
    """Another activation in the feed-forward sublayers."""
    used = {layer.ffn.activation for layer in problem.layers if layer.ffn and not layer.ffn.output}
    if not used or "swiglu" in used:
        return
    for name in ("identity", *ACTIVATIONS):
        if used != {name}:
            layers = tuple(
                replaced(layer, ffn=replaced(layer.ffn, activation=name))
                if layer.ffn and not layer.ffn.output else layer
                for layer in problem.layers
            )  # fmt: skip
            yield Other(replaced(problem, layers=layers), parameters={"activation": name})


def transposed(problem: BlockProblem, trace: Trace) -> Iterator[Other]:
    """All weights the other way round, or one of them."""
    (other,) = (each for each in ORIENTATIONS if each != problem.orientation)
    yield Other(replaced(problem, orientation=other), parameters={"orientation": other})
    for number, layer in enumerate(problem.layers):
        for part in ("attention", "ffn"):
            spec = getattr(layer, part)
            for name, weight in (spec.weights if spec else EMPTY).items():
                if len(weight.shape) != 2 or weight.shape[0] != weight.shape[1]:
                    continue
                typed = None if weight.typed is None else weight.typed.T
                turned = replaced(weight, values=weight.values.T, typed=typed)
                own = replaced(spec, weights={**spec.weights, name: turned})
                layers = list(problem.layers)
                layers[number] = replaced(layer, **{part: own})
                facts = {"layer": number + 1, "weight": name}
                yield Other(replaced(problem, layers=tuple(layers)), parameters=facts)


def placement(problem: BlockProblem, trace: Trace) -> Iterator[Other]:
    """The norms in other places."""
    if problem.layers and problem.norm is not None:
        for name in PLACEMENTS:
            if name != problem.placement:
                yield Other(replaced(problem, placement=name), parameters={"placement": name})


def no_residual(problem: BlockProblem, trace: Trace) -> Iterator[Other]:
    """x + F(x) without its x: everywhere, or in one place."""
    if not problem.residual:
        yield Other(replaced(problem, residual=True), parameters={"residual": True})
        return
    found = {}
    for path, step in trace.steps():
        formula = step.quantity.formula
        if path[-1].startswith("add") and isinstance(formula, Add):
            kept = [t for t in formula.terms if all(ref.name != "x" for ref in references(t))]
            if len(kept) == 1:
                found[".".join(path)] = kept[0]
    yield from _everywhere_and_each(problem, found)


def of_norms(tries: Tries) -> Others:
    """A slip of the norm, in all norms of a block, or in one of them."""

    def others(problem: BlockProblem, trace: Trace) -> Iterator[Other]:
        sheets = dict(_norms(trace))
        forms = {path: list(tries(sheet)) for path, sheet in sheets.items()}
        for number in range(max(map(len, forms.values()), default=0)):
            changes = {path: own[number] for path, own in forms.items() if number < len(own)}
            first = next(iter(changes.values()))
            rule = first.sheet.rule
            if "eps" in first.given and rule is not None:
                rule = replaced(rule, eps=first.parameters["eps"])
            if rule != next(iter(sheets.values())).rule:
                yield Other(replaced(problem, norm=rule), EMPTY, first.parameters, first.rules)
                continue
            parts = [_instead(path, sheets[path], change) for path, change in changes.items()]
            parts = [part for part in parts if part]
            if parts:
                every = {path: formula for part in parts for path, formula in part.items()}
                yield Other(problem, every, first.parameters)
            for part in parts if len(parts) > 1 and _is_of_parameters(parts[0]) else ():
                facts = {**first.parameters, "step": next(iter(part))}
                yield Other(problem, part, facts)

    return others


def _is_of_parameters(instead: Mapping[str, Expr]) -> bool:
    """Whether it is γ or β that a norm lacks, as one norm may; a formula is misread everywhere."""
    return all(path.rpartition(".")[2] in ("scaled", "output") for path in instead)


def _norms(trace: Trace) -> Iterator[tuple[tuple[str, ...], Sheet]]:
    """The sheet of every norm, by the path of its section."""

    def within(section: Section, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Sheet]]:
        for part in section.parts:
            if isinstance(part, Section):
                here = (*path, part.id)
                sheet = sheet_of(part, trace) if part.rule is not None else None
                if sheet is not None:
                    yield here, sheet
                yield from within(part, here)

    for case in trace.cases:
        yield from within(case, (case.id,) if case.id else ())


def _instead(path: tuple[str, ...], sheet: Sheet, change: Change) -> dict[str, Expr]:
    """The formulas that a change puts in the place of others; none where it changes axes."""
    lines = {
        name: line for name, line in change.sheet.lines.items() if line is not sheet.lines.get(name)
    }
    if change.given or any(line.index != sheet.lines[name].index for name, line in lines.items()):
        return {}
    return {".".join((*path, name)): line.formula for name, line in lines.items()}
