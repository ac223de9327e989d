"""Construction lines, circles and arcs that a sketcher leaves in a sketch: centre lines, diagonals, circles for holes.

They are not edges of the part, and no question counts them; most sketches have any number of them, so that the number
of lines or circles in the text says little about that of the part's.
"""

import math
import random

from sgpkit.graphics.cad.model import Arc, Circle, Curve, Line
from sgpkit.graphics.geometry import Point

from ..drafting import Drawing
from ..piece import plane_box

MAX_LINES = 8
MAX_CIRCLES = 5
MAX_ARCS = 4
BARE = 0.1
"""The share of sketches without any construction."""


def guided(drawing: Drawing, draw: random.Random) -> Drawing:
    """Return the drawing with construction lines, circles and arcs about its middle; one in ten is left without any."""
    if draw.random() < BARE:
        return drawing._replace(construction=())
    boxes = [plane_box(loop) for loop in drawing.loops]
    left, bottom = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, top = max(box[2] for box in boxes), max(box[3] for box in boxes)
    middle = Point((left + right) / 2, (bottom + top) / 2)
    wide, tall = right - left, top - bottom
    added: list[Curve] = []
    for _ in range(draw.randint(0, MAX_LINES)):
        out = Point(draw.uniform(0.3, 0.7) * wide, draw.uniform(0.3, 0.7) * tall)
        out = draw.choice((Point(out.x, 0.0), Point(0.0, out.y), out, Point(out.x, -out.y)))
        off = Point(draw.uniform(-0.3, 0.3) * wide, draw.uniform(-0.3, 0.3) * tall)
        added.append(Line(middle + off - out, middle + off + out))
    for _ in range(draw.randint(0, MAX_CIRCLES)):
        off = draw.choice((Point(0.0, 0.0), Point(draw.uniform(-0.3, 0.3) * wide, draw.uniform(-0.3, 0.3) * tall)))
        added.append(Circle(middle + off, draw.uniform(0.1, 0.6) * min(wide, tall)))
    for _ in range(draw.randint(0, MAX_ARCS)):
        off = Point(draw.uniform(-0.4, 0.4) * wide, draw.uniform(-0.4, 0.4) * tall)
        radius, first, sweep = draw.uniform(0.1, 0.6) * min(wide, tall), draw.uniform(0, 6.3), draw.uniform(0.6, 3.0)
        ends = [Point(math.cos(angle), math.sin(angle)) for angle in (first, first + sweep / 2, first + sweep)]
        added.append(Arc(*(middle + off + end * radius for end in ends)))
    return drawing._replace(construction=(*drawing.construction, *draw.sample(added, len(added))))
