"""A GGUF file of the Llama architecture as `save_pretrained` writes a model: weights in safetensors, tokenizer, template.

Weights are dequantised to float32 by `gguf`, so that an engine that reads safetensors has the numbers of the file.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

ARCHITECTURE = "llama"
PRE_TOKENIZER = "smollm"
CONTROL = 3
"""The type of tokens such as <|im_start|>."""

NAMES = {
    "token_embd": "model.embed_tokens",
    "output_norm": "model.norm",
    "attn_norm": "input_layernorm",
    "ffn_norm": "post_attention_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
"""Tensors by their name in GGUF, and in Transformers."""


def unpack(path: Path, folder: Path) -> Path:
    """Write the model of a file to a folder."""
    import gguf
    from safetensors.numpy import save_file

    folder.mkdir(parents=True, exist_ok=True)
    reader = gguf.GGUFReader(path)
    header = {name: field.contents() for name, field in reader.fields.items()}
    heads = {"attn_q": header["llama.attention.head_count"], "attn_k": header["llama.attention.head_count_kv"]}
    weights = {}
    for tensor in reader.tensors:
        *block, name, _ = tensor.name.split(".")
        values = gguf.dequantize(tensor.data, tensor.tensor_type).astype(np.float32)
        layer = f"model.layers.{block[1]}." if block else ""
        weights[f"{layer}{NAMES[name]}.weight"] = halves(values, heads[name]) if name in heads else values
    save_file(weights, folder / "model.safetensors", {"format": "pt"})
    (folder / "config.json").write_text(json.dumps(config(header)), encoding="utf-8")
    save_tokenizer(header, folder)
    return folder


def halves(values: np.ndarray, heads: int) -> np.ndarray:
    """Return the rows of a projection with the two halves of a head one after the other; llama.cpp interleaves them,
    since its rotation turns neighbours."""
    pairs = values.reshape(heads, values.shape[0] // heads // 2, 2, values.shape[1])
    return np.ascontiguousarray(pairs.swapaxes(1, 2).reshape(values.shape))


def config(header: dict[str, Any]) -> dict[str, Any]:
    """Return the configuration of a model whose embeddings are its head too."""
    assert header["general.architecture"] == ARCHITECTURE
    return {
        "architectures": ["LlamaForCausalLM"],
        "model_type": ARCHITECTURE,
        "dtype": "float32",
        "vocab_size": header["llama.vocab_size"],
        "hidden_size": header["llama.embedding_length"],
        "intermediate_size": header["llama.feed_forward_length"],
        "num_hidden_layers": header["llama.block_count"],
        "num_attention_heads": header["llama.attention.head_count"],
        "num_key_value_heads": header["llama.attention.head_count_kv"],
        "max_position_embeddings": header["llama.context_length"],
        "rope_theta": header["llama.rope.freq_base"],
        "rms_norm_eps": header["llama.attention.layer_norm_rms_epsilon"],
        "hidden_act": "silu",
        "tie_word_embeddings": True,
        "bos_token_id": header["tokenizer.ggml.bos_token_id"],
        "eos_token_id": header["tokenizer.ggml.eos_token_id"],
        "pad_token_id": header["tokenizer.ggml.padding_token_id"],
    }


def save_tokenizer(header: dict[str, Any], folder: Path) -> None:
    """Write the tokenizer with the file's vocabulary, merges and chat template."""
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    assert (header["tokenizer.ggml.model"], header["tokenizer.ggml.pre"]) == ("gpt2", PRE_TOKENIZER)
    tokens = header["tokenizer.ggml.tokens"]
    merges = [tuple(pair.split(" ")) for pair in header["tokenizer.ggml.merges"]]
    tokenizer = Tokenizer(models.BPE({token: index for index, token in enumerate(tokens)}, merges))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    tokenizer.decoder = decoders.ByteLevel()
    kinds = zip(tokens, header["tokenizer.ggml.token_type"], strict=True)
    tokenizer.add_special_tokens([AddedToken(token, special=True) for token, kind in kinds if kind == CONTROL])
    special = {
        f"{name}_token": tokens[header[f"tokenizer.ggml.{key}_token_id"]]
        for name, key in (("bos", "bos"), ("eos", "eos"), ("unk", "unknown"), ("pad", "padding"))
    }
    template = header["tokenizer.chat_template"]
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, chat_template=template, **special).save_pretrained(folder)
