"""The items of a study of ratings: drawings of a run among true ones, each shown as the run's judge is shown it.

VectorGym chose its judge by such ratings (its §3.4): for each task 25 drawings that models made, of varying quality,
and 25 true ones, rated from 0 to 10 by the criteria that the judge is given. Nothing tells a rater which drawings are
true: all are rendered in the same way, and the length of a completion is not shown.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from sgpkit.benchmark import Benchmark, Completion, Judge, Messages, Row
from sgpkit.errors import UserError, nearest
from sgpkit.metrics.judges import drawing_judge
from sgpkit.runs.folder import Run, read_metadata
from sgpkit.runs.scoring import scored_run
from sgpkit.runs.scoring.annotations import judged
from sgpkit.status import Rejected, Status
from sgpkit.studies.agreement import draw as annotation
from sgpkit.studies.review.study import plan
from sgpkit.studies.review.study.items import Item, Stimulus

DEFAULT_COUNT = 25
GENERATED, TRUE = "generated", "true"
_SIZE = re.compile(r"\s*\(\d+ x \d+ pixels\)")

Answer = tuple[Row, int, Completion]
"""A row, the sample, and the completion to rate."""


class Drawn(NamedTuple):
    """The stimuli of a study of ratings, and its metadata about the run."""

    stimuli: list[Stimulus]
    benchmark: Benchmark
    metadata: dict[str, Any]


def ratings(
    run: Path, generated: int | None, true: int | None, seed: int, judge: str | None = None, source: str | None = None
) -> Drawn:
    """Return the stimuli of a run: generated drawings, spread over its scores, and true ones.

    `judge` names the judge whose criteria people get; `source` is the location of the run's rows, if they were moved.
    """
    opened = Run.open(run, source)
    benchmark = opened.benchmark
    rubric, texts = rubric_of(run, benchmark, judge)
    rules = benchmark.scoring.judges[rubric]
    loaded, rows = opened.data, opened.rows
    answers = readable(opened)
    values = {(str(row["id"]), sample): value for (row, sample, _), value in answers}
    responses = {(str(row["id"]), sample): (row, sample, completion) for (row, sample, completion), _ in answers}

    def spread(wanted: int, left_out: set[tuple[str, int]]) -> list[Answer]:
        pool = {item: value for item, value in values.items() if item not in left_out}
        return [responses[item] for item in annotation.spread(run, pool, wanted, seed)] if wanted else []

    count = DEFAULT_COUNT if generated is None else generated
    of_model = stimuli(rules, texts, rubric, GENERATED, count, spread)
    used = {stimulus.item.id for stimulus in of_model}
    # Rows with a drawing that a rater already sees come last.
    order = sorted(plan.shuffled(list(rows), seed), key=lambda name: name in used)

    def next_rows(wanted: int, left_out: set[tuple[str, int]]) -> list[Answer]:
        left = [name for name in order if (name, 0) not in left_out]
        if len(left) < wanted:
            raise UserError(f"--true {true}: too few of the {len(order):,} rows of {run} have a reference drawing")
        return [(rows[name], 0, Completion(benchmark.evidence.reference(rows[name]))) for name in left[:wanted]]

    of_rows = stimuli(rules, texts, rubric, TRUE, DEFAULT_COUNT if true is None else true, next_rows)
    if not of_model and not of_rows:
        raise UserError("--items 0 --true 0: there is nothing to rate")
    about_run = {
        "run": str(run),
        "config": benchmark.config,
        "rubric": rubric,
        "data": loaded.metadata(),
        "criteria": criteria(texts[rubric]),
        "scale": [min(0, round(rules.low)), round(rules.high)],
    }
    return Drawn(of_model + of_rows, benchmark, about_run)


def rubric_of(run: Path, benchmark: Benchmark, judge: str | None) -> tuple[str, Mapping[str, str]]:
    """Return the rubric and texts that a judge of the run was asked with; without a judge, the config's first."""
    if not benchmark.scoring.judges:
        raise UserError(
            f"{benchmark.config} has no judge with criteria for ratings\nFor answers to its questions: "
            f"sgpkit author study {benchmark.config} --kind choices"
        )
    names = judged.names(run)
    if judge is not None and judge not in names:
        raise UserError(
            f"{run} has no judge {judge!r}{nearest(judge, names)}\nAdd a judge: sgpkit annotate judge {run}"
        )
    if not names:
        rubric = next(iter(benchmark.scoring.judges))
        return rubric, benchmark.scoring.judges[rubric].texts
    asked = read_metadata(run / judged.FOLDER / (judge or names[0]), tuple(judged.METADATA))
    judged.judge_of(benchmark, asked["rubric"])
    return asked["rubric"], asked["texts"]


def readable(opened: Run) -> list[tuple[Answer, float]]:
    """Return the responses whose drawing could be read, with their scores."""
    table, rows = scored_run.open_scores(opened.folder), opened.rows
    with table.reading():
        scores = table.read().filter(pl.col("status") == str(Status.OK))
        values = {(name, sample): value for name, sample, value in scores.select("id", "sample", "value").iter_rows()}
    columns = ("id", "sample", "completion", "finish_reason")
    return [
        ((rows[name], sample, Completion(text, ended)), values[name, sample])
        for name, sample, text, ended in opened.table.select(columns).iter_rows()
        if (name, sample) in values
    ]


def stimuli(
    rules: Judge,
    texts: Mapping[str, str],
    rubric: str,
    kind: str,
    count: int,
    draw: Callable[[int, set[tuple[str, int]]], list[Answer]],
) -> list[Stimulus]:
    """Return `count` stimuli. `draw` is called again for answers that turn out to be blank when rendered."""
    drawn: list[Stimulus] = []
    tried: set[tuple[str, int]] = set()
    while len(drawn) < count:
        batch = draw(count - len(drawn), tried)
        messages = rules.ask([row for row, _, _ in batch], [completion for _, _, completion in batch], texts)
        for (row, sample, _), message in zip(batch, messages, strict=True):
            tried.add((str(row["id"]), sample))
            if not isinstance(message, Rejected):
                drawn.append(stimulus(row, sample, kind, message, texts[rubric]))
    return drawn


def stimulus(row: Row, sample: int, kind: str, messages: Messages, template: str) -> Stimulus:
    """Return the judge's one message as a stimulus: the request, each picture with its caption, and the other texts.

    The warning against instructions in pictures is left out, since people do not need it.
    """
    content = messages[0]["content"]
    if isinstance(content, str) or not any(part["type"] == "image" for part in content):
        raise UserError("this judge does not see pictures; ratings by people are only for drawings")
    pictures, captions, notes = [], [], []
    for before, part, after in zip([None, *content], content, [*content[1:], None], strict=False):
        if part["type"] == "image":
            pictures.append(part["image"])
            captions.append(_SIZE.sub("", before["text"]).strip().rstrip(":") if before else "")
        elif before is not None and part["text"] != drawing_judge.CAUTION and (after or part)["type"] != "image":
            notes.append(part["text"])
    item = Item(
        name="",
        id=str(row["id"]),
        sample=sample,
        kind=kind,
        batch=0,
        question=request(content[0]["text"], template),
        cluster=str(row["cluster"]),
        captions=tuple(captions),
        notes=tuple(notes),
    )
    return Stimulus(item, tuple(pictures))


def request(text: str, template: str) -> str:
    """Return the part of a filled text that stands for {request} in its template."""
    before, placeholder, after = template.partition("{request}")
    if not placeholder:
        return ""
    before, after = before.format(), after.format()
    return text[len(before) : len(text) - len(after)].strip()


def criteria(template: str) -> str:
    """Return the rubric without its instructions on how to reply, and without the request."""
    before = template.partition("{request}")[0].format()
    return before.partition(drawing_judge.ENDING)[0].strip()
