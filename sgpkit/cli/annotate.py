"""The commands that bring others in about a run: models that read, judge or measure its responses, and people.

Each imports what it needs when it is called, as in `cli`.
"""

import argparse
from collections.abc import Callable
from pathlib import Path

from sgpkit.cli import run_options
from sgpkit.cli.run_options import INCOMPLETE, positive
from sgpkit.errors import UserError


def extract_command(options: argparse.Namespace) -> int:
    """Have a model name the letter in replies where none can be read; every reply of it is kept in the run."""
    from sgpkit.runs import progress
    from sgpkit.scoring.annotations import extract

    figures, session = extract.extract(
        options.run,
        options.engine,
        options.model,
        options.data,
        run_options.sampling(options),
        run_options.engine_options(options),
    )
    if told := progress.summary(session):
        print(told)
    print(f"{options.run}: {figures['letters']:,} letters read, {figures['none']:,} replies name none", end="")
    waiting = f"; {figures['waiting']:,} failed: run again to ask for them" if figures["waiting"] else ""
    print(f"{waiting}. Next: sgpkit score {options.run}")
    return INCOMPLETE if figures["waiting"] else 0


def extract_arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("run", type=Path, metavar="RUN")
    sub.add_argument("--data", metavar="FOLDER|ORG/NAME[@REVISION]", help="where the rows are now, if they moved")
    run_options.add_engine(sub)


def judge_command(options: argparse.Namespace) -> int:
    """Have a model mark the responses by a rubric; every reply is kept in the run, and `score` reads it there."""
    from sgpkit.runs import progress
    from sgpkit.scoring.annotations import judge

    judged = judge.judge(
        options.run,
        options.engine,
        options.model,
        options.rubric,
        options.name,
        options.prompts,
        options.data,
        run_options.sampling(options) | run_options.temperature_of(options),
        run_options.engine_options(options),
    )
    if told := progress.summary(judged.session):
        print(told)
    print(judge.outcome(options.run, judged))
    return INCOMPLETE if judged.figures["waiting"] else 0


def judge_arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("run", type=Path, metavar="RUN")
    sub.add_argument("--rubric", metavar="R", help="task, unified or caption; default: the config's first")
    sub.add_argument("--name", metavar="NAME", help="of this judge among others; default: MODEL-RUBRIC")
    sub.add_argument("--prompts", type=Path, metavar="DIR", help="RUBRIC.txt in place of our text")
    sub.add_argument("--data", metavar="FOLDER|ORG/NAME[@REVISION]", help="where the rows are now, if they moved")
    sampling = run_options.add_engine(sub)
    sampling.add_argument("--temperature", type=run_options.temperature, metavar="T", help="default: 0")


def measure_command(options: argparse.Namespace) -> None:
    """Learned measures of a run's responses (CLIP, LPIPS, DINO, BERTScore, …); kept in the run for `score`."""
    from sgpkit.scoring.annotations import measure

    measured = measure.measure(options.run, options.measures, options.device, options.batch_size, options.data)
    print(measure.as_text(measured))


def measure_arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("run", type=Path, metavar="RUN")
    sub.add_argument(
        "--with", dest="measures", action="append", default=[], metavar="NAME[=MODEL[@REVISION]]",
        help="one measure, and the checkpoint for it; default: all that the config has",
    )  # fmt: skip
    sub.add_argument("--device", default="auto", metavar="D", help="auto, cpu, cuda, cuda:1, mps")
    sub.add_argument("--batch-size", type=positive, default=32, metavar="N")
    sub.add_argument("--data", metavar="FOLDER|ORG/NAME[@REVISION]", help="where the rows are now, if they moved")


def agreement_command(options: argparse.Namespace) -> None:
    """How well people's judgements agree with a run's; with --draw, a set of responses for them to judge."""
    import json

    from sgpkit.scoring.agreement import draw, people
    from sgpkit.scoring.agreement import judges as judge_agreement

    if (options.human is None) == (options.draw is None):
        raise UserError("give HUMAN.csv to compare it with the run, or --draw N to draw a set for people to judge")
    if options.draw is not None:
        out = options.out or Path("out") / f"{options.run.name}-{options.kind}s.csv"
        drawn = draw.draw(options.run, options.draw, out, options.kind, options.seed, options.data)
        print(f"{drawn.path}: {drawn.responses:,} responses, pictures beside it. Fill in the column {options.kind}.")
        return
    if options.kind != "rating" and (options.judges or options.by):
        raise UserError("--judge and --by are for ratings, which are on a scale as judges' marks are: --kind rating")
    figures = people.agreement(options.run, options.human, options.kind)
    rating = options.kind == "rating"
    judges = judge_agreement.beside(options.run, options.human, options.judges, options.by) if rating else []
    if options.json:
        print(json.dumps(figures | ({"judges": judges} if rating else {}), indent=1, ensure_ascii=False))
        return
    print("\n".join(filter(None, (people.as_text(figures), judge_agreement.as_text(judges)))))


def agreement_arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("run", type=Path, metavar="RUN")
    sub.add_argument(
        "human", type=Path, nargs="?", metavar="HUMAN.csv", help="id, verdict or rating, annotator, sample"
    )
    sub.add_argument("--kind", choices=["verdict", "rating"], default="verdict")
    sub.add_argument(
        "--judge", dest="judges", action="append", metavar="NAME", help="of rating: this judge; default: all of the run"
    )
    sub.add_argument(
        "--by", action="append", default=[], metavar="COLUMN", help="of rating: judges also by a column of the CSV"
    )
    sub.add_argument("--draw", type=positive, metavar="N", help="N responses to judge, half judged right by the run")
    sub.add_argument("--out", type=Path, metavar="FILE.csv", help="where --draw writes; default: out/RUN-verdicts.csv")
    sub.add_argument("--seed", type=int, default=0, help="of --draw")
    sub.add_argument("--data", metavar="FOLDER|ORG/NAME[@REVISION]", help="where the rows are now, if they moved")
    sub.add_argument("--json", action="store_true", help="print the figures as JSON")


Command = Callable[[argparse.Namespace], int | None]

COMMANDS: dict[str, tuple[Command, Callable[[argparse.ArgumentParser], None]]] = {
    "extract": (extract_command, extract_arguments),
    "judge": (judge_command, judge_arguments),
    "measure": (measure_command, measure_arguments),
    "agreement": (agreement_command, agreement_arguments),
}
