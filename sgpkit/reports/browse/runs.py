"""The runs below a folder, and the progress of each."""

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sgpkit.errors import UserError, first_line
from sgpkit.reports.browse.index import Logs
from sgpkit.runs.folder import Run, read_metadata
from sgpkit.runs.parts import MANIFEST
from sgpkit.runs.responses import logs, open_table
from sgpkit.runs.scoring import figure_text
from sgpkit.runs.scoring.scored_run import FIGURES
from sgpkit.sandbox.untrusted import json_values

INSIDE = ("responses", "scores", "annotations", "asking", "submission")
"""Names of folders that are not searched for runs."""

SCORED, COMPLETE, RUNNING, STOPPED = "scored", "not scored", "running", "incomplete"
"""The states of a run."""

RECENT = 60
"""Seconds since its last response for which an incomplete run counts as running."""


@dataclass(frozen=True)
class Watched:
    """A run folder under its name on the page, and the logs of its responses, which grow."""

    name: str
    folder: Path
    logs: Logs

    @property
    def config(self) -> str:
        """The config of the run; "" if its folder cannot be read."""
        try:
            return str(read_metadata(self.folder)["config"])
        except (UserError, OSError):
            return ""

    def changed(self) -> tuple[float, ...]:
        """Return the modification time of the files with its responses and scores."""
        manifests = (self.folder / name / MANIFEST for name in ("responses", "scores"))
        paths = [self.folder / "run.json", self.folder / "scores.json", *manifests, *logs(self.folder)]
        return tuple(map(modified, paths))

    def described(self) -> dict[str, Any]:
        """Return the run and its state for the page; for an unreadable folder, the reason."""
        try:
            run = Run.open(self.folder)
            return {"name": self.name, **description(run), **self.state(run)}
        except (UserError, OSError, ValueError, TypeError, KeyError) as error:
            return {"name": self.name, "error": first_line(error)}  # a damaged run must not hide the others

    def state(self, run: Run) -> dict[str, Any]:
        """Return the state of a run, with its counts."""
        expected = int(run.metadata["rows"]) * int(run.metadata["n"])
        if run.metadata["complete"]:
            figures = current_figures(self.folder)
            answered = {"answered": expected, "expected": expected}
            return {"state": SCORED, **answered, **figures} if figures else {"state": COMPLETE, **answered}
        self.logs.update()
        seconds = time.time() - max(map(modified, [self.folder / "run.json", *logs(self.folder)]))
        return {
            "state": RUNNING if seconds < RECENT else STOPPED,
            "answered": len(self.logs.lines) - self.logs.failed,
            "failed": self.logs.failed,
            "expected": expected,
            "seconds": round(seconds),
        }


def description(run: Run) -> dict[str, Any]:
    """Return the description of a run: its config, model and method."""
    metadata, prompts = run.metadata, run.benchmark.prompts
    several = [name for name, values in (("mode", prompts.modes), ("setting", prompts.settings)) if len(values) > 1]
    return {
        "config": run.benchmark.config,
        "title": run.benchmark.title,
        "model": run.model,
        "method": ", ".join([metadata["strategy"], *(metadata[name] for name in several)]),
        "engine": metadata["engine"],
        "samples": metadata["n"],
        "data": metadata["data"]["sha256"][:12],
    }


def current_figures(folder: Path) -> dict[str, Any] | None:
    """Return the figures of a run as the page shows them; None if its current responses are not scored."""
    path = folder / "scores.json"
    tables = open_table(folder).files
    if not path.exists() or not tables or modified(path) < max(map(modified, tables)):
        return None
    figures = json_values.read_small(path)
    if not figures.keys() >= FIGURES:
        return None
    return shown_figures(figures)


def shown_figures(figures: Mapping[str, Any]) -> dict[str, Any]:
    """Return the headline with its interval, or the reason why it has none, as text and as numbers."""
    counted = bool(figures["n"]) and figures["value"] is not None
    known = counted and figures["low"] is not None
    interval = f"{figure_text.number(figures, 'low')} – {figure_text.number(figures, 'high')}" if known else ""
    return {
        "headline": figures["headline"],
        "figure": figure_text.number(figures) if counted else "–",
        "interval": interval,
        "no_interval": figure_text.without_interval(figure_text.no_interval(figures)) if counted else "",
        "bar": [figures[name] for name in ("value", "low", "high")]
        if counted and figure_text.is_share(figures)
        else [],
        "n": figures["n"],
        "statuses": figures["statuses"],
    }


def modified(path: Path) -> float:
    """Return the modification time of a file; 0 if it is missing."""
    return path.stat().st_mtime if path.exists() else 0.0


def find(folders: Sequence[Path]) -> Iterator[tuple[str, Path]]:
    """Yield every run at or below the folders with its name on the page: its path below them."""
    for folder in folders:
        for path in below(folder):
            name = path.relative_to(folder).as_posix()
            yield (folder.name or str(path) if name == "." else name if len(folders) == 1 else f"{folder}/{name}"), path


def below(folder: Path) -> list[Path]:
    """Return the run folders at or below a folder, sorted."""
    paths = []
    for path, folders, files in os.walk(folder):
        if "run.json" in files:
            paths.append(Path(path))
        folders[:] = sorted(name for name in folders if name not in INSIDE and not name.startswith("."))
    return sorted(paths)


def require(folders: Sequence[Path]) -> None:
    """Raise UserError for a folder that is missing."""
    for folder in folders:
        if not folder.is_dir():
            raise UserError(f"{folder}: no such folder; expected run folders, or a folder with runs below it")
