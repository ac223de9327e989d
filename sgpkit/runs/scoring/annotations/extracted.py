"""Letters that a model read in prose replies: which replies need a reader, and the letter of each.

`sgpkit annotate extract` asks and stores every answer in RUN/extracted, a folder with the same form as a run; `sgpkit
score` only reads it. The key of an answer covers the text of the reply, so a row that was asked again is never scored
by the letter of its old reply.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit import extract
from sgpkit.benchmark import Benchmark, Completion, Messages, Row, answer_labels
from sgpkit.extract import Answer
from sgpkit.runs import responses
from sgpkit.runs.conversation import Dialogue, key_of, opening, parameters_key
from sgpkit.runs.folder import Run, read_metadata
from sgpkit.runs.scoring.annotations import extraction_prompt, form
from sgpkit.runs.scoring.annotations.model_annotations import ModelAnnotations
from sgpkit.status import Status

FOLDER = "extracted"
METADATA = {"engine": form.TEXT, "model": form.TEXT, "identity": form.OBJECT, "sampling": form.OBJECT}
SAMPLING: Mapping[str, Any] = {"temperature": 0.0, "max_tokens": 256}

UNANSWERED = ("error", "missing", "too_large", "content_filter")
"""Finish reasons of responses that hold no reply."""


class Unread(NamedTuple):
    """A reply whose letter cannot be read by rule, by its position among the responses, with the model's question."""

    position: int
    row: Row
    sample: int
    labels: tuple[str, ...]
    messages: Messages

    def dialogue(self) -> Dialogue:
        return Dialogue(self.row, self.sample, *opening(self.messages))


def answers_of(benchmark: Benchmark, row: Row) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the labels of a row's options, and their texts ("" if it has none)."""
    labels = answer_labels(benchmark, row)
    return labels, tuple(map(str, row.get("options") or ("",) * len(labels)))


def by_rule(
    text: str, labels: Sequence[str], texts: Sequence[str], finish_reason: str = "stop", question: str = ""
) -> Answer:
    """Read the answer of a reply without a model: a number where all labels are digits, else a letter."""
    if all(label.isdigit() for label in labels):
        return extract.number_answer(text, finish_reason)
    return extract.answer(text, texts, finish_reason, question)


def unread(run: Run) -> list[Unread]:
    """Return the replies with text from which no letter can be read by rule. Refusals, replies that were cut off and
    empty ones have no answer to read."""
    questions = []
    for index, (row, response) in enumerate(zip(run.answered, run.responses(), strict=True)):
        text, finish_reason = response.completion.text, response.completion.finish_reason
        if finish_reason in UNANSWERED:
            continue
        labels, texts = answers_of(run.benchmark, row)
        visible, _ = extract.without_thinking(text)
        answer = by_rule(text, labels, texts, finish_reason, str(row.get("question") or ""))
        if answer.status is Status.NO_ANSWER and visible.strip():
            messages = extraction_prompt.ask(visible, labels, texts)
            questions.append(Unread(index, row, response.sample, labels, messages))
    return questions


def label_in(question: Unread, completion: Completion) -> str | None:
    """Return the label that the model read. Only a named label counts, not the text of an option."""
    read = by_rule(completion.text, question.labels, ("",) * len(question.labels), completion.finish_reason).value
    return read if read in question.labels else None


def parameters(metadata: Mapping[str, Any]) -> str:
    """Return the part of a reading's key that does not depend on its messages."""
    return parameters_key({**metadata["identity"], **metadata["sampling"]})


def read(run: Run) -> ModelAnnotations:
    """Return the letters that were read in the run's present responses. Asks no engine."""
    folder = run.folder / FOLDER
    if run.benchmark.answer_format != "choice" or not (folder / "run.json").exists():
        return ModelAnnotations()
    metadata = read_metadata(folder, tuple(METADATA))
    known = responses.load(folder)
    questions = unread(run)
    key = parameters(metadata)
    answers: dict[int, str] = {}
    answered = 0
    for question in questions:
        reply = known.get(key_of(question.dialogue(), key))
        if reply is None or reply.completion.finish_reason == "error":
            continue
        answered += 1
        label = label_in(question, reply.completion)
        if label is not None:
            answers[question.position] = label
    figures = {
        "engine": metadata["engine"],
        "model": metadata["model"],
        "letters": len(answers),
        "none": answered - len(answers),
        "waiting": len(questions) - answered,
    }
    return ModelAnnotations(answers=answers, figures=figures)


def check(folder: Path, benchmark: Benchmark, max_rows: int) -> None:
    """Raise UserError if the extracted answers of a submission are malformed, or more than `max_rows`."""
    if (folder / FOLDER / "run.json").exists():
        form.check_metadata(folder / FOLDER, METADATA)
        form.check_responses(folder / FOLDER, max_rows)
