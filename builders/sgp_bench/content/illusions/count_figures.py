"""Illusions of things that are not there: count only what is drawn."""

import random

from .figure import INK, TARGET, Kind, around, circle, element, program

NUMBERS = ("none", "one", "two", "three")
SIDE_OF_GRID = 420.0
POSITIONS = ((140.0, 150.0), (372.0, 150.0), (256.0, 372.0))


def kanizsa(truth: int, lure: int, draw: random.Random) -> str:
    """Kanizsa (1955): three notched discs make the eye see a triangle that has no outline. `truth` triangles have one;
    the eye counts `lure`."""
    ink = draw.choice(INK)
    drawn = set(draw.sample(range(3), truth))
    seen = drawn | set(draw.sample([index for index in range(3) if index not in drawn], lure - truth))
    elements = []
    for index, (x, y) in enumerate(POSITIONS):
        turn = draw.uniform(0, 120)
        corners = [around(x, y, 78, turn + 120 * step) for step in range(3)]
        if index in drawn:
            points = " ".join(f"{a:.2f},{b:.2f}" for a, b in corners)
            elements.append(element("polygon", points=points, fill="none", stroke=TARGET, stroke_width=4))
        elif index in seen:
            elements += [notched(*corner, turn + 120 * step + 180, ink) for step, corner in enumerate(corners)]
        else:
            elements += [circle(*corner, 24, ink) for corner in corners]
    return program(elements, draw)


def notched(x: float, y: float, towards: float, fill: str) -> str:
    """A disc without the sector of 60° that points this way."""
    (a, b), (c, d) = (around(x, y, 24, towards + turn) for turn in (30, -30))
    return element("path", d=f"M{x:.2f} {y:.2f}L{a:.2f} {b:.2f}A24 24 0 1 1 {c:.2f} {d:.2f}Z", fill=fill)


def with_imagined(truth: int, draw: random.Random) -> int:
    return draw.randint(min(truth + 1, 3), 3)


def hermann_grid(truth: int, lure: int, draw: random.Random) -> str:
    """Hermann (1870): between dark squares the crossings of the light streets look grey. Some truly have a grey dot:
    none, two, five or all nine."""
    ink = draw.choice(INK)
    street = draw.uniform(17, 21)
    square = (SIDE_OF_GRID - 3 * street) / 4
    elements = [
        element(
            "rect",
            x=46 + column * (square + street),
            y=46 + row * (square + street),
            width=square,
            height=square,
            fill=ink,
        )
        for row in range(4)
        for column in range(4)
    ]
    crossings = [
        (46 + (column + 1) * (square + street) - street / 2, 46 + (row + 1) * (square + street) - street / 2)
        for row in range(3)
        for column in range(3)
    ]
    for x, y in sorted(draw.sample(crossings, (0, 2, 5, 9)[truth])):
        elements.append(circle(x, y, street * 0.4, "#8c8c8c"))
    return program(elements, draw)


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
            "At how many of the nine crossings between the dark squares is a gray dot really drawn?",
            "How many gray dots are drawn where the light streets cross?",
        ),
        ("at none of them", "two", "five", "at all nine"),
        hermann_grid,
        everywhere,
    ),
}
