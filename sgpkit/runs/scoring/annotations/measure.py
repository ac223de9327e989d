"""Measure a run's completions with learned metrics, and store the values in the run. `measured` describes the stored
data.

    sgpkit annotate measure RUN                               all that the config names, with their usual models
    sgpkit annotate measure RUN --with clip=ORG/NAME@REVISION --with lpips=alex --device cuda

Each model is loaded once. Earlier values are not computed again: the command resumes where it stopped.
"""

import re
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import sgpkit
from sgpkit import bars
from sgpkit.benchmark import Benchmark, Completion
from sgpkit.errors import NotInstalled, UserError, nearest
from sgpkit.graphics import raster
from sgpkit.graphics.raster import Pixels
from sgpkit.metrics import learned
from sgpkit.metrics.captions import text
from sgpkit.metrics.learned import LoadedMetric, drawn
from sgpkit.metrics.pictures import in_workers
from sgpkit.runs import folder as run_folder
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import renderers
from sgpkit.runs.scoring.annotations import annotator, measured
from sgpkit.runs.scoring.annotations.annotator import Session
from sgpkit.runs.scoring.annotations.measured import Value
from sgpkit.runs.scoring.annotations.model_annotations import ModelAnnotations
from sgpkit.runs.store import Kind, Store
from sgpkit.statistics import Estimate
from sgpkit.status import Rejected, Status

CHUNK = 256
"""Completions that are drawn, measured and written at a time."""

Features = dict[tuple[Any, Any], tuple[Any, Any, int]]
"""Results of `features_of`, by network and reference: FID and KID use the same features."""


class Measured(NamedTuple):
    """For each measure, the figures for scores.json, the mean over all completions, and the number of values computed
    by this call.
    """

    folder: Path
    figures: dict[str, dict[str, Any]]
    values: dict[str, float]
    made: dict[str, int]


class Pairs(NamedTuple):
    """Completions to measure, with their finish reasons and references; each key once."""

    keys: list[str]
    ids: list[str]
    completions: list[str]
    finish_reasons: list[str]
    references: list[Any]

    def answers(self) -> list[Completion]:
        """Return the completions with the reasons for which they ended."""
        return list(map(Completion, self.completions, self.finish_reasons))

    def part(self, start: int, end: int) -> "Pairs":
        return Pairs(*(column[start:end] for column in self))


def measure(
    run: Run,
    wanted: Sequence[str] = (),
    device: str = "auto",
    batch_size: int = 32,
    renderer: str | None = None,
) -> Measured:
    """Compute missing values. `wanted` are NAME or NAME=MODEL; default: all measures of the config whose libraries are
    installed. `renderer` paints the drawings: resvg, or "cairo"."""
    chosen = choose(run.benchmark, wanted)
    with raster.using(renderer):
        annotations, session = annotator.annotate(run, Measurer(chosen, device, batch_size, optional=not wanted))
    means: dict[str, float] = {}
    for name in session.counts:
        if learned.MEASURES[name].whole_set:
            value = annotations.summary[learned.MEASURES[name].title]
            means[name] = value.value if isinstance(value, Estimate) else value
        elif values := [parts[name] for parts in annotations.parts if name in parts]:
            means[name] = sum(values) / len(values)
    return Measured(run.folder, {name: annotations.figures[name] for name in session.counts}, means, session.counts)


@dataclass(frozen=True)
class Measurer:
    """An annotator that measures with learned metrics: `chosen` names their models, None for the usual one. `optional`
    metrics are left out if their libraries are not installed; if none of them is installed, this is an error.
    """

    chosen: Mapping[str, str | None]
    device: str
    batch_size: int
    optional: bool = False
    folder: Path = Path(measured.FOLDER)
    replies: Kind[Value] = measured.VALUES

    def ask(self, run: Run, store: Store[Value]) -> Session:
        # Unfinished runs and moved rows are refused before a model is loaded.
        _ = run.answered
        store.folder.mkdir(exist_ok=True)
        made: dict[str, Any] = {}
        seen: Features = {}
        missing: list[NotInstalled] = []
        for name, model in self.chosen.items():
            try:
                meter = learned.load(name, model, self.device, self.batch_size)
            except NotInstalled as error:
                if not self.optional:
                    raise
                missing.append(error)
                continue
            made[name] = measure_one(store, meter, run, seen)
        if missing and not made:
            raise missing[0]
        for reason in missing:
            print(f"left out: {reason}", file=sys.stderr)
        return Session({}, made)

    def read(self, run: Run) -> ModelAnnotations:
        return measured.read(run)

    def finish(self, store: Store[Value], session: Session, annotations: ModelAnnotations) -> None:
        """Write all values into the table. The metadata of each model is already recorded."""
        known = store.load()
        store.write(known[key] for key in sorted(known))


def choose(benchmark: Benchmark, wanted: Sequence[str]) -> dict[str, str | None]:
    """Return the models by measure, None for the usual one."""
    if not benchmark.scoring.learned:
        raise UserError(f"{benchmark.config} has no learned measures")
    chosen: dict[str, str | None] = {}
    for item in wanted:
        name, _, model = item.partition("=")
        if name not in benchmark.scoring.learned:
            raise UserError(f"{benchmark.config} has no measure {name!r}{nearest(name, benchmark.scoring.learned)}")
        if name in chosen:
            raise UserError(f"{name} is given twice; only one model per measure is stored")
        chosen[name] = model or None
    return chosen or dict.fromkeys(benchmark.scoring.learned)


def measure_one(store: Store[Value], meter: LoadedMetric, run: Run, seen: Features) -> int:
    """Compute and store missing values; return their number."""
    name = meter.name
    keys = measured.keys_of(name, identity_of(meter), run)
    started = time.monotonic()
    if learned.MEASURES[name].whole_set:
        known = metadata_of(store.folder).get(name, {}).get("set", {})
        is_new = known.get("key") != measured.set_key(keys)
        value = whole_set(meter, run, keys, seen) if is_new else known
        note(store.folder, meter, started, int(is_new), {"set": value})
        return int(is_new)
    pairs = missing(keys, store.load(), name, run)
    with (
        bars.Bar(name, len(pairs.keys), "responses") as bar,
        store.log() as log,
    ):
        for start in range(0, len(pairs.keys), CHUNK):
            part = pairs.part(start, start + CHUNK)
            log.append(*values_of(meter, part, run.benchmark.answer_format))
            bar.update(len(part.keys))
    more = {} if not pairs.keys else of_originals(meter, run)
    note(store.folder, meter, started, len(pairs.keys), more)
    return len(pairs.keys)


def of_originals(meter: LoadedMetric, run: Run) -> dict[str, Any]:
    """Return the figure of the rows' own drawings, for a metric that compares drawings with texts: papers print it next
    to models as a bound. Empty for other metrics, and if a row has no drawing.
    """
    kind, benchmark = learned.MEASURES[meter.name], run.benchmark
    if (kind.predicted, kind.reference) != ("drawing", "text"):
        return {}
    rows = list({str(row["id"]): row for row in run.answered}.values())
    compared_with = benchmark.scoring.learned[meter.name]
    values: list[float] = []
    for start in range(0, len(rows), CHUNK):
        part = rows[start : start + CHUNK]
        originals = [Completion(benchmark.evidence.reference(row)) for row in part]
        shown = drawn.drawn(originals, meter.size, benchmark.answer_format)
        if any(isinstance(picture, Rejected) for picture in shown):
            return {}
        values += meter.compare(shown, [compared_with(row) for row in part])
    return {"originals": {"value": sum(values) / len(values), "rows": len(values)}}


def identity_of(meter: LoadedMetric) -> dict[str, Any]:
    """Return the dependencies of a metric's values: the model, and the renderer if it uses drawings."""
    looks = learned.MEASURES[meter.name].predicted == "drawing"
    painter = {renderers.KEY: raster.renderer_metadata(raster.current_renderer())} if looks else {}
    return meter.identity | painter


def missing(keys: Sequence[str | None], known: Mapping[str, Value], name: str, run: Run) -> Pairs:
    """Return the responses without a value; of those with the same key, the first."""
    first = {key: index for index, key in reversed(list(enumerate(keys))) if key and key not in known}
    indices = sorted(first.values())
    completions, finish_reasons = measured.texts(run.table)
    compared_with = run.benchmark.scoring.learned[name]
    return Pairs(
        [str(keys[index]) for index in indices],
        [str(run.answered[index]["id"]) for index in indices],
        [completions[index] for index in indices],
        [finish_reasons[index] for index in indices],
        [compared_with(run.answered[index]) for index in indices],
    )


def values_of(meter: LoadedMetric, pairs: Pairs, answer_format: str) -> list[Value]:
    """Return the values of one metric for pairs of a completion and a reference, in their order."""
    kind = learned.MEASURES[meter.name]
    if kind.predicted == "text":
        predictions: list[Any] = list(map(caption_in, pairs.completions, pairs.finish_reasons))
        references: list[Any] = list(pairs.references)
        cut = meter.cut([text if isinstance(text, str) else "" for text in predictions])
    elif kind.reference == "text":
        predictions = list(drawn.drawn(pairs.answers(), meter.size, answer_format))
        references = list(pairs.references)
        cut = meter.cut(references)
    else:
        painted, references = originals_of(pairs.ids, pairs.references, meter.size)
        predictions = list(drawn.drawn(pairs.answers(), meter.size, answer_format, painted))
        cut = [False] * len(predictions)
    values = meter.compare(predictions, references)
    return [
        Value(key, meter.name, value, *failure(prediction), was_cut)
        for key, prediction, value, was_cut in zip(pairs.keys, predictions, values, cut, strict=True)
    ]


def failure(prediction: object) -> tuple[str, str]:
    """Return status and reason."""
    return (str(prediction.status), prediction.reason) if isinstance(prediction, Rejected) else (str(Status.OK), "")


def originals_of(ids: Sequence[str], references: Sequence[Any], size: int) -> tuple[list[Pixels], list[Any]]:
    """Return the originals with alpha, and on white."""
    try:
        return drawn.expected(references, size)
    except ValueError as error:
        named = re.match(r"reference (\d+): (.*)", str(error), re.DOTALL)
        if named is None:
            raise
        raise UserError(f"row {ids[int(named[1])]} has no valid reference: {named[2]}") from None


def caption_in(completion: str, finish_reason: str) -> str | Rejected:
    """Return the caption in a completion."""
    try:
        return text.caption(completion, finish_reason)
    except Rejected as rejected:
        return rejected


def whole_set(meter: LoadedMetric, run: Run, keys: Sequence[str | None], seen: Features) -> dict[str, Any]:
    """Compare all completions with each row's picture, used once for any number of samples. A completion that cannot be
    rendered counts as an empty page; none is left out."""
    compared_with = run.benchmark.scoring.learned[meter.name]
    indices = [index for index, key in enumerate(keys) if key]
    originals = {str(run.answered[index]["id"]): compared_with(run.answered[index]) for index in indices}
    if len(originals) < 2:
        raise UserError(f"{meter.name} compares sets of pictures and needs at least 2 rows, not {len(originals)}")
    network = (meter.loaded, compared_with)
    if network not in seen:
        completions, finish_reasons = measured.texts(run.table)
        answers = [Completion(completions[index], finish_reasons[index]) for index in indices]
        seen[network] = features_of(meter, answers, originals, run.benchmark.answer_format)
    ours, theirs, failed = seen[network]
    counts = {"pictures": len(indices), "originals": len(originals), "failed": failed}
    return {"key": measured.set_key(keys), "value": meter.distance(ours, theirs), **counts}


def features_of(
    meter: LoadedMetric, answers: Sequence[Completion], originals: Mapping[str, Any], answer_format: str
) -> tuple[Any, Any, int]:
    """Return features of the completions and of the originals, and the number of completions without a drawing."""
    ids, references = list(originals), list(originals.values())
    features: tuple[list[Any], list[Any]] = ([], [])
    failed = 0
    with bars.Bar(meter.name, len(answers) + len(ids), "pictures") as bar:
        for start in range(0, len(answers), CHUNK):
            shown = in_workers.drawings(answers[start : start + CHUNK], meter.size, answer_format)
            failed += sum(isinstance(picture, Rejected) for picture in shown)
            features[0].append(meter.features(shown))
            bar.update(len(shown))
        for start in range(0, len(ids), CHUNK):
            end = start + CHUNK
            features[1].append(meter.features(originals_of(ids[start:end], references[start:end], meter.size)[1]))
            bar.update(len(ids[start:end]))
    return np.concatenate(features[0]), np.concatenate(features[1]), failed


# --- run.json ---------------------------------------------------------------------------------------------------------


def metadata_of(out: Path) -> dict[str, Any]:
    """Return the recorded models, by measure."""
    if not (out / "run.json").exists():
        return {}
    measures: dict[str, Any] = run_folder.read_metadata(out, measured.METADATA)["measures"]
    return measures


def note(out: Path, meter: LoadedMetric, started: float, made: int, more: dict[str, Any]) -> None:
    """Record the model after it has measured; until then, the previous one counts. A call without new values keeps the
    previous metadata."""
    known = metadata_of(out)
    if not made and known.get(meter.name, {}).get("identity") == identity_of(meter):
        return
    metadata = {
        "identity": identity_of(meter),
        "libraries": {"sgpkit": sgpkit.__version__, **meter.libraries},
        "device": meter.device,
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "seconds": round(time.monotonic() - started, 1),
        **more,
    }
    run_folder.write_metadata(out, {"measures": known | {meter.name: metadata}})


def as_text(done: Measured) -> str:
    """Return the summary that the command prints."""
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
