"""Illusions of length: which of three stretches is longest, among marks that make one of them look so."""

import random

from .figure import (
    INK,
    SOFT,
    TARGET,
    Kind,
    any_of_three,
    around,
    element,
    factor,
    line,
    polygon,
    program,
    sizes,
)


def muller_lyer(truth: int, lure: int, draw: random.Random) -> str:
    """Müller-Lyer (1889): a line between fins that open outwards looks longer than one between arrow heads."""
    ink = draw.choice(INK)
    fin, spread = draw.uniform(28, 38), draw.uniform(35, 45)
    shift = [draw.uniform(-24, 24) for _ in range(3)]
    elements = []
    for index, (y, length) in enumerate(
        zip((116.0, 256.0, 396.0), sizes(truth, draw.uniform(160, 200), draw), strict=True)
    ):
        left, right = 256 + shift[index] - length / 2, 256 + shift[index] + length / 2
        for x, outwards in ((left, 180), (right, 0)):
            way = outwards if index == lure else outwards + 180
            for turn in (-spread, spread):
                elements.append(line(x, y, *around(x, y, fin, way + turn), ink, 4))
        elements.append(line(left, y, right, y, TARGET, 5))
    return program(elements, draw, turn=20)


def oppel_kundt(truth: int, lure: int, draw: random.Random) -> str:
    """Oppel and Kundt (1855, 1863): a stretch divided by strokes looks longer than an empty one."""
    ink = draw.choice(INK)
    spans = sizes(truth, draw.uniform(108, 132), draw)
    tall, short = draw.uniform(34, 64), draw.uniform(18, 30)
    y, x = draw.uniform(230, 282), 256 - sum(spans) / 2
    elements = []
    for index, span in enumerate(spans):
        if index == lure:
            count = draw.randint(9, 12)
            elements += [
                line(x + span * step / count, y - short, x + span * step / count, y + short, ink, 2)
                for step in range(1, count)
            ]
        elements.append(line(x, y - tall, x, y + tall, TARGET, 4))
        x += span
    elements.append(line(x, y - tall, x, y + tall, TARGET, 4))
    return program(elements, draw, turn=25)


def vertical_horizontal(truth: int, lure: int, draw: random.Random) -> str:
    """Fick (1851): an upright line looks longer than a level one."""
    upright, level, slanted = sizes(truth, draw.uniform(140, 200), draw)
    below = draw.choice((-1, 1))
    # The horizontal line is above or below the two others, which are side by side.
    y, x = 256 + below * draw.uniform(150, 190), draw.uniform(170, 342)
    row = 256 - below * draw.uniform(40, 70)
    middles = [(draw.uniform(*span), row + draw.uniform(-30, 30)) for span in ((110, 170), (332, 392))]
    (a, b), (c, d) = draw.sample(middles, 2)
    way = draw.choice((-1, 1)) * draw.uniform(38, 52)
    elements = [
        line(a, b - upright / 2, a, b + upright / 2, TARGET, 5),
        line(x - level / 2, y, x + level / 2, y, TARGET, 5),
        line(*around(c, d, slanted / 2, way + 180), *around(c, d, slanted / 2, way), TARGET, 5),
    ]
    draw.shuffle(elements)
    return program(elements, draw, turn=6)


def upright(truth: int, draw: random.Random) -> int:
    return 0


def sander(truth: int, lure: int, draw: random.Random) -> str:
    """Sander (1926): the diagonal of a large parallelogram looks longer than an equal one of a small parallelogram."""
    ink, soft = draw.choice(INK), draw.choice(SOFT)
    base = draw.uniform(90, 112)
    grown = base * factor(draw)
    elements = []
    for index, y in enumerate((150.0, 300.0, 450.0)):
        length = round(grown if index == truth else base, 1)
        left = draw.uniform(130, 270)
        rise = draw.uniform(60, 80)
        # The diagonal goes from the lower left corner to the upper right one; the box about it is wide or narrow.
        run = (length**2 - rise**2) ** 0.5
        lean = draw.uniform(70, 90) if index == lure else draw.uniform(-70, -50)
        corners = [(left, y), (left + run - lean, y), (left + run, y - rise), (left + lean, y - rise)]
        if index == lure:
            corners = [(left, y), (left + run + lean, y), (left + run, y - rise), (left - lean, y - rise)]
        elements.append(polygon(corners, soft))
        elements.append(
            element(
                "polygon",
                points=" ".join(f"{a:.2f},{b:.2f}" for a, b in corners),
                fill="none",
                stroke=ink,
                stroke_width=2,
            )
        )
        elements.append(line(left, y, left + run, y - rise, TARGET, 5))
    return program(elements, draw, turn=15)


KINDS = {
    "muller-lyer": Kind(
        "length",
        (
            "Which of the three orange lines is the longest? Only the orange lines count, not the fins at their ends.",
            "Leaving the dark fins aside, which orange line is longer than the other two?",
        ),
        ("the upper one", "the middle one", "the lower one", "none: all three are equally long"),
        muller_lyer,
        any_of_three,
    ),
    "oppel-kundt": Kind(
        "length",
        (
            "Four tall orange strokes bound three stretches side by side. Which stretch is the widest?",
            "Which of the three distances between neighboring orange strokes is the largest?",
        ),
        ("the left one", "the middle one", "the right one", "none: all three are equally wide"),
        oppel_kundt,
        any_of_three,
    ),
    "vertical-horizontal": Kind(
        "length",
        (
            "Which of the three orange lines is the longest?",
            "An upright, a level and a slanted line are drawn in orange. Which one is longer than the other two?",
        ),
        ("the upright one", "the level one", "the slanted one", "none: all three are equally long"),
        vertical_horizontal,
        upright,
    ),
    "sander": Kind(
        "length",
        (
            "Each parallelogram has an orange diagonal. Which diagonal is the longest?",
            "Which of the three orange diagonals is longer than the other two?",
        ),
        ("the upper one", "the middle one", "the lower one", "none: all three are equally long"),
        sander,
        any_of_three,
    ),
}
