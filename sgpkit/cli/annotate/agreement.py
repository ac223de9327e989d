"""`sgpkit annotate agreement`: agreement between human judgements and a run."""

from pathlib import Path

import click

from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.engine_options import ROWS_MOVED
from sgpkit.cli.base.output import JSON, show
from sgpkit.cli.base.values import INTEGER, PATH, POSITIVE
from sgpkit.errors import UserError


@command("agreement", "sgpkit annotate agreement runs/mine verdicts.csv")
@click.argument("run", type=PATH, metavar="RUN")
@click.argument("human", type=PATH, required=False, metavar="[HUMAN.csv]")
@option(
    "--kind",
    type=click.Choice(["verdict", "rating", "caption", "label"]),
    default="verdict",
    help="kind of the judgements in HUMAN.csv: verdict (default), rating, caption of a drawing, or label of a failure",
)
@option(
    "--judge",
    "judges",
    multiple=True,
    metavar="NAME",
    help="for ratings: compare with this judge; repeatable; default: all judges of the run",
)
@option("--by", multiple=True, metavar="COLUMN", help="for ratings: also group by this column of the CSV; repeatable")
@option(
    "--draw",
    "draw_count",
    type=POSITIVE,
    metavar="N",
    help="write N responses to judge; for verdicts, half of them are scored correct",
)
@option("--out", type=PATH, metavar="FILE.csv", help="output of --draw; default: out/RUN-KINDs.csv")
@option("--seed", type=INTEGER, metavar="N", help="seed of --draw; default: 0")
@ROWS_MOVED
@JSON
def agreement_command(
    run: Path,
    human: Path | None,
    kind: str,
    judges: tuple[str, ...],
    by: tuple[str, ...],
    draw_count: int | None,
    out: Path | None,
    seed: int | None,
    data: str | None,
    as_json: bool,
) -> None:
    """Compute the agreement between human judgements and a run; with --draw, write responses for people to judge.

    HUMAN.csv has the columns id, annotator, the kind (such as verdict) and, for several samples per row, sample.
    """
    from sgpkit.runs.folder import Run
    from sgpkit.studies.agreement import captions, corrected, draw, labels, people
    from sgpkit.studies.agreement import judges as judge_agreement

    if (human is None) == (draw_count is None):
        raise UserError(
            "expected either HUMAN.csv, to compare it with the run, or --draw N, to write responses to judge"
        )
    if draw_count is not None:
        compared = {"--judge": judges, "--by": by, "--json": as_json}
        if given := [name for name, value in compared.items() if value]:
            raise UserError(f"{given[0]} cannot be combined with --draw; it needs HUMAN.csv")
        path = out or Path("out") / f"{run.name}-{kind}s.csv"
        drawn = draw.draw(Run.open(run, data), draw_count, path, kind, seed or 0)
        print(f"{drawn.path}: {drawn.responses:,} responses, with pictures in the same folder.")
        option_of = "" if kind == "verdict" else f" --kind {kind}"
        print(f"Fill in the column {kind}. Next: sgpkit annotate agreement {run} {drawn.path}{option_of}")
        return
    assert human is not None
    if given := [name for name, value in (("--out", out), ("--seed", seed)) if value is not None]:
        raise UserError(f"{given[0]} cannot be combined with HUMAN.csv; it needs --draw")
    rating = kind == "rating"
    if not rating and (judges or by):
        raise UserError("--judge and --by only apply to ratings; add --kind rating")
    opened = Run.open(run, data)
    if kind in ("caption", "label"):
        module = captions if kind == "caption" else labels
        agreed = module.agreement(opened, human)
        show(as_json, agreed, module.as_text(agreed))
        return
    figures = people.agreement(opened, human, kind)
    by_judge = judge_agreement.agreement_of(opened, human, list(judges) or None, list(by)) if rating else []
    if not rating:
        people.store_verdicts(opened, human)
        scored = people.read_scores(opened.folder)
        figures["corrected"] = corrected.verdicts(scored, people.read_judgements(human, kind, scored)[0])
    mean = corrected.sentence(figures.get("corrected", {}))
    texts = filter(None, (people.as_text(figures), mean and f"\n  {mean}", judge_agreement.as_text(by_judge)))
    show(as_json, figures | ({"judges": by_judge} if rating else {}), "\n".join(texts))
