"""Metrics as rewards: functions of prompts, completions and columns, in the form that TRL's trainers call.

    from trl import GRPOTrainer
    from sgpkit.training import rewards

    trainer = GRPOTrainer(..., reward_funcs=[rewards.ssvg_structure(task="molecule", format="tikz")])

The trainer passes the columns of its dataset as lists, next to the completions; a reward takes from them what its
metric needs (`code`, `caption`, `answer`, `options`, `rule`). Completions are texts, or lists of chat messages. A whole
batch is scored at once by workers that stay warm between calls. A reward never raises during training: an invalid
completion scores 0 with a status; a completion that could not be scored because of an infrastructure error gets None,
which trainers leave out, and a warning is logged. Problems of the machine or of the arguments raise when the reward is
created.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sgpkit.errors import UserError, nearest
from sgpkit.graphics import formats
from sgpkit.training.rewards.combined import Composite
from sgpkit.training.rewards.reward import Grade, Reward, Row, text_of
from sgpkit.values import Score

__all__ = [
    "Composite",
    "Grade",
    "Reward",
    "Row",
    "caption_quality",
    "choice_accuracy",
    "code_quality",
    "code_similarity",
    "drawing",
    "program",
    "scene_match",
    "sketch_similarity",
    "ssvg_structure",
    "structural_recall",
    "svg_edit",
    "svg_similarity",
    "svg_validity",
    "text_of",
    "turtle_match",
]

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def choice_accuracy() -> Reward:
    """Reward the right letter by 1.

    Needs `answer`, a letter or a class label's number, and `options` if any.
    """

    def grade(texts: Sequence[str], rows: Sequence[Row]) -> list[Score]:
        from sgpkit.metrics import isolated
        from sgpkit.metrics.choices import choice_accuracy

        return isolated.scores(
            choice_accuracy.score, texts, [dict(row) | {"answer": letter(row["answer"])} for row in rows]
        )

    return Reward("choice_accuracy", grade, ("answer",))


def letter(answer: Any) -> Any:
    """Return the letter of an answer: `datasets` gives a class label as its number."""
    return LETTERS[answer] if isinstance(answer, int) and 0 <= answer < len(LETTERS) else answer


def ssvg_structure(task: str = "molecule", format: str = "svg", part: str | None = None) -> Reward:
    """Reward the right structure by 1. Needs `code`; geometry with many answers also `rule`."""
    from sgpkit.metrics import isolated
    from sgpkit.metrics.structure import ssvg_structure

    known("task", task, ssvg_structure.TASKS)
    known("format", format, formats.names())
    needs_sandbox()

    def grade(texts: Sequence[str], rows: Sequence[Row]) -> list[Score]:
        return isolated.scores(ssvg_structure.score, texts, [dict(row) for row in rows], task=task, format=format)

    return Reward("ssvg_structure", grade, ("code",), part)


def turtle_match(setting: str = "turtle", part: str | None = None) -> Reward:
    """Reward the same figure by 1, or with part="iou" the overlap of the figures. Needs `code`."""
    from sgpkit.metrics import isolated
    from sgpkit.metrics.structure import turtle as turtle_match

    known("setting", setting, turtle_match.SETTINGS)
    needs_sandbox()

    def grade(texts: Sequence[str], rows: Sequence[Row]) -> list[Score]:
        return isolated.scores(turtle_match.score, texts, [row["code"] for row in rows], setting=setting)

    return Reward("turtle_match", grade, ("code",), part)


def code_similarity(format: str = "svg", part: str | None = None) -> Reward:
    """Reward the similarity of two programs' texts, 0 to 1. Needs `code`."""
    from sgpkit.metrics import isolated
    from sgpkit.metrics.code import code_similarity

    known("format", format, formats.names())

    def grade(texts: Sequence[str], rows: Sequence[Row]) -> list[Score]:
        return isolated.whole(code_similarity.score, texts, [row["code"] for row in rows], format=format).scores

    return Reward("code_similarity", grade, ("code",), part)


def svg_validity(part: str | None = None, renderer: str = "resvg") -> Reward:
    """Reward a drawing that renders and can be seen by 1; with part="renders" a blank one too, with part="clean" one
    without a violation of the specification."""
    from sgpkit.graphics import raster
    from sgpkit.metrics import isolated
    from sgpkit.metrics.pictures import svg_validity

    if part is not None:
        known("part", part, svg_validity.PARTS)
    known("renderer", renderer, raster.RENDERERS)
    needs_sandbox()
    painted_only = part is None or part in svg_validity.SEEN  # the specification is checked only if it is rewarded

    def grade(texts: Sequence[str], rows: Sequence[Row]) -> list[Score]:
        verdicts = isolated.scores(svg_validity.score, texts, renderer=renderer, painted_only=painted_only)
        return [validity.score for validity in verdicts]

    return Reward("svg_validity", grade, (), part)


def svg_similarity(
    column: str = "code", format: str = "svg", part: str | None = None, renderer: str = "resvg"
) -> Reward:
    """Reward the visual similarity of two drawings, 0 for drawing nothing; with part="ssim" the SSIM on white.

    Needs the expected drawing, its program or picture, under `column`.
    """
    from sgpkit.graphics import raster
    from sgpkit.metrics import isolated
    from sgpkit.metrics.pictures import svg_similarity

    known("format", format, formats.names())
    if part is not None:
        known("part", part, svg_similarity.PARTS)
    known("renderer", renderer, raster.RENDERERS)
    needs_sandbox()

    def grade(texts: Sequence[str], rows: Sequence[Row]) -> list[Score]:
        return isolated.scores(
            svg_similarity.score,
            texts,
            [row[column] for row in rows],
            format=format,
            renderer=renderer,
            value_only=part is None,
        )

    return Reward("svg_similarity", grade, (column,), part)


def sketch_similarity(
    sketch: str = "color", column: str = "code", part: str | None = None, renderer: str = "resvg"
) -> Reward:
    """Reward the form of the drawing that a sketch shows, and its colors unless the sketch is "black-and-white".

    Needs the expected drawing, its program or picture, under `column`.
    """
    from sgpkit.graphics import raster
    from sgpkit.metrics import isolated
    from sgpkit.metrics.pictures import sketch_similarity

    known("sketch", sketch, sketch_similarity.SKETCHES)
    if part is not None:
        known("part", part, sketch_similarity.PARTS)
    known("renderer", renderer, raster.RENDERERS)
    needs_sandbox()
    is_colored = sketch_similarity.has_colors(sketch)

    def grade(texts: Sequence[str], rows: Sequence[Row]) -> list[Score]:
        expected = [row[column] for row in rows]
        return isolated.scores(sketch_similarity.score, texts, expected, [is_colored] * len(rows), renderer=renderer)

    return Reward("sketch_similarity", grade, (column,), part)


def svg_edit(part: str | None = None, renderer: str = "resvg") -> Reward:
    """Reward a drawing with the requested change and no other; the unchanged start gets 0. Needs the start under `code`
    and the expected drawing under `target`; `changes`, if given, lists the changes.
    """
    from sgpkit.graphics import raster
    from sgpkit.metrics import isolated
    from sgpkit.metrics.pictures import svg_edit

    known("renderer", renderer, raster.RENDERERS)
    if part is not None:
        known("part", part, svg_edit.PARTS)
    needs_sandbox()

    def grade(texts: Sequence[str], rows: Sequence[Row]) -> list[Score]:
        starts, targets = [row["code"] for row in rows], [row["target"] for row in rows]
        changes = [str(row.get("changes") or "") for row in rows]
        return isolated.scores(svg_edit.score, texts, starts, targets, changes, renderer=renderer)

    return Reward("svg_edit", grade, ("code", "target"), part)


def caption_quality(part: str | None = None) -> Reward:
    """Reward the facts that both captions state, 0 to 1, or with part="rouge_l", "bleu" or "chrf" that measure, 0 to
    100. Needs `caption`.
    """
    from sgpkit.metrics import isolated
    from sgpkit.metrics.captions import caption_quality

    if part is not None:
        known("part", part, caption_quality.PARTS)

    def grade(texts: Sequence[str], rows: Sequence[Row]) -> list[Score]:
        return isolated.whole(caption_quality.score, texts, [row["caption"] for row in rows]).scores

    return Reward("caption_quality", grade, ("caption",), part)


def code_quality(part: str | None = None) -> Reward:
    """Reward a program that is no longer than the expected one by 1, a longer one by less. Needs `code`."""
    from sgpkit.metrics import isolated
    from sgpkit.metrics.code import code_quality

    if part is not None:
        known("part", part, code_quality.PARTS)
    needs_sandbox()

    def grade(texts: Sequence[str], rows: Sequence[Row]) -> list[Score]:
        return [quality.score for quality in isolated.scores(code_quality.score, texts, [row["code"] for row in rows])]

    return Reward("code_quality", grade, ("code",), part)


def structural_recall(column: str = "caption", format: str = "svg", part: str | None = None) -> Reward:
    """Reward the share of the things named in a caption that are drawn.

    Needs the caption, or a list of named things, under `column`.
    """
    from sgpkit.metrics import isolated
    from sgpkit.metrics.structure import recall as structural_recall

    known("format", format, formats.names())
    needs_sandbox()

    def grade(texts: Sequence[str], rows: Sequence[Row]) -> list[Score]:
        named = [row[column] if isinstance(row[column], str) else {"named": row[column]} for row in rows]
        return isolated.scores(structural_recall.score, texts, named, format=format)

    return Reward("structural_recall", grade, (column,), part)


def scene_match(format: str = "svg", part: str | None = None) -> Reward:
    """Reward a drawing that satisfies the assertions of its caption (things, labels, positions, the graph) and shows
    nothing else.

    Needs the assertions as JSON under `asserted`.
    """
    from sgpkit.metrics import isolated
    from sgpkit.metrics.structure import scene_match as matching

    known("format", format, formats.names())
    needs_sandbox()

    def grade(texts: Sequence[str], rows: Sequence[Row]) -> list[Score]:
        return isolated.scores(matching.score, texts, [dict(row) for row in rows], format=format)

    return Reward("scene_match", grade, ("asserted",), part)


def program(format: str = "svg") -> Reward:
    """Reward an answer that contains a complete program of a language by 1. Only the form is checked; nothing is
    rendered.
    """
    from sgpkit.metrics import isolated

    known("format", format, formats.names())

    def grade(texts: Sequence[str], rows: Sequence[Row]) -> list[Score]:
        return isolated.scores(whole_programs, texts, format=format)

    return Reward("program", grade, ())


def whole_programs(texts: Sequence[object], format: str) -> list[Score]:
    """Return 1 for each answer with a complete program, in a worker."""
    from sgpkit.metrics.paired import code_answer

    answers = [code_answer(text, format) for text in texts]
    return [Score(float(answer.value is not None), reason=answer.reason) for answer in answers]


def drawing(format: str = "svg", column: str = "code", weights: Mapping[str, float] | None = None) -> Composite:
    """Return the composite reward of drawings: program, validity, scene and similarity, by these weights.

    The scene counts in rows with `asserted`, similarity in those with the expected drawing under `column`; a row
    without is rewarded by the rest. `validity` is of SVG only.
    """
    shares = {"program": 0.05, "validity": 0.05, "scene": 0.5, "similarity": 0.4} | dict(weights or {})
    known_parts: dict[str, Callable[[], Reward]] = {
        "program": lambda: program(format),
        "validity": svg_validity,
        "scene": lambda: scene_match(format),
        "similarity": lambda: svg_similarity(column, format),
    }
    for name in shares:
        known("part of the reward", name, list(known_parts))
    if format != "svg":
        shares["validity"] = 0.0
    return Composite("drawing", tuple((known_parts[name](), share) for name, share in shares.items() if share))


def known(what: str, value: str, values: Sequence[str]) -> None:
    """Raise UserError for an unknown value."""
    if value not in values:
        raise UserError(f"unknown {what} {value!r}{nearest(value, values)}")


def needs_sandbox() -> None:
    """Raise UserError if this machine has no sandbox, without which the reward cannot score drawings."""
    from sgpkit.sandbox.workers import sandbox

    try:
        sandbox.kind()
    except sandbox.Unavailable as missing:
        raise UserError(f"this reward runs programs written by models, but there is no sandbox: {missing}") from None
