"""Diagrams as scenes: flow, cycle, tree, timeline, Venn diagram, pyramid, mind map.

Parts: background, title, arrows (role arrow; data from, to: indices of steps), then for each step its box (role step,
in the group "step-1-…") and its words (role label).
"""

import math
from collections.abc import Callable

from sgpkit.families.shared.drawings.forms import box, circle, line, polygon, smooth

from ..colors import darker, mixed
from ..ink import filled, stroked, text_width, words
from ..scene import Part
from ..specs import Diagram
from ..wording import counted, quoted
from .boxes import Area, arrow, box_parts
from .plain_shapes import pyramid, venn

WIDTH, HEIGHT = 720, 520
TITLES = {
    "flow": "a flow chart of {count} numbered steps in two rows, read like a snake from the upper left",
    "cycle": "a circular diagram whose {count} numbered steps follow each other clockwise from the top",
    "tree": "a tree diagram with {count} boxes, the root on top",
    "timeline": "a timeline with {count} events from left to right, by turns above and below the line",
    "venn": "a Venn diagram of {count} overlapping circles",
    "pyramid": "a pyramid of {count} numbered levels from the top down, each named to its right",
    "mind map": "a mind map with {count} topics, the first in the middle and the others around it on curved branches",
}


def compose(diagram: Diagram) -> list[Part]:
    return [ground(diagram), title(diagram), *FORMS[diagram.form](diagram)]


def opening(diagram: Diagram) -> str:
    what = TITLES[diagram.form].format(count=counted(len(diagram.steps)))
    return (
        f"{what.replace(',', f', titled {quoted(diagram.title)},', 1)}"
        if "," in what
        else f"{what}, titled {quoted(diagram.title)}"
    )


def ground(diagram: Diagram) -> Part:
    """Return the background with a faint grid of dots."""
    faint = mixed(diagram.ground, diagram.ink, 0.14)
    dots = [
        filled(circle(40.0 + 106.6 * column, 82.0 + 98 * row, 2.5), faint) for row in range(5) for column in range(7)
    ]
    inks = (filled(box(0, 0, WIDTH, HEIGHT), diagram.ground), *dots)
    return Part(
        "background", "background", inks, "background", (diagram.ground,), "a {0} background with a grid of faint dots"
    )


def title(diagram: Diagram) -> Part:
    wide = text_width(diagram.title, 27, True)
    rule = line((360 - wide / 2, 58), (360 + wide / 2, 58))
    inks = (
        words(diagram.title, 360, 46, 27, diagram.ink, bold=True),
        stroked(rule, mixed(diagram.ink, diagram.ground, 0.5), 3),
    )
    return Part("title", "title", inks, "title", (diagram.ink,), data={"text": diagram.title})


def flow(diagram: Diagram) -> list[Part]:
    """Return the parts of a flow chart in two rows, of which the second runs from right to left."""
    count = len(diagram.steps)
    upper = math.ceil(count / 2)
    wide, high = min(150.0, 660 / upper - 46), 104.0
    step = (660 - wide) / max(upper - 1, 1)
    areas = []
    for index in range(count):
        column = index if index < upper else 2 * upper - 1 - index
        x = 30 + wide / 2 + step * column
        areas.append(Area(x, 186.0 if index < upper else 382.0, wide, high))
    parts = []
    for index in range(count - 1):
        parts.append(arrow(diagram, index, index + 1, *between(areas[index], areas[index + 1])))
    for index, area in enumerate(areas):
        parts += box_parts(diagram, index, area, str(index + 1))
    return parts


def between(one: Area, other: Area) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the ends of an arrow between two boxes, sideways or downwards."""
    if abs(one.y - other.y) < 1:
        side = 1 if other.x > one.x else -1
        return (one.x + side * (one.wide / 2 + 4), one.y), (other.x - side * (other.wide / 2 + 6), other.y)
    return (one.x, one.y + one.high / 2 + 4), (other.x, other.y - other.high / 2 - 6)


def cycle(diagram: Diagram) -> list[Part]:
    count = len(diagram.steps)
    x, y, across, down = 360.0, 292.0, 240.0, 158.0
    angles = [-90 + 360 * index / count for index in range(count)]
    areas = [
        Area(x + across * math.cos(math.radians(a)), y + down * math.sin(math.radians(a)), 138.0, 78.0) for a in angles
    ]
    parts = []
    for index, angle in enumerate(angles):
        share = 360 / count
        stretch = [math.radians(angle + share * part) for part in (0.36, 0.5, 0.64)]
        points = [(x + 1.0 * across * math.cos(a), y + 1.0 * down * math.sin(a)) for a in stretch]
        parts.append(arrow(diagram, index, (index + 1) % count, points[0], points[2], points[1]))
    for index, area in enumerate(areas):
        parts += box_parts(diagram, index, area, str(index + 1))
    middle = words(diagram.title.split()[-1], x, y + 6, 20, diagram.ink, bold=True)
    ring = stroked(circle(x, y, 62), mixed(diagram.ink, diagram.ground, 0.6), 3, (8.0, 6.0))
    parts.append(
        Part(
            "middle",
            "middle",
            (ring, middle),
            "label",
            (diagram.ink,),
            f"a dashed ring in the middle with the word {quoted(diagram.title.split()[-1])}",
            data={"text": diagram.title.split()[-1]},
        )
    )
    return parts


def tree(diagram: Diagram) -> list[Part]:
    """Return a tree with the root on top and each level of children below, in the order of the steps."""
    depth = [depth_of(diagram, index) for index in range(len(diagram.steps))]
    rows = [[index for index in range(len(diagram.steps)) if depth[index] == level] for level in range(max(depth) + 1)]
    areas: dict[int, Area] = {}
    for level, row in enumerate(rows):
        slot = 680 / len(row)
        wide, high = min(150.0, slot - 16), 82.0
        y = 126 + level * (336 / max(len(rows) - 1, 1))
        for column, index in enumerate(
            sorted(row, key=lambda index: (areas[diagram.steps[index].parent].x if level else 0, index))
        ):
            areas[index] = Area(20 + slot * (column + 0.5), y, wide, high)
    parts = []
    for index, step in enumerate(diagram.steps):
        if step.parent >= 0:
            above, below = areas[step.parent], areas[index]
            start, end = (above.x, above.y + above.high / 2), (below.x, below.y - below.high / 2 - 6)
            parts.append(arrow(diagram, step.parent, index, start, end, bend="elbow"))
    for index, area in sorted(areas.items()):
        parts += box_parts(diagram, index, area, "")
    return parts


def depth_of(diagram: Diagram, index: int) -> int:
    parent = diagram.steps[index].parent
    return 0 if parent < 0 else 1 + depth_of(diagram, parent)


def timeline(diagram: Diagram) -> list[Part]:
    """Return events alternately above and below a line. The detail of a step is the date."""
    count = len(diagram.steps)
    y = 292.0
    rail = stroked(line((30, y), (672, y)), diagram.ink, 7)
    tip = filled(polygon((672, y - 12), (696, y), (672, y + 12)), diagram.ink)
    parts = [
        Part(
            "line",
            "time line",
            (rail, tip),
            "line",
            (diagram.ink,),
            "a thick {0} line with an arrow tip on its right end",
        )
    ]
    slot = 640 / count
    for index, step in enumerate(diagram.steps):
        x = 34 + slot * (index + 0.5)
        side = -1 if index % 2 == 0 else 1
        stem = stroked(line((x, y), (x, y + side * 62)), step.color, 3)
        inks = (stem, filled(circle(x, y, 12), step.color), filled(circle(x, y, 6), "#FFFFFF"))
        parts.append(
            Part(
                f"dot-{index + 1}", f"dot {index + 1}", inks, "arrow", (step.color,), data={"from": index, "to": index}
            )
        )
        area = Area(x, y + side * 108, min(1.7 * slot, 160.0), 92.0)
        parts += box_parts(diagram, index, area, "")
    return parts


def mind_map(diagram: Diagram) -> list[Part]:
    """Return the first step in the center, and the others around it on curved branches."""
    count = len(diagram.steps) - 1
    x, y = 360.0, 292.0
    angles = [-90 + 180 / count + 360 * index / count for index in range(count)]
    areas = [
        Area(x + 262 * math.cos(math.radians(a)), y + 172 * math.sin(math.radians(a)), 136.0, 74.0) for a in angles
    ]
    parts = []
    for index, (area, angle) in enumerate(zip(areas, angles, strict=True)):
        lean = math.radians(angle + 28)
        bend = (x + 120 * math.cos(lean), y + 84 * math.sin(lean))
        branch = stroked(
            smooth((x, y), bend, (area.x, area.y), closed=False), darker(diagram.steps[index + 1].color), 6
        )
        parts.append(Part(f"branch-{index + 1}", "branch", (branch,), "arrow", (), data={"from": 0, "to": index + 1}))
    for index, area in enumerate((Area(x, y, 170.0, 92.0), *areas)):
        parts += box_parts(diagram, index, area, "")
    return parts


FORMS: dict[str, Callable[[Diagram], list[Part]]] = {
    "flow": flow,
    "cycle": cycle,
    "tree": tree,
    "timeline": timeline,
    "venn": venn,
    "pyramid": pyramid,
    "mind map": mind_map,
}
