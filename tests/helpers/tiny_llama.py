"""A Llama of some thousand random weights with a tokenizer of bytes, and drawings to teach it: for the SIT recipe."""

import json
from pathlib import Path

import tiny_models

COLOURS = ("red", "green", "blue", "black")
SHAPES = ("circle", "square", "line")


def save_llama(folder: Path, template: str | None = tiny_models.TEMPLATE, seed: int = 0) -> Path:
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    tiny_models.save_tokenizer(folder, template)
    torch.manual_seed(seed)
    config = LlamaConfig(
        vocab_size=272,
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=512,
        bos_token_id=256,
        eos_token_id=258,
        pad_token_id=256,
        initializer_range=0.2,
    )
    LlamaForCausalLM(config).save_pretrained(folder)
    return folder


def drawings(count: int) -> list[dict[str, object]]:
    """Return rows in the form of the SIT configs, but short."""
    rows: list[dict[str, object]] = []
    for number in range(count):
        colour, shape = COLOURS[number % len(COLOURS)], SHAPES[number % len(SHAPES)]
        code = f'<{shape} r="{number}" fill="{colour}"/>'
        asked, answer = f"What is drawn?\n{code}", f"A {colour} {shape}."
        messages = [{"role": "user", "content": asked}, {"role": "assistant", "content": answer}]
        row = {"id": f"row-{number}", "instruction": "What is drawn?", "input": code, "output": answer}
        rows.append({**row, "messages": messages})
    return rows


def save_drawings(path: Path, count: int) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in drawings(count)), encoding="utf-8")
    return path
