"""Errors that are the user's to mend: one or two lines, what was given, what was expected, what to do."""

import difflib
from collections.abc import Iterable


class UserError(Exception):
    """The command line prints it without a traceback and exits with 2."""


def nearest(name: str, choices: Iterable[str]) -> str:
    """`; did you mean 'x'?` where one is near, else the list of what there is."""
    known = sorted(filter(None, choices))
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; there is: {', '.join(known)}" if known else "; there is none"
