"""`sgpkit run`: ask an engine every row of a config."""

from typing import Any

import click

from sgpkit.cli.base import engine_options, values
from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.engine_options import SAMPLING
from sgpkit.cli.base.values import DATA, INCOMPLETE, PATH, POSITIVE, SHARE, TEMPERATURE

RUN = "The run"


@command("run", "sgpkit run sgp-svg --engine vllm --model ORG/MODEL --out runs/mine")
@click.argument("config", metavar="CONFIG")
@option("--data", metavar=values.ROWS, help=f"default: as the run was begun, else {DATA}")
@engine_options.ENGINE_AND_MODEL
@option("--strategy", metavar="S", help="default: the config's first; see sgpkit list")
@option("--mode", metavar="M", help="which inputs are shown; default: the config's first")
@option("--setting", metavar="S", help="a variation of the task; default: the config's first")
@option("--n", type=POSITIVE, metavar="N", help="samples a row")
@option("--limit", type=POSITIVE, metavar="N", help="only the first N rows")
@option("--lite", is_flag=True, help="a fixed small subset, every group in its share; not with --limit")
@option("--out", type=PATH, metavar="FOLDER", help="default: runs/CONFIG-ENGINE-MODEL-STRATEGY")
@option("--estimate", is_flag=True, heading=RUN, help="say what it would take, and ask nothing")
@option("--resample", type=POSITIVE, metavar="N", heading=RUN, help="ask up to N times until the answer compiles")
@option("--name", metavar="ORG/MODEL", heading=RUN, help="what reports call the model, if not as --model says")
@option("--lite-rows", type=POSITIVE, metavar="N", heading=RUN, help="a fixed subset of N rows, as --lite is of 250")
@option("--prompts", type=PATH, metavar="DIR", heading=RUN, help="NAME.txt files in place of our prompt texts")
@option(
    "--share", "--shard", "share", type=SHARE, metavar="K/N", heading=RUN,
    help="be the Kth of N processes that fill one run folder; the last to end puts it together",
)  # fmt: skip
@option("--temperature", type=TEMPERATURE, metavar="T", heading=SAMPLING)
@engine_options.HOW_IT_ANSWERS
def run_command(config: str, estimate: bool, engine: str, model: str, **given: Any) -> int:
    """Ask an engine every row of a config; the same command again asks for what is missing.

    Ends with 3 while rows are left.
    """
    if given["lite_rows"]:
        given["lite"] = given["lite_rows"]
    if given["lite"] and given["limit"]:
        raise click.UsageError("argument --lite: not allowed with argument --limit")

    from sgpkit import interrupts
    from sgpkit.api import running
    from sgpkit.runs import estimate as estimating
    from sgpkit.runs import progress
    from sgpkit.runs import run as runs

    interrupts.as_by_ctrl_c()
    named = {name: given[name] for name in ("data", "out", *running.OWN)}
    asked = named | engine_options.sampling(given) | engine_options.engine_options(given)
    if estimate:
        print(estimating.as_text(running.estimate(config, engine=engine, model=model, **asked)))
        return 0
    result = running.run(config, engine=engine, model=model, **asked)
    if summary := progress.summary(result.metadata["session"]):
        print(summary)
    print(runs.outcome(result.folder, result.metadata))
    return 0 if result.finished else INCOMPLETE
