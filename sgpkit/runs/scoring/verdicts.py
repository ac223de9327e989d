"""Score each response, by the benchmark's scorer or by its finish reason."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from sgpkit.benchmark import Benchmark, Completion, Row, Score
from sgpkit.errors import UserError
from sgpkit.runs.responses import Response
from sgpkit.statistics import NotFinite
from sgpkit.status import Status

Scorer = Callable[[Sequence[Row], Sequence[Completion]], list[Score]]

NEVER_ASKED = {"too_large": Status.TOO_LARGE, "content_filter": Status.REFUSED}
"""Finish reasons that decide the score for every benchmark, since there is nothing to score."""

UNREAD_REASONS = {
    Status.TOO_LARGE: "the prompt does not fit the model's context",
    Status.REFUSED: "refused by the server's content filter",
    Status.INFRA_ERROR: "the engine failed",
}


def score_all(
    benchmark: Benchmark,
    rows: Sequence[Row],
    responses: Sequence[Response],
    answers: Mapping[int, str] | None = None,
    scorer: Scorer | None = None,
) -> list[Score]:
    """Return one score per response. Failures of the engine bypass the scorer. A reply that the model could not give
    gets the parts of an empty answer.

    `answers` are the letters that a model read in replies, by index; such a reply is scored as if it were that letter.
    `scorer` stands for the benchmark's own.
    """
    if benchmark.scoring.score is None:
        raise UserError(f"{benchmark.config} is a training config and cannot be scored")
    completions = [response.completion for response in responses]
    for index, label in (answers or {}).items():
        written = benchmark.evidence.reference(rows[index] | {"answer": label})
        completions[index] = Completion(written, "stop", completions[index].turns, completions[index].thinking)
    answered = [index for index, completion in enumerate(completions) if completion.finish_reason != "error"]
    scored = (scorer or benchmark.score_isolated)(
        [rows[index] for index in answered], [readable(completions[index]) for index in answered]
    )
    scores = dict(zip(answered, scored, strict=True))
    for index, label in (answers or {}).items():
        reason = f"{scores[index].reason} ({label} was read by a model)".strip()
        scores[index] = replace(scores[index], reason=reason)
    return [
        unread(response.completion, scores[index].parts if index in scores else {})
        if index not in scores or response.completion.finish_reason in NEVER_ASKED
        else scores[index]
        for index, response in enumerate(responses)
    ]


def readable(completion: Completion) -> Completion:
    """Return the completion for the scorer: an empty one if the model was prevented from answering."""
    return Completion("") if completion.finish_reason in NEVER_ASKED else completion


def refuse_odd(responses: Sequence[Response], scores: Sequence[Score]) -> None:
    """Raise NotFinite, with the response's name, for a value or part that is NaN or infinite: it
    would leave its row out of one figure and spoil another."""
    for response, score in zip(responses, scores, strict=True):
        if math.isfinite(score.value) and not score.parts:
            continue
        for name, value in (("value", score.value), *score.parts.items()):
            if not math.isfinite(value):
                raise NotFinite(
                    f"row {response.id!r}, sample {response.sample}: {name} is {value}; expected a finite number from "
                    "the benchmark's scorer"
                )


def unread(completion: Completion, parts: Mapping[str, float]) -> Score:
    """Return the score of a response without any text to read."""
    status = NEVER_ASKED.get(completion.finish_reason, Status.INFRA_ERROR)
    return Score(0.0, parts, status, completion.error or UNREAD_REASONS[status])
