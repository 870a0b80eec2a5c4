"""What a shell asks for when a word is to be completed: it speaks through the environment."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from addnorm_cli.model.errors import InputError

ASKED = "_ADDNORM_COMPLETE"
_ACTIONS = ("complete", "source")
_SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")

_SUM = ("x", "sublayer", "linear", "activation", "residual")
_NORM = (
    "mean", "deviations", "squares", "variance", "sigma", "mean_square", "rms", "denominator",
    "normalized", "scaled", "output",
)  # fmt: skip
_BACKWARD = (
    "d_beta", "d_gamma", "d_normalized", "mean_d_normalized", "mean_d_normalized_normalized",
    "d_input", "d_x", "d_sublayer",
)  # fmt: skip
_BLOCK = (
    "q", "k", "v", "scores", "scaled_scores", "masked_scores", "weights", "heads", "concat",
    "linear_1", "activation", "linear_2", "add1", "add2",
)  # fmt: skip
STEPS: dict[str, tuple[str, ...]] = {
    "residual": _SUM,
    "layernorm": _NORM,
    "addnorm": (*_SUM, *_NORM),
    "block": (*_BLOCK, *_NORM),
    "compare-norm": _NORM,
    "gradient": (*_SUM, *_NORM, *_BACKWARD),
}
"""The steps that a command may have; the tables that have all of them need NumPy."""


def steps_of(command: str, option: str) -> Callable[[str], list[str]]:
    """What a word may be after an option that names steps: `--only sigma`, `--expect sigma=`."""
    sign = "=" if option == "expect" else ""
    more = ("result",) if option == "expect" else ()

    def begun(incomplete: str) -> list[str]:
        known = (f"{name}{sign}" for name in (*more, *STEPS.get(command, ())))
        return [word for word in known if word.startswith(incomplete)]

    return begun


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
