"""Illusions of size: which of three things is largest, among surroundings that make one of them look so."""

import random

from .figure import INK, SOFT, TARGET, Kind, any_of_three, around, circle, element, line, program, sizes

COLUMNS = ("the left one", "the middle one", "the right one", "none: all three are the same size")
ROWS = ("the upper one", "the middle one", "the lower one", "none: all three are the same size")
ACROSS = (90.0, 256.0, 422.0)


def ebbinghaus(truth: int, lure: int, draw: random.Random) -> str:
    """Ebbinghaus (1902): among small discs a disc looks larger than among large ones."""
    soft = draw.choice(SOFT)
    y = draw.uniform(236, 276)
    elements = []
    for index, (x, radius) in enumerate(zip(ACROSS, sizes(truth, draw.uniform(19, 22), draw), strict=True)):
        ring, size, count = (36.0, 7.0, 12) if index == lure else (54.0, 21.0, 6)
        turn = draw.uniform(0, 60)
        for step in range(count):
            elements.append(circle(*around(x, y, ring, turn + 360 * step / count), size, soft))
        elements.append(circle(x, y, radius, TARGET))
    return program(elements, draw)


def delboeuf(truth: int, lure: int, draw: random.Random) -> str:
    """Delboeuf (1865): a disc in a narrow ring looks larger than one in a wide ring."""
    ink = draw.choice(INK)
    elements = []
    for index, (x, radius) in enumerate(zip(ACROSS, sizes(truth, draw.uniform(24, 30), draw), strict=True)):
        y = draw.uniform(186, 326)
        ring = draw.uniform(42, 46) if index == lure else draw.uniform(64, 76)
        elements.append(element("circle", cx=x, cy=y, r=ring, fill="none", stroke=ink, stroke_width=3))
        elements.append(circle(x, y, radius, TARGET))
    return program(elements, draw)


def ponzo(truth: int, lure: int, draw: random.Random) -> str:
    """Ponzo (1911): between converging lines, the bar nearer to their intersection looks longer. `lure` is 0 or 2."""
    ink = draw.choice(INK)
    near, far = draw.uniform(40, 70), draw.uniform(210, 240)
    top, bottom = (near, far) if lure == 0 else (far, near)
    elements = [line(256 + side * top, 40, 256 + side * bottom, 472, ink, 4) for side in (-1, 1)]
    for rung in range(draw.choice((0, 5, 7)), 0, -1):
        share = rung / 8
        half = top + (bottom - top) * share
        elements.append(line(256 - half, 40 + 432 * share, 256 + half, 40 + 432 * share, ink, 1.5))
    for y, width in zip((118.0, 256.0, 394.0), sizes(truth, draw.uniform(96, 116), draw), strict=True):
        elements.append(element("rect", x=256 - width / 2, y=y - 8, width=width, height=16, fill=TARGET))
    return program(elements, draw)


def either_end(truth: int, draw: random.Random) -> int:
    return draw.choice((0, 2))


def jastrow(truth: int, lure: int, draw: random.Random) -> str:
    """Jastrow (1892): of equal ring segments, the one on the inner side of the bend looks larger. `lure` is 0 or 2."""
    inner = draw.uniform(200, 230)
    thick = draw.uniform(50, 58)
    half = draw.uniform(17, 26)
    grown = draw.uniform(1.2, 1.3)
    elements = []
    for index, top in enumerate((60.0, 200.0, 340.0)):
        middle = draw.uniform(186, 326)
        # A larger segment has a wider angle and the same radii.
        angle = half * grown if index == truth else half
        elements.append(segment(middle, top, inner, thick, angle, bent_down=lure == 2))
    return program(elements, draw, turn=20)


def segment(x: float, top: float, inner: float, thick: float, half: float, bent_down: bool) -> str:
    """A piece of a ring, symmetric about the vertical through x; the crown lies at `top` of a band 110 high."""
    outer = inner + thick
    y, up = (top + outer, -90) if bent_down else (top + 110 - outer, 90)
    corners = ((outer, -1), (outer, 1), (inner, 1), (inner, -1))
    (a, b), (c, d), (e, f), (g, h) = (around(x, y, radius, up + side * half) for radius, side in corners)
    # Angles grow clockwise on the screen, which is the sweep flag 1.
    data = (
        f"M{a:.2f} {b:.2f}A{outer:.2f} {outer:.2f} 0 0 1 {c:.2f} {d:.2f}"
        f"L{e:.2f} {f:.2f}A{inner:.2f} {inner:.2f} 0 0 0 {g:.2f} {h:.2f}Z"
    )
    return element("path", d=data, fill=TARGET)


def contrast(truth: int, lure: int, draw: random.Random) -> str:
    """Simultaneous contrast (Chevreul 1839): a grey on a dark ground looks lighter than on a light one."""
    base = draw.randint(105, 125)
    step = draw.randint(26, 36)
    dark, light = draw.randint(25, 45), draw.randint(205, 235)
    elements = []
    for index, x in enumerate(ACROSS):
        ground = dark if index == lure else light
        patch = base + step if index == truth else base
        elements.append(element("rect", x=x - 80, y=140, width=160, height=232, fill=grey(ground)))
        elements.append(element("rect", x=x - 32, y=224, width=64, height=64, fill=grey(patch)))
    return program(elements, draw)


def grey(level: int) -> str:
    return f"#{level:02x}{level:02x}{level:02x}"


KINDS = {
    "ebbinghaus": Kind(
        "size",
        (
            "Which of the three orange discs is the largest?",
            "One of the orange discs may be larger than the other two. Which one?",
        ),
        COLUMNS,
        ebbinghaus,
        any_of_three,
    ),
    "delboeuf": Kind(
        "size",
        (
            "Which of the three ringed orange discs is the largest?",
            "Compare the orange discs inside the rings. Which of them is larger than the others?",
        ),
        COLUMNS,
        delboeuf,
        any_of_three,
    ),
    "ponzo": Kind(
        "length",
        (
            "Which of the three orange bars is the longest?",
            "One of the orange bars may be longer than the other two. Which one?",
        ),
        ("the upper one", "the middle one", "the lower one", "none: all three are equally long"),
        ponzo,
        either_end,
    ),
    "jastrow": Kind(
        "size",
        (
            "Which of the three curved orange bands is the largest?",
            "Compare the curved orange bands. Which of them is larger than the others?",
        ),
        ROWS,
        jastrow,
        either_end,
    ),
    "simultaneous-contrast": Kind(
        "lightness",
        (
            "Which of the three small gray squares has the lightest gray?",
            "Compare the small squares. Which of them is painted in a lighter gray than the others?",
        ),
        ("the left one", "the middle one", "the right one", "none: all three have the same gray"),
        contrast,
        any_of_three,
    ),
}
