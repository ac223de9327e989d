"""The loss of every step, as one line per step in a file that grows during training.

On resume the file is continued: lines of steps after the checkpoint, and an incomplete last line, are removed.
"""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.errors import UserError
from sgpkit.files import write_atomically

FILE = "losses.jsonl"


class Step(NamedTuple):
    """One optimizer step: its number, epoch, loss, learning rate, gradient norm and token accuracy."""

    step: int
    epoch: float
    loss: float
    rate: float
    gradient_norm: float | None
    accuracy: float | None
    """The share of learned tokens that the model would have chosen itself."""


def of_log(number: int, log: Mapping[str, Any]) -> Step:
    """Return a step from a log entry of the trainer. Numbers are not rounded."""
    norm = log.get("grad_norm")
    return Step(
        step=number,
        epoch=log["epoch"],
        loss=log["loss"],
        rate=log["learning_rate"],
        gradient_norm=None if norm is None else float(norm),
        accuracy=log.get("mean_token_accuracy"),
    )


def append(folder: Path, step: Step) -> None:
    """Append a step to the folder's file. Raises UserError for a loss that is not finite."""
    if not math.isfinite(step.loss):
        raise UserError(
            f"the loss of step {step.step} is {step.loss}\nTry a smaller training.rate, or "
            "--set model.precision=fp32, and --resume to continue from the last checkpoint"
        )
    with (folder / FILE).open("a", encoding="utf-8") as file:
        file.write(json.dumps(step._asdict()) + "\n")


def read(folder: Path) -> list[Step]:
    """Return the steps in a folder without a torn last line. Raises UserError if the file is missing or damaged."""
    path = folder / FILE
    if not path.is_file():
        raise UserError(
            f"{folder} has no {FILE}; expected the folder of `python -m sgpkit.training.recipes.sit train --out`"
        )
    lines = path.read_text(encoding="utf-8").splitlines()
    steps = []
    for number, line in enumerate(lines):
        try:
            steps.append(Step(**json.loads(line)))
        except (ValueError, TypeError):
            if number < len(lines) - 1:
                raise UserError(f"{path} is damaged in line {number + 1}") from None
    return steps


def read_if_any(folder: Path) -> list[Step]:
    """Return the steps in a folder, an empty list if it has no file of losses."""
    return read(folder) if (folder / FILE).is_file() else []


def truncate(folder: Path, last: int) -> None:
    """Drop the losses after the step that training resumes from."""
    kept = [step for step in read_if_any(folder) if step.step <= last]
    write_atomically(folder / FILE, "".join(json.dumps(step._asdict()) + "\n" for step in kept))
