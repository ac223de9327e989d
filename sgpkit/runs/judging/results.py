"""The results of the judge metrics, in the form that their `evaluate` modules return."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from sgpkit.benchmark import Messages
from sgpkit.graphics import raster
from sgpkit.metrics import results
from sgpkit.metrics.judges import caption_judge as captions
from sgpkit.metrics.judges import drawing_judge as drawings
from sgpkit.metrics.judges.drawing_judge import Asked
from sgpkit.runs import judging

EXPECTED = {"text": "a description", "sketch": "a sketch", "edit": "a row with instruction and code"}
"""References of each task."""


def caption_judge(
    predictions: Sequence[object],
    references: Sequence[str],
    texts: Mapping[str, str] | None = None,
    replies: Sequence[str] | None = None,
    ask: Callable[[Messages], str] | None = None,
    engine: str | None = None,
    model: str | None = None,
    options: Mapping[str, Any] | None = None,
    sampling: Mapping[str, Any] | None = None,
    clusters: results.Clusters | None = None,
) -> dict[str, Any]:
    """Return the marks of captions; see the module for the arguments."""
    by_index, answer = judging.answering(
        len(predictions), captions.mark, replies, ask, engine, model, options, sampling
    )
    scores = captions.score(references, predictions, answer, texts)
    values = results.values(scores)
    means = {"judge": [100 * value for value in values], "mean_score": values}
    drawings = results.known_clusters(clusters, references, len(values))
    return {
        **results.means(drawings, means, scales={"judge": (0.0, 100.0)}),
        "scores": values,
        "marks": results.part(scores, "mark"),
        **results.outcomes(scores),
        "replies": [by_index.get(index) for index in range(len(predictions))],
        **results.summary(scores),
    }


def drawing_judge(
    predictions: Sequence[object],
    references: Sequence[Any],
    task: str = "text",
    rubric: str = "task",
    texts: Mapping[str, str] | None = None,
    replies: Sequence[str] | None = None,
    ask: Callable[[Messages], str] | None = None,
    engine: str | None = None,
    model: str | None = None,
    options: Mapping[str, Any] | None = None,
    sampling: Mapping[str, Any] | None = None,
    renderer: str | None = None,
    clusters: results.Clusters | None = None,
) -> dict[str, Any]:
    """Return the marks of drawings; see the module for the arguments."""
    asked = [request(reference, task, index) for index, reference in enumerate(references)]
    read = partial(drawings.mark, rubric=rubric)
    by_index, answer = judging.answering(len(predictions), read, replies, ask, engine, model, options, sampling)
    scores = drawings.score(asked, predictions, answer, rubric, texts, renderer)
    marks = results.part(scores, "mark")
    means = {"judge": results.values(scores), "mean_mark": marks}
    drawn = results.known_clusters(clusters, references, len(scores))
    return {
        **results.means(drawn, means, scales={"mean_mark": drawings.SCALES[rubric]}),
        "scores": results.values(scores),
        "marks": marks,
        **results.outcomes(scores),
        "replies": [by_index.get(index) for index in range(len(predictions))],
        "renderer": raster.renderer_metadata(raster.current_renderer(renderer)),
        **results.summary(scores),
    }


def request(reference: Any, task: str, index: int) -> Asked:
    """Return the request that a reference holds; raise ValueError, with the index, if it holds none."""
    if task not in drawings.TASKS:
        raise ValueError(f"unknown task {task!r}; expected one of {', '.join(drawings.TASKS)}")
    row = reference if isinstance(reference, dict) else {}
    if task == "sketch":
        picture = row.get("sketch") if isinstance(reference, dict) else reference
        if picture is not None:
            return Asked("sketch", picture=picture)
    elif task == "edit":
        if row.get("instruction") and row.get("code"):
            return Asked("edit", str(row["instruction"]), row["code"])
    elif isinstance(reference, str):
        return Asked("text", reference)
    raise ValueError(f"reference {index}: expected {EXPECTED[task]}, got {reference!r:.80}")
