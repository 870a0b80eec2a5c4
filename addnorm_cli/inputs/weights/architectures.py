"""The table of architectures that are known."""

from __future__ import annotations

from addnorm_cli.inputs.weights import decoders, encoders
from addnorm_cli.inputs.weights.architecture import Architecture

ARCHITECTURES: dict[str, Architecture] = {
    arch.name: arch
    for arch in (
        encoders.BERT,
        encoders.ROBERTA,
        encoders.DISTILBERT,
        decoders.GPT2,
        encoders.TORCH,
        decoders.LLAMA,
        decoders.MISTRAL,
        decoders.QWEN2,
        decoders.QWEN3,
        decoders.GEMMA,
        decoders.GEMMA2,
        decoders.OLMO2,
        decoders.GRANITE,
        decoders.GPT_NEOX,
        decoders.PHI,
    )
}
"""Every architecture by its name. Where the names of tensors alone must tell, the first that fits
is taken."""


def arch_of_model_type(model_type: object) -> Architecture | None:
    """The architecture whose own "model_type" this is, or else one that it is worked as."""
    own = [arch for arch in ARCHITECTURES.values() if arch.model_types[:1] == (model_type,)]
    worked = (arch for arch in ARCHITECTURES.values() if model_type in arch.model_types)
    return own[0] if own else next(worked, None)
