"""The paper's tables from scored runs: judges against people (Table 2), descriptions and captions (Table 3), edits
(Table 4), sketches (Table 5).

    python -m sgpkit.families.vectorgym.tables runs/*      # run folders that `sgpkit score` has been through

A line has the columns of the printed table, empty where a run was not judged or measured: judges' marks come from
`sgpkit annotate judge`, CLIP, DINO, LPIPS and the embedding from `sgpkit annotate measure`. Figures are means over all
rows, where an answer that cannot be drawn has the worst value; the paper's are of the best of five samples. `drawn` is
the share that can be drawn, `n` the samples a row. Table 2 has Pearson's correlation of each judge's marks with
people's ratings, where `sgpkit annotate agreement` has compared them; a run of the baseline `reference` gives the block
on ground truth.
The published figures are in `sgpkit/published`.
"""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sgpkit.errors import UserError
from sgpkit.published import as_printed
from sgpkit.sandbox.untrusted import json_values, regular

if TYPE_CHECKING:
    import polars as pl

TASKS = ("sketch", "edit", "text", "caption")
ASKED = ("model", "strategy", "n")
FILES = ("run.json", "scores.json")
MAX_FILE = json_values.MAX_BYTES

DRAWING = {"judge": 1.0, "mse": 1.0, "ssim": 1.0, "dino": 1.0, "lpips": 1.0, "time": 1.0, "drawn": 100.0}
TEXT = {"judge": 1.0, "clip": 1.0, "time": 1.0, "ssim": 1.0, "drawn": 100.0}
CAPTION = {"bleu": 1.0, "chrf": 1.0, "embedding": 100.0, "rouge_l": 1.0, "judge": 1.0, "bert_score": 100.0}
"""The figures of a task in the order of the paper, each with what takes ours to the printed scale."""

AGREEMENT, PEARSON = "agreement.json", "pearson"

CORPUS = {"bleu": "corpus BLEU", "chrf": "corpus chrF++"}
"""Figures that are taken of all captions together."""

PRINTED = {"embedding": "bge_m3"}
"""The published tables' names of figures."""


class Run(NamedTuple):
    """A scored run: `metadata` from run.json, `figures` from scores.json, `agreement` Pearson's correlation by
    judge."""

    task: str
    metadata: Mapping[str, Any]
    figures: Mapping[str, Any]
    agreement: Mapping[str, float | None]

    @property
    def asked(self) -> dict[str, str]:
        """The mode is shown where a task has several that people compare."""
        mode = f", {self.metadata['mode']}" if self.task != "sketch" else ""
        return {
            "model": str(self.metadata["model"]),
            "strategy": f"{self.metadata['strategy']}{mode}",
            "n": str(self.figures["n_samples"]),
        }

    def figure(self, name: str) -> float | None:
        if name == self.figures["headline"]:
            # The value of a mark is its share of the scale; the mark itself stands among the parts.
            return number(self.figures["parts"].get(name) or self.figures)
        if name == "time":
            return number(self.figures.get("samples", {}).get("cost", {}).get("seconds"))
        summary = self.figures.get("summary", {})
        return number(summary.get(CORPUS.get(name, name)) or self.figures["parts"].get(name))


def number(held: Any) -> float | None:
    """Return the value of a figure, which is stored with its interval."""
    value = held.get("value") if isinstance(held, Mapping) else held
    return float(value) if isinstance(value, int | float) else None


def read(folder: Path) -> Run:
    try:
        metadata, figures = (json_values.parse(regular.read_linked(folder / name, MAX_FILE)) for name in FILES)
    except (FileNotFoundError, NotADirectoryError) as error:
        name = Path(error.filename).name
        raise UserError(f"{folder} has no {name}; run: sgpkit score {folder}") from None
    except ValueError as error:
        raise UserError(f"{folder} is damaged: {error}\nScore it again: sgpkit score {folder}") from None
    family, _, task = str(metadata["config"]).partition("-")
    if family != "vectorgym" or task not in TASKS:
        raise UserError(f"{folder} is a run of {metadata['config']}; expected one of VectorGym's configs")
    return Run(task, metadata, figures, agreement(folder))


def agreement(folder: Path) -> dict[str, float | None]:
    correlations = {}
    for file in sorted(folder.glob(f"judged/*/{AGREEMENT}")):
        comparison = json_values.read_object(file)
        correlations[str(comparison["judge"])] = number(comparison.get(PEARSON))
    return correlations


def judges_and_people(runs: Sequence[Run]) -> "pl.DataFrame":
    """Return Table 2: a line for each task and generator, a column for each judge."""
    import polars as pl

    judges = sorted({judge for run in runs for judge in run.agreement})
    rows = [
        {"task": run.task, "model": str(run.metadata["model"])} | {judge: run.agreement.get(judge) for judge in judges}
        for run in runs
        if run.agreement
    ]
    rows.sort(key=lambda row: (TASKS.index(str(row["task"])), row["model"]))
    schema = {"task": pl.String, "model": pl.String} | dict.fromkeys(judges, pl.Float64)
    return pl.DataFrame(rows, schema=schema) if rows else pl.DataFrame()


def texts_and_captions(runs: Sequence[Run]) -> "pl.DataFrame":
    """Return Table 3: a model's descriptions and captions in one line, where strategy and mode are the same."""
    return lined(runs, {"text": TEXT, "caption": CAPTION})


def edits(runs: Sequence[Run]) -> "pl.DataFrame":
    """Return Table 4."""
    return lined(runs, {"edit": DRAWING})


def sketches(runs: Sequence[Run]) -> "pl.DataFrame":
    """Return Table 5."""
    return lined(runs, {"sketch": DRAWING})


def lined(runs: Sequence[Run], wanted: Mapping[str, Mapping[str, float]]) -> "pl.DataFrame":
    """A line for each way of asking, best judged first; with several tasks, columns carry the task's name."""
    import polars as pl

    lines: dict[tuple[str, ...], dict[str, Any]] = {}
    for run in runs:
        if run.task not in wanted:
            continue
        line = lines.setdefault(tuple(run.asked.values()), dict(run.asked))
        for name, scale in wanted[run.task].items():
            value = run.figure(name)
            line[column(run.task, name, wanted)] = None if value is None else scale * value
    columns = [column(task, name, wanted) for task, figures in wanted.items() for name in figures]
    first = columns[0]
    ordered = sorted(lines.values(), key=lambda line: (-(line.get(first) or 0.0), *(line[name] for name in ASKED)))
    schema = dict.fromkeys(ASKED, pl.String) | dict.fromkeys(columns, pl.Float64)
    rows = [{name: line.get(name) for name in schema} for line in ordered]
    return pl.DataFrame(rows, schema=schema) if rows else pl.DataFrame()


def column(task: str, name: str, wanted: Mapping[str, Any]) -> str:
    printed = PRINTED.get(name, name)
    return f"{task}_{printed}" if len(wanted) > 1 else printed


TABLES = {
    "Judges against people, Pearson's correlation (Table 2)": judges_and_people,
    "Descriptions and captions (Table 3)": texts_and_captions,
    "Edits (Table 4)": edits,
    "Sketches (Table 5)": sketches,
}


def main(arguments: Sequence[str]) -> int:
    return as_printed.show("sgpkit.families.vectorgym.tables", arguments, read, TABLES, decimals=2)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
