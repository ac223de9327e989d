"""`sgpkit metrics court`: which metrics may rank drawings, tried on pairs of a right and a wrong one."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sgpkit.cli.base import engine_options
from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.output import JSON, show
from sgpkit.cli.base.values import PATH, POSITIVE
from sgpkit.errors import UserError

if TYPE_CHECKING:
    from sgpkit.benchmark import Contrasts
    from sgpkit.quality.court.metrics import Ask, Metric
    from sgpkit.quality.court.pairs import Pair
    from sgpkit.quality.court.verdict import Verdict


@command("court", "sgpkit metrics court --count 200 --out out/court")
@click.argument("configs", nargs=-1, metavar="[CONFIG…]")
@option("--count", type=POSITIVE, default=200, metavar="N", help="pairs of each axis and grade; default: 200")
@option("--axis", "axes", multiple=True, metavar="AXIS", help="only this axis, e.g. color; repeatable")
@option("--metric", "names", multiple=True, metavar="NAME", help="only this metric or headline; repeatable")
@option("--pairs", "published", type=PATH, metavar="PATH", help="pairs of a published set in place of generated ones")
@option(
    "--scorer", metavar="SCORER",
    help="try only this scorer: PATH.py:FUNCTION, a URL, evaluate:NAME, inspect:PATH.py:NAME",
)  # fmt: skip
@option("--range", "limits", type=float, nargs=2, metavar="LOW HIGH", help="the range of the scorer; default: measured")
@option("--with", "measures", multiple=True, metavar="NAME[=MODEL]", help="a learned metric: clip, dino, …; repeatable")
@option("--engine", metavar="E", help="engine of a judge: endpoint, vllm, ray")
@option("--model", metavar="M", help="model of the judge")
@option(
    "--look", type=POSITIVE, metavar="N", help="write a page of N pairs without labels, for a person to judge, and exit"
)
@option("--looked", type=PATH, metavar="FILE", help="compare answers to that page (lines such as 7 B) with its key")
@option("--out", type=PATH, default=Path("out/court"), metavar="DIR", help="default: out/court")
@engine_options.TEMPERATURE_ZERO
@engine_options.HOW_IT_ANSWERS
@JSON
def court_command(
    configs: tuple[str, ...],
    count: int,
    axes: tuple[str, ...],
    names: tuple[str, ...],
    published: Path | None,
    scorer: str | None,
    limits: tuple[float, float] | None,
    measures: tuple[str, ...],
    engine: str | None,
    model: str | None,
    look: int | None,
    looked: Path | None,
    out: Path,
    as_json: bool,
    **given: Any,
) -> None:
    """Try metrics on pairs of a right drawing and one with a single error. The report says by which properties each
    metric may rank drawings.
    """
    from sgpkit import files
    from sgpkit.quality.court import faults, metrics, pairs, report, verdict
    from sgpkit.quality.court import published as published_sets

    if (engine is None) != (model is None):
        raise UserError("a judge needs both --engine and --model")
    seed = given.get("seed") or 0
    if look or looked:
        shown = compare_answers(out, looked) if looked else write_pairs_page(configs, axes, look or 0, seed, out)
        show(as_json, *shown)
        return
    made_by = {} if published else generators(configs)
    known = published_sets.read(published) if published else None
    tried = known.pairs if known else pairs.pairs(made_by, count, seed, axes)
    if not tried:
        raise UserError("no pairs: none of these generators has the axis")

    def say(text: str) -> None:
        if not as_json:
            print(text, flush=True)

    say(f"{len(tried):,} pairs")
    listed = choose_metrics(scorer, limits, tried, list(made_by), measures, names)
    ask = judge_asker(engine, model, given)
    if ask:
        listed.append(metrics.judge(f"drawing_judge: {model}", ask))
    verdicts = []
    for metric in listed:
        verdicts.append(verdict.verdict(metrics.marks(metric, tried)))
        say(summary(verdicts[-1]))
    verdicts = [one for one in verdicts if one.pairs]
    held = report.write(out, verdicts, {"seed": seed, "count": count, "configs": list(made_by)})
    if scorer:
        say(write_page(out, listed[0], tried, verdicts[0]))
    if ask:
        measured = faults.measure(ask, tried)
        table = report.markdown([one for one in verdicts if one.name == listed[-1].name])
        files.write_atomically(out / "judge.md", faults.page(listed[-1].name, table, measured))
        say(f"{faults.as_text(measured)}\n{out / 'judge.md'}")
    if known:
        say(known.compared(verdicts))
    show(as_json, held, f"{out / report.NAME}, {out / report.FIGURE}")


def generators(configs: tuple[str, ...]) -> "dict[str, Contrasts]":
    """Return the generators of some configs, or of all whose packages are installed. Raises UserError for a named
    config whose packages are missing.
    """
    from sgpkit.api import catalogue
    from sgpkit.benchmark import families
    from sgpkit.quality.court import pairs

    made_by = pairs.sources(configs)
    if configs:
        catalogue.check_extras([families.get(config) for config in configs])
    return {
        config: contrasts for config, contrasts in made_by.items() if not catalogue.missing_extras(families.get(config))
    }


def write_pairs_page(
    configs: tuple[str, ...], axes: tuple[str, ...], count: int, seed: int, out: Path
) -> tuple[dict[str, Any], str]:
    """Write a page of pairs to look at; return the result as JSON and as text."""
    from sgpkit.quality.court import look, pairs

    sampled = pairs.sample(generators(configs), count, seed, axes)
    if not sampled:
        raise UserError("no pairs: none of these generators has the axis")
    page = look.write(out, sampled, seed)
    return {"page": str(page), "pairs": len(sampled)}, f"{page}: {len(sampled)} pairs; the key is {out / look.KEY}"


def compare_answers(out: Path, answers: Path) -> tuple[dict[str, Any], str]:
    """Compare answers with the key of a page; return the result as JSON and as text."""
    from sgpkit.quality.court import look

    agreed = look.compare(out, answers)
    return dict(agreed), look.as_text(agreed)


def choose_metrics(
    scorer: str | None,
    limits: tuple[float, float] | None,
    tried: "list[Pair]",
    configs: list[str],
    measures: tuple[str, ...],
    names: tuple[str, ...],
) -> "list[Metric]":
    """Return the metrics to try: a custom scorer, or all metrics, or those with the given names."""
    from sgpkit.errors import nearest
    from sgpkit.quality.court import metrics
    from sgpkit.quality.court import scorer as scorers

    if scorer:
        return [scorers.metric(scorer, tried, limits)]
    models = {name: model or None for name, _, model in (measure.partition("=") for measure in measures)}
    every = list(metrics.every(configs, models))
    known = [metric.name for metric in every]
    for name in names:
        if name not in known:
            raise UserError(f"unknown metric {name!r}{nearest(name, known)}; expected one of {', '.join(known)}")
    return [metric for metric in every if not names or metric.name in names]


def judge_asker(engine: str | None, model: str | None, given: dict[str, Any]) -> "Ask | None":
    """Return the function that asks a judge behind an engine; None if no engine is given."""
    from sgpkit.quality.court import judging

    if engine is None or model is None:
        return None
    sampling = engine_options.sampling_with_temperature(given)
    return judging.asker(engine, model, sampling, engine_options.engine_options(given))


def summary(verdict: "Verdict") -> str:
    """Return the result of a metric as one line."""
    if not verdict.pairs:
        return f"  {verdict.name}: no pairs that it can score"
    alarms = "–" if verdict.all_alarms is None else f"{verdict.all_alarms.value:.2f}"
    ranks = ", ".join(verdict.ranks) or "none"
    return f"  {verdict.name}: {verdict.overall.value:.2f} ranked right, false alarms {alarms}; may rank: {ranks}"


def write_page(out: Path, metric: "Metric", tried: "list[Pair]", verdict: "Verdict") -> str:
    """Write the page about a scorer; return a one-line summary."""
    from sgpkit import files
    from sgpkit.quality.court import attacks, report

    paid = attacks.payments(metric, tried)
    seen, unseen = verdict.ranks, [axis for axis in verdict.axes if axis not in verdict.ranks]
    files.write_atomically(out / "scorer.md", attacks.page(metric.name, report.markdown([verdict]), paid, seen, unseen))
    return f"{out / 'scorer.md'}: {sum(payment.pays for payment in paid)} of {len(paid)} attacks pay"
