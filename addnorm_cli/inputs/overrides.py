"""What the options of the command line say, as they were typed."""

from __future__ import annotations

from addnorm_cli.model.problem import Notice
from addnorm_cli.model.records import record

NORM_OPTIONS = (
    "convention",
    "norm",
    "eps",
    "eps_at",
    "ddof",
    "axes",
    "groups",
    "dyt_alpha",
    "gamma",
    "beta",
)
LINEAR_OPTIONS = ("weight", "bias", "activation", "orientation")


@record
class Overrides:
    """The options that win over the problem file; None where an option was not given.

    Attributes:
        convention: A name of the table of conventions.
        norm: The kind of norm.
        eps: ε.
        eps_at: "sigma" or "variance".
        ddof: 0 or 1.
        axes: How many of the last axes are normalised together.
        groups: Into how many groups groupnorm parts the components.
        dyt_alpha: The α of dyt.
        gamma: The gain: a vector argument, or one number for every component.
        beta: The shift, likewise.
        title: The title of the page.
        weight: The weight of the sublayer, as a matrix argument.
        bias: Its bias, as a vector argument.
        activation: Its activation.
        orientation: How the weight is stored: "xW" or "Wx".
        random: The shape of random input, such as "7x8".
        seed: The seed of the random numbers.
        scale: What the random numbers are multiplied by.
        upstream: The gradient that arrives at the output, as a vector argument.
    """

    convention: str | None = None
    norm: str | None = None
    eps: str | None = None
    eps_at: str | None = None
    ddof: str | None = None
    axes: str | None = None
    groups: str | None = None
    dyt_alpha: str | None = None
    gamma: str | None = None
    beta: str | None = None
    title: str | None = None
    weight: str | None = None
    bias: str | None = None
    activation: str | None = None
    orientation: str | None = None
    random: str | None = None
    seed: str | None = None
    scale: str | None = None
    upstream: str | None = None

    def among(self, names: tuple[str, ...]) -> list[str]:
        """Those of these options that were given."""
        return [name for name, value in vars(self).items() if name in names and value is not None]


def option(name: str) -> str:
    """An option as it is typed: "eps_at" is --eps-at."""
    return f"--{name.replace('_', '-')}"


def value_taken(name: str, used: str, stated: str, file: str) -> Notice:
    """What is told where an option takes the place of a value of the file."""
    facts = {"name": name, "used": used, "stated": stated, "file": file}
    return Notice(key="overridden", facts=facts)


def array_taken(name: str, file: str) -> Notice:
    """What is told where an option or an argument takes the place of numbers of the file."""
    return Notice(key="overridden_array", facts={"name": name, "file": file})
