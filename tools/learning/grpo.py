"""Learning to draw, in miniature, on one core: does reinforcement learning raise the exact score of a small model?

    python -m tools.learning.grpo --minutes 60

SmolLM2-135M-Instruct is trained by the recipe `sgpkit.training.recipes.grpo`, with the rewards of its file
`gen-composition.toml`, on short requests for two plain figures. It draws other requests before and after. The time
decides the number of steps. `--keep FOLDER` keeps the completions and the adapter.
"""

import argparse
import itertools
import json
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sgpkit import files
from sgpkit.benchmark import families
from tools import ROOT
from tools.learning import grpo_table, requests, weights
from tools.learning.requests import Drawn

if TYPE_CHECKING:
    from sgpkit.training.recipes.grpo.settings import Settings

RECIPE = ROOT / "sgpkit" / "training" / "recipes" / "grpo" / "gen-composition.toml"

CHANGES = (
    "batch=8",
    "batch_per_device=8",
    "samples=4",
    "temperature=0.7",
    "rate=5e-4",  # there are few steps
    "max_tokens=96",
    "lora_rank=16",
    "vllm=false",
    "save_every=1000000",
    "steps=1000000",  # until the time is over
)

REQUESTS = 48
"""Requests to train on."""

UNSEEN = 24
"""Other requests, which are drawn before and after."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.learning.grpo", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0, help="time for everything (60)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the completions and the adapter")
    parser.add_argument("--table", action="store_true", help="only write the page again, from the record")
    options = parser.parse_args(arguments)
    if not options.table:
        with tempfile.TemporaryDirectory(prefix="sgpkit-learning-") as folder:
            record = learn(Path(folder), options.minutes * 60, options.keep or Path(folder))
        files.write_atomically(grpo_table.RECORD, json.dumps(record, indent=1) + "\n")
    page = grpo_table.PAGE.read_text(encoding="utf-8")
    files.write_atomically(grpo_table.PAGE, grpo_table.page(page, grpo_table.read()))


def learn(folder: Path, seconds: float, keep: Path) -> dict[str, Any]:
    """Draw, train until the time is nearly over, draw again, and return the record."""
    started = time.monotonic()
    keep.mkdir(parents=True, exist_ok=True)
    model = weights.unpack(folder / "model")
    import datasets

    from sgpkit.training.recipes.grpo import settings as recipe
    from sgpkit.training.recipes.grpo import training

    benchmark = families.get(requests.CONFIG)
    settings = recipe.read(RECIPE, [f"model={model}", *CHANGES])
    weighted = recipe.weighted(settings)
    drawn: list[Drawn] = []
    taught = list(itertools.islice(requests.rows(0), REQUESTS))
    texts = {row["prompt"] for row in taught}
    others = (row for row in requests.rows(1) if row["prompt"] not in texts)
    unseen = [requests.item(benchmark, row) for row in itertools.islice(others, UNSEEN)]
    trainer = training.trainer_of(
        settings,
        folder / "training",
        datasets.Dataset.from_list([requests.item(benchmark, row) for row in taught]),
        [(recorded(weighted[0][0], drawn, keep), weighted[0][1]), *weighted[1:]],
    )

    def draw(name: str) -> list[Drawn]:
        texts = sample(trainer.model, trainer.processing_class, unseen, settings)
        result = [Drawn(0, one["row"], text) for one, text in zip(unseen, texts, strict=True)]
        write(result, keep / f"{name}.jsonl")
        print(name, f"{time.monotonic() - started:.0f} s", flush=True)
        return result

    begun = time.monotonic()
    before = draw("before")
    reserve = 1.3 * (time.monotonic() - begun) + 30
    trainer.add_callback(stop_at(started + seconds - reserve))
    begun, processor = time.monotonic(), time.process_time()
    trainer.train()
    spent = {"seconds": time.monotonic() - begun, "processor_seconds": time.process_time() - processor}
    after = draw("after")
    trainer.save_model(str(keep / "adapter"))
    count = token_counter(trainer.processing_class)
    return {
        "minutes": round((time.monotonic() - started) / 60, 1),
        "load": round(os.getloadavg()[2], 1),
        "settings": {
            name: getattr(settings, name)
            for name in ("batch", "samples", "temperature", "rate", "max_tokens", "lora_rank", "rewards")
        },
        "tokens": max((line.get("num_tokens", 0) for line in trainer.state.log_history), default=0),
        **{name: round(value, 1) for name, value in spent.items()},
        **grpo_table.summary(before, drawn, after, weighted, count),
    }


def recorded(reward: Any, drawn: list[Drawn], keep: Path) -> Any:
    """Return a reward that also keeps the completions that it is called with."""
    from sgpkit.training.rewards import text_of

    def call(prompts: Sequence[Any], completions: Sequence[Any], **columns: Any) -> Any:
        step = drawn[-1].step + 1 if drawn else 1
        drawn.extend(
            Drawn(step, row, text_of(completion)) for row, completion in zip(columns["row"], completions, strict=True)
        )
        write(drawn, keep / "training.jsonl")
        print(f"step {step}", flush=True)
        return reward(prompts, completions, **columns)

    call.__name__ = reward.__name__
    return call


def write(drawn: Sequence[Drawn], path: Path) -> None:
    """Write completions to a file."""
    files.write_atomically(path, "".join(json.dumps(one._asdict(), ensure_ascii=False) + "\n" for one in drawn))


def sample(model: Any, tokenizer: Any, asked: Sequence[Any], settings: "Settings") -> list[str]:
    """Return one completion of each prompt, sampled as in training."""
    import torch

    texts = [tokenizer.apply_chat_template(one["prompt"], tokenize=False, add_generation_prompt=True) for one in asked]
    read = tokenizer(texts, return_tensors="pt", padding=True, padding_side="left", add_special_tokens=False)
    torch.manual_seed(settings.seed)
    how = {"max_new_tokens": settings.max_tokens, "temperature": settings.temperature, "top_k": 0, "top_p": 1.0}
    with torch.inference_mode():
        written = model.generate(**read, do_sample=True, **how)
    completions: list[str] = tokenizer.batch_decode(written[:, read["input_ids"].shape[1] :], skip_special_tokens=True)
    return completions


def stop_at(deadline: float) -> Any:
    """Return a callback that ends the training after the step in which the time is over."""
    from transformers import TrainerCallback

    class Deadline(TrainerCallback):  # type: ignore[misc]
        """Ends the training when the time is over."""

        def on_step_end(self, args: Any, state: Any, control: Any, **rest: Any) -> None:
            """Tell the trainer to stop."""
            control.should_training_stop = time.monotonic() > deadline

    return Deadline()


def token_counter(tokenizer: Any) -> Callable[[str], int]:
    """Return a function that counts the tokens of a text."""
    return lambda text: len(tokenizer(text, add_special_tokens=False).input_ids)


if __name__ == "__main__":
    main()
