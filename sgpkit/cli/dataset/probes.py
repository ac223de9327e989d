"""`sgpkit dataset probe`: accuracy of shortcuts on the rows of a built folder."""

from pathlib import Path

import click

from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.output import JSON, show
from sgpkit.cli.base.values import DATA, PATH


@command("probe", "sgpkit dataset probe sgp-bench --config sgp-svg")
@click.argument("folder", type=PATH, default=Path(DATA), metavar="[FOLDER]")
@option("--config", "configs", multiple=True, metavar="CONFIG", help="only these; default: all that are scored")
@option(
    "--real", default="", metavar="FOLDER|[NAME=]PATH",
    help="real rows for comparison: a built folder, or published data that the config can read",
)  # fmt: skip
@option("--all", "everything", is_flag=True, help="print the figures for every question type")
@JSON
def probe_command(folder: Path, configs: tuple[str, ...], real: str, everything: bool, as_json: bool) -> int:
    """Measure how well shortcuts solve the rows of a built folder.

    Questions are answered from command letters, tags, boxes, colors, silhouettes, counts, lengths, options or nearest
    neighbours; tasks that ask for programs are solved by rules that copy, list and substitute. The exit code is 1 if a
    shortcut exceeds its accuracy on real rows by more than 5 points or, without real rows, chance by more than 10
    points, both at the lower end of its 95 % interval.
    """
    from sgpkit.quality import probing

    results = []
    for probed in probing.probe_folder(folder, configs, real):
        results.append(probed)
        if not as_json:
            print(probing.as_text(probed, everything), flush=True)
    if as_json:
        show(as_json, [probed.as_json() for probed in results], "")
    return 1 if any(probed.failures for probed in results) else 0
