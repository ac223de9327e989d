"""Benchmarks as tasks of other frameworks: which can be carried, their rows as conversations, scores of single answers.

A row becomes messages by the benchmark's own strategies, and an answer is scored as `sgpkit score` scores it, so that
figures agree row by row whichever tool asked the model.
"""

import base64
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import GeneratorType
from typing import Any, NamedTuple

from sgpkit.benchmark import Benchmark, Completion, Messages, Row, Score, families
from sgpkit.errors import UserError
from sgpkit.graphics import formats
from sgpkit.runs import plan
from sgpkit.runs.plan import Options, Plan
from sgpkit.runs.responses import Response
from sgpkit.runs.scoring.verdicts import score_all
from sgpkit.sandbox.workers import sandbox

DATA = "sgp-bench"
"""The folder that rows are read from where none is named."""


class Left(NamedTuple):
    """A config that a framework cannot carry, and why, with what to install where that helps."""

    config: str
    reason: str


def scored() -> Iterator[Benchmark]:
    """Yield the configs that are scored, of every family."""
    return (benchmark for benchmark in families.all_benchmarks() if benchmark.scoring.score is not None)


def task_name(config: str) -> str:
    """Return the name of a config where names are identifiers."""
    return config.replace("-", "_")


def missing(benchmark: Benchmark) -> str:
    """Return why answers to a config cannot be scored on this machine, with the install line; "" where they can."""
    if benchmark.scoring.score is None:
        return "it is a training config and cannot be scored"
    unavailable = benchmark.scoring.unavailable
    if reason := unavailable() if unavailable else "":
        return reason
    return compiler_missing(benchmark.answer_format) if formats.has(benchmark.answer_format) else ""


@cache
def compiler_missing(language: str) -> str:
    """Return why drawings in a language cannot be painted on this machine, "" where they can."""
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
    """Return what would be asked of a model, as `sgpkit run` plans it. Raises UserError for options that a config does
    not have, and for one that cannot be scored here."""
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
    """Return a row as scorers take it: with the mode and the setting in which it is asked."""
    return row | {"mode": asked.mode, "setting": asked.setting}


def first_messages(asked: Plan, row: Row) -> Messages:
    """Return the messages that open the conversation about a row."""
    return asked.dialogue(row, 0).messages


def has_turns(asked: Plan, row: Row) -> bool:
    """Return whether a strategy asks on after the first answer."""
    return isinstance(asked.benchmark.prompts.strategies[asked.strategy](row, asked.ask), GeneratorType)


def has_pictures(messages: Messages) -> bool:
    """Return whether messages show a picture."""
    contents = [message["content"] for message in messages]
    return any(part["type"] == "image" for content in contents if not isinstance(content, str) for part in content)


def data_uri(picture: bytes) -> str:
    """Return a PNG picture as a data URI, the form in which chat interfaces take it."""
    return "data:image/png;base64," + base64.b64encode(picture).decode()


def scores(benchmark: Benchmark, rows: Sequence[Row], completions: Sequence[Completion]) -> list[Score]:
    """Return a score for each answer, as `sgpkit score` gives it; status `infra_error` where there is none to give."""
    responses = [
        Response("", str(row["id"]), 0, len(completion.turns), True, completion)
        for row, completion in zip(rows, completions, strict=True)
    ]
    return score_all(benchmark, rows, responses)


def scores_among(asked: Plan, answers: Sequence[tuple[Row, int, Completion]]) -> list[Score]:
    """Return the scores of answers (row, sample, completion) as they are among those to all rows of a plan: where a
    score depends on the references of its batch, the rest of the batch gets empty answers."""
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


class Batches:
    """Scoring for frameworks that ask for one answer's score at a time from many coroutines: what waits is scored as
    one batch in a thread, so that workers are shared and the event loop is not blocked."""

    def __init__(self, asked: Plan) -> None:
        self.asked = asked
        self.waiting: list[Waiting] = []
        self.lock: Any = None

    async def score(self, row: Row, sample: int, completion: Completion) -> Score:
        """Return the score of one answer to a sample of a row."""
        import anyio
        import anyio.to_thread

        self.lock = self.lock or anyio.Lock()
        own = Waiting(row, sample, completion)
        self.waiting.append(own)
        async with self.lock:
            if own.score is None:
                batch = distinct(self.waiting) if own in self.waiting else [own]
                self.waiting = [item for item in self.waiting if item not in batch]
                answers = [(item.row, item.sample, item.completion) for item in batch]
                scored = await anyio.to_thread.run_sync(scores_among, self.asked, answers)
                for item, score in zip(batch, scored, strict=True):
                    item.score = score
        assert own.score is not None
        return own.score


@dataclass(eq=False)
class Waiting:
    """An answer that waits for its score."""

    row: Row
    sample: int
    completion: Completion
    score: Score | None = None


def distinct(waiting: Sequence[Waiting]) -> list[Waiting]:
    """Return the first answer to each sample of each row: a batch that is scored together has one of each."""
    return list({(str(item.row["id"]), item.sample): item for item in reversed(waiting)}.values())
