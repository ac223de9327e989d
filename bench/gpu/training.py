"""Steps of symbolic instruction tuning as recipes/sit takes them, on a model of random weights: steps a second."""

import time
from pathlib import Path

import tiny_llama
import tiny_models
import torchvision_operators

from bench.gpu import checkpoints
from bench.gpu.asking import Figure

RECIPE = """
[model]
name = "{model}"
precision = "{precision}"
[adapter]
method = "lora"
lora = {{ rank = 16, alpha = 16 }}
[training]
rate = 2e-4
batch = 8
batch_per_device = {on_device}
max_tokens = 2048
save_every = 1000
[[data]]
name = "sit"
source = "{data}"
"""


def measure(folder: Path, tiny: bool) -> dict[str, Figure]:
    """Measure the time of a step: that of a longer training less that of a short one."""
    torchvision_operators.declare()
    from sgpkit.recipes.sit import settings, training

    model = _weights(folder / "model", checkpoints.LLAMA_TINY if tiny else checkpoints.LLAMA_1B)
    short, long = (8, 80) if tiny else (16, 1_616)
    data = tiny_llama.save_drawings(folder / "rows.jsonl", long)
    recipe = folder / "recipe.toml"
    precision, on_device = ("fp32", 2) if tiny else ("bf16", 8)
    recipe.write_text(RECIPE.format(model=model, data=data, precision=precision, on_device=on_device), encoding="utf-8")
    seconds = {}
    for number, count in enumerate((short, short, long)):  # the first is slow
        read = settings.read(recipe, [f"data.sit.count={count}"])
        started = time.perf_counter()
        training.train(read, folder, folder / f"out-{number}")
        seconds[count] = time.perf_counter() - started
    taken = seconds[long] - seconds[short]
    if taken <= 0:
        raise RuntimeError(f"{long} rows took {seconds[long]:.1f} s, {short} rows {seconds[short]:.1f} s")
    return {"steps of 8 rows": Figure((long - short) / 8 / taken, "a second")}


def _weights(folder: Path, shape: checkpoints.Shape) -> Path:
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    tiny_models.save_tokenizer(folder, tiny_models.TEMPLATE)
    torch.manual_seed(0)
    model = LlamaForCausalLM(LlamaConfig(**shape, **checkpoints.SPECIAL))
    model.to(torch.bfloat16).save_pretrained(folder)
    return folder
