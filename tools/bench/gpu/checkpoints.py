"""Folders that look like published models but have no weights, and shapes of the same kinds small enough for a CPU.

The shapes are those of the models' configurations; the tokenizer has one token per byte.
"""

import json
from pathlib import Path
from typing import Any

import tiny_models

Shape = dict[str, Any]

LLAMA_8B: Shape = {
    "hidden_size": 4096,
    "intermediate_size": 14336,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "vocab_size": 128256,
    "max_position_embeddings": 8192,
    "rope_theta": 500000.0,
}
"""meta-llama/Meta-Llama-3-8B-Instruct."""

QWEN3_4B: Shape = {
    "model_type": "qwen3",
    "hidden_size": 2560,
    "intermediate_size": 9728,
    "num_hidden_layers": 36,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "head_dim": 128,
    "vocab_size": 151936,
    "max_position_embeddings": 8192,
    "rope_theta": 5000000.0,
    "tie_word_embeddings": True,
}
"""Qwen/Qwen3-4B-Instruct-2507, with a shorter context."""

LLAMA_TINY: Shape = {
    "hidden_size": 128,
    "intermediate_size": 256,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "vocab_size": 272,
    "max_position_embeddings": 4096,
}

QWEN3_TINY: Shape = LLAMA_TINY | {"model_type": "qwen3", "head_dim": 32}

SIGLIP_SO400M: Shape = {
    "hidden_size": 1152,
    "intermediate_size": 4304,
    "num_hidden_layers": 27,
    "num_attention_heads": 16,
    "image_size": 364,
    "patch_size": 14,
}
"""The vision tower of HuggingFaceM4/Idefics3-8B-Llama3, whose language model has the shape LLAMA_8B."""

SIGLIP_TINY: Shape = {
    "hidden_size": 64,
    "intermediate_size": 64,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "image_size": 32,
    "patch_size": 8,
}

SPECIAL: Shape = {"bos_token_id": 256, "eos_token_id": 258, "pad_token_id": 256}
SEEING = (*tiny_models.SPECIAL, "<image>", "<fake_token_around_image>", "<global-img>", "<end_of_utterance>")


def text_model(folder: Path, shape: Shape) -> Path:
    """Write a Llama without weights."""
    tiny_models.save_tokenizer(folder, tiny_models.TEMPLATE)
    _write(folder, {"architectures": ["LlamaForCausalLM"], "model_type": "llama", **shape, **SPECIAL})
    return folder


def seeing_model(folder: Path, eyes: Shape, words: Shape) -> Path:
    """Write an Idefics3 without weights. It sees a picture in four tiles and as a whole."""
    from transformers import AutoTokenizer, Idefics3Processor
    from transformers.models.idefics3.image_processing_pil_idefics3 import Idefics3ImageProcessorPil

    side, merged = eyes["image_size"], 2
    tiny_models.save_tokenizer(folder, tiny_models.SEEING_TEMPLATE, SEEING)
    pictures = Idefics3ImageProcessorPil(size={"longest_edge": 2 * side}, max_image_size={"longest_edge": side})
    Idefics3Processor(
        pictures,
        AutoTokenizer.from_pretrained(folder),
        image_seq_len=(side // eyes["patch_size"] // merged) ** 2,
        chat_template=tiny_models.SEEING_TEMPLATE,
    ).save_pretrained(folder)
    _write(
        folder,
        {
            "architectures": ["Idefics3ForConditionalGeneration"],
            "model_type": "idefics3",
            "image_token_id": 259,
            "pad_token_id": 256,
            "scale_factor": merged,
            "vision_config": {"model_type": "idefics3_vision", **eyes},
            "text_config": {"model_type": "llama", **words, **SPECIAL},
        },
    )
    return folder


def adapter(folder: Path, shape: Shape, rank: int = 16) -> Path:
    """Write a LoRA adapter of random weights on the projections that the recipe `sit` trains, as PEFT saves it."""
    import torch
    from safetensors.torch import save_file

    hidden, inner = shape["hidden_size"], shape["intermediate_size"]
    keys = hidden * shape["num_key_value_heads"] // shape["num_attention_heads"]
    sizes = {
        "self_attn.q_proj": (hidden, hidden),
        "self_attn.k_proj": (hidden, keys),
        "self_attn.v_proj": (hidden, keys),
        "self_attn.o_proj": (hidden, hidden),
        "mlp.gate_proj": (hidden, inner),
        "mlp.up_proj": (hidden, inner),
        "mlp.down_proj": (inner, hidden),
    }
    folder.mkdir(parents=True)
    torch.manual_seed(0)
    weights = {}
    for layer in range(shape["num_hidden_layers"]):
        for name, (before, after) in sizes.items():
            prefix = f"base_model.model.model.layers.{layer}.{name}"
            weights[f"{prefix}.lora_A.weight"] = torch.randn(rank, before, dtype=torch.bfloat16) * 0.01
            weights[f"{prefix}.lora_B.weight"] = torch.randn(after, rank, dtype=torch.bfloat16) * 0.01
    save_file(weights, folder / "adapter_model.safetensors")
    modules = [name.partition(".")[2] for name in sizes]
    config = {"peft_type": "LORA", "r": rank, "lora_alpha": rank, "target_modules": modules, "bias": "none"}
    (folder / "adapter_config.json").write_text(json.dumps(config), encoding="utf-8")
    return folder


def _write(folder: Path, config: Shape) -> None:
    (folder / "config.json").write_text(json.dumps({"dtype": "bfloat16", **config}), encoding="utf-8")
    (folder / "generation_config.json").write_text(json.dumps({"eos_token_id": 258}), encoding="utf-8")
