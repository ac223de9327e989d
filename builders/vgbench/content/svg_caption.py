"""The caption of an everyday thing in SVG: the thing, then its noticeable parts, in one to three sentences.

Contents and wording are chosen independently. `select` picks the contents in one of several styles: a short caption
names the thing and at most one detail, a long one names most parts, and some state no colors. `TEMPLATES` word the same
contents in different ways, so that a row has a caption and paraphrases of it. The assertions cover the stated contents.
"""

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from sgpkit.families.shared.drawings.drawing import Drawing
from sgpkit.families.shared.drawings.looks import Finish, Mark, Marks
from sgpkit.families.shared.drawings.sketch import Part
from sgpkit.graphics.svg.outline import Box
from sgpkit.metrics.structure import recall
from sgpkit.metrics.structure.recall.contents import Contents
from sgpkit.metrics.structure.recall.named import Named
from sgpkit.metrics.structure.scene_match.asserted import Asserted, Relation, Thing

from ...shared.words import listed, sentences, upper, with_article
from .page_words import NUMBERS, PARTS_OF_THE_PAGE, third

Hand = Literal["short", "plain", "list", "detailed", "uncolored"]
HANDS: Mapping[Hand, float] = {"short": 0.2, "plain": 0.25, "list": 0.15, "detailed": 0.25, "uncolored": 0.15}
"""The shares of the styles of captions."""

DETAILS: Mapping[Hand, tuple[int, int]] = {
    "short": (0, 1),
    "plain": (2, 3),
    "list": (3, 5),
    "detailed": (4, 6),
    "uncolored": (1, 3),
}
"""The minimum and maximum number of parts that each style mentions, after the thing itself."""

PLACED = 0.5
"""The share of details at an edge or in a corner whose position a detailed caption mentions."""

RELATED = 0.4
"""The share of detailed captions that compare the heights of two parts."""

APART = 0.12
"""The minimum vertical distance between the centers of two compared parts, as a share of the page."""

STYLES: Mapping[Finish, tuple[tuple[str, str], ...]] = {
    "flat": (("flat", "icon"), ("simple", "drawing"), ("flat", "illustration"), ("simple", "icon")),
    "outlined": (("cartoon", "icon"), ("outlined", "drawing"), ("cartoon", "illustration")),
    "two-tone": (("two-tone", "icon"), ("two-tone", "illustration"), ("shaded", "icon")),
    "gradient": (("glossy", "icon"), ("glossy", "illustration"), ("shaded", "illustration")),
}
"""By finish: adjectives for the style of a drawing, and nouns for the drawing."""

WHOLE = frozenset(
    (
        *("body", "skin", "peel", "fruit", "shirt", "dress", "boot", "sock", "bottle", "can", "bag", "bucket", "cup"),
        *("box", "wrench", "trousers", "magnet", "blade of the axe", "dough", "candy", "card", "cherry", "pod", "hull"),
        *("cover", "canopy", "crown", "pot", "book", "shell", "case", "bed frame", "dress", "envelope", "fuselage"),
    )
)
"""Names of parts whose color counts as that of the whole thing, if they are its largest part."""

REFERRING = re.compile(r"\b(?:other|without)\b")
"""Words in names of parts that refer to other parts: a caption would have to explain them first."""

PARTITIVE = ("bunch of", "pair of", "glass of", "slice of", "stack of", "girl")
"""Beginnings of names that take no color, since the color belongs to the contents or to a part."""

STATES = ("closed", "open")
"""First words of names that precede a color: "closed red book"."""

VAGUE = ("thing", "figure", "paper figure", "sugar figure")
"""Vague names of parts. If such a part has the shape of a word, the word describes it better."""

UNCOUNTABLE = frozenset(
    ("hair", "paint", "liquid", "sand", "icing", "dough", "flesh", "skin", "topping", "drink", "candy")
)
ADJECTIVES = {
    "circle": "round",
    "square": "square",
    "triangle": "triangular",
    "rectangle": "rectangular",
    "pentagon": "pentagonal",
    "hexagon": "hexagonal",
    "octagon": "octagonal",
    "oval": "oval",
}
"""Adjectives of shapes. A shape without one gets a compound such as "star-shaped"."""


class Region(NamedTuple):
    """A box in shares of the page."""

    x: float
    y: float
    width: float
    height: float


class Detail(NamedTuple):
    """A part as the caption describes it: with its color unless colors are omitted, and with its position if it has
    one."""

    part: Part
    region: Region | None
    is_colored: bool
    position: str = ""


class Selected(NamedTuple):
    """The contents of a caption: the thing, its color if any, details, and two details of which the first is higher."""

    noun: str
    is_person: bool
    style: tuple[str, str]
    color: str
    whole: Detail | None
    details: tuple[Detail, ...]
    above: tuple[Detail, Detail] | None
    has_background: bool


class Captioned(NamedTuple):
    """A caption, its paraphrases, and the parts of it that can be checked."""

    text: str
    paraphrases: tuple[str, ...]
    named: tuple[Named, ...]
    asserted: Asserted


PARAPHRASES = 5


def compose(drawing: Drawing, contents: Contents, generator: random.Random) -> Captioned:
    """Return the caption of a drawing. `contents` are those of the drawing's code, from which the map of its design to
    the page is taken. Parts in a color that is not visible are left out."""
    selected = select(drawing, contents, generator)
    texts = dict.fromkeys(worded(selected) for worded in generator.sample(TEMPLATES, len(TEMPLATES)))
    text, *others = texts
    return Captioned(text, tuple(others[:PARAPHRASES]), named(selected), asserted(selected))


# --- contents ---------------------------------------------------------------------------------------------------------


def select(drawing: Drawing, contents: Contents, generator: random.Random) -> Selected:
    """Return the description of a drawing in one style."""
    hand = generator.choices(list(HANDS), list(HANDS.values()))[0]
    regions = regions_of(drawing, contents)
    details = [Detail(part, region, hand != "uncolored") for part, region in visible_parts(drawing, contents, regions)]
    noun = drawing.kind.name
    whole = next(iter(details), None)
    if whole is None or not whole.is_colored or not names_the_whole(whole.part, noun):
        whole = None
    others = [detail for detail in details if detail is not whole and not repeats(detail.part, noun)]
    if hand == "uncolored":
        others = [detail for detail in others if detail.part.counted or detail.part.shape]
    chosen = choose(others, hand, whole is not None, generator)
    if hand == "detailed":
        chosen = [detail._replace(position=place_of(detail, generator)) for detail in chosen]
    above = higher_pair(chosen, generator) if hand == "detailed" and generator.random() < RELATED else None
    return Selected(
        noun,
        drawing.kind.category == "human",
        generator.choice(STYLES[drawing.finish]),
        whole.part.hue.name if whole else "",
        whole,
        tuple(chosen),
        above,
        hand == "detailed" and generator.random() < 0.4,
    )


def visible_parts(
    drawing: Drawing, contents: Contents, regions: Mapping[int, Region]
) -> list[tuple[Part, Region | None]]:
    """Return the parts whose color is visible and can be asked for, the largest first."""
    parts = as_seen(drawing)
    shown = recall.matches(contents, [Named("color", part.hue.name) for part in parts])
    order = sorted(range(len(parts)), key=lambda index: -area(regions.get(index)))
    names = [part.name for part in parts]
    return [
        (parts[index], regions.get(index))
        for index in order
        if shown[index]
        and parts[index].ask_color
        and names.count(parts[index].name) == 1
        and not REFERRING.search(parts[index].name)
    ]


def names_the_whole(part: Part, noun: str) -> bool:
    """Return whether the color of a part counts as that of the whole thing."""
    if noun.startswith(PARTITIVE) or part.counted or part.shape:
        return False
    return part.name in WHOLE or repeats(part, noun)


def repeats(part: Part, noun: str) -> bool:
    """Return whether the name of a part occurs in the name of the thing."""
    return noun.endswith(part.name) or noun.startswith(f"{part.name} of ")


def choose(details: Sequence[Detail], hand: Hand, has_color: bool, generator: random.Random) -> list[Detail]:
    """Return the details that a caption style mentions, in their order, with a preference for those that come first."""
    least, most = DETAILS[hand]
    many = min(len(details), max(generator.randint(least, most), 0 if has_color else 1))
    rated = sorted(range(len(details)), key=lambda index: index - generator.random() * 3)
    return [details[index] for index in sorted(rated[:many])]


def place_of(detail: Detail, generator: random.Random) -> str:
    """Return the stated position of a small part on the page; "" in the middle, or if none is stated."""
    region = detail.region
    part = detail.part
    if region is None or max(region.width, region.height) > 0.5 or " " in part.name or is_bare(part):
        return ""
    row, column = third(region.y), third(region.x)
    return "" if row == column == 1 or generator.random() > PLACED else PARTS_OF_THE_PAGE[row][column]


def higher_pair(details: Sequence[Detail], generator: random.Random) -> tuple[Detail, Detail] | None:
    """Return two details, the first clearly higher on the page than the second; None if there are none."""
    known = [(detail, detail.region) for detail in details if detail.region is not None and " " not in detail.part.name]
    pairs = [(one, other) for one, upper_one in known for other, lower in known if lower.y - upper_one.y > APART]
    return generator.choice(pairs) if pairs else None


def as_seen(drawing: Drawing) -> list[Part]:
    """Return the parts of a drawing, without numbers and shapes that its pixels do not confirm."""
    proven = {(type_, attribute.subject) for type_ in ("count", "shape") for attribute in drawing.attributes_of(type_)}
    return [
        part._replace(
            counted=part.counted if ("count", part.plural) in proven else None,
            shape=part.shape if ("shape", part.called) in proven else None,
        )
        for part in drawing.parts
    ]


# --- assertions -------------------------------------------------------------------------------------------------------


def colored_details(selected: Selected) -> list[Detail]:
    """Return all parts whose color the caption states."""
    every = [*([selected.whole] if selected.whole else []), *selected.details]
    return [detail for detail in every if detail.is_colored]


def named(selected: Selected) -> tuple[Named, ...]:
    """Return the colors that the caption states."""
    return tuple(dict.fromkeys(Named("color", detail.part.hue.name) for detail in colored_details(selected)))


def asserted(selected: Selected) -> Asserted:
    """Return the caption's assertions. Parts without a stated color cannot be found in a drawing, and are left out."""
    every = colored_details(selected)
    relations: tuple[Relation, ...] = ()
    if selected.above and all(detail in every for detail in selected.above):
        relations = (Relation("above", *(every.index(detail) for detail in selected.above)),)
    return Asserted(tuple(map(thing, every)), relations=relations)


def thing(detail: Detail) -> Thing:
    """Return the assertion about a part."""
    middle = None
    if detail.position and detail.region is not None:
        middle = (round(detail.region.x, 2), round(detail.region.y, 2))
    part = detail.part
    return Thing(part.hue.name, count=part.forms if part.counted else 0, middle=middle)


# --- positions of parts -----------------------------------------------------------------------------------------------


def regions_of(drawing: Drawing, contents: Contents) -> dict[int, Region]:
    """Return the position of each part on the page, by its index.

    Parts are known in the units of the design. The bounding box of the drawing in design units and in page units gives
    the mapping.
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


# --- words ------------------------------------------------------------------------------------------------------------


def phrase(detail: Detail, has_article: bool = True, has_place: bool = True) -> str:
    """Return a part as a phrase: "four yellow dots on the dial", "a star-shaped red sticker at the top"."""
    part = detail.part
    words = [part.hue.name] if detail.is_colored else []
    head, on, where = part.name.partition(" under ") if " under " in part.name else part.name.partition(" on ")
    if part.shape and head in VAGUE and not part.counted:
        text = " ".join((*words, f"{part.shape.word}{on}{where}"))
        return with_article(text) if has_article else text
    if part.shape:
        words = [ADJECTIVES.get(part.shape.word, f"{part.shape.word}-shaped"), *words]
    position = f" {detail.position}" if detail.position and has_place else ""
    if part.counted and part.forms > 1:
        many = NUMBERS[part.forms] if part.forms < len(NUMBERS) else str(part.forms)
        return " ".join((many, *words, part.plural)) + position
    noun = part.name if part.counted else part.called
    text = " ".join((*words, noun))
    return (with_article(text) if has_article and not is_bare(part) else text) + position


def is_bare(part: Part) -> bool:
    """Return whether the name of a part takes no article, because it is plural or uncountable."""
    return not part.counted and (part.is_plural or part.name in UNCOUNTABLE)


def thing_phrase(selected: Selected) -> str:
    """Return the thing in its color: "a red apple"."""
    text = colored_noun(selected)
    return text if is_plural(selected.noun) else with_article(text)


def colored_noun(selected: Selected) -> str:
    """Return the thing's name with its color: "red apple", "closed red book"."""
    first, _, others = selected.noun.partition(" ")
    words = (first, selected.color, others) if first in STATES else (selected.color, selected.noun)
    return " ".join(filter(None, words))


def with_details(selected: Selected, separator: str = "with") -> str:
    """Return the thing with its details: "a red apple with a green leaf". A name that contains "with", such as a girl
    with pigtails, has its details after a comma or "and"."""
    details = [phrase(detail) for detail in selected.details]
    if not details:
        return thing_phrase(selected)
    if " with " in selected.noun:
        return listed([thing_phrase(selected), *details])
    return f"{thing_phrase(selected)} {separator} {listed(details)}"


def having(selected: Selected) -> str:
    """Return a sentence with the details, "" without any: "It has a green leaf.", "The king has a gray beard."."""
    if not selected.details:
        return ""
    if selected.is_person:
        start = f"The {selected.noun.partition(' with ')[0]} has"
    else:
        start = "They have" if is_plural(selected.noun) else "It has"
    return f"{start} {listed([phrase(detail) for detail in selected.details])}."


def is_plural(noun: str) -> bool:
    """Return whether the name of a thing is plural."""
    return noun.split()[-1] in ("trousers", "scissors", "headphones") and " of " not in noun


def style_phrase(selected: Selected) -> str:
    """Return the drawing with its article: "a flat icon"."""
    return with_article(" ".join(selected.style))


def rest(selected: Selected) -> str:
    """Return the sentences about positions and the background."""
    texts = []
    if selected.above is not None:
        one, other = (detail.part for detail in selected.above)
        verb = "are" if one.is_plural else "is"
        texts.append(f"The {one.called} {verb} above the {other.called}.")
    if selected.has_background:
        texts.append("The background is white.")
    return " ".join(texts)


def of_a_drawing(selected: Selected) -> str:
    return sentences(f"{upper(style_phrase(selected))} of {with_details(selected)}.", rest(selected))


def shown(selected: Selected) -> str:
    return sentences(f"The picture shows {thing_phrase(selected)}.", having(selected), rest(selected))


def thing_first(selected: Selected) -> str:
    return sentences(f"{upper(with_details(selected))}, shown as {style_phrase(selected)}.", rest(selected))


def as_a_list(selected: Selected) -> str:
    head = upper(f"{colored_noun(selected)} {selected.style[1]}")
    details = ", ".join(phrase(detail, has_article=False) for detail in selected.details)
    return sentences(f"{head}: {details}." if details else f"{head}.", rest(selected))


def depicted(selected: Selected) -> str:
    return sentences(f"This {' '.join(selected.style)} depicts {with_details(selected)}.", rest(selected))


def bare(selected: Selected) -> str:
    return sentences(f"{upper(with_details(selected))}.", rest(selected))


def in_a_style(selected: Selected) -> str:
    first = f"{upper(thing_phrase(selected))} in {with_article(selected.style[0])} style."
    return sentences(first, having(selected), rest(selected))


def seen(selected: Selected) -> str:
    are = "are" if is_plural(selected.noun) else "is"
    return sentences(
        f"There {are} {thing_phrase(selected)} in this {selected.style[1]}.", having(selected), rest(selected)
    )


TEMPLATES: Sequence[Callable[[Selected], str]] = (
    of_a_drawing,
    shown,
    thing_first,
    as_a_list,
    depicted,
    bare,
    in_a_style,
    seen,
)
"""Wordings of the same contents."""
