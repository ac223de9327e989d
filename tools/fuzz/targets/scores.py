"""Whole metrics that need no other program: whatever is answered, one verdict comes back, and the neighbours' stay."""

import math
from collections.abc import Callable

from sgpkit.metrics.choices import choice_accuracy
from sgpkit.metrics.code import code_similarity
from sgpkit.metrics.structure import recall as structural_recall
from sgpkit.metrics.structure import ssvg_structure
from sgpkit.status import Status
from sgpkit.values import Score
from tools.fuzz.target import Broken, Target, of_text, seeds
from tools.fuzz.targets import answers, drawings

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><style>.output_object { stroke: red }</style>'
    '<line x1="10" y1="10" x2="200" y2="10" stroke="black"/><circle cx="100" cy="100" r="40" stroke="black"/>'
)
LINE = '<line class="output_object" x1="10" y1="10" x2="200" y2="300"/>'
SOLVED = f'{HEAD}{LINE}<circle class="output_object" cx="250" cy="250" r="60"/></svg>'
ARC = '<path class="output_object" d="M10 20A30 40 20 0 1 50 60"/><ellipse class="output_object" rx="3" ry="9"/>'
CAPTION = 'a red circle and two lines, labelled "x" and "y"'


def checked(verdicts: list[Score], neighbours: list[Score]) -> None:
    if [verdicts[0], verdicts[-1]] != neighbours:
        raise Broken(f"a neighbour's verdict changed: {verdicts[0]}, {verdicts[-1]}")
    for verdict in verdicts:
        if not 0 <= verdict.value <= 1 or verdict.status in (Status.INFRA_ERROR,):
            raise Broken(f"no verdict on a prediction: {verdict}")
        if not all(math.isfinite(part) for part in verdict.parts.values()):
            raise Broken(f"a part that is no number: {verdict}")
        if verdict.status is not Status.OK and verdict.value:
            raise Broken(f"a value for what was refused: {verdict}")


def structure(task: str, reference: str) -> Callable[[str], None]:
    def read(text: str) -> None:
        alone = ssvg_structure.score([reference] * 2, [reference] * 2, task)
        checked(ssvg_structure.score([reference, text, reference], [reference] * 3, task), alone)

    return read


def recall(text: str) -> None:
    good = drawings.SEEDS[0].decode()
    checked(
        structural_recall.score([good, text, good], [CAPTION] * 3), structural_recall.score([good, good], [CAPTION] * 2)
    )


def choice(text: str) -> None:
    options = [answers.OPTIONS] * 3
    good = choice_accuracy.score(["Answer: B"] * 2, ["B"] * 2, options[:2])
    checked(choice_accuracy.score(["Answer: B", text, "Answer: B"], ["B"] * 3, options), good)


def similarity(text: str) -> None:
    good = drawings.SEEDS[0].decode()
    scores = code_similarity.score([good, text], [good, good])
    checked(
        [scores.scores[0], scores.scores[1], scores.scores[0]],
        code_similarity.score([good] * 2, [good] * 2).scores,
    )
    if not (0 <= scores.crystal_bleu <= 1 and 0 <= scores.eed <= 1):
        raise Broken(f"no similarities: {scores}")


TARGETS = (
    Target(
        "score-geometry",
        of_text(structure("geometry", SOLVED)),
        seeds(SOLVED, f"{HEAD}{LINE}{ARC}</svg>", f"{HEAD}</svg>"),
        drawings.WORDS,
    ),
    Target(
        "score-molecule", of_text(structure("molecule", drawings.SEEDS[0].decode())), drawings.SEEDS, drawings.WORDS
    ),
    Target("score-recall", of_text(recall), drawings.SEEDS, drawings.WORDS),
    Target("score-choice", of_text(choice), answers.CHOICES, answers.SPOKEN),
    Target("score-similarity", of_text(similarity), drawings.SEEDS, drawings.WORDS),
)
