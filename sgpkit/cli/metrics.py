"""The commands about metrics: put where `evaluate` finds them, on this machine or on the Hub."""

import argparse
from collections.abc import Callable


def metrics_command(options: argparse.Namespace) -> None:
    """`sgpkit metrics install`: make evaluate.load("ssvg_structure") work from any folder."""
    from sgpkit.hub.metrics import install

    for name, place in install.install().items():
        print(f"{name}: {place}")


def metrics_arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("action", choices=["install"])


def push_metrics_command(options: argparse.Namespace) -> None:
    """Put every metric on the Hub as a Space with its demo, where evaluate.load("ORG/ssvg_structure") finds it."""
    from sgpkit.hub.metrics import push

    for line in push.push(options.org, options.metric, options.private, options.dry_run):
        print(line, flush=True)


def push_metrics_arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--org", required=True, metavar="ORG", help="an organisation, or a user's name")
    sub.add_argument("--metric", action="append", default=[], metavar="NAME", help="only these; default: all")
    sub.add_argument("--private", action="store_true", help="make missing Spaces private")
    sub.add_argument("--dry-run", action="store_true", help="say what would change, and send nothing")


Command = Callable[[argparse.Namespace], int | None]

COMMANDS: dict[str, tuple[Command, Callable[[argparse.ArgumentParser], None]]] = {
    "metrics": (metrics_command, metrics_arguments),
    "push-metrics": (push_metrics_command, push_metrics_arguments),
}
