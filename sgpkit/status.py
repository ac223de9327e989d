"""Statuses that explain the score of a completion: one closed list for the whole toolkit."""

import re
from enum import StrEnum

# Characters that end a line, control a terminal, change the direction of a text, or cannot be encoded as UTF-8.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]+")


class Status(StrEnum):
    """The outcome of reading and scoring one completion.

    Everything but `INFRA_ERROR` is a statement about the model's output and counts in the denominator;
    `INFRA_ERROR` is a statement about our tools or the network, is asked for again, and is never scored.
    """

    OK = "ok"
    NO_ANSWER = "no_answer"
    REFUSED = "refused"
    TRUNCATED = "truncated"
    PARSE_ERROR = "parse_error"
    COMPILE_ERROR = "compile_error"
    UNSAFE = "unsafe"
    TIMEOUT = "timeout"
    TOO_LARGE = "too_large"
    JUDGE_UNREADABLE = "judge_unreadable"
    INFRA_ERROR = "infra_error"

    def __reduce_ex__(self, protocol: object) -> tuple[type["Status"], tuple[str]]:
        # Python 3.11.0 to 3.11.3 (Debian 12 has 3.11.2) pickle a member as a call of `getattr`, which no verdict may
        # hold; later ones as this does.
        return (type(self), (self.value,))


class Rejected(Exception):
    """A model's output that cannot be scored, with the status and the reason for its row.

    Raised by readers, compilers and renderers, caught by scorers, which turn it into a 0 with a status. A broken
    tool of ours raises something else and is never scored. The reason is one printable line, since it often holds words
    of the model's.
    """

    def __init__(self, status: Status, reason: str) -> None:
        reason = _UNPRINTABLE.sub(" ", reason)
        super().__init__(reason)
        self.status = status
        self.reason = reason

    def __reduce__(self) -> tuple[type["Rejected"], tuple[Status, str]]:
        return (type(self), (self.status, self.reason))  # exceptions cross process borders by pickle
