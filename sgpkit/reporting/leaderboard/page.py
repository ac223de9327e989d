"""The leaderboard as one page, complete without scripts, which only filter it."""

from collections.abc import Iterable, Sequence
from importlib import resources

from markupsafe import Markup

import sgpkit
from sgpkit import reporting
from sgpkit.reporting.leaderboard.board import Board, Line
from sgpkit.reporting.leaderboard.entries import Unread
from sgpkit.status import Status

FILTERS = {
    "family": "Family",
    "config": "Task",
    "format": "Format",
    "strategy": "Strategy",
    "verification": "Verification",
}
"""What lines can be chosen by, with the words that the page uses for it."""


def render(boards: Sequence[Board], unread: Sequence[Unread]) -> str:
    """Return the HTML of the leaderboard."""
    style, script = reporting.resource("page.css") + resource("board.css"), resource("board.js")
    lines = [line for board in boards for line in board.lines]
    return (
        reporting.environment()
        .from_string(resource("board.html"))
        .render(
            version=sgpkit.__version__,
            boards=boards,
            unread=unread,
            submissions=sum(line.kind == "submission" for line in lines),
            filters=[(name, label, choices(lines, name)) for name, label in FILTERS.items()],
            statuses=[str(status) for status in Status],
            style=Markup(style),
            script=Markup(script),
            policy=reporting.policy(style, script),
        )
    )


def choices(lines: Iterable[Line], name: str) -> list[str]:
    """Return the values that lines have in a column, in the order in which they come."""
    return [value for value in dict.fromkeys(getattr(line, name) for line in lines) if value]


def resource(name: str) -> str:
    """Return a text file of this package."""
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
