"""`sgpkit eval`: evaluate models on suites, from building the data to one page and one submission."""

import sys
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

import click

from sgpkit import bars
from sgpkit.cli.base import completion, engine_options, values
from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.output import JSON, show
from sgpkit.cli.base.values import INCOMPLETE, PATH, POSITIVE

if TYPE_CHECKING:
    from sgpkit.api.suites.evaluation import Display

EVALUATION = "The evaluation"


@command("eval", "sgpkit eval core --engine endpoint --base-url http://localhost:8000/v1 --model A --model B")
@click.argument("names", nargs=-1, shell_complete=completion.suites, required=True, metavar="SUITE|CONFIG|FILE.toml…")
@option(
    "--engine",
    default="",
    shell_complete=completion.engines,
    metavar="E",
    help="local, vllm, endpoint, ray, replay or baseline; models in a suite file have their own",
)
@option(
    "--model",
    "models",
    multiple=True,
    metavar="M",
    help="model to evaluate; repeatable; with replay, a file or a folder of CONFIG.jsonl files; with local, a GGUF "
    "file (default: a small packaged model)",
)
@option("--name", metavar="ORG/MODEL", help="model name shown in reports (default: --model)")
@option("--data", metavar=values.ROWS, help="default: the suite's; configs missing from a folder are built")
@option("--rows", type=POSITIVE, metavar="N", help="a fixed subset of at most N rows per config, stratified by group")
@option("--strategy", metavar="S", help="applied to every config (default: the suite's)")
@option("--n", type=POSITIVE, metavar="N", help="samples per row")
@option("--out", type=PATH, metavar="FOLDER", help="default: evals/SUITE")
@option("--yes", "-y", is_flag=True, help="skip the confirmation")
@option("--estimate", is_flag=True, help="print an estimate and exit; builds nothing")
@JSON
@option("--quiet", "-q", is_flag=True, heading=EVALUATION, help="print only the final figures")
@option("--watch/--no-watch", default=None, heading=EVALUATION, help="show the live board; default: only on a terminal")
@option("--mode", metavar="M", heading=EVALUATION, help="inputs shown to the model, for every config")
@option("--setting", metavar="S", heading=EVALUATION, help="variation of the task, for every config")
@engine_options.TEMPERATURE_OF_CONFIG
@engine_options.HOW_IT_ANSWERS
def eval_command(names: tuple[str, ...], models: tuple[str, ...], **given: Any) -> int:
    """Evaluate models: build missing data, ask the models, score, and write one page and one submission folder.

    SUITE is smoke (two minutes), core (about 1,500 rows), vision, writing, full, or a family; FILE.toml lists configs,
    strategies and models. If it is interrupted, run the same command again to resume. The exit code is 3 while rows
    are left.
    """
    from sgpkit.api.suites import evaluation, summary
    from sgpkit.api.suites import models as suite_models

    own = ("strategy", "mode", "setting", "n", "temperature")
    options = {key: given[key] for key in own} | engine_options.sampling(given) | engine_options.engine_options(given)
    max_cost = options.pop("max_cost", None)
    suite, asked, out = suite_models.plan_evaluation(
        names, given["engine"], models, given["name"], given["out"], given["rows"], options
    )
    with bars.hidden() if given["quiet"] else nullcontext():
        evaluated = evaluation.evaluate(
            suite,
            asked,
            out,
            data=given["data"],
            max_cost=max_cost,
            only_estimate=given["estimate"],
            display=display(given["watch"], given["yes"], given["quiet"], given["as_json"]),
        )
    if evaluated is None:
        return 0 if given["estimate"] else INCOMPLETE
    show(given["as_json"], summary.as_json(evaluated), lambda: summary.as_text(evaluated))
    for problem in evaluated.not_submitted:
        print(f"not in the submission: {problem}", file=sys.stderr)
    return 0 if evaluated.finished else INCOMPLETE


def display(watch: bool | None, yes: bool, quiet: bool, as_json: bool) -> "Display":
    """Return the display: a live board and a confirmation on a terminal, log lines elsewhere."""
    from sgpkit.api.suites import plan_text
    from sgpkit.api.suites.evaluation import Display

    terminal = sys.stderr.isatty()
    live = terminal and not quiet if watch is None else watch

    def say(line: str) -> None:
        if not quiet:
            print(line, file=sys.stderr, flush=True)

    def confirm(text: str) -> bool:
        say(text)
        return yes or not (terminal and sys.stdin.isatty()) or click.confirm("Continue?", err=True)

    def estimated(jobs: Any) -> None:
        if as_json:
            show(as_json, plan_text.as_json(jobs), "")

    return Display(say, confirm, board if live else nullcontext, live or quiet, estimated)


def board(jobs: Any) -> AbstractContextManager[Any]:
    """Return the live board of jobs on standard error."""
    from rich.console import Console

    from sgpkit.api.suites import board as boards

    return boards.show_live(jobs, Console(stderr=True, force_terminal=True))
