"""Venn diagrams and pyramids, which consist of plain shapes instead of boxes with words."""

from sgpkit.families.shared.drawings.forms import box, circle, line, polygon

from ..colors import darker, lighter, mixed
from ..ink import Ink, filled, outlined, readable_on, stroked, text_width, words
from ..scene import Part
from ..specs import Diagram
from ..wording import quoted


def venn(diagram: Diagram) -> list[Part]:
    """Return two or three discs, with the shared text where all overlap."""
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
    """Return a legend of the circles, at the bottom."""
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
    """Return the levels from the top down, with their words at the side on ruled lines."""
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
