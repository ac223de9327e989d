"""Ask a submission's model some rows again, chosen after the submission was made. The rows are derived from the
submission's hash and a nonce that is drawn afterwards. If they depended on the hash alone, a submitter could choose
them: latencies are arbitrary, so a few hundred attempts would give a submission whose chosen rows are honest. Nonce,
rows and outcome are recorded, so that anyone can repeat the choice. The conclusions in a record are not trusted: the
choice and the comparison are recomputed from its values.
"""

import json
import secrets
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

import sgpkit
from sgpkit.benchmark import NOTHING, Row, families
from sgpkit.engines import Engine
from sgpkit.errors import UserError
from sgpkit.files import locked, write_atomically
from sgpkit.runs import data, lite, run
from sgpkit.runs.plan import Options
from sgpkit.runs.progress import Progress
from sgpkit.runs.scoring import compare, renderers, score
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.sandbox.untrusted import json_values
from sgpkit.submissions import claims, verify
from sgpkit.submissions.again import fingerprints
from sgpkit.submissions.again.compared import Compared, compared
from sgpkit.submissions.boundary.outcome import Outcome
from sgpkit.submissions.manifest import Manifest
from sgpkit.submissions.results import model_names
from sgpkit.submissions.submission import PLACE, VERIFIED

FILE = "rerun.json"
FORMAT = "sgpkit-rerun/1"

ASKED = {"id": pl.String, "value": pl.Float64, "answer_hash": pl.String, "value_other": pl.Float64}
"""The rows of a record: the value and a hash of the answer of the new run, and the value of the submission."""


@dataclass(frozen=True)
class Asking:
    """The options for asking a model again: the number of rows, the engine with its options, the nonce ("" to draw
    one), the folder of the new run and its record, and the name of the verifier."""

    rows: int
    engine: str
    model: str
    out: Path
    nonce: str = ""
    options: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    by: str = ""


@dataclass(frozen=True)
class Rerun:
    """The outcome of asking again, and its record as JSON."""

    compared: Compared
    record: Mapping[str, Any]


def choose(rows: Sequence[Row], submission: str, nonce: str, count: int) -> list[str]:
    """Return the ids of `count` rows, in the order of SHA-256(submission, nonce, id): one row of each cluster
    before a second one of any cluster.
    """
    order = sorted(
        (sha256(f"{submission} {nonce} {row['id']}".encode()).hexdigest(), str(row["cluster"]), str(row["id"]))
        for row in rows
    )
    taken: dict[str, int] = {}
    ranked = []
    for digest, cluster, identifier in order:
        taken[cluster] = taken.get(cluster, -1) + 1
        ranked.append((taken[cluster], digest, identifier))
    return [identifier for _, _, identifier in sorted(ranked)[:count]]


def rerun(outcome: Outcome, source: str | None, asking: Asking) -> Rerun:
    """Ask rows of a verified submission again. Raises UserError for a model that is not the submission's, rows that
    cannot be loaded, requests that failed, or while another process does the same there.
    """
    submission = outcome.submission
    if not outcome.verified or outcome.rescored is None:
        raise UserError(f"{submission.folder} does not verify, so nothing was asked again")
    if (engine := submission.manifest.engine.name) in ("baseline", "replay"):
        raise UserError(f"the engine of {submission.folder} is {engine}: there is no model to ask again")
    with locked(asking.out):
        return asked_again(submission.manifest, outcome.rescored.rows, source, asking)


def asked_again(manifest: Manifest, answered: pl.DataFrame, source: str | None, asking: Asking) -> Rerun:
    """Ask some of the answered rows of a submission again, in a folder that no other process uses."""
    benchmark = families.get(manifest.dataset.config)
    address = verify.place_of(manifest, source)
    loaded = data.load(address, benchmark)
    if loaded.digest != manifest.dataset.sha256:
        raise UserError(f"{address} has different rows from the submission")
    nonce = asking.nonce or secrets.token_hex(16)
    chosen = choose(answered.select("id", "cluster").to_dicts(), manifest.chain["scores"], nonce, asking.rows)
    # Printed before the first request, so that a failed run can be resumed with the same rows.
    print(f"sgpkit: asking {len(chosen):,} rows again, --nonce {nonce}", file=sys.stderr, flush=True)
    mine = ask(manifest, address, asking, frozenset(chosen))
    table = pl.DataFrame({"id": chosen}).join(
        compare.means(mine, []).select("id", "value"), on="id", maintain_order="left"
    )
    if table.height < len(chosen):
        raise UserError(f"{asking.out}: {len(chosen) - table.height:,} rows have no answer; run the command again")
    table = table.join(fingerprints.of_run(mine.run).select("id", "answer_hash"), on="id", maintain_order="left")
    table = table.join(answered.select("id", value_other="value"), on="id", maintain_order="left")
    record = recorded(manifest, nonce, asking.by, table)
    write_atomically(asking.out / FILE, json.dumps(record, indent=1, ensure_ascii=False) + "\n")
    return Rerun(concluded(manifest, answered, table), record)


def concluded(manifest: Manifest, answered: pl.DataFrame, asked: pl.DataFrame) -> Compared:
    """Compare rows that were asked again with the answered rows of a submission."""
    table = answered.select("id", "cluster", answer_hash_other="answer_hash").join(asked, on="id")
    sampling = manifest.sampling
    metadata = {"n": sampling.n, "resample": sampling.resample, "sampling": sampling.parameters}
    equal = (
        int((table["answer_hash"] == table["answer_hash_other"]).sum()) if fingerprints.is_greedy(metadata) else None
    )
    return compared(table, f"{table.height:,} rows asked again", equal)


def ask(manifest: Manifest, address: str, asking: Asking, only: frozenset[str]) -> ScoredRun:
    """Ask the chosen rows in the same way as the submission did, and score the answers by rule."""
    benchmark = families.get(manifest.dataset.config)
    identity = dict(manifest.engine.identity)
    sampling = dict(manifest.sampling.parameters)
    usual = {name: value for name, value in benchmark.prompts.sampling.items() if name != "n"}
    if usual | sampling != sampling:
        raise UserError(f"the submission does not state a sampling value that the benchmark sets: {usual!r:.120}")

    def begin(engine: Engine) -> Progress:
        refuse_other_model(identity, dict(engine.identity()))
        return Progress(engine)

    with tempfile.TemporaryDirectory(prefix="sgpkit-prompts-") as folder:
        for name, text in manifest.prompt.texts.items():
            Path(folder, f"{name}.txt").write_text(text, encoding="utf-8")
        options = Options(
            asking.engine,
            asking.model,
            strategy=manifest.prompt.strategy,
            mode=manifest.prompt.mode or None,
            setting=manifest.prompt.setting or None,
            n=manifest.sampling.n,
            limit=manifest.dataset.limit,
            lite=lite.recorded_size(manifest.dataset.lite),
            resample=manifest.sampling.resample,
            prompts=Path(folder) if manifest.prompt.texts else None,
            name=identity.get("name"),
            only=only,
            sampling=sampling,
            engine_options=asking.options,
        )
        made = run.run(benchmark, address, asking.out, options, begin)
    if made.metadata["sampling"] != dict(manifest.sampling.parameters):
        raise UserError(f"{asking.out}: the sampling is {made.metadata['sampling']!r:.120}, not that of the submission")
    if not made.metadata["complete"]:
        raise UserError(
            f"{asking.out}: some rows have no answer; run the command again with the same --nonce and --out"
        )
    painter = (manifest.toolkit.renderer or {}).get("renderer") or None
    score.score(made, renderer=painter)
    mine = ScoredRun.open(asking.out, address)
    if painter and renderers.recorded(mine.figures, benchmark) != painter:
        raise UserError(f"{asking.out} was rendered by another renderer than {painter}")
    return mine


def refuse_other_model(theirs: Mapping[str, Any], ours: Mapping[str, Any]) -> None:
    """Raise UserError, with the first difference, if an engine does not run exactly the model of a submission."""
    stated = {name: value for name, value in theirs.items() if name != "name"}
    for path, their_value, our_value in json_values.differences(stated, ours):
        raise UserError(f"not the model of the submission: {path} is {our_value!r:.80}, there {their_value!r:.80}")


def recorded(manifest: Manifest, nonce: str, by: str, asked: pl.DataFrame) -> dict[str, Any]:
    """Return the record of a rerun, which is enough to repeat the choice of rows and the comparison."""
    return {
        "format": FORMAT,
        "submission": manifest.chain["scores"],
        "model": manifest.model.id,
        "config": manifest.dataset.config,
        "by": by,
        "nonce": nonce,
        "date": datetime.now(UTC).date().isoformat(),
        "sgpkit": sgpkit.__version__,
        "rows": {row.pop("id"): row for row in asked.to_dicts()},
    }


# --- records ----------------------------------------------------------------------------------------------------------


def place_of(folder: Path) -> Path | None:
    """Return the folder for the additions of a results repo's maintainers to a submission: verified/CONFIG/NAME next
    to submissions/CONFIG/NAME. No pull request of a submitter may change it. Return None for a folder elsewhere."""
    resolved = folder.resolve()
    if resolved.parent.parent.name != PLACE:
        return None
    return resolved.parents[2] / VERIFIED / resolved.parent.name / resolved.name


class Recorded(NamedTuple):
    """The record of a rerun in a results repo, with the comparison recomputed from its values. `counts` says
    whether its author is someone other than the submitter."""

    by: str
    date: str
    nonce: str
    counts: bool
    compared: Compared


def is_verifier(by: str, manifest: Manifest) -> bool:
    """Return whether a name is well-formed, and does not look like that of the submitter."""
    fits = bool(by.strip()) and not model_names.problem(by)
    return fits and model_names.skeleton(by) != model_names.skeleton(manifest.submitter)


def read(outcome: Outcome) -> Recorded | None:
    """Return the record of a rerun of a verified submission in the results repo, or None. A record of another
    state of the submission does not count. Raises UserError for a record that does not follow from the submission."""
    target, manifest = place_of(outcome.submission.folder), outcome.submission.manifest
    if target is None or outcome.rescored is None or not (target / FILE).is_file():
        return None
    record = json_values.read_object(target / FILE)
    if record.get("format") != FORMAT or record.get("submission") != manifest.chain["scores"]:
        return None
    try:
        by, date, nonce = (str(record[name]) for name in ("by", "date", "nonce"))
        asked = pl.DataFrame([{"id": name, **row} for name, row in record["rows"].items()], schema=ASKED)
        if any(asked.null_count().row(0)) or not asked["value"].is_finite().all():
            raise ValueError
        if model_names.problem(nonce) or not claims.is_day(date):
            raise ValueError
    except (KeyError, TypeError, AttributeError, ValueError, pl.exceptions.PolarsError):
        raise UserError(f"{target / FILE} is malformed; expected by, date, nonce and rows with their values") from None
    answered = outcome.rescored.rows
    rows = answered.select("id", "cluster").to_dicts()
    if asked["id"].to_list() != choose(rows, manifest.chain["scores"], nonce, asked.height) or asked.is_empty():
        raise UserError(f"{target / FILE}: its rows do not follow from its nonce")
    # With repeated annotations, the submission's values are no longer those by rules that the rerun was compared with.
    theirs = asked.select("id", "value_other").join(answered.select("id", "value"), on="id")
    if not outcome.redone and not ((theirs["value_other"] - theirs["value"]).abs() < 1e-9).all():
        raise UserError(f"{target / FILE}: its values of the submission differ from the recomputed ones")
    return Recorded(by, date, nonce, is_verifier(by, manifest), concluded(manifest, answered, asked))
