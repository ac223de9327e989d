"""What a study has so far: who took part, how many answers an item has, how well people agree, and with the key.

As SGP-Bench tells of its study (its appendix B): Fleiss' kappa of the people of each batch, and how often people's most
common answer is the key's. Of ratings: their means, and Krippendorff's alpha.
"""

import math
import statistics as plain
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sgpkit import statistics
from sgpkit.metrics.choices import answer_entropy
from sgpkit.review.study.export import Answer, answers
from sgpkit.review.study.folder import Study
from sgpkit.review.study.ratings import GENERATED, TRUE


def summary(study: Study, now: datetime, unfinished: bool = False) -> dict[str, Any]:
    given = answers(study, unfinished)
    counts = [len(said) for said in given.values()]
    standings = study.state().standings(study.batches, now, study.patience)
    took = [answer.took for said in given.values() for answer in said if answer.took is not None]
    found: dict[str, Any] = {
        "study": str(study.folder),
        "kind": study.kind,
        "config": study.facts["config"],
        "people": participants(study),
        "wanted": study.people,
        "items": {
            "n": len(given),
            "batches": study.batches,
            "fewest": min(counts),
            "median": plain.median(counts),
            "most": max(counts),
            "enough": sum(count >= study.people for count in counts),
        },
        "lacking": sum(max(0, study.people - standing.complete) for standing in standings),
        "answers": sum(counts),
        "median seconds": plain.median(took) if took else None,
    }
    return found | (ratings(study, given) if study.kind == "ratings" else choices(study, given))


def participants(study: Study) -> dict[str, int]:
    everybody = list(study.state().participants.values())
    return {
        "agreed": len(everybody),
        "begun": sum(each.begun for each in everybody),
        "finished": sum(each.complete for each in everybody),
        "withdrawn": sum(each.withdrawn for each in everybody),
    }


def choices(study: Study, given: Mapping[str, Sequence[Answer]]) -> dict[str, Any]:
    rows = {
        name: answer_entropy.Row(tuple(answer.letter for answer in said), len(study.items[name].options))._replace(
            key=study.items[name].key
        )
        for name, said in given.items()
        if said
    }
    if not rows:
        return {}
    figures = answer_entropy.figures(list(rows.values()))
    right = sum(answer_entropy.mode(row.answers) == row.key for row in rows.values())
    low, high = statistics.wilson(right, len(rows))
    single = [float(letter == row.key) for row in rows.values() for letter in row.answers]
    kappas = [
        statistics.fleiss_kappa([rows[name].answers for name in study.of_batch(batch) if name in rows])
        for batch in range(study.batches)
    ]
    return {
        "kappa": figures.kappa,
        "kappa by batch": kappas,
        "mode is the key": {"value": right / len(rows), "low": low, "high": high, "right": right, "n": len(rows)},
        "one answer is the key": sum(single) / len(single),
        "entropy": figures.entropy,
    }


def ratings(study: Study, given: Mapping[str, Sequence[Answer]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for kind in (GENERATED, TRUE):
        of_kind = [
            [float(answer.rating or 0) for answer in said]
            for name, said in given.items()
            if study.items[name].kind == kind
        ]
        rated = [values for values in of_kind if values]
        if rated:
            alpha = statistics.krippendorff_alpha(rated, "interval")
            means = [sum(values) / len(values) for values in rated]
            found[kind] = {
                "n": len(rated),
                "mean": sum(means) / len(means),
                "alpha": None if math.isnan(alpha) else alpha,
            }
    return {"ratings": found}


def as_text(found: Mapping[str, Any]) -> str:
    people, items = found["people"], found["items"]
    batches = "batch" if items["batches"] == 1 else "batches"
    lines = [f"{found['study']}: {found['kind']}, {found['config']}", ""]
    lines.append(
        line("people", f"{people['finished']:,} finished, {people['begun']:,} began, {people['agreed']:,} agreed")
    )
    if people["withdrawn"]:
        lines.append(line("", f"{people['withdrawn']:,} withdrew, and their answers with them"))
    lines.append(line("items", f"{items['n']:,} in {items['batches']:,} {batches}, each for {found['wanted']} people"))
    lines.append(line("answers an item", f"{items['fewest']} to {items['most']}, median {items['median']:g}"))
    lines.append(line("items with enough", f"{items['enough']:,} of {items['n']:,}"))
    if found["lacking"]:
        lines.append(line("still wanted", f"{found['lacking']:,} more to finish a batch"))
    if found["median seconds"] is not None:
        lines.append(line("median time", f"{found['median seconds']:.1f} s an answer"))
    if "kappa" in found:
        lines += choice_lines(found)
    for kind, each in found.get("ratings", {}).items():
        alpha = "–" if each["alpha"] is None else f"{each['alpha']:.3f}"
        lines.append(
            line(f"{kind} drawings", f"mean {each['mean']:.2f}, n = {each['n']}, Krippendorff's alpha {alpha}")
        )
    return "\n".join(lines)


def choice_lines(found: Mapping[str, Any]) -> list[str]:
    known = [kappa for kappa in found["kappa by batch"] if kappa is not None]
    spread = f", by batch {min(known):.3f} to {max(known):.3f}" if len(known) > 1 else ""
    kappa = "–" if found["kappa"] is None else f"{found['kappa']:.3f}"
    mode = found["mode is the key"]
    interval = f"[{mode['low']:.1%}, {mode['high']:.1%}]"
    return [
        line("Fleiss' kappa", f"{kappa}{spread}"),
        line("most common is key", f"{mode['value']:.1%} {interval}, {mode['right']:,} of {mode['n']:,} items"),
        line("one answer is key", f"{found['one answer is the key']:.1%}"),
        line("prediction entropy", f"{found['entropy']:.3f}"),
    ]


def line(name: str, text: str) -> str:
    return f"  {name:<20}{text}"
