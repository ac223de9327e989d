"""Illusions of things that are not there: count only the drawing."""

import random

from .figure import INK, SIDE, TARGET, Kind, around, circle, element, program

NUMBERS = ("none", "one", "two", "three")
SIDE_OF_GRID = 420.0
APART = 135.0
"""The distance of the middles of three triangles from that of the canvas."""


def kanizsa(truth: int, lure: int, draw: random.Random) -> str:
    """Kanizsa (1955): three notched discs make the eye see a triangle that has no outline. `truth` triangles have one;
    the eye counts `lure`."""
    ink = draw.choice(INK)
    drawn = set(draw.sample(range(3), truth))
    seen = drawn | set(draw.sample([index for index in range(3) if index not in drawn], lure - truth))
    elements = []
    around_middle = draw.uniform(0, 120)
    for index in range(3):
        x, y = around(SIDE / 2, SIDE / 2, APART, around_middle + 120 * index)
        turn, size = draw.uniform(0, 120), draw.uniform(62, 84)
        disc = size * draw.uniform(0.25, 0.3)
        corners = [around(x, y, size, turn + 120 * step) for step in range(3)]
        if index in drawn:
            points = " ".join(f"{a:.2f},{b:.2f}" for a, b in corners)
            elements.append(element("polygon", points=points, fill="none", stroke=TARGET, stroke_width=4))
        elif index in seen:
            elements += [notched(*corner, disc, turn + 120 * step + 180, ink) for step, corner in enumerate(corners)]
        else:
            elements += [circle(*corner, disc, ink) for corner in corners]
    return program(elements, draw)


def notched(x: float, y: float, radius: float, towards: float, fill: str) -> str:
    """A disc without the sector of 60° that points this way."""
    (a, b), (c, d) = (around(x, y, radius, towards + turn) for turn in (30, -30))
    data = f"M{x:.2f} {y:.2f}L{a:.2f} {b:.2f}A{radius:.2f} {radius:.2f} 0 1 1 {c:.2f} {d:.2f}Z"
    return element("path", d=data, fill=fill)


def with_imagined(truth: int, draw: random.Random) -> int:
    return draw.randint(min(truth + 1, 3), 3)


def hermann_grid(truth: int, lure: int, draw: random.Random) -> str:
    """Hermann (1870): between dark blocks the crossings of the light streets look grey. Some truly have a grey dot:
    none, two, five or all nine."""
    ink = draw.choice(INK)
    street = draw.uniform(18, 24)
    lefts, widths = blocks(street, draw)
    tops, heights = blocks(street, draw)
    elements = [
        element("rect", x=left, y=top, width=width, height=height, fill=ink)
        for top, height in zip(tops, heights, strict=True)
        for left, width in zip(lefts, widths, strict=True)
    ]
    crossings = [(left - street / 2, top - street / 2) for top in tops[1:] for left in lefts[1:]]
    dot = street * draw.uniform(0.36, 0.42)
    for x, y in sorted(draw.sample(crossings, (0, 2, 5, 9)[truth])):
        elements.append(circle(x, y, dot, "#8c8c8c"))
    return program(elements, draw, turn=18)


def blocks(street: float, draw: random.Random) -> tuple[list[float], list[float]]:
    """Return where four blocks side by side begin, and how wide they are, with streets between them."""
    parts = [draw.uniform(0.7, 1.3) for _ in range(4)]
    widths = [(SIDE_OF_GRID - 3 * street) * part / sum(parts) for part in parts]
    return [46 + sum(widths[:index]) + index * street for index in range(4)], widths


def everywhere(truth: int, draw: random.Random) -> int:
    return 3


KINDS = {
    "kanizsa": Kind(
        "count",
        (
            "How many triangles are drawn with an outline of their own?",
            "Count the triangles whose three sides are really drawn as lines. How many are there?",
        ),
        NUMBERS,
        kanizsa,
        with_imagined,
    ),
    "hermann-grid": Kind(
        "count",
        (
            "At how many of the nine crossings between the dark blocks is a gray dot really drawn?",
            "The light streets have nine crossings. At how many of them is a gray dot drawn?",
        ),
        ("at none of them", "at two of them", "at five of them", "at all nine"),
        hermann_grid,
        everywhere,
    ),
}
