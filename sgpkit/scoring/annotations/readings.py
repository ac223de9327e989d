"""Letters that a model read out of replies in prose: which replies need it, and what it said of them.

`sgpkit extract` asks and keeps every answer in RUN/extracted, a folder of the same form as a run; `sgpkit score` only
reads there. Each answer belongs to one reply by a key that covers the reply's text, so a reply that was asked anew is
never scored by what was read in the old one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import ascii_uppercase
from typing import Any, NamedTuple

import polars as pl

from sgpkit import extract
from sgpkit.benchmark import Benchmark, Completion, Messages, Row
from sgpkit.extract import Answer
from sgpkit.runs import folder as run_folder
from sgpkit.runs.conversation import Dialogue, key_of, opening, parameters_key
from sgpkit.scoring.annotations import extraction_prompt
from sgpkit.status import Status

FOLDER = "extracted"
FACTS = ("engine", "model", "identity", "sampling")
SAMPLING: Mapping[str, Any] = {"temperature": 0.0, "max_tokens": 256}


class Unread(NamedTuple):
    """A reply whose letter cannot be read by rule, by its place among the responses, and what the model is asked."""

    place: int
    row: Row
    sample: int
    labels: tuple[str, ...]
    messages: Messages

    def dialogue(self) -> Dialogue:
        return Dialogue(self.row, self.sample, *opening(self.messages))


@dataclass(frozen=True)
class Readings:
    """The label that was read for each reply, by its place; and the counts for scores.json, if a model was asked."""

    labels: Mapping[int, str] = field(default_factory=dict)
    figures: Mapping[str, Any] = field(default_factory=dict)


def answers_of(benchmark: Benchmark, row: Row) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The labels that a row can be answered with, and the texts that they stand for ("" where they say it all)."""
    options = row.get("options")
    if options:
        return tuple(ascii_uppercase[: len(options)]), tuple(map(str, options))
    names = benchmark.columns["answer"]
    labels = tuple(names) if isinstance(names, tuple) else ()
    return labels, ("",) * len(labels)


def by_rule(text: str, labels: Sequence[str], texts: Sequence[str], finish_reason: str = "stop") -> Answer:
    if all(label.isdigit() for label in labels):
        return extract.number_answer(text, finish_reason)
    return extract.answer(text, texts, finish_reason)


def unread(benchmark: Benchmark, rows: Sequence[Row], responses: pl.DataFrame) -> list[Unread]:
    """The replies that say something from which no letter can be read. A refusal, a reply that was cut off and one
    that is empty do not answer, and no reader can change that."""
    found = []
    for place, (row, item) in enumerate(zip(rows, responses.iter_rows(named=True), strict=True)):
        if item["finish_reason"] in ("error", "missing", "too_large", "content_filter"):
            continue
        labels, texts = answers_of(benchmark, row)
        visible, _ = extract.without_thinking(item["completion"])
        answer = by_rule(item["completion"], labels, texts, item["finish_reason"])
        if answer.status is Status.NO_ANSWER and visible.strip():
            found.append(Unread(place, row, item["sample"], labels, extraction_prompt.ask(visible, labels, texts)))
    return found


def label_in(question: Unread, completion: Completion) -> str | None:
    """What the model read. The texts are kept from it: only a label that it names counts, nothing that it restates."""
    read = by_rule(completion.text, question.labels, ("",) * len(question.labels), completion.finish_reason).value
    return read if read in question.labels else None


def parameters(facts: Mapping[str, Any]) -> str:
    """What a reading depends on besides its messages."""
    return parameters_key({**facts["identity"], **facts["sampling"]})


def readings(folder: Path, benchmark: Benchmark, rows: Sequence[Row], responses: pl.DataFrame) -> Readings:
    """What was read in the run's present responses. Asks no engine."""
    if benchmark.answer_format != "choice" or not (folder / FOLDER / "run.json").exists():
        return Readings()
    facts = run_folder.read_facts(folder / FOLDER, FACTS)
    known = run_folder.load(folder / FOLDER)
    questions = unread(benchmark, rows, responses)
    asked = parameters(facts)
    labels: dict[int, str] = {}
    answered = 0
    for question in questions:
        response = known.get(key_of(question.dialogue(), asked))
        if response is None or response.completion.finish_reason == "error":
            continue
        answered += 1
        label = label_in(question, response.completion)
        if label is not None:
            labels[question.place] = label
    figures = {
        "engine": facts["engine"],
        "model": facts["model"],
        "letters": len(labels),
        "none": answered - len(labels),
        "waiting": len(questions) - answered,
    }
    return Readings(labels, figures)
