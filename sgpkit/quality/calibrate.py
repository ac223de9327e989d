"""Compare builtin with published rows by runs of several models on both: the order of models, and difficulty by type.

The rank correlation shows whether builtin and published rows rank models in the same order. Its interval is over rows
(drawings are resampled within each source), for the given models. Difficulty is the mean over the models, by type of
question.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from sgpkit import statistics
from sgpkit.data import record
from sgpkit.errors import UserError
from sgpkit.files import write_atomically
from sgpkit.runs.scoring.contamination import BUILTIN, answered, mean, source
from sgpkit.runs.scoring.scored_run import ScoredRun

NAME = "calibration.json"
FEWEST = 3
"""Minimum number of models for an order."""

RESAMPLES = 2_000
TYPE = "type"
ASKED = ("model", "strategy", "mode", "setting")
"""The properties that must be equal for runs over two sources to be compared."""


@dataclass(frozen=True)
class Calibration:
    """The figures of one config: one line per model, and one per type of question."""

    config: str
    published: str
    models: Sequence[tuple[str, float, float]]
    """Model and method, and its figures on published and on builtin rows."""

    correlation: float
    low: float
    high: float
    types: Sequence[tuple[str, float, float]]
    """Type of question, and the mean over models on published and on builtin rows; NaN if one has none."""

    def as_json(self) -> dict[str, Any]:
        """Return the figures as JSON; values that are not numbers are null."""
        return {
            "config": self.config,
            "published": self.published,
            "rank_correlation": {"value": number(self.correlation), "low": number(self.low), "high": number(self.high)},
            "models": [{"model": name, "published": p, "builtin": b} for name, p, b in self.models],
            "types": [{"type": name, "published": number(p), "builtin": number(b)} for name, p, b in self.types],
        }


def number(value: float) -> float | None:
    """Return a number, or None for NaN."""
    return None if math.isnan(value) else value


def calibrations(runs: Sequence[ScoredRun]) -> list[Calibration]:
    """Return the figures of each config for which several models were run on published and on builtin rows. Raises
    UserError if there are none."""
    by_config: dict[str, list[ScoredRun]] = {}
    for run in runs:
        by_config.setdefault(run.benchmark.config, []).append(run)
    results = []
    for config, same in by_config.items():
        pairs = paired(same)
        if len(pairs) >= FEWEST:
            results.append(calibration(config, pairs))
    if not results:
        raise UserError(
            f"expected runs of at least {FEWEST} models, each on published and on builtin rows of one config with the "
            "same strategy and mode\nBuild the published rows: sgpkit build CONFIG --source hub --out published"
        )
    return results


def paired(runs: Sequence[ScoredRun]) -> dict[str, tuple[ScoredRun, ScoredRun]]:
    """Return, for each model and method with both, the run over published rows and that over builtin rows. Raises
    UserError if there are several runs over the same rows.
    """
    sides: dict[str, dict[bool, list[ScoredRun]]] = {}
    for run in runs:
        # By its name, if any, since the path of a replayed or served model differs for each set of rows.
        known = dict(run.metadata) | {"model": run.metadata.get("name") or run.metadata["model"]}
        name = ", ".join(str(known[part]) for part in ASKED if known[part])
        sides.setdefault(name, {}).setdefault(source(run) == BUILTIN, []).append(run)
    both = {name: side for name, side in sides.items() if len(side) == 2}
    for name, side in both.items():
        for is_builtin, (first, *others) in side.items():
            if others:
                raise UserError(
                    f"{first.display_path} and {others[0].display_path} are both runs of {name} on "
                    f"{BUILTIN if is_builtin else 'published'} rows of {first.benchmark.config}; expected one of them\n"
                    "Leave one out. Compare runs with other differences, such as temperature, in separate calls."
                )
    return {name: (side[False][0], side[True][0]) for name, side in both.items()}


def calibration(config: str, pairs: dict[str, tuple[ScoredRun, ScoredRun]]) -> Calibration:
    """Return the figures of one config."""
    tables = [[answered(run) for run in side] for side in zip(*pairs.values(), strict=True)]
    means = [[mean(table) for table in side] for side in tables]
    low, high = interval(*(resampled(side, seed) for seed, side in enumerate(tables)))
    models = list(zip(pairs, *means, strict=True))
    published = " and ".join(sorted({source(run) for run, _ in pairs.values()}))
    value = statistics.spearman(*means)
    return Calibration(config, published, models, value, low, high, by_type(*tables))


def resampled(tables: Sequence[pl.DataFrame], seed: int) -> np.ndarray:
    """Return each model's mean in each resample of drawings, the same drawings for all models."""
    clusters = sorted(set().union(*(set(table["cluster"].to_list()) for table in tables)))
    index = {name: column for column, name in enumerate(clusters)}
    sums, sizes = np.zeros((len(tables), len(clusters))), np.zeros((len(tables), len(clusters)))
    for line, table in enumerate(tables):
        columns = [index[name] for name in table["cluster"].to_list()]
        np.add.at(sums[line], columns, table["value"].to_numpy())
        np.add.at(sizes[line], columns, 1)
    drawn = np.random.default_rng(seed).multinomial(
        len(clusters), np.full(len(clusters), 1 / len(clusters)), size=RESAMPLES
    )
    means: np.ndarray = (drawn @ sums.T) / np.maximum(drawn @ sizes.T, 1e-9)
    return means


def interval(published: np.ndarray, builtin: np.ndarray) -> tuple[float, float]:
    """Return the middle 95 % of the rank correlations of resamples."""
    values = [statistics.spearman(one, other) for one, other in zip(published, builtin, strict=True)]
    known = [value for value in values if not math.isnan(value)]
    low, high = np.quantile(known, (0.025, 0.975)) if known else (math.nan, math.nan)
    return float(low), float(high)


def by_type(published: Sequence[pl.DataFrame], builtin: Sequence[pl.DataFrame]) -> list[tuple[str, float, float]]:
    """Return for each type of question the mean over models on published and on builtin rows."""
    if any(TYPE not in table.columns for table in (*published, *builtin)):
        return []
    names = sorted({str(name) for table in (*published, *builtin) for name in table[TYPE].unique().to_list()})

    def side(tables: Sequence[pl.DataFrame], name: str) -> float:
        parts = [table.filter(pl.col(TYPE).cast(pl.String) == name) for table in tables]
        known = [mean(part) for part in parts if part.height]
        return math.fsum(known) / len(known) if known else math.nan

    return [(name, side(published, name), side(builtin, name)) for name in names]


def as_text(calibrated: Calibration) -> str:
    """Return the figures as tables."""
    lines = [
        f"{calibrated.config}: published ({calibrated.published}) and builtin rows",
        f"  rank correlation {calibrated.correlation:.2f}  [{calibrated.low:.2f}, {calibrated.high:.2f}]"
        f"  of {len(calibrated.models)} models",
        f"  {'model':<44}{'published':>10}{'builtin':>9}",
        *(f"  {name[:43]:<44}{p:>10.1%}{b:>9.1%}" for name, p, b in calibrated.models),
    ]
    if calibrated.types:
        lines.append(f"  {'type':<44}{'published':>10}{'builtin':>9}")
        lines += [f"  {name[:43]:<44}{share(p):>10}{share(b):>9}" for name, p, b in calibrated.types]
    return "\n".join(lines)


def share(value: float) -> str:
    """Return a share as text, or a dash for NaN."""
    return "–" if math.isnan(value) else f"{value:.1%}"


def keep(folder: Path, calibrated: Calibration) -> Path:
    """Store the figures with their builtin rows, for the dataset card."""
    known = record.read(folder, calibrated.config)
    path = folder / calibrated.config / NAME
    write_atomically(path, json.dumps(calibrated.as_json() | {"sha256": known["sha256"]}, indent=1) + "\n")
    return path
