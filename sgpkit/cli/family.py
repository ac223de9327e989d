"""`sgpkit family`: families of one's own."""

from sgpkit.cli.base.commands import Group

group = Group(
    "family",
    "Write a family of benchmarks of your own, and check it.",
    "sgpkit family new mine",
    {},
)
