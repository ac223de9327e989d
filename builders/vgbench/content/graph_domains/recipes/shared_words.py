"""Domains that share their words: within a group they differ only in the edges between the same things.

All have about the same number of edges as nodes, in any order; neither remarks nor labels name the domain.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from sgpkit.families.shared import tables

from ..pen import Pen
from ..recipe import Recipe

DATA = tables.read(__file__, "shared_words.toml")

Pairs = list[tuple[int, int]]
NAMES: str = DATA["names"]
TOWNS: str = DATA["towns"]
STEPS: str = DATA["steps"]
HOSTS: str = DATA["hosts"]
WORDS: str = DATA["words"]


def line(pen: Pen, number: int) -> Pairs:
    """Return edges from each node to the next."""
    return [(at, at + 1) for at in range(number - 1)]


def ring(pen: Pen, number: int) -> Pairs:
    """Return edges from each node to the next, and from the last to the first."""
    return [(at, (at + 1) % number) for at in range(number)]


def out_of_one(pen: Pen, number: int) -> Pairs:
    """Return edges from one node to all others."""
    return [(0, at) for at in range(1, number)]


def into_one(pen: Pen, number: int) -> Pairs:
    """Return edges from all other nodes to one."""
    return [(at, 0) for at in range(1, number)]


def branching(pen: Pen, number: int) -> Pairs:
    """Return the edges of a tree from the root down: one to three children per node, at least two levels."""
    return [
        (0, 1),
        (0, 2),
        *((pen.random.randrange(max(1, at // 3), max(2, at // 2 + 1)), at) for at in range(3, number)),
    ]


def gathering(pen: Pen, number: int) -> Pairs:
    """Return the edges of a tree from the leaves to the root, with at least two levels."""
    return [(end, start) for start, end in branching(pen, number)]


def two_parents(pen: Pen, number: int) -> Pairs:
    """Return edges from two parents to each child, over three generations. About half of the people have no parents."""
    first = max(4, 2 * round(number / 4))
    couples = [(at, at + 1) for at in range(0, first, 2)]
    # The eldest children of the first two couples marry.
    couples.append((first, first + 1))
    pairs: Pairs = []
    for child in range(first, number):
        number_of_child = child - first
        couple = couples[number_of_child] if number_of_child < len(couples) else pen.random.choice(couples)
        pairs += [(parent, child) for parent in couple]
    return pairs


def flow(pen: Pen, number: int) -> Pairs:
    """Return edges from a first node to a last one, along a path that divides and joins again twice."""
    pairs = line(pen, number)
    for start in (1, number // 2):
        pairs.remove((start + 1, start + 2))
        pairs += [(start, start + 2), (start + 1, start + 3)]
    return [pair for pair in pairs if max(pair) < number]


def states(pen: Pen, number: int) -> Pairs:
    """Return edges from each node to the next or to an earlier one, and some loops."""
    pairs = line(pen, number)
    loops = [(at, at) for at in pen.random.sample(range(number), 2)]
    back = [(at, pen.random.randrange(at)) for at in pen.random.sample(range(2, number), 2)]
    return [*pairs, *loops, *back]


def two_rings(pen: Pen, number: int) -> Pairs:
    """Return the edges of two separate rings."""
    half = pen.random.randint(3, number - 3)
    return [
        *((at, (at + 1) % half) for at in range(half)),
        *((at, at + 1 if at + 1 < number else half) for at in range(half, number)),
    ]


def twos(pen: Pen, number: int) -> Pairs:
    """Return edges in both directions between the nodes of each pair."""
    return [pair for at in range(0, number - 1, 2) for pair in ((at, at + 1), (at + 1, at))]


Structure = Callable[[Pen, int], Pairs]


STARS = (("out_of_one", "branching"), ("into_one", "gathering"))
"""A star is a tree with one level: a chief with many subordinates is an organization too."""


class Group(NamedTuple):
    """Domains with the same words. `things` is the noun for a node."""

    name: str
    words: str
    things: str
    domains: Sequence[tuple[str, Structure]]
    alike: Sequence[tuple[str, str]] = ()
    """Pairs of structures that are easily confused: never options of the same question."""

    def alike_to(self, structure: Structure) -> tuple[str, ...]:
        """Return the kinds with which a structure is easily confused."""
        own, known = structure.__name__, {domain.__name__ for _, domain in self.domains}
        others = [name for pair in self.alike if own in pair for name in pair if name != own]
        return tuple(f"{self.name}-{name}" for name in others if name in known)


GROUPS = (
    Group(
        "people",
        NAMES,
        "person",
        (
            ("Line of succession", line),
            ("Gift exchange in which everybody gives one present and gets one", ring),
            ("Invitation that one person sends to all others", out_of_one),
            ("Vote in which all others chose the same person", into_one),
            ("Organizational chart", branching),
            ("Family tree", two_parents),
            ("List of pen pals, who write to each other in pairs", twos),
        ),
        (*STARS, ("branching", "two_parents")),
    ),
    Group(
        "towns",
        TOWNS,
        "town",
        (
            ("Itinerary of a one-way journey", line),
            ("Itinerary of a round trip", ring),
            ("Flights of an airline from its only hub", out_of_one),
            ("Guests' journeys to one fair", into_one),
            ("Distribution network of a main depot and smaller depots", branching),
            ("Collection of mail through regional centers", gathering),
            ("Two separate round trips", two_rings),
        ),
        STARS,
    ),
    Group(
        "steps",
        STEPS,
        "step",
        (
            ("Flowchart", flow),
            ("Cycle diagram", ring),
            ("First step after which all others can begin", out_of_one),
            ("Last step that waits for all others", into_one),
            ("Breakdown of work into smaller and smaller tasks", branching),
            ("Assembly of a product from parts, stage by stage", gathering),
            ("State machine", states),
        ),
        (*STARS, ("flow", "states"), ("ring", "states")),
    ),
    Group(
        "hosts",
        HOSTS,
        "computer",
        (
            ("Processing pipeline", line),
            ("Ring network", ring),
            ("Server that sends the same file to all other computers", out_of_one),
            ("Server that collects the records of all other computers", into_one),
            ("Broadcast tree", branching),
            ("Data collection over relays", gathering),
            ("Pairs of computers that copy each other's data", twos),
        ),
        STARS,
    ),
    Group(
        "words",
        WORDS,
        "page",
        (
            ("Slide show from a first page to a last one", line),
            ("Web ring, in which each page links to the next", ring),
            ("Table of contents", out_of_one),
            ("Links back to the home page", into_one),
            ("Site map", branching),
            ("Links from details up to general topics", gathering),
            ("Two separate rings of pages", two_rings),
        ),
        STARS,
    ),
)


def drawn(group: Group, structure: Structure, pen: Pen) -> None:
    """Draw the things of a group, joined in a given structure."""
    pen.things = group.things
    pen.engines = ("dot", "dot", "neato")
    role = pen.role("thing", f"{group.things}s", "box", "ellipse", "egg", "hexagon", "note")
    number = pen.many(7, 18)
    if structure is twos and number % 2:
        number += 1
    labels = pen.pick(group.words, number)
    order = pen.random.sample(range(number), number)
    named = dict(zip(order, pen.nodes(labels, role), strict=True))
    pairs = structure(pen, number)
    for start, end in pen.random.sample(pairs, len(pairs)):
        pen.join(named[start], named[end])


RECIPES = tuple(
    Recipe(
        f"{group.name}-{structure.__name__}",
        concept,
        group.name,
        partial(drawn, group, structure),
        group.alike_to(structure),
        family=group.name,
        own=structure,
    )
    for group in GROUPS
    for concept, structure in group.domains
)
