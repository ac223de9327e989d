"""Export the candidates that people accepted as a table that configs are built from, with their reviewers."""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import polars as pl

from sgpkit.errors import UserError
from sgpkit.files import reading, write_atomically
from sgpkit.sandbox.untrusted import tables as untrusted_tables
from sgpkit.studies.review import candidates as review_candidates
from sgpkit.studies.review.outcomes import Outcome, outcomes
from sgpkit.studies.review.verdicts import REJECT, read_people


class Exported(NamedTuple):
    """The written table: the number of its candidates, and of those left out by reason."""

    path: Path
    accepted: int
    edited: int
    rejected: int
    open: int
    too_few: int
    unseen: int


def export(folder: Path, out: Path, rule: str = "majority", at_least: int = 1) -> Exported:
    """Write the accepted candidates to `out`, edited values in place, with the columns `reviewers`, `accepted`,
    `rejected`, `mended_by` and `comments` added. A candidate that no one judged is never among them."""
    if out.suffix != ".parquet":
        raise UserError(f"--export {out}: expected a name that ends in .parquet")
    candidates = review_candidates.read(folder)
    if out.resolve() in {(folder / name).resolve() for name in (review_candidates.FILE, "responses.parquet")}:
        raise UserError(f"--export {out}: this file belongs to {folder} and would be overwritten; choose another name")
    people = read_people(folder, candidates.wording)
    judged = outcomes(candidates, people, rule, at_least)
    if all(outcome.decision == "too few" for outcome in judged):
        most = max((len(outcome.votes) for outcome in judged), default=0)
        raise UserError(
            f"{folder}: nothing to export, since no candidate was judged by {at_least} or more people (most: {most})\n"
            f"Review candidates: sgpkit author review {folder}"
        )
    accepted = [outcome for outcome in judged if outcome.decision == "accepted"]
    with reading(candidates.path, "To write it again, run the same `sgpkit author draft` command."):
        table = untrusted_tables.read(candidates.path)
    if table["id"].to_list() != candidates.ids:
        raise UserError(f"{candidates.path} was changed during the export; run the same command again")
    rows = table[[candidates.indices[outcome.candidate] for outcome in accepted]]
    written = with_verdicts(rows, accepted)
    out.parent.mkdir(parents=True, exist_ok=True)
    content = io.BytesIO()
    written.write_parquet(content)
    write_atomically(out, content.getvalue())
    counts = {name: sum(outcome.decision == name for outcome in judged) for name in ("rejected", "open", "too few")}
    return Exported(
        out,
        len(accepted),
        sum(bool(outcome.editors) for outcome in accepted),
        counts["rejected"],
        counts["open"],
        counts["too few"],
        len(candidates) - len(judged),
    )


def with_verdicts(rows: pl.DataFrame, accepted: Sequence[Outcome]) -> pl.DataFrame:
    """Return the rows with edited values in place, and the columns about the verdicts.

    A candidate that people accepted is kept, whatever the machine's checks say; `reason` still has their finding.
    """
    editable = sorted({name for names in review_candidates.EDITABLE.values() for name in names})
    edited = [
        pl.Series(
            name,
            [outcome.fields.get(name, value) for outcome, value in zip(accepted, rows[name].to_list(), strict=True)],
            rows.schema[name],
        )
        for name in editable
    ]
    verdicts = [[vote.verdict for vote in outcome.votes] for outcome in accepted]
    rejected = [sum(verdict.verdict == REJECT for verdict in group) for group in verdicts]
    comments = [[verdict.comment for verdict in group if verdict.comment] for group in verdicts]
    return rows.with_columns(
        *edited,
        pl.Series("kept", [True] * len(accepted), pl.Boolean),
        pl.Series("reviewers", [len(group) for group in verdicts], pl.Int64),
        pl.Series("accepted", [len(group) - no for group, no in zip(verdicts, rejected, strict=True)], pl.Int64),
        pl.Series("rejected", rejected, pl.Int64),
        pl.Series("mended_by", [list(outcome.editors) for outcome in accepted], pl.List(pl.String)),
        pl.Series("comments", comments, pl.List(pl.String)),
    )


def as_text(exported: Exported) -> str:
    """Return the line that the command prints."""
    others = {
        "rejected": exported.rejected,
        "in dispute": exported.open,
        "with too few reviewers": exported.too_few,
        "unseen": exported.unseen,
    }
    left_out = ", ".join(f"{count:,} {name}" for name, count in others.items() if count)
    return f"{exported.path}: {exported.accepted:,} accepted, {exported.edited:,} of them edited" + (
        f"; left out: {left_out}" if left_out else ""
    )
