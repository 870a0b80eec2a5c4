"""What the entries of config.json mean for a layer: those that change it, and those that do not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

CONFIG_KEYS: dict[str, tuple[str, ...]] = {
    "heads": ("num_attention_heads", "n_head", "n_heads", "nhead"),
    "kv_heads": ("num_key_value_heads",),
    "head_dim": ("head_dim",),
    "eps": ("layer_norm_eps", "layer_norm_epsilon", "rms_norm_eps"),
    "activation": ("hidden_activation", "hidden_act", "activation_function", "activation"),
    "rotary_base": ("rope_parameters.rope_theta", "rope_theta", "rotary_emb_base"),
    "rotary_share": (
        "rope_parameters.partial_rotary_factor",
        "partial_rotary_factor",
        "rotary_pct",
    ),
    "width": ("hidden_size", "n_embd", "d_model", "dim"),
    "hidden": ("intermediate_size", "n_inner", "hidden_dim", "dim_feedforward"),
    "layers": ("num_hidden_layers", "n_layer", "n_layers", "num_layers"),
    "vocabulary": ("vocab_size",),
    "positions": ("max_position_embeddings", "n_positions"),
}
"""What config.json calls each setting, by architecture and by age."""

SCALES: Mapping[str, Literal["times", "root"]] = {
    "attention_multiplier": "times",
    "query_pre_attn_scalar": "root",
}
"""Entries that say what the scores are multiplied by, or divided by the root of."""

QK_NORMS = ("qk_layernorm", "qk_norm", "use_qk_norm")
"""Entries that say whether queries and keys are normed."""

_OTHERWISE = "setting_refused"

NEUTRAL: Mapping[str, tuple[str, tuple[object, ...]]] = {
    "quantization_config.quant_method": ("undone_quantized", ()),
    "quantization_config": ("undone_quantized", ()),
    "quantization": ("undone_quantized", ()),
    "compression_config": ("undone_quantized", ()),
    **dict.fromkeys(QK_NORMS, ("undone_qk_norm", (False,))),
    "position_embedding_type": (_OTHERWISE, ("absolute",)),
    "alibi": (_OTHERWISE, (False,)),
    "scale_attn_weights": (_OTHERWISE, (True,)),
    "scale_attn_by_inverse_layer_idx": (_OTHERWISE, (False,)),
    "scale_depth": (_OTHERWISE, (1,)),
    "clip_qkv": (_OTHERWISE, ()),
    "use_parallel_residual": (_OTHERWISE, (False,)),
    "parallel_attn": (_OTHERWISE, (False,)),
    "apply_residual_connection_post_layernorm": (_OTHERWISE, (False,)),
    "is_encoder_decoder": (_OTHERWISE, (False,)),
    "add_cross_attention": (_OTHERWISE, (False,)),
    "use_bidirectional_attention": (_OTHERWISE, (False,)),
    "rope_interleaved": (_OTHERWISE, (False,)),
    "rope_interleave": (_OTHERWISE, (False,)),
    "rotary_interleaved": (_OTHERWISE, (False,)),
    "rope_traditional": (_OTHERWISE, (False,)),
    "rope_local_base_freq": (_OTHERWISE, ()),
    "local_rope_theta": (_OTHERWISE, ()),
    "no_rope_layers": (_OTHERWISE, ()),
    "no_rope_layer_interval": (_OTHERWISE, ()),
    "num_local_experts": (_OTHERWISE, (0,)),
    "num_experts": (_OTHERWISE, (0,)),
    "n_routed_experts": (_OTHERWISE, (0,)),
    "pruned_heads": (_OTHERWISE, ({},)),
}
"""Entries that change what a layer does: the sentence that refuses them, and the values by which
they do not. null never does."""

NEUTRAL_ENDINGS = ("_multiplier", "_multipliers", "_softcapping", "_softcap")
"""How the names of further such entries end."""

ENTRIES_OUTSIDE = frozenset(
    {
        "embedding_multiplier",
        "embedding_size",
        "final_logit_softcapping",
        "lm_head_multiplier",
        "logit_scale",
        "logits_scaling",
        "pad_token_id",
        "scale_emb",
        "tie_word_embeddings",
        "type_vocab_size",
    }
)
"""Entries that concern the embedding before the layers or the logits after them."""

ELSEWHERE = frozenset(
    {
        "attn_logit_softcapping",
        "original_max_position_embeddings",
        "residual_multiplier",
        "attention_bias",  # whether there are biases, the tensors show
        "is_decoder",
        "layer_types",
        "mlp_bias",
        "model_type",
        "norm_first",
        "rope_parameters",
        "rope_scaling",
        "rotary_dim",
        "sliding_window",
        "use_sliding_window",
    }
)
"""Entries that are read one by one."""

_NO_CHANGE = """
architectures attention_dropout attention_probs_dropout_prob attn_implementation attn_pdrop
auto_map bad_words_ids batch_first begin_suppress_tokens bos_token_id cache_implementation
chunk_size_feed_forward classifier_dropout cross_attention_hidden_size decoder_start_token_id
directionality diversity_penalty do_sample dropout dtype early_stopping embd_pdrop
encoder_no_repeat_ngram_size eos_token_id exponential_decay_length_penalty finetuning_task
flash_attn flash_rotary forced_bos_token_id forced_eos_token_id fused_dense gradient_checkpointing
hidden_dropout hidden_dropout_prob id2label initializer_range keys_to_ignore_at_inference label2id
length_penalty max_length max_window_layers min_length n_ctx no_repeat_ngram_size num_beam_groups
num_beams num_labels num_return_sequences output_attentions output_hidden_states output_past
output_scores pooler_fc_size pooler_num_attention_heads pooler_num_fc_layers pooler_size_per_head
pooler_type prefix pretraining_tp problem_type qa_dropout remove_invalid_values
reorder_and_upcast_attn repetition_penalty resid_pdrop return_dict return_dict_in_generate
sep_token_id seq_classif_dropout sinusoidal_pos_embds summary_activation summary_first_dropout
summary_last_dropout summary_proj_to_labels summary_type summary_use_proj suppress_tokens
task_specific_params temperature tf_legacy_loss tie_encoder_decoder tie_weights_ tokenizer_class
top_k top_p torch_dtype torchscript transformers_version typical_p unsloth_fixed unsloth_version
use_bfloat16 use_cache
"""

NO_CHANGE = frozenset(_NO_CHANGE.split())
"""Entries that no layer's answer depends on: training, generation, labels, the program's own."""
