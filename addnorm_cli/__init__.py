"""addnorm: pencil and paper for the Transformer's Add & Norm.

From Python: `from addnorm_cli import layernorm`, then `layernorm([1, 2, 3], eps=1e-5)`.
"""

TYPE_CHECKING = (
    False  # an import of typing would be half of what `addnorm` does before its first line
)
if TYPE_CHECKING:
    from typing import Any

    from addnorm_cli.api.functions import (
        Trace,
        addnorm,
        block,
        compare_norm,
        gradient,
        layernorm,
        residual,
    )
    from addnorm_cli.api.identify import Identity, assert_layernorm, identify, probe

__version__ = "0.1.0"
__all__ = [
    "Identity",
    "Trace",
    "addnorm",
    "assert_layernorm",
    "block",
    "compare_norm",
    "gradient",
    "identify",
    "layernorm",
    "probe",
    "residual",
]
_IDENTIFY = ("Identity", "assert_layernorm", "identify", "probe")


def __getattr__(name: str) -> "Any":
    """Load the calculations when one is asked for: the command line loads only what it needs."""
    if name not in __all__:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    from importlib import import_module

    module = "identify" if name in _IDENTIFY else "functions"
    return getattr(import_module(f"addnorm_cli.api.{module}"), name)


def __dir__() -> list[str]:
    return sorted([*(name for name in globals() if name[:2] == "__"), *__all__])
