"""The calculations: from what was asked to a Trace."""

from addnorm_cli.calc.work import work

__all__ = ["work"]
