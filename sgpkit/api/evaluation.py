"""Score completions on the rows of a config, without a run folder."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sgpkit import statistics
from sgpkit.api import shown
from sgpkit.api.shown import public
from sgpkit.benchmark import Benchmark, Completion, Row, Score, families
from sgpkit.engines import replay
from sgpkit.errors import UserError
from sgpkit.integrations import tasks
from sgpkit.runs import data as datasets
from sgpkit.runs import plan
from sgpkit.status import Status

if TYPE_CHECKING:
    import polars as pl

Completions = Sequence[str] | Mapping[str, str] | Path | str
"""Texts in the order of the rows, texts by id, or a JSONL or Parquet file with `id` and `completion`."""

INFRA_ERROR = Status.INFRA_ERROR
"""A failure of the engine, which no mean includes."""

MISSING = Completion("", finish_reason="missing")


@public
@dataclass(frozen=True, repr=False)
class Evaluation:
    """Scores of completions: the mean with its 95 % interval over all rows, and one score per completion.

    `method` says how the interval was made, or why there is none. `ids`, `samples`, `completions` and `scores` are
    aligned. A row without a completion counts as unanswered.
    """

    config: str
    headline: str
    value: float
    low: float
    high: float
    method: str
    n: int
    statuses: Mapping[str, int]
    ids: tuple[str, ...]
    samples: tuple[int, ...]
    completions: tuple[str, ...]
    scores: tuple[Score, ...]

    def __repr__(self) -> str:
        return shown.line(self, f"{self.config}: {shown.figure(self.headline, vars(self))}, n = {self.n:,}")

    def _repr_html_(self) -> str:
        statuses = shown.counts(self.statuses)
        return shown.table(
            [{"config": self.config, self.headline: shown.value(vars(self)), "n": self.n, "statuses": statuses}]
        )

    def to_polars(self) -> "pl.DataFrame":
        """Return a table with one row per completion: id, sample, value, status, reason, and the parts of the score."""
        import polars as pl

        names = sorted({name for score in self.scores for name in score.parts})
        labels = sorted({name for score in self.scores for name in score.labels})
        return pl.DataFrame(
            {
                "id": self.ids,
                "sample": self.samples,
                "completion": self.completions,
                "value": [score.value for score in self.scores],
                "status": [str(score.status) for score in self.scores],
                "reason": [score.reason for score in self.scores],
                **{name: [score.parts.get(name) for score in self.scores] for name in names},
                **{name: [score.labels.get(name) for score in self.scores] for name in labels},
            }
        )


@public
def evaluate(
    config: str,
    completions: Completions,
    *,
    data: str | Path = "sgp-bench",
    mode: str | None = None,
    setting: str | None = None,
    limit: int | None = None,
) -> Evaluation:
    """Score completions on the rows of a config.

    `completions` is a list with one text per row, in the order of the rows, a mapping from row ids to texts, or the
    path of a JSONL or Parquet file with `id`, `completion` and optionally `sample`. `limit` keeps the first rows.
    """
    benchmark = families.get(config)
    if benchmark.scoring.score is None:
        raise UserError(f"{config} is a training config and cannot be scored")
    mode = plan.choose("mode", mode, benchmark.prompts.modes)
    setting = plan.choose("setting", setting, benchmark.prompts.settings)
    loaded = datasets.load(str(data), benchmark)
    rows = plan.asked_rows(benchmark, loaded.rows, mode, limit, False)
    keyed = list(pair_rows(benchmark, rows, completions))
    asked = [row | {"mode": mode, "setting": setting} for row, _, _ in keyed]
    scores = tasks.scores(benchmark, asked, [completion for _, _, completion in keyed])
    counted = [(score.value, row) for score, row in zip(scores, asked, strict=True) if score.status != INFRA_ERROR]
    clusters, ids = ([str(row[name]) for _, row in counted] for name in ("cluster", "id"))
    estimate = statistics.mean_estimate([value for value, _ in counted], clusters, ids)
    statuses: dict[str, int] = {}
    for score in scores:
        statuses[str(score.status)] = statuses.get(str(score.status), 0) + 1
    return Evaluation(
        config,
        benchmark.scoring.value_name,
        estimate.value,
        estimate.low,
        estimate.high,
        estimate.method,
        estimate.n,
        statuses,
        tuple(str(row["id"]) for row in asked),
        tuple(sample for _, sample, _ in keyed),
        tuple(completion.text for _, _, completion in keyed),
        tuple(scores),
    )


def pair_rows(
    benchmark: Benchmark, rows: Sequence[Row], completions: Completions
) -> Iterator[tuple[Row, int, Completion]]:
    """Yield each row with its samples and their completions; a row without completions gets `MISSING`."""
    if isinstance(completions, str | Path):
        by_id = read_file(Path(completions))
    elif isinstance(completions, Mapping):
        by_id = {str(name): {0: as_completion(text)} for name, text in completions.items()}
    else:
        if len(completions) != len(rows):
            raise UserError(
                f"{benchmark.config}: expected {len(rows):,} completions, one per row, got {len(completions):,}"
            )
        by_id = {str(row["id"]): {0: as_completion(text)} for row, text in zip(rows, completions, strict=True)}
    if by_id and not any(str(row["id"]) in by_id for row in rows):
        raise UserError(f"none of the {len(by_id):,} completion ids matches a row of {benchmark.config}")
    for row in rows:
        for sample, completion in sorted(by_id.get(str(row["id"]), {0: MISSING}).items()):
            yield row, sample, completion


def as_completion(text: object) -> Completion:
    """Return a text as a completion; a value of any other type counts as an empty text."""
    return Completion(text if isinstance(text, str) else "")


def read_file(path: Path) -> dict[str, dict[int, Completion]]:
    """Read completions by id and sample from a file that the engine `replay` takes."""
    if not path.is_file():
        raise UserError(f"no file {path}; expected a JSONL or Parquet file with id and completion")
    by_id: dict[str, dict[int, Completion]] = {}
    for position, item in replay.read(path):
        identifier, sample = item.get("id"), item.get("sample") or 0
        if not isinstance(identifier, str) or "completion" not in item or not isinstance(sample, int):
            raise UserError(
                f"{path}, {position}: expected id (text), completion, and optionally sample (a whole number)"
            )
        samples = by_id.setdefault(identifier, {})
        if sample in samples:
            raise UserError(f"{path}, {position}: duplicate completion for {identifier!r}, sample {sample}")
        samples[sample] = replay.completion(item)
    return by_id
