"""The leaderboard as one page. It is complete without scripts, which are only needed for filtering."""

from collections.abc import Iterable, Sequence
from importlib import resources

from markupsafe import Markup

import sgpkit
from sgpkit import reports
from sgpkit.reports import title_picture
from sgpkit.reports.leaderboard import matrix, plot
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


TIED = 3
"""The largest number of tied models that the summary sentence names."""


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
            matrix=matrix.rows(boards),
            plot=plot.drawing,
            plotted=plot.amount,
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
    """Return the summary sentence: counts, and the first model on each board, or the tied ones."""
    verified = [line for board in boards for line in board.lines if line.model_page and line.stated_engine != BASELINE]
    models = len({line.model for line in verified})
    counts = (counted(len(verified), "verified submission"), counted(models, "model"), counted(len(boards), "task"))
    ahead = [text for board in boards if (text := first(board))]
    shown = ahead[:3] + ([f"{len(ahead) - 3} more tasks below"] if len(ahead) > 3 else [])
    verified_text = "{} of {} on {}".format(*counts) if models else f"No verified submission of a model on {counts[-1]}"
    return ". ".join([verified_text, *shown]) + "."


def first(board: Board) -> str:
    """Return the sentence about the first model on a board, or the tied ones; "" without ranks."""
    ranked = [line for line in board.lines if line.rank is not None]
    named = [f"{line.model} ({line.value:.1%})" for line in ranked if line.rank == 1]
    title = board.benchmark.title
    if not named or len(ranked) == 1:
        return f"{title}: only {named[0]}" if named else ""
    if len(named) == 1:
        return f"{title}: {named[0]} is first"
    more = len(named) - TIED
    shown = named if more <= 0 else [*named[:TIED], f"{more} more"]
    return f"{title}: {', '.join(shown[:-1])} and {shown[-1]} are tied"


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
