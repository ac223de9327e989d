"""Benchmarks as tasks of other frameworks: the configs that a framework supports, their rows as conversations, and
scores and pictures of single answers. Rows become messages by the benchmark's own strategies, and answers are scored as
by `sgpkit score`, so that figures agree row by row with any tool.
"""

import base64
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import GeneratorType
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from sgpkit.benchmark import Benchmark, Completion, Messages, Row, Score, families
from sgpkit.errors import UserError
from sgpkit.graphics import formats, raster
from sgpkit.runs import plan, rendering
from sgpkit.runs.plan import Options, Plan
from sgpkit.runs.responses import Response
from sgpkit.runs.scoring.verdicts import score_all
from sgpkit.sandbox.workers import sandbox

DATA = "sgp-bench"
"""The default folder of the rows."""

SIDE = 384
"""Pixels per side of the pictures of answers."""

Result = TypeVar("Result")

Answer = tuple[Row, int, Completion]
"""A row, the number of the sample, and the completion."""


class Left(NamedTuple):
    """A config that a framework does not support, with the reason and, if that helps, the packages to install."""

    config: str
    reason: str


def scored() -> Iterator[Benchmark]:
    """Yield the configs that are scored, of every family."""
    return (benchmark for benchmark in families.all_benchmarks() if benchmark.scoring.score is not None)


def task_name(config: str) -> str:
    """Return the name of a config as an identifier."""
    return config.replace("-", "_")


def missing(benchmark: Benchmark) -> str:
    """Return why answers to a config cannot be scored on this machine, with the command to install missing packages; ""
    if they can.
    """
    if benchmark.scoring.score is None:
        return "it is a training config and cannot be scored"
    unavailable = benchmark.scoring.unavailable
    if reason := unavailable() if unavailable else "":
        return reason
    return compiler_missing(benchmark.answer_format) if formats.has(benchmark.answer_format) else ""


@cache
def compiler_missing(language: str) -> str:
    """Return why drawings in a language cannot be rendered on this machine; "" if they can."""
    format = formats.get(language)
    install = f"; install: apt install {' '.join(format.packages)}" if format.packages else ""
    try:
        sandbox.kind()
        format.convert_many([PROBES.get(language, "")])
    except (sandbox.Unavailable, ImportError) as error:
        reason = str(error)
        return reason if "install" in reason else reason + install
    return ""


PROBES: Mapping[str, str] = {
    "tikz": "\\begin{tikzpicture}\\draw (0,0) -- (1,1);\\end{tikzpicture}",
    "eps": "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n0 0 moveto 9 9 lineto stroke\nshowpage\n%%EOF\n",
    "dot": "graph { a -- b }",
}
"""Programs whose compilation shows that the compiler is installed; empty for languages without one."""


def planned(
    config: str,
    data: str = DATA,
    strategy: str | None = None,
    mode: str | None = None,
    setting: str | None = None,
    limit: int | None = None,
    lite: bool = False,
    samples: int | None = None,
    prompts: str | None = None,
) -> Plan:
    """Return the plan of a run, as `sgpkit run` makes it. Raises UserError for options that the config lacks, or if it
    cannot be scored on this machine.
    """
    benchmark = families.get(config)
    if reason := missing(benchmark):
        raise UserError(f"{config} cannot be scored here: {reason}")
    options = Options(
        "replay",
        "",
        strategy=strategy or None,
        mode=mode or None,
        setting=setting or None,
        n=samples or None,
        limit=limit or None,
        lite=lite,
        prompts=Path(prompts) if prompts else None,
    )
    return plan.plan(benchmark, data, options)


def whole_row(asked: Plan, row: Row) -> Row:
    """Return a row in the form that scorers take: with the mode and the setting in which it is asked."""
    return row | {"mode": asked.mode, "setting": asked.setting}


def first_messages(asked: Plan, row: Row) -> Messages:
    """Return the messages that open the conversation about a row."""
    return asked.dialogue(row, 0).messages


def has_turns(asked: Plan, row: Row) -> bool:
    """Return whether a strategy has further turns after the first answer."""
    return isinstance(asked.benchmark.prompts.strategies[asked.strategy](row, asked.ask), GeneratorType)


def has_pictures(messages: Messages) -> bool:
    """Return whether messages show a picture."""
    contents = [message["content"] for message in messages]
    return any(part["type"] == "image" for content in contents if not isinstance(content, str) for part in content)


def data_uri(picture: bytes) -> str:
    """Return a PNG picture as a data URI, the form in which chat interfaces take it."""
    return "data:image/png;base64," + base64.b64encode(picture).decode()


def openai(messages: Messages) -> list[dict[str, Any]]:
    """Return messages in the form of OpenAI's chat interface."""

    def part(item: Mapping[str, Any]) -> dict[str, Any]:
        image = item["type"] == "image"
        return {"type": "image_url", "image_url": {"url": data_uri(item["image"])}} if image else dict(item)

    return [
        {**message, "content": content if isinstance(content, str) else [part(item) for item in content]}
        for message, content in ((message, message["content"]) for message in messages)
    ]


class Pictures(NamedTuple):
    """PNG pictures of one answer: of the reference, of the answer, and of their difference; None for missing ones."""

    reference: bytes | None = None
    answer: bytes | None = None
    difference: bytes | None = None


def drawings(benchmark: Benchmark, texts: Sequence[str], setting: str = "") -> list[bytes | None]:
    """Return the pictures of answers, rendered in workers; None for an answer that is blank or not a drawing."""
    return [picture.png for picture in rendering.pictures(benchmark, texts, SIDE, setting=setting)]


def compared(benchmark: Benchmark, rows: Sequence[Row], completions: Sequence[Completion]) -> list[Pictures]:
    """Return the pictures of answers next to those of the references, both painted in the same way."""
    if not rows or not rendering.has_drawings(benchmark):
        return [Pictures()] * len(rows)
    texts = [*map(benchmark.evidence.reference, rows), *(completion.text for completion in completions)]
    painted = drawings(benchmark, texts, str(rows[0].get("setting", "")))
    pairs = zip(painted[: len(rows)], painted[len(rows) :], strict=True)
    return [Pictures(reference, answer, difference(reference, answer)) for reference, answer in pairs]


def difference(first: bytes | None, second: bytes | None) -> bytes | None:
    """Return a picture that is white where two pictures agree; None if one is missing."""
    if first is None or second is None:
        return None
    pair = [np.asarray(rendering.fit(png, SIDE), np.int16) for png in (first, second)]
    return raster.png((255 - np.abs(pair[0] - pair[1])).astype(np.uint8))


def scores(benchmark: Benchmark, rows: Sequence[Row], completions: Sequence[Completion]) -> list[Score]:
    """Return a score for each answer, as `sgpkit score` gives it; with status `infra_error` if it could not be
    scored.
    """
    responses = [
        Response("", str(row["id"]), 0, len(completion.turns), True, completion)
        for row, completion in zip(rows, completions, strict=True)
    ]
    return score_all(benchmark, rows, responses)


def scores_among(asked: Plan, answers: Sequence[Answer]) -> list[Score]:
    """Return the scores of answers (row, sample, completion) as within a run of all rows of a plan: if a score depends
    on the other references of its batch, the remaining rows get empty answers.
    """
    if not asked.benchmark.scoring.batch_dependent:
        return scores(asked.benchmark, [row for row, _, _ in answers], [completion for _, _, completion in answers])
    rows = [whole_row(asked, row) for row in asked.rows for _ in range(asked.samples)]
    index = {
        (str(row["id"]), sample): position * asked.samples + sample
        for position, row in enumerate(asked.rows)
        for sample in range(asked.samples)
    }
    completions = [Completion("")] * len(rows)
    positions = [index[str(row["id"]), sample] for row, sample, _ in answers]
    for position, (_, _, completion) in zip(positions, answers, strict=True):
        completions[position] = completion
    whole = scores(asked.benchmark, rows, completions)
    return [whole[position] for position in positions]


class Batches(Generic[Result]):
    """Batches answers for frameworks that request single results from many coroutines: all waiting answers are passed
    to `work` as one batch in a thread, so that workers are shared and the event loop is not blocked. With `distinct`, a
    batch has only one answer per sample of a row, as required by scores that depend on the other answers.
    """

    def __init__(self, work: Callable[[Sequence[Answer]], Sequence[Result]], distinct: bool = False) -> None:
        self.work, self.distinct = work, distinct
        self.waiting: list[Waiting[Result]] = []
        self.lock: Any = None

    async def result(self, row: Row, sample: int, completion: Completion) -> Result:
        """Return the result for one answer to a sample of a row."""
        import anyio
        import anyio.to_thread

        self.lock = self.lock or anyio.Lock()
        own: Waiting[Result] = Waiting((row, sample, completion), [])
        self.waiting.append(own)
        async with self.lock:
            if not own.result:
                batch = (distinct(self.waiting) if self.distinct else self.waiting) if own in self.waiting else [own]
                self.waiting = [item for item in self.waiting if item not in batch]
                results = await anyio.to_thread.run_sync(self.work, [item.answer for item in batch])
                for item, result in zip(batch, results, strict=True):
                    item.result.append(result)
        return own.result[0]


@dataclass(eq=False)
class Waiting(Generic[Result]):
    """An answer that waits for its result, which will be appended to the list."""

    answer: Answer
    result: list[Result]


def distinct(waiting: "Sequence[Waiting[Result]]") -> "list[Waiting[Result]]":
    """Return the first answer to each sample of each row."""
    return list({(str(item.answer[0]["id"]), item.answer[1]): item for item in reversed(waiting)}.values())
