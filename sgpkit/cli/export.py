"""`sgpkit export`: configs and runs in the formats of other tools."""

import sys
from pathlib import Path
from typing import Any

import click

from sgpkit.cli.base.commands import Group, command, option
from sgpkit.cli.base.output import JSON, show
from sgpkit.cli.base.values import DATA, PATH, ROWS

HERE = __name__

group = Group(
    "export",
    "Export configs and runs for other tools.",
    "sgpkit export lm-eval --out tasks",
    {
        "lm-eval": f"{HERE}:lm_eval_command",
        "lighteval": f"{HERE}:lighteval_command",
        "eee": f"{HERE}:eee_command",
        "verifiers": f"{HERE}_training:verifiers_command",
        "openenv": f"{HERE}_training:openenv_command",
        "harbor": f"{HERE}:harbor_command",
        "hub-benchmark": f"{HERE}:hub_benchmark_command",
    },
)


@command("lm-eval", "sgpkit export lm-eval --out tasks")
@option("--data", default=DATA, metavar=ROWS, help=f"default: {DATA}")
@option("--out", type=PATH, metavar="DIR", help="default: a folder in the user's cache")
@JSON
def lm_eval_command(data: str, out: Path | None, as_json: bool) -> None:
    """Write an lm-eval task for every config with text prompts, and print the folder.

    Use it as in: lm_eval run --include_path "$(sgpkit export lm-eval)" --tasks sgpkit_sgp_svg. Configs that lm-eval
    cannot run are listed on standard error, with the reason.
    """
    from sgpkit.integrations import lm_eval

    exported = lm_eval.export(data, out)
    show_with_left(as_json, exported, str(exported.path))


@command("lighteval", "sgpkit export lighteval --out sgpkit_tasks.py")
@option("--data", default=DATA, metavar=ROWS, help=f"default: {DATA}")
@option("--out", type=PATH, metavar="FILE", help="default: a file in the user's cache")
@JSON
def lighteval_command(data: str, out: Path | None, as_json: bool) -> None:
    """Write a module of lighteval tasks for every config with text prompts, and print its path.

    Use it as in: lighteval accelerate model_name=M sgpkit_sgp_svg --custom-tasks "$(sgpkit export lighteval)". Configs
    that lighteval cannot run are listed on standard error, with the reason.
    """
    from sgpkit.integrations import lighteval

    exported = lighteval.export(data, out)
    show_with_left(as_json, exported, str(exported.path))


def show_with_left(as_json: bool, exported: Any, text: str) -> None:
    """Print the result, and the omitted configs with the reasons on standard error."""
    for config, reason in exported.left:
        print(f"left out: {config}: {reason}", file=sys.stderr)
    show(as_json, exported._asdict(), text)


@command("eee", "sgpkit export eee runs/mine --out eee")
@click.argument("runs", type=PATH, nargs=-1, required=True, metavar="RUN…")
@option("--out", type=PATH, default=Path("eee"), metavar="DIR", help="default: eee")
@option(
    "--organization", default="", metavar="NAME", help="the evaluating organization; default: the user of the token"
)
@option(
    "--relationship", type=click.Choice(["first_party", "third_party", "collaborative", "other"]), default="other",
    help="relationship between evaluator and model developer; default: other",
)  # fmt: skip
@JSON
def eee_command(runs: tuple[Path, ...], out: Path, organization: str, relationship: str, as_json: bool) -> None:
    """Write Every Eval Ever records: aggregate scores with intervals, and every answer with its score."""
    from sgpkit.integrations import every_eval_ever

    written = [path for run in runs for path in every_eval_ever.export(run, out, organization, relationship)]
    show(as_json, written, "\n".join(map(str, written)))


@command("harbor", "sgpkit export harbor sgp-svg --data sgp-bench --out harbor")
@click.argument("config")
@option("--data", default=DATA, metavar=ROWS, help=f"default: {DATA}")
@option("--out", type=PATH, default=Path("harbor"), metavar="DIR", help="default: harbor")
@option("--organization", default="sgpkit", metavar="NAME", help="the first part of task names; default: sgpkit")
@option("--limit", type=click.IntRange(min=1), metavar="N", help="the first N rows; default: all")
@JSON
def harbor_command(config: str, data: str, out: Path, organization: str, limit: int | None, as_json: bool) -> None:
    """Write a Harbor task for each row of a config: an instruction, an image, and a verifier that scores offline."""
    from sgpkit.integrations import harbor

    exported = harbor.export(config, data, out, organization, limit)
    show(as_json, exported, f"{exported.tasks} tasks in {exported.folder}")


@command("hub-benchmark", "sgpkit export hub-benchmark sgp-bench --repo ORG/sgp-bench --url https://example.org")
@click.argument("folder", type=PATH)
@option("--repo", required=True, metavar="ORG/NAME", help="the dataset on the Hub")
@option("--url", required=True, metavar="URL", help="page of the evaluation framework")
@option("--out", type=PATH, default=Path("hub-benchmark"), metavar="DIR", help="default: hub-benchmark")
@JSON
def hub_benchmark_command(folder: Path, repo: str, url: str, out: Path, as_json: bool) -> None:
    """Write the files that the Hub requires to list a benchmark: eval.yaml, the entry of the framework, and the
    request.
    """
    from sgpkit.integrations import hub_benchmark

    exported = hub_benchmark.export(folder, repo, url, out)
    show_with_left(as_json, exported, "\n".join(map(str, exported.files)))
