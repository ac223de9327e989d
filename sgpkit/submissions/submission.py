"""A submission on disk: a folder with `manifest.json`, `scores.json`, `responses.parquet`, and annotations.

    manifest.json             see `sgpkit/submissions/manifest.py`
    scores.json               as `sgpkit score` writes it
    responses.parquet         the responses that count, with their keys
    extracted/ judged/ measured/   annotations of the responses by models, if the run has any
    .eval_results/NAME.yaml   the same score for the model's own repo
    retracted.json            the reason of a retraction, if it was retracted

Files are untrusted when they are read. Whether the numbers are right is checked by `sgpkit verify`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sgpkit.errors import UserError
from sgpkit.runs.scoring.annotations import kinds
from sgpkit.sandbox.untrusted import json_values, regular
from sgpkit.submissions import manifest as manifests
from sgpkit.submissions.manifest import Manifest

RETRACTED = "retracted.json"
EVAL_RESULTS = ".eval_results"
PLACE = "submissions"
"""The folder of a results dataset that contains submissions, as CONFIG/NAME."""
VERIFIED = "verified"
"""The folder next to it for repeated annotations and reruns by maintainers, as CONFIG/NAME."""
PINS = "annotators.json"
"""The file of a results dataset that pins the models for repeated annotations."""


TABLES = ("responses", "scores")
"""Tables of a run, each a folder with its own manifest."""


@dataclass(frozen=True)
class Submission:
    """`scores` is the content of scores.json; `retracted` the reason of a retraction, if any; `unreadable` the reason
    why one of the two cannot be read."""

    folder: Path
    manifest: Manifest
    scores: Mapping[str, Any]
    retracted: str | None
    unreadable: str = ""


def read(folder: Path) -> Submission:
    """Read a submission's folder. Raises UserError if its manifest is malformed, since nothing else can be trusted
    then.
    """
    manifest = manifests.read(folder / manifests.FILE)
    try:
        return Submission(folder, manifest, json_values.read_object(folder / "scores.json"), retraction(folder))
    except UserError as error:
        return Submission(folder, manifest, {}, None, ". ".join(str(error).splitlines()))


def find(root: Path) -> Iterator[Path]:
    """Yield the submissions at or below a folder, in order of their paths; hidden ones are unfinished and
    skipped."""
    for path in sorted(root.rglob(manifests.FILE)):
        if not any(part.startswith(".") for part in path.relative_to(root).parts) and not is_of_table(path):
            yield path.parent


def is_of_table(path: Path) -> bool:
    """Return whether a manifest is that of a table in parts in a run's folder."""
    run = path.parent.parent
    return path.parent.name in TABLES and any((run / name).is_file() for name in ("run.json", "scores.json"))


def retraction(folder: Path) -> str | None:
    """Return the reason of a submission's retraction, or None. Raises UserError if the file has no reason."""
    path = folder / RETRACTED
    if regular.kind(path) == "missing":
        return None
    reason = json_values.read_object(path).get("reason")
    if not isinstance(reason, str) or not reason.strip():
        raise UserError(f"{path}: expected an object with a reason")
    return reason.strip()


def payload(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files on which a score is based, with their names within the submission. A folder that is a link
    counts as one entry and is not entered.
    """
    for name in ("responses.parquet", "scores.json"):
        yield name, folder / name
    for name in kinds.FOLDERS:
        entry = folder / name
        for path in sorted([entry] if entry.is_symlink() else entry.rglob("*")):
            if path.is_symlink() or not path.is_dir():
                yield path.relative_to(folder).as_posix(), path
