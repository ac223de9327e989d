"""The end of an evaluation as text: figures, models side by side, what is left, and where everything lies."""

from collections.abc import Iterator, Sequence

from sgpkit.api.suites.evaluation import Evaluated
from sgpkit.api.suites.jobs import Job, State
from sgpkit.errors import first_line

LABEL = 36
COLUMN = 22
WIDEST = 3
"""Models that stand side by side; of more, each has lines of its own."""

ADVICE = 10
"""Lines of a reason that says what to do about it, which is printed once for all jobs that it stopped."""

LISTED = 12
"""Jobs that are not done and are listed one by one."""


def as_text(evaluated: Evaluated) -> str:
    """Return what `sgpkit eval` prints at its end."""
    lines = [*figures(evaluated.jobs), "", *left(evaluated.jobs)]
    lines += [f"page        {evaluated.page}"] if evaluated.page else []
    lines += [f"submission  {evaluated.submission}"] if evaluated.submission else []
    lines += [f"runs        {evaluated.folder / 'runs'}"]
    if not evaluated.finished:
        lines.append("The same command goes on with what is left.")
    return "\n".join(lines)


def figures(jobs: Sequence[Job]) -> Iterator[str]:
    """Yield the table of headlines: a line a config, a column a model."""
    models = list(dict.fromkeys(job.model_name for job in jobs))
    labels = list(dict.fromkeys(job.label for job in jobs))
    by_place = {(job.label, job.model_name): job for job in jobs}
    for start in range(0, len(models), WIDEST):
        shown = models[start : start + WIDEST]
        yield "".join([f"{'':<{LABEL}}", *(f"{cut(model, COLUMN - 1):<{COLUMN}}" for model in shown)]).rstrip()
        for label in labels:
            cells = [cell(by_place.get((label, model))) for model in shown]
            yield "".join([f"{cut(label, LABEL - 1):<{LABEL}}", *(f"{text:<{COLUMN}}" for text in cells)]).rstrip()


def cell(job: Job | None) -> str:
    """Return the headline of a job with its interval, or its state."""
    if job is None:
        return ""
    if not job.figures or not job.figures["n"]:
        return str(job.state)
    value, low, high = (job.figures[name] for name in ("value", "low", "high"))
    bounds = "" if low is None else f" [{low * 100:.1f}, {high * 100:.1f}]"
    return f"{value:.1%}{bounds}" + ("" if job.state is State.DONE else " *")


def left(jobs: Sequence[Job]) -> Iterator[str]:
    """Yield a line for each job that is not done, with the reason, and what a star means."""
    undone = [job for job in jobs if job.state is not State.DONE]
    for job in undone[:LISTED]:
        reason = first_line(job.reason) or "not begun"
        yield f"{job.state}  {job.label} ({job.model_name}): {reason}"[:150]
    if len(undone) > LISTED:
        yield f"and {len(undone) - LISTED} more, in evaluation.json"
    if any(job.figures and job.figures["n"] for job in undone):
        yield "* some rows have no answer yet"
    for reason in dict.fromkeys(job.reason for job in undone if "\n" in job.reason):
        yield from ("", *reason.splitlines()[:ADVICE])
    if undone:
        yield ""


def cut(text: str, width: int) -> str:
    """Return a text that fits a width; of a long one the middle is left out, since both ends distinguish it."""
    if len(text) <= width:
        return text
    head = (width - 1) // 2
    return f"{text[:head]}…{text[len(text) - (width - 1 - head) :]}"
