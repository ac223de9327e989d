"""Find hand-written text of a README that a push would replace by the generated card."""

import difflib
import sys
from collections.abc import Sequence

from sgpkit.sandbox.untrusted.texts import printable

SHOWN = 10
"""Maximum number of lost lines shown of each README."""

ALIKE = 0.6
"""The similarity (difflib's ratio) from which a line of the new card counts as a version of an old line."""


def body(text: str) -> list[str]:
    """Return the lines of a README without its YAML and blank lines."""
    if text.startswith("---\n") and "\n---\n" in text:
        text = text.partition("\n---\n")[2]
    return [line.strip() for line in text.splitlines() if line.strip()]


def lost_lines(old: str, new: str, *known: str) -> list[str]:
    """Return the lines of an old README of which the new one has no version, except those in the `known` texts, which
    were generated.
    """
    kept = body(new)
    generated = {line for text in (new, *known) for line in body(text)}
    return [
        line
        for line in dict.fromkeys(body(old))
        if line not in generated and not difflib.get_close_matches(line, kept, n=1, cutoff=ALIKE)
    ]


def in_words(location: str, lines: Sequence[str]) -> list[str]:
    """Return a message about the lines of a README that would be lost, line by line; empty if there are none."""
    if not lines:
        return []
    more = [f"  and {len(lines) - SHOWN:,} more"] if len(lines) > SHOWN else []
    head = f"text of the README.md {location} that the new card replaces:"
    return [head, *(f"  {printable(line)[:200]}" for line in lines[:SHOWN]), *more]


def show(lines: Sequence[str]) -> None:
    """Print lines before anything is sent."""
    for line in lines:
        print(line, file=sys.stderr)
