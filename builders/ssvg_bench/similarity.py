"""The similarity of completions and references as code (the paper's appendix E.1).

Rows that have no structure to judge are scored by it. For the others it is a figure of the whole run: CrystalBLEU sums
its counts over all answers, and the edit distance takes longer than the structure does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sgpkit.benchmark import Completion, Part, Row, Score, Unit
from sgpkit.metrics.code import code_similarity
from sgpkit.metrics.paired import program
from sgpkit.statistics import Estimate

PROGRAM = "program"
"""The label of a score that holds the answer's program."""

FIGURES = dict.fromkeys(("CrystalBLEU", "EED"), Part(Unit()))


def similarity(rows: Sequence[Row], completions: Sequence[Completion], format: str) -> list[Score]:
    """Score by the same function as the metric `code_similarity`; parts `crystal_bleu` and `eed`."""
    return with_programs(code_similarity.score(completions, rows, format).scores, completions, format)


def with_programs(scores: Sequence[Score], completions: Sequence[Completion], format: str) -> list[Score]:
    """Return the scores with the programs of their answers, "" for one without."""
    programs = (program(completion, format) for completion in completions)
    return [
        replace(score, labels={**score.labels, PROGRAM: code if isinstance(code, str) else ""})
        for score, code in zip(scores, programs, strict=True)
    ]


def summary(rows: Sequence[Row], scores: Sequence[Score], format: str) -> Mapping[str, float | Estimate]:
    """Return CrystalBLEU and the extended edit distance of all answers together."""
    if not rows:
        return {}
    programs = [score.labels.get(PROGRAM, "") for score in scores]
    return code_similarity.figures(
        programs, [row["code"] for row in rows], [str(row["cluster"]) for row in rows], format
    )
