"""Checkpoints that a training can resume from: only complete ones, and of the same recipe."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sgpkit.errors import UserError
from sgpkit.files import reading, write_atomically

from . import losses
from .settings import differences

FOLDER = "checkpoints"
WHOLE = "whole.json"
"""The file that is written last: a checkpoint without it is incomplete."""

RUN = "run.json"


def write_run(out: Path, metadata: Mapping[str, Any]) -> None:
    """Write the metadata of a training to `run.json` in one step."""
    write_atomically(out / RUN, json.dumps(metadata, indent=1, ensure_ascii=False) + "\n")


def read_run(out: Path) -> dict[str, Any]:
    """Return the metadata of a training. Raises UserError if `run.json` is damaged."""
    path = out / RUN
    with reading(path, "Choose another --out."):
        metadata: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return metadata


def begin(out: Path, metadata: Mapping[str, Any], resume: bool) -> None:
    """Refuse to overwrite another training, and to resume one that differs."""
    if not (out / RUN).is_file():
        if out.is_dir() and any(out.iterdir()):
            raise UserError(f"{out} exists but is not a training folder; choose another --out")
        return
    if not losses.read_if_any(out):
        return  # it ended with an error before its first step
    there = read_run(out)
    if not resume:
        state = "whole" if there.get("complete") else "unfinished"
        raise UserError(f"{out} contains a training already ({state}); use --resume, or choose another --out")
    if changed := differences(metadata["identity"], there["identity"]):
        summary = "\n".join(f"  {line}" for line in changed[:6])
        raise UserError(f"{out} was started with different settings:\n{summary}\nChoose another --out")


def mark_whole(out: Path, step: int) -> None:
    """Mark the checkpoint of a step as completely written."""
    write_atomically(folder_of(out, step) / WHOLE, json.dumps({"step": step}) + "\n")


def folder_of(out: Path, step: int) -> Path:
    """Return the folder of a step's checkpoint."""
    return out / FOLDER / f"checkpoint-{step}"


def whole(out: Path, processes: int = 1) -> list[int]:
    """Steps with a complete checkpoint for every process, the latest last."""
    steps = []
    for path in (out / FOLDER).glob("checkpoint-*"):
        states = ["rng_state.pth"] if processes == 1 else [f"rng_state_{number}.pth" for number in range(processes)]
        if (path / WHOLE).is_file() and all((path / name).is_file() for name in states):
            steps.append(int(path.name.rpartition("-")[2]))
    return sorted(steps)


def clear(out: Path, keep: int, processes: int = 1) -> None:
    """Remove all but the newest complete checkpoints. Called when the newest is complete, so that there always is
    one.
    """
    kept = {folder_of(out, step) for step in whole(out, processes)[-keep:]}
    for path in (out / FOLDER).glob("checkpoint-*"):
        if path not in kept:
            shutil.rmtree(path)
