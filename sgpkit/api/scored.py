"""Score runs, compare them, and write reports."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sgpkit import reports
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import compare as comparing
from sgpkit.runs.scoring import score as scoring
from sgpkit.runs.scoring.scored_run import ScoredRun

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Scores:
    """The scores of a run: the headline with its 95 % interval, counts of statuses, and the content of scores.json.

    `method` says how the interval was made, or why there is none.
    """

    folder: Path
    value: float
    low: float | None
    high: float | None
    method: str
    n: int
    statuses: Mapping[str, int]
    figures: Mapping[str, Any]

    def to_polars(self) -> "pl.DataFrame":
        """Return a table of scores with one row per response."""
        from sgpkit.runs import parts

        return parts.read(self.folder, "scores", f"Score it again: sgpkit score {self.folder}")


def score(
    run: Path | str,
    *,
    data: str | None = None,
    ray: str | None = None,
    renderer: str | None = None,
    shards: str | None = None,
) -> Scores:
    """Score a run and write the scores into its folder. No model is asked.

    `data` is the location of the rows, if they were moved. `ray` is the address of a cluster that does the work, and
    `shards` a URL where it reads and writes the shards of a large run. `renderer` draws the pictures that metrics
    compare: "resvg" (default), or "cairo", which published protocols use.
    """
    folder = Path(run)
    figures = scoring.score(Run.open(folder, data), ray, renderer, shards)
    return Scores(
        folder,
        figures["value"],
        figures["low"],
        figures["high"],
        figures["method"],
        figures["n"],
        figures["statuses"],
        figures,
    )


@dataclass(frozen=True)
class Comparison:
    """Row-by-row comparison of runs of one config with the first run."""

    pairs: tuple[comparing.Pair, ...]

    def to_polars(self) -> "pl.DataFrame":
        """Return the differences: one row per run over all rows, with `column` and `group` null, then one per group.

        `p_adjusted` is the p-value of the test, adjusted for all rows of the table (Holm).
        """
        import polars as pl

        lines: list[dict[str, Any]] = []
        for pair in self.pairs:
            runs = {"first": str(pair.first.folder), "second": str(pair.second.folder)}
            whole = pair.difference._asdict() | {"p_adjusted": pair.adjusted}
            lines.append(runs | {"column": None, "group": None} | whole)
            lines += [
                runs
                | {"column": group.column, "group": group.value}
                | group.difference._asdict()
                | {"p_adjusted": group.adjusted}
                for group in pair.groups
            ]
        return pl.DataFrame(lines, infer_schema_length=None)


def compare(*runs: Path | str, force: bool = False) -> Comparison:
    """Compare runs of one config with the first. `force` allows different data or prompts, marked in the output."""
    return Comparison(tuple(comparing.compare([ScoredRun.open(Path(run), values_only=True) for run in runs], force)))


@dataclass(frozen=True)
class Report:
    """A report page."""

    path: Path


def report(*runs: Path | str, out: Path | str = "out/report.html", url: str = "") -> Report:
    """Write one self-contained page with the figures and all responses of scored runs, and a preview image for links;
    `url` is the folder URL where both will be published."""
    return Report(reports.write([Path(run) for run in runs], Path(out), url))
