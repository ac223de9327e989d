"""Judges' marks of a run's responses: the conversation about each response, and its mark.

`sgpkit annotate judge` asks and stores every reply in RUN/judged/NAME, a folder per judge with the same form as a run;
`sgpkit score` only reads them. The key of a conversation covers the judge (model, sampling, rubric texts), the row with
its mode and setting, and the text of the response: a row that was asked again is never scored by the marks of its old
response. A response with nothing to judge is recorded there too, and has the lowest mark.
"""

import hashlib
import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from sgpkit import statistics
from sgpkit.benchmark import Benchmark, Completion, Judge, Messages, Row
from sgpkit.errors import UserError
from sgpkit.files import reading
from sgpkit.metrics import isolated
from sgpkit.runs import responses
from sgpkit.runs.conversation import Dialogue, key_of, opening, parameters_key, take, take_known
from sgpkit.runs.folder import Run, read_metadata
from sgpkit.runs.judging import NOT_JUDGED, RETRY, TRIES, conversation
from sgpkit.runs.responses import Response
from sgpkit.runs.scoring.annotations import form
from sgpkit.runs.scoring.annotations.model_annotations import ModelAnnotations
from sgpkit.status import Rejected, Status

FOLDER = "judged"
AGREEMENT = "agreement.json"
LABELS = "labels.json"
VERDICTS = "verdicts.json"
METADATA = {
    "engine": form.TEXT,
    "model": form.TEXT,
    "identity": form.OBJECT,
    "sampling": form.OBJECT,
    "rubric": form.TEXT,
    "texts": form.OBJECT,
    "begun": form.TEXT,
}
PART = "judge"
"""The part that holds the marks of the first judge that was asked with the usual rubric. Those of any other are in
`judge:NAME`."""

NOTHING_SHOWN = "nothing_shown"
"""The finish reason that records a response without anything to judge; the error has its status and the reason."""


class Subject(NamedTuple):
    """One response to judge, by its position among the responses; `about` identifies the judged content."""

    position: int
    row: Row
    sample: int
    completion: Completion
    about: str

    def dialogue(self, judge: Judge, question: Messages | None = None) -> Dialogue:
        """Start the conversation. Without a question, it can only be advanced by stored replies."""
        opened = question or [{"role": "user", "content": ""}]
        talk = conversation(opened, judge.reader(self.row), judge.texts.get("retry", RETRY))
        return Dialogue(self.row, self.sample, *opening(talk), subject=self.about)


class Verdict(NamedTuple):
    """A judge's mark, its status, and the reason if it is not `ok`."""

    mark: float
    status: Status
    reason: str


def mark_in(judge: Judge, row: Row, completion: Completion) -> Verdict:
    """Return the mark of a reply about a row; the lowest for one that has none."""
    try:
        return Verdict(isolated.reading(judge.reader(row))(completion.text), Status.OK, "")
    except Rejected as rejected:
        why = f" ({completion.finish_reason})" if completion.finish_reason != "stop" else ""
        return Verdict(judge.low, rejected.status, f"{rejected.reason}{why}")


def subjects(run: Run) -> list[Subject]:
    """Return the responses with something to judge, without failures of the engine."""
    subjects = []
    for index, (row, response) in enumerate(zip(run.answered, run.responses(), strict=True)):
        completion = response.completion
        if completion.finish_reason == "error":
            continue
        covered = [run.data.digest, row.get("mode"), row.get("setting"), completion.finish_reason, completion.text]
        about = hashlib.sha256(json.dumps(covered).encode()).hexdigest()
        subjects.append(Subject(index, row, response.sample, completion, about))
    return subjects


def parameters(metadata: Mapping[str, Any]) -> str:
    """Return the part of a verdict's key that does not depend on the response."""
    asked = {"rubric": metadata["rubric"], "texts": metadata["texts"], "tries": TRIES, "again": RETRY}
    return parameters_key({**metadata["identity"], **metadata["sampling"], **asked})


def verdict_on(subject: Subject, judge: Judge, known: Mapping[str, Response], asked: str) -> Verdict | None:
    """Return the verdict on a response; None if the conversation with the judge has not begun or is unfinished."""
    dialogue = subject.dialogue(judge)
    first = known.get(key_of(dialogue, asked))
    if first is not None and first.completion.finish_reason == NOTHING_SHOWN:
        status, _, reason = first.completion.error.partition(": ")
        return Verdict(judge.low, Status(status), reason)
    if not take_known(dialogue, asked, known) or dialogue.last is None:
        return None
    completion = dialogue.last.completion
    return None if completion.finish_reason in NOT_JUDGED else mark_in(judge, subject.row, completion)


def reading_ahead(judge: Judge, present: Sequence[Subject], known: Iterable[Response]) -> Judge:
    """Return a judge whose readers have already read the stored replies, in workers, grouped by reader."""
    readers = {str(subject.row["id"]): judge.reader(subject.row) for subject in present}
    texts: dict[Callable[[str], float], set[str]] = {}
    for item in known:
        if item.id in readers:
            texts.setdefault(readers[item.id], set()).add(item.completion.text)
    ahead = {read: isolated.reading(read, own) for read, own in texts.items()}
    return replace(judge, read_for=lambda row: ahead.get(judge.reader(row), judge.reader(row)))


def nothing_shown(subject: Subject, judge: Judge, asked: str, rejected: Rejected) -> Response:
    """Record that a response shows nothing to judge, and why, in place of a judge's reply."""
    dialogue = subject.dialogue(judge)
    noted = Completion("", NOTHING_SHOWN, error=f"{rejected.status}: {rejected.reason}")
    dialogue.conversation = None
    return take(dialogue, noted, key_of(dialogue, asked))


def names(folder: Path) -> list[str]:
    """Return the judges of a run, in the order in which they were first asked."""
    judges = [path.parent for path in sorted((folder / FOLDER).glob("*/run.json"))]
    return [path.name for path in sorted(judges, key=lambda path: read_metadata(path, tuple(METADATA))["begun"])]


def replies(folder: Path, identifier: str, sample: int) -> list[tuple[str, str]]:
    """Return the last reply of each judge about a response, by the judge's name."""
    texts = []
    for name in names(folder):
        if (folder / FOLDER / name / "responses.parquet").exists():
            table = responses.read_counted(responses.open_table(folder / FOLDER / name))
            own = table.filter((pl.col("id") == identifier) & (pl.col("sample") == sample))
            texts += [(name, item["completion"] or item["error"]) for item in own.iter_rows(named=True)]
    return texts


def read(run: Run) -> ModelAnnotations:
    """Return the marks of all judges for the run's present responses. Asks no engine and paints nothing."""
    judges = names(run.folder)
    if not judges:
        return ModelAnnotations()
    rows = run.answered
    parts: list[dict[str, float]] = [{} for _ in rows]
    labels: list[dict[str, str]] = [{} for _ in rows]
    rejected: list[dict[str, tuple[Status, str]]] = [{} for _ in rows]
    scales: dict[str, tuple[float, float]] = {}
    figures: dict[str, Any] = {}
    present = subjects(run)
    usual = next(iter(run.benchmark.scoring.judges), "")
    for name in judges:
        folder = run.folder / FOLDER / name
        metadata = read_metadata(folder, tuple(METADATA))
        judge = judge_of(run.benchmark, metadata["rubric"])
        known, key = responses.load(folder), parameters(metadata)
        judge = reading_ahead(judge, present, known.values())
        all_verdicts = {subject.position: verdict_on(subject, judge, known, key) for subject in present}
        verdicts = {index: verdict for index, verdict in all_verdicts.items() if verdict is not None}
        part = PART if metadata["rubric"] == usual and PART not in scales else f"{PART}:{name}"
        for index, verdict in verdicts.items():
            parts[index][part] = verdict.mark
            if verdict.status is not Status.OK:
                labels[index][f"{part} status"] = str(verdict.status)
                rejected[index][part] = (verdict.status, verdict.reason)
        scales[part] = (judge.low, judge.high)
        statuses = [verdict.status for verdict in verdicts.values()]
        figures[name] = {
            **{key: metadata[key] for key in ("engine", "model", "identity", "sampling", "rubric")},
            "scale": [judge.low, judge.high],
            "part": part,
            "blind": judge.blind,
            "texts": hashlib.sha256(json.dumps(metadata["texts"], sort_keys=True).encode()).hexdigest(),
            "judged": len(verdicts),
            "unreadable": statuses.count(Status.JUDGE_UNREADABLE),
            "nothing_shown": sum(status not in (Status.OK, Status.JUDGE_UNREADABLE) for status in statuses),
            "waiting": len(present) - len(verdicts),
            "marks": marks(judge, verdicts, rows),
        }
    return ModelAnnotations(parts, labels, rejected, scales, figures=figures)


def check(folder: Path, benchmark: Benchmark, max_rows: int) -> None:
    """Raise UserError if a submission's marks are malformed, of an unknown rubric, or more than `max_rows`."""
    for path in sorted((folder / FOLDER).glob("*/run.json")):
        metadata = form.check_metadata(path.parent, METADATA)
        judge_of(benchmark, metadata["rubric"])
        table = form.check_responses(path.parent, max_rows)
        if table is not None:
            with reading(path.parent / "responses.parquet", form.REMEDY):
                for error in table.filter(pl.col("finish_reason") == NOTHING_SHOWN)["error"].drop_nulls():
                    Status(error.partition(": ")[0])


def marks(judge: Judge, verdicts: Mapping[int, Verdict], rows: Sequence[Row]) -> dict[str, Any]:
    """Return the mean mark with its interval, on the judge's scale; None if it has none."""
    width = judge.high - judge.low
    shares = [(verdict.mark - judge.low) / width for verdict in verdicts.values()]
    estimate = statistics.mean_estimate(shares, [str(rows[index]["cluster"]) for index in verdicts])
    scaled = {name: judge.low + width * getattr(estimate, name) for name in ("value", "low", "high")}
    known = {name: None if math.isnan(bound) else bound for name, bound in scaled.items()}
    return estimate._asdict() | known


def judge_of(benchmark: Benchmark, rubric: str) -> Judge:
    """Return a benchmark's judge by the name of its rubric. Raises UserError if there is none."""
    if rubric not in benchmark.scoring.judges:
        rubrics = f"it has {', '.join(benchmark.scoring.judges)}" if benchmark.scoring.judges else "it has no judges"
        raise UserError(f"{benchmark.config} has no rubric {rubric!r}: {rubrics}")
    return benchmark.scoring.judges[rubric]
