"""A score for the model's own page on the Hub: `.eval_results/NAME.yaml` (https://huggingface.co/docs/hub/eval-
results)."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sgpkit.errors import UserError, first_line
from sgpkit.sandbox.untrusted import yaml_values
from sgpkit.submissions.answers import Finding
from sgpkit.submissions.manifest import Manifest
from sgpkit.submissions.submission import EVAL_RESULTS, Submission

LARGEST = 20_000
"""Maximum size in bytes; a file with one result has a few hundred."""


def file_name(manifest: Manifest) -> str:
    """Return the path of the results file, which differs by strategy, mode and setting, so that none replaces
    another.
    """
    dataset, prompt = manifest.dataset, manifest.prompt
    how = [word for word in (prompt.strategy, prompt.mode, prompt.setting) if word]
    return f"{EVAL_RESULTS}/{dataset.repo.rpartition('/')[2]}-{'-'.join([dataset.config, *how])}.yaml"


def as_text(manifest: Manifest, url: str) -> str:
    """Return the results file as YAML; `url` is that of the submission, or empty."""
    import yaml

    return str(yaml.safe_dump(entries(manifest, url), sort_keys=False, allow_unicode=True, width=100))


def entries(manifest: Manifest, url: str) -> list[dict[str, Any]]:
    """Return the entries of the YAML file for a score; `url` is that of the submission, or empty."""
    from huggingface_hub import EvalResultEntry, eval_result_entries_to_yaml

    entry = EvalResultEntry(
        dataset_id=manifest.dataset.repo,
        task_id=manifest.dataset.config,
        value=manifest.score.value,
        dataset_revision=manifest.dataset.commit,
        date=manifest.date,
        source_url=url or None,
        source_name="sgpkit submission" if url else None,
        notes=notes(manifest),
    )
    return list(eval_result_entries_to_yaml([entry]))


def notes(manifest: Manifest) -> str:
    """Return the conditions of a score in a line: strategy, mode, samples and temperature."""
    prompt, sampling = manifest.prompt, manifest.sampling
    how = [prompt.strategy, prompt.mode, prompt.setting]
    remarks = [f"{manifest.score.name}", ", ".join(word for word in how if word), f"n = {sampling.n}"]
    remarks += [f"up to {sampling.resample} attempts until the answer compiles"] if sampling.resample > 1 else []
    temperature = sampling.parameters.get("temperature")
    return "; ".join([*remarks, *([f"temperature {temperature:g}"] if isinstance(temperature, int | float) else [])])


def check(submission: Submission) -> Iterator[Finding]:
    """Yield findings for results files that do not agree with the manifest; the submission's URL is not compared."""
    for path in sorted((submission.folder / EVAL_RESULTS).glob("*")):
        name = f"{EVAL_RESULTS}/{path.name}"
        if name != file_name(submission.manifest) or not path.is_file() or path.stat().st_size > LARGEST:
            yield Finding("eval_results", f"{name} does not belong to this submission")
            continue
        stated = read(path)
        url = stated[0].get("source", {}).get("url", "") if stated else ""
        if stated != entries(submission.manifest, url):
            yield Finding("eval_results", f"{name} contradicts the manifest")


def read(path: Path) -> list[Mapping[str, Any]]:
    """Read the results of a YAML file. Raises UserError if it is not a list of results."""
    import yaml

    try:
        entries = yaml_values.read(path)
    except (yaml.YAMLError, ValueError, RecursionError) as error:  # an impossible date is a ValueError
        raise UserError(f"{path} is not YAML: {first_line(error):.120}") from None
    listed = entries if isinstance(entries, list) else [None]
    sources = [entry.get("source", {}) if isinstance(entry, dict) else None for entry in listed]
    if not all(isinstance(entry, dict) and isinstance(entry.get("url", ""), str) for entry in sources):
        raise UserError(f"{path}: expected a list of results")
    return list(entries)
