"""How a review went: what passed, by type, beside VGBench's published rates; who judged how; how far they agree.

VGBench prints the share of its questions that passed the human filter by type (arXiv:2407.10972, Table 2). Its people
saw all that the model wrote; here the machine's checks have sifted it, unless people choose to see what they dropped.
"""

import json
import statistics as middle
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from sgpkit import published, statistics
from sgpkit.review import candidates as read_candidates
from sgpkit.review.candidates import Candidates
from sgpkit.review.outcomes import Outcome, outcomes
from sgpkit.review.verdicts import Person, read_people

PUBLISHED = "vgbench-table-2"
LISTED = 20
"""Disputes that the text names; JSON has them all."""


def summary(folder: Path, rule: str = "majority", at_least: int = 1) -> dict[str, Any]:
    candidates = read_candidates.read(folder)
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
        "disputed": [dispute(each) for each in judged if each.disputed],
        "no_longer_there": sorted(gone),
        "outdated": sorted({name for person in people.values() for name in person.outdated}),
    }


def types(candidates: Candidates, judged: Sequence[Outcome]) -> list[dict[str, Any]]:
    """For each format and type: how many there are, the machine kept, people judged, and passed, with a 95 % interval
    over drawings; the last line is of all together. `rate` counts what is decided."""
    rows = {row["id"]: row for row in candidates.table.select("id", "item", "format", "type", "kept").to_dicts()}
    groups = candidates.table.group_by("format", "type").agg(pl.len(), pl.col("kept").sum()).sort("format", "type")
    told = []
    for group in groups.to_dicts():
        mine = [
            each
            for each in judged
            if (rows[each.candidate]["format"], rows[each.candidate]["type"]) == (group["format"], group["type"])
        ]
        told.append(
            {"format": group["format"], "type": group["type"], "candidates": group["len"], "kept": group["kept"]}
            | passed(mine, rows)
            | {"published": published_rate(group["format"], group["type"])}
        )
    together = {"format": "", "type": "all", "candidates": len(candidates), "kept": sum(candidates.kept)}
    return [*told, together | passed(judged, rows) | {"published": None}]


def passed(judged: Sequence[Outcome], rows: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """`passed` is as written, and `rate` its share of what is decided, since that is what VGBench counts: a question
    that had to be mended did not pass. `rate_with_mended` counts those too."""
    decisions = Counter("mended" if each.mended_by else each.decision for each in judged)
    decided = [each for each in judged if each.decision in ("accepted", "rejected")]
    facts: dict[str, Any] = {
        "judged": len(judged),
        "passed": decisions["accepted"],
        "mended": decisions["mended"],
        "rejected": decisions["rejected"],
        "open": decisions["open"],
        "too_few": decisions["too few"],
        "rate": None,
        "low": None,
        "high": None,
        "rate_with_mended": None,
    }
    if decided:
        values = [float(each.decision == "accepted" and not each.mended_by) for each in decided]
        share = statistics.mean_estimate(values, [rows[each.candidate]["item"] for each in decided])
        with_mended = (decisions["accepted"] + decisions["mended"]) / len(decided)
        facts |= {"rate": share.value, "low": share.low, "high": share.high, "rate_with_mended": with_mended}
    return facts


def published_rate(format: str, type: str) -> float | None:
    """VGBench's rate for questions of this kind, as a share; None where it has none."""
    table = published.table(PUBLISHED)
    found = table.filter((pl.col("format") == format) & (pl.col("task") == type))["passing_rate"]
    return round(float(found[0]) / 100, 6) if len(found) else None


def by_person(name: str, person: Person) -> dict[str, Any]:
    said = list(person.standing().values())
    kinds = [each.verdict for each in said]
    return {
        "person": name,
        "judged": len(said),
        **{f"{kind}ed": kinds.count(kind) for kind in ("accept", "mend", "reject")},
        "median_seconds": middle.median(each.took for each in said),
    }


def agreement(judged: Sequence[Outcome]) -> dict[str, Any]:
    """Fleiss' kappa over the candidates that two or more judged: whether it passes, and as which of three verdicts."""
    shared = [each for each in judged if len(each.said) > 1]
    three = [[said.verdict.verdict for said in each.said] for each in shared]
    two = [["reject" if verdict == "reject" else "pass" for verdict in row] for row in three]
    return {
        "n": len(shared),
        "verdicts": sum(map(len, three)),
        "people": len({said.person for each in shared for said in each.said}),
        "kappa_passes": statistics.fleiss_kappa(two),
        "kappa_verdicts": statistics.fleiss_kappa(three),
        "unanimous": sum(len(set(row)) == 1 for row in two),
    }


def dispute(each: Outcome) -> dict[str, Any]:
    said = [
        {"person": said.person, "verdict": said.verdict.verdict, "comment": said.verdict.comment}
        | ({"mended": dict(said.verdict.mended)} if said.verdict.mended else {})
        for said in each.said
    ]
    return {"candidate": each.candidate, "decision": each.decision, "said": said}


def as_text(figures: Mapping[str, Any]) -> str:
    return "\n".join(lines(figures))


def lines(figures: Mapping[str, Any]) -> Iterator[str]:
    few = figures["at_least"]
    yield f"{figures['candidates']}, by the rule {figures['rule']!r}, from {few} reviewer{'s' * (few > 1)} on"
    yield ""
    yield f"  {'':<17}{'made':>6}{'kept':>6}{'judged':>7}{'passed':>7}{'mended':>7}{'rate':>7}  {'95 %':^12}VGBench"
    for each in figures["types"]:
        yield type_line(each)
    yield ""
    yield f"  {'':<17}{'judged':>7}{'accepted':>10}{'mended':>8}{'rejected':>10}{'seconds, median':>17}"
    for each in figures["people"]:
        counts = f"{each['judged']:>7,}{each['accepted']:>10,}{each['mended']:>8,}{each['rejected']:>10,}"
        yield f"  {each['person']:<17.17}{counts}{each['median_seconds']:>17.1f}"
    yield ""
    yield from agreement_lines(figures["agreement"])
    yield from dispute_lines(figures["disputed"])
    if figures["no_longer_there"]:
        yield f"  {len(figures['no_longer_there']):,} verdicts are about candidates that are no longer there"
    if count := len(figures["outdated"]):
        yield f"  {count:,} candidates have other words than when they were judged: those verdicts do not count"


def type_line(each: Mapping[str, Any]) -> str:
    name = f"{each['format']} {each['type']}".strip()
    counts = f"{each['candidates']:>6,}{each['kept']:>6,}{each['judged']:>7,}{each['passed']:>7,}{each['mended']:>7,}"
    rate = "–" if each["rate"] is None else f"{each['rate']:.1%}"
    interval = "" if each["rate"] is None else f"[{each['low']:.0%}, {each['high']:.0%}]"
    known = "" if each["published"] is None else f"{each['published']:.1%}"
    return f"  {name:<17.17}{counts}{rate:>7}  {interval:^12}{known:>7}".rstrip()


def agreement_lines(figures: Mapping[str, Any]) -> Iterator[str]:
    if not figures["n"]:
        yield "  No candidate has two reviewers yet, so there is no agreement to tell of."
        return
    on = f"{figures['n']:,} candidates that two or more of {figures['people']} people judged"
    yield f"  agreement on {on} ({figures['unanimous']:,} unanimous)"
    for name, title in (("kappa_passes", "passes or not"), ("kappa_verdicts", "accept, mend, reject")):
        value = figures[name]
        told = "– (everybody always said the same one thing)" if value is None else f"{value:.3f}"
        yield f"    Fleiss' kappa, {title:<22}{told}"


def dispute_lines(disputed: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    if not disputed:
        return
    still = sum(each["decision"] == "open" for each in disputed)
    yield ""
    yield f"  in dispute: {len(disputed):,}, of which {still:,} are open by the rule"
    for each in disputed[:LISTED]:
        said = ", ".join(f"{one['person']} {one['verdict']}s" for one in each["said"])
        yield f"    {each['candidate']}: {said} → {each['decision']}"
    if len(disputed) > LISTED:
        yield f"    … and {len(disputed) - LISTED:,} more: --json lists them"


def as_json(figures: Mapping[str, Any]) -> str:
    return json.dumps(figures, indent=1, ensure_ascii=False)
