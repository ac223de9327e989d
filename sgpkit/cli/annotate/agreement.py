"""`sgpkit annotate agreement`: people's judgements beside a run's."""

import json
from pathlib import Path

import click

from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.engine_options import ROWS_MOVED
from sgpkit.cli.base.values import INTEGER, PATH, POSITIVE
from sgpkit.errors import UserError


@command("agreement", "sgpkit annotate agreement runs/mine verdicts.csv")
@click.argument("run", type=PATH, metavar="RUN")
@click.argument("human", type=PATH, required=False, metavar="[HUMAN.csv]")
@option("--kind", type=click.Choice(["verdict", "rating"]), default="verdict", help="what people gave: verdict, rating")
@option("--judge", "judges", multiple=True, metavar="NAME", help="of rating: this judge; default: all of the run")
@option("--by", multiple=True, metavar="COLUMN", help="of rating: judges also by a column of the CSV")
@option("--draw", "draw_count", type=POSITIVE, metavar="N", help="N responses to judge, half judged right by the run")
@option("--out", type=PATH, metavar="FILE.csv", help="where --draw writes; default: out/RUN-verdicts.csv")
@option("--seed", type=INTEGER, metavar="N", help="of --draw; default: 0")
@ROWS_MOVED
@option("--json", "as_json", is_flag=True, help="print the figures as JSON")
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
    """Compute how well people's judgements agree with a run's; with --draw, write responses for them to judge.

    HUMAN.csv has the columns id, verdict or rating, annotator, sample.
    """
    from sgpkit.runs.folder import Run
    from sgpkit.studies.agreement import draw, people
    from sgpkit.studies.agreement import judges as judge_agreement

    if (human is None) == (draw_count is None):
        raise UserError("give HUMAN.csv to compare it with the run, or --draw N to draw a set for people to judge")
    if draw_count is not None:
        compared = {"--judge": judges, "--by": by, "--json": as_json}
        if given := [name for name, value in compared.items() if value]:
            raise UserError(f"{given[0]} is of a comparison with HUMAN.csv, and --draw compares nothing; leave it out")
        path = out or Path("out") / f"{run.name}-{kind}s.csv"
        drawn = draw.draw(Run.open(run, data), draw_count, path, kind, seed or 0)
        print(f"{drawn.path}: {drawn.responses:,} responses, pictures beside it. Fill in the column {kind}.")
        return
    assert human is not None
    if given := [name for name, value in (("--out", out), ("--seed", seed)) if value is not None]:
        raise UserError(f"{given[0]} is of --draw, and nothing is drawn where HUMAN.csv is compared; leave it out")
    rating = kind == "rating"
    if not rating and (judges or by):
        raise UserError("--judge and --by are for ratings, which are on a scale as judges' marks are: --kind rating")
    opened = Run.open(run, data)
    figures = people.agreement(opened, human, kind)
    by_judge = judge_agreement.agreement_of(opened, human, list(judges) or None, list(by)) if rating else []
    if as_json:
        print(json.dumps(figures | ({"judges": by_judge} if rating else {}), indent=1, ensure_ascii=False))
        return
    print("\n".join(filter(None, (people.as_text(figures), judge_agreement.as_text(by_judge)))))
