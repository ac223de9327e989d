"""Diagrams as scenes: flow, cycle, tree, timeline, Venn diagram, pyramid, mind map.

Parts: background, title, arrows (role arrow; data from, to: indices of steps), then for each step its box (role step,
in the group "step-1-…") and its words (role label).
"""

import math
from collections.abc import Callable

from sgpkit.families.sgp_bench.content.objects.forms import box, circle, line, polygon, smooth

from ..colors import darker, lighter, mixed
from ..ink import Ink, filled, outlined, readable_on, stroked, text_width, words
from ..scene import Part, Scene
from ..specs import Diagram
from ..style import PLAIN, Style
from ..wording import counted, quoted
from .boxes import Area, arrow, box_parts

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


def compose(diagram: Diagram, style: Style = PLAIN) -> Scene:
    parts = [ground(diagram), title(diagram), *FORMS[diagram.form](diagram)]
    what = TITLES[diagram.form].format(count=counted(len(diagram.steps)))
    opening = (
        f"{what.replace(',', f', titled {quoted(diagram.title)},', 1)}"
        if "," in what
        else f"{what}, titled {quoted(diagram.title)}"
    )
    return Scene("diagram", WIDTH, HEIGHT, tuple(parts), opening, style, diagram)


def ground(diagram: Diagram) -> Part:
    """A faint grid of dots on the background."""
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
    """Return the parts of a flow chart in two rows; the second runs back."""
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
    """Return the ends of an arrow from box to box, sideways or downwards."""
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
    """The root on top, its children below it, theirs below them, in the order of the steps."""
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
    """Return events above and below a line by turns; the detail is the date."""
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


def venn(diagram: Diagram) -> list[Part]:
    """Return two or three discs; what is shared stands where all overlap."""
    count = len(diagram.steps)
    radius = 152.0 if count == 2 else 132.0
    centres = [(268.0, 290.0), (452.0, 290.0)] if count == 2 else [(280.0, 208.0), (440.0, 208.0), (360.0, 338.0)]
    away = [(-76.0, 0.0), (76.0, 0.0)] if count == 2 else [(-58.0, -34.0), (58.0, -34.0), (0.0, 66.0)]
    parts = []
    for index, (step, (x, y)) in enumerate(zip(diagram.steps, centres, strict=True)):
        group = f"step-{index + 1}"
        rim = stroked(circle(x, y, radius), darker(step.color), 3)
        disc = Part(
            f"circle-{index + 1}",
            f"circle {index + 1}",
            (filled(circle(x, y, radius), step.color, 0.55), rim),
            "step",
            (step.color,),
            f"a see-through {{0}} circle for {quoted(step.text)} ({quoted(step.detail)})",
            True,
            {"text": step.text, "index": index},
            group,
        )
        parts.append(disc)
    for index, (step, (x, y), (dx, dy)) in enumerate(zip(diagram.steps, centres, away, strict=True)):
        size = min(21.0, 21.0 * 118 / text_width(step.text, 21, True))
        small = min(14.0, 14.0 * 118 / text_width(step.detail, 14))
        inks = (
            words(step.text, x + dx, y + dy, size, diagram.ink, bold=True),
            words(step.detail, x + dx, y + dy + 22, small, diagram.ink),
        )
        parts.append(
            Part(
                f"label-{index + 1}",
                "label",
                inks,
                "label",
                (diagram.ink,),
                data={"text": step.text, "index": index},
                inside="labels",
            )
        )
    x, y = (360.0, 296.0) if count == 2 else (360.0, 260.0)
    size = min(18.0, 18.0 * 76 / text_width(diagram.shared, 18, True))
    shared = words(diagram.shared, x, y, size, diagram.ink, bold=True)
    parts.append(
        Part(
            "shared",
            "what is shared",
            (shared,),
            "label",
            (diagram.ink,),
            f"the word {quoted(diagram.shared)} where all circles overlap",
            data={"text": diagram.shared},
            inside="labels",
        )
    )
    return [*parts, *key(diagram)]


def key(diagram: Diagram) -> list[Part]:
    """A list of what the circles stand for, at the foot."""
    inks: list[Ink] = []
    slot = 640 / len(diagram.steps)
    for index, step in enumerate(diagram.steps):
        x = 60 + slot * index
        inks += [
            outlined(box(x, 482, 20, 20, 4), step.color, darker(step.color), 2),
            words(
                step.text, x + 28, 498, min(16.0, 16.0 * (slot - 40) / text_width(step.text, 16)), diagram.ink, "start"
            ),
        ]
    return [Part("legend", "key", tuple(inks), "legend", (), "a key with a square in each circle's color at the foot")]


def pyramid(diagram: Diagram) -> list[Part]:
    """Return levels from the top down, with their words at the side on ruled lines."""
    count = len(diagram.steps)
    top, bottom, x, half = 92.0, 486.0, 250.0, 214.0
    parts = []
    for index, step in enumerate(diagram.steps):
        first, last = index / count, (index + 1) / count
        upper, lower = top + (bottom - top) * first + (4 if index else 0), top + (bottom - top) * last
        a, b = half * (upper - top) / (bottom - top), half * (lower - top) / (bottom - top)
        body = polygon((x - a, upper), (x + a, upper), (x + b, lower), (x - b, lower))
        shade = polygon((x + 0.1 * a, upper), (x + a, upper), (x + b, lower), (x + 0.1 * b, lower))
        shine = polygon((x - a, upper), (x - 0.8 * a, upper), (x - 0.8 * b, lower), (x - b, lower))
        group = f"step-{index + 1}"
        text = f"{quoted(step.text)} ({quoted(step.detail)}) in {{0}}"
        parts.append(
            Part(
                f"level-{index + 1}",
                f"level {index + 1}",
                (filled(body, step.color), filled(shade, darker(step.color)), filled(shine, lighter(step.color))),
                "step",
                (step.color,),
                text,
                True,
                {"text": step.text, "index": index, "detail": step.detail},
                group,
            )
        )
        middle = (upper + lower) / 2
        leader = stroked(
            line((x + (a + b) / 2 + 6, middle), (486, middle)), mixed(diagram.ink, diagram.ground, 0.4), 2, (5.0, 4.0)
        )
        size = min(18.0, 18.0 * 206 / text_width(step.text, 18, True))
        small = min(13.0, 13.0 * 206 / text_width(step.detail, 13))
        number = words(
            str(index + 1),
            x - 0.2 * (a + b) / 2,
            middle + 7 + (6 if not index else 0),
            20,
            readable_on(step.color),
            bold=True,
        )
        inks = (
            leader,
            words(step.text, 494, middle - 1, size, diagram.ink, "start", True),
            words(step.detail, 494, middle + 17, small, diagram.ink, "start"),
            number,
        )
        parts.append(
            Part(
                f"label-{index + 1}",
                "label",
                inks,
                "label",
                (diagram.ink,),
                data={"text": step.text, "index": index},
                inside=group,
            )
        )
    return parts


def mind_map(diagram: Diagram) -> list[Part]:
    """The first step in the middle, the others around it on curved branches."""
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
