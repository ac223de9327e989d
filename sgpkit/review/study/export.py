"""A study's answers in the forms that everything else takes: a run of people, a file to replay, or ratings as CSV.

Choices become answers as a model would write them, a person a sample, in the config's own order of options. A run
folder (`--export runs/people`) holds exactly what was asked; where an item has fewer answers than another, there are
fewer samples of it. A file to replay (`--export people.jsonl`) has as many samples of each item as people were wanted,
and what is not there yet is marked as failed: it is asked for again, and never scored as wrong. Ratings become two
files, since generated drawings are responses of the run that was given and true ones are those of a run of the
reference baseline.
"""

import csv
import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import sgpkit
from sgpkit import families
from sgpkit.benchmark import Completion
from sgpkit.errors import UserError
from sgpkit.files import write_atomically
from sgpkit.review.study.folder import Study
from sgpkit.review.study.items import Item
from sgpkit.review.study.ratings import GENERATED, TRUE
from sgpkit.review.study.state import answers_by_item
from sgpkit.runs import folder, lock
from sgpkit.runs.responses import Response
from sgpkit.scoring.scored_run import PEOPLE

PLAIN = ("zero-shot", "direct", "basic")
"""Strategies that tell a model no way to think; people are told none either."""

ABSENT = "nobody has answered this yet"


class Answer(NamedTuple):
    """What one person said to one item, and how many seconds it took, if that is known."""

    person: str
    item: Item
    letter: str
    rating: int | None
    took: float | None


def answers(study: Study, unfinished: bool = False) -> dict[str, list[Answer]]:
    """By item, in the order of the items' rows: all of those who finished, or also of those who did not."""
    given = answers_by_item(study.state().counted(unfinished))
    return {
        name: [
            Answer(pseudonym(study, person), item, str(said.get("letter", "")), said.get("rating"), said.get("took"))
            for person, said in given.get(name, [])
        ]
        for name, item in sorted(study.items.items(), key=lambda pair: (pair[1].id, pair[1].sample))
    }


def pseudonym(study: Study, person: str) -> str:
    """Who answered, for a file that may be published: their own name here is the key to their page."""
    return hashlib.sha256(f"{study.facts['salt']}:{person}".encode()).hexdigest()[:12]


def export(study: Study, out: Path, unfinished: bool = False) -> str:
    """Write the answers to `out`, and say what was written and what comes next."""
    if out.resolve().is_relative_to(study.folder.resolve()):
        raise UserError(
            f"--export {out}: that is within the study, whose own files it might replace; choose a place outside"
        )
    given = answers(study, unfinished)
    if not any(given.values()):
        raise UserError(f"{study.folder}: nobody has finished yet, so there is nothing to export")
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
    return answer.item.completions[answer.item.letters.index(answer.letter)]


def run(study: Study, given: Mapping[str, Sequence[Answer]], out: Path) -> str:
    """A run folder that `sgpkit score` takes, with every answer."""
    benchmark = families.get(study.facts["config"])
    answered = {name: said for name, said in given.items() if said}
    most = max(len(said) for said in answered.values())
    people = {answer.person for said in answered.values() for answer in said}
    facts = {
        "sgpkit": sgpkit.__version__,
        "config": benchmark.config,
        "engine": PEOPLE,
        "model": f"{len(people)} {'person' if len(people) == 1 else 'people'}",
        "strategy": next((name for name in PLAIN if name in benchmark.strategies), next(iter(benchmark.strategies))),
        "mode": "image" if "image" in benchmark.modes else benchmark.modes[0],
        "setting": benchmark.settings[0],
        "sampling": {},
        "n": most,
        "resample": 1,
        "limit": None,
        "lite": None,
        "rows": len(answered),
        "texts": {},
        "data": study.facts["data"],
        "identity": {"study": {name: study.facts[name] for name in ("kind", "seed", "batch", "people")}},
        "failed": 0,
        "unasked": 0,
        "complete": True,
    }
    kept = ("config", "engine", "mode", "data")
    with lock.alone(out):
        if (out / "run.json").exists():
            earlier = folder.read_facts(out)
            if any(folder.fingerprint(earlier[name]) != folder.fingerprint(facts[name]) for name in kept):
                raise UserError(f"{out} holds another run\nChoose another --export.")
        elif (out / "responses.parquet").exists():
            raise UserError(f"{out} holds responses of something else\nChoose another --export.")
        counted = []
        for said in answered.values():
            for sample, answer in enumerate(said):
                key = f"{answer.person}:{answer.item.name}"
                reply = Completion(completion(answer), latency=answer.took)
                counted.append(([key], Response(key, answer.item.id, sample, 0, True, reply)))
        folder.compact(out, counted, {})
        folder.write_facts(out, facts)
    told = f"{out}: {len(counted):,} answers of {facts['model']} to {len(answered):,} items"
    return f"{told}{lacking(study, given)}. Next: sgpkit score {out}"


def replayable(study: Study, given: Mapping[str, Sequence[Answer]], out: Path) -> str:
    """Lines for `sgpkit run --engine replay`, as many of each item as people are wanted."""
    lines: list[dict[str, Any]] = []
    for name, said in given.items():
        for sample in range(study.people):
            line: dict[str, Any] = {"id": study.items[name].id, "sample": sample}
            if sample < len(said):
                lines.append(line | {"completion": completion(said[sample]), "latency": said[sample].took})
            else:
                lines.append(line | {"completion": "", "finish_reason": "error", "error": ABSENT})
    write_atomically(out, "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
    config, whole = study.facts["config"], study.facts.get("rows", len(given))
    told = f"{out}: {study.people} samples of {len(given):,} items{lacking(study, given)}"
    if further := sum(max(0, len(said) - study.people) for said in given.values()):
        told += f"; {further:,} further answers are left out"
    if whole > len(given):
        told += (
            f"\nThe config has {whole:,} rows: replayed, those that were not in the study count as not answered. "
            "A run folder has only what was asked: --export runs/people"
        )
    return f"{told}\nNext: sgpkit run {config} --engine replay --model {out} --n {study.people}"


def lacking(study: Study, given: Mapping[str, Sequence[Answer]]) -> str:
    few = sum(len(said) < study.people for said in given.values())
    return f"; {few:,} items have fewer than {study.people} answers" if few else ""


# --- ratings ----------------------------------------------------------------------------------------------------------

COLUMNS = ("id", "sample", "annotator", "rating", "kind", "seconds")


def ratings(study: Study, given: Mapping[str, Sequence[Answer]], out: Path) -> str:
    """The ratings of generated drawings in `out`, those of true ones in a file beside it."""
    told = []
    beside = out.with_name(f"{out.stem}-true.csv")
    runs = {GENERATED: (out, str(study.facts["run"])), TRUE: (beside, "runs/reference")}
    for kind, (path, of) in runs.items():
        lines = [
            (item.id, item.sample, answer.person, answer.rating, kind, answer.took)
            for item, said in ((study.items[name], said) for name, said in given.items())
            if item.kind == kind
            for answer in said
        ]
        if not lines:
            continue
        stream = io.StringIO(newline="")
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerows([COLUMNS, *lines])
        write_atomically(path, stream.getvalue())
        told.append(f"{path}: {len(lines):,} ratings of {kind} drawings: sgpkit agreement {of} {path} --kind rating")
        if kind == TRUE:
            config = study.facts["config"]
            told.append(
                f"There {of} stands for a run of the true drawings: sgpkit run {config} --engine baseline "
                f"--model reference --out {of}, scored, and judged by the same judge"
            )
    return "\n".join(told)
