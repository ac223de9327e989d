"""A run with its scores, as reports, comparisons and submissions read it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl

from sgpkit.benchmark import Benchmark, Row
from sgpkit.errors import UserError
from sgpkit.files import reading
from sgpkit.runs.folder import Run
from sgpkit.runs.parts import Table
from sgpkit.runs.scoring import provenance, renderers
from sgpkit.runs.scoring.figures import VERDICT
from sgpkit.sandbox.untrusted import json_values
from sgpkit.sandbox.untrusted import tables as untrusted_tables
from sgpkit.status import Status

PEOPLE = "people"
"""The engine of a run with answers of people, and the prefix of files with their answers."""

FIGURES = {
    *("sgpkit", "config", "headline", "value", "low", "high", "n", "clusters", "method", "complete", "limit"),
    *("n_samples", "resample", "attempts", "statuses", "parts", "by", "samples", provenance.KEY),
}
"""The keys that every scores.json has."""


@dataclass(frozen=True)
class ScoredRun:
    """A run, the figures of its scores.json, and a table with one row per response: the answer with its score.

    `groups` are the columns that figures are grouped by, `parts` those of scores next to value and reason. `rows` are
    the rows of the responses; only excerpts of a run have them. A run that is opened without texts has the columns
    `BARE` of its responses only; with `values_only` it has neither those nor reasons and parts.
    """

    run: Run
    figures: Mapping[str, Any]
    responses: pl.DataFrame
    groups: tuple[str, ...]
    parts: tuple[str, ...]
    rows: Sequence[Row] | None = None

    @classmethod
    def open(cls, folder: Path, data: str | None = None, texts: bool = True, values_only: bool = False) -> "ScoredRun":
        """Open a run folder that was scored; see `Run.open`. Without `texts`, these are not read; with `values_only`,
        only the columns from which figures are made are. Raises UserError if the scores do not belong to its
        responses."""
        return read(Run.open(folder, data), texts, values_only)

    def with_reasons(self) -> "ScoredRun":
        """Return the same run with everything but its texts, if it has values only."""
        return self if "sample" in self.responses.columns else read(self.run, texts=False, known=self.responses)

    @property
    def folder(self) -> Path:
        return self.run.folder

    @property
    def benchmark(self) -> Benchmark:
        return self.run.benchmark

    @property
    def metadata(self) -> Mapping[str, Any]:
        return self.run.metadata

    @property
    def display_path(self) -> str:
        """The folder relative to the current one, or only its name if it is elsewhere, since pages are shared."""
        folder, here = self.folder.resolve(), Path.cwd()
        return str(folder.relative_to(here)) if folder.is_relative_to(here) else folder.name

    @property
    def model(self) -> str:
        return self.run.model

    @property
    def file_name(self) -> str:
        return self.run.file_name

    @property
    def of_people(self) -> bool:
        """True for the run of a study with people, and for a replayed file of their answers."""
        replayed = self.metadata["engine"] == "replay" and self.file_name.startswith(PEOPLE)
        return self.metadata["engine"] == PEOPLE or replayed

    @property
    def method(self) -> str:
        """The strategy, with mode and setting where the benchmark has several."""
        prompts = self.benchmark.prompts
        several = [name for name, values in (("mode", prompts.modes), ("setting", prompts.settings)) if len(values) > 1]
        return ", ".join([self.metadata["strategy"], *(self.metadata[name] for name in several)])

    @property
    def headline(self) -> str:
        """The name of the run's value; for a mark, with the name of the judge."""
        name = str(self.figures["headline"])
        judges = [key for key, judge in self.figures.get("judged", {}).items() if judge["part"] == name]
        return f"{name} ({', '.join(judges)})" if judges else name

    @property
    def measure(self) -> tuple[str, str]:
        """The headline with everything that identifies the measure: marks of two judges or models, and pictures of two
        renderers, are different measures."""
        name = str(self.figures["headline"])
        models = [judge for judge in self.figures.get("judged", {}).values() if judge["part"] == name]
        models += [measured for key, measured in self.figures.get("measured", {}).items() if key == name]
        keys = ("model", "identity", "sampling", "rubric", "texts")
        identities = [{key: model.get(key) for key in keys} for model in models]
        return self.headline, json.dumps([self.renderer, *identities], sort_keys=True)

    @property
    def renderer(self) -> str:
        """The name of the renderer of the scored answers; "" if no answer is a drawing."""
        return renderers.recorded(self.figures, self.benchmark)

    @property
    def data(self) -> str:
        """The rows that were asked: a built folder by its name, a dataset repo by its commit, both by their content."""
        pinned = self.metadata["data"]
        source = f"{pinned['place']}@{pinned['commit'][:12]}" if pinned["commit"] else Path(pinned["place"]).name
        return f"{source}, sha256 {pinned['sha256'][:12]}"

    @property
    def missing(self) -> int:
        return int(self.figures["statuses"].get(str(Status.INFRA_ERROR), 0))

    @property
    def complete(self) -> bool:
        return bool(self.metadata["complete"] and self.figures["complete"])


BARE = ("id", "sample", "finish_reason")

VALUES = ("id", "cluster", "value", "status")
"""The columns from which figures are computed, in addition to the grouping columns."""


def read(run: Run, texts: bool = True, values_only: bool = False, known: pl.DataFrame | None = None) -> ScoredRun:
    """Read the scores of a run; refuses those of other responses. Columns in `known` are not read again."""
    folder, stored = run.folder, run.stored
    if not (folder / "scores.json").exists():
        raise unscored_error(folder)
    scores = open_scores(folder)
    with reading(folder / "scores.json", scores.remedy):
        figures = json_values.read_small(folder / "scores.json")
        if not figures.keys() >= FIGURES:
            raise ValueError(f"missing keys: {', '.join(sorted(FIGURES - figures.keys()))}")
        renderers.recorded(figures, run.benchmark)
    if folder == stored.folder and (changed := provenance.changed_tables(run, scores)):
        if changed != ["scores"]:
            raise outdated_error(folder)
        raise UserError(f"{folder}: its scores are damaged or were edited\n{scores.remedy}")
    scored = without_texts(run, figures, scores, values_only, known)
    if not texts or values_only:
        return scored
    return replace(scored, responses=pl.concat([run.table, scored.responses.drop(BARE)], how="horizontal"))


def open_scores(folder: Path) -> Table:
    """Open the table of scores of a run. Raises UserError if it is not scored."""
    scores = Table.open(folder, "scores", f"Score it again: sgpkit score {folder}")
    if not scores.files:
        raise unscored_error(folder)
    return scores


def unscored_error(folder: Path) -> UserError:
    """Return the error for a run without scores."""
    return UserError(f"{folder} is not scored\nScore it first: sgpkit score {folder}")


def belongs_to(responses: pl.DataFrame, scores: pl.DataFrame) -> bool:
    """Return whether scores are of these responses, in their order."""
    failed = responses["finish_reason"] == "error"
    return responses.select("id", "sample").equals(scores.select("id", "sample")) and failed.equals(
        scores["status"] == str(Status.INFRA_ERROR), check_names=False
    )


def outdated_error(folder: Path) -> UserError:
    """Return the error for scores of other responses."""
    return UserError(f"{folder}: its scores are older than its responses\nScore it again: sgpkit score {folder}")


def without_texts(
    run: Run,
    figures: Mapping[str, Any],
    stored: Table,
    values_only: bool,
    known: pl.DataFrame | None = None,
) -> ScoredRun:
    """Read the scores of a run without its texts, one part at a time. With `values_only`, only the columns from which
    figures are made are kept. Columns in `known` are not read again."""
    with stored.reading():
        names = untrusted_tables.columns(stored.files[0])
        if lacking := [name for name in VERDICT if name not in names]:
            raise ValueError(f"missing column {lacking[0]}")
    groups = tuple(name for name in run.benchmark.rows.groups if name in names)
    kept = (*VALUES, *groups) if values_only else (*BARE, *(name for name in names if name not in BARE))
    wanted = [name for name in kept if known is None or name not in known.columns]
    read_columns = [*dict.fromkeys(["id", "sample", "status", *(name for name in wanted if name in names)])]
    answers = iter(run.columns(BARE))
    held: pl.DataFrame | None = None
    tables = []
    for scores in stored.columns(read_columns):
        while held is None or held.height < scores.height:
            following = next(answers, None)
            if following is None:
                raise outdated_error(run.folder)
            held = following if held is None else pl.concat([held, following], rechunk=True)
        own, held = held[: scores.height], held[scores.height :]
        with reading(stored.files[0].parent, stored.remedy):
            if not belongs_to(own, scores):
                raise outdated_error(run.folder)
            table = scores.with_columns(own["finish_reason"]).select(wanted)
            tables.append(with_short_words(table, ("status", *groups)) if values_only else table)
    if (held is not None and held.height) or any(rest.height for rest in answers):
        raise outdated_error(run.folder)
    table = pl.concat(tables, how="vertical_relaxed")
    if known is not None:
        if known.height != table.height:
            raise outdated_error(run.folder)
        table = pl.concat([known, table], how="horizontal").select(kept)
    return ScoredRun(run, figures, table, groups, tuple(name for name in names if name not in (*VERDICT, *groups)))


def with_short_words(table: pl.DataFrame, names: Sequence[str]) -> pl.DataFrame:
    """Return a table whose text columns are categorical, in a quarter of the memory."""
    words = [name for name in names if table.schema[name] == pl.String]
    return table.with_columns(pl.col(words).cast(pl.Categorical))


def join(run: Run, figures: Mapping[str, Any], scores: pl.DataFrame) -> ScoredRun:
    """Join new scores with their aligned responses, without texts."""
    groups = tuple(name for name in run.benchmark.rows.groups if name in scores.columns)
    parts = tuple(name for name in scores.columns if name not in (*VERDICT, *groups))
    columns = scores.select("cluster", "value", "status", "reason", *groups, *parts)
    return ScoredRun(run, figures, pl.concat([pl.concat(run.columns(BARE)), columns], how="horizontal"), groups, parts)
