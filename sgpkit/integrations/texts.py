"""Tasks of frameworks whose models take one text and answer once: lm-eval, lighteval, Harbor.

A config is asked in its first mode without pictures and by its first strategy with one turn; a config without these is
reported as left out. The messages of a prompt are joined into one text.
"""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.benchmark import Benchmark, Completion, Messages, Score
from sgpkit.errors import UserError, first_line
from sgpkit.integrations import tasks
from sgpkit.integrations.tasks import Left
from sgpkit.runs.plan import Plan

NAME = "sgpkit_"
"""The prefix of the names of our tasks."""


class Exported(NamedTuple):
    """The folder or file of tasks, the configs that it has, and those that were left out."""

    path: Path
    configs: tuple[str, ...]
    left: tuple[Left, ...]


class Way(NamedTuple):
    """A config with the location of its rows, and the mode without pictures and the strategy with one turn in which it
    is asked.
    """

    config: str
    data: str
    strategy: str
    mode: str


class Document(NamedTuple):
    """A row as a prompt text, and its reference answer."""

    id: str
    prompt: str
    target: str


def ways(data: str, framework: str, write: Callable[[Benchmark, Way], None]) -> tuple[list[str], list[Left]]:
    """Call `write` for every config of `data` that such a framework supports; return these configs, and the others with
    the reason. Raises UserError if it supports none.
    """
    source = str(Path(data).resolve()) if Path(data).is_dir() else data
    configs, left = [], []
    for benchmark in tasks.scored():
        try:
            write(benchmark, way_of(benchmark, source, framework))
        except UserError as error:
            left.append(Left(benchmark.config, first_line(error)))
            continue
        configs.append(benchmark.config)
    if not configs:
        raise UserError(f"no config of {data} can be exported; the first: {left[0].config}: {left[0].reason}")
    return configs, left


def way_of(benchmark: Benchmark, data: str, framework: str) -> Way:
    """Return the mode and strategy in which a config is asked in one text. Raises UserError if there are none."""
    strategies = list(benchmark.prompts.strategies)
    reason = ""
    for mode in benchmark.prompts.modes:
        for strategy in strategies:
            try:
                asked = tasks.planned(benchmark.config, data, strategy, mode, limit=1)
            except UserError as error:
                reason = reason or str(error)
                continue
            row = asked.rows[0]
            if not tasks.has_turns(asked, row) and not tasks.has_pictures(tasks.first_messages(asked, row)):
                return Way(benchmark.config, data, strategy, mode)
    raise UserError(
        reason
        or f"not supported by {framework}, whose models take one text: it has pictures in every mode, or several turns"
    )


@cache
def planned(way: Way) -> Plan:
    """Return the plan for a config."""
    return tasks.planned(*way)


@cache
def rows_by_id(way: Way) -> Mapping[str, Any]:
    """Return the rows of a config in the form that scorers take, by their ids."""
    asked = planned(way)
    return {str(row["id"]): tasks.whole_row(asked, row) for row in asked.rows}


@cache
def documents(way: Way) -> Mapping[str, Document]:
    """Return the rows of a config as texts, by their ids."""
    asked = planned(way)
    return {
        name: Document(name, joined(tasks.first_messages(asked, row)), str(asked.benchmark.evidence.reference(row)))
        for name, row in rows_by_id(way).items()
    }


def joined(messages: Messages) -> str:
    """Return messages as one text. Answers in worked examples follow the word that introduces an answer."""
    lead = {"assistant": "Answer: "}
    return "\n\n".join(lead.get(message["role"], "") + str(message["content"]) for message in messages)


def scores(way: Way, answers: "list[tuple[str, str]]") -> list[Score]:
    """Return the scores of answers, given as pairs of row id and completion."""
    rows = rows_by_id(way)
    return tasks.scores_among(planned(way), [(rows[name], 0, Completion(text)) for name, text in answers])


def max_tokens(benchmark: Benchmark) -> int:
    """Return the maximum length of an answer in the published protocol, or else one that is sufficient for drawings."""
    return int(benchmark.prompts.sampling.get("max_tokens", 2048))
