"""`sgpkit dataset`: work on a built folder: card, versions, errata, near copies, probes, secret rounds."""

from sgpkit.cli.base.commands import Group

HERE = __name__

group = Group(
    "dataset",
    "Work on a built dataset folder: card, differences between versions, errata, near copies, probes, secret rounds.",
    "sgpkit dataset card sgp-bench",
    {
        "card": f"{HERE}.built:card_command",
        "diff": f"{HERE}.built:diff_command",
        "errata": f"{HERE}.built:errata_command",
        "copies": f"{HERE}.copies:copies_command",
        "calibrate": f"{HERE}.calibrate:calibrate_command",
        "probe": f"{HERE}.probes:probe_command",
        "round": f"{HERE}.rounds:group",
    },
)
