"""Package a scored run as a submission folder. The same run gives the same bytes, and nothing private is included."""

import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

from sgpkit import garbage
from sgpkit.errors import UserError
from sgpkit.files import file_digest, reading, replace_folder
from sgpkit.runs import lite, parts
from sgpkit.runs import responses as run_responses
from sgpkit.runs.conversation import parameters_key
from sgpkit.runs.data import Data
from sgpkit.runs.folder import Run
from sgpkit.runs.parts import Table
from sgpkit.runs.plan import Plan
from sgpkit.runs.scoring import renderers
from sgpkit.runs.scoring.annotations import kinds
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.submissions import answers as answers_check
from sgpkit.submissions import eval_results, manifest, retrace, self_reported, submission, toolkit
from sgpkit.submissions.answers import Answers
from sgpkit.submissions.computed import computed
from sgpkit.submissions.keys import refuse_keys
from sgpkit.submissions.manifest import FORMAT, Manifest, Prompt, Sampling
from sgpkit.submissions.submission import Submission

Metadata = Mapping[str, Any]


@garbage.paused()
def package(
    scored: ScoredRun,
    out: Path,
    submitter: str = "",
    gpu_hours: float | None = None,
    results: str = "",
) -> Submission:
    """Write the run's submission into a separate folder below `out`. A run over a folder that was pushed later is
    opened with its data on the Hub: ORG/NAME@REVISION. `results` is the address of the repo that the submission is
    for.
    """
    refuse_unfinished(scored)
    run = scored.folder
    stage = out / f".{run.resolve().name}.part"
    shutil.rmtree(stage, ignore_errors=True)
    stage.mkdir(parents=True)
    try:
        planned = plan_of(scored.run)
        answers = stage_run(scored.run, stage, planned)
        if answers.findings:
            first = answers.findings[0]
            rows = f" (such as {', '.join(first.rows)})" if first.rows else ""
            raise UserError(f"{run} cannot be submitted: {first.message}{rows}\nRun the same command again.")
        stated = manifest_of(scored, stage, planned, answers, submitter, gpu_hours)
        manifest.write(stage / manifest.FILE, stated)
        refuse_keys(stage, run)
        folder = out / name(stated)
        if stated.dataset.commit and not stated.unrankable:
            path = stage / eval_results.file_name(stated)
            path.parent.mkdir()
            url = f"{results}/tree/main/{submission.PLACE}/{name(stated)}" if results else ""
            path.write_text(eval_results.as_text(stated, url), encoding="utf-8")
        replace_folder(folder, stage)
    except OSError as error:
        error.filename = error.filename or str(out)  # the error of a failed write does not name the file
        raise
    finally:
        shutil.rmtree(stage, ignore_errors=True)
    return submission.read(folder)


def refuse_unfinished(scored: ScoredRun) -> None:
    """Raise UserError for a run that cannot be submitted: answered by people, or unfinished."""
    if scored.of_people:
        raise UserError(
            f"{scored.display_path} cannot be submitted: its answers are by people, and only runs of models are "
            "accepted\nTo compare it with runs of models, use sgpkit report"
        )
    if scored.metadata.get("unasked"):
        problem = f"{scored.metadata['unasked']:,} rows were not asked"
        raise UserError(f"{scored.display_path} is not finished: {problem}\nRun the same sgpkit run command again.")


def name(stated: Manifest) -> str:
    """Return the name of a submission, CONFIG/MODEL-STRATEGY-HASH, which is unique to its responses."""
    label = f"{stated.model.id}-{stated.prompt.strategy}-{stated.responses[:8]}"
    return f"{stated.dataset.config}/{re.sub(r'[^A-Za-z0-9._-]+', '-', label).lstrip('.-')}"


def is_in_place(folder: Path) -> bool:
    """Return whether a submission is in the folder with its name, which is unique in a results repo."""
    try:
        return name(manifest.read(folder / manifest.FILE)) == f"{folder.parent.name}/{folder.name}"
    except UserError:
        return False


# --- files ------------------------------------------------------------------------------------------------------------


def plan_of(run: Run) -> Plan:
    """Return the plan of a run, as rebuilt by verification."""
    metadata = run.metadata
    prompt = Prompt(metadata["strategy"], metadata["mode"], metadata["setting"], metadata["texts"], "")
    sampling = Sampling(metadata["sampling"], None, metadata["n"], metadata["resample"])
    subset = lite.recorded_size(metadata["lite"])
    return retrace.plan_of(run.benchmark, run.data, prompt, sampling, metadata["limit"], subset)


def stage_run(run: Run, stage: Path, planned: Plan) -> Answers:
    """Write the responses, scores and annotations of a run into a submission's folder. Return the checked responses."""
    parameters = parameters_key({**run.metadata["identity"], **run.metadata["sampling"]})
    write_responses(run.stored, stage, planned, parameters)
    copy_files(run.folder, stage)
    return answers_check.check(planned, stage / "responses.parquet", parameters)


def write_responses(stored: Table, stage: Path, planned: Plan, parameters: str) -> None:
    """Write the responses that count into one file, a row group at a time; with resampling also the earlier attempts
    that did not compile."""
    import pyarrow.parquet as pq

    attempts = earlier_attempts(stored, planned, parameters) if planned.resample > 1 else []
    writer: pq.ParquetWriter | None = None
    try:
        for table in run_responses.groups(stored):
            kept = table.filter(pl.col("counted") | pl.col("keys").list.first().is_in(attempts))
            rows = kept.to_arrow()
            writer = writer or pq.ParquetWriter(stage / "responses.parquet", rows.schema, compression="zstd")
            if kept.height:
                writer.write_table(rows.cast(writer.schema), row_group_size=parts.GROUP_ROWS)
    finally:
        if writer is not None:
            writer.close()


def earlier_attempts(stored: Table, planned: Plan, parameters: str) -> list[str]:
    """Return the keys of the attempts of a run that were restarted."""
    tables = list(run_responses.groups(stored))
    with reading(stored.folder, run_responses.REMEDY):
        responses = [response for table in tables for response in answers_check.stated(table)]
    pairs = [pair for table in tables for pair in table.filter("counted").select("id", "sample").iter_rows()]
    used = retrace.retrace(planned, pairs, parameters, {response.key: response for response in responses}).used
    alone = {keys[0] for table in tables for keys in table["keys"] if len(keys) == 1}
    return sorted(used & alone)


def copy_files(run: Path, stage: Path) -> None:
    """Copy the scores and annotations of a run into a submission's folder. Raises UserError if one is unfinished."""
    shutil.copyfile(run / "scores.json", stage / "scores.json")
    for folder in kinds.FOLDERS:
        if any((run / folder).rglob("*.jsonl")):
            raise UserError(f"{run / folder} is not finished\nRun the same command again, then sgpkit score {run}")
        for path in sorted((run / folder).rglob("*")):
            if path.suffix in (".json", ".parquet") and not path.name.startswith("."):
                target = stage / path.relative_to(run)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, target)


def digests(stage: Path) -> dict[str, str]:
    """Return the SHA-256 of every file of a submission's payload, by name."""
    return {name: file_digest(path) for name, path in submission.payload(stage)}


# --- the manifest -----------------------------------------------------------------------------------------------------


def manifest_of(
    scored: ScoredRun,
    stage: Path,
    planned: Plan,
    answers: Answers,
    submitter: str = "",
    gpu_hours: float | None = None,
    ray: str | None = None,
) -> Manifest:
    """Return the manifest of the files in a submission's folder, which are those of the run."""
    run, figures = scored.run, scored.figures
    painter = renderers.recorded(figures, run.benchmark) or None
    ruled = self_reported.by_rule(run, scored.responses, figures, ray, painter)
    values = computed(stage, run.metadata["identity"], planned, answers.prompts, answers.spent, *ruled)
    stated = claimed(run.metadata, run.data, submitter, gpu_hours, renderers.entry(figures))
    return whole(stated | {"files": digests(stage)}, values)


def claimed(
    metadata: Metadata, loaded: Data, submitter: str, gpu_hours: float | None, renderer: Metadata | None
) -> dict[str, Any]:
    """Return the values that do not follow from the rest, group by group."""
    sessions = metadata.get("sessions", [])
    statistics = [session["engine"] for session in sessions]
    here = toolkit.here(renderer)
    return {
        "format": FORMAT,
        "model": {"tokenizer": tokenizer(metadata)},
        "engine": {
            "name": metadata["engine"],
            "version": last(statistics, "engine"),
            "parallelism": last(statistics, "processes", "workers", "concurrency"),
            "identity": metadata["identity"],
        },
        "dataset": {
            # A path means nothing on other machines, and may contain a user's name.
            "repo": loaded.source if loaded.commit else Path(loaded.source).name,
            "commit": loaded.commit,
            "sha256": loaded.digest,
            "limit": metadata["limit"],
        },
        "prompt": {name: metadata[name] for name in ("strategy", "mode", "setting")} | {"texts": metadata["texts"]},
        "sampling": {"parameters": metadata["sampling"], "n": metadata["n"], "resample": metadata["resample"]},
        "toolkit": vars(here),
        "usage": {
            "requests": sum(session["asked"] for session in sessions) if sessions else None,
            "seconds": round(sum(session["seconds"] for session in sessions), 1) if sessions else None,
            "gpu_hours": gpu_hours if gpu_hours is not None else spent_hours(sessions),
            "cost": round(
                sum(session_statistics["cost"] for session_statistics in statistics if "cost" in session_statistics), 6
            )
            if last(statistics, "cost")
            else None,
            "currency": last(statistics, "currency"),
        },
        "submitter": submitter,
        "date": str(metadata.get("finished") or metadata.get("started") or "")[:10],
    }


def whole(stated: Mapping[str, Any], values: Mapping[str, Any]) -> Manifest:
    """Merge claimed and computed values into a manifest, group by group; each value is in exactly one of the two."""
    groups = {**stated, **values}
    for group in stated.keys() & values.keys():
        groups[group] = {**stated[group], **values[group]}
    joined: Manifest = manifest.typed(manifest.plain({**groups, "chain": {}}), Manifest, "")
    return replace(joined, chain=manifest.links(joined))


def last(statistics: Sequence[Mapping[str, Any]], *names: str) -> Any:
    """Return the latest session's value under the first of the names that has any, or None."""
    for name in names:
        for session in reversed(statistics):
            if session.get(name) is not None:
                return session[name]
    return None


def spent_hours(sessions: Sequence[Mapping[str, Any]]) -> float | None:
    """Return the GPU hours of a run's sessions; None if no session ran on known GPUs."""
    on_gpus = [session for session in sessions if "gpus" in session["engine"]]
    spent = sum(session["seconds"] * session["engine"]["gpus"] for session in on_gpus)
    return round(spent / 3600, 4) if on_gpus else None


def tokenizer(metadata: Metadata) -> str | None:
    """Return the hash of the model's tokenizer.json, if this machine has the model's files."""
    if metadata["engine"] != "vllm":
        return None
    path: Any = Path(metadata["model"]) / "tokenizer.json"
    if not Path(metadata["model"]).is_dir():
        from huggingface_hub import try_to_load_from_cache

        try:
            path = try_to_load_from_cache(
                metadata["model"], "tokenizer.json", revision=metadata["identity"].get("revision") or "main"
            )
        except ValueError:  # not a valid name on the Hub
            return None
    return file_digest(Path(path)) if isinstance(path, str | Path) and Path(path).is_file() else None


def refuse_private(loaded: Data) -> None:
    """Raise UserError if the rows were in a local folder: others could not verify the submission."""
    if not loaded.commit:
        raise UserError(
            f"the rows were in the folder {Path(loaded.source).name!r}, where no one else can read them\n"
            "Push it (sgpkit push), then name the version: --data ORG/NAME@vN.N.N"
        )
