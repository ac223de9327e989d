"""Check untrusted numbers: counts and durations within bounds that every table can store."""

from typing import Any

MAX_TOKENS = 1_000_000_000
"""Maximum token count of one reply: a thousand times the longest context window."""

MAX_SECONDS = 1e9
"""Maximum duration of one reply: thirty years."""


def count(value: Any) -> int | None:
    """Return a token count, or None if the value is not an integer from 0 to `MAX_TOKENS`."""
    return value if type(value) is int and 0 <= value <= MAX_TOKENS else None


def seconds(value: Any) -> float | None:
    """Return a duration, or None if the value is not a number from 0 to `MAX_SECONDS`."""
    return value if type(value) in (int, float) and 0 <= value <= MAX_SECONDS else None


def parse_int(text: str) -> int | None:
    """Parse an integer in JSON, or return None if it has more than 19 characters: it is no plausible count or time, and
    parsing takes quadratic time. For `json.loads(parse_int=…)`."""
    return int(text) if len(text) < 20 else None
