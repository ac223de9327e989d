"""A submission against a run of one's own of the same model: the only check of what the model said."""

from math import isnan
from pathlib import Path

from sgpkit.errors import UserError
from sgpkit.runs.scoring import compare
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.submissions.answers import Finding

SAME = ("config", "identity", "sampling", "strategy", "mode", "setting", "texts", "n", "resample")


LEVEL = 0.01
"""How rare a difference must be under chance to speak against a submission: few of many are to be doubted in vain."""


def check(submitted: ScoredRun, folder: Path) -> tuple[Finding | None, str]:
    """Return a finding if the two runs differ by more than chance, and a remark with their difference."""
    mine = ScoredRun.open(folder)
    for name in SAME:
        theirs, ours = submitted.metadata[name], mine.metadata[name]
        if theirs != ours:
            raise UserError(
                f"{folder} differs from the submission: its {name} is {ours!r:.80}, the submission's {theirs!r:.80}"
            )
    if submitted.metadata["data"]["sha256"] != mine.metadata["data"]["sha256"]:
        raise UserError(f"{folder} has different rows from the submission")
    change = compare.difference(compare.paired(mine, submitted))
    interval = "no interval: too few drawings" if isnan(change.low) else f"[{change.low:+.4f}, {change.high:+.4f}]"
    remark = f"against {folder.name}: {change.value:+.4f} ({interval}), p = {change.p:.3g}"
    if change.p >= LEVEL:
        return None, f"run again: no significant difference ({remark})"
    return Finding("again", f"run again, the same model has a different score ({remark})"), remark
