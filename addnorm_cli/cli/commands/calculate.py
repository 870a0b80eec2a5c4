"""What residual, layernorm and addnorm have in common: from their options to their output."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from addnorm_cli.cli.commands.emit import emit, request_for
from addnorm_cli.cli.options import Calculation, Sublayer
from addnorm_cli.messages import Language
from addnorm_cli.model.records import defaults_of, replaced

if TYPE_CHECKING:
    from addnorm_cli.inputs import Command, Overrides


def calculate(
    command: Command,
    language: Language,
    vectors: Sequence[str] | None,
    options: Calculation,
    sublayer: Sublayer,
    upstream: str | None = None,
) -> None:
    """Read the problem, work it, and write the trace where it was asked for."""
    from addnorm_cli.calc import work
    from addnorm_cli.inputs import Reader, assemble
    from addnorm_cli.numbers.arithmetic import choose

    request, target = request_for(options, language)
    arithmetic = choose(options.hand, options.rounding, options.dtype)
    given = replaced(overrides(options, sublayer), upstream=upstream)
    reader = Reader()
    problem = assemble(command, list(vectors or ()), given, reader)
    emit(work(command, problem, arithmetic), request, target, reader, pause=options.pause)


def overrides(options: Calculation, sublayer: Sublayer) -> Overrides:
    """The options that win over a problem file: those of the same name."""
    from addnorm_cli.inputs import Overrides

    typed = {**vars(options), **vars(sublayer)}
    return Overrides(**{name: typed[name] for name in defaults_of(Overrides) if name in typed})
