"""Polygons whose sides are shaped as those of a jigsaw: with bumps, dentes, teeth, tabs and knobs in their middle."""

import itertools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from .arrangements import polygon_sides
from .pattern import NAMES, Pattern, Tweak, a, deletion, generalisation, insertion, jump, length, lines, plural, turn


class Edge(NamedTuple):
    """The form of a side: its name, its description, its code, and the name of its inverse."""

    name: str
    words: str
    code: str
    inverse: str


THIRD = "side / 3"


def middle(*parts: str) -> str:
    """A side whose middle third is replaced."""
    return lines(f"t.forward({THIRD})", *parts, f"t.forward({THIRD})")


def mirrored(code: str) -> str:
    swapped = code.replace("t.left", "t.LEFT").replace("t.right", "t.left").replace("t.LEFT", "t.right")
    return swapped.replace("t.circle(", "t.circle(-")


SPIKE = middle("t.right(60)", f"t.forward({THIRD})", "t.left(120)", f"t.forward({THIRD})", "t.right(60)")
BUMP = middle("t.right(90)", "t.circle(side / 6, 180)", "t.right(90)")
TAB = middle(
    *("t.right(90)", f"t.forward({THIRD})", "t.left(90)", f"t.forward({THIRD})"),
    *("t.left(90)", f"t.forward({THIRD})", "t.right(90)"),
)
SHOULDER = "t.forward(side / 2 - side / 6 / sqrt(2))"
KNOB = lines(SHOULDER, "t.right(135)", "t.circle(side / 6, 270)", "t.right(135)", SHOULDER)
_ON = "in place of its middle third, which is not drawn itself"

EDGES = {
    "bump": Edge("bump", f"a semicircle that bulges outwards, {_ON}", BUMP, "dent"),
    "dent": Edge("dent", f"a semicircle that bulges inwards, {_ON}", mirrored(BUMP), "bump"),
    "spike": Edge("spike", f"two sides of an equilateral triangle that points outwards, {_ON}", SPIKE, "cut"),
    "cut": Edge("cut", f"two sides of an equilateral triangle that points inwards, {_ON}", mirrored(SPIKE), "spike"),
    "tab": Edge("tab", f"three sides of a square that stands outwards, {_ON}", TAB, "slot"),
    "slot": Edge("slot", f"three sides of a square that goes inwards, {_ON}", mirrored(TAB), "tab"),
    "knob": Edge(
        "knob",
        "a knob outwards: three quarters of a circle with the radius `side / 6`, whose open quarter lies on the "
        "middle of "
        "the side and is not drawn",
        KNOB,
        "socket",
    ),
    "socket": Edge(
        "socket",
        "a socket inwards: three quarters of a circle with the radius `side / 6`, whose open quarter lies on the "
        "middle "
        "of the side and is not drawn",
        mirrored(KNOB),
        "knob",
    ),
}
PLAIN = ""
STRAIGHT = "t.forward(side)"
HOSTS = (3, 4, 5, 6)
CROWDED = {(3, "cut"), (3, "slot"), (3, "socket"), (4, "slot")}
"""Sides that would touch each other inside."""


def code_of(edge: str) -> str:
    return EDGES[edge].code if edge else STRAIGHT


def body(edges: Sequence[str], sides: int) -> str:
    """The sides counterclockwise from the bottom one. Equal ones are drawn in a loop."""
    after = f"t.left({turn(sides)})"
    if len(set(edges)) == 1:
        return lines(f"for _ in range({sides}):", indented(lines(code_of(edges[0]), after)))
    if sides % 2 == 0 and list(edges[:2]) * (sides // 2) == list(edges):
        both = lines(code_of(edges[0]), after, code_of(edges[1]), after)
        return lines(f"for _ in range({sides // 2}):", indented(both))
    return lines(*(lines(code_of(edge), after) for edge in edges))


def indented(code: str) -> str:
    return "\n".join(f"    {line}" for line in code.splitlines())


def on_all_sides(edge: str, sides: int, draw: random.Random) -> list[Pattern]:
    edges = [edge] * sides
    words = f"{start(sides)}. Every side has {EDGES[edge].words}."
    others = [
        generalisation(
            f"draws the given shape with {a(NAMES[other])} instead of the {NAMES[sides]}, with sides of the same "
            f"length "
            f"and the same {plural(edge)}, one in every side",
            body([edge] * other, other),
        )
        for other in HOSTS
        if abs(other - sides) == 1 and (other, edge) not in CROWDED
    ]
    kind = f"{NAMES[sides]} with {plural(edge)}"
    return [jigsaw(kind, edges, words, draw, others)]


def alternating(first: str, second: str, sides: int, draw: random.Random) -> list[Pattern]:
    edges = [first, second] * (sides // 2)
    other = f"each of those between has {EDGES[second].words}" if second else "those between are straight lines"
    words = (
        f"{start(sides)}. Going around from the bottom side, every second side, the bottom one among them, has "
        f"{EDGES[first].words}; {other}."
    )
    kind = f"{NAMES[sides]} with {plural(first)} and {plural(second) if second else 'straight sides'}"
    return [jigsaw(kind, edges, words, draw)]


def piece(edges: Sequence[str], draw: random.Random) -> list[Pattern]:
    """A square whose sides differ."""
    edges = list(edges)
    named = [
        f"The {name} has {EDGES[edge].words}." if edge else f"The {name} is a straight line."
        for name, edge in zip(polygon_sides(4), edges, strict=True)
    ]
    words = " ".join([f"{start(4)}, shaped as a piece of a jigsaw.", *named])
    return [jigsaw(f"jigsaw piece: {', '.join(edge or 'straight' for edge in edges)}", edges, words, draw)]


def start(sides: int) -> str:
    return f"{a(NAMES[sides]).capitalize()} with sides of length `side` and a horizontal bottom side"


def jigsaw(kind: str, edges: Sequence[str], words: str, draw: random.Random, more: Sequence[Tweak] = ()) -> Pattern:
    sides = len(edges)
    side = length(draw, 120, 180, 6) if sides < 5 else length(draw, 90, 132, 6)
    return Pattern(kind, {"side": side}, words, body(edges, sides), (*more, *changes(edges, sides)))


def changes(edges: Sequence[str], sides: int) -> Iterator[Tweak]:
    """Return the changes of single sides, of all sides, and of decorations of a side."""
    names = polygon_sides(sides)
    for index, (name, edge) in enumerate(zip(names, edges, strict=True)):
        if not name:
            continue

        def with_side(code: str, index: int = index) -> str:
            parts = [code if here == index else code_of(edge) for here, edge in enumerate(edges)]
            return lines(*(lines(part, f"t.left({turn(sides)})") for part in parts))

        yield deletion(f"removes the whole {name} from the given shape, keeping the others", with_side(jump("side")))
        if edge:
            yield deletion(f"removes the {edge} from the {name}, which becomes a straight line", with_side(STRAIGHT))
            swapped = EDGES[EDGES[edge].inverse]
            yield Tweak(
                ("reflection",),
                f"inverts the {edge} in the {name} alone, so that it goes {way(swapped.name)} and becomes "
                f"{a(swapped.name)} of the same size",
                with_side(swapped.code),
            )
        else:
            for added in dict.fromkeys(edge for edge in edges if edge):
                yield insertion(
                    f"adds {a(added)} to the straight {name}, like the one that the given shape has elsewhere",
                    with_side(code_of(added)),
                )
    carried = [edge for edge in edges if edge]
    inverted = [EDGES[edge].inverse if edge else PLAIN for edge in edges]
    if len(carried) > 1 and not (len(set(inverted)) == 1 and (sides, inverted[0]) in CROWDED):
        yield Tweak(
            ("reflection",),
            f"inverts what the sides carry: {inversions(carried)}",
            body(inverted, sides),
        )
    closed = [lines(code_of(edge), base(edge)) if edge else STRAIGHT for edge in edges]
    yield insertion(
        "adds the straight lines that complete all sides of the given shape to their whole length `side`",
        lines(*(lines(part, f"t.left({turn(sides)})") for part in closed)),
    )


def base(edge: str) -> str:
    """Return the code that goes back along the side to its start, and then along it again."""
    return lines("t.backward(side)", "t.forward(side)")


def way(edge: str) -> str:
    return "outwards" if edge in ("bump", "spike", "tab", "knob") else "inwards"


def inversions(carried: Sequence[str]) -> str:
    parts = [f"every {edge} becomes {a(EDGES[edge].inverse)} of the same size" for edge in dict.fromkeys(carried)]
    return " and ".join(parts)


ALTERNATING = (
    *(("bump", "dent", 4), ("spike", "slot", 4), ("tab", "dent", 4), ("knob", "socket", 4), ("bump", PLAIN, 6)),
    *(("cut", "bump", 6), ("tab", PLAIN, 4), ("spike", "dent", 6), ("knob", PLAIN, 6), ("slot", PLAIN, 6)),
    *(("socket", PLAIN, 4), ("cut", "tab", 4)),
)
PIECES = (
    *(("knob", "socket", "knob", "socket"), ("knob", "knob", "socket", PLAIN), (PLAIN, "tab", "slot", "bump")),
    *(("dent", "bump", PLAIN, "spike"), (PLAIN, "knob", PLAIN, "socket"), ("spike", PLAIN, "cut", "knob")),
    *(("slot", "dent", "tab", "bump"), (PLAIN, PLAIN, "bump", "dent"), ("socket", "spike", PLAIN, "tab")),
    *(("cut", PLAIN, "knob", PLAIN), ("bump", "cut", "bump", PLAIN), (PLAIN, "slot", "spike", "slot")),
)

Variants = Callable[[random.Random], list[Pattern]]

KINDS: Mapping[str, Variants] = (
    {
        f"{NAMES[sides]}, {edge}": partial(on_all_sides, edge, sides)
        for sides, edge in itertools.product(HOSTS, EDGES)
        if (sides, edge) not in CROWDED
    }
    | {f"alternating {sides}, {one}, {two}": partial(alternating, one, two, sides) for one, two, sides in ALTERNATING}
    | {f"jigsaw piece, {' '.join(edges)}": partial(piece, edges) for edges in PIECES}
)
