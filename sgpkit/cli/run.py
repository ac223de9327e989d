"""`sgpkit run`: ask a model every row of a config."""

from pathlib import Path
from typing import Any

import click

from sgpkit.cli.base import completion, engine_options, values
from sgpkit.cli.base.commands import command, option, words
from sgpkit.cli.base.output import JSON, show
from sgpkit.cli.base.values import DATA, FOLDER_OR_URL, INCOMPLETE, PATH, POSITIVE, SHARE
from sgpkit.errors import UserError

RUN = "The run"
JOB = "On other machines"


@command("run", "sgpkit run sgp-svg --engine vllm --model ORG/MODEL --out runs/mine")
@click.argument("config", shell_complete=completion.configs, metavar="CONFIG")
@option("--data", metavar=values.ROWS, help=f"default: the data the run was started with, else {DATA}")
@engine_options.ENGINE_AND_MODEL
@option("--strategy", metavar="S", help="default: the config's first; see sgpkit list")
@option("--mode", metavar="M", help="inputs shown to the model; default: the config's first")
@option("--setting", metavar="S", help="variation of the task; default: the config's first")
@option("--n", type=POSITIVE, metavar="N", help="samples per row")
@option("--rows", type=POSITIVE, metavar="N", help="a fixed subset of N rows, stratified by group")
@option("--lite", is_flag=True, help="the same as --rows 250")
@option("--limit", type=POSITIVE, metavar="N", help="only the first N rows, for a trial")
@option("--out", type=FOLDER_OR_URL, metavar="FOLDER", help="default: runs/CONFIG-ENGINE-MODEL-STRATEGY")
@JSON
@option("--estimate", is_flag=True, heading=RUN, help="print an estimate and exit")
@option("--resample", type=POSITIVE, metavar="N", heading=RUN, help="retry up to N times until the answer compiles")
@option("--name", metavar="ORG/MODEL", heading=RUN, help="model name shown in reports (default: --model)")
@option(
    "--prompts",
    type=PATH,
    metavar="DIR",
    heading=RUN,
    help="folder of NAME.txt files that replace the built-in prompts; or published=REPOSITORY, a folder or ORG/NAME on "
    "the Hub with the authors' own prompts",
)
@option(
    "--share", "--shard", "share", type=SHARE, metavar="K/N", heading=RUN,
    help="run as worker K of N on a shared run folder; the last one to finish merges it",
)  # fmt: skip
@option("--on", type=click.Choice(["hf-jobs"]), heading=JOB, help="run as a job on Hugging Face hardware")
@option("--flavor", metavar="F", heading=JOB, help="hardware flavor, such as h200x1")
@option("--results", metavar="ORG/NAME", heading=JOB, help="bucket that stores the run")
@option(
    "--job-timeout", metavar="T", default="12h", heading=JOB, help="time limit of the job, such as 6h; default: 12h"
)
@option("--secret", multiple=True, metavar="NAME", heading=JOB, help="environment variable to pass to the job, by name")
@option("--image", metavar="IMAGE", heading=JOB, help="container image, NAME@sha256:DIGEST; default: the image of vLLM")
@option("--dry-run", is_flag=True, heading=JOB, help="print the job without submitting it")
@engine_options.TEMPERATURE_OF_CONFIG
@engine_options.HOW_IT_ANSWERS
def run_command(config: str, estimate: bool, engine: str, model: str, as_json: bool, **given: Any) -> int:
    """Ask a model every row of a config; run the same command again to ask the missing rows.

    The exit code is 3 while rows are left.
    """
    if (given["rows"] or given["lite"]) and given["limit"]:
        raise click.UsageError("--limit cannot be combined with --rows or --lite")

    from sgpkit.sandbox.untrusted import workers

    if not given["on"]:
        workers.begin()
    from sgpkit.api import running
    from sgpkit.runs import estimate as estimating
    from sgpkit.runs import progress
    from sgpkit.runs import run as runs

    named = {name: given[name] for name in ("data", "out", *running.OWN)}
    if len(given["lora"]) > 1:
        return run_adapters(config, engine, model, as_json, estimate, named, given)
    asked = named | engine_options.sampling(given) | engine_options.engine_options(given)
    if given["on"]:
        lines = as_job(config, engine, model, named, given)
        show(as_json, {"lines": lines}, "\n".join(lines))
        return 0
    if estimate:
        estimated = running.estimate(config, engine=engine, model=model, **asked)
        show(as_json, estimating.as_json(estimated), lambda: estimating.as_text(estimated))
        return 0
    result = running.run(config, engine=engine, model=model, **asked)
    texts = [progress.summary(result.metadata["session"]), runs.outcome(result.folder, result.metadata)]
    show(as_json, {"folder": result.folder, **result.metadata}, "\n".join(filter(None, texts)))
    return 0 if result.finished else INCOMPLETE


def run_adapters(
    config: str, engine: str, model: str, as_json: bool, estimate: bool, named: dict[str, Any], given: dict[str, Any]
) -> int:
    """Ask with each LoRA adapter in turn, and print the outcome of each."""
    from sgpkit.api import running
    from sgpkit.runs import run as runs

    if estimate or given["on"]:
        raise UserError("--estimate and --on take one --lora; give them one by one")
    asked = named | engine_options.sampling(given) | engine_options.engine_options({**given, "lora": None})
    listed, code = [], 0
    for result in running.run_adapters(config, given["lora"], engine=engine, model=model, **asked):
        listed.append({"folder": result.folder, **result.metadata})
        if not as_json:
            print(runs.outcome(result.folder, result.metadata), flush=True)
        code = code if result.finished else INCOMPLETE
    if as_json:
        show(as_json, listed, "")
    return code


HERE_ONLY = {
    *("on", "flavor", "results", "job_timeout", "secret", "image", "dry_run", "out", "estimate", "family_paths"),
    "as_json",
}
"""Options that concern the job or this machine, and are not passed on to the command inside the job."""


def as_job(config: str, engine: str, model: str, asked: dict[str, Any], given: dict[str, Any]) -> list[str]:
    """Submit the run as a job, or download its results; return the lines to print."""
    from sgpkit import engines, plugins
    from sgpkit.api import running
    from sgpkit.benchmark import families
    from sgpkit.integrations import hf_jobs

    family, _ = families.locate(config)
    if any(folder.name == family for folder in plugins.folders()):
        raise UserError(
            f"{config}: a job cannot read the family {family}, which is a folder on this machine\n"
            "Run it here, without --on; jobs only have the families that ship with sgpkit"
        )
    given = {**given, "lora": given["lora"][0] if given["lora"] else None}
    files = {name: given[name] for name in (*engines.FILE_OPTIONS, "prompts", "batch_write", "batch_read")}
    for name, value in (files | ({"model": model} if engine in engines.MODELS_IN_FILES else {})).items():
        if value is not None and Path(value).exists():
            raise UserError(
                f"--{name.replace('_', '-')} {value}: a job cannot read files or folders on this machine\n"
                "Run it here, without --on, or put the model or LoRA adapter in a repo on the Hub"
            )
    options = running.asked_options(engine, model, {name: asked[name] for name in running.OWN})
    out = running.run_folder(config, options, given["out"])
    job = hf_jobs.planned(
        ["run", config, *words(click.get_current_context(), without=HERE_ONLY)],
        out.name,
        given["results"],
        given["flavor"],
        given["data"],
        given["job_timeout"],
        given["image"] or hf_jobs.IMAGE,
        given["secret"],
    )
    return hf_jobs.run(job, out, given["dry_run"])
