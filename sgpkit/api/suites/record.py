"""The record of an evaluation, `evaluation.json`: the locations of its rows and runs."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sgpkit.errors import UserError
from sgpkit.sandbox.untrusted import json_values

FILE = "evaluation.json"
DATA = "data"
ABOVE = 3
"""Folders between a submission and the folder of its evaluation: submission/CONFIG/NAME."""


def location(source: str, out: Path) -> str:
    """Return the location of the rows for the record: relative to the folder of the evaluation, so that both can be
    moved together.
    """
    return os.path.relpath(source, out) if Path(source).is_dir() else source


def folder_of(path: Path) -> Path | None:
    """Return the folder of the evaluation that a path belongs to, if any."""
    above = (path.absolute(), *path.absolute().parents[:ABOVE])
    return next((folder for folder in above if (folder / FILE).is_file()), None)


def rows_of(named: Sequence[str | Path]) -> Path | None:
    """Return the folder with the rows of submissions, if all of them belong to one evaluation on rows in a folder."""
    folders = {folder_of(Path(name)) for name in named}
    folder = folders.pop() if len(folders) == 1 else None
    if folder is None:
        return None
    location = read(folder).get(DATA)
    rows = folder / location if isinstance(location, str) and location else None
    return Path(os.path.relpath(rows)) if rows is not None and rows.is_dir() else None


def runs_in(path: Path) -> list[Path]:
    """Return the complete runs of the evaluation in a folder; the folder itself if it holds none."""
    if not (path / FILE).is_file():
        return [path]
    jobs = read(path).get("jobs")
    done = [job for job in jobs if is_done(job)] if isinstance(jobs, list) else []
    if not done:
        raise UserError(f"{path}: no run of this evaluation is complete\nRun the same sgpkit eval command again")
    # The folder may have been moved since the record was written.
    return [path.joinpath(*Path(job["folder"]).parts[-3:]) for job in done]


def is_done(job: object) -> bool:
    """Return whether an entry of the record is a complete run."""
    return isinstance(job, Mapping) and job.get("state") == "done" and isinstance(job.get("folder"), str)


def read(folder: Path) -> Mapping[str, Any]:
    """Return the record in a folder."""
    return json_values.read_object(folder / FILE)
