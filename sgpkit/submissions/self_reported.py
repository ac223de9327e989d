"""Figures that depend on another model: the letters that it read in replies, its marks, or learned measures. The
submitter chooses that model and may serve it, so its replies are not trusted. Such figures are shown with its name and
are not ranked. The ranked figure is that by rule alone: the same responses, scored as if they had no annotations.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from sgpkit.benchmark import Benchmark
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import score
from sgpkit.runs.scoring.annotations import extracted, judged, kinds, measured
from sgpkit.sandbox.untrusted.texts import printable

NOWHERE = Path("/nonexistent")
"""A folder without annotations."""


@dataclass(frozen=True)
class SelfReported:
    """A figure that depends on the replies of the model `by`. `kind` is "letters", "marks" or "measure"; `scale`
    has the bounds of the figure, null if it has none.
    """

    kind: str
    by: str
    measure: str
    value: float | None
    low: float | None = None
    high: float | None = None
    scale: tuple[float, float] | None = (0.0, 1.0)

    def in_words(self) -> str:
        """Return the figure with its annotator as text."""
        who = printable(self.by)
        if self.value is None:
            return f"{self.measure} by {who}"
        amount = f"{self.value:.1%}" if self.scale == (0.0, 1.0) else f"{self.value:.2f}"
        scale = f" of {self.scale[0]:g} to {self.scale[1]:g}" if self.scale not in (None, (0.0, 1.0)) else ""
        letters = "letters read " if self.kind == "letters" else ""
        return f"{self.measure} {amount}{scale}, {letters}by {who}"


def is_annotated(folder: Path) -> bool:
    """Return whether a folder contains annotations by other models."""
    return any((folder / name).exists() for name in kinds.FOLDERS)


def by_rule(
    run: Run, table: pl.DataFrame, figures: Mapping[str, Any], ray: str | None = None, renderer: str | None = None
) -> tuple[pl.DataFrame, Mapping[str, Any]]:
    """Return the scores and figures of a run by rules only. `table` and `figures` are those with annotations, and are
    returned if it has none."""
    if not is_annotated(run.folder):
        return table, figures
    return score.evaluate(run.at(NOWHERE), ray, renderer)


def listed(benchmark: Benchmark, figures: Mapping[str, Any]) -> Iterator[SelfReported]:
    """Yield the self-reported figures of a scores.json."""
    if letters := figures.get(extracted.FOLDER):
        name = benchmark.scoring.value_name
        own = figures if figures["headline"] == name else figures["parts"][name]
        yield SelfReported("letters", str(letters["model"]), name, own["value"], own["low"], own["high"])
    for name, judge in figures.get(judged.FOLDER, {}).items():
        low, high = judge["scale"]
        marks = judge["marks"]
        who = f"{judge['model']} ({name})" if name != judge["model"] else name
        yield SelfReported("marks", who, judge["part"], marks["value"], marks["low"], marks["high"], (low, high))
    for name, measure in figures.get(measured.FOLDER, {}).items():
        part = figures["parts"].get(name) or {"value": measure.get("value"), "low": None, "high": None}
        scale = (0.0, 1.0) if name in figures["parts"] else None
        model = str(measure["identity"].get("model"))
        yield SelfReported("measure", model, name, part["value"], part["low"], part["high"], scale)
