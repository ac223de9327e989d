"""The result of checking a submission as text and as JSON, and the claims that cannot be checked."""

from dataclasses import asdict
from typing import Any

import sgpkit
from sgpkit.errors import UserError
from sgpkit.sandbox.untrusted.texts import printable
from sgpkit.submissions.boundary.outcome import Outcome
from sgpkit.submissions.verify import Verification

CLAIMED = (
    "that the model gave these answers, and that no other answers were discarded",
    "the engine, its version and parallelism, GPU hours and cost, the latencies and token counts of single responses",
    "annotations of the responses by judges and learned metrics (extracted, judged, measured)",
    "submitter and date",
)


def as_facts(verification: Verification | Outcome) -> dict[str, Any]:
    """Return the result of a verification as JSON."""
    manifest = verification.submission.manifest
    return {
        "submission": str(verification.submission.folder),
        "model": manifest.model.id,
        "config": manifest.dataset.config,
        "dataset": f"{manifest.dataset.repo}@{manifest.dataset.commit}",
        "responses": manifest.responses,
        "sgpkit": sgpkit.__version__,
        "verified": verification.verified,
        "level": verification.level,
        "rankable": verification.rankable,
        "unrankable": list(verification.unrankable),
        "retracted": verification.submission.retracted,
        "findings": [asdict(finding) for finding in verification.findings],
        "remarks": list(verification.remarks),
        "claimed": list(CLAIMED),
        "self_reported": [asdict(figure) for figure in verification.self_reported],
        "scores": verification.figures and dict(verification.figures),
    }


def as_text(verification: Verification | Outcome, name: str) -> str:
    """Return the result of a verification for the terminal, with unprintable characters replaced."""
    manifest = verification.submission.manifest
    asked = manifest.dataset
    pinned = f"{asked.repo}@{asked.commit[:12]}" if asked.commit else f"data: {asked.repo}"
    lines = [f"{name}: {manifest.model.id}, {asked.config} ({pinned})"]
    for finding in verification.findings:
        rows = f" (such as {', '.join(finding.rows)})" if finding.rows else ""
        lines.append(f"  {finding.kind}: {finding.message}{rows}")
    lines += [f"  self-reported, not ranked: {figure.in_words()}" for figure in verification.self_reported]
    lines += [f"  note: {remark}" for remark in verification.remarks]
    lines += [f"  not ranked: {reason}" for reason in verification.unrankable]
    head = manifest.score
    value = f"{head.name} {head.value:.1%} over {head.n:,} responses, reproduced exactly"
    lines.append(f"  verified, {verification.level}: {value}" if verification.verified else "  NOT verified")
    return "\n".join(map(printable, lines))


def failed(name: str, error: UserError) -> dict[str, Any]:
    """Return the JSON, in the form of `as_facts`, of a submission that could not be checked at all."""
    return {"submission": name, "verified": False, "error": str(error)}
