"""The leaderboard as one page. It is complete without scripts, which are only needed for filtering."""

from collections.abc import Iterable, Sequence
from importlib import resources

from markupsafe import Markup

import sgpkit
from sgpkit import reports
from sgpkit.reports import title_picture
from sgpkit.reports.leaderboard import plot
from sgpkit.reports.leaderboard.board import Board, Line
from sgpkit.reports.leaderboard.entries import BASELINE, PICTURE, Unread
from sgpkit.reports.leaderboard.models import Model
from sgpkit.status import Status

FILTERS = {
    "family": "Family",
    "config": "Task",
    "format": "Format",
    "strategy": "Strategy",
    "verification": "Verification",
}
"""The columns that entries can be filtered by, with their labels."""


def render(boards: Sequence[Board], unread: Sequence[Unread], url: str = "") -> str:
    """Return the HTML of the leaderboard; `url` is its future URL, if known."""
    style, script = reports.resource("page.css") + resource("board.css"), resource("board.js")
    lines = [line for board in boards for line in board.lines]
    return (
        reports.environment()
        .from_string(resource("board.html"))
        .render(
            version=sgpkit.__version__,
            boards=boards,
            unread=unread,
            sentence=sentence(boards),
            picture=f"{url.rstrip('/')}/{PICTURE}" if url else PICTURE,
            plot=plot.drawing,
            printed=sum(line.kind == "published" for line in lines),
            submissions=sum(line.kind == "submission" for line in lines),
            filters=[(name, label, choices(lines, name)) for name, label in FILTERS.items()],
            statuses=[str(status) for status in Status],
            style=Markup(style),
            script=Markup(script),
            policy=reports.policy(style, script),
        )
    )


def render_model(model: Model, url: str = "") -> str:
    """Return the HTML of a model's page."""
    style = reports.resource("page.css") + resource("board.css")
    return (
        reports.environment()
        .from_string(resource("model.html"))
        .render(
            version=sgpkit.__version__,
            model=model,
            picture=f"{url.rstrip('/')}/{PICTURE}" if url else f"../{PICTURE}",
            statuses=[str(status) for status in Status],
            style=Markup(style),
            policy=reports.policy(style, ""),
        )
    )


def sentence(boards: Sequence[Board]) -> str:
    """Return the summary sentence: counts, and the first rank of each board."""
    verified = [line for board in boards for line in board.lines if line.model_page and line.engine != BASELINE]
    models = len({line.model for line in verified})
    counts = (counted(len(verified), "verified submission"), counted(models, "model"), counted(len(boards), "task"))
    ahead = [f"{line.model} {line.value:.1%} in {board.benchmark.title}" for board in boards for line in first(board)]
    shown = ahead[:3] + ([f"{len(ahead) - 3} more"] if len(ahead) > 3 else [])
    return "{} of {} on {}".format(*counts) + (f"; best: {'; '.join(shown)}." if ahead else ".")


def first(board: Board) -> list[Line]:
    """Return the line of a board with the first rank, if any has one."""
    return [line for line in board.lines if line.rank == 1][:1]


def counted(number: int, word: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def title_bars(boards: Sequence[Board]) -> list[title_picture.Bar]:
    """Return the bars of the preview image: the first ranked entries of the first board that has any."""
    for board in boards:
        ranked = [title_picture.Bar(line.model, line.value) for line in board.lines if line.rank is not None]
        if ranked:
            return ranked
    return []


def choices(lines: Iterable[Line], name: str) -> list[str]:
    """Return the distinct values of a column, in the order of first occurrence."""
    return [value for value in dict.fromkeys(getattr(line, name) for line in lines) if value]


def resource(name: str) -> str:
    """Return a text file of this package."""
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
