"""Errors for the user to fix: one or two lines on what was given, what was expected, and what to do."""

import difflib
from collections.abc import Iterable


class UserError(Exception):
    """An error that the user can fix; the command line prints it without a traceback and exits with 2."""


class NotInstalled(UserError):
    """Packages that a family has beside the project's own are not there; the message says how to get them."""


def nearest(name: str, choices: Iterable[str]) -> str:
    """Return `; did you mean 'x'?` where a choice is similar, else the list of choices."""
    known = sorted(filter(None, choices))
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; there is: {', '.join(known)}" if known else "; there is none"
