"""Checks before an evaluation builds anything: models, servers, packages, sandbox, disk.

A mistake costs seconds here, and minutes after the rows were built.
"""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from sgpkit import engines
from sgpkit.api import catalogue
from sgpkit.api.suites.jobs import Job, State
from sgpkit.benchmark import families
from sgpkit.engines import Setup
from sgpkit.errors import Unreachable, UserError
from sgpkit.runs import folder as run_folders
from sgpkit.sandbox.workers import sandbox

FREE = 200 << 20
"""The free bytes that an evaluation needs for rows, responses and the page."""

WITHOUT_PROGRAMS = ("choice", "text")
"""Answer formats that are scored without running or drawing anything."""


def check(jobs: Sequence[Job], unbuilt: Sequence[str], folders: Sequence[Path]) -> None:
    """Raise UserError if a model can answer none of its configs, or if the machine lacks a package, a sandbox or disk
    space. If a model can answer only some configs, its other jobs become FAILED. `unbuilt` are the configs that have to
    be built; `folders` are written to."""
    check_models(jobs)
    catalogue.check_extras([families.get(config) for config in unbuilt])
    check_sandbox(jobs)
    for folder in folders:
        check_disk(folder)


def failure_notes(jobs: Sequence[Job], unbuilt: Sequence[str], folders: Sequence[Path]) -> list[str]:
    """Return the error that `check` would raise, if any, as a note of an estimate, which may be made on another
    machine."""
    try:
        check(jobs, unbuilt, folders)
    except UserError as error:
        return [engines.cannot_run(error)]
    return []


def check_models(jobs: Sequence[Job]) -> None:
    """Check every model, on each of its configs."""
    for model in dict.fromkeys(id(job.model) for job in jobs):
        mine = [job for job in jobs if id(job.model) == model]
        errors = {id(job): error for job in mine if (error := problem(job)) is not None}
        if len(errors) == len(mine):
            raise errors[id(mine[0])]
        for job in mine:
            if id(job) in errors:
                job.end(State.FAILED, str(errors[id(job)]))


def problem(job: Job) -> UserError | None:
    """Return the reason why a model cannot answer a config, if any. Raises it at once if a server does not answer. A
    run that has all its answers needs no model."""
    if is_complete(job.folder):
        return None
    try:
        options = job.options()
        engines.check(options.engine, setup_of(job))
    except Unreachable:
        raise
    except UserError as error:
        return error
    return None


def is_complete(folder: Path) -> bool:
    """Return whether the run in a folder has all its answers."""
    try:
        return (folder / "run.json").exists() and bool(run_folders.read_metadata(folder).get("complete"))
    except UserError:
        return False


def setup_of(job: Job) -> Setup:
    """Return the setup of a job as far as it is known without rows."""
    benchmark, options = families.get(job.item.config), job.options()
    sampling = {**benchmark.prompts.sampling, **options.sampling}
    sampling.pop("n", None)
    if options.temperature is not None:
        sampling["temperature"] = options.temperature
    return Setup(options.model, benchmark, sampling=sampling, options=options.engine_options)


def check_sandbox(jobs: Sequence[Job]) -> None:
    """Raise UserError without a sandbox, if any answers are drawings or programs."""
    scored = dict.fromkeys(job.item.config for job in jobs)
    if drawn := [config for config in scored if families.get(config).answer_format not in WITHOUT_PROGRAMS]:
        try:
            sandbox.kind()
        except sandbox.Unavailable as missing:
            raise UserError(f"{drawn[0]} needs a sandbox for the answers: {missing}") from None


def check_disk(folder: Path) -> None:
    """Raise UserError if a folder cannot be written to, or its disk is nearly full."""
    existing = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
    if not existing.is_dir():
        raise UserError(f"{existing} is a file; expected a folder")
    if not os.access(existing, os.W_OK):
        raise UserError(f"no permission to write to {existing}\nChange that, or choose another folder")
    free = shutil.disk_usage(existing).free
    if free < FREE:
        raise UserError(
            f"{existing}: {free >> 20:,} MB free, at least {FREE >> 20:,} MB needed\n"
            "Free some space, or choose a folder on another disk"
        )
