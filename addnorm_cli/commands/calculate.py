"""What residual, layernorm and addnorm have in common: from their options to their output."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from addnorm_cli.commands.emit import emit, request_for
from addnorm_cli.messages import Language
from addnorm_cli.options import Calculation, Sublayer

if TYPE_CHECKING:
    from addnorm_cli.inputs import Command


def calculate(
    command: Command,
    language: Language,
    vectors: Sequence[str] | None,
    options: Calculation,
    sublayer: Sublayer,
) -> None:
    """Read the problem, work it, and write the trace where it was asked for."""
    from addnorm_cli.arithmetic import choose
    from addnorm_cli.calc import work
    from addnorm_cli.inputs import Overrides, Stdin, assemble

    request, target = request_for(options, language)
    arithmetic = choose(options.hand, options.rounding, options.dtype)
    overrides = Overrides(
        convention=options.convention,
        norm=options.norm,
        eps=options.eps,
        eps_at=options.eps_at,
        ddof=options.ddof,
        axes=options.axes,
        gamma=options.gamma,
        beta=options.beta,
        title=options.title,
        weight=sublayer.weight,
        bias=sublayer.bias,
        activation=sublayer.activation,
        orientation=sublayer.orientation,
        random=options.random,
        seed=options.seed,
        scale=options.scale,
    )
    problem = assemble(command, list(vectors or ()), overrides, Stdin(sys.stdin.buffer.read))
    emit(work(command, problem, arithmetic), request, target, pause=options.pause)
