"""The summary of an evaluation as text: figures per model, unfinished jobs, and paths of the output."""

import shlex
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from sgpkit.api.suites.evaluation import Evaluated, entry
from sgpkit.api.suites.jobs import Job, State
from sgpkit.errors import first_line
from sgpkit.runs.scoring import figure_text

LABEL = 36
COLUMN = 22
"""Widths on a terminal; elsewhere, nothing is cut."""

WIDEST = 3
"""The largest number of models in one table; more models are split over several tables."""

ADVICE = 10
"""The largest number of lines of a reason, which is printed once for all jobs that it stopped."""

LISTED = 12
"""The largest number of reasons for unfinished jobs that are listed."""

WIDTH = 150


def as_text(evaluated: Evaluated) -> str:
    """Return the summary that `sgpkit eval` prints."""
    lines = [*figures(evaluated.jobs), "", *no_intervals(evaluated.jobs), *left(evaluated.jobs)]
    lines += [f"page        {evaluated.page}"] if evaluated.page else []
    lines += [f"submission  {evaluated.submission}"] if evaluated.submission else []
    lines += [f"runs        {evaluated.folder / 'runs'}"]
    if evaluated.submission:
        lines += [
            f"verify      sgpkit verify {shlex.quote(str(evaluated.submission))}",
            f"submit      sgpkit submit {shlex.quote(str(evaluated.folder))} --repo ORG/RESULTS",
        ]
    if not evaluated.finished:
        lines.append("Run the same command again to resume.")
    return "\n".join(lines)


def as_json(evaluated: Evaluated) -> dict[str, Any]:
    """Return the summary that `sgpkit eval --json` prints: the record of the evaluation, and its files."""
    return {
        "folder": evaluated.folder,
        "page": evaluated.page,
        "submission": evaluated.submission,
        "not_submitted": evaluated.not_submitted,
        "finished": evaluated.finished,
        "jobs": [entry(job) for job in evaluated.jobs],
    }


def figures(jobs: Sequence[Job]) -> Iterator[str]:
    """Yield the table of headlines, with one line per config and one column per model."""
    models = list(dict.fromkeys(job.model_name for job in jobs))
    labels = list(dict.fromkeys(job.label for job in jobs))
    by_place = {(job.label, job.model_name): job for job in jobs}
    first, other = (LABEL, COLUMN) if sys.stdout.isatty() else (longest(labels, LABEL), longest(models, COLUMN))
    for start in range(0, len(models), WIDEST):
        shown = models[start : start + WIDEST]
        yield "".join([f"{'':<{first}}", *(f"{cut(model, other - 1):<{other}}" for model in shown)]).rstrip()
        for label in labels:
            cells = [cell(by_place.get((label, model))) for model in shown]
            yield "".join([f"{cut(label, first - 1):<{first}}", *(f"{text:<{other}}" for text in cells)]).rstrip()


def longest(texts: Sequence[str], least: int) -> int:
    """Return the width of a column that cuts none of the texts."""
    return max(least, *(len(text) + 2 for text in texts))


def cell(job: Job | None) -> str:
    """Return the headline of a job with its interval, or its state."""
    if job is None:
        return ""
    if not job.figures or not job.figures["n"]:
        return str(job.state)
    value, low, high = (job.figures[name] for name in ("value", "low", "high"))
    bounds = "" if low is None else f" [{low * 100:.1f}, {high * 100:.1f}]"
    return f"{value:.1%}{bounds}" + ("" if job.state is State.DONE else " *")


def no_intervals(jobs: Sequence[Job]) -> Iterator[str]:
    """Yield why figures have no interval, one line per reason."""
    missing: dict[str, list[str]] = {}
    for job in jobs:
        if job.figures and job.figures["n"] and (reason := figure_text.no_interval(job.figures)):
            missing.setdefault(reason, []).append(job.label)
    for reason, labels in missing.items():
        yield figure_text.without_interval(reason, dict.fromkeys(labels))
    if missing:
        yield ""


def left(jobs: Sequence[Job]) -> Iterator[str]:
    """Yield one line per reason why jobs are unfinished, with the jobs, and the meaning of the star."""
    undone = [job for job in jobs if job.state is not State.DONE]
    alike: dict[tuple[str, str, str], list[str]] = {}
    for job in undone:
        key = (str(job.state), job.model_name, first_line(job.reason) or "not started")
        alike.setdefault(key, []).append(job.label)
    for (state, model, reason), labels in list(alike.items())[:LISTED]:
        named = labels[0] if len(labels) == 1 else f"{len(labels)} configs"
        text = f"{state}  {named} ({model}): {reason}"
        yield cut(text, WIDTH) if sys.stdout.isatty() else text
    if len(alike) > LISTED:
        yield f"and {len(alike) - LISTED} more reasons, in evaluation.json"
    if any(job.figures and job.figures["n"] for job in undone):
        yield "* some rows are unanswered"
    for reason in dict.fromkeys(job.reason for job in undone if "\n" in job.reason):
        yield from ("", *reason.splitlines()[:ADVICE])
    if undone:
        yield ""


def cut(text: str, width: int) -> str:
    """Return a text that fits a width. Long texts lose their middle, since both ends distinguish them."""
    if len(text) <= width:
        return text
    head = (width - 1) // 2
    return f"{text[:head]}…{text[len(text) - (width - 1 - head) :]}"
