"""A drawing of an everyday object in words: several sentences, worded differently from drawing to drawing.

Every statement is a visible attribute of the drawing: the colours, numbers, shapes and states that
`sgp-svg` may ask about (whose tests look at the rendering), and where parts lie (`layout.py`). Nothing is said of what
has no such attribute, so that a model learns to see and not to guess.
Try it: sgpkit build sgp-sit-72k --limit 20 && sgpkit show sgp-sit-72k sit-000001
"""

import random
from typing import NamedTuple

from sgpkit.families.shared import tables
from sgpkit.families.shared.drawings.drawing import Drawing
from sgpkit.families.shared.drawings.lookalikes import GROUPS
from sgpkit.graphics.svg.outline import Box

from . import layout, statements
from .layout import Layout
from .statements import several

WORDS = tables.read(__file__, "describe.toml")

MAX_RELATIONS = 2
ADJECTIVES: dict[str, str] = WORDS["adjectives"]
OPENINGS: tuple[str, ...] = WORDS["openings"]
SETTINGS = ("", "", "", " on an empty background", " with nothing behind it")
SHADINGS: dict[str, tuple[str, ...]] = WORDS["shadings"]
USES = ("Its purpose: {use}.", "It is meant {use}.", "Such a thing is there {use}.")
SIDES = ("left", "right")


class Named(NamedTuple):
    """One part with the attributes that there are about it; empty texts for those that there are not."""

    called: str
    singular: str
    plural: str
    is_plural: bool
    number: str
    color: str
    shape: str
    where: str
    box: Box | None
    is_single: bool

    @property
    def verb(self) -> str:
        return "are" if self.is_plural else "is"


def describe(drawing: Drawing, generator: random.Random) -> str:
    seen = layout.layout(drawing)
    named = parts(drawing, seen)
    opening = _opening(drawing, generator)
    shading = generator.choice(SHADINGS[seen.shading])
    states = [
        f"{statements.statement(attribute)}." for attribute in drawing.attributes if attribute.type == "reasoning"
    ]
    sentences = [_part(part, generator) for part in named]
    if generator.random() < 0.5:
        generator.shuffle(sentences)
    use = _use(drawing, generator)
    about = [*states, *sentences] if generator.random() < 0.5 else [*sentences, *states]
    about += _arrangement(named, generator)
    frame = ([opening, shading], [use]) if generator.random() < 0.5 else ([opening, use], [shading])
    return " ".join(filter(None, (*frame[0], *about, *frame[1])))


def parts(drawing: Drawing, seen: Layout) -> list[Named]:
    """The parts that attributes are about, in the order in which they are painted."""
    answers = {(attribute.type, attribute.subject): attribute.answer for attribute in drawing.attributes}
    sentences = []
    for part in drawing.parts:
        count = answers.get(("count", part.plural), "") if part.counted else ""
        color, shape = answers.get(("color", part.called), ""), answers.get(("shape", part.called), "")
        if part.called not in seen.boxes or not (count or color or shape):
            continue
        # Left and right in a name are the object's own, and a mirrored one has them the other way round.
        is_sided = drawing.mirrored and any(side in part.name.split() for side in SIDES)
        box = None if is_sided else seen.boxes[part.called]
        is_plural = part.is_plural if not count else count != "1"
        # A thing with two ends that is named once (a strap) has a plural only in its own word.
        called = part.name if count == "1" else part.called
        sentences.append(
            Named(
                called,
                part.name,
                part.plural,
                is_plural,
                count,
                color,
                shape,
                layout.position(box) if box else "",
                box,
                part.forms == 1,
            )
        )
    return sentences


def _opening(drawing: Drawing, generator: random.Random) -> str:
    kind = with_article(drawing.kind.name)
    setting = generator.choice(SETTINGS)
    return generator.choice(OPENINGS).format(kind=kind, Kind=_begun(kind), setting=setting)


def _part(part: Named, generator: random.Random) -> str:
    if part.number:
        return _begun(_counted(part, generator)) + "."
    located = bool(part.where) and generator.random() < 0.6
    inside = located and generator.random() < 0.5
    name = f"the {part.called} {part.where} of the drawing" if inside else f"the {part.called}"
    if part.color and part.shape:
        text = generator.choice(
            (
                f"{name} {part.verb} {part.color} and {adjective(part.shape)}",
                f"{name}, {_shaped(part)}, {part.verb} {part.color}",
                f"{name} {'have' if part.is_plural else 'has'} the color {part.color} and the shape of "
                f"{with_article(part.shape)}",
            )
        )
    elif part.color:
        text = generator.choice(
            (
                f"{name} {part.verb} {part.color}",
                f"{name} {part.verb} drawn in {part.color}",
                f"{name} {'have' if part.is_plural else 'has'} the color {part.color}",
                f"{part.color} is the color of {name}",
            )
        )
    else:
        text = f"{name} {part.verb} {adjective(part.shape)}"
    return f"{_begun(part.where)} of the drawing, {text}." if located and not inside else f"{_begun(text)}."


def _counted(part: Named, generator: random.Random) -> str:
    """'there are three red bands around the handle, each in the shape of a star'."""
    where = f" {part.where} of the drawing" if part.where else ""
    bare = several(part.number, part.singular, part.plural)
    painted = several(part.number, *(f"{part.color} {name}".strip() for name in (part.singular, part.plural)))
    shape = f"{', each' if part.is_plural else ','} in the shape of {with_article(part.shape)}" if part.shape else ""
    are = part.verb
    choices = [f"there {are} {painted}{where}{shape}", f"{painted} can be seen{where}{shape}"]
    if part.color:
        whole = "it is" if part.number == "1" else "both of them" if part.number == "2" else "all of them"
        choices.append(f"there {are} {bare}{where}{shape}, {whole} {part.color}")
    if part.shape:
        adjectives = f"{adjective(part.shape)} {part.color}".strip()
        whole = several(part.number, f"{adjectives} {part.singular}", f"{adjectives} {part.plural}")
        choices.append(f"{whole} {are} to be seen{where}")
    return generator.choice(choices)


def _arrangement(named: list[Named], generator: random.Random) -> list[str]:
    """Return sentences on how parts lie to each other, and which is much the larger one."""
    boxes = {part.called: part.box for part in named if part.box is not None}
    verbs = {part.called: part.verb for part in named}
    known = layout.relations(boxes)
    sentences = []
    for one, beside, other in generator.sample(known, min(MAX_RELATIONS, len(known))):
        if generator.random() < 0.5:
            beside = {"above": "below", "to the left of": "to the right of"}[beside]
            one, other = other, one
        sentences.append(f"The {one} {verbs[one]} {beside} the {other}.")
    single = {part.called: part.box for part in named if part.is_single and part.box is not None}
    if sized := layout.larger(single):
        one, other = generator.choice(sized)
        sentences.append(f"The {one} {verbs[one]} much wider and taller than the {other}.")
    spans = [(name, span) for name, box in single.items() if (span := layout.spanned(box))]
    if spans and generator.random() < 0.5:
        name, span = generator.choice(spans)
        sentences.append(
            f"The {name} {'reach' if verbs[name] == 'are' else 'reaches'} over the whole {span} of the drawing."
        )
    return sentences


def _use(drawing: Drawing, generator: random.Random) -> str:
    """Return a sentence on the use of the object; of the living the use is a sentence already."""
    is_living = drawing.kind.category in GROUPS["living"]
    return f"{drawing.kind.use}." if is_living else generator.choice(USES).format(use=drawing.kind.use)


def adjective(shape: str) -> str:
    """'circular', 'heart-shaped'."""
    return ADJECTIVES.get(shape, f"{shape}-shaped")


def _shaped(part: Named) -> str:
    return f"{'each ' if part.is_plural else ''}in the shape of {with_article(part.shape)}"


def with_article(name: str) -> str:
    """The vowel is enough for the names there are, except for the silent h."""
    return f"{'an' if name[0].lower() in 'aeiou' or name == 'hourglass' else 'a'} {name}"


def _begun(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]
