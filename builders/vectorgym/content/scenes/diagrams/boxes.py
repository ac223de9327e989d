"""Boxes with words and the arrows between them."""

import math
from typing import NamedTuple

from sgpkit.families.shared.drawings.forms import Form, box, circle, ellipse, line, polygon, smooth

from .....shared.words import with_article
from ..charts.frame import slug
from ..colors import darker, lighter, mixed
from ..ink import Ink, filled, outlined, readable_on, stroked, text_width, words
from ..scene import Part
from ..specs import Diagram
from ..wording import quoted

Pair = tuple[float, float]


class Area(NamedTuple):
    """The center of a box, and its size."""

    x: float
    y: float
    wide: float
    high: float


ROOM = {"rounded box": 0.88, "box": 0.9, "ellipse": 0.72, "diamond": 0.52, "hexagon": 0.72}
"""The share of a shape's width that its words may take."""


def outline(shape: str, area: Area, share: float = 1.0) -> Form:
    x, y, half, rise = area.x, area.y, area.wide / 2 * share, area.high / 2 * share
    if shape == "ellipse":
        return ellipse(x, y, half, rise)
    if shape == "diamond":
        return polygon((x, y - 1.08 * rise), (x + half, y), (x, y + 1.08 * rise), (x - half, y))
    if shape == "hexagon":
        side = 0.72 * half
        return polygon(
            (x - side, y - rise),
            (x + side, y - rise),
            (x + half, y),
            (x + side, y + rise),
            (x - side, y + rise),
            (x - half, y),
        )
    return box(x - half, y - rise, 2 * half, 2 * rise, 14 * share if shape == "rounded box" else 0)


def box_parts(diagram: Diagram, index: int, area: Area, badge: str) -> list[Part]:
    """Return the box and its words, in one group; `badge` is a number in the corner of the box."""
    step = diagram.steps[index]
    group = f"step-{index + 1}-{slug(step.text)}"
    form = outline(step.shape, area)
    inks: list[Ink] = [
        filled(form.moved(4, 6), mixed(diagram.ground, diagram.ink, 0.25)),
        outlined(form, step.color, darker(step.color), 3),
    ]
    inks.append(stroked(outline(step.shape, area, 0.88), lighter(step.color), 1.5))
    color = readable_on(step.color)
    room = area.wide * ROOM[step.shape] - 6
    size = min(17.0, 17.0 * room / text_width(step.text, 17, True))
    small = min(12.0, 12.0 * room / text_width(step.detail, 12)) if step.detail else 0.0
    lines = [words(step.text, area.x, area.y + (0 if step.detail else 6), size, color, bold=True)]
    if step.detail:
        lines.append(words(step.detail, area.x, area.y + 18, small, color))
    text = f"{quoted(step.text)} ({quoted(step.detail)}) in {with_article('{0} ' + step.shape)}"
    data = {"text": step.text, "detail": step.detail, "index": index, "shape": step.shape, "parent": step.parent}
    name = f"box-{index + 1}"
    parts = [
        Part(name, f"{step.shape} {quoted(step.text)}", tuple(inks), "step", (step.color,), text, True, data, group)
    ]
    if badge:
        x, y = area.x - 0.42 * area.wide, area.y - 0.46 * area.high
        lines = [
            filled(circle(x, y, 13), diagram.ink),
            words(badge, x, y + 5, 15, readable_on(diagram.ink), bold=True),
            *lines,
        ]
    parts.append(
        Part(
            f"label-{index + 1}",
            "label",
            tuple(lines),
            "label",
            (),
            data={"text": step.text, "index": index},
            inside=group,
        )
    )
    return parts


def arrow(
    diagram: Diagram, start: int, end: int, first: Pair, last: Pair, via: Pair | None = None, bend: str = ""
) -> Part:
    """Return a line with a head at its end: straight, curved through `via`, or with two right angles."""
    color = mixed(diagram.ink, diagram.ground, 0.15)
    if bend == "elbow":
        middle = (first[1] + last[1]) / 2
        points = [first, (first[0], middle), (last[0], middle), last]
        shaft, before = line(*points), points[-2]
    elif via is not None:
        shaft, before = smooth(first, via, last, closed=False), via
    else:
        shaft, before = line(first, last), first
    inks = (stroked(shaft, color, 4), filled(head(before, last), color))
    data = {"from": start, "to": end}
    return Part(f"arrow-{start + 1}-{end + 1}", "arrow", inks, "arrow", (color,), data=data)


def head(before: Pair, tip: Pair, long: float = 13.0) -> Form:
    angle = math.atan2(tip[1] - before[1], tip[0] - before[0])
    back = [(tip[0] - long * math.cos(angle + turn), tip[1] - long * math.sin(angle + turn)) for turn in (0.5, -0.5)]
    ahead = (tip[0] + 3 * math.cos(angle), tip[1] + 3 * math.sin(angle))
    return polygon(ahead, *back)
