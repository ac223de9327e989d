"""What judges said of a run's responses: which conversation is about which response, and which mark each ended with.

`sgpkit judge` asks and keeps every reply in RUN/judged/NAME, a folder of the same form as a run, one for each judge;
`sgpkit score` only reads there. Each conversation belongs to one response by a key that covers the judge and how it is
asked (model, sampling, rubric texts), the row and how it was asked, and the response's text: one that was asked anew is
never scored by what was said of the old one. What shows nothing to judge is noted there too, and has the lowest mark.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from sgpkit import statistics
from sgpkit.benchmark import Benchmark, Completion, Judge, Messages, Row
from sgpkit.errors import UserError
from sgpkit.judging import AGAIN, NOT_JUDGED, TRIES, conversation
from sgpkit.runs import folder as run_folder
from sgpkit.runs.conversation import Dialogue, key_of, opening, parameters_key, take, take_known
from sgpkit.runs.responses import Response
from sgpkit.scoring.annotations.model_annotations import Outside
from sgpkit.status import Rejected, Status

FOLDER = "judged"
FACTS = ("engine", "model", "identity", "sampling", "rubric", "texts", "begun")
PART = "judge"
"""The part that holds the marks of the first judge that was asked with the usual rubric. Those of any other are in
`judge:NAME`."""

NOTHING_SHOWN = "nothing_shown"
"""The finish reason under which it is noted that a response shows nothing; the error says which status, and why."""


class Subject(NamedTuple):
    """One response that is to be judged, by its place among the responses."""

    place: int
    row: Row
    sample: int
    completion: Completion
    about: str

    def dialogue(self, judge: Judge, question: Messages | None = None) -> Dialogue:
        """Without a question it can be taken through what was said before, and no further."""
        talk = conversation(question or [{"role": "user", "content": ""}], judge.read)
        return Dialogue(self.row, self.sample, *opening(talk), subject=self.about)


class Verdict(NamedTuple):
    mark: float
    status: Status
    reason: str


def mark_in(judge: Judge, completion: Completion) -> Verdict:
    """The mark of a reply; the lowest of one that has none."""
    try:
        return Verdict(judge.read(completion.text), Status.OK, "")
    except Rejected as rejected:
        why = f" ({completion.finish_reason})" if completion.finish_reason != "stop" else ""
        return Verdict(judge.low, rejected.status, f"{rejected.reason}{why}")


def subjects(digest: str, rows: Sequence[Row], responses: pl.DataFrame) -> list[Subject]:
    """The responses that there is something to judge of: an engine's failure is still to be asked again. `digest` is
    of the rows' files."""
    found = []
    for place, (row, item) in enumerate(zip(rows, responses.iter_rows(named=True), strict=True)):
        if item["finish_reason"] == "error":
            continue
        completion = Completion(
            item["completion"],
            item["finish_reason"],
            tuple(item["turns"]),
            item["thinking"],
            item["prompt_tokens"],
            item["completion_tokens"],
            item["latency"],
        )
        facts = [digest, row.get("mode"), row.get("setting"), completion.finish_reason, completion.text]
        about = hashlib.sha256(json.dumps(facts).encode()).hexdigest()
        found.append(Subject(place, row, item["sample"], completion, about))
    return found


def parameters(facts: Mapping[str, Any]) -> str:
    """What a verdict depends on besides the response."""
    asked = {"rubric": facts["rubric"], "texts": facts["texts"], "tries": TRIES, "again": AGAIN}
    return parameters_key({**facts["identity"], **facts["sampling"], **asked})


def verdict_on(subject: Subject, judge: Judge, known: Mapping[str, Response], asked: str) -> Verdict | None:
    """What is known of a response; None where the judge was not asked, or not to the end."""
    dialogue = subject.dialogue(judge)
    first = known.get(key_of(dialogue, asked))
    if first is not None and first.completion.finish_reason == NOTHING_SHOWN:
        status, _, reason = first.completion.error.partition(": ")
        return Verdict(judge.low, Status(status), reason)
    if not take_known(dialogue, asked, known) or dialogue.last is None:
        return None
    completion = dialogue.last.completion
    return None if completion.finish_reason in NOT_JUDGED else mark_in(judge, completion)


def nothing_shown(subject: Subject, judge: Judge, asked: str, rejected: Rejected) -> Response:
    dialogue = subject.dialogue(judge)
    noted = Completion("", NOTHING_SHOWN, error=f"{rejected.status}: {rejected.reason}")
    dialogue.conversation = None
    return take(dialogue, noted, key_of(dialogue, asked))


def names(folder: Path) -> list[str]:
    """The judges of a run, the one that was asked first in front."""
    found = [path.parent for path in sorted((folder / FOLDER).glob("*/run.json"))]
    return [path.name for path in sorted(found, key=lambda path: run_folder.read_facts(path, FACTS)["begun"])]


def replies(folder: Path, identifier: str, sample: int) -> list[tuple[str, str]]:
    """What each judge said of a response in the end, of what it was asked last."""
    found = []
    for name in names(folder):
        if (folder / FOLDER / name / "responses.parquet").exists():
            table = run_folder.read_counted(folder / FOLDER / name)
            said = table.filter((pl.col("id") == identifier) & (pl.col("sample") == sample))
            found += [(name, item["completion"] or item["error"]) for item in said.iter_rows(named=True)]
    return found


def readings(folder: Path, benchmark: Benchmark, rows: Sequence[Row], responses: pl.DataFrame, digest: str) -> Outside:
    """What all judges said of the run's present responses. Asks no engine and paints nothing."""
    parts: list[dict[str, float]] = [{} for _ in rows]
    labels: list[dict[str, str]] = [{} for _ in rows]
    rejected: list[dict[str, tuple[Status, str]]] = [{} for _ in rows]
    scales: dict[str, tuple[float, float]] = {}
    figures: dict[str, Any] = {}
    present = subjects(digest, rows, responses) if (named := names(folder)) else []
    usual = next(iter(benchmark.judges), "")
    for name in named:
        facts = run_folder.read_facts(folder / FOLDER / name, FACTS)
        judge = judge_of(benchmark, facts["rubric"])
        known, asked = run_folder.load(folder / FOLDER / name), parameters(facts)
        verdicts = {subject.place: verdict_on(subject, judge, known, asked) for subject in present}
        told = {place: verdict for place, verdict in verdicts.items() if verdict is not None}
        part = PART if facts["rubric"] == usual and PART not in scales else f"{PART}:{name}"
        for place, verdict in told.items():
            parts[place][part] = verdict.mark
            if verdict.status is not Status.OK:
                labels[place][f"{part} status"] = str(verdict.status)
                rejected[place][part] = (verdict.status, verdict.reason)
        scales[part] = (judge.low, judge.high)
        figures[name] = {
            **{key: facts[key] for key in ("engine", "model", "identity", "sampling", "rubric")},
            "scale": [judge.low, judge.high],
            "part": part,
            "blind": judge.blind,
            "texts": hashlib.sha256(json.dumps(facts["texts"], sort_keys=True).encode()).hexdigest(),
            "judged": len(told),
            "unreadable": sum(verdict.status is Status.JUDGE_UNREADABLE for verdict in told.values()),
            "nothing_shown": sum(
                verdict.status not in (Status.OK, Status.JUDGE_UNREADABLE) for verdict in told.values()
            ),
            "waiting": len(present) - len(told),
            "marks": marks(judge, told, rows),
        }
    return Outside(parts, labels, rejected, scales, figures)


def marks(judge: Judge, told: Mapping[int, Verdict], rows: Sequence[Row]) -> dict[str, Any]:
    """The mean mark with its interval, on the judge's scale."""
    width = judge.high - judge.low
    shares = [(verdict.mark - judge.low) / width for verdict in told.values()]
    estimate = statistics.mean_estimate(shares, [str(rows[place]["cluster"]) for place in told])
    scaled = {name: judge.low + width * getattr(estimate, name) for name in ("value", "low", "high")}
    return estimate._asdict() | scaled


def judge_of(benchmark: Benchmark, rubric: str) -> Judge:
    if rubric not in benchmark.judges:
        there = f"it has {', '.join(benchmark.judges)}" if benchmark.judges else "it has no judges"
        raise UserError(f"{benchmark.config} has no rubric {rubric!r}: {there}")
    return benchmark.judges[rubric]
