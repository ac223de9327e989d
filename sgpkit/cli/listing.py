"""`sgpkit list` and `sgpkit show`: the available configs, and one row of a config."""

import re
import sys
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sgpkit.cli.base import completion
from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.output import JSON, show
from sgpkit.cli.base.values import DATA, PATH, ROWS

if TYPE_CHECKING:
    from sgpkit.api.catalogue import Config
    from sgpkit.api.suites.suite import Suite


NAME = 31
WIDTH = 96
DETAILED = 3
"""The largest number of configs that are listed in detail; longer lists have one line per config."""


@command("list", "sgpkit list molecule")
@click.argument("filter", required=False, default="", metavar="[FILTER]")
@JSON
def list_command(filter: str, as_json: bool) -> None:
    """List evaluation configs, training configs, suites, engines and metrics.

    FILTER selects the configs whose name, title or family contains it. Up to three configs are listed in detail. The
    name of a suite lists its configs, with the number of rows that it asks.
    """
    from sgpkit.api import catalogue
    from sgpkit.api.suites import suite

    if filter in (*suite.shipped(), suite.FULL):
        chosen = suite.load([filter])
        show(as_json, chosen, lambda: "\n".join(suite_lines(chosen)))
        return
    configs = list(catalogue.benchmarks(filter))
    if as_json:
        show(as_json, configs, "")
        return
    if not configs:
        from sgpkit.benchmark import families
        from sgpkit.errors import UserError, nearest

        hint = nearest(filter, [*families.names(), *families.families()], "sgpkit list")
        raise UserError(f"no suite is called {filter!r}, and no config has it in its name, title or family{hint}")
    if len(configs) <= DETAILED:
        print("\n".join(line for config in configs for line in details(config)))
        return
    scored = [config for config in configs if config.scored]
    alike = [[config] for config in scored] if filter else groups(scored)
    print("\n".join(overview(group) for group in alike))
    if trained := [config.config for config in configs if not config.scored]:
        print(wrapped("training", shortened(trained)))
    if filter:
        return

    from sgpkit import engines
    from sgpkit.integrations import metrics

    print(wrapped("suites", suite.names()))
    print(wrapped("engines", engines.names()))
    print(wrapped("metrics", metrics.names()))
    print("Details of a config: sgpkit list CONFIG; the configs of a suite: sgpkit list SUITE")


def suite_lines(chosen: "Suite") -> Iterator[str]:
    """Yield the title of a suite, and a line for each of its configs: the number of rows, and how they are asked."""
    yield f"{chosen.name}: {chosen.title}"
    for item in chosen.items:
        rows = item.rows or item.build_limit or chosen.build_limit or "all"
        asked = ", ".join(value for value in (item.strategy, item.mode, item.setting) if value)
        yield f"  {item.config:<{NAME}}{rows:>6}  {asked}".rstrip()


def shortened(names: Sequence[str]) -> list[str]:
    """Return names, shortened to the last part where only that differs from the name before: a-10k, -25k."""
    stems = [name.rpartition("-")[0] for name in names]
    return [
        name.removeprefix(stem) if stem and stem == before else name
        for name, stem, before in zip(names, stems, ["", *stems], strict=False)
    ]


def groups(configs: Sequence["Config"]) -> list[list["Config"]]:
    """Group consecutive configs whose names differ in the last part, whose titles differ in one word, and which need
    the same extras. Each group is printed as one line."""
    grouped: list[list[Config]] = []
    for config in configs:
        alike = grouped and config.config.rpartition("-")[0] == grouped[-1][-1].config.rpartition("-")[0] != ""
        if alike and grouped[-1][-1].needs == config.needs and common_title([*grouped[-1], config]):
            grouped[-1].append(config)
        else:
            grouped.append([config])
    return grouped


def common_title(configs: Sequence["Config"]) -> str:
    """Return one title for several configs, listing the variants of the one word that differs; "" if more differ."""
    titles = [config.title.split(" ") for config in configs]
    if len({len(words) for words in titles}) > 1:
        return ""
    columns = [list(dict.fromkeys(words)) for words in zip(*titles, strict=True)]
    if sum(len(words) > 1 for words in columns) > 1:
        return ""
    return " ".join(", ".join(words) for words in columns)


def overview(configs: Sequence["Config"]) -> str:
    """Return the line of one config or of a group: names, rows, title, and the extras to install. On a terminal, it is
    cut to fit."""
    names = ", ".join(shortened([config.config for config in configs]))
    rows = sum(config.rows.get("test", 0) for config in configs)
    extras = dict.fromkeys(extra for config in configs for extra in config.needs)
    needs = f"  (needs sgpkit[{','.join(extras)}])" if extras else ""
    line = f"{names:<{NAME}}{f'{rows:,}' if rows else '–':>6}  {common_title(configs)}"
    room = WIDTH - len(needs)
    fits = len(line) <= room or not sys.stdout.isatty()
    return f"{line if fits else f'{line[: room - 1]}…'}{needs}"


def details(config: "Config") -> Iterator[str]:
    """Yield the lines about one config: its options, and the sources of its rows."""
    rows = ", ".join(f"{count:,} {split}" for split, count in config.rows.items())
    yield f"{config.config}: {config.title} ({rows or 'number of rows depends on the source'})"
    listed: dict[str, Sequence[str]] = {"sources": [*config.sources, *([f"hub ({config.hub})"] if config.hub else [])]}
    if config.scored:
        listed |= {
            "strategies": config.strategies,
            "modes": config.modes,
            "settings": [setting for setting in config.settings if setting],
            "baselines": config.baselines,
            "judges": config.judges,
            "measures": config.measures,
        }
    yield from (wrapped(f"  {name}", values) for name, values in listed.items() if values)
    if config.needs:
        yield f"  {'needs':<12}pip install 'sgpkit[{','.join(config.needs)}]'"


def wrapped(name: str, values: Sequence[str]) -> str:
    """Return a name and its values, wrapped to the line width."""
    text = f"{name:<14}{', '.join(values)}"
    return textwrap.fill(
        text,
        WIDTH,
        subsequent_indent=" " * 14,
        break_on_hyphens=False,
        break_long_words=False,
    )


@command("show", "sgpkit show ssvg-molecule-svg molecule-7961 --run runs/random")
@click.argument("config", shell_complete=completion.configs, metavar="CONFIG")
@click.argument("id", metavar="ID")
@option("--run", type=PATH, metavar="RUN", help="also show the completion and the verdict of this run")
@option("--data", default=DATA, metavar=ROWS, help=f"default: {DATA}")
@option("--strategy", metavar="S", help="prompting strategy; default: the config's first")
@option("--out", type=PATH, metavar="FILE.png", help="default: out/ID.png")
@JSON
def show_command(
    config: str, id: str, run: Path | None, data: str, strategy: str | None, out: Path | None, as_json: bool
) -> None:
    """Show one row: its prompt and picture, and with --run also the completion and its verdict."""
    from sgpkit.benchmark import families

    families.get(config)

    from sgpkit.reports import show as rows

    picture = out or Path("out") / f"{re.sub(r'[^A-Za-z0-9._-]+', '-', id)}.png"
    sections = rows.sections(config, id, data, run, strategy, picture)
    show(as_json, dict(sections), lambda: rows.as_text(sections))
