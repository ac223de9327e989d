"""Numbers that a stranger wrote: counts and times within bounds that every table can hold, or none."""

from typing import Any

MOST_TOKENS = 1_000_000_000
"""The most tokens that one reply can state: a thousand times the longest context there is."""

LONGEST = 1e9
"""Seconds, of one reply: thirty years."""


def count(value: Any) -> int | None:
    """Return a number of tokens; None for what is none: no integer, a boolean, negative, or beyond `MOST_TOKENS`."""
    return value if type(value) is int and 0 <= value <= MOST_TOKENS else None


def seconds(value: Any) -> float | None:
    """Return a duration; None for what is none: no number, a boolean, negative, infinite or NaN, or beyond
    `LONGEST`."""
    return value if type(value) in (int, float) and 0 <= value <= LONGEST else None


def whole(text: str) -> int | None:
    """Return an integer of a JSON text, as a parser's `parse_int`; None for one of more than 19 signs, which no count
    and no time is, and which takes time that grows with its square."""
    return int(text) if len(text) < 20 else None
