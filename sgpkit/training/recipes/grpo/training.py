"""Train a model by GRPO: TRL's trainer on fresh rows, with rewards that are computed in worker processes."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sgpkit.errors import UserError
from sgpkit.files import write_atomically
from sgpkit.plugins import Framework, require
from sgpkit.training import environments, served

from .settings import Settings, weighted

if TYPE_CHECKING:
    import datasets

INSTALL = "pip install 'sgpkit[train]'"
FRAMEWORK = Framework("trl", ">=1.16,<2", INSTALL)
RECORD = "training.json"


def rows_of(settings: Settings) -> "datasets.Dataset":
    """Return the rows to train on. Raises UserError for prompts with pictures."""
    if settings.environment:
        return served.rows(settings.environment, settings.rows)
    rows = environments.rows(
        settings.config,
        limit=settings.rows,
        seed=settings.seed,
        strategy=settings.strategy or None,
        mode=settings.mode or None,
    )
    if "images" in rows.column_names:
        raise UserError(f'{settings.config} has pictures in this mode; choose a text mode: mode = "code"')
    return rows


def train(settings: Settings, out: Path, resume: bool = False) -> dict[str, Any]:
    """Train by settings into a folder; return its record. With `resume`, continue from the last checkpoint."""
    require(FRAMEWORK)
    trainer = trainer_of(settings, out)
    trainer.train(resume_from_checkpoint=True if resume and any(out.glob("checkpoint-*")) else None)
    trainer.save_model(str(out / "adapter"))
    steps = [entry for entry in trainer.state.log_history if "reward" in entry]
    record = {
        "settings": asdict(settings),
        "steps": len(steps),
        "rewards": [entry["reward"] for entry in steps],
        "seconds": [entry["step_time"] for entry in steps if "step_time" in entry],
        "first_reward": steps[0]["reward"] if steps else None,
        "last_reward": steps[-1]["reward"] if steps else None,
    }
    write_atomically(out / RECORD, json.dumps(record, indent=1) + "\n")
    return record


def trainer_of(
    settings: Settings,
    out: Path,
    rows: "datasets.Dataset | None" = None,
    rewards: Sequence[tuple[Any, float]] = (),
    callbacks: Sequence[Any] = (),
) -> Any:
    """Return TRL's trainer. `rows` and `rewards` (with their weights) are those of the settings unless given."""
    try:
        import torch
        from peft import LoraConfig
        from trl import GRPOConfig, GRPOTrainer
    except ImportError as error:
        raise UserError(f"training needs {error.name}\nInstall it: {INSTALL}") from None
    rewards = rewards or weighted(settings)
    rows = rows_of(settings) if rows is None else rows
    on_gpu = torch.cuda.is_available()
    precision = torch.bfloat16 if settings.precision == "bf16" else torch.float32
    arguments = GRPOConfig(
        output_dir=str(out),
        max_steps=settings.steps,
        per_device_train_batch_size=settings.batch_per_device,
        gradient_accumulation_steps=settings.batch // settings.batch_per_device,
        num_generations=settings.samples,
        max_completion_length=settings.max_tokens,
        learning_rate=settings.rate,
        temperature=settings.temperature,
        beta=settings.kl,
        reward_weights=[weight for _, weight in rewards],
        bf16=settings.precision == "bf16",
        use_cpu=not on_gpu,
        use_vllm=settings.vllm and on_gpu,
        **({"vllm_mode": "colocate", "vllm_gpu_memory_utilization": settings.vllm_memory} if settings.vllm else {}),
        gradient_checkpointing=on_gpu,
        model_init_kwargs={"dtype": precision, **({"revision": settings.revision} if settings.revision else {})},
        logging_steps=1,
        save_steps=settings.save_every,
        save_total_limit=2,
        report_to=[],
        seed=settings.seed,
        disable_tqdm=True,
    )
    return GRPOTrainer(
        model=settings.model,
        reward_funcs=[reward for reward, _ in rewards],
        args=arguments,
        train_dataset=rows,
        peft_config=LoraConfig(r=settings.lora_rank, lora_alpha=2 * settings.lora_rank, target_modules="all-linear"),
        callbacks=list(callbacks),
    )
