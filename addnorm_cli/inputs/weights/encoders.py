"""The entries of encoders: BERT and its kin, and the encoder of PyTorch itself."""

from __future__ import annotations

from decimal import Decimal

from addnorm_cli.inputs.weights.architecture import (
    Architecture,
    Embedding,
    Names,
    biases,
    final,
    linear,
    norm,
)
from addnorm_cli.model.records import replaced


def _older_norm(role: str, name: str) -> Names:
    # The first checkpoints were converted from TensorFlow, with its names.
    return {
        f"{role}.gamma": (f"{name}.weight", f"{name}.gamma"),
        f"{role}.beta": (f"{name}.bias", f"{name}.beta"),
    }


_BERT_EMBEDDING = Embedding(
    names={
        "word": ("embeddings.word_embeddings.weight",),
        "position": ("embeddings.position_embeddings.weight",),
        "type": ("embeddings.token_type_embeddings.weight",),
        **_older_norm("norm", "embeddings.LayerNorm"),
    }
)

BERT = Architecture(
    name="bert",
    stack="layer",
    names={
        **linear("q", "attention.self.query"),
        **linear("k", "attention.self.key"),
        **linear("v", "attention.self.value"),
        **linear("o", "attention.output.dense"),
        **_older_norm("norm1", "attention.output.LayerNorm"),
        **linear("1", "intermediate.dense"),
        **linear("2", "output.dense"),
        **_older_norm("norm2", "output.LayerNorm"),
    },
    convention="bert",
    placement="post",
    activation="gelu",
    causal_key="is_decoder",
    model_types=("bert", "electra"),
    container="encoder.",
    embedding=_BERT_EMBEDDING,
)

ROBERTA = replaced(
    BERT,
    name="roberta",
    usual={"pad_token_id": Decimal(1)},
    model_types=("roberta", "xlm-roberta", "camembert"),
    embedding=replaced(_BERT_EMBEDDING, positions_after_pad=True),
)

DISTILBERT = Architecture(
    name="distilbert",
    stack="layer",
    names={
        **linear("q", "attention.q_lin"),
        **linear("k", "attention.k_lin"),
        **linear("v", "attention.v_lin"),
        **linear("o", "attention.out_lin"),
        **norm("norm1", "sa_layer_norm"),
        **linear("1", "ffn.lin1"),
        **linear("2", "ffn.lin2"),
        **norm("norm2", "output_layer_norm"),
    },
    convention="bert",
    placement="post",
    activation="gelu",
    model_types=("distilbert",),
    container="transformer.",
    embedding=Embedding(
        names={
            "word": ("embeddings.word_embeddings.weight",),
            "position": ("embeddings.position_embeddings.weight",),
            **norm("norm", "embeddings.LayerNorm"),
        }
    ),
)

TORCH = Architecture(
    name="torch",
    stack="layers",
    names={
        "W_qkv": ("self_attn.in_proj_weight",),
        "b_qkv": ("self_attn.in_proj_bias",),
        **linear("o", "self_attn.out_proj"),
        **norm("norm1", "norm1"),
        **linear("1", "linear1"),
        **linear("2", "linear2"),
        **norm("norm2", "norm2"),
    },
    optional=(*biases("qkv o 1 2"), "norm1.beta", "norm2.beta"),
    final_norm=final("norm", "gamma", "beta"),
    convention="pytorch",
    placement=None,  # norm_first leaves no mark on a state dict
    placement_key=("norm_first", "pre", "post"),
    activation="relu",
)
