"""A live board of an evaluation for a terminal, one line per job: progress, rate, cost, failures and figure."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from sgpkit.api.suites.jobs import OVER, Job, State
from sgpkit.api.suites.plan_text import money
from sgpkit.errors import first_line

STYLES = {State.ASKING: "bold", State.SCORING: "bold", State.LEFT: "yellow", State.FAILED: "red", State.WAITING: "dim"}
REFRESH = 4
BAR = 12
NUMBERS = ("answers", "per minute", "cost", "failed")

FRAME = 7
"""Lines of the board that do not show a job."""


@contextmanager
def show_live(jobs: Sequence[Job], console: Console) -> Iterator[None]:
    """Show the board while the block runs; its last state stays on the screen."""
    started = time.monotonic()

    class Board:
        """The content of the display, drawn again several times per second."""

        def __rich__(self) -> Table:
            return table(jobs, console.height - FRAME, time.monotonic() - started)

    with Live(Board(), console=console, refresh_per_second=REFRESH, vertical_overflow="crop"):
        yield


def table(jobs: Sequence[Job], height: int, seconds: float) -> Table:
    """Return the board with at most `height` jobs, around those in progress."""
    several = len({job.model_name for job in jobs}) > 1
    board = Table(box=None, pad_edge=False, title_justify="left", caption_justify="left", expand=False)
    names = ["config", *(["model"] if several else [])]
    for name in [*names, "", "answers", "per minute", "cost", "failed", "figure"]:
        # On a narrow terminal, Rich first shrinks the columns that may wrap: names are cut, numbers never.
        board.add_column(name, justify="right" if name in NUMBERS else "left", no_wrap=name not in names)
    shown = visible_jobs(jobs, max(height, 3))
    for job in shown:
        named = [job.label, *([job.model_name] if several else [])]
        cut = [Text(name, no_wrap=True, overflow="ellipsis") for name in named]
        board.add_row(*cut, str(job.state), *counts(job), figure(job), style=STYLES.get(job.state, ""))
    done = sum(job.state in OVER for job in jobs)
    folded = f"; {len(jobs) - len(shown)} not shown" if len(shown) < len(jobs) else ""
    board.caption = f"{done} of {len(jobs)} done, {clock(seconds)} elapsed{folded}"
    return board


def visible_jobs(jobs: Sequence[Job], height: int) -> list[Job]:
    """Return the jobs that the board shows, in their order."""
    if len(jobs) <= height:
        return list(jobs)
    position = next((index for index, job in enumerate(jobs) if job.state not in OVER), len(jobs))
    start = max(0, min(position - height // 2, len(jobs) - height))
    return list(jobs[start : start + height])


def counts(job: Job) -> tuple[str, str, str, str]:
    """Return the answers of a job with a bar, its rate, its cost and its failures."""
    progress = job.progress
    if progress is None:
        total = (job.estimate.conversations if job.estimate else 0) or 0
        failed = int(job.metadata.get("failed") or 0)
        answers = f"{total - failed:,}" if job.figures else ""
        cost = sum(session.get("engine", {}).get("cost") or 0.0 for session in job.metadata.get("sessions", []))
        return answers, "", money(cost) if cost else "", f"{failed:,}" if failed else ""
    asked = sum(progress.counts.values())
    minutes = max(time.monotonic() - progress.started, 1.0) / 60
    share = progress.finished / progress.total if progress.total else 0.0
    filled = round(share * BAR)
    bar = f"{'━' * filled}{'╌' * (BAR - filled)}"
    failed = progress.counts["error"]
    return (
        f"{bar} {progress.finished:,}/{progress.total:,}",
        f"{asked / minutes:,.0f}" if asked else "",
        money(progress.cost) if progress.cost else "",
        f"{failed:,}" if failed else "",
    )


def figure(job: Job) -> str:
    """Return the headline of a job in per cent, or the reason why it is not done."""
    if job.figures and job.figures["n"]:
        low, high = job.figures["low"], job.figures["high"]
        bounds = "" if low is None else f" [{low * 100:.0f}, {high * 100:.0f}]"
        return f"{job.figures['value']:.1%}{bounds}"
    return first_line(job.reason)[:60] or (job.progress.waiting() if job.progress else "")


def clock(seconds: float) -> str:
    """Return a duration as minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
