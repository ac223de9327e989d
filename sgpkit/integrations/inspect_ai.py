"""inspect_ai: every config as a task, `inspect eval sgpkit/TASK --model PROVIDER/MODEL`.

The entry point of the group `inspect_ai` is `REGISTERED` in this module; reading it imports inspect_ai and registers a
task for each config, and the solver and the scorer that they share. Rows become messages by the benchmark's own
strategies, also with several turns, and answers are scored in the sandbox by the same function as in `sgpkit score`.
"""

import logging
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from sgpkit import plugins
from sgpkit.benchmark import Completion, Messages, Row, Score
from sgpkit.engines.replay.inspect_log import STOP_REASONS, TURNS
from sgpkit.integrations import tasks
from sgpkit.plugins import Framework
from sgpkit.runs.conversation import opening
from sgpkit.runs.plan import Plan
from sgpkit.status import Status

if TYPE_CHECKING:
    from inspect_ai import Task
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ChatMessage, ModelOutput
    from inspect_ai.scorer import Score as TheirScore
    from inspect_ai.solver import Generate, TaskState

FRAMEWORK = Framework("inspect-ai", ">=0.3.260,<0.4", "pip install 'sgpkit[inspect]'")

SAMPLING = {"stop": "stop_seqs"}
"""Our sampling parameters that have another name in inspect_ai."""

log = logging.getLogger(__name__)


def __getattr__(name: str) -> Any:
    if name != "REGISTERED":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return registered()


class Registered(NamedTuple):
    """The names of the tasks, and the solver and the scorer that they share."""

    tasks: tuple[str, ...]
    solver: Callable[[list[Any]], Any]
    scorer: Callable[[list[Any]], Any]


@cache
def registered() -> Registered:
    """Register a task for each config that is scored, and the solver and the scorer."""
    plugins.require(FRAMEWORK)
    from inspect_ai import task
    from inspect_ai.scorer import ci, mean, scorer, stderr
    from inspect_ai.solver import solver

    solve = solver("sgpkit_conversation")(sgpkit_conversation)
    score = scorer(metrics=[mean(), stderr(cluster="cluster"), ci(cluster="cluster")], name="sgpkit_score")(
        sgpkit_score
    )
    names = []
    for benchmark in tasks.scored():
        names.append(tasks.task_name(benchmark.config))
        task(name=names[-1])(task_function(benchmark.config, benchmark.title))
    return Registered(tuple(names), solve, score)


def task_function(config: str, title: str) -> "Callable[..., Task]":
    """Return the function that makes the task of a config, with the options of `sgpkit run` as its arguments."""

    def make(
        data: str = tasks.DATA,
        strategy: str = "",
        mode: str = "",
        setting: str = "",
        lite: bool = False,
        samples: int = 0,
        prompts: str = "",
    ) -> "Task":
        return task_of(config, data, strategy, mode, setting, lite, samples, prompts)

    make.__name__ = make.__qualname__ = tasks.task_name(config)
    make.__doc__ = f"{title} (sgpkit, {config})."
    return make


@cache
def planned(config: str, *options: Any) -> Plan:
    """Return the plan for a config, whose rows are read once for the task, its solver and its scorer."""
    data, strategy, mode, setting, lite, samples, prompts = options
    return tasks.planned(config, data, strategy, mode, setting, None, lite, samples, prompts)


def task_of(config: str, *options: Any) -> "Task":
    """Return the task of a config. Raises UserError if inspect_ai does not support it."""
    from inspect_ai import Task
    from inspect_ai.dataset import MemoryDataset
    from inspect_ai.model import GenerateConfig

    asked = planned(config, *options)
    arguments = [config, *options]
    named = {SAMPLING.get(name, name): value for name, value in asked.setup.sampling.items()}
    sampling = {name: value for name, value in named.items() if name in GenerateConfig.model_fields}
    return Task(
        dataset=MemoryDataset([sample_of(asked, row) for row in asked.rows], name=config),
        solver=registered().solver(arguments),
        scorer=registered().scorer(arguments),
        config=GenerateConfig(**sampling),
        epochs=asked.samples,
        name=tasks.task_name(config),
        metadata={key: asked.metadata()[key] for key in ("sgpkit", "config", "strategy", "mode", "setting", "data")},
    )


def sample_of(asked: Plan, row: Row) -> "Sample":
    """Return a row as a sample with the same id, so that logs can be replayed."""
    from inspect_ai.dataset import Sample

    groups = {name: row[name] for name in asked.benchmark.rows.groups if name in row}
    return Sample(
        input=chat(tasks.first_messages(asked, row)),
        target=str(asked.benchmark.evidence.reference(tasks.whole_row(asked, row))),
        id=str(row["id"]),
        metadata={
            "config": asked.benchmark.config,
            "cluster": str(row["cluster"]),
            "canary": asked.loaded.canary,
            **groups,
        },
    )


def chat(messages: Messages) -> "list[ChatMessage]":
    """Return messages in inspect_ai's types, with pictures as data URIs."""
    from inspect_ai.model import (
        ChatMessageAssistant,
        ChatMessageSystem,
        ChatMessageUser,
        ContentImage,
        ContentText,
    )

    types = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}

    def part(item: dict[str, Any]) -> ContentText | ContentImage:
        return (
            ContentImage(image=tasks.data_uri(item["image"]))
            if item["type"] == "image"
            else ContentText(text=item["text"])
        )

    contents = [message["content"] for message in messages]
    return [
        types[message["role"]](content=content if isinstance(content, str) else [part(item) for item in content])
        for message, content in zip(messages, contents, strict=True)
    ]


def completion_of(output: "ModelOutput", turns: Sequence[str] = ()) -> Completion:
    """Return a model's output as a completion."""
    if not output.choices:
        return Completion("", finish_reason="error", turns=tuple(turns), error=output.error or "no choice")
    content, usage = output.choices[0].message.content, output.usage
    thinking = [] if isinstance(content, str) else [part.reasoning for part in content if part.type == "reasoning"]
    return Completion(
        output.completion,
        finish_reason=STOP_REASONS.get(output.stop_reason, "stop"),
        turns=tuple(turns),
        thinking="\n".join(thinking),
        prompt_tokens=usage.input_tokens if usage else None,
        completion_tokens=usage.output_tokens if usage else None,
        latency=output.time,
        error=output.error or "",
    )


def sgpkit_conversation(arguments: list[Any]) -> "Callable[..., Any]":
    """Ask as the benchmark's strategy does, turn by turn."""
    asked = planned(*arguments)
    rows = {str(row["id"]): row for row in asked.rows}

    async def solve(state: "TaskState", generate: "Generate") -> "TaskState":
        strategy = asked.benchmark.prompts.strategies[asked.strategy]
        messages, conversation = opening(strategy(rows[str(state.sample_id)], asked.ask))
        replies: list[Completion] = []
        while True:
            state.messages = chat(messages)
            state = await generate(state)
            replies.append(completion_of(state.output, [reply.text for reply in replies]))
            if conversation is None:
                break
            try:
                messages = conversation.send(replies[-1])
            except StopIteration:
                break
        state.store.set(TURNS, [entry(reply) for reply in replies])
        return state

    return solve


def entry(completion: Completion) -> dict[str, Any]:
    """Return a reply in the form in which the store of a sample keeps it."""
    fields = ("text", "finish_reason", "thinking", "prompt_tokens", "completion_tokens", "latency", "error")
    return {name: getattr(completion, name) for name in fields}


def sgpkit_score(arguments: list[Any]) -> "Callable[..., Any]":
    """Score as `sgpkit score` does; all waiting answers form one batch."""
    asked = planned(*arguments)
    rows = {str(row["id"]): tasks.whole_row(asked, row) for row in asked.rows}
    batches = tasks.Batches(partial(judged, asked), asked.benchmark.scoring.batch_dependent)

    async def score(state: "TaskState", target: Any) -> "TheirScore":
        turns = [str(turn["text"]) for turn in state.store.get(TURNS, [])[:-1]]
        completion = completion_of(state.output, turns)
        verdict, pictures = await batches.result(rows[str(state.sample_id)], state.epoch - 1, completion)
        shown = {name: tasks.data_uri(picture) for name, picture in pictures._asdict().items() if picture}
        state.metadata.update(shown)
        return their_score(verdict, completion)

    return score


def judged(asked: Plan, answers: Sequence[tasks.Answer]) -> list[tuple[Score, tasks.Pictures]]:
    """Return scores of answers and their pictures."""
    rows, completions = [row for row, _, _ in answers], [completion for _, _, completion in answers]
    pictures = tasks.compared(asked.benchmark, rows, completions)
    return list(zip(tasks.scores_among(asked, answers), pictures, strict=True))


def their_score(verdict: Score, completion: Completion) -> "TheirScore":
    """Return a score in inspect_ai's type. An answer that could not be scored because of an infrastructure error is
    unscored, never 0.
    """
    from inspect_ai.scorer import Score as TheirScore

    metadata = {"status": str(verdict.status), "parts": dict(verdict.parts), "labels": dict(verdict.labels)}
    answer = verdict.labels.get("choice", completion.text)
    if verdict.status == Status.INFRA_ERROR:
        return TheirScore.unscored(reason="error", answer=answer, explanation=verdict.reason, metadata=metadata)
    explanation = f"{verdict.status}: {verdict.reason}" if verdict.reason else str(verdict.status)
    return TheirScore(value=verdict.value, answer=answer, explanation=explanation, metadata=metadata)
