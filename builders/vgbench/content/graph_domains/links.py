"""Plausible links between the things of a domain, and connected graphs made of some of them."""

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Link(NamedTuple):
    """A plausible edge, with its label."""

    start: str
    label: str
    end: str


def links(text: str) -> tuple[Link, ...]:
    """Return the links of a text such as "Off, power, Idle; Idle, start, Heating"."""
    return tuple(Link(*(part.strip() for part in line.split(","))) for line in text.split(";"))


def from_table(table: Mapping[str, str]) -> tuple[Link, ...]:
    """Return the links of a table with a list of successors for each thing."""
    return tuple(Link(start, "", end.strip()) for start, ends in table.items() for end in ends.split(",") if ends)


def connected(
    known: Sequence[Link], number: int, generator: random.Random, kept_share: float = 0.75, root: str = ""
) -> tuple[list[str], list[Link]]:
    """Return up to `number` things, each joined with an earlier one, and links among them: those that join them, and a
    share of the others. If a root is given, all things can be reached from it along the links."""
    reached = [root or generator.choice(known).start]
    kept: list[Link] = []
    while len(reached) < number:
        onward = [link for link in known if (link.start in reached) != (link.end in reached)]
        onward = [link for link in onward if link.start in reached] if root else onward
        if not onward:
            break
        link = generator.choice(onward)
        kept.append(link)
        reached.append(link.end if link.start in reached else link.start)
    others = [link for link in known if link not in kept and {link.start, link.end} <= set(reached)]
    return reached, [*kept, *(link for link in others if generator.random() < kept_share)]
