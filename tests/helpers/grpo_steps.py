"""A few steps of GRPO in tests: settings, and a reward that differs between samples of an untrained model."""

from collections.abc import Sequence
from typing import Any, ClassVar

SMALL = ("rows=2", "steps=2", "batch=4", "batch_per_device=4", "samples=2", "max_tokens=12", "precision=fp32")


class Letters:
    """A reward that depends on the sampled text, and records the columns that it received."""

    __name__ = "letters"
    seen: ClassVar[set[str]] = set()

    def __call__(self, prompts: Sequence[Any], completions: Sequence[Any], **columns: Any) -> list[float]:
        Letters.seen |= {name for name, values in columns.items() if isinstance(values, list)}
        return [float(len(str(completion)) % 7) / 7 for completion in completions]
