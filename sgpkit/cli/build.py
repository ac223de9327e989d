"""`sgpkit build`: build configs into a dataset repo folder."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.engine_options import ray_option
from sgpkit.cli.base.values import DATA, FOLDER_OR_URL, INTEGER, POSITIVE

if TYPE_CHECKING:
    from sgpkit.api.building import Built


@command("build", "sgpkit build ssvg-molecule-svg --out sgp-bench")
@click.argument("configs", nargs=-1, metavar="[CONFIG]…")
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
@option("--limit", type=POSITIVE, metavar="N", help="at most N rows per split")
@option("--workers", type=POSITIVE, metavar="N", help="number of worker processes; default: one per processor")
@ray_option()
@option("--arrow", is_flag=True, help="also write FOLDER-arrow in the save_to_disk format")
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
) -> None:
    """Build configs into a dataset repo folder, from the builtin source or from published data.

    With --ray, the tasks of a cluster finish the rows and write the shards, either to a folder that all nodes share or
    to a URL. The output is byte-identical.
    """
    from sgpkit.api import building

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
        print_built(built, out)


def print_built(built: "Built", out: Path | str) -> None:
    """Print the rows that were built, and the next command."""
    if built.license:
        print(built.license)
    rows = ", ".join(f"{count:,} {split}" for split, count in built.rows.items())
    log = f", {built.skipped:,} skipped (see {built.folder}/build-log.jsonl)" if built.skipped else ""
    print(f"{built.config}: {rows}{log} in {built.folder}. Write the card: sgpkit dataset card {out}")
    if built.arrow:
        print(f"{built.config}: Arrow files in {built.arrow}")
