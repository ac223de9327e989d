"""Export a study's answers: a run of people, a file to replay, or ratings as CSV.

Choices become answers in the form of a model's, with one sample per person, in the config's own order of options. A run
folder (`--export runs/people`) has exactly the items of the study; items with fewer answers have fewer samples. A file
to replay (`--export people.jsonl`) has one sample of each item per wanted participant. Missing ones are marked as
failed, so that they are requested again and never scored as wrong. Ratings become two files: generated drawings are
responses of the given run, and true drawings are responses of the reference baseline.
"""

import csv
import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import sgpkit
from sgpkit.benchmark import Completion, families
from sgpkit.errors import UserError
from sgpkit.files import write_atomically
from sgpkit.runs import folder, lock, parts, responses
from sgpkit.runs.responses import Response
from sgpkit.runs.scoring.scored_run import PEOPLE
from sgpkit.studies.review.study.folder import Study
from sgpkit.studies.review.study.items import Item
from sgpkit.studies.review.study.ratings import GENERATED, TRUE
from sgpkit.studies.review.study.state import answers_by_item

PLAIN = ("zero-shot", "direct", "basic")
"""Strategies without instructions on how to think, which people do not get."""

ABSENT = "no one has answered this yet"


class Answer(NamedTuple):
    """One person's answer to one item; `seconds` is how long it took, if that is known."""

    person: str
    item: Item
    letter: str
    rating: int | None
    seconds: float | None


def answers(study: Study, unfinished: bool = False) -> dict[str, list[Answer]]:
    """Return the answers by item, in the order of the items' rows, of participants who finished or, with `unfinished`,
    of all.
    """
    given = answers_by_item(study.state().counted(unfinished))
    return {
        name: [
            Answer(pseudonym(study, person), item, str(line.get("letter", "")), line.get("rating"), line.get("took"))
            for person, line in given.get(name, [])
        ]
        for name, item in sorted(study.items.items(), key=lambda pair: (pair[1].id, pair[1].sample))
    }


def pseudonym(study: Study, person: str) -> str:
    """Return a pseudonym of a participant for files that may be published, since the name in the journal gives access
    to their page.
    """
    return hashlib.sha256(f"{study.metadata['salt']}:{person}".encode()).hexdigest()[:12]


def export(study: Study, out: Path, unfinished: bool = False) -> str:
    """Write the answers to `out`; return what the command prints: what was written, and the next command."""
    if out.resolve().is_relative_to(study.folder.resolve()):
        raise UserError(
            f"--export {out}: this path is in the study folder and could overwrite its files; choose a path outside it"
        )
    given = answers(study, unfinished)
    if not any(given.values()):
        raise UserError(f"{study.folder}: nothing to export, since no participant has finished")
    out.parent.mkdir(parents=True, exist_ok=True)
    if study.kind == "ratings":
        if out.suffix != ".csv":
            raise UserError(f"--export {out}: expected a name that ends in .csv, for ratings")
        return ratings(study, given, out)
    if out.suffix == ".jsonl":
        return replayable(study, given, out)
    if out.suffix:
        raise UserError(f"--export {out}: expected a folder such as runs/people, or a name that ends in .jsonl")
    return run(study, given, out)


# --- choices ----------------------------------------------------------------------------------------------------------


def completion(answer: Answer) -> str:
    """Return an answer as a model would write it."""
    return answer.item.completions[answer.item.letters.index(answer.letter)]


def run(study: Study, given: Mapping[str, Sequence[Answer]], out: Path) -> str:
    """Write a run folder with every answer; return what the command prints."""
    benchmark = families.get(study.metadata["config"])
    answered = {name: group for name, group in given.items() if group}
    most = max(len(group) for group in answered.values())
    people = {answer.person for group in answered.values() for answer in group}
    metadata = {
        "sgpkit": sgpkit.__version__,
        "config": benchmark.config,
        "engine": PEOPLE,
        "model": f"{len(people)} {'person' if len(people) == 1 else 'people'}",
        "strategy": next(
            (name for name in PLAIN if name in benchmark.prompts.strategies), next(iter(benchmark.prompts.strategies))
        ),
        "mode": "image" if "image" in benchmark.prompts.modes else benchmark.prompts.modes[0],
        "setting": benchmark.prompts.settings[0],
        "sampling": {},
        "n": most,
        "resample": 1,
        "limit": None,
        "lite": None,
        "rows": len(answered),
        "texts": {},
        "data": study.metadata["data"],
        "identity": {"study": {name: study.metadata[name] for name in ("kind", "seed", "batch", "people")}},
        "failed": 0,
        "unasked": 0,
        "complete": True,
    }
    kept = ("config", "engine", "mode", "data")
    with lock.lock_run(out):
        if (out / "run.json").exists():
            earlier = folder.read_metadata(out)
            if any(folder.fingerprint(earlier[name]) != folder.fingerprint(metadata[name]) for name in kept):
                raise UserError(f"{out} contains a different run\nChoose another --export.")
        elif responses.open_table(out).files:
            raise UserError(f"{out} contains responses that are not from this study\nChoose another --export.")
        counted = []
        for group in answered.values():
            for sample, answer in enumerate(group):
                key = f"{answer.person}:{answer.item.name}"
                reply = Completion(completion(answer), latency=answer.seconds)
                counted.append(([key], Response(key, answer.item.id, sample, 0, True, reply)))
        table = responses.as_table([responses.as_row(keys, response, True, {}) for keys, response in counted])
        parts.write(out, "responses", table)
        folder.write_metadata(out, metadata)
    summary = f"{out}: {len(counted):,} answers of {metadata['model']} to {len(answered):,} items"
    return f"{summary}{missing(study, given)}. Next: sgpkit score {out}"


def replayable(study: Study, given: Mapping[str, Sequence[Answer]], out: Path) -> str:
    """Write lines for `sgpkit run --engine replay`, one per wanted participant for each item; return the command's
    output."""
    lines: list[dict[str, Any]] = []
    for name, group in given.items():
        for sample in range(study.people):
            line: dict[str, Any] = {"id": study.items[name].id, "sample": sample}
            if sample < len(group):
                answer = group[sample]
                lines.append(line | {"completion": completion(answer), "latency": answer.seconds})
            else:
                lines.append(line | {"completion": "", "finish_reason": "error", "error": ABSENT})
    write_atomically(out, "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
    config, whole = study.metadata["config"], study.metadata.get("rows", len(given))
    summary = f"{out}: {study.people} samples of {len(given):,} items{missing(study, given)}"
    if further := sum(max(0, len(group) - study.people) for group in given.values()):
        summary += f"; {further:,} additional answers are left out"
    if whole > len(given):
        summary += (
            f"\nThe config has {whole:,} rows. In a replay, rows outside the study count as unanswered; to export only "
            "the rows of the study, use a run folder: --export runs/people"
        )
    return f"{summary}\nNext: sgpkit run {config} --engine replay --model {out} --n {study.people}"


def missing(study: Study, given: Mapping[str, Sequence[Answer]]) -> str:
    """Return a remark on items with too few answers; "" if there are none."""
    few = sum(len(group) < study.people for group in given.values())
    return f"; {few:,} items have fewer than {study.people} answers" if few else ""


# --- ratings ----------------------------------------------------------------------------------------------------------

COLUMNS = ("id", "sample", "annotator", "rating", "kind", "seconds")


def ratings(study: Study, given: Mapping[str, Sequence[Answer]], out: Path) -> str:
    """Write the ratings of generated drawings to `out`, those of true ones to a file next to it; return what the
    command prints."""
    lines = []
    true_out = out.with_name(f"{out.stem}-true.csv")
    runs = {GENERATED: (out, str(study.metadata["run"])), TRUE: (true_out, "runs/reference")}
    for kind, (path, of) in runs.items():
        records = [
            (item.id, item.sample, answer.person, answer.rating, kind, answer.seconds)
            for item, group in ((study.items[name], group) for name, group in given.items())
            if item.kind == kind
            for answer in group
        ]
        if not records:
            continue
        stream = io.StringIO(newline="")
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerows([COLUMNS, *records])
        write_atomically(path, stream.getvalue())
        next_step = f"sgpkit annotate agreement {of} {path} --kind rating"
        lines.append(f"{path}: {len(records):,} ratings of {kind} drawings: {next_step}")
        if kind == TRUE:
            config = study.metadata["config"]
            lines.append(
                f"There {of} stands for a run of the true drawings: sgpkit run {config} --engine baseline "
                f"--model reference --out {of}, scored, and judged by the same judge"
            )
    return "\n".join(lines)
