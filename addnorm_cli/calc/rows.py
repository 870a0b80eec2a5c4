"""A large input, worked in blocks of rows on every core, of which only the result is kept."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from threading import Thread

import numpy as np

from addnorm_cli.calc.norms import bring
from addnorm_cli.formula.axes import arrangement
from addnorm_cli.formula.compute import ZeroDivisorError, compute
from addnorm_cli.formula.definition import Definitions
from addnorm_cli.formula.expr import Glyph, references
from addnorm_cli.formula.norm_parts import VECTOR
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.formula.residual import residual
from addnorm_cli.model.problem import LARGE, Case, Linear, NormSpec, Problem, Tensor
from addnorm_cli.model.records import record
from addnorm_cli.numbers.arithmetic import Array, Machine
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.recorder import Run, steps_of
from addnorm_cli.trace.trace import Section, Trace

_BLOCK = 2**17
"""Numbers in a block: with what is made of them, they fit the cache of a core."""


class _Number:
    """A quantity of which only the numbers are known."""

    __slots__ = ("value",)

    def __init__(self, value: Array) -> None:
        self.value = value


class OddRowError(ArithmeticError):
    """A row has no finite result."""


def fits(command: str, problem: Problem) -> bool:
    """Whether the rows of a problem can be worked each by itself, and are enough for it."""
    if command not in _TABLES or len(problem.cases) > 1 or problem.cases[0].label:
        return False
    case, norm = problem.cases[0], NORMS[problem.norm.kind]
    given = case.bias is None and not isinstance(case.sublayer, Linear)
    by_row = command == "residual" or norm.over in ("row", "cell")
    last = isinstance(problem.norm.axes, int)
    return given and by_row and last and case.x.values.size >= LARGE and case.x.typed is None


def work_rows(command: str, problem: Problem) -> Trace:
    """The result of a problem that `fits`, in the type that x is stored in, without its steps.

    Raises:
        OddRowError: A row has no finite result; worked step by step, it says why.
    """
    case = problem.cases[0]
    width = _width(case.x, problem.norm) if command != "residual" else case.x.shape[-1]
    rows = {name: tensor.values.reshape(-1, width) for name, tensor in _given(command, case)}
    stages = [_Stage.of(table, problem, width) for table in _TABLES[command](problem)]
    count = case.x.values.size // width
    result = np.empty((count, width), case.x.stored)
    step = max(1, _BLOCK // width)

    def work(start: int) -> None:
        here = slice(start, start + step)
        scope = {name: _Number(every[here].astype(np.float64)) for name, every in rows.items()}
        with np.errstate(all="ignore"):
            for stage in stages:
                scope = {"z": _Number(stage.result(scope))}
        result[here] = scope["z"].value

    # What glibc's malloc has once got back, it asks the system for no more: without this line, it
    # would for every array of every block, which takes several times as long as the calculation.
    np.empty(_BLOCK * 16)
    _on_every_core(work, range(0, count, step))
    quantity = Quantity("output", Glyph("y", "y"), VECTOR, result, case.x.shape)
    return Trace(
        command=command,
        title=problem.title,
        norm=problem.norm,
        arithmetic=Machine(),
        inputs={"x": case.x},
        cases=(Section("", "norm", (), quantity),),
        notices=problem.notices,
    )


def _width(x: Tensor, norm: NormSpec) -> int:
    return arrangement(norm, x.shape).width


def _given(command: str, case: Case) -> Iterator[tuple[str, Tensor]]:
    """What differs from row to row, by the names that the formulas have for it."""
    yield "z" if command == "layernorm" else "x", case.x
    if isinstance(case.sublayer, Tensor):
        yield "sublayer", case.sublayer


def _norm_table(problem: Problem) -> Definitions:
    return NORMS[problem.norm.kind].formulas(problem.norm)


_TABLES: dict[str, Callable[[Problem], tuple[Definitions, ...]]] = {
    "residual": lambda problem: (residual(None),),
    "layernorm": lambda problem: (_norm_table(problem),),
    "addnorm": lambda problem: (residual(None), _norm_table(problem)),
}
"""The formulas of each command, one table after the other."""


@record
class _Stage:
    """The formulas of one section, ready to be worked for many blocks.

    Attributes:
        table: They by name.
        names: The steps that the result needs, the result last.
        shared: What is the same in every row.
        alike: The steps that change nothing, and the quantity that they are.
    """

    table: Definitions
    names: tuple[str, ...]
    shared: Mapping[str, _Number]
    alike: Mapping[str, str]

    @staticmethod
    def of(table: Definitions, problem: Problem, width: int) -> _Stage:
        """The stage of a table."""
        if "z" not in table:
            return _Stage(table, _needed(table), {}, {})
        recorder = Run(Machine()).recorder(table)
        row = Tensor(np.zeros((1, width)), None, "")
        norm = problem.norm
        rows = arrangement(norm, problem.cases[0].x.shape)
        bring(recorder, row, problem.gamma, problem.beta, norm, rows)
        shared = {n: _Number(q.value) for n, q in recorder.scope.items() if n != "z"}
        return _Stage(table, _needed(table), shared, dict(_neutral(table, shared)))

    def result(self, scope: Mapping[str, _Number]) -> Array:
        """What a block of rows comes to.

        Raises:
            OddRowError: A number is not finite, or a divisor 0.
        """
        known = {**self.shared, **scope}
        for name in self.names:
            definition = self.table[name]
            if name in self.alike:
                known[name] = known[self.alike[name]]
                continue
            assert definition.formula is not None
            try:
                value = compute(definition.formula, known, definition.index)
            except ZeroDivisorError:
                raise OddRowError from None
            if definition.role != "vector" and not np.isfinite(value).all():
                raise OddRowError
            known[name] = _Number(definition.mend(value, known) if definition.mend else value)
        return known[self.names[-1]].value


def _needed(table: Definitions) -> tuple[str, ...]:
    """The steps that the last one is made of, in the order of the work."""
    steps = steps_of(table)
    needed = {steps[-1]}
    for name in reversed(steps):
        formula = table[name].formula
        if name in needed and formula is not None:
            needed |= {ref.name for ref in references(formula)}
    return tuple(name for name in steps if name in needed)


def _neutral(table: Definitions, shared: Mapping[str, _Number]) -> Iterator[tuple[str, str]]:
    """The steps that multiply by one or add zero, and what they do that to."""
    for name, definition in table.items():
        if definition.neutral is None or definition.formula is None:
            continue
        parameter, number = definition.neutral
        others = {ref.name for ref in references(definition.formula)} - {parameter}
        if len(others) == 1 and (shared[parameter].value == number).all():
            yield name, others.pop()


def _on_every_core(work: Callable[[int], None], starts: range) -> None:
    """Work every block; NumPy lets the other cores go on while it computes."""
    waiting, failed = deque(starts), deque[BaseException]()

    def go_on() -> None:
        while not failed:
            try:
                start = waiting.popleft()
            except IndexError:
                return
            try:
                work(start)
            except BaseException as error:
                failed.append(error)

    others = [Thread(target=go_on) for _ in range((os.cpu_count() or 1) - 1)]
    for thread in others:
        thread.start()
    go_on()
    for thread in others:
        thread.join()
    if failed:
        raise failed[0]
