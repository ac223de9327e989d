"""The candidates that people accepted, as a table that configs are built from, with who says so beside each."""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import polars as pl

from sgpkit.errors import UserError
from sgpkit.files import reading, write_atomically
from sgpkit.review import candidates as read_candidates
from sgpkit.review import outcomes as decided
from sgpkit.review.outcomes import Outcome
from sgpkit.review.verdicts import read_people


class Exported(NamedTuple):
    """How many candidates were written where, and what became of the others."""

    path: Path
    accepted: int
    mended: int
    rejected: int
    open: int
    too_few: int
    unseen: int


def export(folder: Path, out: Path, rule: str = "majority", at_least: int = 1) -> Exported:
    """Write the accepted ones to `out`, mended values in place, with the columns `reviewers`, `accepted`, `rejected`,
    `mended_by` and `comments` beside those of the candidates. What nobody judged is never among them."""
    if out.suffix != ".parquet":
        raise UserError(f"--export {out}: expected a name that ends in .parquet")
    candidates = read_candidates.read(folder)
    if out.resolve() in {(folder / name).resolve() for name in (read_candidates.FILE, "responses.parquet")}:
        raise UserError(f"--export {out}: that is {folder}'s own, and would be lost; choose another name")
    people = read_people(folder, candidates.wording)
    judged = decided.outcomes(candidates, people, rule, at_least)
    if not any(each.decision != "too few" for each in judged):
        seen = max((len(each.said) for each in judged), default=0)
        raise UserError(
            f"{folder}: no candidate was judged by {at_least} or more people (the most is {seen}), so there is nothing "
            f"to export\nJudge some: sgpkit review {folder}"
        )
    accepted = [each for each in judged if each.decision == "accepted"]
    with reading(candidates.path, "Write it again: the same `sgpkit author` command."):
        table = pl.read_parquet(candidates.path)
    if table["id"].to_list() != candidates.ids:
        raise UserError(f"{candidates.path} was written anew just now; give the same command again")
    rows = table[[candidates.places[each.candidate] for each in accepted]]
    written = with_verdicts(rows, accepted)
    out.parent.mkdir(parents=True, exist_ok=True)
    content = io.BytesIO()
    written.write_parquet(content)
    write_atomically(out, content.getvalue())
    counts = {name: sum(each.decision == name for each in judged) for name in ("rejected", "open", "too few")}
    return Exported(
        out,
        len(accepted),
        sum(bool(each.mended_by) for each in accepted),
        counts["rejected"],
        counts["open"],
        counts["too few"],
        len(candidates) - len(judged),
    )


def with_verdicts(rows: pl.DataFrame, accepted: Sequence[Outcome]) -> pl.DataFrame:
    """Mended values in place, and the columns about the verdicts. A candidate that a person accepted is kept,
    whatever the machine thought of it; `reason` still says what that was."""
    mendable = sorted({name for names in read_candidates.MENDABLE.values() for name in names})
    mended = [
        pl.Series(
            name,
            [each.fields.get(name, value) for each, value in zip(accepted, rows[name].to_list(), strict=True)],
            rows.schema[name],
        )
        for name in mendable
    ]
    verdicts = [[said.verdict for said in each.said] for each in accepted]
    rejected = [sum(verdict.verdict == "reject" for verdict in said) for said in verdicts]
    return rows.with_columns(
        *mended,
        pl.Series("kept", [True] * len(accepted), pl.Boolean),
        pl.Series("reviewers", [len(said) for said in verdicts], pl.Int64),
        pl.Series("accepted", [len(said) - no for said, no in zip(verdicts, rejected, strict=True)], pl.Int64),
        pl.Series("rejected", rejected, pl.Int64),
        pl.Series("mended_by", [list(each.mended_by) for each in accepted], pl.List(pl.String)),
        pl.Series("comments", [[one.comment for one in said if one.comment] for said in verdicts], pl.List(pl.String)),
    )


def as_text(told: Exported) -> str:
    rest = {
        "rejected": told.rejected,
        "in dispute": told.open,
        "with too few reviewers": told.too_few,
        "unseen": told.unseen,
    }
    others = ", ".join(f"{count:,} {name}" for name, count in rest.items() if count)
    return f"{told.path}: {told.accepted:,} accepted, {told.mended:,} of them mended" + (
        f"; left out: {others}" if others else ""
    )
