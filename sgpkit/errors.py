"""Errors that the user can fix. Messages have one or two lines: what was given, what was expected, and what to do."""

import difflib
from collections.abc import Iterable

MAX_COMPARED = 200
MAX_LISTED = 200
MANY = 20
"""The number of choices above which a message names the command that prints them instead."""

SIMILAR = 0.7
"""Minimum similarity for a did-you-mean suggestion."""


class UserError(Exception):
    """An error that the user can fix; the command line prints it without a traceback and exits with 2."""

    __module__ = "sgpkit"


class Unreachable(UserError):
    """A server does not answer; the same command may succeed later. The command line exits with 3."""


class NotInstalled(UserError):
    """Optional packages are not installed; the message says how to install them."""


def first_line(error: BaseException | str) -> str:
    """Return the first non-empty line of a message, or the type of an error without a message."""
    lines = str(error).strip().splitlines()
    return lines[0].rstrip() if lines else "" if isinstance(error, str) else type(error).__name__


def nearest(name: str, choices: Iterable[str], command: str = "") -> str:
    """Return `; did you mean 'x'?` if a choice is similar, preferably one with the same letters in a different order,
    else the list of choices or, for more than `MANY`, the command that prints them."""
    known = sorted(filter(None, choices))
    # The time of a comparison is the product of both lengths, and both texts may be untrusted.
    comparable = [choice for choice in known[:20_000] if len(choice) <= MAX_COMPARED]
    bare = {choice.lstrip("-"): choice for choice in comparable}  # leading dashes would make all options similar
    given = name.lstrip("-")
    close = difflib.get_close_matches(given, bare, cutoff=SIMILAR) if len(name) <= MAX_COMPARED else []
    if close:
        best = min(close, key=lambda choice: sorted(choice) != sorted(given))
        return f"; did you mean {bare[best]!r}?"
    if command and len(known) > MANY:
        return f"; {command} prints all {len(known)}"
    listed = ", ".join(f"{choice:.{MAX_COMPARED}}" for choice in known[:MAX_LISTED])
    listed += f", and {len(known) - MAX_LISTED:,} more" if len(known) > MAX_LISTED else ""
    return f"; available: {listed}" if known else "; none is available"
