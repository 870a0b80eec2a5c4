"""The entries of decoders: GPT-2, Llama and what was made of it, GPT-NeoX, Phi."""

from __future__ import annotations

from decimal import Decimal

from addnorm_cli.inputs.weights.architecture import (
    GATED,
    Architecture,
    Embedding,
    biases,
    final,
    gain,
    linear,
    norm,
)
from addnorm_cli.model.records import replaced

GPT2 = Architecture(
    name="gpt2",
    stack="h",
    names={
        **linear("qkv", "attn.c_attn"),
        **linear("o", "attn.c_proj"),
        **norm("norm1", "ln_1"),
        **linear("1", "mlp.c_fc"),
        **linear("2", "mlp.c_proj"),
        **norm("norm2", "ln_2"),
    },
    final_norm=final("ln_f", "gamma", "beta"),
    orientation="xW",  # Conv1D
    convention="gpt2",
    placement="pre",
    activation="gelu_new",
    causal=True,
    ignored=("attn.bias", "attn.masked_bias"),  # the causal mask, and what it fills in
    model_types=("gpt2",),
    embedding=Embedding(names={"word": ("wte.weight",), "position": ("wpe.weight",)}),
)

_LLAMA_EMBEDDING = Embedding(names={"word": ("embed_tokens.weight",)})

LLAMA = Architecture(
    name="llama",
    stack="layers",
    names={
        **linear("q", "self_attn.q_proj"),
        **linear("k", "self_attn.k_proj"),
        **linear("v", "self_attn.v_proj"),
        **linear("o", "self_attn.o_proj"),
        **gain("norm1", "input_layernorm"),
        **linear("gate", "mlp.gate_proj"),
        **linear("1", "mlp.up_proj"),
        **linear("2", "mlp.down_proj"),
        **gain("norm2", "post_attention_layernorm"),
    },
    optional=biases("q k v o gate 1 2"),
    final_norm=final("norm", "gamma"),
    convention="llama",
    placement="pre",
    activation="silu",
    activations=GATED,
    causal=True,
    rotary=True,
    ignored=("self_attn.rotary_emb.inv_freq",),
    model_types=("llama", "mistral", "qwen2"),
    embedding=_LLAMA_EMBEDDING,
)
"""What most models of today have changed a little."""

MISTRAL = replaced(
    LLAMA,
    name="mistral",
    usual={"sliding_window": Decimal(4096)},
    model_types=("mistral",),
)

QWEN2 = replaced(
    LLAMA,
    name="qwen2",
    optional=biases("o gate 1 2"),
    usual={"use_sliding_window": False},
    model_types=("qwen2",),
)

QWEN3 = replaced(
    LLAMA,
    name="qwen3",
    names={
        **LLAMA.names,
        **gain("q_norm", "self_attn.q_norm"),
        **gain("k_norm", "self_attn.k_norm"),
    },
    usual={"use_sliding_window": False, "head_dim": Decimal(128)},
    model_types=("qwen3",),
)

GEMMA = replaced(
    LLAMA,
    name="gemma",
    convention="gemma",
    activation="gelu_pytorch_tanh",
    # The first files say "gelu", and have always been worked with the approximation.
    activations={**GATED, "gelu": "geglu-tanh"},
    usual={"head_dim": Decimal(256)},
    model_types=("gemma",),
    embedding=replaced(_LLAMA_EMBEDDING, scale="sqrt_d"),
)

GEMMA2 = replaced(
    GEMMA,
    name="gemma2",
    names={
        **LLAMA.names,
        **gain("norm1_post", "post_attention_layernorm"),
        **gain("norm2", "pre_feedforward_layernorm"),
        **gain("norm2_post", "post_feedforward_layernorm"),
    },
    placement="sandwich",
    activations=GATED,
    usual={
        "head_dim": Decimal(256),
        "query_pre_attn_scalar": Decimal(256),
        "attn_logit_softcapping": Decimal(50),
        "sliding_window": Decimal(4096),
    },
    model_types=("gemma2",),
)

OLMO2 = replaced(
    QWEN3,
    name="olmo2",
    names={
        **QWEN3.names,
        **gain("norm1", "post_attention_layernorm"),
        **gain("norm2", "post_feedforward_layernorm"),
    },
    placement="res-post",
    usual={"rms_norm_eps": Decimal("1e-5")},
    model_types=("olmo2",),
)

GRANITE = replaced(
    LLAMA,
    name="granite",
    usual={"attention_multiplier": Decimal(1)},
    model_types=("granite",),
    embedding=replaced(_LLAMA_EMBEDDING, scale="embedding_multiplier"),
)

GPT_NEOX = Architecture(
    name="gpt-neox",
    stack="layers",
    names={
        **linear("qkv", "attention.query_key_value"),
        **linear("o", "attention.dense"),
        **norm("norm1", "input_layernorm"),
        **linear("1", "mlp.dense_h_to_4h"),
        **linear("2", "mlp.dense_4h_to_h"),
        **norm("norm2", "post_attention_layernorm"),
    },
    optional=biases("qkv o"),
    final_norm=final("final_layer_norm", "gamma", "beta"),
    fused_by_head=True,
    convention="pytorch",
    placement="parallel",
    placement_key=("use_parallel_residual", "parallel", "pre"),
    activation="gelu",
    causal=True,
    rotary=True,
    ignored=("attention.bias", "attention.masked_bias", "attention.rotary_emb.inv_freq"),
    usual={"partial_rotary_factor": Decimal("0.25")},
    model_types=("gpt_neox",),
    embedding=Embedding(names={"word": ("embed_in.weight",)}),
)

PHI = Architecture(
    name="phi",
    stack="layers",
    names={
        **linear("q", "self_attn.q_proj"),
        **linear("k", "self_attn.k_proj"),
        **linear("v", "self_attn.v_proj"),
        **linear("o", "self_attn.dense"),
        **norm("q_norm", "self_attn.q_layernorm"),
        **norm("k_norm", "self_attn.k_layernorm"),
        **norm("norm1", "input_layernorm"),
        **linear("1", "mlp.fc1"),
        **linear("2", "mlp.fc2"),
    },
    optional=("q_norm.gamma", "q_norm.beta", "k_norm.gamma", "k_norm.beta"),
    final_norm=final("final_layernorm", "gamma", "beta"),
    convention="pytorch",
    placement="parallel",
    activation="gelu_new",
    causal=True,
    rotary=True,
    ignored=("self_attn.rotary_emb.inv_freq",),
    usual={"partial_rotary_factor": Decimal("0.5")},
    model_types=("phi",),
    embedding=Embedding(names={"word": ("embed_tokens.weight",)}),
)
