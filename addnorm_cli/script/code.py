"""Writes a trace as a short script that works the numbers again and asserts the result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from addnorm_cli.formats.escape import one_line
from addnorm_cli.formula.axes import arrangement
from addnorm_cli.formula.expr import Num
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.messages import say
from addnorm_cli.messages.ascii import spell
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.problem import Tensor
from addnorm_cli.model.records import record, replaced
from addnorm_cli.numbers.numfmt import full
from addnorm_cli.page.layouts import facts, title
from addnorm_cli.page.request import Request
from addnorm_cli.script.assertions import asserted
from addnorm_cli.script.block_helpers import block_norm, helpers
from addnorm_cli.script.code_block import BlockLines
from addnorm_cli.script.code_gradient import backward_function, leaves, with_affine, work_back
from addnorm_cli.script.code_model import (
    likeliest_lines,
    loader,
    shown_of,
    stream_lines,
)
from addnorm_cli.script.code_norms import Writer, norm_function, norm_name
from addnorm_cli.script.dialect import NUMPY, PYTORCH, Dialect
from addnorm_cli.script.from_tree import number_of
from addnorm_cli.script.literals import decimal_text, tensor_literal
from addnorm_cli.trace.settings import BlockSettings, ComparisonSettings
from addnorm_cli.trace.trace import Section, Trace


def numpy_script(trace: Trace, request: Request) -> str:
    """The calculation in NumPy.

    Raises:
        InputError: The command has no script.
    """
    return _script(trace, request, NUMPY)


def pytorch_script(trace: Trace, request: Request) -> str:
    """The calculation in PyTorch, with its own layer_norm where that is the convention.

    Raises:
        InputError: The command has no script.
    """
    return _script(trace, request, PYTORCH)


@record
class Script:
    """What the lines of a script depend on."""

    trace: Trace
    request: Request
    dialect: Dialect

    def comment(self, text: str) -> str:
        """A text on a line that Python does not look into."""
        line = one_line(text)
        if not (self.request.symbols and self.request.utf8):
            line = spell(line).encode("ascii", "backslashreplace").decode()
        return f"# {line}".rstrip()

    def assigned(self, name: str, tensor: Tensor) -> Iterator[str]:
        """`name = np.array([...])` with the digits that were typed."""
        yield f"{name} = {tensor_literal(tensor, self.dialect)}"
        if name in self.trace.cases[0].results and self.dialect.native:  # a leaf of autograd
            yield f"{name}.requires_grad_()"


def _script(trace: Trace, request: Request, dialect: Dialect) -> str:
    if trace.command not in _PARTS:
        known = tuple(_PARTS)
        raise InputError("no_script", where="--format", command=trace.command, choices=known)
    if not request.utf8:  # Python reads UTF-8, so that comments have to keep to ASCII
        request = replaced(request, language="en")
    script = Script(trace, request, dialect)
    return _joined(_PARTS[trace.command](script, list(_heading(script))))


def _cases(script: Script, heading: list[str]) -> list[list[str]]:
    """The paragraphs of a calculation in cases."""
    dialect, function = script.dialect, _function(script)
    # the imports come first: in the first two lines a comment could name an encoding
    paragraphs = [
        [*dialect.imports(any("F." in line for line in function)), *dialect.settings],
        heading,
        list(_shared(script)),
    ]
    if function:
        paragraphs += [[""], function, [""]]
    return paragraphs + [list(_case(case, script)) for case in script.trace.cases]


def _way_back(script: Script, heading: list[str]) -> list[list[str]]:
    """The paragraphs of a way back, whose γ and β are written out."""
    return _cases(replaced(script, trace=with_affine(script.trace)), heading)


def _block(script: Script, heading: list[str]) -> list[list[str]]:
    """The paragraphs of a block: what its lines call comes before them."""
    trace, dialect = script.trace, script.dialect
    checkpoint = trace.checkpoint
    lines = BlockLines(trace, dialect).write()
    norm = block_norm(trace, dialect, script.request.language)
    functions = [*norm, *([""] if norm else []), *helpers(lines, dialect)]
    imports = list(dialect.imports(any("F." in line for line in functions)))
    if any("math." in line for line in functions):
        imports.insert(0, "import math\n")
    start = list(stream_lines(trace, dialect))
    if trace.norm is not None:
        start.append(f"eps = {decimal_text(trace.norm.eps)}")
    if isinstance(trace.settings, BlockSettings) and trace.settings.alpha is not None:
        start.append(f"alpha = {full(trace.settings.alpha)}")
    result = trace.cases[0].result
    flat = replaced(result, shape=result.value.shape)
    checked = shown_of(flat) if checkpoint else [("x", flat)]
    end = [line for value, own in checked for line in asserted(value, own, trace, dialect)]
    end += likeliest_lines(trace, dialect)
    reading: list[str] = []
    if checkpoint is not None:
        more, reading = loader(checkpoint, dialect)
        imports, reading = [*more, *imports], [*reading, ""]
    functions = ["", *functions, ""]
    return [[*imports, *dialect.settings], heading, reading, start, functions, lines, end]


def _compared(script: Script, heading: list[str]) -> list[list[str]]:
    """The paragraphs of a comparison: one norm after the other, each as a function of its own.

    Raises:
        InputError: Placements are compared, or norms without numbers.
    """
    trace, dialect = script.trace, script.dialect
    if not trace.cases or trace.cases[0].rule is None:
        way = f" --by {trace.settings.by}" if isinstance(trace.settings, ComparisonSettings) else ""
        command, known = f"{trace.command}{way}", tuple(_PARTS)
        raise InputError("no_script", where="--format", command=command, choices=known)
    given, works = [], []
    for case in trace.cases:
        one = replaced(script, trace=_alone(trace, case))
        given += [line for line in _inputs(one) if line not in given]
        function = _function(one)
        works.append([script.comment(case.id), *_numbers(one)])
        works += [[""], function, [""]] if function else []
        works.append(list(_case(one.trace.cases[0], one)))
    functional = any("F." in line for lines in works for line in lines)
    imports = [*dialect.imports(functional), *dialect.settings]
    return [imports, heading, given, *works]


def _alone(trace: Trace, case: Section) -> Trace:
    """One norm of a comparison as a calculation of its own, with the inputs that it uses."""
    assert case.rule is not None
    norm = NORMS[case.rule.kind]
    used = ("x", *norm.learned, *norm.parameters)
    inputs = {name: value for name, value in trace.inputs.items() if name in used}
    alone = (replaced(case, id=""),)
    return replaced(trace, norm=case.rule, cases=alone, inputs=inputs, settings=None)


_PARTS = {
    "residual": _cases,
    "layernorm": _cases,
    "addnorm": _cases,
    "gradient": _way_back,
    "block": _block,
    "compare-norm": _compared,
}
"""How the script of a command is put together."""


def _joined(paragraphs: Sequence[Sequence[str]]) -> str:
    text = "\n\n".join("\n".join(lines) for lines in paragraphs if lines)
    while "\n\n\n\n" in text:
        text = text.replace("\n\n\n\n", "\n\n\n")
    return text + "\n"


def _function(script: Script) -> list[str]:
    """The norm as a function, or the way back through it where the library has none."""
    trace, dialect, language = script.trace, script.dialect, script.request.language
    if trace.goes_back and not dialect.native:
        assert trace.norm is not None
        return backward_function(Writer(trace, trace.norm, dialect, language))
    return norm_function(trace, dialect, language)


def _heading(script: Script) -> Iterator[str]:
    """What is worked and under which rules, as comments."""
    trace, language = script.trace, script.request.language
    yield script.comment(title(trace, language))
    yield from map(script.comment, facts(trace, language))
    if not trace.arithmetic.reference:
        yield script.comment(say(language, "code.exact"))


def _shared(script: Script) -> Iterator[str]:
    """The inputs that all cases have in common, and the numbers of the norm."""
    yield from _inputs(script)
    yield from _numbers(script)


def _inputs(script: Script) -> Iterator[str]:
    inputs, spec = script.trace.inputs, script.trace.norm
    remembered = () if spec is None or spec.training else ("running_mean", "running_var")
    for name in ("x", "sublayer", "weight", "bias", "gamma", "beta", "upstream", *remembered):
        tensor = inputs.get(name)
        if isinstance(tensor, Tensor):
            yield from script.assigned(name, tensor)
            if name in ("gamma", "beta", *remembered) and (shape := _beside(script)):
                yield f"{name} = {name}.reshape({', '.join(map(str, shape))})"


def _numbers(script: Script) -> Iterator[str]:
    """The numbers of a norm's rule, and a γ that is not 1 where it is left out."""
    inputs, spec = script.trace.inputs, script.trace.norm
    if spec is None:
        return
    norm = NORMS[spec.kind]
    if "gamma" not in inputs and norm.gamma is not None and not isinstance(norm.gamma, Num):
        width = script.trace.cases[0].result.value.shape[-1]
        yield f"gamma = {number_of(norm.gamma, width, script.dialect)}"
    table = norm.formulas(spec)
    for name in norm.parameters:
        number = spec.number(name)
        if name in table and isinstance(number, str) and name != "momentum":
            yield f"{name} = {decimal_text(number)}"


def _beside(script: Script) -> tuple[int, ...]:
    """The shape in which γ goes with z, where its own would not."""
    spec = script.trace.norm
    assert spec is not None
    rows = arrangement(spec, script.trace.cases[0].result.shape)
    return () if rows.broadcast() == rows.affine else rows.broadcast()


def _case(case: Section, script: Script) -> Iterator[str]:
    """The work of one case, and the assertion of what it comes to."""
    trace = script.trace
    if case.id:
        yield script.comment(case.id)
    for name in ("x", "sublayer", "upstream"):
        by_case = trace.inputs.get(name)
        if by_case is not None and not isinstance(by_case, Tensor):
            yield from script.assigned(name, by_case[case.id])
    value = "x"
    if trace.linear is not None or "sublayer" in trace.inputs:
        yield from _sublayer(script)
        third = " + bias" if trace.linear is None and "bias" in trace.inputs else ""
        yield f"r = x + sublayer{third}"
        value = "r"
    if trace.goes_back:
        yield from _gradients(case, value, script)
        return
    if trace.norm is not None:
        name = norm_name(trace.norm)
        yield f"y = {name}({value})" if name else f"y = {value}"
        value = "y"
    yield from asserted(value, case.result, script.trace, script.dialect)


def _gradients(case: Section, value: str, script: Script) -> Iterator[str]:
    """The way back of one case, and the assertion of every gradient."""
    trace, dialect = script.trace, script.dialect
    yield from work_back(case, value, trace, dialect)
    for name in leaves(case):
        yield from asserted(f"d_{name}", case.results[name], script.trace, script.dialect)


def _sublayer(script: Script) -> Sequence[str]:
    """The sublayer, where it is worked out."""
    linear = script.trace.linear
    if linear is None:
        return ()
    bias = " + bias" if linear.bias is not None else ""
    stored = script.comment(say(script.request.language, "code.stored_out_in"))
    turned = f"h = x @ weight.T{bias}  {stored}"
    activated = {"identity": "h", "relu": script.dialect.relu.format("h")}[linear.activation]
    return (
        turned if linear.orientation == "Wx" else f"h = x @ weight{bias}",
        f"sublayer = {activated}",
    )
