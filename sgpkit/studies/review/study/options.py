"""The options of a study, and their defaults."""

from dataclasses import dataclass
from pathlib import Path

KINDS = ("choices", "ratings")
STUDY_FILE = "study.json"
"""A folder that has this file is a study."""

DEFAULT_PATIENCE = 60
DEFAULT_BATCH = 25
DEFAULT_PEOPLE = 5

CHANGEABLE = ("people", "patience", "code", "platform")
"""Options that may change after a study has begun."""


@dataclass(frozen=True)
class Options:
    """Options of a new study; None takes the default of its kind.

    `data` is a folder or repository with the rows (for ratings: only if they were moved since the run). `batch` is the
    number of items per person, `people` the number of people who finish each batch, `patience` the minutes after which
    the batch of an inactive participant is given to another. `true` and `judge` are for ratings.
    """

    kind: str
    data: str | None = None
    out: Path | None = None
    items: int | None = None
    true: int | None = None
    judge: str | None = None
    batch: int | None = None
    people: int | None = None
    patience: int | None = None
    code: str | None = None
    platform: bool | None = None
    instructions: Path | None = None
    consent: Path | None = None
    seed: int | None = None


def is_study(path: Path) -> bool:
    """Return whether a folder is a study."""
    return (path / STUDY_FILE).is_file()
