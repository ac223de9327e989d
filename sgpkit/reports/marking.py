"""The wrong parts of wrong drawings, located by the benchmark and cached with the pictures of the run."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from sgpkit.benchmark import Completion, Row
from sgpkit.reports import picture_cache
from sgpkit.reports.picture_cache import PictureCache
from sgpkit.runs.scoring.scored_run import ScoredRun

MarkedAnswer = tuple[str, str]
"""A row by its id, and a completion."""

WRONG = 1e-9


def find(runs: Sequence[ScoredRun], rows: Sequence[Row], cache: PictureCache) -> dict[MarkedAnswer, list[Any]]:
    """Return the marks of every wrong answer with a drawing, as lists of position, kind and points."""
    benchmark = runs[0].benchmark
    by_id = {str(row["id"]): row for row in rows}
    pairs = list(dict.fromkeys(pair for run in runs for pair in wrong(run)))
    named = {pair: key(runs[0], by_id[pair[0]], pair[1]) for pair in pairs}
    waiting = [pair for pair in pairs if named[pair] not in cache.known]
    if waiting and benchmark.scoring.mistakes is not None:
        located = benchmark.scoring.mistakes(
            [by_id[name] for name, _ in waiting], [Completion(text) for _, text in waiting]
        )
        for pair, marks in zip(waiting, located, strict=True):
            cache.put(named[pair], json.dumps(marks, separators=(",", ":")))
    return {pair: json.loads(str(cache.known[named[pair]])) for pair in pairs}


def keys(run: ScoredRun, rows: Sequence[Row]) -> set[str]:
    """Return the keys of the run's marks in the cache."""
    by_id = {str(row["id"]): row for row in rows}
    return {key(run, by_id[name], completion) for name, completion in wrong(run)}


def wrong(run: ScoredRun) -> Iterator[MarkedAnswer]:
    """Yield the readable answers with a score of 0."""
    if run.benchmark.scoring.mistakes is not None:
        for name, completion, value, status in run.responses.select("id", "completion", "value", "status").iter_rows():
            if value < WRONG and status == "ok":
                yield name, completion


def key(run: ScoredRun, row: Row, completion: str) -> str:
    """Return the key of an answer's marks in the cache."""
    return picture_cache.key_of("marks", run.benchmark.config, run.benchmark.evidence.reference(row), completion)
