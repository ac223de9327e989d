"""Probes, which measure how well a dataset's questions can be answered without understanding its drawings.

The probes are classifiers of command letters, tags, sub-paths' boxes, colours and silhouettes; rules that count
repetitions or use only the options; nearest neighbours by text and by silhouette; and, for answers that are programs,
rules that copy, list or substitute (`solvers`). Each figure is compared with chance and, if available, with the same
probe on real rows. A much better probe indicates rows that are made from templates or give their answers away
(`figures.Figure.passes`).

    figures = probes.probe(Subject(benchmark, rows, train=rows_of_train, other=rows_of_another_seed), real_rows)
"""

import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sgpkit.benchmark import Benchmark, Row
from sgpkit.quality.probes import classifiers, features, heuristics, neighbours, solvers
from sgpkit.quality.probes.figures import NONE, Figure, Hits, standardised
from sgpkit.quality.probes.ridge import Folds, Numbers

__all__ = ["Figure", "Subject", "probe"]

FOLDS = 5
MAX_ROWS = 1_500
"""Maximum number of rows of one type that a classifier learns from; of more, whole drawings are left out."""

FEWEST = 100
"""The minimum number of rows of a type for separate figures."""

FEWEST_REAL = 40
"""Minimum number of real rows of a type for ours to be compared with them rather than with chance."""

FEWEST_DRAWINGS = 40
"""Minimum number of drawings to learn from."""

RANDOM, DESIGN, TRAIN, OTHER = "random", "design", "train", "another seed"
DESIGN_COLUMN = "design"
"""The column with the design by which a drawing was made, if rows have one."""

ANSWER = "answer"
SEEN = "nearest-outline"
"""The probe that answers as for the drawing with the most similar silhouette."""

UNKNOWN = "unknown"
"""The type of rows whose source does not state one."""


class Subject(NamedTuple):
    """The rows to probe, of one config; rows to train on, and rows of another seed, if any."""

    benchmark: Benchmark
    rows: Sequence[Row]
    train: Sequence[Row] = ()
    other: Sequence[Row] = ()


Silhouettes = Mapping[str, Numbers | None]
"""The silhouettes of drawings by cluster, None if nothing is visible."""

Collected = dict[tuple[str, str, str], Hits]
"""Hits by probe, target and split."""


def probe(subject: Subject, real: Sequence[Row] = ()) -> list[Figure]:
    """Return the figures of all probes that apply to a config."""
    rows = list(subject.rows)
    shown = silhouettes(rows)
    ours = collected(subject.benchmark, rows, shown)
    ours |= from_elsewhere(subject, rows, shown)
    theirs = collected(subject.benchmark, list(real), silhouettes(real)) if real else {}
    size = drawings(real)
    smaller = at_size(subject.benchmark, rows, shown, size) if 0 < size < drawings(rows) else {}
    figures = []
    for (name, target, split), hits in ours.items():
        twin = theirs.get((name, target, split if split in (RANDOM, DESIGN) else RANDOM))
        twin = twin or theirs.get((name, target, RANDOM))
        parts = [(target, hits, twin, smaller.get((name, target, split)))]
        for part, *columns in [*parts, *(by_type(*parts[0]) if target == ANSWER else ())]:
            figures.append(figure(name, part, split, *columns))
    return [*figures, *solvers.figures(subject.benchmark, rows, subject.train, subject.other)]


def figure(name: str, target: str, split: str, hits: Hits, twin: Hits | None, smaller: Hits | None) -> Figure:
    """Return the figure of a probe from its hits, those on real rows, and those at the real rows' size."""
    real = None if twin is None else standardised(twin, hits)
    return Figure(name, target, split, hits.estimate, hits.chance, real, smaller.estimate if smaller else None)


def by_type(target: str, *columns: Hits | None) -> Iterator[tuple[str, Hits, Hits | None, Hits | None]]:
    """Yield the parts of a figure by type of question, for types with enough rows, if there are several types."""
    hits, twin, smaller = columns
    assert hits is not None
    counts = Counter(hits.strata)
    for stratum, count in sorted(counts.items()):
        if count >= FEWEST and len(counts) > 1:
            others = (of_type(part, stratum) for part in (twin, smaller))
            yield f"{target}: {stratum}", hits.only(stratum), *others  # type: ignore[misc]  # exactly two


def of_type(hits: Hits | None, stratum: str) -> Hits | None:
    """Return the rows of a type, or all rows if their types are unknown, as those of some published rows."""
    if hits is None or set(hits.strata) == {UNKNOWN}:
        return hits
    return hits.only(stratum) if hits.strata.count(stratum) >= FEWEST_REAL else None


def stratum_of(row: Row) -> str:
    """Return the stratum of a row for comparisons: the kind of its question, if any, else its type."""
    return str(row.get("asks") or row.get("type") or "")


def drawings(rows: Sequence[Row]) -> int:
    """Return the number of drawings of rows."""
    return len({row["cluster"] for row in rows})


def silhouettes(rows: Sequence[Row]) -> Silhouettes:
    """Return the silhouette of each drawing."""
    firsts: dict[str, Row] = {}
    for row in rows:
        firsts.setdefault(str(row["cluster"]), row)
    return dict(zip(firsts, features.outlines(list(firsts.values())), strict=True))


def at_size(benchmark: Benchmark, rows: Sequence[Row], shown: Silhouettes, size: int) -> Collected:
    """Return the joint hits of probes that learn from parts of the rows with `size` drawings each."""
    names = sorted({str(row["cluster"]) for row in rows}, key=shuffled)
    part_of = {name: number // size for number, name in enumerate(names)}
    parts: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        parts[part_of[str(row["cluster"])]].append(row)
    whole = [part for part in parts.values() if drawings(part) == size]
    results: Collected = {}
    for part in whole:
        for key, hits in collected(benchmark, part, shown).items():
            results[key] = results.get(key, NONE).joined(hits)
    return results


def shuffled(name: str) -> int:
    """Return a hash by which names are shuffled."""
    return zlib.crc32(name.encode(errors="replace"))


def collected(benchmark: Benchmark, rows: Sequence[Row], shown: Silhouettes) -> Collected:
    """Return the hits of all probes that learn from these rows themselves."""
    if drawings(rows) < FEWEST_DRAWINGS:
        return {}
    results: Collected = {}
    for column in benchmark.evidence.probe_columns:
        for (name, split), hits in of_column(rows, column, shown).items():
            results[name, column, split] = hits
    if benchmark.answer_format == "choice":
        for (name, split), hits in of_answers(rows, shown).items():
            results[name, ANSWER, split] = hits
    return results


def folds(names: Sequence[str]) -> Folds:
    """Return a fold for each row, the same for rows with equal names."""
    order = {name: number % FOLDS for number, name in enumerate(sorted(set(names), key=shuffled))}
    return np.array([order[name] for name in names])


def splits(rows: Sequence[Row]) -> dict[str, Folds]:
    """Return the ways to split rows: by drawing at random and, if rows have designs, by design."""
    ways = {RANDOM: folds([str(row["cluster"]) for row in rows])}
    designs = {str(row.get(DESIGN_COLUMN) or "") for row in rows}
    if len(designs) >= FOLDS and "" not in designs:
        ways[DESIGN] = folds([str(row[DESIGN_COLUMN]) for row in rows])
    return ways


def of_column(rows: Sequence[Row], column: str, shown: Silhouettes) -> dict[tuple[str, str], Hits]:
    """Return the hits of classifiers that predict a column's value for each drawing."""
    firsts: dict[str, Row] = {}
    for row in rows:
        firsts.setdefault(str(row["cluster"]), row)
    chosen = limited([row for row in firsts.values() if str(row.get(column) or "unknown") != "unknown"])
    if len(chosen) < FEWEST_DRAWINGS or len({row[column] for row in chosen}) < 2:
        return {}
    common = Counter(str(row[column]) for row in chosen).most_common(1)[0][1] / len(chosen)
    clusters = [str(row["cluster"]) for row in chosen]
    results = {}
    for name, alike in likenesses(chosen, shown).items():
        for split, parts in splits(chosen).items():
            values = classifiers.values(chosen, column, alike, parts)
            results[name, split] = Hits(values, clusters, [""] * len(chosen), [common] * len(chosen))
    return results


def of_answers(rows: Sequence[Row], shown: Silhouettes) -> dict[tuple[str, str], Hits]:
    """Return the hits of classifiers and rules that answer questions; each type of question has its classifiers."""
    types: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        types[stratum_of(row)].append(row)
    results: dict[tuple[str, str], Hits] = {}

    def add(name: str, split: str, stratum: str, chosen: Sequence[Row], values: Sequence[float]) -> None:
        guesses = chances(chosen)
        clusters = [str(row["cluster"]) for row in chosen]
        added = Hits(values, clusters, [stratum] * len(chosen), guesses)
        results[name, split] = results.get((name, split), NONE).joined(added)

    for stratum, members in types.items():
        chosen = limited(members)
        ways = splits(chosen)
        for name, alike in likenesses(chosen, shown).items():
            for split, parts in ways.items():
                add(name, split, stratum, chosen, classifiers.answers(chosen, alike, parts))
        for name, (rule, applies) in heuristics.HEURISTICS.items():
            able = [row for row in members if applies(row)]
            if able:
                for split, parts in splits(able).items():
                    add(name, split, stratum, able, rule(able, parts))
        for split, parts in ways.items():
            for fold in np.unique(parts):
                asked = [row for row, part in zip(chosen, parts, strict=True) if part == fold]
                known = [row for row, part in zip(chosen, parts, strict=True) if part != fold]
                if known and split == RANDOM:
                    add("nearest", split, stratum, asked, neighbours.answers(asked, known))
                if known and are_seen(chosen, shown):
                    add(SEEN, split, stratum, asked, by_silhouette(asked, known, shown, shown))
    return results


def are_seen(rows: Sequence[Row], shown: Silhouettes) -> bool:
    """Return whether most drawings have a silhouette."""
    return sum(shown.get(str(row["cluster"])) is not None for row in rows) > len(rows) / 2


def by_silhouette(
    rows: Sequence[Row], others: Sequence[Row], shown: Silhouettes, theirs: Silhouettes
) -> Sequence[float]:
    """Return for each question the chance that the answer about the drawing of the nearest silhouette is right."""
    both = [shown.get(str(row["cluster"])) for row in rows] + [theirs.get(str(row["cluster"])) for row in others]
    directions = features.outline_directions(both)
    parts = folds([str(row["cluster"]) for row in rows])
    return neighbours.seen(rows, others, directions[: len(rows)], directions[len(rows) :], parts)


def limited(rows: Sequence[Row]) -> list[Row]:
    """Return at most MAX_ROWS rows, whole drawings."""
    sizes = Counter(str(row["cluster"]) for row in rows)
    kept, total = set(), 0
    for name in sorted(sizes, key=shuffled):
        if total + sizes[name] <= MAX_ROWS:
            kept.add(name)
            total += sizes[name]
    return [row for row in rows if str(row["cluster"]) in kept]


def likenesses(rows: Sequence[Row], shown: Silhouettes) -> dict[str, Numbers]:
    """Return the similarities of all pairs of rows, by kind of feature."""
    programs = [features.program(row) for row in rows]
    results = {name: features.similarities([bag(code) for code in programs]) for name, bag in features.BAGS.items()}
    if are_seen(rows, shown):
        results["outline"] = features.outline_similarities([shown.get(str(row["cluster"])) for row in rows])
    return results


def from_elsewhere(subject: Subject, rows: Sequence[Row], shown: Silhouettes) -> Collected:
    """Return the hits of the nearest neighbours among the training rows, and among the rows of another seed."""
    results: Collected = {}
    if subject.benchmark.answer_format != "choice":
        return results
    for split, others in ((TRAIN, subject.train), (OTHER, subject.other)):
        if others:
            values = neighbours.answers(rows, others)
            strata = [stratum_of(row) for row in rows]
            guesses = chances(rows)
            clusters = [str(row["cluster"]) for row in rows]
            results["nearest", ANSWER, split] = Hits(values, clusters, strata, guesses)
            if are_seen(rows, shown):
                values = of_types(rows, others, shown, silhouettes(others))
                results[SEEN, ANSWER, split] = Hits(values, clusters, strata, guesses)
    return results


def of_types(rows: Sequence[Row], others: Sequence[Row], shown: Silhouettes, theirs: Silhouettes) -> list[float]:
    """Return the chances of being right by silhouettes of other rows of the same type of question."""
    values = [0.0] * len(rows)
    types = [stratum_of(row) for row in rows]
    for stratum in sorted(set(types)):
        members = [index for index, name in enumerate(types) if name == stratum]
        known = [row for row in others if stratum_of(row) == stratum]
        asked = [rows[index] for index in members]
        results = by_silhouette(asked, known, shown, theirs) if known else chances(asked)
        for index, value in zip(members, results, strict=True):
            values[index] = value
    return values


def chances(rows: Sequence[Row]) -> list[float]:
    """Return for each question the chance that a guess is right."""
    return [1 / len(classifiers.option_texts(row)) for row in rows]
