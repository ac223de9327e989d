"""Annotations of a submission repeated by a verifier, with models that the results repository pins.

    annotators.json                        the pinned models: a reader, judges, learned metrics
    verified/CONFIG/NAME/redone.json       the author, the date, and the state of the submission
    verified/CONFIG/NAME/extracted, judged, measured    the replies of the pinned models, in the form of a run

The replies of a submitter's models are never used: every response is read, judged or measured again.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.benchmark import NOTHING, families
from sgpkit.errors import UserError
from sgpkit.files import file_digest, locked, write_atomically
from sgpkit.runs import data
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring.annotations import extract, extracted, judge, judged, kinds, measure, measured
from sgpkit.sandbox.untrusted import json_values
from sgpkit.submissions import submission as submissions
from sgpkit.submissions import verify
from sgpkit.submissions.again.rerun import is_verifier, place_of
from sgpkit.submissions.boundary.outcome import Outcome
from sgpkit.submissions.manifest import Manifest
from sgpkit.submissions.submission import PINS

FILE = "redone.json"
FORMAT = "sgpkit-redone/1"

KEPT = ("identity", "sampling", "rubric", "texts")
"""The pinned properties of a model that is asked in conversations."""


@dataclass(frozen=True)
class Redoing:
    """The annotations to repeat, and by which models: the model that reads letters, the one that judges, with its
    rubric and the name of the judge, and the learned measures. `engine` with its options asks the reader and the
    judge.
    """

    by: str
    engine: str = ""
    reader: str = ""
    judge: str = ""
    rubric: str | None = None
    name: str | None = None
    measures: Sequence[str] = ()
    options: Mapping[str, Any] = field(default_factory=lambda: NOTHING)


class Redone(NamedTuple):
    """Repeated annotations of a submission in a results repo: their folder, author and date. They count if the author
    is someone other than the submitter."""

    folder: Path
    by: str
    date: str
    counts: bool


def redo(outcome: Outcome, source: str | None, redoing: Redoing) -> list[str]:
    """Annotate a verified submission of a results repo again. Returns lines to print. Raises UserError for a submission
    elsewhere, for models that the repo does not pin, and while another process does the same."""
    submission = outcome.submission
    target = place_of(submission.folder)
    if target is None:
        raise UserError(f"{submission.folder} is not in submissions/CONFIG/NAME of a results repo, which pins models")
    if not outcome.verified:
        raise UserError(f"{submission.folder} does not verify, so nothing was asked")
    with locked(target):
        annotate(as_run(submission.folder, source).at(target), submission.manifest, redoing)
        pinned = pin(target)
        record = {
            "format": FORMAT,
            "submission": submission.manifest.chain["scores"],
            "by": redoing.by,
            "date": datetime.now(UTC).date().isoformat(),
            "files": digests(target),
        }
        write_atomically(target / FILE, json.dumps(record, indent=1, ensure_ascii=False) + "\n")
    return [f"{target}: annotations repeated by {redoing.by}", *pinned]


def annotate(run: Run, manifest: Manifest, redoing: Redoing) -> None:
    """Ask the reader, the judge and the learned metrics about the responses of a run."""
    if redoing.reader:
        extract.extract(run, redoing.engine, redoing.reader, NOTHING, redoing.options)
    if redoing.judge:
        sampling = {"temperature": 0.0}
        asked = (redoing.engine, redoing.judge, redoing.rubric, redoing.name, None, sampling, redoing.options)
        judge.judge(run, *asked)
    if redoing.measures:
        measure.measure(run, list(redoing.measures), renderer=renderer_of(manifest))


def as_run(folder: Path, source: str | None) -> Run:
    """Return a submission as a run, without its annotations. Its responses are parsed in workers."""
    submission = submissions.read(folder)
    manifest = submission.manifest
    benchmark = families.get(manifest.dataset.config)
    loaded = data.load(verify.place_of(manifest, source), benchmark)
    planned, answers = verify.retraced(submission, benchmark, loaded)
    metadata = verify.run_metadata(manifest, planned, answers)
    return Run.assemble(folder, metadata, benchmark, loaded, answers.table)


def renderer_of(manifest: Manifest) -> str | None:
    """Return the renderer that painted a submission's drawings; None if nothing was rendered."""
    name = (manifest.toolkit.renderer or {}).get("renderer")
    return str(name) if name else None


# --- pins -------------------------------------------------------------------------------------------------------------


def described(target: Path) -> dict[str, Any]:
    """Return the identities of the models whose annotations are in a folder, by kind and name."""
    models: dict[str, Any] = {}
    if (path := target / extracted.FOLDER / "run.json").is_file():
        models[extracted.FOLDER] = kept(json_values.read_object(path))
    for path in sorted((target / judged.FOLDER).glob("*/run.json")):
        models[f"{judged.FOLDER}/{path.parent.name}"] = kept(json_values.read_object(path))
    if (path := target / measured.FOLDER / "run.json").is_file():
        for name, entry in json_values.read_object(path)["measures"].items():
            models[f"{measured.FOLDER}/{name}"] = {"identity": entry["identity"]}
    return models


def kept(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Return the pinned part of an annotator's run.json."""
    return {name: metadata[name] for name in KEPT if name in metadata}


def pins_of(target: Path) -> dict[str, Any]:
    """Return the models that a results repo pins, given a folder verified/CONFIG/NAME in it."""
    path = target.parents[2] / PINS
    return json_values.read_object(path) if path.is_file() else {}


def pin(target: Path) -> list[str]:
    """Pin the models of new annotations, if the repo does not pin any of their kind and name. Returns lines to
    print. Raises UserError if it pins another one.
    """
    path = target.parents[2] / PINS
    with locked(path.parent, wait=True):  # a verifier of another submission may pin a model now
        pins, own = pins_of(target), described(target)
        if odd := next((name for name, model in own.items() if pins.get(name, model) != model), ""):
            raise UserError(f"{path} pins another model for {odd}\nRemove {target / odd}, and ask that one")
        new = [name for name in own if name not in pins]
        if new:
            write_atomically(path, json.dumps(pins | own, indent=1, ensure_ascii=False, sort_keys=True) + "\n")
    return [f"{PINS}: {name} is pinned from now on" for name in new]


# --- reading ----------------------------------------------------------------------------------------------------------


def digests(target: Path) -> dict[str, str]:
    """Return the SHA-256 of the files of annotations in a folder, by path."""
    return {path.relative_to(target).as_posix(): file_digest(path) for path in annotation_files(target)}


def annotation_files(target: Path) -> Iterator[Path]:
    """Yield the files of annotations in a folder."""
    for name in kinds.FOLDERS:
        yield from (path for path in sorted((target / name).rglob("*")) if path.suffix in (".json", ".parquet"))


def read(folder: Path, manifest: Manifest) -> Redone | None:
    """Return the repeated annotations of a submission in a results repo. Return None if there are none, or if they
    are of another state of the submission, were changed later, or are by models that the repo does not pin.
    """
    target = place_of(folder)
    if target is None or not (target / FILE).is_file():
        return None
    with suppress(UserError, KeyError, TypeError, AttributeError):
        record = json_values.read_object(target / FILE)
        if record["format"] != FORMAT or record["submission"] != manifest.chain["scores"]:
            return None
        own, pins = described(target), pins_of(target)
        if record["files"] == digests(target) and all(pins.get(name) == model for name, model in own.items()):
            by = str(record["by"])
            return Redone(target, by, str(record["date"]), is_verifier(by, manifest))
    return None
