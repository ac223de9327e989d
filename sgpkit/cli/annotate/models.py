"""`sgpkit annotate extract`, `judge` and `measure`: judgements by models on the responses of a run."""

from pathlib import Path
from typing import Any

import click

from sgpkit.cli.base import engine_options
from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.engine_options import RENDERER, ROWS_MOVED
from sgpkit.cli.base.output import JSON, show
from sgpkit.cli.base.values import INCOMPLETE, PATH, POSITIVE


@command("extract", "sgpkit annotate extract runs/mine --engine endpoint --model READER --base-url https://…")
@click.argument("run", type=PATH, metavar="RUN")
@engine_options.ENGINE_AND_MODEL
@ROWS_MOVED
@JSON
@engine_options.HOW_IT_ANSWERS
def extract_command(run: Path, engine: str, model: str, data: str | None, as_json: bool, **given: Any) -> int:
    """Ask a model which option a reply chooses, for replies where no letter can be read. Its replies are stored."""
    from sgpkit.runs import progress
    from sgpkit.runs.folder import Run
    from sgpkit.runs.scoring.annotations import extract

    figures, session = extract.extract(
        Run.open(run, data), engine, model, engine_options.sampling(given), engine_options.engine_options(given)
    )
    waiting = (
        f"; {figures['waiting']:,} requests failed, run the command again to retry them" if figures["waiting"] else ""
    )
    counts = f"{figures['letters']:,} letters read, {figures['none']:,} replies without a choice{waiting}"
    texts = filter(None, [progress.summary(session), f"{run}: {counts}. Next: sgpkit score {run}"])
    show(as_json, {**figures, "session": session}, "\n".join(texts))
    return INCOMPLETE if figures["waiting"] else 0


@command("judge", "sgpkit annotate judge runs/mine --engine endpoint --model JUDGE --base-url https://…")
@click.argument("run", type=PATH, metavar="RUN")
@engine_options.ENGINE_AND_MODEL
@option("--rubric", metavar="R", help="task, unified or caption; default: the config's first")
@option("--name", metavar="NAME", help="name of this judge; default: MODEL-RUBRIC")
@option("--prompts", type=PATH, metavar="DIR", help="folder of RUBRIC.txt files that replace the built-in rubrics")
@ROWS_MOVED
@JSON
@engine_options.TEMPERATURE_ZERO
@engine_options.HOW_IT_ANSWERS
def judge_command(
    run: Path,
    engine: str,
    model: str,
    rubric: str | None,
    name: str | None,
    prompts: Path | None,
    data: str | None,
    as_json: bool,
    **given: Any,
) -> int:
    """Ask a model to grade the responses by a rubric. Its replies are stored in the run, where `score` reads them."""
    from sgpkit.runs import progress
    from sgpkit.runs.folder import Run
    from sgpkit.runs.scoring.annotations import judge

    sampling = engine_options.sampling_with_temperature(given)
    opened, options = Run.open(run, data), engine_options.engine_options(given)
    judged = judge.judge(opened, engine, model, rubric, name, prompts, sampling, options)
    texts = filter(None, [progress.summary(judged.session), judge.outcome(run, judged)])
    show(as_json, judged, "\n".join(texts))
    return INCOMPLETE if judged.figures["waiting"] else 0


@command("measure", "sgpkit annotate measure runs/mine --with clip=ORG/NAME@REVISION --device cuda")
@click.argument("run", type=PATH, metavar="RUN")
@option(
    "--with", "measures", multiple=True, metavar="NAME[=MODEL[@REVISION]]",
    help="a measure, optionally with its checkpoint; repeatable; default: all of the config that are installed",
)  # fmt: skip
@option("--device", default="auto", metavar="D", help="auto, cpu, cuda, cuda:1, mps")
@option("--batch-size", type=POSITIVE, default=32, metavar="N", help="default: 32")
@RENDERER
@ROWS_MOVED
@JSON
def measure_command(
    run: Path, measures: tuple[str, ...], device: str, batch_size: int, renderer: str, data: str | None, as_json: bool
) -> None:
    """Apply learned metrics (CLIP, LPIPS, DINO, BERTScore, …) to the responses of a run, and store them for `score`."""
    from sgpkit.runs.folder import Run
    from sgpkit.runs.scoring.annotations import measure

    measured = measure.measure(Run.open(run, data), list(measures), device, batch_size, renderer)
    show(as_json, measured, lambda: measure.as_text(measured))
