"""`sgpkit metrics`: make the metrics loadable by `evaluate`, on this machine or from the Hub; `court.py` tries them."""

from sgpkit.cli.base.commands import Group, command, option
from sgpkit.cli.base.output import JSON, show

HERE = __name__

group = Group(
    "metrics",
    "Make the metrics available to evaluate.load, and try which of them may rank drawings.",
    "sgpkit metrics install",
    {
        "install": f"{HERE}:install_command",
        "push": f"{HERE}:push_command",
        "court": "sgpkit.cli.court:court_command",
    },
)


@command("install", "sgpkit metrics install")
@JSON
def install_command(as_json: bool) -> None:
    """Make evaluate.load("ssvg_structure") work from any folder."""
    from sgpkit.integrations.metrics import install

    installed = install.install()
    show(as_json, installed, "\n".join(f"{name}: {path}" for name, path in installed.items()))


@command("push", "sgpkit metrics push --org ORG --dry-run")
@option("--org", required=True, metavar="ORG", help="an organisation or a user")
@option("--metric", multiple=True, metavar="NAME", help="only these; default: all")
@option("--private", is_flag=True, help="make missing Spaces private")
@option("--dry-run", is_flag=True, help="print the changes without sending them")
@JSON
def push_command(org: str, metric: tuple[str, ...], private: bool, dry_run: bool, as_json: bool) -> None:
    """Publish every metric on the Hub as a Space with a demo, for evaluate.load("ORG/ssvg_structure")."""
    from sgpkit.integrations.metrics import push

    lines = []
    for line in push.push(org, list(metric), private, dry_run):
        lines.append(line)
        if not as_json:
            print(line, flush=True)
    if as_json:
        show(as_json, {"lines": lines}, "")
