"""Names that look like another submission's, and answers that equal another's."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import polars as pl

from sgpkit.reports.leaderboard.entries import BASELINE, REFUSED, Entry
from sgpkit.submissions.results.model_names import Named, look_alikes

MIN_ROWS = 10
"""The fewest rows over which equal answers are counted."""

MIN_SHARE = 0.1
"""The share of equal long answers that cannot be due to chance."""


def marked(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries with what holds between them: a name that looks like another one's is refused, and equal
    answers are a remark."""
    refused = look_alike_reasons(entries)
    kept = [entry for entry in entries if entry.name not in refused]
    copies = dict(copy_remarks(kept))
    return [
        refuse(entry, refused[entry.name])
        if entry.name in refused
        else replace(entry, remarks=(*entry.remarks, *copies.get(entry.name, ())))
        for entry in entries
    ]


def look_alike_reasons(entries: Sequence[Entry]) -> dict[str, str]:
    """Return why entries are refused for the names of their models. Names of verified submissions come first;
    of two that are alike and equally frequent, both are refused."""
    by_place = {entry.name: entry for entry in entries}
    verified = [Named(entry.manifest.model.id, entry.name) for entry in entries if entry.gallery is not None]
    others = [Named(entry.manifest.model.id, entry.name) for entry in entries if entry.gallery is None]
    odd = list(look_alikes(verified))
    refused = {item for item, _ in odd}
    odd += look_alikes(others, sorted(verified, key=lambda item: item in refused))
    return {
        item.location: f"the model's name {item.name!a:.80} looks like {other.name!a:.80} of the submission "
        f"{by_place[other.location].submission.folder.name}"
        for item, other in odd
    }


def refuse(entry: Entry, reason: str) -> Entry:
    """Return an entry that failed verification for a reason."""
    remarks = (reason, *entry.remarks)
    return replace(entry, verification=REFUSED, remarks=remarks, rankable=False, gallery=None)


def copy_remarks(entries: Sequence[Entry]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield a remark for each entry whose answers equal those of another one, with the largest share."""
    answers = {
        entry.name: entry.rescored.rows.sort("id")
        for entry in entries
        if entry.rescored is not None and entry.manifest.engine.name != BASELINE
    }
    named = {entry.name: entry for entry in entries}
    for name in answers:
        shares = []
        for other in answers:
            same_rows = named[name].manifest.dataset.sha256 == named[other].manifest.dataset.sha256
            if other != name and same_rows and (share := equal_share(answers[name], answers[other])):
                shares.append((share, other))
        if shares:
            share, other = max(shares)
            more = f", and many equal those of {len(shares) - 1} more" if len(shares) > 1 else ""
            model, folder = named[other].manifest.model.id, named[other].submission.folder.name
            yield name, (f"{share:.0%} of its answers equal those of {model} ({folder}){more}",)


def equal_share(mine: pl.DataFrame, theirs: pl.DataFrame) -> float:
    """Return the share of rows with equal answers, 0 if that may be chance: short answers are equal by chance unless
    all are, wrong ones among them."""
    if mine["id"].equals(theirs["id"]):
        both = mine.with_columns(
            theirs["answer_hash"].alias("answer_hash_other"), theirs["is_long"].alias("is_long_other")
        )
    else:
        both = mine.join(theirs, on="id", suffix="_other")
    if both.height < MIN_ROWS:
        return 0.0
    equal = both["answer_hash"] == both["answer_hash_other"]
    is_long = both["is_long"] & both["is_long_other"]
    long_rows, long_equal = int(is_long.sum()), int((equal & is_long).sum())
    alike = long_rows >= MIN_ROWS and long_equal >= MIN_SHARE * long_rows
    wrong = bool((both["value"] < 1).any()) and both["answer_hash"].n_unique() > 1
    return float(equal.sum()) / both.height if alike or (wrong and bool(equal.all())) else 0.0
