"""The calculations: from a Problem to a Trace."""

from addnorm_cli.calc.work import COMMANDS, work

__all__ = ["COMMANDS", "work"]
