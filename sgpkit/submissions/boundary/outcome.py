"""The outcome of checking a submission, which can be sent to another process or written to a file as JSON."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import polars as pl

from sgpkit.errors import UserError
from sgpkit.runs.scoring.compare import means
from sgpkit.runs.scoring.score import finite
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.submissions import manifest as manifests
from sgpkit.submissions.again import fingerprints
from sgpkit.submissions.answers import Finding
from sgpkit.submissions.manifest import LEVELS, Manifest
from sgpkit.submissions.self_reported import SelfReported
from sgpkit.submissions.submission import Submission
from sgpkit.submissions.verify import Verification


@dataclass(frozen=True)
class Rescored:
    """The recomputed scores of the responses, by rules only; `rows` has the mean value of each answered row, its
    values in the columns by which figures are grouped, and a hash of the answers."""

    figures: Mapping[str, Any]
    headline: str
    measure: tuple[str, str]
    rows: pl.DataFrame


@dataclass(frozen=True)
class Outcome:
    """The result of a verification without the responses: see `verify.Verification`. `gallery` is the page about
    them, if requested; `unscored` says why they could not be checked, if only the manifest is known.
    """

    submission: Submission
    findings: tuple[Finding, ...]
    remarks: tuple[str, ...]
    unrankable: tuple[str, ...]
    errata: Mapping[str, Any]
    rescored: Rescored | None
    self_reported: tuple[SelfReported, ...]
    again: bool
    gallery: Path | None = None
    unscored: str = ""
    redone: tuple[SelfReported, ...] = ()

    @property
    def verified(self) -> bool:
        """Return whether there are no findings."""
        return not self.findings and not self.unscored

    @property
    def level(self) -> str:
        """Describe the verification level of the submission."""
        return LEVELS[0] if not self.verified else LEVELS[2 if self.again else 1]

    @property
    def rankable(self) -> bool:
        """Return whether the submission can have a rank."""
        return self.verified and not self.unrankable and self.submission.retracted is None

    @property
    def figures(self) -> Mapping[str, Any] | None:
        """Return the recomputed figures of the responses, or None if they could not be scored."""
        return None if self.rescored is None else self.rescored.figures


def to_json(verification: Verification) -> dict[str, Any]:
    """Return a verification as JSON."""
    run, rows = verification.ruled, None
    if run is not None:
        rows = {
            "figures": finite(dict(run.figures)),
            "headline": run.headline,
            "measure": list(run.measure),
            "rows": rows_of(run).to_dict(as_series=False),
        }
    return {
        "manifest": asdict(verification.submission.manifest),
        "retracted": verification.submission.retracted,
        "findings": [asdict(finding) for finding in verification.findings],
        "remarks": list(verification.remarks),
        "unrankable": list(verification.unrankable),
        "errata": finite(dict(verification.errata)),
        "self_reported": [asdict(figure) for figure in verification.self_reported],
        "again": verification.again,
        "redone": [asdict(figure) for figure in verification.redone],
        "rescored": rows,
    }


def rows_of(run: ScoredRun) -> pl.DataFrame:
    """Return one line per answered row of a run: see `Rescored.rows`."""
    return (
        means(run, run.groups)
        .with_columns(pl.col(name).cast(pl.String) for name in run.groups)
        .join(fingerprints.of_run(run.run), on="id", how="left", maintain_order="left")
    )


def unscored(submission: Submission, error: UserError) -> dict[str, Any]:
    """Return the JSON of a submission whose rows cannot be loaded here, or that cannot be checked for another
    reason.
    """
    empty = Verification(submission, (), (), submission.manifest.unrankable, {}, None)
    return to_json(empty) | {"unscored": str(error)[:4_000]}


def from_json(value: Mapping[str, Any], folder: Path, gallery: Path | None = None) -> Outcome:
    """Return the outcome of the submission in a folder from its JSON. Raises KeyError, TypeError or ValueError for
    values of another form."""
    manifest: Manifest = manifests.typed(value["manifest"], Manifest, "")
    rescored = None
    if (stated := value["rescored"]) is not None:
        headline, renderer = stated["measure"]
        schema: dict[str, Any] = dict.fromkeys(stated["rows"], pl.String)
        schema |= {"id": pl.String, "cluster": pl.String, "value": pl.Float64, **fingerprints.SCHEMA}
        rows = pl.DataFrame(stated["rows"], schema=schema)
        rescored = Rescored(dict(stated["figures"]), str(stated["headline"]), (str(headline), str(renderer)), rows)
    findings = tuple(
        Finding(str(one["kind"]), str(one["message"]), tuple(map(str, one["rows"])), int(one["count"]))
        for one in value["findings"]
    )
    retracted = value["retracted"]
    return Outcome(
        Submission(folder, manifest, {}, None if retracted is None else str(retracted)),
        findings,
        tuple(map(str, value["remarks"])),
        tuple(map(str, value["unrankable"])),
        dict(value["errata"]),
        rescored,
        tuple(self_reported_figure(stated) for stated in value["self_reported"]),
        bool(value["again"]),
        gallery,
        str(value.get("unscored", "")),
        tuple(self_reported_figure(stated) for stated in value["redone"]),
    )


def self_reported_figure(stated: Mapping[str, Any]) -> SelfReported:
    """Return a self-reported figure from its JSON."""
    kind, by, measure = (str(stated[name]) for name in ("kind", "by", "measure"))
    value, low, high = (None if stated[name] is None else float(stated[name]) for name in ("value", "low", "high"))
    scale = None if stated["scale"] is None else (float(stated["scale"][0]), float(stated["scale"][1]))
    return SelfReported(kind, by, measure, value, low, high, scale)
