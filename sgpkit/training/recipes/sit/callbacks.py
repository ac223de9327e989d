"""Callbacks during training: each step's loss is recorded, whole checkpoints are marked, a bar shows progress."""

from pathlib import Path
from typing import Any

from tqdm import tqdm
from transformers import TrainerCallback, TrainerControl, TrainerState, TrainingArguments

from . import checkpoints, losses


class Recorder(TrainerCallback):  # type: ignore[misc]  # transformers is not followed
    """Records losses, marks whole checkpoints, deletes old ones and shows progress."""

    def __init__(self, out: Path, keep: int, processes: int) -> None:
        self.out, self.keep, self.processes = out, keep, processes
        self.bar: tqdm[Any] | None = None

    def on_train_begin(
        self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **kwargs: Any
    ) -> None:
        if state.is_world_process_zero:
            self.bar = tqdm(
                total=state.max_steps, initial=state.global_step, desc="training", unit=" steps", disable=None
            )

    def on_log(
        self,
        args: TrainingArguments,
        state: TrainerState,
        control: TrainerControl,
        logs: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        # The trainer's last log sums up the whole training, and has no loss of a step.
        if not state.is_world_process_zero or not logs or "loss" not in logs:
            return
        step = losses.of_log(state.global_step, logs)
        losses.append(self.out, step)
        if self.bar is not None:
            self.bar.set_postfix_str(f"loss {step.loss:.3f}", refresh=False)
            self.bar.update(state.global_step - self.bar.n)

    def on_save(self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **kwargs: Any) -> None:
        if self.processes > 1:
            import torch

            # Every process writes its own random state into the checkpoint.
            torch.distributed.barrier()
        if state.is_world_process_zero:
            checkpoints.mark_whole(self.out, state.global_step)
            checkpoints.clear(self.out, self.keep, self.processes)

    def on_train_end(
        self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **kwargs: Any
    ) -> None:
        if self.bar is not None:
            self.bar.close()
