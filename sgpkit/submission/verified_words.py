"""The result of checking a submission, for people and for machines; and the claims that no check can test."""

from dataclasses import asdict
from typing import Any

import sgpkit
from sgpkit.errors import UserError
from sgpkit.submission.verify import Verification

CLAIMED = (
    "that the model gave these answers, and no others were discarded unseen",
    "the engine's version, parallelism, GPU hours and cost, the latencies and token counts of single responses",
    "what judges and learned metrics said of the responses (extracted, judged, measured)",
    "submitter and date",
)


def as_facts(found: Verification) -> dict[str, Any]:
    """For machines."""
    manifest = found.submission.manifest
    return {
        "submission": str(found.submission.folder),
        "model": manifest.model.id,
        "config": manifest.dataset.config,
        "dataset": f"{manifest.dataset.repo}@{manifest.dataset.commit}",
        "responses": manifest.responses,
        "sgpkit": sgpkit.__version__,
        "verified": found.verified,
        "level": found.level,
        "rankable": found.rankable,
        "unrankable": list(found.unrankable),
        "retracted": found.submission.retracted,
        "findings": [asdict(each) for each in found.findings],
        "remarks": list(found.remarks),
        "claimed": list(CLAIMED),
        "scores": found.run and dict(found.run.figures),
    }


def as_text(found: Verification, place: str) -> str:
    manifest = found.submission.manifest
    asked = manifest.dataset
    pinned = f"{asked.repo}@{asked.commit[:12]}" if asked.commit else f"a folder {asked.repo}"
    lines = [f"{place}: {manifest.model.id} on {asked.config} of {pinned}"]
    for each in found.findings:
        rows = f" (such as {', '.join(each.rows)})" if each.rows else ""
        lines.append(f"  {each.kind}: {each.message}{rows}")
    lines += [f"  note: {remark}" for remark in found.remarks]
    lines += [f"  not ranked: {reason}" for reason in found.unrankable]
    head = manifest.score
    value = f"{head.name} {head.value:.6g} over {head.n:,}, every digit the same"
    lines.append(f"  verified, {found.level}: {value}" if found.verified else "  NOT verified")
    return "\n".join(map(printable, lines))


def printable(line: str) -> str:
    """Escape text of a stranger, which must not steer a terminal, nor look like a line of ours."""
    return "".join(each if each.isprintable() else "�" for each in line)


def failed(place: str, error: UserError) -> dict[str, Any]:
    """In place of `as_facts` where nothing could be checked."""
    return {"submission": place, "verified": False, "error": str(error)}
