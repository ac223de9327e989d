"""Read pairs and preferences of published sets from files that the user provides.

Forms, from the public descriptions:

    contrast pairs (SVGFaith)    JSON or JSON Lines of objects with `prompt`, `positive` and `negative` (or `correct`
                                 and `corrupted`), `axis` and optionally `severity`
    preferences (Rapidata)       `prompt`, `image1`, `image2` (or `svg1`, `svg2`) and the votes or weights of each:
                                 `votes1`, `votes2`, or `weighted_results_image1`, `weighted_results_image2`
    ratings (SHE)                `prompt`, `svg`, `rating` from 1 to 5; any two drawings of one prompt with different
                                 ratings are a pair, of the grade of their distance
    preferences                  `prompt`, `chosen`, `rejected`

A drawing is an SVG program, or the path of one relative to its file.
Other keys are ignored. Pairs without a clear preference are left out.
"""

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.errors import UserError
from sgpkit.quality.court import report
from sgpkit.quality.court.pairs import Pair, admit
from sgpkit.quality.court.verdict import Verdict
from sgpkit.sandbox.untrusted import documents

KEYS: tuple[tuple[str, str], ...] = (("positive", "negative"), ("correct", "corrupted"), ("chosen", "rejected"))
VOTED: tuple[tuple[str, str, str, str], ...] = (
    ("svg1", "svg2", "votes1", "votes2"),
    ("image1", "image2", "votes1", "votes2"),
    ("image1", "image2", "weighted_results_image1", "weighted_results_image2"),
)
CLEAR = 0.6
"""Minimum share of votes of a clear preference."""

RATINGS, PREFERENCE = "ratings", "preference"
"""The form of ratings, and the axis of pairs that name none."""

SEVERITIES: Mapping[str, int] = {"minor": 1, "low": 1, "moderate": 2, "medium": 2, "major": 3, "severe": 3, "high": 3}

TABLE = "svgfaith-table-2"
PRINTED: Mapping[str, str] = {"contrast pairs": "image", "preferences": "arena"}
"""By form: the column of `TABLE` with the shares ranked right, of renderings for one prompt or of people's preferences.
The column with `_margin` has those at a margin of 0.01.
"""


class PublishedSet(NamedTuple):
    """A set of pairs, its form, and the number of omitted records."""

    form: str
    pairs: list[Pair]
    left_out: int

    def compared(self, verdicts: Sequence[Verdict]) -> str:
        """Return our table, and one with the share of each of our metrics and of the paper's."""
        lines = [report.markdown(verdicts)]
        if self.form in PRINTED:
            lines += ["", *shares(verdicts, PRINTED[self.form])]
        return "\n".join([*lines, f"{self.left_out:,} records left out"])


def shares(verdicts: Sequence[Verdict], column: str) -> Iterator[str]:
    """Yield the lines of a table of the per cent ranked right here, and of the per cent that the paper prints."""
    from sgpkit import published

    printed = published.rows(TABLE)
    yield "| metric | here, margin 0.01 | printed, margin 0.01 | printed, margin 0 |"
    yield "| --- | ---: | ---: | ---: |"
    for verdict in verdicts:
        yield f"| {verdict.name} | {report.percent(verdict.overall.value)} | – | – |"
    for row in printed:
        at_margin, without = (report.percent(float(row[name])) for name in (f"{column}_margin", column))
        yield f"| {row['model']} | – | {at_margin} | {without} |"
    yield f"printed: {printed[0]['source']}"


def read(path: Path) -> PublishedSet:
    """Return the pairs of a file or of the JSON files of a folder. Raises UserError for an unknown form."""
    files = sorted(path.rglob("*.json*")) if path.is_dir() else [path]
    if not path.exists() or not files:
        raise UserError(f"{path}: there is no such file, or no JSON in the folder")
    held = [(file, number, record) for file in files for number, record in enumerate(records(file))]
    if not held:
        raise UserError(f"{path}: expected a list of objects")
    if form_of(held[0][2]) == RATINGS:
        return read_ratings(path, held)
    read_pairs = [pair_of(record, f"{file.stem}/{number}", file.parent) for file, number, record in held]
    if all(pair is None for pair in read_pairs):
        expected = (
            "prompt with positive and negative, chosen and rejected, svg and rating, or image1 and image2 with votes"
        )
        raise UserError(f"{path}: no pairs; expected {expected}, got {', '.join(sorted(held[0][2]))}")
    admitted = admit([pair for pair in read_pairs if pair is not None])
    return PublishedSet(form_of(held[0][2]), admitted, len(held) - len(admitted))


# --- ratings ----------------------------------------------------------------------------------------------------------


def read_ratings(path: Path, held: Sequence[tuple[Path, int, dict[str, Any]]]) -> PublishedSet:
    """Return the pairs of drawings of one prompt with different ratings, the mean of several ratings of one drawing."""
    ratings: dict[str, dict[str, list[float]]] = {}
    for file, _, record in held:
        rating = record.get("rating")
        if isinstance(record.get("svg"), str) and isinstance(rating, int | float):
            drawings = ratings.setdefault(str(record.get("prompt") or ""), {})
            drawings.setdefault(program(record["svg"], file.parent), []).append(float(rating))
    means = {
        prompt: {code: sum(given) / len(given) for code, given in drawings.items()}
        for prompt, drawings in ratings.items()
    }
    read_pairs = [
        pair
        for number, (prompt, rated) in enumerate(means.items())
        for pair in rated_pairs(prompt, rated, f"{path.stem}/{number}")
    ]
    if not read_pairs:
        raise UserError(f"{path}: no pairs; expected two drawings of one prompt with different ratings")
    admitted = admit(read_pairs)
    paired = {(pair.prompt, code) for pair in admitted for code in (pair.right, pair.wrong)}
    used = sum(len(ratings[prompt][code]) for prompt, code in paired)
    return PublishedSet(RATINGS, admitted, len(held) - used)


def rated_pairs(prompt: str, rated: Mapping[str, float], cluster: str) -> Iterator[Pair]:
    """Yield the pairs of drawings of one prompt whose ratings differ, the better one as right."""
    for number, ((one, mine), (other, theirs)) in enumerate(itertools.combinations(rated.items(), 2)):
        if mine == theirs:
            continue
        right, wrong = (one, other) if mine > theirs else (other, one)
        name, grade = f"{cluster}/{number}", min(3, max(1, round(abs(mine - theirs))))
        row = {"id": name, "cluster": cluster, "code": right, "caption": prompt}
        yield Pair(name, "published", "svg", PREFERENCE, grade, cluster, prompt, row, right, wrong)


# --- pairs ------------------------------------------------------------------------------------------------------------


def records(file: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects of a JSON or JSON Lines file."""
    if file.suffix == ".jsonl":
        held: Any = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    else:
        held = documents.read_json(file)
    held = held.get("pairs", held.get("data")) if isinstance(held, dict) else held
    yield from (record for record in held or () if isinstance(record, dict))


def form_of(record: Mapping[str, Any]) -> str:
    """Return the name of a record's form."""
    if "svg" in record and "rating" in record:
        return RATINGS
    return "contrast pairs" if any(one in record for one, _ in KEYS[:2]) else "preferences"


def pair_of(record: Mapping[str, Any], identifier: str, folder: Path) -> Pair | None:
    """Return the pair of a record, or None for one without a clear preference or in an unknown form."""
    programs = preferred(record)
    if programs is None:
        return None
    right, wrong = (program(text, folder) for text in programs)
    prompt = str(record.get("prompt") or record.get("caption") or "")
    axis = str(record.get("axis") or record.get("category") or PREFERENCE).replace("_", " ")
    grade = grade_of(record.get("severity", record.get("grade", 2)))
    reference = program(str(record.get("reference") or right), folder)
    row = {"id": identifier, "cluster": str(record.get("id") or identifier), "code": reference, "caption": prompt}
    return Pair(identifier, "published", "svg", axis, grade, row["cluster"], prompt, row, right, wrong)


def preferred(record: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the better and the worse drawing of a record."""
    for better, worse in KEYS:
        if isinstance(record.get(better), str) and isinstance(record.get(worse), str):
            return str(record[better]), str(record[worse])
    for one, other, votes, against in VOTED:
        if isinstance(record.get(one), str) and isinstance(record.get(other), str) and votes in record:
            mine, theirs = float(record[votes]), float(record.get(against, 0.0))
            share = mine / (mine + theirs) if mine + theirs else 0.5
            if max(share, 1 - share) >= CLEAR:
                ordered = (record[one], record[other]) if share > 0.5 else (record[other], record[one])
                return str(ordered[0]), str(ordered[1])
    return None


def grade_of(severity: Any) -> int:
    """Return the grade of a severity in words or numbers, 2 for any other."""
    if isinstance(severity, str) and severity.lower() in SEVERITIES:
        return SEVERITIES[severity.lower()]
    return int(severity) if str(severity) in ("1", "2", "3") else 2


def program(text: str, folder: Path) -> str:
    """Return a program that is given as text or as a file next to its record."""
    path = folder / text if len(text) < 200 and text.endswith(".svg") else None
    inside = path is not None and path.resolve().is_relative_to(folder.resolve()) and path.is_file()
    return path.read_text(encoding="utf-8") if path is not None and inside else text
