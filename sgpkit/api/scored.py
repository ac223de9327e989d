"""Score runs, compare them, and write a report of them."""

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
    """The scores of a run: the headline with its 95 % interval, how answers ended, and all that scores.json says."""

    folder: Path
    value: float
    low: float | None
    high: float | None
    n: int
    statuses: Mapping[str, int]
    figures: Mapping[str, Any]

    def to_polars(self) -> "pl.DataFrame":
        """Return the scores, one line a response."""
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
    """Score a run and write its scores into its folder. Asks no engine.

    `data` is where the rows are now, if not where the run read them; with `ray` a cluster does the work, and
    reads and writes the parts of a large run at the address `shards`, if that is given.
    `renderer` paints what metrics compare as pictures: "resvg", the default, or "cairo", as published
    protocols have it.
    """
    folder = Path(run)
    figures = scoring.score(Run.open(folder, data), ray, renderer, shards)
    return Scores(folder, figures["value"], figures["low"], figures["high"], figures["n"], figures["statuses"], figures)


@dataclass(frozen=True)
class Comparison:
    """Runs of one config against the first of them, row by row."""

    pairs: tuple[comparing.Pair, ...]

    def to_polars(self) -> "pl.DataFrame":
        """Return the differences: a line for each run over all rows, with `column` and `group` null, then one a group.

        `p_adjusted` is the test's p value, adjusted for all lines together (Holm).
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
    """Compare runs of one config with the first of them. `force` allows other data or prompts, and remarks on it."""
    return Comparison(tuple(comparing.compare([ScoredRun.open(Path(run), values_only=True) for run in runs], force)))


@dataclass(frozen=True)
class Report:
    """A page that was written."""

    path: Path


def report(*runs: Path | str, out: Path | str = "out/report.html", url: str = "") -> Report:
    """Write one self-contained page with the figures and every response of scored runs, and the picture that it is
    shared with; `url` is the folder where both will be."""
    return Report(reports.write([Path(run) for run in runs], Path(out), url))
