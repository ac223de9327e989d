"""Summarise a study so far: its participants, the answers per item, and the agreement among people and with the key.

The figures are those of SGP-Bench's study (its appendix B): Fleiss' kappa of the people of each batch, and the share of
items whose most common answer is the key. Of ratings: their means, and Krippendorff's alpha.
"""

import math
import statistics as plain
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sgpkit import statistics
from sgpkit.metrics.choices import answer_entropy
from sgpkit.studies.review.study.export import Answer, answers
from sgpkit.studies.review.study.folder import Study
from sgpkit.studies.review.study.ratings import GENERATED, TRUE


def summary(study: Study, unfinished: bool = False, now: datetime | None = None) -> dict[str, Any]:
    """Return the figures of a study, as the command prints them with --json."""
    given = answers(study, unfinished)
    counts = [len(group) for group in given.values()]
    progress = study.state().progress(study.batches, now or datetime.now(UTC), study.patience)
    seconds = [answer.seconds for group in given.values() for answer in group if answer.seconds is not None]
    figures: dict[str, Any] = {
        "study": str(study.folder),
        "kind": study.kind,
        "config": study.metadata["config"],
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
        "lacking": sum(max(0, study.people - batch.complete) for batch in progress),
        "answers": sum(counts),
        "median seconds": plain.median(seconds) if seconds else None,
    }
    return figures | (ratings(study, given) if study.kind == "ratings" else choices(study, given))


def participants(study: Study) -> dict[str, int]:
    """Return the number of people who took each step."""
    people = list(study.state().participants.values())
    return {
        "agreed": len(people),
        "begun": sum(person.begun for person in people),
        "finished": sum(person.complete for person in people),
        "withdrawn": sum(person.withdrawn for person in people),
    }


def choices(study: Study, given: Mapping[str, Sequence[Answer]]) -> dict[str, Any]:
    """Return the figures of a study of choices."""
    rows = {
        name: answer_entropy.Row(tuple(answer.letter for answer in group), len(study.items[name].options))._replace(
            key=study.items[name].key
        )
        for name, group in given.items()
        if group
    }
    if not rows:
        return {}
    figures = answer_entropy.figures(list(rows.values()))
    right = sum(answer_entropy.mode(row.answers) == row.key for row in rows.values())
    low, high = statistics.wilson(right, len(rows))
    single = [float(letter == row.key) for row in rows.values() for letter in row.answers]
    kappas = [
        statistics.fleiss_kappa([rows[name].answers for name in study.items_of_batch(batch) if name in rows])
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
    """Return the figures of a study of ratings."""
    figures: dict[str, Any] = {}
    for kind in (GENERATED, TRUE):
        of_kind = [
            [float(answer.rating or 0) for answer in group]
            for name, group in given.items()
            if study.items[name].kind == kind
        ]
        rated = [values for values in of_kind if values]
        if rated:
            alpha = statistics.krippendorff_alpha(rated, "interval")
            means = [sum(values) / len(values) for values in rated]
            figures[kind] = {
                "n": len(rated),
                "mean": sum(means) / len(means),
                "alpha": None if math.isnan(alpha) else alpha,
            }
    return {"ratings": figures}


def as_text(figures: Mapping[str, Any]) -> str:
    """Return the text that the command prints."""
    people, items = figures["people"], figures["items"]
    batches = "batch" if items["batches"] == 1 else "batches"
    lines = [f"{figures['study']}: {figures['kind']}, {figures['config']}", ""]
    lines.append(
        line("people", f"{people['finished']:,} finished, {people['begun']:,} began, {people['agreed']:,} agreed")
    )
    if people["withdrawn"]:
        lines.append(line("", f"{people['withdrawn']:,} withdrew; their answers were removed"))
    lines.append(
        line("items", f"{items['n']:,} in {items['batches']:,} {batches}, each for {figures['wanted']} people")
    )
    lines.append(line("answers per item", f"{items['fewest']} to {items['most']}, median {items['median']:g}"))
    lines.append(line("items with enough", f"{items['enough']:,} of {items['n']:,}"))
    if figures["lacking"]:
        lines.append(line("still wanted", f"{figures['lacking']:,} more to finish a batch"))
    if figures["median seconds"] is not None:
        lines.append(line("median time", f"{figures['median seconds']:.1f} s per answer"))
    if "kappa" in figures:
        lines += choice_lines(figures)
    for kind, rated in figures.get("ratings", {}).items():
        alpha = "–" if rated["alpha"] is None else f"{rated['alpha']:.3f}"
        lines.append(
            line(f"{kind} drawings", f"mean {rated['mean']:.2f}, n = {rated['n']}, Krippendorff's alpha {alpha}")
        )
    return "\n".join(lines)


def choice_lines(figures: Mapping[str, Any]) -> list[str]:
    """Return the lines of a study of choices."""
    known = [kappa for kappa in figures["kappa by batch"] if kappa is not None]
    spread = f", by batch {min(known):.3f} to {max(known):.3f}" if len(known) > 1 else ""
    kappa = "–" if figures["kappa"] is None else f"{figures['kappa']:.3f}"
    mode = figures["mode is the key"]
    interval = f"[{mode['low']:.1%}, {mode['high']:.1%}]"
    return [
        line("Fleiss' kappa", f"{kappa}{spread}"),
        line("most common is key", f"{mode['value']:.1%} {interval}, {mode['right']:,} of {mode['n']:,} items"),
        line("one answer is key", f"{figures['one answer is the key']:.1%}"),
        line("prediction entropy", f"{figures['entropy']:.3f}"),
    ]


def line(name: str, text: str) -> str:
    """Return a line of the text."""
    return f"  {name:<20}{text}"
