"""Metrics that compare pictures, programs or captions. A stand-in that knows only the good answer replaces the learned
model; all code before it is unchanged."""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from sgpkit.graphics import raster
from sgpkit.metrics import pictures
from sgpkit.metrics.captions import caption_alignment, caption_quality
from sgpkit.metrics.code import code_quality
from sgpkit.metrics.judges import caption_judge, drawing_judge
from sgpkit.metrics.judges.marks import Messages
from sgpkit.metrics.pictures import distribution_distance, svg_similarity, svg_validity
from sgpkit.status import Rejected
from sgpkit.values import Score
from tests.hostile import caption_cases, page_cases, svg_cases
from tests.hostile.case import Case
from tests.hostile.good_programs import (
    CAPTIONS,
    EPS_ETHANOL,
    ETHANOL,
    GRAPH,
    TIKZ_ETHANOL,
    commented,
    good_svg,
)
from tests.hostile.target import Target

SIZE = 64
FORMATS: dict[str, tuple[Sequence[Case], str, Callable[[int], str], int]] = {
    "svg": (svg_cases.CASES, ETHANOL, good_svg, 20),
    "tikz": (page_cases.TIKZ, TIKZ_ETHANOL, commented(TIKZ_ETHANOL, "%"), 3),
    "eps": (page_cases.EPS, EPS_ETHANOL, commented(EPS_ETHANOL, "%"), 3),
    "dot": (page_cases.GRAPHVIZ, GRAPH, commented(GRAPH, "//"), 20),
}
"""Inputs, the program of the right drawing, more of its kind, and the number of distinct ones among these."""


class FixedMetric:
    """A stand-in for a learned model. It gives full marks to the right picture, and half to any other."""

    size = SIZE

    def __init__(self, code: str, format: str) -> None:
        self.picture: Any
        (self.picture,) = pictures.drawings([code], SIZE, format)

    def compare(self, shown: Sequence[Any], captions: Sequence[str]) -> list[float]:
        return [0.0 if isinstance(item, Rejected) else 100.0 if self.knows(item) else 50.0 for item in shown]

    def cut(self, captions: Sequence[str]) -> list[bool]:
        return [False] * len(captions)

    def features(self, shown: Sequence[Any]) -> "np.ndarray":
        empty = np.full((SIZE, SIZE, 3), 255, np.uint8)
        drawn = [empty if isinstance(item, Rejected) else np.asarray(item) for item in shown]
        return np.array([item[:: SIZE // 4, :: SIZE // 4].ravel() for item in drawn], float)

    def knows(self, picture: "np.ndarray") -> bool:
        return np.array_equal(picture, self.picture)


def meter(code: str, format: str) -> Any:
    return FixedMetric(code, format)


def similar(code: str, format: str) -> Callable[[Sequence[str]], Sequence[Score]]:
    def score(texts: Sequence[str]) -> list[Score]:
        reference: Any
        (reference,) = pictures.drawings([code], SIZE, format, None)
        return svg_similarity.score(texts, [raster.png(reference)] * len(texts), SIZE, format=format)

    return score


def aligned(code: str, format: str) -> Callable[[Sequence[str]], Sequence[Score]]:
    return lambda texts: caption_alignment.score(texts, ["A drawing."] * len(texts), meter(code, format), format)


def distant(code: str, format: str) -> Callable[[Sequence[str]], Sequence[Score]]:
    def score(texts: Sequence[str]) -> list[Score]:
        scores = distribution_distance.score(texts, [ETHANOL] * 3, meter(code, format), format=format)
        assert all(map(math.isfinite, scores.values.values())), scores.values
        return scores.scores

    return score


def written(texts: Sequence[str]) -> list[Score]:
    reference = ETHANOL + f"<!-- {'-' * 20} -->".replace("--", "..", 5)
    return [item.score for item in code_quality.score(texts, [reference] * len(texts))]


def valid(texts: Sequence[str]) -> list[Score]:
    return [item.score for item in svg_validity.score(texts)]


def seen(texts: Sequence[str]) -> list[Score]:
    """Score by a judge that gives the lowest mark to every picture but the good one, regardless of text in it."""
    picture: Any
    (picture,) = pictures.drawings([ETHANOL], drawing_judge.SIZE)
    good = raster.png(picture)

    def answer(positions: Sequence[int], questions: Sequence[Messages]) -> list[str]:
        shown = [[part["image"] for part in asked[0]["content"] if part["type"] == "image"] for asked in questions]
        return ["score: 10" if images == [good] else "score: 1" for images in shown]

    return drawing_judge.score([drawing_judge.Asked("text", "A drawing.")] * len(texts), texts, answer)


def compared(texts: Sequence[str]) -> list[Score]:
    """Score by a judge that compares the quoted lines at the end of its prompt with the good caption."""
    wanted = [word.strip(".") for word in CAPTIONS["svg"].split()]

    def answer(positions: Sequence[int], questions: Sequence[Messages]) -> list[str]:
        messages = [asked[0]["content"].rpartition("The other caption:\n")[2] for asked in questions]
        lines = [item.split("\n") for item in messages]
        assert all(line.startswith("> ") for item in lines for line in item), "a caption leaves its quotation"
        words = [[word.strip(".") for word in " ".join(line[2:] for line in item).split()] for item in lines]
        return ["score: 5" if item == wanted else "score: 0" for item in words]

    return caption_judge.score([CAPTIONS["svg"]] * len(texts), texts, answer)


def worded(texts: Sequence[str]) -> list[Score]:
    return caption_quality.score(texts, [CAPTIONS["svg"]] * len(texts)).scores


def good_caption(number: int) -> str:
    return CAPTIONS["svg"] + "." * number


def targets() -> Iterator[Target]:
    for format, (cases, code, good, distinct) in FORMATS.items():
        given = (format, cases, good)
        yield Target(f"svg_similarity {format}", *given, similar(code, format), "picture", distinct)
        yield Target(f"caption_alignment {format}", *given, aligned(code, format), "picture", distinct)
        yield Target(f"distribution_distance {format}", *given, distant(code, format), "showing", distinct)
    svg = ("svg", svg_cases.CASES, good_svg)
    yield Target("svg_validity", *svg, valid, "showing", 20)
    yield Target("code_quality", *svg, written, "writing", 20)
    yield Target("drawing_judge", *svg, seen, "picture", 3)
    captions = ("caption", caption_cases.CASES, good_caption)
    yield Target("caption_quality", *captions, worded, "picture")
    yield Target("caption_judge", *captions, compared, "picture")
