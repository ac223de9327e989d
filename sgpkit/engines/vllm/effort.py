"""Estimate the hours of one GPU by a rule of thumb, to within a factor of two or three.

A token takes two floating-point operations per parameter. An H100 does 989 × 10^12 of them per second in bfloat16
(NVIDIA's data sheet, dense). Reading a batch of long prompts reaches about 40 % of that, and generating answers, which
is limited by memory bandwidth, about 8 % in the large batches of a run. Mixtures of experts use part of their
parameters for each token and take less.
"""

import json
from collections.abc import Callable
from pathlib import Path

PEAK = 989e12
READING, WRITING = 0.40, 0.08
BITS = {"F64": 64, "F32": 32, "F16": 16, "BF16": 16, "I32": 32, "I8": 8, "U8": 8, "F8_E4M3": 8, "F8_E5M2": 8}


def gpu_hours(parameters: int) -> Callable[[int, int], float]:
    """Return a function from tokens in and out to hours of one H100, for a model of that many parameters."""

    def hours(tokens_in: int, tokens_out: int) -> float:
        return 2 * parameters * (tokens_in / READING + tokens_out / WRITING) / PEAK / 3600

    return hours


def parameters_of(model: str, revision: str | None) -> int | None:
    """Return the parameters of a checkpoint, from the headers of its safetensors files; None without these."""
    if Path(model).is_dir():
        files = sorted(Path(model).glob("*.safetensors"))
        return sum(map(parameters_in, files)) if files else None
    from huggingface_hub import get_safetensors_metadata

    try:
        return sum(get_safetensors_metadata(model, revision=revision).parameter_count.values())
    except Exception:  # offline, no safetensors, or a Hub that is down: there is no estimate
        return None


def parameters_in(path: Path) -> int:
    """Return the parameters in a safetensors file (https://huggingface.co/docs/safetensors): its first eight bytes are
    the length of the JSON that names every tensor."""
    with path.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        head = json.loads(file.read(length))
    count = 0
    for name, tensor in head.items():
        if name != "__metadata__":
            begin, end = tensor["data_offsets"]
            count += (end - begin) * 8 // BITS.get(tensor["dtype"], 16)
    return count
