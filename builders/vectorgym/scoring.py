"""Completions of VectorGym rows → scores, by the functions of `svg_similarity` and `caption_quality`, and tables.

Drawings are compared with the target, position by position; an answer without a drawing gets the worst value of each
measure. The published code left failures out of the lists and paired the remaining answers with the wrong ids. Judges
(`judges.py`) and learned models (`learned` in the declaration) are asked separately, and `score` adds their figures.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sgpkit import statistics
from sgpkit.benchmark import READABLE, Completion, Part, Row, Score, Unit
from sgpkit.statistics import Estimate
from sgpkit.status import Rejected, Status

NEARER = "nearer"
"""The label of an edit's part: whether the answer is more like the target than the drawing was before."""

SIMILARITY = "similarity"
"""The headline for drawings from descriptions, and a part of the scores of edits and of drawings from sketches."""

CHANGES = "changes"
"""The column that lists what an edit changes."""

READ = "caption"
"""The label with the caption that was read from a completion."""

References = Mapping[str, Callable[[Row], Any]]


def drawing_of(row: Row) -> str:
    return str(row["code"])


def target_of(row: Row) -> str:
    return str(row["target"])


def bare_description(row: Row) -> str:
    """Return the description without colour codes if any: encoders of pictures and text have seen few
    codes."""
    return str(row["description_names"] or row["description_hex"])


def caption_of(row: Row) -> str:
    return str(row["caption"])


PICTURES = ("dino", "lpips", "dreamsim", "fid", "kid", "lite0_frechet", "lite0_kernel")
LEARNED_DRAWINGS: References = dict.fromkeys(PICTURES, drawing_of)
LEARNED_EDITS: References = dict.fromkeys(PICTURES, target_of)
LEARNED_TEXTS: References = dict.fromkeys(("clip", "long_clip"), bare_description) | dict.fromkeys(PICTURES, drawing_of)
LEARNED_CAPTIONS: References = dict.fromkeys(("bert_score", "embedding"), caption_of)
"""By metric: the column of a row with which completions are compared."""


# --- drawings ---------------------------------------------------------------------------------------------------------


def score(rows: Sequence[Row], completions: Sequence[Completion]) -> list[Score]:
    """Score drawings from descriptions: the row's own drawing is the target."""
    return compared([drawing_of(row) for row in rows], completions)


def sketch(rows: Sequence[Row], completions: Sequence[Completion]) -> list[Score]:
    """Score drawings from sketches, by form alone if the sketch is in black and white."""
    from sgpkit.metrics.pictures import sketch_similarity

    targets = [drawing_of(row) for row in rows]
    colored = [shows_colors(row) for row in rows]
    return with_program_figures(sketch_similarity.score(completions, targets, colored), completions, targets)


def shows_colors(row: Row) -> bool:
    """Return whether a sketch is in colour, by the kind that the source states."""
    return "black" not in str(row["sketch_kind"]).lower()


def edit(rows: Sequence[Row], completions: Sequence[Completion]) -> list[Score]:
    """Score edited drawings by `svg_edit`, with the parts of the similarity to the target."""
    from sgpkit.metrics.pictures import svg_edit

    starts, targets = [drawing_of(row) for row in rows], [target_of(row) for row in rows]
    alike = compared(targets, completions, starts)
    edited = svg_edit.score(completions, starts, targets, [str(row.get(CHANGES) or "") for row in rows])
    return [
        replace(score, parts={**score.parts, SIMILARITY: other.value, **other.parts, NEARER: nearer(row, other)})
        for row, score, other in zip(rows, edited, alike, strict=True)
    ]


def nearer(row: Row, score: Score) -> float:
    """Return whether an answer has a higher SSIM with the target than the drawing had before."""
    return float(max(0.0, score.parts["ssim"]) > row["unchanged"])


def compared(
    targets: Sequence[str], completions: Sequence[Completion], starts: Sequence[str] | None = None
) -> list[Score]:
    """Compare drawings with targets. `starts` are the drawings before an edit."""
    from sgpkit.metrics.pictures import svg_similarity

    return with_program_figures(svg_similarity.score(completions, targets, starts=starts), completions, targets)


def with_program_figures(
    scores: Sequence[Score], completions: Sequence[Completion], targets: Sequence[str]
) -> list[Score]:
    """Add the figures of the program, if there is one."""
    from sgpkit.metrics import pictures

    return [
        replace(score, parts={**score.parts, **program_figures(program, target)})
        if score.status is Status.OK and isinstance(program, str)
        else score
        for score, program, target in zip(scores, pictures.svg_programs(completions), targets, strict=True)
    ]


def program_figures(program: str, target: str) -> dict[str, float]:
    """Return the paper's code quality (§4.2), which it names and does not define: for efficiency `byte_ratio` and
    `element_ratio` to the target, for readability `too_precise`, the share of numbers with digits of no visible effect,
    for good practice `violations` of SVG's specification."""
    from sgpkit.graphics import svg
    from sgpkit.metrics.code import precision
    from sgpkit.metrics.pictures import svg_validity

    size = len(program.encode("utf-8", "replace")) / len(target.encode("utf-8", "replace"))
    held = {"violations": float(len(svg_validity.examined(program)[0])), "byte_ratio": size}
    try:
        document, expected = svg.parse(program.strip()), svg.parse(target.strip())
        numbers = precision.precision(document)
    except Rejected:
        return held
    held["element_ratio"] = len(list(document.root.subtree())) / len(list(expected.root.subtree()))
    return held | {"too_precise": numbers.too_precise / numbers.coordinates if numbers.coordinates else 0.0}


INDEX = Part(Unit())
FIGURES = {
    **dict.fromkeys(("ssim", "ssim_transparent", "mse", "mse_transparent"), INDEX),
    **dict.fromkeys(("ssim of what is drawn", "mse of what is drawn"), INDEX),
    "violations": Part(Unit(bounded=False), among=READABLE),
    **dict.fromkeys(("byte_ratio", "element_ratio"), Part(Unit("×", bounded=False), among=READABLE)),
    "too_precise": Part(among=READABLE),
    **dict.fromkeys(("bleu", "chrf", "rouge_l", "corpus BLEU", "corpus chrF++"), Part(Unit("of 100", highest=100.0))),
}
"""The units of figures that are not shares."""


# --- captions ---------------------------------------------------------------------------------------------------------


def caption(rows: Sequence[Row], completions: Sequence[Completion]) -> list[Score]:
    """Score captions. The caption is kept as it was read, since the tables need figures of all captions together."""
    from sgpkit.metrics.captions import caption_quality

    scores = caption_quality.score(completions, rows).scores
    captions = map(caption_quality.reading, completions)
    return [
        replace(score, labels={READ: "" if isinstance(caption, Rejected) else caption})
        for score, caption in zip(scores, captions, strict=True)
    ]


# --- tables -----------------------------------------------------------------------------------------------------------


def drawing_summary(rows: Sequence[Row], scores: Sequence[Score]) -> Mapping[str, float | Estimate]:
    """Return the share of drawable answers, and SSIM and error of these alone, as in the paper's tables."""
    summary: dict[str, float | Estimate] = {}
    if not rows:
        return summary
    summary["drawn"] = mean([float(is_drawn(score)) for score in scores], rows)
    pairs = [(row, score) for row, score in zip(rows, scores, strict=True) if is_drawn(score)]
    for name in ("ssim", "mse"):
        if pairs:
            values = [score.parts[name] for _, score in pairs]
            summary[f"{name} of what is drawn"] = mean(values, [row for row, _ in pairs])
    return summary


def is_drawn(score: Score) -> bool:
    """Return whether an answer is a drawing. A drawing whose judge's mark is missing counts."""
    return score.status in (Status.OK, Status.JUDGE_UNREADABLE)


def edit_summary(rows: Sequence[Row], scores: Sequence[Score]) -> Mapping[str, float | Estimate]:
    """Return the summary of drawings, the score of the unchanged drawing, and the share of answers that are nearer to
    the target."""
    summary = dict(drawing_summary(rows, scores))
    if rows:
        summary["floor: unchanged drawing"] = mean([row["unchanged"] for row in rows], rows)
        summary["nearer than unchanged"] = mean([score.parts.get(NEARER, 0.0) for score in scores], rows)
    return summary


def caption_summary(rows: Sequence[Row], scores: Sequence[Score]) -> Mapping[str, float | Estimate]:
    """Return the share of completions with a caption, and BLEU and chrF++ of all captions together."""
    from sgpkit.metrics.captions import caption_quality

    if not rows:
        return {}
    read = [score.labels.get(READ, "") for score in scores]
    expected = [caption_of(row) for row in rows]
    bleu, chrf = caption_quality.measures()
    return {
        "answered": mean([float(bool(text)) for text in read], rows),
        "corpus BLEU": bleu.corpus_score(read, [expected]).score,
        "corpus chrF++": chrf.corpus_score(read, [expected]).score,
    }


def mean(values: Sequence[float], rows: Sequence[Row]) -> Estimate:
    return statistics.mean_estimate(values, [row["cluster"] for row in rows])
