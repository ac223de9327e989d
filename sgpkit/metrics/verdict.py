"""What a metric says of one prediction."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from sgpkit.status import Rejected, Status


@dataclass(frozen=True, slots=True)
class Verdict:
    value: float
    status: Status = Status.OK
    reason: str = ""
    parts: Mapping[str, float] = field(default_factory=dict)


def judged(judge: Callable[[], Verdict]) -> Verdict:
    """The judge's verdict; 0 with status and reason where the prediction cannot be judged."""
    try:
        return judge()
    except Rejected as rejected:
        return Verdict(0.0, rejected.status, rejected.reason)
