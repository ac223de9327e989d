"""The caption of an everyday thing in SVG, from what is known of the drawing, at the level of detail of VGen's.

VGen's captions say how the picture is made, what it shows, and part by part its colours, numbers, shapes and places,
so that a reader could draw it again (paper, §3.4 and appendix 6.1.1). Places and sizes are given as a person gives
them, in thirds of the picture and in fractions of its main part, so that they have to be worked out.
"""

import itertools
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sgpkit.families.shared.drawings.drawing import Drawing
from sgpkit.families.shared.drawings.looks import Mark, Marks
from sgpkit.families.shared.drawings.sketch import Part
from sgpkit.graphics.svg.outline import Box
from sgpkit.metrics.structure import recall
from sgpkit.metrics.structure.recall.contents import Contents
from sgpkit.metrics.structure.recall.named import Named
from sgpkit.metrics.structure.scene_match.asserted import Asserted, Relation, Thing

from .page_words import FRACTIONS, PARTS_OF_THE_PAGE, SHARES, nearest, third

OPENINGS = {
    "flat": (
        "The image shows a simple, flat illustration of {a}.",
        "This is a flat design icon of {a}, made of plain areas of color without outlines.",
        "You are looking at a digital image of {a} in a flat, minimal style.",
    ),
    "outlined": (
        "The image depicts {a} in a cartoon style, with a dark outline around its parts.",
        "This is an icon of {a} whose shapes are filled with plain colors and outlined in a dark ink.",
    ),
    "two-tone": (
        "The image shows an illustration of {a}; one half of its larger parts lies in a darker shade of their color.",
        "This is a two-tone icon of {a}: larger parts have a lit side and a darker, shaded one.",
    ),
    "gradient": (
        "The image shows a glossy illustration of {a}, whose larger parts are painted with gradients.",
        "You are looking at an icon of {a} in which larger parts fade from a lighter to a darker shade.",
    ),
}
GROUNDS = (
    "The background is plain and white.",
    "It stands alone on a white background.",
    "Nothing else is in the picture, and the background is white.",
)
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

RELATIONS = 5
"""The maximum number of pairs of parts whose relative position is described."""

SURE = 0.06
"""Of the page: by how much the middles of two parts must differ to a side for it to be said."""


class Region(NamedTuple):
    """A box in shares of the page."""

    x: float
    y: float
    width: float
    height: float


def compose(drawing: Drawing, contents: Contents, generator: random.Random) -> tuple[str, tuple[Named, ...], Asserted]:
    """Return the caption of a drawing, what it names and what it asserts. `contents` are those of the drawing's code,
    from which the map of its design to the page is taken. Parts in a color that no one sees are left out."""
    regions = regions_of(drawing, contents)
    order = sorted(range(len(drawing.parts)), key=lambda index: -area(regions.get(index)))
    parts = as_seen(drawing)
    shown = recall.matches(contents, [Named("color", part.hue.name) for part in parts])
    order = [index for index in order if shown[index]]
    sentences = [generator.choice(OPENINGS[drawing.finish]).format(a=with_article(drawing.kind.name))]
    things = []
    main: tuple[Part, Region] | None = None
    for index in order:
        part, region = parts[index], regions.get(index)
        sentences.append(sentence(part, region, main, generator))
        if region is not None and main is None:
            main = part, region
        things.append(thing(part, region))
    named = [Named("color", drawing.parts[index].hue.name) for index in order]
    pairs = list(relations([parts[index] for index in order], [regions.get(index) for index in order], generator))
    sentences += [text for text, _ in pairs]
    sentences.append(generator.choice(GROUNDS))
    asserted = Asserted(tuple(things), relations=tuple(relation for _, relation in pairs))
    return " ".join(sentences), tuple(dict.fromkeys(named)), asserted


def as_seen(drawing: Drawing) -> list[Part]:
    """Return the parts of a drawing, with those numbers and shapes that its pixels bear out."""
    proven = {(type_, attribute.subject) for type_ in ("count", "shape") for attribute in drawing.attributes_of(type_)}
    return [
        part._replace(
            counted=part.counted if ("count", part.plural) in proven else None,
            shape=part.shape if ("shape", part.called) in proven else None,
        )
        for part in drawing.parts
    ]


def thing(part: Part, region: Region | None) -> Thing:
    """Return what the caption asserts of a part."""
    if region is None:
        return Thing(part.hue.name, count=part.forms if part.counted else 0)
    return Thing(
        part.hue.name,
        count=part.forms if part.counted else 0,
        middle=(round(region.x, 2), round(region.y, 2)),
        size=(round(region.width, 2), round(region.height, 2)),
    )


# --- where the parts are ----------------------------------------------------------------------------------------------


def regions_of(drawing: Drawing, contents: Contents) -> dict[int, Region]:
    """Return where each part lies on the page, by its index.

    Parts are known in the units of the design; the whole drawing's boxes in both give the map to the page.
    """
    everything = list(marks(drawing.marks))
    figures = [figure.box for figure in (*contents.figures, *contents.heads)]
    if not everything or not figures:
        return {}
    design, shown, page = around([mark.form.box for mark in everything]), around(figures), contents.page
    width, height = page.right - page.left, page.bottom - page.top
    if min(width, height, design.right - design.left, design.bottom - design.top) <= 0:
        return {}
    across = (shown.right - shown.left) / (design.right - design.left)
    down = (shown.bottom - shown.top) / (design.bottom - design.top)
    by_part: dict[int, list[Box]] = {}
    for mark in everything:
        if mark.part >= 0:
            by_part.setdefault(mark.part, []).append(mark.form.box)
    regions = {}
    for index, box in ((index, around(boxes)) for index, boxes in by_part.items()):
        x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        from_left = design.right - x if drawing.mirrored else x - design.left
        regions[index] = Region(
            (shown.left + from_left * across - page.left) / width,
            (shown.top + (y - design.top) * down - page.top) / height,
            (box.right - box.left) * across / width,
            (box.bottom - box.top) * down / height,
        )
    return regions


def around(boxes: Sequence[Box]) -> Box:
    """Return the smallest box that holds all of these."""
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


def marks(group: Marks) -> Iterator[Mark]:
    """Yield all marks of a drawing."""
    for member in group.members:
        if isinstance(member, Mark):
            yield member
        else:
            yield from marks(member)


def area(region: Region | None) -> float:
    """Return the area of a region, 0 for none."""
    return 0.0 if region is None else region.width * region.height


# --- in words ---------------------------------------------------------------------------------------------------------


def sentence(part: Part, region: Region | None, main: tuple[Part, Region] | None, generator: random.Random) -> str:
    """Return what is said of one part; the largest one, which comes first, is measured by the picture."""
    plural = part.is_plural
    shape = f" in the shape of {with_article(part.shape.word)}" if part.shape else ""
    where = "" if region is None else PARTS_OF_THE_PAGE[third(region.y)][third(region.x)]
    if part.counted:
        one = part.forms == 1
        many = NUMBERS[part.forms] if part.forms < len(NUMBERS) else str(part.forms)
        noun = part.name if one else part.plural
        details = shape and (f",{shape}," if one else f", each{shape},")
        text = f"There {'is' if one else 'are'} {many} {part.hue.name} {noun}{details}{where and f' {where}'}"
        subject = "it" if one else "together they"
        is_are, has = ("is", "takes up") if one else ("are", "take up")
    else:
        verb = "are" if plural else "is"
        text = f"The {part.called}{where and f', {where},'} {verb} {part.hue.name}{shape and f' and{shape}'}"
        subject, is_are, has = ("they", "are", "take up") if plural else ("it", "is", "takes up")
    if region is None:
        return f"{text}."
    if main is None:
        across, down = nearest(region.width, SHARES), nearest(region.height, SHARES)
        return f"{text}; {subject} {has} about {across} of the picture's width and {down} of its height."
    reference, whole = main
    across, down = nearest(region.width / whole.width, FRACTIONS), nearest(region.height / whole.height, FRACTIONS)
    if generator.random() < 0.5:
        return f"{text}; {subject} {is_are} {across} as wide as the {reference.called} and {down} as high."
    return f"{text}. Next to the {reference.called}, {subject} {is_are} {across} as wide and {down} as high."


def relations(
    parts: Sequence[Part], regions: Sequence[Region | None], generator: random.Random
) -> Iterator[tuple[str, Relation]]:
    """Yield sentences about the positions of parts relative to each other, where they are beyond doubt."""
    pairs = list(itertools.permutations(range(len(parts)), 2))
    generator.shuffle(pairs)
    related: set[frozenset[int]] = set()
    for one, other in pairs:
        first, second = regions[one], regions[other]
        if len(related) == RELATIONS or frozenset((one, other)) in related or first is None or second is None:
            continue
        side = side_of(first, second, generator)
        if side is None:
            continue
        verb = "are" if parts[one].is_plural else "is"
        name, reference = parts[one].called, parts[other].called
        text = {
            "inside": f"The {name} {verb} within the extent of the {reference}.",
            "above": f"The {name} {verb} higher up than the {reference}.",
            "below": f"The {name} {verb} lower than the {reference}.",
            "left": f"The {name} {verb} farther to the left than the {reference}.",
            "right": f"The {name} {verb} farther to the right than the {reference}.",
        }[side]
        yield text, Relation(side, one, other)
        related.add(frozenset((one, other)))


def side_of(one: Region, other: Region, generator: random.Random) -> str | None:
    """Return a side on which the first surely lies, None if there is none."""
    if area(one) < 0.4 * area(other) and is_within(one, other):
        return "inside"
    sides = []
    if abs(one.y - other.y) > SURE:
        sides.append("above" if one.y < other.y else "below")
    if abs(one.x - other.x) > SURE:
        sides.append("left" if one.x < other.x else "right")
    return generator.choice(sides) if sides else None


def is_within(one: Region, other: Region) -> bool:
    """Return whether a region lies within another."""
    return (
        abs(one.x - other.x) + one.width / 2 <= other.width / 2
        and abs(one.y - other.y) + one.height / 2 <= other.height / 2
    )


def with_article(noun: str) -> str:
    """Return a noun with its article."""
    if noun.startswith(("a ", "an ", "the ")):
        return noun
    return f"{'an' if noun.startswith(('a', 'e', 'i', 'o', 'u', 'hour')) else 'a'} {noun}"
