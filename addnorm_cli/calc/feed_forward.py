"""The feed-forward sublayer, step by step, and what it shares with attention."""

from __future__ import annotations

from addnorm_cli.formula import block
from addnorm_cli.formula.definition import Definitions
from addnorm_cli.model.block_problem import Attention, FeedForward
from addnorm_cli.model.problem import Orientation, Tensor
from addnorm_cli.model.records import EMPTY
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.recorder import Natural, Recorder, Run, steps_of
from addnorm_cli.trace.trace import Section


def feed_forward_section(
    x: Quantity, spec: FeedForward, orientation: Orientation, run: Run, natural: Natural = EMPTY
) -> Section:
    """The feed-forward sublayer of the rows of `x` (L, d), giving (L, d).

    Its result is `linear_2`, or `activation` where there is no second linear map; the arguments
    are those of `attention_section`.
    """
    if spec.output is not None:
        return given_output("ffn", "ffn", spec.output, x, run, natural)
    definitions = block.feed_forward(spec, orientation)
    recorder = sublayer_recorder("ffn", definitions, spec, x, run, natural)
    *_, last = steps = steps_of(definitions)
    recorder.work_all(steps)
    return Section(id="ffn", kind="ffn", parts=tuple(recorder.steps), result=recorder.scope[last])


def sublayer_recorder(
    section: str,
    definitions: Definitions,
    spec: Attention | FeedForward,
    x: Quantity,
    run: Run,
    natural: Natural,
) -> Recorder:
    """A recorder that knows the stream and the parameters of a sublayer."""
    recorder = run.within(section).recorder(definitions, natural)
    recorder.hand_on("x", x, x.value.shape)
    for name, tensor in {**spec.weights, **spec.biases}.items():
        recorder.take(name, tensor, tensor.shape)
    return recorder


def given_output(
    section: str, kind: str, output: Tensor, x: Quantity, run: Run, natural: Natural
) -> Section:
    """A sublayer whose output was given."""
    definitions = block.GIVEN_OUTPUT[kind]
    (step,) = definitions
    recorder = run.within(section).recorder(definitions, natural)
    recorder.take(step, output, x.value.shape)
    recorder.show(step)
    return Section(id=section, kind=kind, parts=tuple(recorder.steps), result=recorder.scope[step])
