"""Check manifest claims that cannot be computed: against contradicting evidence, and for impossible values."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

from sgpkit.data.hub.names import REPO
from sgpkit.runs.data import Data
from sgpkit.runs.scoring import provenance
from sgpkit.submissions import manifest as manifests
from sgpkit.submissions.answers import Finding
from sgpkit.submissions.manifest import Dataset, Manifest, Usage
from sgpkit.submissions.results import model_names
from sgpkit.submissions.submission import Submission

COMMIT = re.compile("[0-9a-f]{40}")
DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")

STATED: Mapping[str, tuple[str, ...]] = {
    "baseline": (),
    "replay": ("sha256",),
    "endpoint": ("parameters",),
    "local": ("sha256", "context"),
    "vllm": ("dtype", "context"),
}
"""The contents of each engine's identity, in addition to the model name. The keys of all responses cover the
identity."""


def findings(manifest: Manifest, loaded: Data) -> Iterator[Finding]:
    """Yield findings for impossible claims: they contradict checked values, or are invalid."""
    yield from engine(manifest)
    yield from names(manifest)
    if dict(manifest.chain) != manifests.links(manifest):
        yield Finding("manifest", "chain: it does not follow from the hashes of rows, prompts, responses and scores")
    if not loaded.commit:
        yield from address(manifest.dataset)
    yield from usage(manifest.usage)
    if manifest.date and not is_day(manifest.date):
        yield Finding("manifest", f"date: expected a date such as 2026-01-31, found {manifest.date!r:.40}")


def engine(manifest: Manifest) -> Iterator[Finding]:
    """Yield a finding if the identity does not have the form that the named engine writes."""
    name, identity = manifest.engine.name, manifest.engine.identity
    if name not in STATED:
        yield Finding("manifest", f"engine.name: unknown engine {name!r:.40}; expected one of {', '.join(STATED)}")
    elif lacking := [field for field in STATED[name] if field not in identity]:
        message = f"engine.name: the identity, which the keys cover, is not one of {name}: it has no {lacking[0]}"
        yield Finding("manifest", message)


def names(manifest: Manifest) -> Iterator[Finding]:
    """Yield findings for displayed names that are not in normal form."""
    shown = {
        "model.id": manifest.model.id,
        "submitter": manifest.submitter,
        "usage.currency": manifest.usage.currency or "",
        "engine.version": manifest.engine.version or "",
    }
    for field, name in shown.items():
        if why := model_names.problem(name):
            yield Finding("name", f"{field} {name!a:.80} {why}")


def address(dataset: Dataset) -> Iterator[Finding]:
    """Yield a finding if the stated commit of the rows is not a commit of a dataset on the Hub."""
    if not dataset.commit:
        return
    match = REPO.fullmatch(dataset.repo)
    if match is None or match["revision"] or not COMMIT.fullmatch(dataset.commit):
        stated = f"{dataset.repo}@{dataset.commit}"
        yield Finding("data", f"{stated!r:.120} is not a commit of a dataset on the Hub")


def usage(usage: Usage) -> Iterator[Finding]:
    """Yield findings for negative amounts, and for replies without a request."""
    for name in ("seconds", "gpu_hours", "cost"):
        amount = getattr(usage, name)
        if amount is not None and amount < 0:
            yield Finding("manifest", f"usage.{name}: {amount!r} is negative")
    if usage.requests == 0 and usage.attempts:
        yield Finding("manifest", f"usage.requests is 0, but there were {usage.attempts:,} attempts")


def is_day(text: str) -> bool:
    """Return whether a text is a date of the form YYYY-MM-DD."""
    with suppress(ValueError):
        return DAY.fullmatch(text) is not None and date.fromisoformat(text) is not None
    return False


def remarks(submission: Submission, loaded: Data) -> Iterator[str]:
    """Yield remarks on the stated location of the rows if it was not checked, or if two files differ about it."""
    stated = submission.manifest.dataset
    if stated.commit and not loaded.commit:
        yield (
            f"the rows were read from the folder {Path(loaded.source).name}; "
            f"{stated.repo}@{stated.commit[:12]}, which the manifest names, was not checked"
        )
    block = submission.scores.get(provenance.KEY)
    data: Any = block.get("data") if isinstance(block, Mapping) else None
    if not isinstance(data, Mapping):
        return
    source, commit = (str(data.get(name) or "") for name in ("source", "commit"))
    # Rows of a folder may have been pushed after scoring and before the submission.
    if (source, commit) != (stated.repo, stated.commit) and (commit or not stated.commit):
        pinned = f"{source}@{commit[:12]}" if commit else f"a folder {source}"
        yield f"scores.json says that the rows were those of {pinned:.120}, the manifest names others"
