"""A run folder without run.json as a submission: the provenance in its scores.json is enough.

The folder needs `scores.json`, the responses with the manifest of their parts, and annotations, if any. All values of
the manifest are taken from the block `provenance`, and then checked like those of a submission.
"""

import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sgpkit.benchmark import Benchmark, families
from sgpkit.errors import UserError
from sgpkit.files import reading
from sgpkit.runs import data, parts
from sgpkit.runs import responses as run_responses
from sgpkit.runs.data import Data
from sgpkit.runs.folder import Run
from sgpkit.runs.plan import Plan
from sgpkit.runs.scoring import provenance, renderers, score
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.sandbox.untrusted import json_values, regular
from sgpkit.submissions import manifest as manifests
from sgpkit.submissions import package
from sgpkit.submissions import submission as submissions
from sgpkit.submissions.answers import Answers
from sgpkit.submissions.submission import Submission


def scores_of(folder: Path) -> Mapping[str, Any] | None:
    """Return the scores of a folder that is not a submission, but contains scores with provenance; None of another
    folder."""
    path = folder / "scores.json"
    kinds = [regular.kind(folder / name) for name in (manifests.FILE, path.name)]
    if kinds != ["missing", ""]:
        return None
    scores = json_values.read_object(path)
    entries = [folder / "responses", folder / "responses" / parts.MANIFEST]
    if not isinstance(scores.get(provenance.KEY), Mapping) or list(map(regular.kind, entries)) != ["a folder", ""]:
        return None
    return scores if not any(map(regular.kind, run_responses.open_table(folder).files)) else None


def reason_not(folder: Path) -> str:
    """Return the reason why a folder is not a submission and cannot be checked as a run, and the command that makes
    it a submission.
    """
    if not folder.exists():
        return f"no folder {str(folder)!r}\nExpected a submission, or ORG/NAME@REVISION on the Hub"
    runs = folder / "run.json"
    if runs.is_file() and not (folder / "scores.json").is_file():
        return f"{folder} is not a submission but a run without scores\nScore it first: sgpkit score {folder}"
    if runs.is_file() and (folder / "responses").is_dir() and not parts.is_divided(folder, "responses"):
        return (
            f"{folder}: {parts.MANIFEST}, the list of response shards, is missing\n"
            "Run the same sgpkit run command again, then score the run"
        )
    return (
        f"no submission in {folder}: expected a manifest.json in it or below, or responses with a scores.json that has "
        f"a provenance block\nScore the run with this version: sgpkit score {folder if runs.is_file() else 'RUN'}"
    )


@contextmanager
def staged(
    folder: Path,
    scores: Mapping[str, Any],
    source: str | None,
    ray: str | None = None,
    load: Callable[[str, Benchmark], Data] = data.load,
) -> Iterator[Submission]:
    """Make a submission from a folder's responses and scores, in a temporary folder. `source` is the location of the
    rows, if not that in the scores. Raises UserError if the provenance is incomplete."""
    with tempfile.TemporaryDirectory(prefix="sgpkit-verify-") as path:
        stage = Path(path)
        with reading(folder / "scores.json", f"Score the run again: sgpkit score {folder}"):
            metadata = metadata_of(scores)
            painter = renderers.recorded(scores, families.get(metadata["config"])) or None
        run = opened(folder, metadata, source, load)
        planned = package.plan_of(run)
        answers = package.stage_run(run, stage, planned)
        scored = scored_again(run, stage, planned, answers, ray, painter)
        manifests.write(stage / manifests.FILE, package.manifest_of(scored, stage, planned, answers, ray=ray))
        yield submissions.read(stage)


def metadata_of(scores: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of run.json that a submission needs. Raises ValueError for missing values."""
    block = scores[provenance.KEY]
    try:
        pinned, model, prompt, sampling = (block[name] for name in ("data", "model", "prompt", "sampling"))
        return {
            "config": scores["config"],
            "engine": model["engine"],
            "model": model["id"],
            "identity": dict(model["identity"]),
            **{name: prompt[name] for name in ("strategy", "mode", "setting", "texts")},
            "sampling": dict(sampling["parameters"]),
            "n": sampling["n"],
            "resample": sampling["resample"],
            **{name: pinned[name] for name in ("limit", "lite", "rows")},
            "data": {"place": pinned["source"], "commit": pinned["commit"], "sha256": pinned["sha256"]},
        }
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"its provenance block is incomplete: {error}") from None


def opened(
    folder: Path, metadata: Mapping[str, Any], source: str | None, load: Callable[[str, Benchmark], Data]
) -> Run:
    """Return the run of a folder with its rows. Raises UserError if they cannot be found, or are others."""
    benchmark = families.get(metadata["config"])
    pinned = metadata["data"]
    if source is None and not pinned["commit"]:
        raise UserError(
            f"{folder}: its rows were in a folder ({pinned['place']}), not on the Hub\n"
            "Give their location: --data FOLDER|ORG/NAME@REVISION"
        )
    loaded = load(source or f"{pinned['place']}@{pinned['commit']}", benchmark)
    if loaded.digest != pinned["sha256"]:
        raise UserError(
            f"{source}: {benchmark.config} has sha256 {loaded.digest[:12]}…, the scores expect {pinned['sha256'][:12]}…"
        )
    return Run.assemble(folder, metadata, benchmark, loaded, None)


def scored_again(
    run: Run, stage: Path, planned: Plan, answers: Answers, ray: str | None, renderer: str | None
) -> ScoredRun:
    """Return a run with the recomputed scores of the responses in a submission's folder."""
    totals = answers.totals
    complete = len(planned.rows) * planned.samples == totals.count and "error" not in totals.finish_reasons
    metadata = {**run.metadata, "attempts": totals.attempts, "complete": complete}
    staged_run = Run.assemble(stage, metadata, run.benchmark, run.data, answers.table)
    table, figures = score.evaluate(staged_run, ray, renderer)
    return ScoredRun(staged_run, figures, table, (), ())
