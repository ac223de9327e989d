"""Missing figures of the lines of a table, and the commands that make them."""

import shlex
from collections.abc import Mapping
from pathlib import Path

from sgpkit.reports.paper_tables.declaration import Column
from sgpkit.runs import moved_rows
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.status import Status

MOST_DRAWN = 50
"""The most responses that a command draws for people: as many as VectorGym's and SSVG-Bench's people judged."""


def run_command(config: str, other: ScoredRun, options: Mapping[str, str]) -> str:
    """Return the command that asks a config as another run of the same model was asked, but for some options."""
    metadata = other.metadata
    known = {"engine": metadata["engine"], "model": metadata["model"]}
    if other.model != metadata["model"]:
        known["name"] = other.model
    data = metadata["data"]
    source = f"{data['place']}@{data['commit']}" if data["commit"] else written(data["place"])
    if source != moved_rows.DEFAULT:
        known["data"] = source
    return " ".join(
        [f"sgpkit run {config}", *(f"--{name} {shlex.quote(value)}" for name, value in {**known, **options}.items())]
    )


def remedy_of(run: ScoredRun, column: Column) -> str:
    """Return the command that adds the figure of a column to a run, or, if no command can, what the run lacks. `RUN` in
    a declared command is the folder, `DRAW` the number of responses to draw for people."""
    path = written(str(run.folder))
    if not column.needs:
        rows = "rows" if column.rows or column.figure.startswith("by.") else "figure"
        return f"{path} has no {'failed answers' if column.failures else f'such {rows}'}"
    count, lacking = drawable(run, column.figure.partition(".")[0]) if "DRAW" in column.needs else (1, "")
    command = column.needs.replace("RUN", shlex.quote(path)).replace("DRAW", str(count))
    return command if count else f"{path} has no {lacking}"


def written(source: str) -> str:
    """Return a folder relative to the current one if it is in it; anything else, such as a dataset's name, stays."""
    path, here = Path(source), Path.cwd()
    return str(path.resolve().relative_to(here)) if path.exists() and path.resolve().is_relative_to(here) else source


def drawable(run: ScoredRun, kind: str) -> tuple[int, str]:
    """Return how many responses of a run can be drawn for people, and what the run lacks if that is 0. Labels are of
    failures, and verdicts of equal numbers of right and wrong answers."""
    import polars as pl

    scored = run.responses.filter(pl.col("status") != str(Status.INFRA_ERROR))
    wrong = scored.filter(pl.col("value") < 1).height
    right = scored.height - wrong
    count, lacking = {
        "labels": (wrong, "failed answers"),
        "verdicts": (2 * min(right, wrong), "wrong answers" if right else "right answers"),
    }.get(kind, (scored.height, "answers"))
    return min(count, MOST_DRAWN), lacking


class Missing:
    """Missing figures by the command that makes them."""

    def __init__(self) -> None:
        self.columns: dict[str, dict[str, None]] = {}
        self.options: dict[str, dict[str, None]] = {}

    def add(self, name: str, remedy: str) -> None:
        """Note that a column or a config lacks what a command makes; options `--with` of a command are joined."""
        command, *options = remedy.split(" --with ")
        self.columns.setdefault(command, {})[name] = None
        self.options.setdefault(command, {}).update(dict.fromkeys(options))

    def lines(self) -> tuple[str, ...]:
        """Return one line for each command, after the names of what it makes."""
        return tuple(
            f"{', '.join(names)}: {' --with '.join((command, *self.options[command]))}"
            for command, names in self.columns.items()
        )
