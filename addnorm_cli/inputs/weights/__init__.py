"""Real weights: from a checkpoint file, and the config.json beside it, to a block problem."""

from addnorm_cli.inputs.weights.architectures import ARCHITECTURES
from addnorm_cli.inputs.weights.model import Model, read_model
from addnorm_cli.inputs.weights.settings import ModelOverrides, Setting

__all__ = ["ARCHITECTURES", "Model", "ModelOverrides", "Setting", "read_model"]
