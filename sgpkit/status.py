"""Why a completion scored what it did: one closed list for the whole toolkit."""

from enum import StrEnum


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


class Rejected(Exception):
    """A model's output that cannot be scored. Carries the status and the reason that its row gets.

    Raised by readers, compilers and renderers, caught by scorers, which turn it into a 0 with a status. A broken
    tool of ours raises something else and is never scored.
    """

    def __init__(self, status: Status, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason

    def __reduce__(self) -> tuple[type["Rejected"], tuple[Status, str]]:
        return (type(self), (self.status, self.reason))  # exceptions cross process borders by pickle
