"""The table of conventions: which ε, where it stands, and which divisor each library uses."""

from addnorm_cli.model.problem import NormSpec

CONVENTIONS: dict[str, NormSpec] = {
    "docs": NormSpec(kind="layernorm", eps="1e-6", eps_at="sigma", ddof=0),
    "pytorch": NormSpec(kind="layernorm", eps="1e-5", eps_at="variance", ddof=0),
    "onnx": NormSpec(kind="layernorm", eps="1e-5", eps_at="variance", ddof=0),
    "gpt2": NormSpec(kind="layernorm", eps="1e-5", eps_at="variance", ddof=0),
    "bert": NormSpec(kind="layernorm", eps="1e-12", eps_at="variance", ddof=0),
    "keras": NormSpec(kind="layernorm", eps="1e-3", eps_at="variance", ddof=0),
    "flax": NormSpec(kind="layernorm", eps="1e-6", eps_at="variance", ddof=0),
    "annotated": NormSpec(kind="layernorm", eps="1e-6", eps_at="sigma", ddof=1),
    "excel": NormSpec(kind="layernorm", eps="1e-3", eps_at="sigma", ddof=1),
    "llama": NormSpec(kind="rmsnorm", eps="1e-6", eps_at="variance", ddof=None),
    "t5": NormSpec(kind="rmsnorm", eps="1e-6", eps_at="variance", ddof=None),
    "gemma": NormSpec(kind="rmsnorm", eps="1e-6", eps_at="variance", ddof=None, unit_offset=True),
}
DEFAULT_CONVENTION = "docs"
