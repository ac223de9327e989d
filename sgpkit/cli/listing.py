"""`sgpkit list` and `sgpkit show`: what there is to ask, and one row of it."""

import re
from pathlib import Path

import click

from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.values import DATA, PATH, ROWS


@command("list", "sgpkit list molecule")
@click.argument("filter", required=False, default="", metavar="[FILTER]")
@option("--json", "as_json", is_flag=True, help="print the configs as JSON")
def list_command(filter: str, as_json: bool) -> None:
    """List configs with their rows, strategies and modes, the metrics, and what each needs installed.

    FILTER keeps the configs whose name, title or family contains it.
    """
    from sgpkit import engines
    from sgpkit.api import catalogue
    from sgpkit.hub import metrics

    configs = catalogue.benchmarks(filter)
    if as_json:
        import json
        from dataclasses import asdict

        print(json.dumps([asdict(config) for config in configs], indent=1, ensure_ascii=False))
        return
    family = ""
    for config in configs:
        if config.family != family:
            family = config.family
            print(family)
        rows = ", ".join(f"{count:,} {split}" for split, count in config.rows.items())
        print(f"  {config.config:<24}{config.title} ({rows or 'rows as its source has them'})")
        print(f"    sources     {', '.join([*config.sources, *([f'hub ({config.hub})'] if config.hub else [])])}")
        if not config.scored:
            continue
        print(f"    strategies  {', '.join(config.strategies)}")
        print(f"    modes       {', '.join(config.modes)}")
        if config.settings != ("",):
            print(f"    settings    {', '.join(config.settings)}")
        print(f"    baselines   {', '.join(config.baselines)}")
        if config.judges:
            print(f"    judges      {', '.join(config.judges)}")
        if config.measures:
            print(f"    measures    {', '.join(config.measures)}")
        if config.needs:
            print(f"    needs       pip install 'sgpkit[{','.join(config.needs)}]'")
    if not filter:
        print(f"metrics  {', '.join(metrics.names())}")
        print(f"engines  {', '.join(engines.names())}")


@command("show", "sgpkit show ssvg-molecule-svg molecule-7961 --run runs/random")
@click.argument("config", metavar="CONFIG")
@click.argument("id", metavar="ID")
@option("--run", type=PATH, metavar="RUN")
@option("--data", default=DATA, metavar=ROWS, help=f"default: {DATA}")
@option("--strategy", metavar="S")
@option("--out", type=PATH, metavar="FILE.png", help="default: out/ID.png")
def show_command(config: str, id: str, run: Path | None, data: str, strategy: str | None, out: Path | None) -> None:
    """Show one row: prompt, picture, and with --run the completion and its verdict."""
    from sgpkit import families

    families.get(config)

    from sgpkit.reporting import show

    picture = out or Path("out") / f"{re.sub(r'[^A-Za-z0-9._-]+', '-', id)}.png"
    print(show.show(config, id, data, run, strategy, picture))
