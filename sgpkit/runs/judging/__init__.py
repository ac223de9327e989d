"""Conversations with a judge behind any engine. The judge is asked until its reply has a mark, at most three times.

    judging.replies("endpoint", "some-model", questions, read, options={"base_url": "http://localhost:8000/v1"})

`sgpkit annotate judge` holds the same conversations about the responses of a run, and stores them.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sgpkit import engines
from sgpkit.benchmark import NOTHING, Completion, Conversation, Messages, placeholder
from sgpkit.engines import Request, Setup
from sgpkit.metrics import isolated
from sgpkit.metrics.judges.marks import Answer
from sgpkit.status import Rejected

TRIES = 3
RETRY = "There was no mark to be read in that. Reply with one line that holds nothing but the mark: score: N"
SAMPLING: Mapping[str, Any] = {"temperature": 0.0, "max_tokens": 1024}
NOT_JUDGED = ("error", "missing")
"""Finish reasons of replies that are not a judgement of the prediction."""

Read = Callable[[str], float]

JUDGING = placeholder.make("judging", "Questions to a judge", "text")
"""The benchmark for which engines are opened without a run."""


def conversation(question: Messages, read: Read, retry: str = RETRY) -> Conversation:
    """Ask a question, and once more after each reply without a mark, with the text `retry`."""
    asked, read = question, isolated.reading(read)
    for _ in range(TRIES):
        completion = yield asked
        if completion.finish_reason in NOT_JUDGED or readable(read, completion.text):
            return
        if completion.text.strip():
            reply = {"role": "assistant", "content": completion.text}
            asked = [*question, reply, {"role": "user", "content": retry}]


def readable(read: Read, reply: str) -> bool:
    """Return whether a reply has a mark."""
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
    """Return the last reply to each question; raise RuntimeError where the engine fails."""
    rows = [{"id": str(index)} for index in range(len(questions))]
    engine = engines.open_engine(
        engine_name, Setup(model, JUDGING, rows, sampling={**SAMPLING, **sampling}, options=options)
    )
    last: dict[int, str] = {}
    try:
        conversations = {index: conversation(question, read) for index, question in enumerate(questions)}
        pending = {index: next(messages) for index, messages in conversations.items()}
        for turn in range(TRIES):
            asked = list(pending)
            requests = [Request(rows[index], 0, turn, pending[index]) for index in asked]
            completions = dict(engine.generate(requests)) if requests else {}
            for number, index in enumerate(asked):
                last[index] = text_of(completions.get(number), index)
                try:
                    pending[index] = conversations[index].send(completions[number])
                except StopIteration:
                    del pending[index]
    finally:
        engine.close()
    return [last[index] for index in range(len(questions))]


def text_of(completion: Completion | None, index: int) -> str:
    """Return the text of a judge's reply about the prediction of this index. Raises RuntimeError if there is none."""
    if completion is None or completion.finish_reason in NOT_JUDGED:
        reason = completion.error or "there is no reply" if completion else "the engine stopped"
        raise RuntimeError(f"the judge did not answer about prediction {index}: {reason}")
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
    """Return a mapping that receives every reply by the index of its prediction, and the source of the replies: given
    replies, a function, or an engine.
    """
    if sum(source is not None for source in (given, ask, engine_name)) != 1 or (engine_name is None) != (model is None):
        raise ValueError("no judge given; expected one of replies, ask, or engine with model")
    if given is not None and len(given) != count:
        raise ValueError(f"expected {count} replies, one per prediction, got {len(given)}")
    by_index: dict[int, str] = {}

    def answer(indices: Sequence[int], questions: Sequence[Messages]) -> list[str]:
        if given is not None:
            texts = [given[index] if isinstance(given[index], str) else "" for index in indices]
        elif ask is not None:
            texts = [ask_until_marked(ask, question, read) for question in questions]
        else:
            texts = replies(str(engine_name), str(model), questions, read, sampling or NOTHING, options or NOTHING)
        by_index.update(zip(indices, texts, strict=True))
        return texts

    return by_index, answer


def ask_until_marked(ask: Callable[[Messages], str], question: Messages, read: Read) -> str:
    """Return the last reply of a conversation with a function."""
    messages = conversation(question, read)
    asked = next(messages)
    while True:
        reply = ask(asked)
        try:
            asked = messages.send(Completion(reply))
        except StopIteration:
            return reply
