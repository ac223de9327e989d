"""Score drawings by the assertions of their captions: objects, labels, positions and the graph, with precision.

Each group of assertions gives a share: things drawn in the stated colour, kind, number, place and size (all on the same
figures); labels; relations between drawn things; and edges of the graph, by recall and precision. The harmonic mean of
the shares is multiplied by the precision of the drawing: figures and words that neither the caption explains nor the
original has count against it. A drawing without any of the things, labels or edges scores 0, such as a palette, a list
of labels, or the caption as text. Everything is read from the drawing. Rows without assertions get the structural
recall.
"""

import json
import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sgpkit.graphics import formats
from sgpkit.graphics.svg.outline import Box
from sgpkit.metrics import isolated, results
from sgpkit.metrics.paired import program, same_length
from sgpkit.metrics.structure import recall
from sgpkit.metrics.structure.recall import contents as drawing_contents
from sgpkit.metrics.structure.recall.contents import Contents
from sgpkit.metrics.structure.scene_match import additions, networks
from sgpkit.metrics.structure.scene_match import asserted as assertions
from sgpkit.metrics.structure.scene_match.asserted import Asserted, End, Network, Relation, Thing
from sgpkit.metrics.structure.scene_match.groups import Drawn, Group
from sgpkit.status import Rejected, Status
from sgpkit.values import Score

PARTS = ("objects", "labels", "relations", "graph")
"""The groups of assertions; the harmonic mean is over those in the caption."""

TOLERANCE = 1.5
"""The factor by which a drawing may exceed the original in elements that the caption does not assert."""

DETAILS = 2
"""Number of additional figures, such as highlights and shadows, that each explained figure may have."""

ALIKE = 12
"""Number of figures with the same paints after which further ones count little, such as hatches, dots of a pattern,
or rain.
"""

FEW = 4
"""Minimum number of things relative to which an addition counts, since captions name only some parts of a drawing."""

LEAST = 0.1
"""Minimum share of relations, since a drawing with all things in wrong positions still has some value."""

CHANCE = 0.25
"""The share of objects that any drawing has by chance, which counts as 0: a swatch in the right position."""

STEP = 0.01
"""Minimum difference in position, as a fraction of the page, for one thing to be on one side of another."""


@dataclass(frozen=True)
class Findings:
    """The assertions that hold: for each thing, the share that is drawn; for each label and relation, whether it
    holds. `shares` are the shares by group of assertions.
    """

    things: tuple[float, ...]
    labels: tuple[bool, ...]
    relations: tuple[bool, ...]
    shares: Mapping[str, float]
    unexplained: assertions.Spare
    precision: float

    @property
    def value(self) -> float:
        """The score."""
        values = [corrected(part, self.shares[part]) for part in PARTS if part in self.shares]
        if not values or min(values) <= 0:
            return 0.0
        return self.precision * len(values) / sum(1 / value for value in values)


def corrected(part: str, share: float) -> float:
    """Return a share corrected for the score: objects are reduced by chance, relations have a minimum."""
    if part == "relations":
        return LEAST + (1 - LEAST) * share
    return max(0.0, share - CHANCE) / (1 - CHANCE) if part == "objects" else share


def score(
    predictions: Sequence[object], references: Sequence[str | Mapping[str, Any]], format: str = "svg"
) -> list[Score]:
    """Return a score for each prediction: the degree to which the drawing fulfils the caption's assertions.

    `predictions` are completions or bare programs. `references` are rows with JSON under `asserted`, or that text; a
    row without any is scored by `structural_recall`. Parts: the groups of assertions that a caption has (`objects`,
    `labels`, `relations`, `graph`), `precision`, and `structural_recall` for rows that name things or have a caption.
    """
    return scores(read(predictions, references, format), references)


def read(
    predictions: Sequence[object], references: Sequence[str | Mapping[str, Any]], format: str
) -> list[Contents | Rejected]:
    """Return the contents of the drawings that `score` takes."""
    formats.get(format)
    same_length(predictions, references)
    for index, reference in enumerate(references):
        asserted_of(reference, index)
    programs = [program(prediction, format) for prediction in predictions]
    return drawing_contents.read_answers(programs, references, format)


def scores(outcomes: Sequence[Contents | Rejected], references: Sequence[str | Mapping[str, Any]]) -> list[Score]:
    """Return the scores of drawings that have been read, as `score` does."""
    wanted = [asserted_of(reference, index) for index, reference in enumerate(references)]
    return [
        with_recall(outcome, item, reference, index)
        for index, (outcome, item, reference) in enumerate(zip(outcomes, wanted, references, strict=True))
    ]


def asserted_of(reference: object, index: int) -> Asserted | None:
    """Return the assertions of a reference, None for a row without any."""
    text = reference.get("asserted") if isinstance(reference, Mapping) else reference
    if isinstance(reference, Mapping) and not text:
        # A row without assertions, or the assertions themselves as parsed JSON, as from a web form.
        return assertions.from_text(json.dumps(dict(reference))) if "objects" in reference else None
    if not isinstance(text, str):
        raise ValueError(f"reference {index}: expected assertions as JSON, or a row with them under 'asserted'")
    return assertions.from_text(text)


def with_recall(outcome: Contents | Rejected, wanted: Asserted | None, reference: object, index: int) -> Score:
    """Return the score of one drawing, with its structural recall if the row allows it."""
    own = None
    if isinstance(reference, Mapping) and (reference.get("named") or reference.get("caption")):
        own = recall.score_of(outcome, recall.things(reference, index))
    if wanted is None:
        if own is None:
            raise ValueError(f"reference {index}: expected a row with 'asserted', 'named' or 'caption'")
        return Score(own.value, {**own.parts, "structural_recall": own.value}, own.status, own.reason)
    result = score_of(outcome, wanted)
    beside = {} if own is None else {**own.parts, "structural_recall": own.value}
    return Score(result.value, {**beside, **result.parts}, result.status, result.reason)


def score_of(outcome: Contents | Rejected, wanted: Asserted) -> Score:
    """Return the score of one drawing, or of the rejection in its place."""
    if isinstance(outcome, Rejected):
        return Score.rejected(outcome, dict.fromkeys([*present(wanted), "precision"], 0.0))
    if outcome.is_empty:
        return Score(0.0, dict.fromkeys([*present(wanted), "precision"], 0.0), Status.OK, "nothing is drawn")
    if wanted.is_empty:
        if not outcome.figures and not outcome.counts:
            return Score(0.0, {"precision": 0.0}, Status.OK, "only words are drawn")
        precision = without_additions(wanted, [1.0] * outcome.veils, [])
        reason = "drawn; the caption asserts nothing that can be checked"
        return Score(precision, {"precision": precision}, Status.OK, reason)
    findings = check(outcome, wanted)
    parts = {**findings.shares, "precision": findings.precision}
    return Score(findings.value, parts, Status.OK, ", ".join(f"{name} {value:.2f}" for name, value in parts.items()))


def present(wanted: Asserted) -> list[str]:
    """Return the groups of assertions that a caption has."""
    network = wanted.network is not None and wanted.network.edges
    return [
        part
        for part, any_ in zip(PARTS, (wanted.things, wanted.labels, wanted.relations, network), strict=True)
        if any_
    ]


def check(contents: Contents, wanted: Asserted) -> Findings:
    """Return which assertions hold for a drawing, and the share of the drawing that they explain."""
    drawn = Drawn(contents)
    explained: set[int] = set()
    groups, things = assign(drawn, wanted.things, explained)
    labels = tuple(drawn.labels.holds(label) for label in wanted.labels)
    relations = tuple(holds(drawn, groups, relation) for relation in wanted.relations)
    shares: dict[str, float] = {}
    if things:
        shares["objects"] = sum(things) / len(things)
    if labels:
        shares["labels"] = sum(labels) / len(labels)
    if relations:
        shares["relations"] = sum(relations) / len(relations)
    links = 0
    if wanted.network is not None and wanted.network.edges:
        agreement = networks.compare(contents, wanted.network)
        shares["graph"] = agreement.score(wanted.spare.links)
        links = max(0, round(agreement.drawn - agreement.hits))
        for label in {end for edge in wanted.network.edges for end in (edge.start, edge.end)} | set(wanted.labels):
            explained |= drawn.outlines_around(label)
        explained |= {index for index, figure in enumerate(drawn.figures) if not figure.closed}
    words = unexplained_words(drawn, wanted)
    figures = len(drawn.figures) - len(explained)
    frames = drawn.frames() if wanted.network is None else ()  # of a graph, these are nodes
    added = [*([1.0] * contents.veils), *additions.weights(drawn.figures, explained, drawn.page, frames)]
    spare = assertions.Spare(figures, words, links, len(added))
    details = TOLERANCE * wanted.spare.figures + max(1, DETAILS * len(explained) if wanted.network is None else 0)
    precision = min(
        share(len(explained), patterned(drawn, explained), details),
        share(len(contents.words) - words, words, TOLERANCE * wanted.spare.words + 1),
    ) * without_additions(wanted, added, things)
    return Findings(tuple(things), labels, relations, shares, spare, precision)


def patterned(drawn: Drawn, explained: Collection[int]) -> float:
    """Return the weighted number of unexplained figures, where those of a pattern count less, and those that merge with
    an explained one not at all: the teeth of a wheel, in its colour and without a line around them."""
    paints = Counter(
        drawn.paints(index)
        for index in range(len(drawn.figures))
        if index not in explained and not drawn.merges(index, explained)
    )
    return sum(min(many, ALIKE) + math.sqrt(max(0, many - ALIKE)) for many in paints.values())


def share(explained: int, unexplained: float, free: float) -> float:
    """Return the share of the drawing's elements that are explained or among the `free` ones."""
    extra = max(0.0, unexplained - free)
    counted = explained + unexplained
    return 1.0 - extra / counted if counted else 1.0


def without_additions(wanted: Asserted, weights: Sequence[float], shares: Sequence[float]) -> float:
    """Return the factor for the additions of a drawing beyond those of the original. Each counts like a missing
    thing, a small one partly. An addition that may be a wrongly drawn missing thing costs nothing more.
    """
    sizes = [max(1, len(thing.labels)) for thing in wanted.things]
    missing = sum(size * (1 - share) for size, share in zip(sizes, shares, strict=True))
    beyond = max(0, len(weights) - wanted.spare.additions) / max(1, len(weights))
    extra = max(0.0, beyond * sum(weights) - missing)
    things = max(FEW, sum(sizes), len(wanted.labels))
    return corrected("objects", things / (things + extra)) if extra else 1.0


def assign(
    drawn: Drawn, things: Sequence[Thing], explained: set[int]
) -> tuple[dict[int, tuple[Group, ...]], list[float]]:
    """Return the figures of each thing, and the share of each thing that is drawn. Each figure belongs to at most
    one thing, and things with fewer candidates choose first.
    """
    groups: dict[int, tuple[Group, ...]] = {}
    shares = [0.0] * len(things)
    candidates = {index: drawn.candidates(thing) for index, thing in enumerate(things) if not thing.labels}
    taken: set[int] = set()
    for index in sorted(candidates, key=lambda index: (len(candidates[index]), index)):
        free = [group for group in candidates[index] if taken.isdisjoint(group.members)]
        if free:
            groups[index] = (free[0],)
            taken |= free[0].members
            explained |= free[0].members
            shares[index] = free[0].share
    for index, thing in enumerate(things):
        if thing.labels:
            fitting = frozenset(drawn.of(thing))
            around = [drawn.outlines_around(label) & fitting for label in thing.labels]
            shares[index] = sum(map(bool, around)) / len(around)
            groups[index] = tuple(drawn.group(sorted(members)) for members in around if members)
            explained.update(*around)
    return groups, shares


def holds(drawn: Drawn, groups: Mapping[int, tuple[Group, ...]], relation: Relation) -> bool:
    """Return whether a relation holds between drawn things."""
    ones, others = boxes(drawn, groups, relation.one), boxes(drawn, groups, relation.other)
    across = STEP * (drawn.page.right - drawn.page.left)
    down = STEP * (drawn.page.bottom - drawn.page.top)
    return any(lies(relation.side, one, other, across, down) for one in ones for other in others)


def boxes(drawn: Drawn, groups: Mapping[int, tuple[Group, ...]], end: End) -> list[Box]:
    """Return the boxes of one end of a relation."""
    return drawn.boxes_of(end) if isinstance(end, str) else [group.box for group in groups.get(end, ())]


def lies(side: str, one: Box, other: Box, across: float, down: float) -> bool:
    """Return whether one box is on a side of another, by their middles, or inside it."""
    right = (one.left + one.right - other.left - other.right) / 2
    lower = (one.top + one.bottom - other.top - other.bottom) / 2
    match side:
        case "left":
            return right < -across
        case "right":
            return right > across
        case "above":
            return lower < -down
        case "below":
            return lower > down
    return (
        other.left - across <= one.left
        and one.right <= other.right + across
        and other.top - down <= one.top
        and one.bottom <= other.bottom + down
    )


def borne_out(contents: Contents, network: Network | None) -> Network | None:
    """Return a network with only the edges that a drawing clearly shows, and without directions if these cannot be
    read.
    """
    if network is None or not network.edges:
        return None
    best = max(
        (replace(network, directed=directed) for directed in {network.directed, False}),
        key=lambda trial: (networks.compare(contents, trial).hits, trial.directed),
    )
    shares = networks.compare(contents, best).shares
    kept = tuple(edge for edge, share in zip(best.edges, shares, strict=True) if share == 1)
    return replace(best, edges=kept) if 2 * len(kept) > len(shares) else None


def settled(contents: Contents, wanted: Asserted) -> Asserted:
    """Return the assertions that can be checked: without those that do not hold for the original itself, and with
    the number of its elements beyond them.
    """
    drawn = Drawn(contents)
    _, shares = assign(drawn, wanted.things, set())
    relaxed = tuple(
        item if share == 1 else replace(item, middle=None, size=None)
        for item, share in zip(wanted.things, shares, strict=True)
    )
    _, shares = assign(drawn, relaxed, set())
    kept = [index for index, share in enumerate(shares) if share == 1]
    new = {old: index for index, old in enumerate(kept)}
    relations = [
        Relation(item.side, new.get(item.one, item.one), new.get(item.other, item.other))  # type: ignore[arg-type]
        for item in wanted.relations
        if all(isinstance(end, str) or end in new for end in (item.one, item.other))
    ]
    trial = replace(
        wanted,
        things=tuple(relaxed[index] for index in kept),
        relations=tuple(relations),
        network=borne_out(contents, wanted.network),
    )
    findings = check(contents, trial)
    trial = replace(
        trial,
        labels=tuple(label for label, held in zip(trial.labels, findings.labels, strict=True) if held),
        relations=tuple(item for item, held in zip(trial.relations, findings.relations, strict=True) if held),
    )
    return replace(trial, spare=check(contents, trial).unexplained)


def unexplained_words(drawn: Drawn, wanted: Asserted) -> int:
    """Return the number of words that are in no asserted label."""
    labels = {*wanted.labels, *(label for thing in wanted.things for label in thing.labels)}
    if wanted.network is not None:
        labels |= {text for edge in wanted.network.edges for text in (edge.start, edge.end, edge.label) if text}
    return len(drawn.contents.words) - len(known_words(drawn, labels))


def known_words(drawn: Drawn, labels: Iterable[str]) -> set[int]:
    """Return the indices of words that are in some label."""
    known: set[int] = set()
    for label in labels:
        spans = drawn.labels.spans(label) or [span for part in label.split() for span in drawn.labels.spans(part)]
        known.update(index for first, end in spans for index in range(first, end))
    return known


def result(
    predictions: Sequence[object],
    references: Sequence[str | Mapping[str, Any]],
    format: str = "svg",
    clusters: results.Clusters | None = None,
) -> dict[str, Any]:
    """Return the result of the `evaluate` module."""
    graded = isolated.scores(score, predictions, references, format=format)
    parts = (*PARTS, "precision", "structural_recall")
    columns = {part: [item.parts.get(part) for item in graded] for part in parts}
    means = {"scene_match": results.values(graded), **results.mean_names(columns)}
    return {
        **results.means(results.known_clusters(clusters, references, len(graded)), means),
        "scores": results.values(graded),
        **results.outcomes(graded),
        **results.summary(graded),
        **columns,
    }
