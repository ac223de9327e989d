"""Train an adapter by a recipe. A training that was killed resumes from its last checkpoint, with the same result.

OUT holds `run.json` (what is trained, on what), `losses.jsonl`, the loss curve, `checkpoints/` and, at the end,
`adapter/`. Where several processes train (torchrun), the first writes all of them.
"""

import hashlib
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

from sgpkit.errors import UserError, first_line
from sgpkit.files import locked

from . import checkpoints, encoding, losses, mixing, sources
from .settings import ModelSettings, Settings, accumulation, differences, identity

Decision = TypeVar("Decision")

LIBRARIES = ("accelerate", "datasets", "peft", "tokenizers", "torch", "transformers", "trl")


def require_libraries() -> None:
    """Raise UserError for missing libraries before anything is read. TRL reports its use over the network unless
    disabled."""
    import importlib.util

    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    needed = ("torch", "transformers", "trl", "peft", "accelerate")
    if missing := [name for name in needed if importlib.util.find_spec(name) is None]:
        raise UserError(f"{', '.join(missing)} not installed; the recipe needs: pip install 'sgpkit[train]'")
    if not sys.stderr.isatty():
        from transformers.utils import logging

        logging.disable_progress_bar()


def processes() -> int:
    """Return the number of processes that train together."""
    return int(os.environ.get("WORLD_SIZE", "1"))


def is_first() -> bool:
    """Return whether this is the process that writes files and prints."""
    return int(os.environ.get("RANK", "0")) == 0


def prepare(settings: Settings, folder: Path) -> tuple[Any, encoding.Encoded, dict[str, Any]]:
    """Return tokenizer, data, and the metadata of the training. `folder`: that of the recipe's file."""
    steps = accumulation(settings, processes())
    tokenizer = encoding.tokenizer_of(settings.model, folder)
    blocks = [sources.read(block) for block in settings.data]
    examples = mixing.mix(blocks)
    encoded = encoding.encode(examples, tokenizer, settings.training, workers=max(1, (os.cpu_count() or 1) // 2))
    rows = len(encoded.dataset)
    metadata = {
        "settings": settings.table(),
        "data": mixing.describe(blocks, examples),
        "rows": rows,
        "dropped": dict(sorted(encoded.dropped.items())),
        "cut": encoded.cut,
        "tokens": encoded.tokens,
        "learned_tokens": encoded.learned,
        "processes": processes(),
        "accumulation": steps,
        "steps": -(-rows // settings.training.batch) * settings.training.epochs,
        "versions": {name: version(name) for name in LIBRARIES},
        "identity": identity(settings)
        | {
            "processes": processes(),
            "data": mixing.digest(examples),
            "chat_template": hashlib.sha256(tokenizer.chat_template.encode()).hexdigest(),
        },
    }
    return tokenizer, encoded, metadata


def train(settings: Settings, folder: Path, out: Path, resume: bool = False) -> dict[str, Any]:
    """Train, and return the metadata of the finished training, which `run.json` holds too."""
    require_libraries()
    tokenizer, encoded, metadata = prepare(settings, folder)
    with locked(out) if is_first() else nullcontext():
        last = decided_by_first(lambda: resume_step(out, metadata, resume))
        if last is None:
            return checkpoints.read_run(out)
        trainer = trainer_of(settings, tokenizer, encoded, out)
        trainer.train(resume_from_checkpoint=str(checkpoints.folder_of(out, last)) if last else None)
        if not is_first():
            return metadata
        from . import results

        return results.write(trainer.accelerator.unwrap_model(trainer.model), tokenizer, out, metadata)


def resume_step(out: Path, metadata: Mapping[str, Any], resume: bool) -> int | None:
    """Return the step to resume after, 0 for a training that begins, None for one that is finished."""
    checkpoints.begin(out, metadata, resume)
    before = checkpoints.read_run(out) if resume and (out / checkpoints.RUN).is_file() else metadata
    if before.get("complete"):
        return None
    last = max(checkpoints.whole(out, processes()), default=0)
    print_plan(metadata, before, last)
    checkpoints.write_run(out, metadata)
    losses.truncate(out, last)
    return last


def decided_by_first(decide: Callable[[], Decision]) -> Decision:
    """Return the decision of the first process in all processes, since the others would already see the files that it
    has written.
    """
    if processes() == 1:
        return decide()
    import torch
    from accelerate import PartialState
    from accelerate.utils import broadcast_object_list

    PartialState(cpu=not torch.cuda.is_available())
    shared: list[Any] = [decide() if is_first() else None]
    broadcast_object_list(shared)
    decision: Decision = shared[0]
    return decision


def print_plan(metadata: Mapping[str, Any], before: Mapping[str, Any], last: int) -> None:
    """Print what is about to be trained, and what a resumed training differs in."""
    print(summary(metadata))
    if last:
        print(f"Resumed after step {last:,}.")
        if changed := differences(metadata["versions"], before["versions"]):
            difference = "; ".join(changed)
            print(f"Started with other versions, so the last digits may differ: {difference}", file=sys.stderr)


def summary(metadata: Mapping[str, Any]) -> str:
    """Return the rows, tokens and steps of a training as text, with the reasons for excluded rows."""
    lines = []
    for block in metadata["data"]:
        lost = sum(block["unusable"].values())
        note = f", {lost:,} unusable ({'; '.join(block['unusable'])})" if lost else ""
        lines.append(f"{block['name']}: {block['taken']:,} of {block['rows']:,} rows from {block['source']}{note}")
    lines += [f"left out: {count:,} rows ({why})" for why, count in metadata["dropped"].items()]
    lines += [f"cut: {metadata['cut']:,} rows"] if metadata["cut"] else []
    lines.append(
        f"{metadata['rows']:,} rows, {metadata['tokens']:,} tokens "
        f"of which {metadata['learned_tokens']:,} are learned, "
        f"{metadata['steps']:,} steps of {metadata['settings']['training']['batch']} rows"
    )
    return "\n".join(lines)


def load_model(settings: ModelSettings) -> Any:
    """Load the base model for training. Raises UserError if it cannot be loaded."""
    import torch
    from transformers import AutoModelForCausalLM

    try:
        return AutoModelForCausalLM.from_pretrained(
            settings.name,
            revision=settings.revision or None,
            dtype=torch.bfloat16 if settings.precision == "bf16" else torch.float32,
            attn_implementation=settings.attention,
        )
    except (OSError, ValueError, ImportError) as error:
        raise UserError(f"{settings.name} cannot be loaded ({first_line(error):.200})") from None


def trainer_of(settings: Settings, tokenizer: Any, encoded: encoding.Encoded, out: Path) -> Any:
    """Return the trainer of a model with its new adapter. Raises UserError for several GPUs in one process."""
    import torch
    from transformers import PrinterCallback
    from trl import SFTConfig, SFTTrainer

    from . import adapters
    from .callbacks import Recorder

    training = settings.training
    if processes() == 1 and torch.cuda.device_count() > 1:
        raise UserError(
            f"{torch.cuda.device_count()} GPUs are visible to one process, which would use slow data parallelism\n"
            f"Start one process per GPU: torchrun --nproc-per-node {torch.cuda.device_count()} "
            "-m sgpkit.training.recipes.sit train …, or show one: CUDA_VISIBLE_DEVICES=0"
        )
    model = load_model(settings.model)
    adapters.check_layers(model, settings.adapter)
    arguments = SFTConfig(
        output_dir=str(out / checkpoints.FOLDER),
        per_device_train_batch_size=training.batch_per_device,
        gradient_accumulation_steps=accumulation(settings, processes()),
        num_train_epochs=training.epochs,
        learning_rate=training.rate,
        lr_scheduler_type=training.schedule,
        warmup_steps=training.warmup,
        weight_decay=training.weight_decay,
        max_grad_norm=training.gradient_norm,
        optim="adamw_torch",
        bf16=settings.model.precision == "bf16",
        fp16=False,
        use_cpu=not torch.cuda.is_available(),
        activation_checkpointing=training.activation_checkpointing,
        activation_checkpointing_kwargs={"use_reentrant": False} if training.activation_checkpointing else None,
        completion_only_loss=True,
        max_length=None,
        seed=training.seed,
        full_determinism=training.deterministic,
        # Log every step: a mean loss over several steps would differ if training were resumed between them.
        logging_steps=1,
        logging_nan_inf_filter=False,
        save_strategy="steps",
        save_steps=training.save_every,
        save_total_limit=None,
        report_to="none",
        disable_tqdm=True,
        ddp_find_unused_parameters=False if processes() > 1 else None,
    )
    trainer = SFTTrainer(
        model=model,
        args=arguments,
        train_dataset=encoded.dataset,
        processing_class=tokenizer,
        peft_config=adapters.peft_config(settings.adapter, settings.model.revision),
        callbacks=[Recorder(out, training.keep, processes())],
    )
    trainer.remove_callback(PrinterCallback)
    adapters.check_butterfly(trainer.model, settings.adapter)
    return trainer
