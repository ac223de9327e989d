"""Scores of diagrams by what they show, in whatever language they are written.

    labels      the share of the asked labels that are drawn; those drawn more often than asked count against it
    structure   the agreement of the drawn structure: edges, messages, bars, values, conditions or cells (`kinds/`)
    words       the share of drawn words that belong to an asked label, or to the numbers of an axis
    picture     of a translation between languages that position boxes: the share of labels that kept their positions
    exact       1 if all of these are 1

`diagram_match`, the value, is their product. Layout, shapes and colours are free otherwise. Of a repair it is the share
of the way from the given program's score to 1. A diagram under a translucent area as large as the page is not drawn;
paper of any color behind it is nothing.
A published row without a structure is scored by `published`.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import prod

from sgpkit import statistics
from sgpkit.benchmark import Completion, Less, Row, Score
from sgpkit.graphics import formats
from sgpkit.graphics.svg.outline import Box
from sgpkit.metrics.paired import program
from sgpkit.metrics.structure import scene_match
from sgpkit.metrics.structure.recall import contents
from sgpkit.metrics.structure.recall.contents import Contents
from sgpkit.metrics.structure.scene_match.groups import Drawn
from sgpkit.statistics import Estimate
from sgpkit.status import Rejected, Status

from . import kinds
from .kinds import reading

PARTS = ("labels", "structure", "words")
FULL = 0.999

MOVED = 0.08
"""Maximum distance of a label from its position in a translation, as a fraction of the picture."""

Position = tuple[float, float]


def score(rows: Sequence[Row], completions: Sequence[Completion], format: str) -> list[Score]:
    """Return the score of each completion."""
    programs = [program(completion, format) for completion in completions]
    drawn = iter(contents.read_many([code for code in programs if isinstance(code, str)], format))
    outcomes = [next(drawn) if isinstance(code, str) else code for code in programs]
    return [
        published(outcome, str(code), row, format)
        if row.get("keywords")
        else repaired(score_of(outcome, row), float(row["start"]))
        for row, outcome, code in zip(rows, outcomes, programs, strict=True)
    ]


KEYWORDS = Less(
    "keywords",
    "the published keywords of a program that draws something say little about its picture; a vision model answers the "
    "row's questions",
)


def less_than_match(row: Row) -> Less | None:
    """Return the meaning of a row's score, if it is not that the picture shows what was asked."""
    return KEYWORDS if row["keywords"] else None


def published(outcome: Contents | Rejected, code: str, row: Row, format: str) -> Score:
    """Return the share of a published row's keywords in a program that draws something; comments do not count."""
    if isinstance(outcome, Rejected):
        return Score.rejected(outcome, {"keywords": 0.0})
    comments = formats.get(format).comments
    text = (comments.sub(" ", code) if comments else code).casefold()
    keywords = json.loads(row["keywords"])
    share = sum(keyword.casefold() in text for keyword in keywords) / len(keywords)
    value = 0.0 if outcome.is_empty else share
    return Score(value, {"keywords": value}, Status.OK, f"keywords {value:.2f}")


def score_of(outcome: Contents | Rejected, row: Row) -> Score:
    """Return the score of one drawing, or of the rejection in its position."""
    positions = json.loads(row["positions"]) if row.get("positions") else {}
    nothing = dict.fromkeys((*PARTS, *(["picture"] if positions else []), "exact"), 0.0)
    if isinstance(outcome, Rejected):
        return Score.rejected(outcome, nothing)
    if outcome.veils:
        return Score(0.0, nothing, Status.OK, "an area over the whole page veils what is below")
    drawn, content = reading.without_paper(Drawn(outcome)), kinds.content_of(row)
    kind = kinds.KINDS[row["kind"]]
    wanted = Counter(kind.labels(content))
    labels = list(wanted)
    shown = kind.show(drawn, content)
    known = scene_match.known_words(drawn, labels) | shown.words
    parts = {
        "labels": sum(map(drawn.labels.holds, labels)) / (len(labels) + spare(drawn, wanted)),
        "structure": shown.structure,
        "words": len(known) / len(outcome.words) if outcome.words else 0.0,
    }
    if positions:
        parts["picture"] = kept(positions_of(drawn, positions), positions)
    value = prod(parts.values())
    parts["exact"] = float(value >= FULL)
    return Score(value, parts, Status.OK, ", ".join(f"{name} {share:.2f}" for name, share in parts.items()))


def occurrences(drawn: Drawn, labels: Iterable[str]) -> Iterator[tuple[str, list[tuple[tuple[int, int], Box]]]]:
    """Yield each label with its spans of words and their boxes, other than those in a longer label."""
    taken: set[int] = set()
    for label in sorted(labels, key=len, reverse=True):
        yield label, [one for one in drawn.occurrences(label) if taken.isdisjoint(range(*one[0]))]
        taken.update(index for span in drawn.labels.spans(label) for index in range(*span))


def spare(drawn: Drawn, wanted: Mapping[str, int]) -> int:
    """Return the number of additional labels, since a label drawn at every position is at the right one too."""
    return sum(max(0, len(drawn_at) - wanted[label]) for label, drawn_at in occurrences(drawn, wanted))


def positions_of(drawn: Drawn, labels: Iterable[str]) -> dict[str, Position]:
    """Return where each label is that is drawn once, other than as a part of a longer one."""
    positions: dict[str, Position] = {}
    for label, drawn_at in occurrences(drawn, labels):
        if len(drawn_at) == 1:
            x, y = reading.middle(drawn_at[0][1])
            positions[label] = (x, y)
    return positions


def kept(positions: Mapping[str, Position], wanted: Mapping[str, Position]) -> float:
    """Return the share of labels at their original positions, independent of the picture's size and proportions."""
    common = [label for label in wanted if label in positions]
    if not common:
        return 0.0
    own, given = (
        [even(column) for column in zip(*(at[label] for label in common), strict=True)] for at in (positions, wanted)
    )
    level = [max(column) - min(column) for column in zip(*wanted.values(), strict=True)]
    axes = [axis for axis in (0, 1) if level[axis] > 0.05 * max(level)]
    stays = [all(abs(own[axis][at] - given[axis][at]) <= MOVED for axis in axes) for at in range(len(common))]
    return sum(stays) / len(wanted)


def even(values: Sequence[float]) -> list[float]:
    """Return values as shares of the way from the least to the greatest."""
    least, size = min(values), max(values) - min(values)
    return [(value - least) / size if size else 0.0 for value in values]


def repaired(result: Score, start: float) -> Score:
    """Return a score relative to that of the row's given program, `start`."""
    if not start:
        return result
    return replace(result, value=max(0.0, (result.value - start) / (1 - start)))


def summary(rows: Sequence[Row], scores: Sequence[Score]) -> Mapping[str, Estimate]:
    """Return the shares of exact drawings and of drawings that could be rendered."""
    clusters = [str(row["cluster"]) for row in rows]
    shares = {
        "exact diagrams": [score.parts.get("exact", 0.0) for score in scores],
        "drawn": [float(score.status is Status.OK) for score in scores],
    }
    return {name: statistics.mean_estimate(values, clusters) for name, values in shares.items() if values}
