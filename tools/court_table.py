"""Write the court's tables, figure and record: run `python -m tools.court_table [--count N] [METRIC…]`.

Without names, all metrics below are tried; with names, only these, and the other rows are read from the record.
`--judge ENGINE MODEL` tries only a judge that sees pictures, such as `--judge endpoint MODEL --base-url URL`.
`out/court` stores the answer to each pair, so that an interrupted run resumes, and a run with more pairs tries only the
new ones. Delete the folder after a change of a metric or of the renderer. Metrics that are tried together share
intermediate results: each drawing is compiled and its scene read once. `tools.trained_table` tries metrics with trained
weights.
"""

import argparse
import hashlib
import json
import math
import os
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sgpkit import append_log
from sgpkit.errors import NotInstalled
from sgpkit.quality.court.pairs import digest

if TYPE_CHECKING:
    from sgpkit.quality.court.metrics import Metric
    from sgpkit.quality.court.pairs import Pair
    from sgpkit.quality.court.verdict import Marks, Verdict

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "reference" / "metrics.md"
FIGURE = ROOT / "docs" / "reference" / "court.svg"
RECORD = ROOT / "sgpkit" / "metrics" / "court.json"
KEPT = ROOT / "out" / "court"
BEGIN, END = "<!-- court: begin -->", "<!-- court: end -->"

CONFIGS = ("gen-composition", "vgen-graphviz", "vgen-svg", "sgp-cad-2d", "vgen-tikz")
"""One config for each generator and language that modules read; modules are tried on their pairs."""

HEADLINES = ("gen-composition", "turtle-scratch", "vectorgym-text", "vgen-svg", "vgen-graphviz", "vgen-tikz")
"""Configs whose headlines are tried, on their own pairs; that of captions is tried too, on pairs of captions."""

MODULES = (
    *("svg_validity", "code_quality", "svg_edit, from a blank page", "svg_similarity", "scene_match"),
    *("ssvg_structure: recall", "svg_similarity: SSIM", "code_similarity", "structural_recall", "sketch_similarity"),
)
"""The modules that take drawings, roughly the fastest first."""

NOT_TRIED: Mapping[str, str] = {
    "turtle_match": "its figures are in the row `turtle-scratch: solved`",
    "choice_accuracy, answer_consistency, answer_entropy": "read the letter of an answer",
    "caption_quality": "its figures are in the row `vectorgym-caption: facts`",
    "caption_judge": "reads a caption, and needs a model",
    "distribution_distance": "compares whole sets",
    "caption_alignment": "needs the weights of CLIP; `--with clip` tries them",
    "drawing_judge": "needs a model that sees pictures, which no package contains; "
    "`python -m tools.court_table --judge endpoint MODEL --base-url URL` adds its row",
}
"""The other modules, with the reason."""

LINE_ART = "sgp-cad-2d"
READ_SVG = ("svg_validity", "code_quality", "sketch_similarity", "svg_edit, from a blank page")
IN_SVG = ("gen-composition", "vgen-svg", LINE_ART)
ONLY: Mapping[str, Sequence[str]] = {
    "ssvg_structure: recall": (LINE_ART,),
    **dict.fromkeys(READ_SVG, IN_SVG),
}
"""The configs of modules that read only some languages."""

READ_SHAPES = ("scene_match",)
"""Modules that read whole shapes and therefore have a separate row for line art, whose figures are single lines."""

SOLIDS = "sgp-cad-3d"
COMPARE_PICTURES = ("svg_similarity", "svg_edit, from a blank page")
"""Modules that compare pictures and have another row for drawings of solids in line art."""

TRAINED: Mapping[str, tuple[str, str]] = {"lpips: st-alex": ("lpips", "st-alex")}
"""Metrics with trained weights, by row: a name and a model. They are tried on drawings in SVG, in `.venv-perceptual`;
elsewhere they keep their rows.
"""

JUDGED = 12
"""Maximum number of pairs of each axis and grade for a judge."""

COUNT = 200
"""Number of pairs of each axis and grade, divided among those configs of a metric that have the axis. A metric that
ranks all of 35 pairs of an axis right may rank it.
"""

SLOW = ("svg_similarity: SSIM", "code_similarity", "structural_recall", "sketch_similarity")
FEWER: Mapping[str, int] = {
    **dict.fromkeys(SLOW, 36),
    **dict.fromkeys((f"{name}, solids" for name in COMPARE_PICTURES), 12),
    **dict.fromkeys(TRAINED, 12),
}
"""Maximum number of pairs for rows that are slow or far from ranking; solids take long to draw."""

SEED = 3
CHUNK = 24
"""Number of pairs that all metrics score before the next ones, small enough for the caches."""


class Trial(NamedTuple):
    """A row of the table: a metric, the configs of its pairs, and their number of each axis and grade."""

    name: str
    metric: "Metric"
    configs: Sequence[str]
    per_cell: int


def main(arguments: Sequence[str] | None = None) -> None:
    """Try the metrics, and write the page, the figure and the record."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=COUNT, help=f"pairs of each axis and grade; default: {COUNT}")
    parser.add_argument("--judge", nargs=2, metavar=("ENGINE", "MODEL"), help="try this judge only")
    parser.add_argument("--base-url", metavar="URL", help="the server of the judge")
    parser.add_argument("metric", nargs="*", help="names of rows; default: all")
    options = parser.parse_args(arguments)
    os.environ["SGPKIT_SCORING"] = "direct"  # the drawings are the project's own
    order = [name for module in MODULES for name in (module, f"{module}, line art", f"{module}, solids")] + [*TRAINED]
    from sgpkit.quality.court import report

    if options.judge:
        engine, model = options.judge
        trials = [judge(engine, model, options.base_url, options.count)]
    else:
        trials = [*wanted(options.metric, options.count), *trained(options.metric, options.count)]
    measured = verdicts(trials)
    record: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8"))["metrics"]
    for one in measured:
        print(f"{one.name}: {one.pairs} pairs, {one.overall.value:.2f} ranked right", flush=True)
        record[one.name] = report.of_metric(one)
    write({name: record[name] for name in dict.fromkeys([*order, *record]) if name in record})


def wanted(names: Sequence[str], count: int) -> "Iterator[Trial]":
    """Yield the rows to measure."""
    from sgpkit.benchmark import families
    from sgpkit.quality.court import captions, metrics

    known = {metric.name: metric for metric in metrics.modules()}
    for config in (*HEADLINES, captions.CONFIG):
        metric = metrics.headline(families.get(config))
        if not names or metric.name in names:
            yield Trial(metric.name, metric, [config], count)
    for name in MODULES:
        if not names or name in names:
            configs, most = ONLY.get(name, CONFIGS), min(count, FEWER.get(name, count))
            apart = name in READ_SHAPES
            yield Trial(name, known[name], [one for one in configs if not (apart and one == LINE_ART)], most)
            if apart:
                yield Trial(f"{name}, line art", known[name], [LINE_ART], most)
        row = f"{name}, solids"
        if name in COMPARE_PICTURES and (not names or row in names):
            yield Trial(row, known[name], [SOLIDS], min(count, FEWER[row]))


def trained(names: Sequence[str], count: int) -> "Iterator[Trial]":
    """Yield the rows of metrics with trained weights whose packages are installed."""
    from sgpkit.quality.court import metrics

    for row, (name, model) in TRAINED.items():
        if names and row not in names:
            continue
        try:
            (metric,) = metrics.learned({name: model}, "cpu")
        except NotInstalled as missing:
            print(f"{row}: left out: {missing}", flush=True)
        else:
            yield Trial(row, metric, IN_SVG, min(count, FEWER[row]))


def judge(engine: str, model: str, base_url: str | None, count: int) -> Trial:
    """Return the row of a judge."""
    from sgpkit.quality.court import judging, metrics

    name = f"drawing_judge: {model}"
    ask = judging.asker(engine, model, {}, {"base_url": base_url} if base_url else {})
    return Trial(name, metrics.judge(name, ask), IN_SVG, min(count, JUDGED))


def verdicts(trials: "Sequence[Trial]") -> "list[Verdict]":
    """Return the verdicts on some metrics. All answer the same pairs, before the next ones are painted."""
    from sgpkit.quality.court.verdict import verdict

    answers = {trial.metric.name: Answers(trial.metric) for trial in trials}
    tried: dict[str, list[Pair]] = {trial.name: [] for trial in trials}
    for config in dict.fromkeys(config for trial in trials for config in trial.configs):
        mine = [trial for trial in trials if config in trial.configs]
        for number, (axis, cells) in enumerate(made(config, mine).items()):
            counts = {trial.name: share(axis, trial) for trial in mine}
            for pairs in cells:
                timed = number == 0 and pairs is cells[-1]  # by now the workers have started
                for begin in range(0, len(pairs), CHUNK):
                    for trial in mine:
                        chunk = pairs[begin : min(begin + CHUNK, counts[trial.name])]
                        tried[trial.name] += answers[trial.metric.name].give(chunk, alone=timed and begin == 0)
        print(f"{config}: answered", flush=True)
    return [replace(verdict(answers[trial.metric.name].marks(tried[trial.name])), name=trial.name) for trial in trials]


# --- stored answers ---------------------------------------------------------------------------------------------------


def share(axis: str, trial: Trial) -> int:
    """Return the number of pairs of an axis and grade from each of a trial's configs."""
    from sgpkit.quality.court import captions, pairs

    if trial.configs == [captions.CONFIG]:
        return trial.per_cell
    made_by = pairs.sources(trial.configs)
    return math.ceil(trial.per_cell / max(1, sum(axis in (*one.axes, *one.equal) for one in made_by.values())))


def made(config: str, trials: "Sequence[Trial]") -> "dict[str, list[list[Pair]]]":
    """Return the pairs of a config for some trials: by axis, a list for each grade."""
    from sgpkit.quality.court import captions, pairs

    if config == captions.CONFIG:
        return captions.cells(max(trial.per_cell for trial in trials), SEED)
    (contrasts,) = pairs.sources([config]).values()
    axes = (*contrasts.axes, *contrasts.equal)
    return admitted(config, {axis: max(share(axis, trial) for trial in trials) for axis in axes})


def admitted(config: str, counts: Mapping[str, int]) -> "dict[str, list[list[Pair]]]":
    """Return pairs of a config that pass the viewer gate: by axis, a list for each grade, with the given number of
    pairs. The gate's results are stored."""
    from sgpkit.quality.court import pairs

    path = KEPT / f"{config}.jsonl"
    known = read(path)

    def gate(candidates: "Sequence[Pair]") -> "list[Pair]":
        new = [pair for pair in candidates if digest(pair) not in known]
        passed = {digest(pair): pair for pair in (pairs.admit(new) if new else [])}
        for key in map(digest, new):
            known[key] = {"key": key, "change": None}
            if key in passed:
                image = b64encode(passed[key].row["image"]).decode("ascii")
                known[key] |= {"change": passed[key].change, "image": image}
        append(path, [known[digest(pair)] for pair in new])
        return [
            replace(pair, row={**pair.row, "image": b64decode(held["image"])}, change=held["change"])
            for pair in candidates
            if (held := known[digest(pair)])["change"] is not None
        ]

    (contrasts,) = pairs.sources([config]).values()
    by_axis: dict[str, list[list[Pair]]] = {}
    for axis, count in counts.items():
        made_pairs = pairs.of_axis(config, contrasts, axis, count, SEED, gate)
        grades = sorted({pair.grade for pair in made_pairs})
        by_axis[axis] = [[pair for pair in made_pairs if pair.grade == grade] for grade in grades]
    return by_axis


class Answers:
    """The scores of a metric for the drawings of pairs, stored in a log."""

    def __init__(self, metric: "Metric") -> None:
        self.metric = metric
        self.path = KEPT / f"{hashlib.sha256(metric.name.encode()).hexdigest()[:12]}.jsonl"
        self.known = read(self.path)

    def give(self, pairs: "Sequence[Pair]", alone: bool) -> "list[Pair]":
        """Score the pairs that are not known yet; return those that the metric fits. With `alone`, its time is
        measured, without cached results of other metrics.
        """
        from sgpkit.quality.court import metrics

        fitting = [pair for pair in pairs if self.metric.fits(pair)]
        new = [pair for pair in fitting if digest(pair) not in self.known]
        if new:
            if alone:
                forget()
            given = metrics.marks(self.metric, new)
            seconds = given.seconds if alone else None
            lines: list[dict[str, Any]] = [
                {"key": digest(pair), "right": right, "wrong": wrong, "seconds": seconds, "metric": self.metric.name}
                for pair, right, wrong in zip(new, given.right, given.wrong, strict=True)
            ]
            append(self.path, lines)
            self.known |= {held["key"]: held for held in lines}
        return fitting

    def marks(self, pairs: "Sequence[Pair]") -> "Marks":
        """Return the answers to pairs."""
        from sgpkit.quality.court.verdict import Marks

        held = [self.known[digest(pair)] for pair in pairs]
        right, wrong = ([one[name] for one in held] for name in ("right", "wrong"))
        seconds = [one["seconds"] for one in held if one["seconds"] is not None]
        return Marks(self.metric.name, pairs, right, wrong, sum(seconds) / max(1, len(seconds)))


def forget() -> None:
    """Clear the caches of compiled programs, of scenes and of pictures."""
    from sgpkit.graphics import compiled
    from sgpkit.graphics.scene import sandboxed
    from sgpkit.metrics import pictures

    for memory in (compiled.MEMORY, sandboxed.MEMORY, pictures.MEMORY):
        memory.forget()


def read(path: Path) -> dict[str, dict[str, Any]]:
    """Return the entries of a log by key."""
    return {entry["key"]: entry for _, entry in append_log.read(path) if entry is not None}


def append(path: Path, entries: Sequence[Mapping[str, Any]]) -> None:
    """Append entries to a log."""
    path.parent.mkdir(parents=True, exist_ok=True)
    append_log.AppendLog(path, shared=True).append(*entries)


# --- the page ---------------------------------------------------------------------------------------------------------


def write(record: Mapping[str, Any]) -> None:
    """Write the page, the figure and the record from the known verdicts."""
    from sgpkit.quality.court import report

    listed = [report.read(name, held) for name, held in record.items()]
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    text = "\n\n".join([intro(), report.markdown(listed), second(), report.details(listed), others(record)])
    PAGE.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")
    FIGURE.write_text(report.figure(listed), encoding="utf-8")
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(held)}" for name, held in record.items())
    RECORD.write_text(f'{{"metrics": {{\n{lines}\n}}}}\n', encoding="utf-8")


def intro() -> str:
    """Return the sentences above the table."""
    return (
        "Per cent of pairs ranked right, by axis; in bold if the metric may rank it. Headlines are tried on pairs of\n"
        "their own config, that of captions on captions with wrong words and on paraphrases, modules on pairs of\n"
        f"{', '.join(CONFIGS)},\n"
        f"as far as they read its language, in rows of solids on pairs of {SOLIDS}. `each` is the smallest number\n"
        "of pairs of an axis and grade. A metric with fewer than 35 pairs of an axis may not rank it, even if it\n"
        "ranks all of them right. `ms` is the processor time for one answer, which is read for this metric alone.\n"
        "`python -m tools.court_table` makes the table."
    )


def second() -> str:
    """Return the text above the second table."""
    return (
        "The second table has the per cent ranked right by grade, over all axes; the per cent ranked in reverse; and\n"
        "false alarms by the kind of difference between two right drawings:"
    )


def others(record: Mapping[str, Any]) -> str:
    """Return the names of the modules that are not in the table."""
    missing = [name for name in MODULES if name not in record]
    later = {", ".join(missing): "not measured yet; `python -m tools.court_table NAME` adds a row"} if missing else {}
    return "Not in the table:\n\n" + "\n".join(
        f"- {names}: {reason}" for names, reason in {**NOT_TRIED, **later}.items()
    )


if __name__ == "__main__":
    main()
