"""A run with its verdicts, read for the page; refuses verdicts that are not those of its responses."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from sgpkit import families
from sgpkit.benchmark import Benchmark
from sgpkit.errors import UserError
from sgpkit.files import reading
from sgpkit.runs import folder as run_folder
from sgpkit.scoring.figures import VERDICT
from sgpkit.status import Status

PEOPLE = "people"
"""The engine of a run that people answered; and how the name of a file of their answers begins."""

FIGURES = {"value", "low", "high", "n", "clusters", "method", "statuses", "parts", "by", "complete"}


@dataclass(frozen=True)
class ScoredRun:
    """What run.json and scores.json say, and one line a response: the answer with its verdict.

    `groups` are the columns of the row that figures are told by, `parts` what verdicts say beside value and reason.
    """

    folder: Path
    benchmark: Benchmark
    facts: Mapping[str, Any]
    figures: Mapping[str, Any]
    responses: pl.DataFrame
    groups: tuple[str, ...]
    parts: tuple[str, ...]

    @property
    def place(self) -> str:
        """The folder as one would type it here; of one that lies elsewhere the name only, since pages are passed on."""
        folder, here = self.folder.resolve(), Path.cwd()
        return str(folder.relative_to(here)) if folder.is_relative_to(here) else folder.name

    @property
    def model(self) -> str:
        # A replayed file may lie anywhere; its path says nothing to a reader and may hold a user's name.
        return Path(self.facts["model"]).name if self.facts["engine"] == "replay" else self.facts["model"]

    @property
    def of_people(self) -> bool:
        """Whether people answered: a study's own run, or a file of its answers that was replayed under its name."""
        replayed = self.facts["engine"] == "replay" and self.model.startswith(PEOPLE)
        return self.facts["engine"] == PEOPLE or replayed

    @property
    def method(self) -> str:
        """How it was asked: strategy, and mode and setting where the benchmark has several."""
        several = [name for name in ("mode", "setting") if len(getattr(self.benchmark, f"{name}s")) > 1]
        return ", ".join([self.facts["strategy"], *(self.facts[name] for name in several)])

    @property
    def headline(self) -> str:
        """What the run's value is; a mark with who gave it."""
        name = str(self.figures.get("headline", self.benchmark.headline))
        judges = [key for key, told in self.figures.get("judged", {}).items() if told["part"] == name]
        return f"{name} ({', '.join(judges)})" if judges else name

    @property
    def measure(self) -> tuple[str, str]:
        """The headline with all that makes it one measure: two judges' marks are not, nor those of two models."""
        name = str(self.figures.get("headline", self.benchmark.headline))
        by = [told for told in self.figures.get("judged", {}).values() if told["part"] == name]
        by += [told for key, told in self.figures.get("measured", {}).items() if key == name]
        facts = [{key: told.get(key) for key in ("model", "identity", "sampling", "rubric", "texts")} for told in by]
        return self.headline, json.dumps(facts, sort_keys=True)

    @property
    def data(self) -> str:
        """Which rows were asked: a built folder by its name, a dataset repo by its commit, both by their content."""
        pinned = self.facts["data"]
        place = f"{pinned['place']}@{pinned['commit'][:12]}" if pinned["commit"] else Path(pinned["place"]).name
        return f"{place}, sha256 {pinned['sha256'][:12]}"

    @property
    def missing(self) -> int:
        return int(self.figures["statuses"].get(str(Status.INFRA_ERROR), 0))

    @property
    def complete(self) -> bool:
        return bool(self.facts["complete"] and self.figures["complete"])


def read(folder: Path) -> ScoredRun:
    facts = run_folder.read_facts(folder)
    responses = run_folder.read_counted(folder)
    if not (folder / "scores.json").exists() or not (folder / "scores.parquet").exists():
        raise UserError(f"{folder} has no scores yet\nScore it first: sgpkit score {folder}")
    again = f"Score it again: sgpkit score {folder}"
    with reading(folder / "scores.parquet", again):
        scores = pl.read_parquet(folder / "scores.parquet")
        scores.select(*VERDICT)
    with reading(folder / "scores.json", again):
        figures = json.loads((folder / "scores.json").read_text(encoding="utf-8"))
        if not figures.keys() >= FIGURES:
            raise ValueError(f"it says nothing of {', '.join(sorted(FIGURES - figures.keys()))}")
    failed = responses["finish_reason"] == "error"
    if not (
        responses.select("id", "sample").equals(scores.select("id", "sample"))
        and failed.equals(scores["status"] == str(Status.INFRA_ERROR), check_names=False)
    ):
        raise UserError(f"{folder}: its scores are older than its responses\nScore it again: sgpkit score {folder}")
    return together(folder, families.get(facts["config"]), facts, figures, responses, scores)


def together(
    folder: Path,
    benchmark: Benchmark,
    facts: Mapping[str, Any],
    figures: Mapping[str, Any],
    responses: pl.DataFrame,
    scores: pl.DataFrame,
) -> ScoredRun:
    """Each response with its verdict; `scores` are aligned with `responses`."""
    groups = tuple(name for name in benchmark.by if name in scores.columns)
    parts = tuple(name for name in scores.columns if name not in (*VERDICT, *groups))
    judged = scores.select("cluster", "value", "status", "reason", *groups, *parts)
    return ScoredRun(folder, benchmark, facts, figures, pl.concat([responses, judged], how="horizontal"), groups, parts)
