"""The closed list of statuses that explain the score of a completion."""

import re
from enum import StrEnum

# Line ends, control characters, characters that change the text direction, and surrogates.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]+")


class Status(StrEnum):
    """The outcome of reading and scoring one completion.

    All but `INFRA_ERROR` are statements about the model's output and count in the denominator. `INFRA_ERROR` is a
    failure of the tools or the network: the completion is requested again and never scored.
    """

    OK = "ok"
    NO_ANSWER = "no_answer"
    REFUSED = "refused"
    TRUNCATED = "truncated"
    PARSE_ERROR = "parse_error"
    COMPILE_ERROR = "compile_error"
    UNSAFE = "unsafe"
    UNSUPPORTED = "unsupported"
    TIMEOUT = "timeout"
    TOO_LARGE = "too_large"
    JUDGE_UNREADABLE = "judge_unreadable"
    INFRA_ERROR = "infra_error"

    def __reduce_ex__(self, protocol: object) -> tuple[type["Status"], tuple[str]]:
        # Python 3.11.0 to 3.11.3 (Debian 12 has 3.11.2) pickle members as calls of `getattr`, which results of workers
        # must not contain. Later versions do this.
        return (type(self), (self.value,))


class Rejected(Exception):
    """A model's output cannot be scored. Has the status and the reason for its row.

    Raised by readers, compilers and renderers; scorers catch it and return a 0 with the status. Failures of sgpkit's
    own tools raise other exceptions and are never scored. The reason is one printable line, because it often contains
    text of the model.
    """

    def __init__(self, status: Status, reason: str) -> None:
        reason = _UNPRINTABLE.sub(" ", reason)
        super().__init__(reason)
        self.status = status
        self.reason = reason

    def __reduce__(self) -> tuple[type["Rejected"], tuple[Status, str]]:
        return (type(self), (self.status, self.reason))  # exceptions are pickled between processes
