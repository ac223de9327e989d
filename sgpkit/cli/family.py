"""`sgpkit family`: custom families of benchmarks."""

from functools import partial
from operator import attrgetter
from pathlib import Path

import click

from sgpkit.cli.base.commands import Group, command, option
from sgpkit.cli.base.output import JSON, show

HERE = __name__

FAILED = 1

group = Group(
    "family",
    "Create and check your own family of benchmarks, and draw its gallery.",
    "sgpkit family new my_family",
    {
        "new": f"{HERE}:new_command",
        "check": f"{HERE}:check_command",
        "errors": f"{HERE}:errors_command",
        "gallery": f"{HERE}:gallery_command",
    },
)


@command("new", "sgpkit family new my_family")
@click.argument("name", metavar="NAME")
@option(
    "--out",
    type=Path,
    default=Path(),
    metavar="FOLDER",
    help="parent folder of the new family; default: the current folder",
)
@JSON
def new_command(name: str, out: Path, as_json: bool) -> None:
    """Write a template family: one working config, for you to change file by file."""
    from sgpkit.quality.contract import skeleton

    folder = skeleton.write(name, out)
    show(as_json, {"folder": folder}, f"{folder}: a family with one config. Next: sgpkit family check {folder}")


@command("check", "sgpkit family check my_family")
@click.argument("family", metavar="PATH|NAME")
@JSON
def check_command(family: str, as_json: bool) -> int:
    """Build, run, score, report, package and verify a family against a local server, and report problems.

    PATH is the folder of a family; NAME is a family that is installed or in builders/. The exit code is 1 if a check
    fails.
    """
    from sgpkit.quality.contract import check

    name = find(family)
    outcomes = []
    for outcome in check.check(name):
        outcomes.append(outcome)
        if as_json:
            continue
        print(f"{'FAIL' if outcome.problems else 'ok':<6}{outcome.config}  {outcome.name}: {outcome.title}", flush=True)
        for problem in outcome.problems:
            print(f"        {problem}", flush=True)
    failed = sum(bool(outcome.problems) for outcome in outcomes)
    failures = f"{failed} check{'s' * (failed > 1)} failed"
    show(as_json, outcomes, f"{name}: {failures if failed else 'all checks passed'}")
    return FAILED if failed else 0


@command("errors", "sgpkit family errors my_family")
@click.argument("family", metavar="PATH|NAME")
@JSON
def errors_command(family: str, as_json: bool) -> None:
    """Print the mean scores of right answers in other forms, which deserve 1, and of wrong answers, which deserve 0."""
    from sgpkit.benchmark import families
    from sgpkit.quality import error_table
    from sgpkit.quality.contract.promises import Subject

    measured = {}
    for benchmark in families.benchmarks(find(family)):
        if benchmark.built_with_all and benchmark.scoring.score is not None:
            rows = Subject(benchmark, sampled=error_table.ROWS).rows
            more = partial(attrgetter("rows"), Subject(benchmark))
            lines = measured[benchmark.config] = list(error_table.lines(benchmark, rows, more))
            if not as_json:
                print("\n".join(error_table.as_text(benchmark, lines)))
    show(as_json, measured, "")


@command("gallery", "sgpkit family gallery my_family")
@click.argument("family", metavar="PATH|NAME")
@JSON
def gallery_command(family: str, as_json: bool) -> None:
    """Draw one picture of each kind of builtin row into the family's folder, for its dataset card."""
    from sgpkit.quality import gallery

    picture = gallery.draw(find(family))
    show(as_json, {"picture": picture}, str(picture))


def find(family: str) -> str:
    """Return the name of a family that is given by its folder or its name."""
    from sgpkit.benchmark import families

    return families.add(family) if Path(family).is_dir() or family not in families.families() else family
