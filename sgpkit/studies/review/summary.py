"""Summarise a review: the share that passed by type, next to VGBench's published rates, the people, their agreement.

VGBench prints the share of its questions that passed the human filter by type (arXiv:2407.10972, Table 2). Its
reviewers saw all questions; here automatic checks come first, unless people choose to see the dropped questions."""

import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import polars as pl

from sgpkit import published, statistics
from sgpkit.benchmark.sources.authored import EDIT, EDITED
from sgpkit.studies.review import candidates as review_candidates
from sgpkit.studies.review.candidates import Candidates
from sgpkit.studies.review.outcomes import Outcome, outcomes
from sgpkit.studies.review.verdicts import ACCEPT, REJECT, Person, read_people

PUBLISHED = "vgbench-table-2"
MAX_LISTED = 20
"""Maximum number of disputes in the text; JSON has all of them."""

PAST = {ACCEPT: "accepted", EDIT: "edited", REJECT: "rejected"}


def summary(folder: Path, rule: str = "majority", at_least: int = 1) -> dict[str, Any]:
    """Return the figures of a folder of candidates, as the command prints them with --json."""
    candidates = review_candidates.read(folder)
    people = read_people(folder, candidates.wording)
    judged = outcomes(candidates, people, rule, at_least)
    gone = {name for person in people.values() for name in person.standing()} - set(candidates.ids)
    return {
        "candidates": str(folder),
        "rule": rule,
        "at_least": at_least,
        "types": types(candidates, judged),
        "people": [by_person(name, person) for name, person in sorted(people.items()) if person.standing()],
        "agreement": agreement(judged),
        "disputed": [dispute(outcome) for outcome in judged if outcome.disputed],
        "no_longer_there": sorted(gone),
        "outdated": sorted({name for person in people.values() for name in person.outdated}),
    }


def types(candidates: Candidates, judged: Sequence[Outcome]) -> list[dict[str, Any]]:
    """Return the numbers of candidates for each format and type: all, kept by the automatic checks, judged, and passed,
    with a 95 % interval over drawings; the last line is about all together. `rate` is the share of decided candidates
    that passed.
    """
    rows = {row["id"]: row for row in candidates.table.select("id", "item", "format", "type", "kept").to_dicts()}
    groups = candidates.table.group_by("format", "type").agg(pl.len(), pl.col("kept").sum()).sort("format", "type")
    lines = []
    for group in groups.to_dicts():
        mine = [
            outcome
            for outcome in judged
            if (rows[outcome.candidate]["format"], rows[outcome.candidate]["type"]) == (group["format"], group["type"])
        ]
        lines.append(
            {"format": group["format"], "type": group["type"], "candidates": group["len"], "kept": group["kept"]}
            | passed(mine, rows)
            | {"published": published_rate(group["format"], group["type"])}
        )
    together = {"format": "", "type": "all", "candidates": len(candidates), "kept": sum(candidates.kept)}
    return [*lines, together | passed(judged, rows) | {"published": None}]


def passed(judged: Sequence[Outcome], rows: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the number of candidates that passed as written, and their share of those decided, as VGBench counts them:
    a question that had to be edited did not pass. `rate_with_mended` includes edited ones.
    """
    decisions = Counter(EDITED if outcome.editors else outcome.decision for outcome in judged)
    decided = [outcome for outcome in judged if outcome.decision in ("accepted", "rejected")]
    figures: dict[str, Any] = {
        "judged": len(judged),
        "passed": decisions["accepted"],
        EDITED: decisions[EDITED],
        "rejected": decisions["rejected"],
        "open": decisions["open"],
        "too_few": decisions["too few"],
        "rate": None,
        "low": None,
        "high": None,
        "rate_with_mended": None,
    }
    if decided:
        values = [float(outcome.decision == "accepted" and not outcome.editors) for outcome in decided]
        share = statistics.mean_estimate(values, [rows[outcome.candidate]["item"] for outcome in decided])
        with_edited = (decisions["accepted"] + decisions[EDITED]) / len(decided)
        low, high = (None if math.isnan(bound) else bound for bound in (share.low, share.high))
        figures |= {"rate": share.value, "low": low, "high": high, "rate_with_mended": with_edited}
    return figures


def published_rate(format: str, type: str) -> float | None:
    """Return VGBench's rate for questions of this kind, as a share; None if it has none."""
    table = published.table(PUBLISHED)
    rates = table.filter((pl.col("format") == format) & (pl.col("task") == type))["passing_rate"]
    return round(float(rates[0]) / 100, 6) if len(rates) else None


def by_person(name: str, person: Person) -> dict[str, Any]:
    """Return the numbers of a person's verdicts by kind, and the time that they took."""
    standing = list(person.standing().values())
    kinds = [verdict.verdict for verdict in standing]
    return {
        "person": name,
        "judged": len(standing),
        **{f"{kind}ed": kinds.count(kind) for kind in (ACCEPT, EDIT, REJECT)},
        "median_seconds": median(verdict.seconds for verdict in standing),
    }


def agreement(judged: Sequence[Outcome]) -> dict[str, Any]:
    """Return Fleiss' kappa over the candidates with two or more verdicts, for two categories (passes or not) and for
    all three verdicts.
    """
    shared = [outcome.votes for outcome in judged if len(outcome.votes) > 1]
    three = [[vote.verdict.verdict for vote in votes] for votes in shared]
    two = [[REJECT if verdict == REJECT else "pass" for verdict in row] for row in three]
    return {
        "n": len(shared),
        "verdicts": sum(map(len, three)),
        "people": len({vote.person for votes in shared for vote in votes}),
        "kappa_passes": statistics.fleiss_kappa(two),
        "kappa_verdicts": statistics.fleiss_kappa(three),
        "unanimous": sum(len(set(row)) == 1 for row in two),
    }


def dispute(outcome: Outcome) -> dict[str, Any]:
    """Return a disputed candidate with all verdicts about it."""
    votes = [
        {"person": vote.person, "verdict": vote.verdict.verdict, "comment": vote.verdict.comment}
        | ({EDITED: dict(vote.verdict.edits)} if vote.verdict.edits else {})
        for vote in outcome.votes
    ]
    return {"candidate": outcome.candidate, "decision": outcome.decision, "said": votes}


def as_text(figures: Mapping[str, Any]) -> str:
    """Return the text that the command prints."""
    return "\n".join(lines(figures))


def lines(figures: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the text."""
    at_least = figures["at_least"]
    yield f"{figures['candidates']}, by the rule {figures['rule']!r}, from {at_least} reviewer{'s' * (at_least > 1)} on"
    yield ""
    yield f"  {'':<17}{'made':>6}{'kept':>6}{'judged':>7}{'passed':>7}{'edited':>7}{'rate':>7}  {'95 %':^12}VGBench"
    for row in figures["types"]:
        yield type_line(row)
    yield ""
    yield f"  {'':<17}{'judged':>7}{'accepted':>10}{'edited':>8}{'rejected':>10}{'seconds, median':>17}"
    for row in figures["people"]:
        counts = f"{row['judged']:>7,}{row['accepted']:>10,}{row[EDITED]:>8,}{row['rejected']:>10,}"
        yield f"  {row['person']:<17.17}{counts}{row['median_seconds']:>17.1f}"
    yield ""
    yield from agreement_lines(figures["agreement"])
    yield from dispute_lines(figures["disputed"])
    if figures["no_longer_there"]:
        yield f"  {len(figures['no_longer_there']):,} verdicts refer to candidates that no longer exist"
    if count := len(figures["outdated"]):
        yield f"  {count:,} candidates were changed after a verdict, which does not count"


def type_line(row: Mapping[str, Any]) -> str:
    """Return the line of one format and type."""
    name = f"{row['format']} {row['type']}".strip()
    counts = f"{row['candidates']:>6,}{row['kept']:>6,}{row['judged']:>7,}{row['passed']:>7,}{row[EDITED]:>7,}"
    rate = "–" if row["rate"] is None else f"{row['rate']:.1%}"
    known = row["low"] is not None
    interval = "" if row["rate"] is None else f"[{row['low']:.0%}, {row['high']:.0%}]" if known else "–"
    published_rate = "" if row["published"] is None else f"{row['published']:.1%}"
    return f"  {name:<17.17}{counts}{rate:>7}  {interval:^12}{published_rate:>7}".rstrip()


def agreement_lines(figures: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines about agreement."""
    if not figures["n"]:
        yield "  agreement unknown: no candidate has two reviewers yet"
        return
    on = f"{figures['n']:,} candidates judged by two or more of {figures['people']} people"
    yield f"  agreement on {on} ({figures['unanimous']:,} unanimous)"
    for name, title in (("kappa_passes", "passes or not"), ("kappa_verdicts", "accept, edit, reject")):
        value = figures[name]
        text = "– (all verdicts are the same)" if value is None else f"{value:.3f}"
        yield f"    Fleiss' kappa, {title:<22}{text}"


def dispute_lines(disputed: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines about candidates on which people disagree."""
    if not disputed:
        return
    open_count = sum(row["decision"] == "open" for row in disputed)
    yield ""
    yield f"  in dispute: {len(disputed):,}, of which {open_count:,} are open by the rule"
    for row in disputed[:MAX_LISTED]:
        votes = ", ".join(f"{vote['person']} {PAST[vote['verdict']]}" for vote in row["said"])
        yield f"    {row['candidate']}: {votes} → {row['decision']}"
    if len(disputed) > MAX_LISTED:
        yield f"    … and {len(disputed) - MAX_LISTED:,} more: --json lists them"


def as_json(figures: Mapping[str, Any]) -> str:
    """Return the figures as JSON text."""
    return json.dumps(figures, indent=1, ensure_ascii=False)
