"""Logos as scenes: an emblem on a plate with ornaments, a wordmark, a line below it, a year.

Parts: background, ornament (behind or around the plate), plate, rim, emblem, wordmark, tagline, year.
"""

import random
from dataclasses import replace

from sgpkit.families.shared.drawings.emblems import BADGES, emblem
from sgpkit.families.shared.drawings.forms import (
    Form,
    around,
    box,
    circle,
    ellipse,
    line,
    polygon,
    regular,
    shape,
    smooth,
)
from sgpkit.graphics.geometry import translation

from .....shared.words import with_article
from .. import things
from ..colors import darker, lighter, mixed
from ..ink import Ink, filled, stroked, text_width, words
from ..scene import Part
from ..specs import Logo, Thing
from ..wording import quoted

REACH = 118.0
"""Half the height of a plate."""

FIELD = "#FFF6E0"
"""The colour of the field under the emblem, independent of the emblem's colours."""

ROOM = {"circle": 0.54, "shield": 0.5, "hexagon": 0.53, "rounded square": 0.6, "diamond": 0.4, "ticket": 0.56}
"""The share of the plate that an emblem may take."""


def size(logo: Logo) -> tuple[int, int]:
    return (720, 360) if logo.layout == "beside" else (512, 512)


def compose(logo: Logo) -> list[Part]:
    beside = logo.layout == "beside"
    width, height = size(logo)
    x, y = (184.0, 180.0) if beside else (256.0, 178.0)
    return [
        Part(
            "background",
            "background",
            (filled(box(0, 0, width, height), logo.ground),),
            "background",
            (logo.ground,),
            "a {0} background",
        ),
        Part(
            "ornament",
            logo.ornament,
            ornament(logo, x, y),
            "ornament",
            (logo.ornament_color,),
            ornament_phrase(logo),
            data={"kind": logo.ornament},
        ),
        Part(
            "plate",
            f"{logo.plate} plate",
            plate_inks(logo, x, y),
            "plate",
            (logo.plate_color, logo.rim_color),
            f"a {{0}} {logo.plate} with a {{1}} rim and a cream field as the plate",
            data={"kind": logo.plate},
        ),
        badge(logo, x, y),
        *lettering(logo, beside),
    ]


def opening(logo: Logo) -> str:
    where = "to the left of" if logo.layout == "beside" else "above"
    return f"a logo for {quoted(logo.wordmark)} with {with_article(logo.emblem)} as its emblem {where} the name"


def plate_form(name: str, x: float, y: float, reach: float) -> Form:
    if name == "circle":
        return circle(x, y, reach)
    if name == "hexagon":
        return regular(x, y, 1.04 * reach, 6)
    if name == "rounded square":
        return box(x - 0.92 * reach, y - 0.92 * reach, 1.84 * reach, 1.84 * reach, 0.34 * reach)
    if name == "diamond":
        return polygon((x, y - 1.12 * reach), (x + 1.12 * reach, y), (x, y + 1.12 * reach), (x - 1.12 * reach, y))
    unit = reach / 100
    if name == "shield":
        form = shape("M0 -104C28 -84 60 -80 90 -82C94 -10 84 62 0 106C-84 62 -94 -10 -90 -82C-60 -80 -28 -84 0 -104Z")
    else:
        form = shape(
            "M-100 -84H100C100 -70 108 -62 118 -62V62C108 62 100 70 100 84H-100C-100 70 -108 62"
            " -118 62V-62C-108 -62 -100 -70 -100 -84Z"
        )
    return form.scaled(unit, unit, 0, 0).moved(x, y)


def plate_inks(logo: Logo, x: float, y: float) -> tuple[Ink, ...]:
    form = plate_form(logo.plate, x, y, REACH)
    inner = form.scaled(0.9, 0.9, x, y)
    stitch = form.scaled(0.83, 0.83, x, y)
    shadow = filled(form.moved(0, 6), mixed(logo.rim_color, "#000000", 0.45))
    half = inner.half(x)
    shade = [filled(half, darker(logo.plate_color))] if half is not None else []
    field = filled(form.scaled(0.74, 0.74, x, y), FIELD)
    return (
        shadow,
        filled(form, logo.rim_color),
        filled(inner, logo.plate_color),
        *shade,
        field,
        stroked(stitch, lighter(logo.plate_color), 2, (7.0, 5.0)),
    )


def badge(logo: Logo, x: float, y: float) -> Part:
    """Return a shape with its highlights, or a thing of the object grammar."""
    size = 2 * REACH * ROOM[logo.plate]
    if logo.emblem in BADGES:
        form = emblem(logo.emblem, x, y, 0.44 * size)
        small = [form.scaled(share, share, x, y) for share in (0.8, 0.56, 0.3)]
        inks: list[Ink] = [
            filled(form.moved(3, 5), mixed(logo.plate_color, "#000000", 0.4)),
            filled(form, logo.emblem_color),
        ]
        inks += [
            filled(small[0], lighter(logo.emblem_color)),
            filled(small[1], logo.emblem_color),
            filled(small[2], logo.plate_color),
        ]
        data = {"kind": logo.emblem, "shape": True}
        return Part(
            "emblem",
            logo.emblem,
            tuple(inks),
            "emblem",
            (logo.emblem_color,),
            f"{with_article('{0} ' + logo.emblem)} with outlines nested in it, in the middle of the plate",
            data=data,
        )
    thing = Thing("emblem", logo.emblem, x, y, 1.0, logo.seed, "two-tone")
    wide = things.width(thing)
    high = min(size, size / wide)
    part = things.build(thing._replace(size=high, ground=y + high / 2), "emblem")
    return replace(part, phrase=f"{part.phrase}, in the middle of the plate")


def ornament_phrase(logo: Logo) -> str:
    return {
        "laurel wreath": "a {0} laurel wreath around the plate, open at the top",
        "rays": "{0} rays that spread from behind the plate",
        "ring of stars": "a ring of {0} stars around the plate",
        "ring of dots": "a ring of {0} dots around the plate",
        "waves": "three {0} wavy lines behind the plate",
        "gear teeth": "{0} gear teeth around the plate",
    }[logo.ornament]


def ornament(logo: Logo, x: float, y: float) -> tuple[Ink, ...]:
    color = logo.ornament_color
    reach = REACH + (34 if logo.plate in ("diamond", "ticket") else 22)
    if logo.ornament == "laurel wreath":
        inks: list[Ink] = []
        for side in (1, -1):
            for step in range(9):
                turn = side * (168 - 17 * step)
                px, py = around(x, y, reach, 1, turn)[0]
                leaf = shape(
                    f"M{px} {py + 17}C{px - 11} {py + 4} {px - 8} {py - 10} {px} {py - 19}"
                    f"C{px + 8} {py - 10} {px + 11} {py + 4} {px} {py + 17}Z"
                )
                inks.append(
                    filled(leaf.turned(turn + 30 * side - 90 * side, px, py), color if step % 2 else darker(color))
                )
            stem = smooth(
                *(around(x, y, reach - 3, 1, side * angle)[0] for angle in (174, 140, 100, 60, 30)), closed=False
            )
            inks.append(stroked(stem, darker(color), 3))
        return tuple(inks)
    if logo.ornament == "rays":
        rays = []
        for step in range(24):
            long = reach + (26 if step % 2 else 10)
            ray = polygon((x - 7, y - REACH + 10), (x, y - long), (x + 7, y - REACH + 10))
            rays.append(filled(ray.turned(15 * step, x, y), color if step % 2 else darker(color)))
        return tuple(rays)
    if logo.ornament in ("ring of stars", "ring of dots"):
        points = around(x, y, reach + 6, 20)
        stars = logo.ornament == "ring of stars"
        return tuple(
            filled(emblem("star", px, py, 9) if stars else circle(px, py, 6.5 if step % 2 else 4), color)
            for step, (px, py) in enumerate(points)
        )
    if logo.ornament == "waves":
        inks, span = [], 10 if logo.layout == "stacked" else 7.6
        for row, dy in enumerate((-44, 4, 52)):
            points = [(x + span * (2 * step - 17), y + dy + (9 if step % 2 else -9)) for step in range(18)]
            inks.append(stroked(smooth(*points, closed=False), color if row % 2 else darker(color), 9))
        return tuple(inks)
    teeth = [box(x - 13, y - reach - 8, 26, 34, 4).turned(20 * step, x, y) for step in range(18)]
    return (
        *(filled(tooth, color) for tooth in teeth),
        filled(circle(x, y, reach + 4), color),
        stroked(circle(x, y, reach - 6), darker(color), 3),
    )


def lettering(logo: Logo, beside: bool) -> list[Part]:
    """Return the wordmark, as large as the room allows, the tagline below it, and the year between two ornaments."""
    x, y, room = (384.0, 176.0, 310.0) if beside else (256.0, 404.0, 452.0)
    anchor = "start" if beside else "middle"
    size = min(64.0, 64.0 * room / text_width(logo.wordmark, 64.0, True))
    name = words(logo.wordmark, x, y, size, logo.ink, anchor, True)  # type: ignore[arg-type]
    parts = [
        Part(
            "wordmark",
            "wordmark",
            (name,),
            "wordmark",
            (logo.ink,),
            f"the wordmark {quoted(logo.wordmark)} in bold {{0}} letters",
            data={"text": logo.wordmark},
        )
    ]
    small = min(22.0, 22.0 * (room - 60) / text_width(logo.tagline, 22.0))
    tag = words(logo.tagline, x, y + 40, small, mixed(logo.ink, logo.ground, 0.2), anchor)  # type: ignore[arg-type]
    parts.append(
        Part(
            "tagline",
            "tagline",
            (tag,),
            "tagline",
            (),
            f"the tagline {quoted(logo.tagline)} in smaller letters below the wordmark",
            data={"text": logo.tagline},
        )
    )
    middle = x + 66 if beside else x
    rule_y = y + 66
    color = logo.ornament_color
    flourish: list[Ink] = []
    for side in (1, -1):
        flourish.append(stroked(line((middle + 38 * side, rule_y), (middle + 66 * side, rule_y)), color, 3))
        flourish.append(filled(ellipse(middle + 72 * side, rule_y, 4, 4), color))
    if beside:
        flourish = [ink.mapped(translation(6, 0)) for ink in flourish]
    year = words(logo.year, middle + (6 if beside else 0), rule_y + 7, 20, logo.ink, bold=True)
    parts.append(
        Part(
            "year",
            "year",
            (*flourish, year),
            "year",
            (color,),
            f"the year {quoted(logo.year)} between two short {{0}} lines",
            data={"text": logo.year},
        )
    )
    if not beside:
        generator = random.Random(logo.seed)
        corners = [(38.0, 38.0), (474.0, 38.0), (38.0, 474.0), (474.0, 474.0)]
        word = generator.choice(("star", "diamond", "circle", "heart"))
        signs = tuple(filled(emblem(word, cx, cy, 13), color) for cx, cy in corners)
        parts.append(
            Part(
                "corners",
                f"{word} in each corner",
                signs,
                "ornament",
                (color,),
                f"a small {{0}} {word} in each of the four corners",
                data={"kind": word},
            )
        )
    return parts
