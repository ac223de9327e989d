"""Waits requested by a server: `Retry-After`, and headers about an exhausted limit.

`x-ratelimit-remaining-requests` and its like are OpenAI's, Groq's, Mistral's and Together's; others leave out what is
limited, or begin with `anthropic-`. Resets are durations ("1m30s", "20ms", "7"), seconds or milliseconds since 1970, or
dates.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

REMAINING = re.compile(r"(?:x-ratelimit-remaining(-[a-z-]+)?|anthropic-ratelimit-([a-z-]+)-remaining)")
DURATION = re.compile(
    r"(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m(?!s))?(?:(\d{1,9}(?:\.\d{1,9})?)s)?(?:(\d{1,9}(?:\.\d{1,9})?)ms)?"
)
UNITS = (86_400.0, 3_600.0, 60.0, 1.0, 0.001)
EPOCH = 1e9
"""A number of seconds from here on is a point in time instead of a duration; from a thousand times that, in
milliseconds.
"""


def requested_wait(headers: Mapping[str, str]) -> float | None:
    """Return the seconds to wait, from `Retry-After` (RFC 9110 §10.2.3: seconds or a date) or OpenAI's
    `retry-after-ms`; None if neither has a valid number of seconds."""
    try:
        if milliseconds := headers.get("retry-after-ms"):
            return max(0.0, float(milliseconds) / 1000)
        given = headers.get("retry-after")
        if given is None:
            return None
        try:
            seconds = float(given)
        except ValueError:
            seconds = seconds_until(parsedate_to_datetime(given), headers)
    except (ValueError, TypeError, OverflowError):
        return None
    return max(0.0, seconds) if seconds < EPOCH else None


def wait_for_renewal(headers: Mapping[str, str]) -> float | None:
    """Return the seconds until all exhausted limits are renewed; None if no limit is exhausted, or if the server does
    not say when.
    """
    longest = None
    for name in headers:
        match = REMAINING.fullmatch(name)
        if match is None or not used_up(headers[name]):
            continue
        reset = f"anthropic-ratelimit-{match[2]}-reset" if match[2] else f"x-ratelimit-reset{match[1] or ''}"
        seconds = reset_seconds(headers.get(reset, ""), headers)
        if seconds is not None and (longest is None or seconds > longest):
            longest = seconds
    return longest


def used_up(remaining: str) -> bool:
    """Return whether a header states that nothing remains."""
    try:
        return float(remaining[:40]) < 1
    except ValueError:
        return False


def seconds_until(moment: datetime, headers: Mapping[str, str]) -> float:
    """Return the seconds from the sending of a reply to a moment, by the server's clock if the reply has a date. Our
    own clock may be wrong, and a run would then wait for hours."""
    if moment.tzinfo is None:
        return (moment - datetime.now()).total_seconds()
    try:
        sent = parsedate_to_datetime(headers["date"])
    except (KeyError, ValueError, TypeError, OverflowError):
        sent = datetime.now(UTC)
    return (moment - (sent if sent.tzinfo else datetime.now(UTC))).total_seconds()


def reset_seconds(reset: str, headers: Mapping[str, str]) -> float | None:
    """Return the seconds until a reset; None if the text states no time."""
    text = reset.strip()[:64]
    match = DURATION.fullmatch(text)
    if match and any(match.groups()):
        return sum(float(part) * unit for part, unit in zip(match.groups(), UNITS, strict=True) if part)
    try:
        seconds = float(text)
        if seconds > EPOCH:
            moment = datetime.fromtimestamp(seconds / (1000 if seconds > 1000 * EPOCH else 1), UTC)
            seconds = seconds_until(moment, headers)
    except (ValueError, OverflowError, OSError):
        try:
            seconds = seconds_until(datetime.fromisoformat(text), headers)
        except (ValueError, OverflowError):
            return None
    return max(0.0, seconds) if seconds == seconds and seconds < EPOCH else None
