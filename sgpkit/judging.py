"""How a judge is asked: until its reply has a mark, three times at most, by any engine.

    judging.replies("endpoint", "some-model", questions, read, options={"base_url": "http://localhost:8000/v1"})

`sgpkit judge` holds the same conversations about the responses of a run, and keeps them.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sgpkit import engines
from sgpkit.benchmark import NOTHING, Benchmark, Completion, Conversation, Messages
from sgpkit.engines import Request, Setup
from sgpkit.metrics.judges.marks import Answer
from sgpkit.status import Rejected

TRIES = 3
AGAIN = "There was no mark to be read in that. Reply with one line that holds nothing but the mark: score: N"
SAMPLING: Mapping[str, Any] = {"temperature": 0.0, "max_tokens": 1024}
NOT_JUDGED = ("error", "missing")
"""Ends of a judge's reply that say nothing of what it was asked about."""

Read = Callable[[str], float]

JUDGING = Benchmark(
    config="judging",
    title="Questions to a judge",
    paper="",
    columns={},
    sources={},
    strategies={},
    reference=lambda row: "",
    score=None,
    headline="judge",
    answer_format="text",
)
"""What engines are opened for where there is no run."""


def conversation(question: Messages, read: Read) -> Conversation:
    asked = question
    for _ in range(TRIES):
        completion = yield asked
        if completion.finish_reason in NOT_JUDGED or readable(read, completion.text):
            return
        if completion.text.strip():
            reply = {"role": "assistant", "content": completion.text}
            asked = [*question, reply, {"role": "user", "content": AGAIN}]


def readable(read: Read, reply: str) -> bool:
    try:
        read(reply)
    except Rejected:
        return False
    return True


def replies(
    engine_name: str,
    model: str,
    questions: Sequence[Messages],
    read: Read,
    sampling: Mapping[str, Any] = NOTHING,
    options: Mapping[str, Any] = NOTHING,
) -> list[str]:
    """The last reply to each question. An engine that fails raises: what it did not say is no verdict."""
    rows = [{"id": str(place)} for place in range(len(questions))]
    engine = engines.open_engine(
        engine_name, Setup(model, JUDGING, rows, sampling={**SAMPLING, **sampling}, options=options)
    )
    found: dict[int, str] = {}
    try:
        talks = {place: conversation(question, read) for place, question in enumerate(questions)}
        waiting = {place: next(talk) for place, talk in talks.items()}
        for turn in range(TRIES):
            places = list(waiting)
            requests = [Request(rows[place], 0, turn, waiting[place]) for place in places]
            answered = dict(engine.generate(requests)) if requests else {}
            for index, place in enumerate(places):
                found[place] = told(answered.get(index), place)
                try:
                    waiting[place] = talks[place].send(answered[index])
                except StopIteration:
                    del waiting[place]
    finally:
        engine.close()
    return [found[place] for place in range(len(questions))]


def told(completion: Completion | None, place: int) -> str:
    if completion is None or completion.finish_reason in NOT_JUDGED:
        why = completion.error or "no reply to be had" if completion else "the engine stopped"
        raise RuntimeError(f"the judge did not answer about prediction {place}: {why}")
    return completion.text


def answering(
    count: int,
    read: Read,
    given: Sequence[str] | None,
    ask: Callable[[Messages], str] | None,
    engine_name: str | None,
    model: str | None,
    options: Mapping[str, Any] | None = None,
    sampling: Mapping[str, Any] | None = None,
) -> tuple[dict[int, str], Answer]:
    """Who answers for the metrics: replies that are given, a function, or an engine. Beside it a mapping in which every
    reply is noted, by the place of its prediction."""
    if sum(each is not None for each in (given, ask, engine_name)) != 1 or (engine_name is None) != (model is None):
        raise ValueError("who judges? Expected one of replies, ask, or engine with model")
    if given is not None and len(given) != count:
        raise ValueError(f"{count} predictions and {len(given)} replies: expected as many of each")
    noted: dict[int, str] = {}

    def answer(places: Sequence[int], questions: Sequence[Messages]) -> list[str]:
        if given is not None:
            found = [given[place] if isinstance(given[place], str) else "" for place in places]
        elif ask is not None:
            found = [persistently(ask, question, read) for question in questions]
        else:
            found = replies(str(engine_name), str(model), questions, read, sampling or NOTHING, options or NOTHING)
        noted.update(zip(places, found, strict=True))
        return found

    return noted, answer


def persistently(ask: Callable[[Messages], str], question: Messages, read: Read) -> str:
    """The last reply of a conversation with a function."""
    talk = conversation(question, read)
    asked = next(talk)
    while True:
        reply = ask(asked)
        try:
            asked = talk.send(Completion(reply))
        except StopIteration:
            return reply
