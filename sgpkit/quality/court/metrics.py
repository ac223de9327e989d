"""The metrics to try: those of drawings, the headlines of families, learned metrics, and judges.

A metric scores drawings that answer pairs. It applies to pairs in certain languages, and its values are scaled to its
range, from 0 (worst) to 1 (best).
"""

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sgpkit.benchmark import Benchmark, Completion, Messages, Score, families
from sgpkit.graphics import formats
from sgpkit.metrics import isolated
from sgpkit.quality.court.pairs import SIZE, TURTLE, Pair, pictures
from sgpkit.quality.court.verdict import Marks
from sgpkit.sandbox.workers import process_tree
from sgpkit.status import Rejected

Values = Callable[[Sequence[Pair], Sequence[str]], Sequence[float]]

BLANK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"></svg>'


@dataclass(frozen=True)
class Metric:
    """A metric to try. `values` scores one answer to each pair; all pairs of a call have the same language. `low` and
    `high` are the worst and the best value."""

    name: str
    values: Values
    fits: Callable[[Pair], bool]
    low: float = 0.0
    high: float = 1.0
    waits: bool = False
    """Whether it waits for a server or a model, so that its time is wall time."""

    def scaled(self, value: float) -> float:
        """Return a value as a share of the range."""
        return (value - self.low) / (self.high - self.low)


def marks(metric: Metric, pairs: Sequence[Pair]) -> Marks:
    """Return a metric's scores for the drawings of the pairs to which it applies."""
    fitting = [pair for pair in pairs if metric.fits(pair)]
    right, wrong = [0.0] * len(fitting), [0.0] * len(fitting)
    begun = seconds(metric)
    for format in dict.fromkeys(pair.format for pair in fitting):
        indices = [index for index, pair in enumerate(fitting) if pair.format == format]
        mine = [fitting[index] for index in indices]
        answers = [*(pair.right for pair in mine), *(pair.wrong for pair in mine)]
        values = [metric.scaled(value) for value in metric.values([*mine, *mine], answers)]
        for position, index in enumerate(indices):
            right[index], wrong[index] = values[position], values[len(mine) + position]
    return Marks(metric.name, fitting, right, wrong, (seconds(metric) - begun) / max(1, 2 * len(fitting)))


def seconds(metric: Metric) -> float:
    """Return the processor time of this process and its workers, or the wall time for a metric that waits."""
    return time.monotonic() if metric.waits else process_tree.usage(os.getpid()).cpu_seconds


def drawn_in(*languages: str) -> Callable[[Pair], bool]:
    """Return a function that tells whether a pair is in one of these languages."""
    return lambda pair: pair.format in languages


COMPILED = ("svg", "tikz", "dot")


# --- the modules ------------------------------------------------------------------------------------------------------


def modules() -> list[Metric]:
    """Return the metrics of drawings that need no model. Metrics of letters and captions do not apply to drawings,
    and `distribution_distance` compares whole sets.
    """
    in_any, in_svg = drawn_in(*COMPILED), drawn_in("svg")
    return [
        Metric("scene_match", scene_match, in_any),
        Metric("structural_recall", structural_recall, in_any),
        Metric("svg_similarity", partial(similarity, None), in_any),
        Metric("svg_similarity: SSIM", partial(similarity, "ssim"), in_any, -1.0, 1.0),
        Metric("svg_similarity: MSE", partial(similarity, "mse"), in_any, 1.0, 0.0),
        Metric("sketch_similarity", sketch_similarity, in_svg),
        Metric("svg_edit, from a blank page", edited, in_svg),
        Metric("svg_validity", validity, in_svg),
        Metric("code_similarity", code_similarity, in_any),
        Metric("code_quality", code_quality, in_svg),
        Metric("ssvg_structure: recall", structure, lambda pair: pair.config in CONSTRUCTED),
        Metric("turtle_match", partial(turtle_match, None), drawn_in(TURTLE)),
        Metric("turtle_match: IoU", partial(turtle_match, "iou"), drawn_in(TURTLE)),
    ]


def values_of(scores: Sequence[Score], part: str | None = None) -> list[float]:
    """Return the values of scores, or one part of them."""
    return [score.value if part is None else float(score.parts[part]) for score in scores]


def scene_match(pairs: Sequence[Pair], answers: Sequence[str]) -> list[float]:
    """Return the scores by the assertions of the request."""
    from sgpkit.metrics.structure import scene_match as metric

    rows = [{"asserted": str(pair.row.get("asserted") or ""), "caption": pair.prompt} for pair in pairs]
    return values_of(isolated.scores(metric.score, answers, rows, format=pairs[0].format))


def structural_recall(pairs: Sequence[Pair], answers: Sequence[str]) -> list[float]:
    """Return the shares of the things that the request names."""
    from sgpkit.metrics.structure import recall

    return values_of(isolated.scores(recall.score, answers, [pair.prompt for pair in pairs], format=pairs[0].format))


def similarity(part: str | None, pairs: Sequence[Pair], answers: Sequence[str]) -> list[float]:
    """Return the similarity to the reference's picture."""
    from sgpkit.metrics.pictures import svg_similarity

    score = partial(svg_similarity.score, format=pairs[0].format, value_only=part is None)
    return values_of(isolated.scores(score, answers, images(pairs)), part)


def images(pairs: Sequence[Pair]) -> list[dict[str, Any]]:
    """Return the pictures of the references as rows."""
    return [{"image": pair.row["image"]} for pair in pairs]


def sketch_similarity(pairs: Sequence[Pair], answers: Sequence[str]) -> list[float]:
    """Return the similarity of form and color to the reference."""
    from sgpkit.metrics.pictures import sketch_similarity as metric

    return values_of(isolated.scores(metric.score, answers, images(pairs), [True] * len(pairs)))


def edited(pairs: Sequence[Pair], answers: Sequence[str]) -> list[float]:
    """Return the scores of drawings as edits from a blank page to the reference."""
    from sgpkit.metrics.pictures import svg_edit

    return values_of(isolated.scores(svg_edit.score, answers, [BLANK] * len(pairs), images(pairs)))


def validity(pairs: Sequence[Pair], answers: Sequence[str]) -> list[float]:
    """Return whether drawings are visible."""
    from sgpkit.metrics.pictures import svg_validity

    return [verdict.score.value for verdict in isolated.scores(svg_validity.score, answers)]


def code_similarity(pairs: Sequence[Pair], answers: Sequence[str]) -> list[float]:
    """Return the similarity of the programs' texts."""
    from sgpkit.metrics.code import code_similarity as metric

    codes = [str(pair.row["code"]) for pair in pairs]
    return values_of(isolated.whole(metric.score, answers, codes, format=pairs[0].format).scores)


def code_quality(pairs: Sequence[Pair], answers: Sequence[str]) -> list[float]:
    """Return the scores of programs by their size."""
    from sgpkit.metrics.code import code_quality as metric

    codes = [str(pair.row["code"]) for pair in pairs]
    return [quality.score.value for quality in isolated.scores(metric.score, answers, codes)]


CONSTRUCTED = ("sgp-cad-2d",)
"""The configs whose drawings are lines and circles of one color, like constructions."""


def structure(pairs: Sequence[Pair], answers: Sequence[str]) -> list[float]:
    """Return the share of the reference's lines and circles that are drawn at their positions."""
    from sgpkit.metrics.structure import ssvg_structure

    rows = [{"code": as_added(str(pair.row["code"]))} for pair in pairs]
    drawn = [as_added(answer) for answer in answers]
    return values_of(isolated.scores(ssvg_structure.score, drawn, rows, task="geometry", format="svg"), "recall")


def as_added(code: str) -> str:
    """Return a drawing in which every line is marked as an added element."""
    return code.replace(' fill="none" ', ' class="output_object" fill="none" ')


def turtle_match(part: str | None, pairs: Sequence[Pair], answers: Sequence[str]) -> list[float]:
    """Return whether figures match the reference's."""
    from sgpkit.metrics.structure import turtle

    return values_of(isolated.scores(turtle.score, answers, [str(pair.row["code"]) for pair in pairs]), part)


# --- headlines --------------------------------------------------------------------------------------------------------


def headlines(configs: Sequence[str]) -> list[Metric]:
    """Return the headlines of configs whose answers are the drawings of their contrasts."""
    return [headline(benchmark) for benchmark in map(families.get, configs) if draws(benchmark)]


def draws(benchmark: Benchmark) -> bool:
    """Return whether a config's scorer takes the drawings of its contrasts."""
    contrasts = benchmark.evidence.contrasts
    return benchmark.scoring.score is not None and contrasts is not None and contrasts.format == benchmark.answer_format


def headline(benchmark: Benchmark) -> Metric:
    """Return the headline of a config as a metric of its pairs."""
    name = f"{benchmark.config}: {benchmark.scoring.value_name}"
    return Metric(name, partial(headline_values, benchmark), lambda pair: pair.config == benchmark.config)


def headline_values(benchmark: Benchmark, pairs: Sequence[Pair], answers: Sequence[str]) -> list[float]:
    """Return a config's scores of answers to the rows of pairs."""
    assert benchmark.scoring.score is not None
    asked = {"mode": benchmark.prompts.modes[0], "setting": benchmark.prompts.settings[0]}
    rows = [{**pair.row, **asked} for pair in pairs]
    return values_of(isolated.benchmark_scores(benchmark.scoring.score, rows, [Completion(text) for text in answers]))


# --- learned metrics and judges ---------------------------------------------------------------------------------------


def learned(models: Mapping[str, str | None], device: str = "auto") -> list[Metric]:
    """Return learned metrics of drawings by name, with their checkpoints."""
    return [learned_metric(name, model, device) for name, model in models.items()]


def learned_metric(name: str, model: str | None, device: str) -> Metric:
    """Load a learned metric of drawings."""
    from sgpkit.errors import UserError
    from sgpkit.metrics import learned as learned_metrics

    known = learned_metrics.spec(name)
    if known.predicted != "drawing" or known.whole_set:
        raise UserError(
            f"{name} does not compare single drawings; a court needs clip, long_clip, dino, lpips, dreamsim "
            "or picture_text"
        )
    loaded = learned_metrics.load(name, model, device)
    low, high = (known.worst, 0.0) if known.worst > 0 else (known.worst, known.highest)

    def values(pairs: Sequence[Pair], answers: Sequence[str]) -> list[float]:
        drawn = pictures(answers, pairs[0].format, loaded.size)
        if known.reference == "text":
            return loaded.compare(drawn, [pair.prompt for pair in pairs])
        references = pictures([str(pair.row["code"]) for pair in pairs], pairs[0].format, loaded.size)
        return loaded.compare(drawn, references)

    shown = f"{name}: {model}" if model else name
    return Metric(shown, values, lambda pair: True, low, high, waits=device != "cpu")


Ask = Callable[[Sequence[Messages]], Sequence[str]]
"""Sends messages to a model, and returns a reply to each."""


def judge(name: str, ask: Ask) -> Metric:
    """Return a judge of drawings from descriptions, by the rubric of `drawing_judge`, as a metric."""
    return Metric(name, partial(judged, ask), drawn_in(*COMPILED), waits=True)


def judged(ask: Ask, pairs: Sequence[Pair], answers: Sequence[str]) -> list[float]:
    """Return the marks of a judge, as shares of its scale."""
    from sgpkit.metrics.judges import drawing_judge

    shown = [as_svg(answer, pairs[0].format) for answer in answers]
    asked = [drawing_judge.Asked("text", pair.prompt) for pair in pairs]
    return values_of(drawing_judge.score(asked, shown, lambda indices, messages: ask(messages)))


def as_svg(code: str, format: str) -> str:
    """Return a drawing in SVG."""
    (outcome,) = formats.get(format).convert_many([code])
    return "" if isinstance(outcome, Rejected) else outcome.svg


def every(configs: Sequence[str], models: Mapping[str, str | None], device: str = "auto") -> Iterator[Metric]:
    """Yield the modules, the headlines and the learned metrics."""
    yield from modules()
    yield from headlines(configs)
    yield from learned(models, device)


__all__ = ["SIZE", "Ask", "Metric", "every", "headlines", "judge", "learned", "marks", "modules"]
