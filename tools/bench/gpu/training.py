"""The recipes at the settings of their files, on models with random weights: steps per second, and memory."""

import json
import time
from pathlib import Path
from typing import Any

import tiny_models
import torchvision_operators

from tools import ROOT
from tools.bench.gpu import checkpoints
from tools.bench.gpu.asking import Figure

FIRST = 4
"""Number of initial steps that are not counted, in which libraries choose their kernels."""


def sit(folder: Path, tiny: bool) -> dict[str, Figure]:
    """Measure steps of symbolic instruction tuning by recipes/sit/one-gpu.toml, on rows of about 1,500 tokens."""
    torchvision_operators.declare()
    from sgpkit.training.recipes.sit import settings, training

    steps = 8 if tiny else 36
    model = _weights(folder / "model", checkpoints.LLAMA_TINY if tiny else checkpoints.LLAMA_8B)
    changes = ["training.batch_per_device=1", "model.precision=fp32"] if tiny else []
    read = settings.read(
        ROOT / "sgpkit" / "training" / "recipes" / "sit" / "one-gpu.toml",
        [f"model.name={model}", *changes],
        [f"sit={_conversations(folder / 'rows.jsonl', 2 * steps)}"],
    )
    tokenizer, encoded, metadata = training.prepare(read, folder)
    trainer = training.trainer_of(read, tokenizer, encoded, folder / "out")
    clock = _clock(trainer)
    trainer.train()
    seconds = (clock[-1] - clock[FIRST - 1]) / (steps - FIRST)
    batch = read.training.batch
    return {
        f"steps of {batch} rows": Figure(1 / seconds, "a second"),
        "tokens": Figure(metadata["tokens"] / steps / seconds, "a second"),
        **_memory(),
    }


def grpo(folder: Path, tiny: bool) -> dict[str, Figure]:
    """Measure steps of GRPO by recipes/grpo/ssvg-geometry-svg.toml, with answers of 256 tokens, which random weights
    rarely end early. Answers come from vLLM if it is installed together with TRL, otherwise from transformers.
    """
    torchvision_operators.declare()
    from importlib.util import find_spec

    from sgpkit.training.recipes.grpo import settings, training

    model = _weights(folder / "model", checkpoints.QWEN3_TINY if tiny else checkpoints.QWEN3_4B)
    small = ("batch=4", "batch_per_device=4", "samples=2", "max_tokens=8", "precision=fp32")
    vllm = not tiny and find_spec("vllm") is not None
    changes = [f"model={model}", "rows=16", "steps=3", "max_tokens=256", f"vllm={str(vllm).lower()}"]
    recipe = ROOT / "sgpkit" / "training" / "recipes" / "grpo" / "ssvg-geometry-svg.toml"
    read = settings.read(recipe, [*changes, *(small if tiny else ())])
    seconds = training.train(read, folder / "out")["seconds"][1:]
    step = sum(seconds) / len(seconds)
    by = "vLLM" if vllm else "transformers"
    return {
        f"a step of {read.batch} answers of {read.max_tokens} tokens, by {by}": Figure(step, "s"),
        "answers": Figure(read.batch / step, "a second"),
        **_memory(),
    }


def _clock(trainer: Any) -> list[float]:
    """Return a list to which the trainer adds the time of each step's end."""
    import torch
    from transformers import TrainerCallback

    ends: list[float] = []

    class Clock(TrainerCallback):  # type: ignore[misc]  # transformers is not followed
        def on_step_end(self, *_: Any, **__: Any) -> None:
            if torch.cuda.is_available():
                torch.cuda.synchronize()
            ends.append(time.perf_counter())

    trainer.add_callback(Clock())
    return ends


def _memory() -> dict[str, Figure]:
    """Return the peak memory of this process's tensors on the GPU; nothing if there is no GPU."""
    import torch

    if not torch.cuda.is_available():
        return {}
    return {"memory of its tensors, at most": Figure(torch.cuda.max_memory_allocated() / 1e9, "GB")}


def _conversations(path: Path, count: int) -> Path:
    """Write rows with a program and a description each."""
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            code = "".join(f'<circle cx="{step}" cy="{(step * 7 + number) % 32}" r="2"/>' for step in range(44))
            row = {"instruction": "What is drawn?", "input": f"<svg>{code}</svg>", "output": f"{number} circles. " * 6}
            file.write(json.dumps(row) + "\n")
    return path


def _weights(folder: Path, shape: checkpoints.Shape) -> Path:
    import torch
    from transformers import AutoConfig, AutoModelForCausalLM

    tiny_models.save_tokenizer(folder, tiny_models.TEMPLATE)
    kind = shape.get("model_type", "llama")
    config = AutoConfig.for_model(kind, **{name: value for name, value in shape.items() if name != "model_type"})
    config.update(checkpoints.SPECIAL)
    torch.manual_seed(0)
    with torch.device("cuda" if torch.cuda.is_available() else "cpu"):
        model = AutoModelForCausalLM.from_config(config, dtype=torch.bfloat16)
    model.save_pretrained(folder)
    del model
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
        torch.cuda.reset_peak_memory_stats()
    return folder
