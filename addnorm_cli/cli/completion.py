"""What a shell asks for when a word is to be completed: it speaks through the environment."""

from __future__ import annotations

from collections.abc import Mapping

from addnorm_cli.model.errors import InputError

ASKED = "_ADDNORM_COMPLETE"
_ACTIONS = ("complete", "source")
_SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")


def check_asked(environment: Mapping[str, str]) -> None:
    """Check the variables by which a shell asks, which Typer takes as they are.

    Raises:
        InputError: They ask for nothing that there is.
    """
    action, _, shell = environment[ASKED].partition("_")
    if action not in _ACTIONS or shell not in _SHELLS:
        raise InputError("completion", where=ASKED)
    if (action, shell) == ("complete", "bash"):
        for name, right in (("COMP_WORDS", str.strip), ("COMP_CWORD", str.isdecimal)):
            if not right(environment.get(name, "")):
                raise InputError("completion", where=name)
