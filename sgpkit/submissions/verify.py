"""Re-score a submission from its responses, and report every difference. Everything that can be computed is computed:
the rows are loaded from the location pinned in the manifest, prompts and keys are made from them, every response is
scored, and every number of scores.json and of the manifest is compared to the last digit. The rest are claims of the
submitter (`verified_words.CLAIMED`), above all that the model gave these responses; only asking the model again can
check that.
"""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from sgpkit import garbage
from sgpkit.benchmark import Benchmark, families
from sgpkit.data import errata, rounds
from sgpkit.data.errata import Erratum
from sgpkit.data.hub.names import REPO
from sgpkit.errors import UserError
from sgpkit.files import file_digest
from sgpkit.runs import data, lite
from sgpkit.runs.conversation import parameters_key
from sgpkit.runs.data import Data
from sgpkit.runs.folder import Run
from sgpkit.runs.plan import Plan
from sgpkit.runs.scoring import errata_figures, provenance, renderers, score, scored_run
from sgpkit.runs.scoring.annotations import form, kinds
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.sandbox.untrusted import json_values
from sgpkit.submissions import answers as answers_check
from sgpkit.submissions import claims, contents, eval_results, retrace, scored_folder, self_reported, toolkit
from sgpkit.submissions import computed as computing
from sgpkit.submissions import rounds as round_steps
from sgpkit.submissions import submission as submissions
from sgpkit.submissions.again import compared
from sgpkit.submissions.answers import Answers, Finding
from sgpkit.submissions.manifest import FILE, LEVELS, Manifest
from sgpkit.submissions.results import repo as results_repo
from sgpkit.submissions.self_reported import SelfReported
from sgpkit.submissions.submission import Submission

LISTED = 12
"""Maximum number of differing numbers that are listed one by one."""


@dataclass(frozen=True)
class Verification:
    """`run` is the submission as a run that was scored here with its annotations, if its responses could be scored.
    `ruled` is the same by rule alone, which is ranked, or with annotations repeated by a verifier, whose figures are
    `redone`. `self_reported` are the figures that are not ranked. `errata` is the headline without the rows that the
    dataset's errata name now; `again` says that a second run of the model agrees.
    """

    submission: Submission
    findings: tuple[Finding, ...]
    remarks: tuple[str, ...]
    unrankable: tuple[str, ...]
    errata: Mapping[str, Any]
    run: ScoredRun | None
    ruled: ScoredRun | None = None
    self_reported: tuple[SelfReported, ...] = ()
    again: bool = False
    redone: tuple[SelfReported, ...] = ()

    @property
    def verified(self) -> bool:
        return not self.findings

    @property
    def figures(self) -> Mapping[str, Any] | None:
        """Return the recomputed figures of the responses, by rules only, or None if they could not be scored."""
        return None if self.ruled is None else self.ruled.figures

    @property
    def level(self) -> str:
        return LEVELS[0] if self.findings else LEVELS[2 if self.again else 1]

    @property
    def rankable(self) -> bool:
        return self.verified and not self.unrankable and self.submission.retracted is None


def verify(
    folder: Path,
    source: str | None = None,
    ray: str | None = None,
    secret_round: Path | None = None,
    run: Path | None = None,
) -> Verification:
    """Verify a submission folder. `source` is the location of the rows, if not that in the manifest; ORG/NAME without a
    revision means the manifest's commit there. With `secret_round` the rows are built again from its seed, with `run`
    the submission is compared with another run of the model. Raises UserError if the folder is not a submission or its
    rows cannot be loaded. A scored folder of responses without a manifest is checked by the provenance in its
    scores.json.
    """
    with opened(folder, source, ray) as submission:
        return check(submission, source, ray, secret_round, run)


@contextmanager
def opened(
    folder: Path, source: str | None = None, ray: str | None = None, access: "Access | None" = None
) -> Iterator[Submission]:
    """Open a submission, or make a temporary one from a scored folder without a manifest."""
    scores = scored_folder.scores_of(folder)
    if scores is not None:
        with scored_folder.staged(folder, scores, source, ray, access.load if access else data.load) as submission:
            yield submission
    else:
        yield submissions.read(folder)


class Access(NamedTuple):
    """Functions that load rows, and that say whether a commit belongs to a dataset."""

    load: Callable[[str, Benchmark], Data]
    published: Callable[[str, str], bool]


def check(
    submission: Submission,
    source: str | None = None,
    ray: str | None = None,
    secret_round: Path | None = None,
    run: Path | None = None,
    access: Access | None = None,
    redone: Path | None = None,
) -> Verification:
    """Verify a submission by scoring it again. `source` overrides where its rows come from; `secret_round` and `run`
    add the checks against a revealed round and a second run of the model. `redone` is a folder with annotations
    repeated by a verifier, which are used.
    """
    asked = submission.manifest.dataset
    benchmark = families.get(asked.config)
    access = access or Access(data.load, results_repo.published)
    if findings := list(files(submission)):
        return refused(submission, findings)
    if submission.unreadable:
        return refused(submission, [Finding("submission", submission.unreadable)])
    address = place_of(submission.manifest, source)
    loaded = access.load(address, benchmark)
    if loaded.digest != asked.sha256:
        message = (
            f"{address}: {benchmark.config} has sha256 {loaded.digest[:12]}…, the manifest expects "
            f"{asked.sha256[:12]}…: a different revision of the data"
        )
        return refused(submission, [Finding("data", message)])
    try:
        with garbage.paused_and_frozen():
            planned, answers = retraced(submission, benchmark, loaded)
            pages = list(eval_results.check(submission))
    except UserError as error:
        gc.unfreeze()
        return refused(submission, [Finding("submission", ". ".join(str(error).splitlines()))])
    try:
        # Errors from here on are not caused by the submission.
        with garbage.paused_and_frozen():
            verification = rescored(submission, planned, answers, ray, redone)
    finally:
        gc.unfreeze()
    rebuilt = round_findings(secret_round, benchmark, loaded) if secret_round else ()
    claimed = [*claims.findings(submission.manifest, loaded), *origin(submission.manifest, loaded, access)]
    verification = replace(
        verification,
        findings=(*verification.findings, *pages, *claimed, *rebuilt),
        remarks=(*verification.remarks, *claims.remarks(submission, loaded)),
    )
    return against(verification, run) if run else verification


def refused(submission: Submission, findings: Sequence[Finding]) -> Verification:
    """Return the result if nothing more can be checked."""
    return Verification(submission, tuple(findings), (), submission.manifest.unrankable, {}, None)


def retraced(submission: Submission, benchmark: Benchmark, loaded: Data) -> tuple[Plan, Answers]:
    """Rebuild the plan of a submission and check its responses against it. Raises UserError for malformed files."""
    manifest = submission.manifest
    limit = manifest.dataset.limit
    try:
        subset = lite.recorded_size(manifest.dataset.lite)
    except ValueError as error:
        raise UserError(f"{FILE}: {error}") from None
    try:
        painter = renderers.recorded(submission.scores, benchmark)
    except ValueError as error:
        raise UserError(f"{submission.folder / 'scores.json'}: {error}") from None
    stated = (manifest.toolkit.renderer or {}).get("renderer", "")
    if stated != painter:
        raise UserError(f"the renderer is {stated!r:.40} in {FILE} and {painter!r} in scores.json")
    planned = retrace.plan_of(benchmark, loaded, manifest.prompt, manifest.sampling, limit, subset)
    parameters = parameters_key({**manifest.engine.identity, **manifest.sampling.parameters})
    expected = len(planned.rows) * planned.samples
    max_rows = max(form.MIN_ROWS, expected * planned.resample)
    form.refuse_many(submission.folder / "responses.parquet", max_rows)
    kinds.check(submission.folder, benchmark, expected)
    return planned, answers_check.check(planned, submission.folder / "responses.parquet", parameters)


def rescored(
    submission: Submission, planned: Plan, answers: Answers, ray: str | None, redone: Path | None = None
) -> Verification:
    """Score the responses, and compare every number with the submission's."""
    manifest, folder, benchmark = submission.manifest, submission.folder, planned.benchmark
    metadata = run_metadata(manifest, planned, answers) | {"prompts": answers.prompts}
    run = Run.assemble(folder, metadata, benchmark, planned.loaded, answers.table)
    painter = renderers.recorded(submission.scores, benchmark) or None
    table, summary = score.evaluate(run, ray, painter)
    ruled_table, ruled_figures = self_reported.by_rule(run, table, summary, ray, painter)
    claimed = submission.scores.get("errata")
    recomputed = summary | (errata_figures_of(claimed, table) if claimed is not None else {})
    sides = (submission.scores, recomputed)
    identity = manifest.engine.identity
    values = computing.computed(folder, identity, planned, answers.prompts, answers.spent, ruled_table, ruled_figures)
    findings = [
        *answers.findings,
        *contradicted(manifest, answers),
        *unknown_errata(claimed, planned.loaded.errata),
        *differing("scores", "scores.json", *(provenance.comparable(submission.scores, side) for side in sides)),
        *manifest_findings(manifest, values),
    ]
    redone_figures: tuple[SelfReported, ...] = ()
    if redone is not None:
        ruled_table, ruled_figures = score.evaluate(run.at(redone), ray, painter)
        redone_figures = tuple(self_reported.listed(benchmark, ruled_figures))
    current = score.finite(errata_figures.section(planned.loaded.errata, ruled_table))
    without = current.get("errata", {})
    remarks = tuple(filter(None, remarks_on(submission, answers, without)))
    stated = scored_run.join(run, summary | score.finite(errata_figures.section(planned.loaded.errata, table)), table)
    ruled = stated
    if ruled_table is not table:
        ruled = scored_run.join(run.at(self_reported.NOWHERE), {**ruled_figures, **current}, ruled_table)
    reported = tuple(self_reported.listed(benchmark, summary))
    unrankable = tuple(values["unrankable"])
    return Verification(
        submission, tuple(findings), remarks, unrankable, without, stated, ruled, reported, redone=redone_figures
    )


# --- files and data ---------------------------------------------------------------------------------------------------


def files(submission: Submission) -> Iterator[Finding]:
    """Yield findings for entries that are not allowed in submissions, for files of the manifest that are missing or
    changed, and for files that it does not list. If an entry is not allowed, nothing is opened.
    """
    folder, named = submission.folder, submission.manifest.files
    if odd := [Finding("files", problem) for problem in contents.problems(folder)]:
        yield from odd[:LISTED]
        return
    there = dict(submissions.payload(folder))
    for name, path in there.items():
        if not path.is_file():
            yield Finding("files", f"{name} is missing")
        elif name not in named:
            yield Finding("files", f"{name} is not in the manifest")
        elif file_digest(path) != named[name]:
            yield Finding("files", f"{name} differs from the manifest: its sha256 is different")
    for name in named:
        if name not in there:
            yield Finding("files", f"{name} is missing")


def place_of(manifest: Manifest, source: str | None) -> str:
    """Return the address of the rows: `source`, or the manifest's repo, pinned to its commit. Raises UserError if
    neither names any."""
    dataset = manifest.dataset
    pinned = f"@{dataset.commit}" if dataset.commit else ""
    if source is None:
        if not pinned:
            raise UserError(
                f"the submission's rows were in a folder ({dataset.repo}), not on the Hub\n"
                "Give their location: --data FOLDER|ORG/NAME@REVISION"
            )
        return published(dataset.repo, dataset.commit)
    match = REPO.fullmatch(source)
    return source + pinned if match and not match["revision"] and not Path(source).is_dir() else source


def origin(manifest: Manifest, loaded: Data, access: Access) -> Iterator[Finding]:
    """Yield a finding if the rows are of another repo, or if their commit is not in its history, since anyone can
    add a commit to a repo by a pull request. Rows of a folder cannot be checked.
    """
    stated = manifest.dataset
    if not loaded.commit:
        return
    if stated.repo != loaded.source:
        yield Finding("data", f"the manifest names rows of {stated.repo}, but they are from {loaded.source}")
    elif not access.published(loaded.source, stated.commit):
        message = (
            f"{stated.commit[:12]!r} is neither a version of {loaded.source} nor in the history of its main branch"
        )
        yield Finding("data", message)


def round_findings(path: Path, benchmark: Benchmark, loaded: Data) -> Iterator[Finding]:
    """Yield a finding if rows differ from those generated from a secret round's seed."""
    made = rounds.read_revealed(path)
    wrong = round_steps.differences(made, benchmark, loaded)
    if wrong:
        row, what = next(iter(wrong.items()))
        message = (
            f"{len(wrong):,} rows do not follow from the seed of the round{rounds.other_version(made)}: {row} {what}"
        )
        yield answers_check.some("round", message, list(wrong))


def against(verification: Verification, run: Path) -> Verification:
    """Compare a verified submission with a second run of its model, and add the finding or remark."""
    assert verification.ruled is not None
    finding, remark, earned = compared.check(verification.ruled, run)
    findings = (*verification.findings, *([finding] if finding else ()))
    return replace(verification, findings=findings, remarks=(*verification.remarks, remark), again=earned)


def published(repo: str, commit: str) -> str:
    """Return the address of rows on the Hub. Raises UserError for a local folder of that name, which could be the
    submitter's own."""
    address = f"{repo}@{commit}"
    match = REPO.fullmatch(address)
    if match is None or match["repo"] != repo or not claims.COMMIT.fullmatch(commit) or Path(address).exists():
        raise UserError(
            f"the submission names {address!r:.120} for its rows, which is not a commit of a dataset on the Hub\n"
            "Give their location: --data FOLDER|ORG/NAME@REVISION"
        )
    return address


# --- numbers ----------------------------------------------------------------------------------------------------------


def run_metadata(manifest: Manifest, planned: Plan, answers: Answers) -> dict[str, Any]:
    """Return the contents of run.json that follow from the submission."""
    totals = answers.totals
    complete = len(planned.rows) * planned.samples == totals.count
    return {
        "config": planned.benchmark.config,
        "engine": manifest.engine.name,
        "model": manifest.model.id,
        "identity": dict(manifest.engine.identity),
        "strategy": planned.strategy,
        "mode": planned.mode,
        "setting": planned.setting,
        "sampling": dict(manifest.sampling.parameters),
        "n": planned.samples,
        "resample": planned.resample,
        "limit": planned.options.limit,
        "lite": planned.lite_metadata(),
        "rows": len(planned.rows),
        "texts": dict(planned.texts),
        "data": planned.loaded.metadata(),
        "attempts": totals.attempts,
        "complete": complete and "error" not in totals.finish_reasons,
        "tokens": dict(answers.spent.tokens),
    }


def errata_named(claimed: Any) -> dict[str, list[str]]:
    """Return the rows that the errata of a scores.json name, by kind; none if they are malformed."""
    names = {kind: claimed.get(kind) if isinstance(claimed, Mapping) else None for kind in errata.KINDS}
    lists = all(isinstance(rows, list) and all(isinstance(row, str) for row in rows) for rows in names.values())
    return {kind: rows or [] for kind, rows in names.items()} if lists else {}


def errata_figures_of(claimed: Any, table: pl.DataFrame) -> dict[str, Any]:
    """Return the figures without the rows that scores.json lists as errata, which are published after the rows and
    may be newer than the score.
    """
    named = errata_named(claimed)
    if not named:
        return {}
    return dict(score.finite(errata_figures.without(named["flagged"], named["withdrawn"], table)))


def unknown_errata(claimed: Any, known: Sequence[Erratum]) -> Iterator[Finding]:
    """Yield a finding if scores.json has errata that the dataset does not have, by which rows could be left out at
    will.
    """
    rows = {erratum.id for erratum in known}
    if unknown := sorted(row for named in errata_named(claimed).values() for row in named if row not in rows):
        message = f"scores.json names {len(unknown):,} rows as errata that the errata of the dataset do not name"
        yield answers_check.some("errata", message, unknown)


def differing(kind: str, file: str, theirs: Any, ours: Any) -> Iterator[Finding]:
    """Yield findings for values of a file that differ from the computed ones: a few in detail, the rest as a count."""
    differences = list(json_values.differences(theirs, ours))
    for path, stated, computed in differences[:LISTED]:
        yield Finding(kind, f"{path}: {stated!r:.80} in {file}, but {computed!r:.80} from the responses")
    if more := len(differences[LISTED:]):
        yield Finding(kind, f"{more:,} more values of {file} differ", count=more)


def contradicted(manifest: Manifest, answers: Answers) -> Iterator[Finding]:
    """Yield a finding if responses are marked both as answers and as errors, as a replayed file may do."""
    if (count := answers.totals.contradicted) and manifest.engine.name != "replay":
        yield Finding("rows", f"{count:,} responses are answers but also have an error", count=count)


def manifest_findings(manifest: Manifest, values: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield findings for values of the manifest that differ from the computed ones; other values are not checked."""
    stated = asdict(manifest)
    for group, ours in values.items():
        theirs = stated[group]
        if isinstance(ours, Mapping) and group != "statuses":
            theirs = {name: theirs[name] for name in ours}
        yield from differing("manifest", FILE, {group: theirs}, {group: ours})


# --- findings ---------------------------------------------------------------------------------------------------------


NOT_ASKED = {
    "replay": "the answers were replayed from files: sgpkit did not ask a model",
    "baseline": "a baseline is never ranked",
}
"""Remarks on submissions by the name of their engine, for engines that ask no model."""


def remarks_on(submission: Submission, answers: Answers, without: Mapping[str, Any]) -> Iterator[str]:
    """Yield remarks on a score that do not make it wrong, such as a retraction; empty ones are to be dropped."""
    manifest = submission.manifest
    if submission.retracted is not None:
        yield f"retracted: {submission.retracted}"
    yield toolkit.version_mismatches(manifest.toolkit, submission.scores)
    yield renderers.mismatches(submission.scores)
    if manifest.prompt.texts:
        yield f"asked with custom prompt texts: {', '.join(manifest.prompt.texts)}"
    yield NOT_ASKED.get(manifest.engine.name, "")
    asked, kept = manifest.usage.requests, answers.spent.count
    if asked is not None and asked > kept:
        yield (
            f"the run asked {asked:,} times; the {kept:,} replies here are those that count, without those that later "
            "ones replaced or that other options asked for"
        )
    yield answers.totals.repeated(manifest.sampling.parameters.get("temperature"))
    if without:
        yield errata_figures.in_words(without)
