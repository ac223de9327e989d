"""A run that draws squares from sketches, and an engine that marks them, for tests of judges."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest
import toy_sketches

from sgpkit import engines
from sgpkit.benchmark import Completion, families
from sgpkit.data import build
from sgpkit.runs import plan, run

DRAWN: list[list[Any]] = [
    [0.2, 0.9],
    [0.5, 0.5],
    [None, 1.0],
    [0.0, 0.3],
    [0.4, 0.8],
    [0.6, 0.7],
]
"""The red share of each sample of each row; None for an answer without a drawing."""


def sketched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a folder with data and a run with two samples per row."""
    monkeypatch.setattr(families, "get", lambda config: toy_sketches.SKETCHES)
    # Processes that a test starts find the benchmark in a folder of families.
    monkeypatch.setenv("SGPKIT_FAMILIES", str(Path(__file__).parent / "toyfamily"))
    monkeypatch.setenv("SGPKIT_TOY_BENCHMARKS", "toy_sketches:BENCHMARKS")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    build.build(toy_sketches.SKETCHES, tmp_path / "data", workers=1)
    answer(tmp_path, DRAWN)
    return tmp_path


def answer(root: Path, drawn: Any, out: Any = "run") -> None:
    lines = [
        {"id": f"square-{number}", "sample": sample, "completion": "no" if share is None else toy_sketches.red(share)}
        for number, samples in enumerate(drawn)
        for sample, share in enumerate(samples)
    ]
    (root / "answers.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    run.run(toy_sketches.SKETCHES, "data", root / out, plan.Options("replay", "answers.jsonl", n=2, temperature=0.7))


class Marker:
    """An engine that answers with given texts in turn, and records its requests."""

    def __init__(self, say: Any, model: Any = "marker") -> None:
        self.say, self.model = say, model
        self.asked: list[Any] = []
        self.questions: list[Any] = []

    def identity(self) -> dict[str, Any]:
        return {"model": self.model}

    def statistics(self) -> dict[str, Any]:
        return {}

    def close(self) -> None:
        """Holds nothing."""

    def generate(self, requests: Any) -> Iterator[Any]:
        for index, request in enumerate(requests):
            self.asked.append((request.row["id"], request.sample, request.turn))
            self.questions.append(request.messages)
            reply = self.say(request.row["id"], request.sample, request.turn)
            yield index, reply if isinstance(reply, Completion) else Completion(reply)


def marker(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that makes every run open an engine that answers with marks."""

    def use(say: Any = lambda identifier, sample, turn: "Fine.\nscore: 7", model: Any = "marker") -> Any:
        engine = Marker(say, model)
        monkeypatch.setattr(engines, "open_engine", lambda *arguments: engine)
        return engine

    return use


def by_redness(identifier: Any, sample: Any, turn: Any) -> str:
    share = DRAWN[int(identifier[-1])][sample]
    return f"Red enough.\nscore: {1 + round(9 * share)}"


def verdicts(folder: Path) -> dict[Any, Any]:
    table = pl.read_parquet(folder / "scores" / "part-*.parquet")
    return {(item["id"], item["sample"]): item for item in table.iter_rows(named=True)}
