"""Write the court's tables, figure and record: run `python -m tools.court_table [METRIC…]`.

Without names, all metrics below are tried; with names, only these, and the other rows are those of the record.
`out/court` keeps the answer to each pair, so that a stopped run continues where it was, and one with more pairs tries
only the new ones. Delete the folder after a change of a metric or of the renderer. `tools.trained_table` tries metrics
with trained weights.
"""

import hashlib
import json
import os
import sys
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sgpkit import append_log

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

CONFIGS = ("gen-composition", "turtle-scratch", "vgen-graphviz", "vgen-svg", "sgp-cad-2d", "vgen-tikz")
"""One config of each generator and language, on whose pairs modules are tried."""

HEADLINES = ("gen-composition", "turtle-scratch", "vectorgym-text", "vgen-svg", "vgen-graphviz", "vgen-tikz")
"""Configs whose headlines are tried, on their own pairs."""

MODULES = (
    *("svg_validity", "code_quality", "svg_edit, from a blank page", "svg_similarity", "scene_match"),
    *("ssvg_structure: recall", "svg_similarity: SSIM", "code_similarity", "structural_recall", "sketch_similarity"),
)
"""The modules that take drawings, roughly the fastest first."""

NOT_TRIED: Mapping[str, str] = {
    "turtle_match": "the row of `turtle-scratch: solved` is its own",
    "choice_accuracy, answer_consistency, answer_entropy": "read the letter of an answer",
    "caption_quality, caption_judge": "read a caption",
    "distribution_distance": "compares whole sets",
    "caption_alignment": "needs the weights of CLIP; `--with clip` tries them",
    "drawing_judge": "needs a model that sees pictures; `--engine` and `--model` try one",
}
"""The other modules, with the reason."""

LINE_ART = "sgp-cad-2d"
ONLY: Mapping[str, Sequence[str]] = {
    "ssvg_structure: recall": (LINE_ART,),
    **dict.fromkeys(("svg_validity", "code_quality", "sketch_similarity"), ("gen-composition", "vgen-svg", LINE_ART)),
}
"""The configs of modules that read only some languages."""

READ_SHAPES = ("scene_match",)
"""Modules with a row of their own for line art, whose figures are single lines, since they read whole shapes."""

OWN = 12
"""Pairs of each axis and grade by which a headline is tried, so that its cells have 36; with 35 all ranked right, a
metric may rank an axis."""

SHARED = 6
"""Pairs of each config, axis and grade by which a module is tried."""

FEWER: Mapping[str, int] = {
    "vgen-tikz: depiction": 6,
    **dict.fromkeys(("svg_similarity: SSIM", "code_similarity", "structural_recall", "sketch_similarity"), 2),
}
"""The same for slow metrics and for those that do not rank."""

SEED = 3
CHUNK = 48
"""Pairs after which the answers are written."""


def main(names: Sequence[str]) -> None:
    """Try the metrics, and write the page, the figure and the record."""
    os.environ["SGPKIT_SCORING"] = "direct"  # the drawings are the project's own
    order = [name for module in MODULES for name in (module, f"{module}, line art")]
    for one in verdicts(names):
        from sgpkit.quality.court import report

        print(f"{one.name}: {one.pairs} pairs, {one.overall.value:.2f} ranked right", flush=True)
        record: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8"))["metrics"]
        record[one.name] = report.of_metric(one)
        write({name: record[name] for name in dict.fromkeys([*order, *record]) if name in record})


def verdicts(names: Sequence[str]) -> "Iterator[Verdict]":
    """Yield the verdict on each metric."""
    from sgpkit.quality.court.verdict import verdict

    for metric, configs, count in wanted(names):
        apart = metric.name in READ_SHAPES
        shared = [config for config in configs if not (apart and config == LINE_ART)]
        yield verdict(marks(metric, [pair for config in shared for pair in made(config, count)]))
        if apart:
            yield replace(verdict(marks(metric, made(LINE_ART, count))), name=f"{metric.name}, line art")


def wanted(names: Sequence[str]) -> "Iterator[tuple[Metric, Sequence[str], int]]":
    """Yield the metrics to try, with the configs of their pairs and the number of each axis and grade."""
    from sgpkit.quality.court import metrics

    known = {metric.name: metric for metric in metrics.modules()}
    for config in HEADLINES:
        for metric in metrics.headlines([config]):
            if not names or metric.name in names:
                yield metric, [config], FEWER.get(metric.name, OWN)
    for name in MODULES:
        if not names or name in names:
            yield known[name], ONLY.get(name, CONFIGS), FEWER.get(name, SHARED)


# --- what is kept -----------------------------------------------------------------------------------------------------


@cache
def made(config: str, count: int, axes: tuple[str, ...] = ()) -> "Sequence[Pair]":
    """Return the pairs of a config, all or those of some axes; the viewer gate's answers are kept."""
    from sgpkit.quality.court import pairs

    path = KEPT / f"{config}.jsonl"
    known = read(path)

    def gate(candidates: "Sequence[Pair]") -> "list[Pair]":
        new = [pair for pair in candidates if digest(pair) not in known]
        admitted = {digest(pair): pair for pair in (pairs.admit(new) if new else [])}
        for key in map(digest, new):
            known[key] = {"key": key, "change": None}
            if key in admitted:
                image = b64encode(admitted[key].row["image"]).decode("ascii")
                known[key] |= {"change": admitted[key].change, "image": image}
        append(path, [known[digest(pair)] for pair in new])
        return [
            replace(pair, row={**pair.row, "image": b64decode(held["image"])}, change=held["change"])
            for pair in candidates
            if (held := known[digest(pair)])["change"] is not None
        ]

    return pairs.pairs(pairs.sources([config]), count, SEED, axes, gate=gate)


def marks(metric: "Metric", pairs: "Sequence[Pair]") -> "Marks":
    """Return what a metric gives to the drawings of the pairs that it fits; its answers are kept."""
    from sgpkit.quality.court import metrics
    from sgpkit.quality.court.verdict import Marks

    path = KEPT / f"{hashlib.sha256(metric.name.encode()).hexdigest()[:12]}.jsonl"
    known = read(path)
    fitting = [pair for pair in pairs if metric.fits(pair)]
    new = [pair for pair in fitting if digest(pair) not in known]
    for begin in range(0, len(new), CHUNK):
        chunk = new[begin : begin + CHUNK]
        given = metrics.marks(metric, chunk)
        lines: list[dict[str, Any]] = [
            {"key": digest(pair), "right": right, "wrong": wrong, "seconds": given.seconds, "metric": metric.name}
            for pair, right, wrong in zip(chunk, given.right, given.wrong, strict=True)
        ]
        append(path, lines)
        known |= {held["key"]: held for held in lines}
    held = [known[digest(pair)] for pair in fitting]
    right, wrong, seconds = ([one[name] for one in held] for name in ("right", "wrong", "seconds"))
    return Marks(metric.name, fitting, right, wrong, sum(seconds) / max(1, len(seconds)))


def digest(pair: "Pair") -> str:
    """Return the key of a pair: of its drawings, and of all that a scorer reads of its row."""
    row = {name: value for name, value in pair.row.items() if name != "image"}
    held = json.dumps([pair.id, pair.prompt, pair.right, pair.wrong, row], sort_keys=True, default=str)
    return hashlib.sha256(held.encode()).hexdigest()[:24]


def read(path: Path) -> dict[str, dict[str, Any]]:
    """Return the entries of a log by key."""
    return {entry["key"]: entry for _, entry in append_log.read(path) if entry is not None}


def append(path: Path, entries: Sequence[Mapping[str, Any]]) -> None:
    """Append entries to a log."""
    path.parent.mkdir(parents=True, exist_ok=True)
    append_log.AppendLog(path, shared=True).append(*entries)


# --- the page ---------------------------------------------------------------------------------------------------------


def write(record: Mapping[str, Any]) -> None:
    """Write what is known of the metrics."""
    from sgpkit.quality.court import report

    listed = [report.read(name, held) for name, held in record.items()]
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    text = "\n\n".join([intro(record), report.markdown(listed), second(), report.details(listed), others(record)])
    PAGE.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")
    FIGURE.write_text(report.figure(listed), encoding="utf-8")
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(held)}" for name, held in record.items())
    RECORD.write_text(f'{{"metrics": {{\n{lines}\n}}}}\n', encoding="utf-8")


def intro(record: Mapping[str, Any]) -> str:
    """Return the sentences above the table."""
    fewer = ", ".join(f"`{name}` on {count}" for name, count in FEWER.items() if name in record)
    return (
        "Per cent of pairs ranked right, by axis; in bold where the metric may rank it. `python -m tools.court_table`\n"
        f"tries headlines on {OWN} pairs of each axis and grade of their own config, and modules on {SHARED} of each\n"
        f"config among {', '.join(CONFIGS)}\n"
        f"whose language they read; {fewer}.\n"
        "A metric with fewer than 35 pairs of an axis may not rank it, whatever it ranks right. Times are those of a\n"
        "busy machine."
    )


def second() -> str:
    """Return the text above the second table."""
    return (
        "The second table has the per cent ranked right by grade, over all axes; the per cent ranked in reverse; and\n"
        "false alarms by the difference between two right drawings:"
    )


def others(record: Mapping[str, Any]) -> str:
    """Return the names of the modules that are not in the table."""
    missing = [name for name in MODULES if name not in record]
    later = {", ".join(missing): "not measured yet; `python -m tools.court_table NAME` adds a row"} if missing else {}
    return "Not in the table:\n\n" + "\n".join(
        f"- {names}: {reason}" for names, reason in {**NOT_TRIED, **later}.items()
    )


if __name__ == "__main__":
    main(sys.argv[1:])
