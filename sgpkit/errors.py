"""Errors for the user to fix: one or two lines on what was given, what was expected, and what to do."""

import difflib
from collections.abc import Iterable

MAX_COMPARED = 200
MAX_LISTED = 200


class UserError(Exception):
    """An error that the user can fix; the command line prints it without a traceback and exits with 2."""


class NotInstalled(UserError):
    """Packages that a family has beside the project's own are not there; the message says how to get them."""


def first_line(error: BaseException | str) -> str:
    """Return the first line of a message that is not empty; of an error without a message its type."""
    lines = str(error).strip().splitlines()
    return lines[0].rstrip() if lines else "" if isinstance(error, str) else type(error).__name__


def nearest(name: str, choices: Iterable[str]) -> str:
    """Return `; did you mean 'x'?` where a choice is similar, else the list of choices."""
    known = sorted(filter(None, choices))
    # Comparing two texts takes the product of their lengths; both may be a stranger's.
    comparable = [choice for choice in known[:20_000] if len(choice) <= MAX_COMPARED]
    close = difflib.get_close_matches(name, comparable, n=1, cutoff=0.5) if len(name) <= MAX_COMPARED else []
    if close:
        return f"; did you mean {close[0]!r}?"
    listed = ", ".join(f"{choice:.{MAX_COMPARED}}" for choice in known[:MAX_LISTED])
    listed += f", and {len(known) - MAX_LISTED:,} more" if len(known) > MAX_LISTED else ""
    return f"; there is: {listed}" if known else "; there is none"
