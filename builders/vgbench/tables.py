"""The paper's tables from scored runs: by strategy and model (Tables 3 and 7), by length of the program (Table 8), code
against picture (Table 9), and generation beside the originals' own score (Table 5).

    python -m sgpkit.families.vgbench.tables runs/*        # run folders that `sgpkit score` has been through

A run of `vgqa-tikz` fills the three TikZ columns of its model, strategy and mode; a format's average is the unweighted
mean of its types and stands only where all three are there. The published figures are in `sgpkit/published`.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sgpkit.errors import UserError
from sgpkit.published import as_printed
from sgpkit.sandbox.untrusted import json_values, regular

from .content.figure import FORMATS, TYPES
from .lengths import BANDS

if TYPE_CHECKING:
    import polars as pl

ASKED = ("model", "strategy", "mode")
FILES = ("run.json", "scores.json")
MAX_FILE = json_values.MAX_BYTES
BOUND = "originals (upper bound)"


class Run(NamedTuple):
    """A scored run. `task` is "vgqa" or "vgen"; `metadata` comes from run.json, `figures` from scores.json."""

    task: str
    format: str
    metadata: dict[str, Any]
    figures: dict[str, Any]
    scores: "pl.DataFrame"

    @property
    def asked(self) -> dict[str, str]:
        return {name: str(self.metadata[name]) for name in ASKED}


def read(folder: Path) -> Run:
    from sgpkit.runs import parts

    try:
        metadata, figures = (json_values.parse(regular.read_linked(folder / name, MAX_FILE)) for name in FILES)
        scores = parts.read(folder, "scores", f"Score it again: sgpkit score {folder}")
    except FileNotFoundError as error:
        name = Path(error.filename).name
        raise UserError(f"{folder} has no {name}; run: sgpkit score {folder}") from None
    except ValueError as error:
        raise UserError(f"{folder} is damaged: {error}\nScore it again: sgpkit score {folder}") from None
    task, _, format = str(metadata["config"]).partition("-")
    if task not in ("vgqa", "vgen") or format not in FORMATS:
        raise UserError(f"{folder} is a run of {metadata['config']}; expected one of VGBench's configs")
    return Run(task, format, metadata, figures, scores)


def by_strategy(runs: Sequence[Run]) -> "pl.DataFrame":
    """A line for each model, strategy and mode; a column for each type of each format, and the formats' averages."""
    return accuracies(runs, ())


def by_band(runs: Sequence[Run]) -> "pl.DataFrame":
    """The same within each band of length."""
    return accuracies(runs, ("band",))


def by_mode(runs: Sequence[Run]) -> "pl.DataFrame":
    """Return the formats' averages only, so that code can be compared with pictures."""
    import polars as pl

    whole = accuracies(runs, ())
    kept = [f"{format}_avg" for format in FORMATS if f"{format}_avg" in whole.columns]
    return whole.select(*ASKED, *kept).sort("mode", *ASKED) if whole.height else pl.DataFrame()


def accuracies(runs: Sequence[Run], beside: tuple[str, ...]) -> "pl.DataFrame":
    import polars as pl

    lines: dict[tuple[str, ...], dict[str, Any]] = {}
    for run in runs:
        if run.task != "vgqa":
            continue
        grouped = run.scores.filter(pl.col("status") != "infra_error").group_by(*beside, "type", maintain_order=True)
        for row in grouped.agg(pl.col("value").mean()).iter_rows(named=True):
            head = run.asked | {name: row[name] for name in beside}
            line = lines.setdefault(tuple(head.values()), dict(head))
            line[f"{run.format}_{row['type']}"] = 100 * row["value"]
    columns = [*ASKED, *beside]
    for format, types in TYPES.items():
        names = [f"{format}_{type}" for type in types]
        if any(names[index] in line for line in lines.values() for index in range(3)):
            columns += [*names, f"{format}_avg"]
        for line in lines.values():
            if all(name in line for name in names):
                line[f"{format}_avg"] = sum(line[name] for name in names) / len(names)
    ordered = sorted(lines.values(), key=lambda line: [place_of(line[name]) for name in (*ASKED, *beside)])
    return pl.DataFrame([{name: line.get(name) for name in columns} for line in ordered])


def place_of(value: str) -> tuple[int, str]:
    return (BANDS.index(value) if value in BANDS else -1, value)


def generation(runs: Sequence[Run]) -> "pl.DataFrame":
    """Return the headline by format, in per cent, with the originals' own in the first line; `drawn` is the share
    of answers that could be drawn, and what could not counts as 0."""
    import polars as pl

    bound: dict[str, Any] = {"model": BOUND, "strategy": ""}
    lines: dict[tuple[str, str], dict[str, Any]] = {}
    for run in runs:
        if run.task != "vgen":
            continue
        name, strategy = str(run.metadata["model"]), str(run.metadata["strategy"])
        line = lines.setdefault((name, strategy), {"model": name, "strategy": strategy})
        line[run.format] = 100 * run.figures["value"]
        line[f"{run.format}_drawn"] = 100 * run.figures["summary"]["drawn"]
        own = next(value for key, value in run.figures["summary"].items() if key.startswith("originals"))
        bound |= {run.format: 100 * own, f"{run.format}_drawn": None}
    columns = [name for format in FORMATS for name in (format, f"{format}_drawn") if name in bound]
    rows = [bound, *lines.values()] if lines else []
    return pl.DataFrame([{name: row.get(name) for name in ("model", "strategy", *columns)} for row in rows])


TABLES = {
    "By model, strategy and mode (accuracy in %)": by_strategy,
    "By length of the program": by_band,
    "Code against picture": by_mode,
    "Generation (scene match in %)": generation,
}


def main(arguments: Sequence[str]) -> int:
    return as_printed.show("sgpkit.families.vgbench.tables", arguments, read, TABLES, decimals=1)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
