"""Measure a run's completions with learned models, and keep the values in the run. See `measured` for what is kept.

    sgpkit measure RUN                                        all that the config names, with their usual models
    sgpkit measure RUN --with clip=ORG/NAME@REVISION --with lpips=alex --device cuda

Each model is loaded once. What was measured before is not measured again: the command goes on where it stopped.
"""

import re
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from tqdm import tqdm

import sgpkit
from sgpkit import families
from sgpkit.benchmark import Benchmark, Row
from sgpkit.errors import UserError, nearest
from sgpkit.graphics.raster import Pixels
from sgpkit.metrics import learned, pictures
from sgpkit.metrics.captions import text
from sgpkit.metrics.learned import Meter, drawn
from sgpkit.runs import folder as run_folder
from sgpkit.runs import lock
from sgpkit.scoring.annotations import measured
from sgpkit.scoring.annotations.measured import Value
from sgpkit.scoring.score import rows_of
from sgpkit.status import Rejected, Status

CHUNK = 256
"""Completions that are drawn, measured and written at a time."""

Features = dict[tuple[Any, Any], tuple[Any, Any, int]]
"""What `features_of` gave, by the network and what is compared with: FID and KID look at the same."""


class Measured(NamedTuple):
    """By measure what scores.json will say, its mean over all completions, and how many values this call made."""

    folder: Path
    figures: dict[str, dict[str, Any]]
    values: dict[str, float]
    made: dict[str, int]


class Pairs(NamedTuple):
    """What is measured: a completion, how it ended, and what it is compared with, under its key; each key once."""

    keys: list[str]
    ids: list[str]
    completions: list[str]
    ended: list[str]
    references: list[Any]

    def part(self, start: int, end: int) -> "Pairs":
        return Pairs(*(each[start:end] for each in self))


def measure(
    folder: Path,
    wanted: Sequence[str] = (),
    device: str = "auto",
    batch_size: int = 32,
    source: str | None = None,
) -> Measured:
    """`wanted`: NAME or NAME=MODEL; without any, all that the config names. `source` as in `score`."""
    facts = run_folder.read_facts(folder)
    benchmark = families.get(facts["config"])
    chosen = choose(benchmark, wanted)
    out = folder / measured.FOLDER
    with lock.alone(folder):
        responses = run_folder.read_counted(folder)
        by_id = rows_of(facts, benchmark, source)
        asked = {"mode": facts["mode"], "setting": facts["setting"]}
        rows = [by_id[identifier] | asked for identifier in responses["id"]]
        out.mkdir(exist_ok=True)
        made = {}
        seen: Features = {}
        for name, model in chosen.items():
            meter = learned.load(name, model, device, batch_size)
            made[name] = measure_one(out, meter, benchmark, rows, responses, seen)
        measured.compact(out)
        outside = measured.readings(folder, benchmark, rows, responses)
    means = {}
    for name in chosen:
        if learned.MEASURES[name].whole_set:
            means[name] = outside.summary[learned.MEASURES[name].title]
        elif found := [parts[name] for parts in outside.parts if name in parts]:
            means[name] = sum(found) / len(found)
    return Measured(folder, {name: outside.figures[name] for name in chosen}, means, made)


def choose(benchmark: Benchmark, wanted: Sequence[str]) -> dict[str, str | None]:
    """The models by measure, None for the usual one."""
    if not benchmark.learned:
        raise UserError(f"{benchmark.config} has nothing that a learned measure could be taken of")
    chosen: dict[str, str | None] = {}
    for item in wanted:
        name, _, model = item.partition("=")
        if name not in benchmark.learned:
            raise UserError(f"{benchmark.config} has no measure {name!r}{nearest(name, benchmark.learned)}")
        if name in chosen:
            raise UserError(f"{name} is named twice; one model a measure is kept, so measure twice if you want both")
        chosen[name] = model or None
    return chosen or dict.fromkeys(benchmark.learned)


def measure_one(
    out: Path, meter: Meter, benchmark: Benchmark, rows: Sequence[Row], responses: pl.DataFrame, seen: Features
) -> int:
    """Write what is missing; returns how many values that were."""
    name = meter.name
    keys = measured.keys_of(name, meter.identity, benchmark, rows, responses)
    begun = time.monotonic()
    if learned.MEASURES[name].whole_set:
        known = facts_of(out).get(name, {}).get("set", {})
        anew = known.get("key") != measured.set_key(keys)
        found = whole_set(meter, benchmark, rows, responses, keys, seen) if anew else known
        note(out, meter, begun, int(anew), {"set": found})
        return int(anew)
    todo = missing(keys, measured.load(out), benchmark, name, rows, responses)
    with tqdm(total=len(todo.keys), desc=name, unit=" responses", disable=None, leave=False) as bar:
        for start in range(0, len(todo.keys), CHUNK):
            part = todo.part(start, start + CHUNK)
            measured.append(out, values_of(meter, part, benchmark.answer_format))
            bar.update(len(part.keys))
    note(out, meter, begun, len(todo.keys), {})
    return len(todo.keys)


def missing(
    keys: Sequence[str | None],
    known: dict[str, Value],
    benchmark: Benchmark,
    name: str,
    rows: Sequence[Row],
    responses: pl.DataFrame,
) -> Pairs:
    first = {key: place for place, key in reversed(list(enumerate(keys))) if key and key not in known}
    places = sorted(first.values())
    texts, ended = measured.said(responses)
    compared_with = benchmark.learned[name]
    return Pairs(
        [str(keys[place]) for place in places],
        [str(rows[place]["id"]) for place in places],
        [texts[place] for place in places],
        [ended[place] for place in places],
        [compared_with(rows[place]) for place in places],
    )


def values_of(meter: Meter, pairs: Pairs, answer_format: str) -> list[Value]:
    kind = learned.MEASURES[meter.name]
    if kind.predicted == "text":
        predictions: list[Any] = list(map(spoken, pairs.completions, pairs.ended))
        references: list[Any] = list(pairs.references)
        cut = meter.cut([each if isinstance(each, str) else "" for each in predictions])
    elif kind.reference == "text":
        predictions = list(drawn.drawn(pairs.completions, meter.size, answer_format, pairs.ended))
        references = list(pairs.references)
        cut = meter.cut(references)
    else:
        painted, references = originals_of(pairs.ids, pairs.references, meter.size)
        predictions = list(drawn.drawn(pairs.completions, meter.size, answer_format, pairs.ended, painted))
        cut = [False] * len(predictions)
    values = meter.compare(predictions, references)
    return [
        Value(key, meter.name, value, *failure(prediction), was_cut)
        for key, prediction, value, was_cut in zip(pairs.keys, predictions, values, cut, strict=True)
    ]


def failure(prediction: object) -> tuple[str, str]:
    """Status and reason."""
    return (str(prediction.status), prediction.reason) if isinstance(prediction, Rejected) else (str(Status.OK), "")


def originals_of(ids: Sequence[str], references: Sequence[Any], size: int) -> tuple[list[Pixels], list[Any]]:
    """With alpha, and on white."""
    try:
        return drawn.expected(references, size)
    except ValueError as error:
        named = re.match(r"reference (\d+): (.*)", str(error), re.DOTALL)
        if named is None:
            raise
        raise UserError(f"row {ids[int(named[1])]} has no original to compare with: {named[2]}") from None


def spoken(completion: str, finish_reason: str) -> str | Rejected:
    """The caption in a completion."""
    try:
        return text.caption(completion, finish_reason)
    except Rejected as rejected:
        return rejected


def whole_set(
    meter: Meter,
    benchmark: Benchmark,
    rows: Sequence[Row],
    responses: pl.DataFrame,
    keys: Sequence[str | None],
    seen: Features,
) -> dict[str, Any]:
    """All completions against each row's picture once, however many samples it has. What could not be drawn stands
    among them as an empty page: none is left out."""
    compared_with = benchmark.learned[meter.name]
    places = [place for place, key in enumerate(keys) if key]
    originals = {str(rows[place]["id"]): compared_with(rows[place]) for place in places}
    if len(originals) < 2:
        raise UserError(f"{meter.name} compares sets of pictures and needs at least 2 rows, not {len(originals)}")
    network = (meter.loaded, compared_with)
    if network not in seen:
        texts, ended = measured.said(responses)
        answers = [(texts[place], ended[place]) for place in places]
        seen[network] = features_of(meter, answers, originals, benchmark.answer_format)
    ours, theirs, failed = seen[network]
    counts = {"pictures": len(places), "originals": len(originals), "failed": failed}
    return {"key": measured.set_key(keys), "value": meter.apart(ours, theirs), **counts}


def features_of(
    meter: Meter, answers: Sequence[tuple[str, str]], originals: Mapping[str, Any], answer_format: str
) -> tuple[Any, Any, int]:
    """Of the completions and of the originals, and how many completions are no drawing."""
    ids, references = list(originals), list(originals.values())
    features: tuple[list[Any], list[Any]] = ([], [])
    failed = 0
    with tqdm(total=len(answers) + len(ids), desc=meter.name, unit=" pictures", disable=None, leave=False) as bar:
        for start in range(0, len(answers), CHUNK):
            texts, ended = zip(*answers[start : start + CHUNK], strict=True)
            shown = pictures.drawings(texts, meter.size, answer_format, "white", ended)
            failed += sum(isinstance(each, Rejected) for each in shown)
            features[0].append(meter.features(shown))
            bar.update(len(shown))
        for start in range(0, len(ids), CHUNK):
            end = start + CHUNK
            features[1].append(meter.features(originals_of(ids[start:end], references[start:end], meter.size)[1]))
            bar.update(len(ids[start:end]))
    return np.concatenate(features[0]), np.concatenate(features[1]), failed


# --- what is noted ----------------------------------------------------------------------------------------------------


def facts_of(out: Path) -> dict[str, Any]:
    if not (out / "run.json").exists():
        return {}
    found: dict[str, Any] = run_folder.read_facts(out, measured.FACTS)["measures"]
    return found


def note(out: Path, meter: Meter, begun: float, made: int, more: dict[str, Any]) -> None:
    """Which model measured, after it did: until then the one before it counts. A call that made nothing new leaves what
    the one before it noted."""
    known = facts_of(out)
    if not made and known.get(meter.name, {}).get("identity") == meter.identity:
        return
    told = {
        "identity": meter.identity,
        "libraries": {"sgpkit": sgpkit.__version__, **meter.libraries},
        "device": meter.device,
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "seconds": round(time.monotonic() - begun, 1),
        **more,
    }
    run_folder.write_facts(out, {"measures": known | {meter.name: told}})


def as_text(done: Measured) -> str:
    """What the command prints."""
    lines = []
    for name, figures in done.figures.items():
        value = f"{done.values[name]:.4g}" if name in done.values else "nothing to measure"
        identity = figures["identity"]
        at = f"@{identity['revision'][:12]}" if identity["revision"] else ""
        failed = f", {figures['failed']:,} without a drawing or text" if figures["failed"] else ""
        cut = f", {figures['cut']:,} texts cut" if figures.get("cut") else ""
        count = figures.get("measured", figures.get("pictures", 0))
        lines.append(
            f"{learned.MEASURES[name].title} {value} ({identity['model']}{at} on {figures['device']}: "
            f"{count:,} completions, {done.made[name]:,} new{failed}{cut})"
        )
    return "\n".join([*lines, f"Next: sgpkit score {done.folder}"])
