"""`python -m tools.learning`: train, ask, and write the record and the page; see the package."""

import argparse
import itertools
import json
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sgpkit import files
from sgpkit.benchmark import Messages, families
from tools.learning import ARMS, material, table, weights

if TYPE_CHECKING:
    from tools.learning.asking import Model
    from tools.learning.training import Trained

TRIAL = 4
"""Conversations of the training whose speed decides the size of the others."""

TRAINING = 0.5
"""The part of the time for the two trainings; questions get the rest."""

UNSEEN = 8
"""Conversations about other drawings, whose descriptions the models find more or less likely."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.learning", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0, help="time for everything (60)")
    parser.add_argument("--published", type=Path, help="folder of the authors' files, for published questions")
    parser.add_argument("--table", action="store_true", help="only write the page again, from the record")
    options = parser.parse_args(arguments)
    if not options.table:
        with tempfile.TemporaryDirectory(prefix="sgpkit-learning-") as folder:
            record = learn(Path(folder), options.minutes, options.published)
        files.write_atomically(table.RECORD, json.dumps(record, indent=1) + "\n")
    files.write_atomically(table.PAGE, table.page(table.PAGE.read_text(encoding="utf-8"), table.read()))


def learn(folder: Path, minutes: float, published: Path | None) -> dict[str, Any]:
    """Train both adapters, ask until the time is over, and return the record."""
    started = time.monotonic()
    model = weights.unpack(folder / "model")
    from transformers import AutoTokenizer

    from tools.learning.asking import Model

    tokenizer = AutoTokenizer.from_pretrained(model)

    def count(messages: Messages) -> int:
        return len(tokenizer.apply_chat_template(messages, tokenize=True, return_dict=True)["input_ids"])

    drawings, functions = material.drawings(count), material.functions(count)
    unseen = list(itertools.islice(drawings, UNSEEN))
    trained = train_both(model, folder, drawings, functions, count, minutes * 60 * TRAINING)
    asked = Model(model, {"after": folder / "after", "control": folder / "control"})
    begun, processor = time.monotonic(), time.process_time()
    losses = {arm: unseen_losses(asked, arm, unseen) for arm in ARMS}
    marks = ask(asked, streams(count, published), started + minutes * 60)
    seconds, processor_seconds = time.monotonic() - begun, time.process_time() - processor
    return {
        "minutes": round((time.monotonic() - started) / 60, 1),
        "load": os.getloadavg()[2],
        "training": {arm: held._asdict() for arm, held in trained.items()},
        "asking": {
            "tokens": asked.tokens,
            "seconds": round(seconds, 1),
            "processor_seconds": round(processor_seconds, 1),
        },
        "unseen": table.compare(losses, [str(number) for number in range(UNSEEN)]),
        "configs": {name: table.summary(name, held) for name, held in marks.items() if held},
    }


def train_both(
    model: Path,
    folder: Path,
    drawings: Iterator[Messages],
    functions: Iterator[Messages],
    count: material.Count,
    seconds: float,
) -> "dict[str, Trained]":
    """Train on as many conversations about drawings, and about functions, as the time allows, which a trial tells."""
    from tools.learning import training

    begun = time.monotonic()
    tried, others = (list(itertools.islice(some, TRIAL)) for some in (drawings, functions))
    trial = training.train(model, material.write(tried, folder / "trial.jsonl"), folder / "trial")
    rate = trial.tokens / trial.seconds
    left = seconds - (time.monotonic() - begun)
    number = max(TRIAL, int(left * rate * TRIAL / sum(map(count, (*tried, *others)))))
    print(f"{rate:.0f} tokens a second: {number} conversations each", flush=True)
    result = {}
    for arm, conversations in (("after", drawings), ("control", functions)):
        file = material.write(itertools.islice(conversations, number), folder / f"{arm}.jsonl")
        result[arm] = training.train(model, file, folder / arm)
        print(arm, result[arm], flush=True)
    return result


def unseen_losses(model: "Model", arm: str, conversations: Sequence[Messages]) -> list[float]:
    """Return the losses on conversations that no training had."""
    with model.arm(arm):
        return [model.loss(one) for one in conversations]


def streams(count: material.Count, published: Path | None) -> dict[str, Iterator[list[material.Question]]]:
    """Return the questions of each config, and the published ones."""
    made = {name: families.get(name) for name in material.CONFIGS}
    result = {name: material.questions(one, material.builtin_rows(one), count) for name, one in made.items()}
    if published is not None:
        rows = material.published_rows(published)
        result["published"] = material.questions(families.get(material.PUBLISHED), rows, count)
    return result


def ask(
    model: "Model", questions: dict[str, Iterator[list[material.Question]]], deadline: float
) -> dict[str, list[table.Mark]]:
    """Ask the questions about one drawing of each config in turn, all models the same ones, until the time is over or
    no question is left. The first of each config are asked in any case.
    """
    marks: dict[str, list[table.Mark]] = {name: [] for name in questions}
    while groups := {name: group for name, one in questions.items() if (group := next(one, None))}:
        for name, together in groups.items():
            if all(marks.values()) and time.monotonic() > deadline:
                return marks
            likelihoods = {}
            for arm in ARMS:
                with model.arm(arm):
                    likelihoods[arm] = model.likelihoods(together)
            marks[name] += [
                table.Mark(question, {arm: likelihoods[arm][index] for arm in ARMS})
                for index, question in enumerate(together)
            ]
            print(name, len(marks[name]), flush=True)
    return marks


if __name__ == "__main__":
    main()
