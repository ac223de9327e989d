"""Domains that share their words: of one group, each is told by how the same things are joined, and by nothing else.

All have about as many edges as nodes, which are written in any order, and neither remarks nor labels name them.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from ..pen import Pen
from ..recipe import Recipe

Pairs = list[tuple[int, int]]
NAMES = (
    "Anna, Bruno, Clara, David, Edith, Felix, Greta, Hugo, Ida, Jonas, Karen, Leo, Maria, Noah, Olga, Peter, Rosa, "
    "Samuel, Tilda, Viktor, Wilma, Max, Nora, Tom"
)
TOWNS = (
    "Oslo, Paris, Madrid, Vienna, Prague, Lisbon, Dublin, Athens, Warsaw, Rome, Bern, Riga, Sofia, Zagreb, Helsinki, "
    "Tallinn, Vilnius, Porto, Lyon, Turin, Graz, Gdansk"
)
STEPS = (
    "Weigh, Sort, Wash, Cut, Mix, Heat, Cool, Press, Dry, Pack, Label, Check, Store, Paint, Drill, Sand, Polish, Fold, "
    "Glue, Rinse"
)
HOSTS = (
    "alpha, bravo, castor, delta, echo, falcon, gamma, hydra, iris, jupiter, kilo, lima, mira, nova, orion, pollux, "
    "quartz, rigel, sirius, titan"
)
WORDS = (
    "light, water, stone, river, bridge, garden, winter, music, paper, silver, forest, harbor, market, mirror, letter, "
    "window, candle, island, meadow, signal"
)


def line(pen: Pen, number: int) -> Pairs:
    """Return edges from each to the next."""
    return [(at, at + 1) for at in range(number - 1)]


def ring(pen: Pen, number: int) -> Pairs:
    """Return edges from each to the next, and from the last to the first."""
    return [(at, (at + 1) % number) for at in range(number)]


def out_of_one(pen: Pen, number: int) -> Pairs:
    """Return edges from one to all others."""
    return [(0, at) for at in range(1, number)]


def into_one(pen: Pen, number: int) -> Pairs:
    """Return edges from all others to one."""
    return [(at, 0) for at in range(1, number)]


def branching(pen: Pen, number: int) -> Pairs:
    """Return edges from each to one to three below it, on at least two levels."""
    return [
        (0, 1),
        (0, 2),
        *((pen.random.randrange(max(1, at // 3), max(2, at // 2 + 1)), at) for at in range(3, number)),
    ]


def gathering(pen: Pen, number: int) -> Pairs:
    """Return edges from each to the one that it flows into, on at least two levels."""
    return [(end, start) for start, end in branching(pen, number)]


def two_rings(pen: Pen, number: int) -> Pairs:
    """Return the edges of two rings that do not meet."""
    half = pen.random.randint(3, number - 3)
    return [
        *((at, (at + 1) % half) for at in range(half)),
        *((at, at + 1 if at + 1 < number else half) for at in range(half, number)),
    ]


def twos(pen: Pen, number: int) -> Pairs:
    """Return edges that join two and two, in both senses."""
    return [pair for at in range(0, number - 1, 2) for pair in ((at, at + 1), (at + 1, at))]


Structure = Callable[[Pen, int], Pairs]


class Group(NamedTuple):
    """Domains with the same words. `things` is the noun of a node."""

    name: str
    words: str
    things: str
    domains: Sequence[tuple[str, Structure]]


GROUPS = (
    Group(
        "people",
        NAMES,
        "person",
        (
            ("A message that is passed on from person to person", line),
            ("A round of presents, in which everybody gives one and gets one", ring),
            ("An invitation that one person sends to all others", out_of_one),
            ("A vote in which all others chose the same person", into_one),
            ("Chief and staff: who gives orders to whom, over several ranks", branching),
            ("Reports that staff write to their superiors, over several ranks", gathering),
            ("Pen pals, who write to each other in pairs", twos),
        ),
    ),
    Group(
        "towns",
        TOWNS,
        "town",
        (
            ("A journey from town to town that does not return", line),
            ("A round trip", ring),
            ("Flights from one hub to all other towns", out_of_one),
            ("Guests who come from all other towns to one fair", into_one),
            ("Parcels that go from a main depot over smaller depots", branching),
            ("Rivers that join on their way to the mouth", gathering),
            ("Two separate round trips", two_rings),
        ),
    ),
    Group(
        "steps",
        STEPS,
        "step",
        (
            ("Steps of work, one after another, to an end", line),
            ("Steps of work that are repeated without end", ring),
            ("A first step after which all others can begin", out_of_one),
            ("A last step that waits for all others", into_one),
            ("Work that is divided again and again", branching),
            ("Work that is put together from parts, stage by stage", gathering),
            ("Two machines, each of which repeats steps of its own", two_rings),
        ),
    ),
    Group(
        "hosts",
        HOSTS,
        "computer",
        (
            ("Computers that hand data on from the first to the last", line),
            ("Computers that hand a token around", ring),
            ("A server that sends the same file to all other computers", out_of_one),
            ("A server that collects the records of all other computers", into_one),
            ("A broadcast that goes over relays", branching),
            ("Measurements that are added up over relays", gathering),
            ("Pairs of computers that copy each other's data", twos),
        ),
    ),
    Group(
        "words",
        WORDS,
        "page",
        (
            ("Pages to be read from the first to the last", line),
            ("Pages each of which links to the next, and the last to the first", ring),
            ("A table of contents that links to all other pages", out_of_one),
            ("Pages that all link back to the home page", into_one),
            ("Pages that lead from topics to topics within them", branching),
            ("Pages that lead from details up to the topics that hold them", gathering),
            ("Two separate rings of pages", two_rings),
        ),
    ),
)


def drawn(group: Group, structure: Structure, pen: Pen) -> None:
    """Draw things of a group, joined as a structure says."""
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
        family=group.name,
        own=structure,
    )
    for group in GROUPS
    for concept, structure in group.domains
)
