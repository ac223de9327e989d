"""Completions → scores: exact if the prompt has a specification, else by refutation.

`all_right`, the headline, is 1 if every item is there in its number and colour, nothing else is, and every constraint
holds. The parts say which of that holds, each as a share. A published prompt names things that no rule recognises:
there the headline is 1 unless a rule refutes the drawing, which makes it an upper bound, and `decided` says how much of
the prompt rules could decide. Whether such a drawing is right is for the judge, whose mark is next to.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from sgpkit import statistics
from sgpkit.benchmark import Completion, Less, Row, Score
from sgpkit.graphics.raster import Pixels
from sgpkit.graphics.scene import Scene
from sgpkit.statistics import Estimate
from sgpkit.status import Rejected, Status

from . import constraints, figures, necessary

CHECKED_AT = 224
PUBLISHED_RENDERER = "cairo"


def score(rows: Sequence[Row], completions: Sequence[Completion]) -> list[Score]:
    """Return one score a completion, in their order."""
    from sgpkit.metrics import pictures

    programs = pictures.svg_programs(completions)
    shown = pictures.painted(programs, figures.SIDE)
    scores = [scored(*answer) for answer in zip(rows, programs, shown, strict=True)]
    valid = published_validity(completions)
    return [
        replace(score, parts={**score.parts, "published_valid": value})
        for score, value in zip(scores, valid, strict=True)
    ]


def scored(row: Row, program: str | Rejected, shown: Pixels | Rejected) -> Score:
    """Return the score of one program, which is painted as `shown`."""
    from sgpkit.graphics.scene import read

    try:
        if isinstance(program, Rejected):
            raise program
        if isinstance(shown, Rejected):
            raise shown
        drawing = read(program)
        if row["specification"]:
            held = figures.painted(figures.of(drawing), shown)
            verdict = constraints.check(constraints.read(row["specification"]), held)
            if figures.besides(held, shown) > figures.SMALLEST:
                verdict = verdict.spoilt("additional paint outside the figures")
            return exact(verdict._replace(failures=(*verdict.failures, *misfits(drawing))))
        return bounded(necessary.conditions(row, program, drawing))
    except Rejected as rejected:
        return Score.rejected(rejected, nothing(row))


def nothing(row: Row) -> dict[str, float]:
    """Return the parts of an answer that cannot be read."""
    wanted = row["specification"]
    return {"decided": 0.0} | (constraints.nothing(constraints.read(wanted)) if wanted else {})


def misfits(drawing: Scene) -> Iterator[str]:
    """Yield the constructs for which viewers show a drawing differently from our renderers."""
    from sgpkit.graphics.scene import fitting

    if fitting.fitting(drawing):
        yield "its page distorts it or cuts it off"


def exact(verdict: constraints.Verdict) -> Score:
    """Return the score of a drawing that was decided exactly."""
    reason = "; ".join(verdict.failures) or "all that was requested, and nothing else"
    value, labels = float(verdict.satisfied), {"verdict": "right" if verdict.satisfied else "wrong"}
    return Score(value, {**verdict.parts, "decided": 1.0}, Status.OK, reason, labels)


def bounded(held: necessary.Necessary) -> Score:
    """Return the score of a drawing that rules can refute but not confirm."""
    value = float(not held.refuted)
    reason = f"refuted: {', '.join(held.refuted)}" if held.refuted else "not refuted by the rules"
    return Score(value, {"decided": held.decided}, Status.OK, reason, {"verdict": "undecided" if value else "wrong"})


def published_validity(completions: Sequence[Completion]) -> list[float]:
    """Return whether the published code would find a drawing that CairoSVG paints, from the first tag to the first end
    tag."""
    from sgpkit.metrics import pictures

    programs = [first_drawing(completion.text) for completion in completions]
    painted = pictures.painted(programs, CHECKED_AT, renderer=PUBLISHED_RENDERER)
    return [float(not isinstance(outcome, Rejected)) for outcome in painted]


def first_drawing(text: str) -> str | Rejected:
    """Return the drawing by the published code: from the first start tag to the first end tag, so that a
    nested drawing is cut off."""
    start = text.find("<svg")
    end = text.find("</svg>", start)
    if start < 0 or end < 0:
        return Rejected(Status.NO_ANSWER, "no <svg> … </svg>")
    return text[start : end + len("</svg>")]


NOT_REFUTED = Less(
    "not refuted",
    "rules can only refute drawings of published prompts, so the share is an upper bound, not an accuracy; the marks "
    "of a judge (sgpkit annotate judge) say which are right",
)


def less_than_right(row: Row) -> Less | None:
    """Return the meaning of a row's score, if 1 does not mean right."""
    return None if row["specification"] else NOT_REFUTED


# --- tables -----------------------------------------------------------------------------------------------------------

KAPPA = "kappa of judge and rules"
JUDGE = "judge"
"""The part that holds the mark of a config's first rubric."""


def summary(rows: Sequence[Row], scores: Sequence[Score], full: float) -> Mapping[str, float | Estimate]:
    """Return the shares of what was refuted and left undecided, a share by difficulty, the mean over distinct prompts,
    and the agreement of the judge, whose scale ends at `full`, with the rules, if both have a verdict."""
    pairs = list(zip(rows, scores, strict=True))
    figures: dict[str, float | Estimate] = {}
    published = [(row, score) for row, score in pairs if not row["specification"]]
    if published:
        figures["refuted by rules"] = mean([(row, float(score.value == 0)) for row, score in published])
        first = [(row, score) for row, score in published if not row.get("copy_of")]
        if len(first) < len(published):
            figures["not refuted, distinct prompts"] = mean([(row, score.value) for row, score in first])
    for level in sorted({row["level"] for row, _ in pairs if row["specification"]}):
        mine = [(row, score.value) for row, score in pairs if row["level"] == level]
        figures[f"all right, difficulty {level}"] = mean(mine)
    judged = [(row, score) for row, score in pairs if row["specification"] and JUDGE in score.parts]
    return figures | (agreement(judged, full) if judged else {})


def agreement(pairs: Sequence[tuple[Row, Score]], full: float) -> dict[str, float | Estimate]:
    """Return how often the judge gives full marks exactly where rules find all right, kappa, and its mean mark for
    right and for wrong drawings."""
    verdicts = [(row, score.value == 1.0, score.parts[JUDGE] >= full) for row, score in pairs]
    figures: dict[str, float | Estimate] = {
        "judge agrees with the rules": mean([(row, float(right == praised)) for row, right, praised in verdicts]),
        KAPPA: statistics.cohen_kappa(*zip(*(pair[1:] for pair in verdicts), strict=True)),
    }
    for name, wanted in (("right", 1.0), ("wrong", 0.0)):
        mine = [(row, score.parts[JUDGE]) for row, score in pairs if score.value == wanted]
        if mine:
            figures[f"judge's mark for what is {name}"] = mean(mine)
    return figures


def mean(values: Sequence[tuple[Row, float]]) -> Estimate:
    """Return a mean with its interval; rows of one prompt are dependent."""
    return statistics.mean_estimate([value for _, value in values], [row["cluster"] for row, _ in values])
