"""`sgpkit build`: build configs into a dataset repo folder."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sgpkit.cli.base import completion
from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.engine_options import ray_option
from sgpkit.cli.base.output import JSON, show
from sgpkit.cli.base.values import DATA, FOLDER_OR_URL, INTEGER, POSITIVE

if TYPE_CHECKING:
    from sgpkit.api.building import Built


@command("build", "sgpkit build ssvg-molecule-svg --out sgp-bench")
@click.argument("configs", shell_complete=completion.configs, nargs=-1, metavar="[CONFIG]…")
@option("--all", "every", is_flag=True, help="every benchmark config")
@option(
    "--source", metavar="[NAME=]PATH|hub|[NAME=]ORG/REPO@REVISION",
    help="published data to read instead of the builtin source; hub: the authors' own dataset on the Hub",
)  # fmt: skip
@option(
    "--out",
    type=FOLDER_OR_URL,
    default=Path(DATA),
    metavar="FOLDER|URL",
    help=f"default: {DATA}; URL (s3://…, hf://…) with --ray",
)
@option(
    "--seed", type=INTEGER, default=0, metavar="N", help="seed of the builtin source; default: 0, the standard rows"
)
@option("--limit", type=POSITIVE, metavar="N", help="the first N rows of each split")
@option("--workers", type=POSITIVE, metavar="N", help="number of worker processes; default: one per processor")
@ray_option()
@option("--arrow", is_flag=True, help="also write FOLDER-arrow in the save_to_disk format")
@JSON
def build_command(
    configs: tuple[str, ...],
    every: bool,
    source: str | None,
    out: Path | str,
    seed: int,
    limit: int | None,
    workers: int | None,
    ray: str | None,
    arrow: bool,
    as_json: bool,
) -> None:
    """Build configs into a dataset repo folder, from the builtin source or from published data.

    With --ray, the tasks of a cluster finish the rows and write the shards, either to a folder that all nodes share or
    to a URL. The output is byte-identical.
    """
    from sgpkit.api import building

    made = []
    for benchmark in building.choose(configs, every):
        (built,) = building.build(
            benchmark.config,
            source=source,
            out=out,
            seed=seed,
            limit=limit,
            workers=workers,
            ray=ray,
            arrow=arrow,
        )
        made.append(built)
        if not as_json:
            print(as_text(built, out), flush=True)
    if as_json:
        show(as_json, made, "")


def as_text(built: "Built", out: Path | str) -> str:
    """Return the rows that were built, and the next command, as text."""
    lines = [built.license] if built.license else []
    rows = ", ".join(f"{count:,} {split}" for split, count in built.rows.items())
    log = f", {built.skipped:,} skipped (see {built.folder}/build-log.jsonl)" if built.skipped else ""
    lines.append(f"{built.config}: {rows}{log} in {built.folder}. Write the card: sgpkit dataset card {out}")
    lines += [f"{built.config}: Arrow files in {built.arrow}"] if built.arrow else []
    return "\n".join(lines)
