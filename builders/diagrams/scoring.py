"""Scores of diagrams by what they show, in whatever language they are written.

    nodes     the share of the asked labels that are drawn
    edges     recall and precision (F1) of the edges between labels, with their directions and labels
    words     the share of drawn words that belong to an asked label
    exact     1 if all of these are 1

`diagram_match`, the value, is their product. Layout, shapes and colours are
free. Of a repair it is the share of the way from the given program's score to 1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sgpkit import statistics
from sgpkit.benchmark import Completion, Row, Score
from sgpkit.metrics.paired import program
from sgpkit.metrics.structure import scene_match
from sgpkit.metrics.structure.recall import contents
from sgpkit.metrics.structure.recall.contents import Contents
from sgpkit.metrics.structure.scene_match import asserted, networks
from sgpkit.metrics.structure.scene_match.asserted import Asserted
from sgpkit.metrics.structure.scene_match.groups import Drawn
from sgpkit.statistics import Estimate
from sgpkit.status import Rejected, Status

PARTS = ("nodes", "edges", "words", "exact")
FULL = 0.999


def score(rows: Sequence[Row], completions: Sequence[Completion], format: str) -> list[Score]:
    """Return the score of each completion."""
    programs = [program(completion, format) for completion in completions]
    drawn = iter(contents.read_many([code for code in programs if isinstance(code, str)], format))
    outcomes = [next(drawn) if isinstance(code, str) else code for code in programs]
    return [
        repaired(score_of(outcome, asserted.from_text(row["asserted"])), float(row["start"]))
        for row, outcome in zip(rows, outcomes, strict=True)
    ]


def score_of(outcome: Contents | Rejected, wanted: Asserted) -> Score:
    """Return the score of one drawing, or of the rejection in its place."""
    if isinstance(outcome, Rejected):
        return Score.rejected(outcome, dict.fromkeys(PARTS, 0.0))
    if wanted.network is None:
        raise ValueError("a row of a diagram states no edges")
    drawn = Drawn(outcome)
    nodes = sum(map(drawn.labels.holds, wanted.labels)) / len(wanted.labels)
    edges = networks.compare(outcome, wanted.network).score(spare=0)
    extra = scene_match.unexplained_words(drawn, wanted)
    words = 1 - extra / len(outcome.words) if outcome.words else 0.0
    value = nodes * edges * words
    parts = {"nodes": nodes, "edges": edges, "words": words, "exact": float(value >= FULL)}
    return Score(value, parts, Status.OK, ", ".join(f"{name} {share:.2f}" for name, share in parts.items()))


def repaired(result: Score, start: float) -> Score:
    """Return a score as it counts for a row whose given program has the score `start` already."""
    if not start:
        return result
    return replace(result, value=max(0.0, (result.value - start) / (1 - start)))


def summary(rows: Sequence[Row], scores: Sequence[Score]) -> Mapping[str, Estimate]:
    """Return how many drawings are exact, and how many could be drawn."""
    clusters = [str(row["cluster"]) for row in rows]
    shares = {
        "exact diagrams": [score.parts.get("exact", 0.0) for score in scores],
        "drawn": [float(score.status is Status.OK) for score in scores],
    }
    return {name: statistics.mean_estimate(values, clusters) for name, values in shares.items() if values}
