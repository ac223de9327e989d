"""A benchmark without drawings, to test the steps of every benchmark: building, asking, scoring."""

import os
import signal
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path

from sgpkit.benchmark import (
    Ask,
    Benchmark,
    Completion,
    Evidence,
    Messages,
    Prompts,
    Row,
    Rows,
    Score,
    Scoring,
    Skipped,
    Source,
    messages,
)
from sgpkit.status import Status


def rows(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
    """Yield rows. `path` is the number of test rows; the source itself skips every seventh item."""
    yield "train", row("example", seed)
    for number in range(int(path or 12)):
        if number % 7 == 6:
            yield Skipped(f"item-{number}", "the source says no")
        yield "test", row(f"row-{number}", seed)


def row(identifier: str, seed: int) -> Row:
    number = int(identifier.rpartition("-")[2]) if "-" in identifier else 0
    return {
        "id": identifier,
        "cluster": f"cluster-{number // 2}",
        "source": "builtin",
        "license": "CC0-1.0",
        "question": f"What follows {number + seed}?",
        "answer": "AB"[number % 2],
        "parity": ("even", "odd")[number % 2],
    }


def finish(row: Row) -> Row | Skipped:
    """Add the picture's bytes, or skip every fifth row. Ends the process at the row named by TOY_DIE_AT; logs to
    TOY_LOG.
    """
    number = int(row["id"].rpartition("-")[2]) if "-" in row["id"] else 0
    if os.environ.get("TOY_LOG"):
        with Path(os.environ["TOY_LOG"]).open("a") as log:
            log.write(row["id"] + "\n")
    if os.environ.get("TOY_DIE_AT") == row["id"]:
        os.kill(os.getpid(), signal.SIGKILL)
    if number % 5 == 4:
        return Skipped(row["id"], "unfit")
    return row | {"image": b"\x89PNG" + str(number).encode()}


def ask(row: Row, options: Ask) -> Messages:
    return messages(options.texts.get("question", "{question} Answer A or B.").format(question=row["question"]))


def ask_twice(row: Row, options: Ask) -> Generator[Messages, Completion, None]:
    first = yield messages(row["question"])
    yield [*messages(row["question"]), {"role": "assistant", "content": first.text}, *messages("Sure?")]


def score(rows: Sequence[Row], completions: Sequence[Completion]) -> list[Score]:
    return [
        Score(float(completion.text == row["answer"]), {"length": float(len(completion.text))})
        if completion.text
        else Score(0.0, status=Status.NO_ANSWER, reason="empty")
        for row, completion in zip(rows, completions, strict=True)
    ]


TOY = Benchmark(
    config="toy",
    title="Toy",
    paper="none",
    answer_format="choice",
    rows=Rows(
        columns={
            "id": "string",
            "cluster": "string",
            "source": "string",
            "license": "string",
            "question": "string",
            "answer": ("A", "B"),
            "parity": "string",
            "image": "image",
        },
        sources={"builtin": Source(rows), "numbers": Source(rows, str.isdigit)},
        counts={"train": 1, "test": 12},
        finish=finish,
        groups=("parity",),
    ),
    prompts=Prompts(
        strategies={"direct": ask, "twice": ask_twice},
        texts={"question": "{question} Answer A or B."},
        sampling={"temperature": 0.0, "n": 1},
    ),
    scoring=Scoring(
        score=score,
        headline=("accuracy",),
    ),
    evidence=Evidence(
        reference=lambda row: row["answer"],
    ),
)

PLAIN = TOY.replacing(finish=None, columns={name: kind for name, kind in TOY.rows.columns.items() if name != "image"})
