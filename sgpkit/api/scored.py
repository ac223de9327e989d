"""Score runs, compare them, and write reports."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sgpkit import reports
from sgpkit.api import shown
from sgpkit.api.shown import public
from sgpkit.errors import UserError, nearest
from sgpkit.graphics import raster
from sgpkit.reports import index
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import compare as comparing
from sgpkit.runs.scoring import score as scoring
from sgpkit.runs.scoring.scored_run import ScoredRun

if TYPE_CHECKING:
    import polars as pl


@public
@dataclass(frozen=True, repr=False)
class Scores:
    """The scores of a run.

    `value` is the mean of the measure `headline` over all responses, with its 95 % interval from `low` to `high`, which
    are None if there are too few drawings. `method` says how the interval was made, or why there is none.
    `n` is the number of rows. `statuses` counts the responses by status, and `figures` is the content of scores.json.
    """

    folder: Path
    config: str
    model: str
    headline: str
    value: float
    low: float | None
    high: float | None
    method: str
    n: int
    statuses: Mapping[str, int]
    figures: Mapping[str, Any]

    def __repr__(self) -> str:
        figure = shown.figure(self.headline, self.figures)
        return shown.line(self, f"{self.config}, {self.model}: {figure}, n = {self.n:,}")

    def _repr_html_(self) -> str:
        figure, statuses = shown.value(self.figures), shown.counts(self.statuses)
        return shown.table(
            [{"config": self.config, "model": self.model, self.headline: figure, "n": self.n, "statuses": statuses}]
        )

    def to_polars(self) -> "pl.DataFrame":
        """Return a table of scores with one row per response."""
        from sgpkit.runs.scoring import scored_run

        return scored_run.open_scores(self.folder).read()


@public
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
    if renderer is not None and renderer not in raster.RENDERERS:
        raise UserError(f"unknown renderer {renderer!r}{nearest(renderer, raster.RENDERERS)}")
    folder = Path(run)
    opened = Run.open(folder, data)
    figures = scoring.score(opened, ray, renderer, shards)
    return Scores(
        folder,
        opened.benchmark.config,
        opened.model,
        figures["headline"],
        figures["value"],
        figures["low"],
        figures["high"],
        figures["method"],
        figures["n"],
        figures["statuses"],
        figures,
    )


@public
@dataclass(frozen=True, repr=False)
class Comparison:
    """Row-by-row comparison of runs of one config with the first run, in the measure `headline`."""

    config: str
    headline: str
    pairs: tuple[comparing.Pair, ...]

    def __repr__(self) -> str:
        return shown.line(self, f"{self.config}, {self.headline}: {'; '.join(map(difference, self.pairs))}")

    def _repr_html_(self) -> str:
        lines = [
            {
                "first": pair.first.model,
                "second": pair.second.model,
                "difference": difference_value(pair),
                "p": comparing.chance(pair.adjusted),
                "gained": pair.difference.gained,
                "lost": pair.difference.lost,
            }
            for pair in self.pairs
        ]
        return shown.table(lines, f"{self.config}, {self.headline}")

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


def difference(pair: comparing.Pair) -> str:
    """Return the difference of a pair of runs as text."""
    return f"{pair.second.model} minus {pair.first.model} {difference_value(pair)}, p {comparing.chance(pair.adjusted)}"


def difference_value(pair: comparing.Pair) -> str:
    """Return the difference of a pair of runs with its interval, without their names."""
    return shown.value({**pair.difference._asdict(), "unit": pair.first.figures.get("unit")})


@public
def compare(*runs: Path | str, force: bool = False) -> Comparison:
    """Compare runs of one config with the first. `force` allows different data or prompts, marked in the output."""
    pairs = tuple(comparing.compare([ScoredRun.open(Path(run), values_only=True) for run in runs], force))
    return Comparison(pairs[0].first.benchmark.config, pairs[0].first.headline, pairs)


@public
@dataclass(frozen=True, repr=False)
class Report:
    """A report page."""

    path: Path

    def __repr__(self) -> str:
        return shown.line(self, str(self.path))

    def _repr_html_(self) -> str:
        return shown.table([{"report": self.path}])


@public
def report(*runs: Path | str, out: Path | str = "out/report.html", url: str = "") -> Report:
    """Write one self-contained page with the figures and all responses of scored runs, and a preview image for links;
    `url` is the folder URL where both will be published.

    For a folder with runs below it, the page is an index of all scored runs, and a folder next to it has one page per
    benchmark.
    """
    folders = [Path(run) for run in runs]
    if index.is_of_folder(folders):
        return Report(index.write(folders, Path(out)))
    return Report(reports.write(folders, Path(out), url))
