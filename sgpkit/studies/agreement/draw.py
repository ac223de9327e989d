"""Draw a set of a run's responses for people to judge, in random order: for verdicts half of them scored right by the
run and half wrong, for labels failures, for captions drawings without their captions. The set is a CSV to fill in, with
one line per response, and a folder of pictures: the expected drawing and the one of the response. It does not contain
the scores of the run. SSVG-Bench measures the agreement with people on such sets (its appendix G).
"""

import csv
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from sgpkit.errors import UserError
from sgpkit.runs import rendering
from sgpkit.runs.folder import Run
from sgpkit.studies.agreement import people
from sgpkit.studies.agreement.people import Item
from sgpkit.values import clean

SIZE = 512
"""Pixels per side of a picture."""


class Drawn(NamedTuple):
    """The path of a set, and the number of its responses."""

    path: Path
    responses: int


def draw(run: Run, count: int, out: Path, kind: str, seed: int = 0) -> Drawn:
    """Write the set to `out` (a CSV) and to a folder of pictures named after it."""
    if out.suffix != ".csv":
        raise UserError(
            f"--out {out}: expected a name that ends in .csv; the pictures go into a folder of the same name"
        )
    if out.exists() or out.with_suffix("").exists():
        raise UserError(f"{out} or the folder of its pictures exists already; choose another --out")
    scored = {item: value for item, (value, _) in people.read_scores(run.folder).items()}
    if kind == "caption":
        return draw_captions(run, spread(run.folder, scored, count, seed), out)
    if kind == "label":
        scored = {item: value for item, value in scored.items() if value < 1}
        if len(scored) < count:
            raise UserError(f"{run.folder} has {len(scored):,} failed responses, fewer than {count:,}; reduce --draw")
    choose = halves if kind == "verdict" else spread
    chosen = choose(run.folder, scored, count, seed)
    completions = {(response.id, response.sample): response.completion for response in run.responses()}
    answers = [completions[item] for item in chosen]
    texts, finish_reasons = [answer.text for answer in answers], [answer.finish_reason for answer in answers]
    pictures = rendering.pictures(run.benchmark, texts, SIZE, finish_reasons, run.metadata["setting"])
    rows = run.rows
    folder = out.with_suffix("")
    folder.mkdir(parents=True)
    lines = []
    for number, (item, picture) in enumerate(zip(chosen, pictures, strict=True), start=1):
        row = rows[item[0]]
        lines.append(
            {
                "id": item[0],
                "sample": item[1],
                "about": rendering.caption(row),
                "reference": save(folder / f"{number:04}-reference.png", rendering.target_picture(row)),
                "answer": save(folder / f"{number:04}-answer.png", picture.png) or clean(picture.reason),
                "annotator": "",
                kind: "",
            }
        )
    return write(out, lines)


def draw_captions(run: Run, chosen: Sequence[Item], out: Path) -> Drawn:
    """Write drawings for people to describe: the pictures of the rows, without their captions or the run's."""
    rows, folder = run.rows, out.with_suffix("")
    shown = {item[0]: rendering.target_picture(rows[item[0]]) for item in chosen}
    if None in shown.values():
        raise UserError(f"rows of {run.metadata['config']} have no drawing to describe")
    folder.mkdir(parents=True)
    lines = [
        {"id": name, "drawing": save(folder / f"{number:04}.png", png), "annotator": "", "caption": ""}
        for number, (name, png) in enumerate(shown.items(), start=1)
    ]
    return write(out, lines)


def write(out: Path, lines: Sequence[Mapping[str, object]]) -> Drawn:
    """Write the lines of a set as CSV."""
    with out.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(lines[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)
    return Drawn(out, len(lines))


def halves(run: Path, scored: Mapping[Item, float], count: int, seed: int) -> list[Item]:
    """Draw a set with equal numbers of right and wrong responses, shuffled by the seed. Raises UserError if `count` is
    odd or there are too few."""
    if count % 2:
        raise UserError(f"{count} responses cannot be half right and half wrong; give an even number")
    right = [item for item, value in scored.items() if value >= 1.0]
    wrong = [item for item, value in scored.items() if value < 1.0]
    if min(len(right), len(wrong)) < count // 2:
        raise UserError(
            f"{run} has {len(right):,} responses judged right and {len(wrong):,} judged wrong; "
            f"expected at least {count // 2:,} of each"
        )
    chosen = [item for group in (right, wrong) for item in shuffled(group, seed)[: count // 2]]
    return shuffled(chosen, seed + 1)


def spread(run: Path, scored: Mapping[Item, float], count: int, seed: int) -> list[Item]:
    """Choose responses for ratings: evenly from the lowest score to the highest."""
    if len(scored) < count:
        raise UserError(
            f"{run} has {len(scored):,} scored responses, fewer than {count:,}; reduce the number (--items of a study, "
            "--draw of verdicts)"
        )
    ordered = sorted(shuffled(list(scored), seed), key=scored.__getitem__)
    return shuffled([ordered[index * len(ordered) // count] for index in range(count)], seed + 1)


def shuffled(items: list[Item], seed: int) -> list[Item]:
    """Shuffle by a random key for each item, so that the result does not depend on the input order."""
    return sorted(items, key=lambda item: (random.Random(f"{seed}:{item[0]}:{item[1]}").random(), item))


def save(path: Path, png: bytes | None) -> str:
    """Write a picture; return its name in the CSV, "" if there is none."""
    if png is None:
        return ""
    path.write_bytes(png)
    return f"{path.parent.name}/{path.name}"
