"""A run folder without run.json as a submission: the provenance in its scores.json is enough.

The folder needs `scores.json`, the responses with the manifest of their parts, and annotations if any. All
that the manifest of a submission states is taken from the block `provenance`, and then checked as a submission is.
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
from sgpkit.runs.conversation import parameters_key
from sgpkit.runs.data import Data
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import provenance, renderers, score
from sgpkit.sandbox.untrusted import json_values, regular
from sgpkit.submissions import answers as answers_check
from sgpkit.submissions import manifest as manifests
from sgpkit.submissions import package, self_reported
from sgpkit.submissions import submission as submissions
from sgpkit.submissions.computed import computed
from sgpkit.submissions.submission import Submission


def is_scored_folder(folder: Path) -> bool:
    """Return whether a folder is not a submission, but contains scores with provenance."""
    path = folder / "scores.json"
    kinds = [regular.kind(folder / name) for name in (manifests.FILE, path.name)]
    if kinds != ["missing", ""] or not isinstance(json_values.read_object(path).get(provenance.KEY), Mapping):
        return False
    entries = [folder / "responses", folder / "responses" / parts.MANIFEST]
    if [regular.kind(entry) for entry in entries] != ["a folder", ""]:
        return False
    return all(not regular.kind(part) for part in run_responses.open_table(folder).files)


def reason_not(folder: Path) -> str:
    """Return why a folder is not a submission and cannot be checked as a run, and the command that makes it one."""
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
    folder: Path, source: str | None, ray: str | None = None, load: Callable[[str, Benchmark], Data] = data.load
) -> Iterator[Submission]:
    """Make a submission from a folder's responses and scores, in a temporary folder. `source` is the location of the
    rows, if not that in the scores. Raises UserError if the provenance is incomplete."""
    with tempfile.TemporaryDirectory(prefix="sgpkit-verify-") as path:
        stage = Path(path)
        scores = json_values.read_object(folder / "scores.json")
        with reading(folder / "scores.json", f"Score the run again: sgpkit score {folder}"):
            metadata = metadata_of(scores)
            painter = renderers.recorded(scores, families.get(metadata["config"])) or None
        write(folder, stage, metadata, painter, source, ray, load)
        yield submissions.read(stage)


def metadata_of(scores: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content of run.json, as far as a submission needs it. Raises ValueError for missing values."""
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


def write(
    folder: Path,
    stage: Path,
    metadata: Mapping[str, Any],
    renderer: str | None,
    source: str | None,
    ray: str | None,
    load: Callable[[str, Benchmark], Data] = data.load,
) -> None:
    """Write the files of a submission from a folder's; its manifest has the figures that the responses give here."""
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
    planned = package.plan_of(metadata, benchmark, loaded)
    parameters = parameters_key({**metadata["identity"], **metadata["sampling"]})
    package.write_responses(run_responses.open_table(folder), stage, planned, parameters)
    package.copy_files(folder, stage)
    answers = answers_check.check(planned, stage / "responses.parquet", parameters)
    totals = answers.totals
    complete = len(planned.rows) * planned.samples == totals.count and "error" not in totals.finish_reasons
    scored = {**metadata, "attempts": totals.attempts, "complete": complete}
    run = Run.assemble(stage, scored, benchmark, loaded, answers.table)
    table, figures = score.evaluate(run, ray, renderer)
    ruled = self_reported.by_rule(run, table, figures, ray, renderer)
    values = computed(stage, metadata["identity"], planned, answers.prompts, answers.spent, *ruled)
    stated = package.claimed(metadata, loaded, "", None, renderers.entry(figures)) | {"files": package.digests(stage)}
    manifests.write(stage / manifests.FILE, package.whole(stated, values))
