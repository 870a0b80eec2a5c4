"""Writes a trace as a short script that works the numbers again and asserts the result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from addnorm_cli.errors import InputError
from addnorm_cli.messages import say
from addnorm_cli.problem import Tensor
from addnorm_cli.records import record, replaced
from addnorm_cli.render.ascii import spell
from addnorm_cli.render.code_norms import NUMPY, PYTORCH, Dialect, norm_function, norm_name
from addnorm_cli.render.describe import facts
from addnorm_cli.render.escape import one_line
from addnorm_cli.render.literals import decimal_text, number_literal, tensor_literal
from addnorm_cli.render.request import Request
from addnorm_cli.trace import Section, Trace

COMMANDS = ("residual", "layernorm", "addnorm")
_TOLERANCE = "rtol=1e-9, atol=1e-9"


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

    def assigned(self, name: str, tensor: Tensor) -> str:
        """`name = np.array([...])` with the digits that were typed."""
        return f"{name} = {tensor_literal(tensor, self.dialect)}"


def _script(trace: Trace, request: Request, dialect: Dialect) -> str:
    if trace.command not in COMMANDS:
        raise InputError(
            "no_script", where="--format", command=trace.command, choices=", ".join(COMMANDS)
        )
    if not request.utf8:  # Python reads UTF-8, so that comments have to keep to ASCII
        request = replaced(request, language="en")
    script = Script(trace, request, dialect)
    function = norm_function(trace, dialect, request.language)
    # the imports come first: in the first two lines a comment could name an encoding
    paragraphs = [
        [*dialect.imports(any("F." in line for line in function)), *dialect.settings],
        list(_heading(script)),
        list(_shared(script)),
    ]
    if function:
        paragraphs += [[""], function, [""]]
    paragraphs += [list(_case(case, script)) for case in trace.cases]
    text = "\n\n".join("\n".join(lines) for lines in paragraphs if lines)
    while "\n\n\n\n" in text:
        text = text.replace("\n\n\n\n", "\n\n\n")
    return text + "\n"


def _heading(script: Script) -> Iterator[str]:
    """What is worked and under which rules, as comments."""
    trace, language = script.trace, script.request.language
    name = say(language, f"title.{trace.command}")
    yield script.comment(name if trace.title is None else f"{trace.title} · {name}")
    yield from map(script.comment, facts(trace, language))
    if not trace.arithmetic.reference:
        yield script.comment(say(language, "code.exact"))


def _shared(script: Script) -> Iterator[str]:
    """The inputs that all cases have in common."""
    inputs, spec = script.trace.inputs, script.trace.norm
    for name in ("x", "sublayer", "weight", "bias", "gamma", "beta"):
        tensor = inputs.get(name)
        if isinstance(tensor, Tensor):
            yield script.assigned(name, tensor)
    if spec is None:
        return
    if spec.kind == "scalenorm" and "gamma" not in inputs:
        yield f"gamma = {script.trace.cases[0].result.value.shape[-1]}**0.5"
    if spec.kind == "dyt":
        yield f"alpha = {decimal_text(spec.alpha)}"
    elif spec.kind != "none":
        yield f"eps = {decimal_text(spec.eps)}"


def _case(case: Section, script: Script) -> Iterator[str]:
    """The work of one case, and the assertion of what it comes to."""
    trace, dialect = script.trace, script.dialect
    if case.id:
        yield script.comment(case.id)
    for name in ("x", "sublayer"):
        by_case = trace.inputs.get(name)
        if by_case is not None and not isinstance(by_case, Tensor):
            yield script.assigned(name, by_case[case.id])
    value = "x"
    if trace.command != "layernorm":
        yield from _sublayer(script)
        yield "r = x + sublayer"
        value = "r"
    if trace.norm is not None:
        name = norm_name(trace.norm)
        yield f"y = {name}({value})" if name else f"y = {value}"
        value = "y"
    result = case.result
    numbers = result.value if result.exact is None else result.exact
    expected = number_literal(numbers.reshape(result.shape), dialect)
    yield f"expected = {expected}"
    yield f"{dialect.assertion}({value}, expected, {_TOLERANCE})"
    yield f"print({value})"


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
