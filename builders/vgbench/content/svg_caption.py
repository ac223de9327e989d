"""The caption of an everyday thing in SVG, from what is known of the drawing, at the level of detail of VGen's.

VGen's captions say how the picture is made, what it shows, and part by part its colours, numbers, shapes and places,
so that a reader could draw it again (paper, §3.4 and appendix 6.1.1).
"""

import itertools
import random
from collections.abc import Iterator, Mapping

from sgpkit.benchmark import Row
from sgpkit.families.sgp_bench.content.objects.drawing import Drawing
from sgpkit.families.sgp_bench.content.objects.looks import Mark, Marks
from sgpkit.families.sgp_bench.content.objects.sketch import Part
from sgpkit.graphics.svg.outline import Box
from sgpkit.metrics.structure.recall import contents
from sgpkit.metrics.structure.recall.named import Named, as_text

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
BEHIND = (
    "Behind it lies {a} in {color}.",
    "The whole stands in front of {a} that is {color}.",
)
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
HIGH, LOW = 36.0, 64.0
"""Bounds of the upper and the lower third of the drawing, in hundredths."""

RELATIONS = 3
"""The maximum number of pairs of parts whose relative position is described."""

COUNTED = ("circle", "ellipse", "rectangle", "triangle")
"""Shapes whose number in the whole drawing is given, where there are a few of them."""

MADE_OF = (
    "Seen as plain shapes, the whole drawing has {counts}.",
    "Counting every plain shape in the picture, there are {counts}.",
    "All in all the picture is built with {counts}, beside shapes that have no simple name.",
)


def compose(drawing: Drawing, generator: random.Random) -> tuple[str, tuple[Named, ...]]:
    boxes = boxes_of(drawing)
    sentences = [generator.choice(OPENINGS[drawing.finish]).format(a=with_article(drawing.kind.name))]
    sentences += stance(boxes, generator)
    sentences += [sentence(part, boxes.get(index), generator) for index, part in enumerate(drawing.parts)]
    sentences += relations(drawing, boxes, generator)
    named = [Named("color", part.hue.name) for part in drawing.parts]
    ground = {fact.type: fact.answer for fact in drawing.attributes if fact.subject == "background"}
    if ground:
        shape, color = ground.get("shape", "square"), ground["color"]
        sentences.append(generator.choice(BEHIND).format(a=with_article(shape), color=color))
        named.append(Named("color", color))
    else:
        sentences.append(generator.choice(GROUNDS))
    return " ".join(sentences), tuple(dict.fromkeys(named))


def with_counts(row: Row) -> Row:
    """A caption with the numbers of plain shapes in the whole picture, counted in the drawing. This takes its time and
    is left to the build's workers."""
    shown = contents.read(row["code"]).counts
    counts = [(shown[name], name) for name in COUNTED if 1 <= shown[name] < len(NUMBERS)]
    if not counts:
        return row
    listed = [f"{NUMBERS[many]} {name}{'s' if many > 1 else ''}" for many, name in counts]
    text = " and ".join(filter(None, (", ".join(listed[:-1]), listed[-1])))
    sentence = random.Random(f"{row['id']}:counts").choice(MADE_OF).format(counts=text)
    if len(counts) == 1 and counts[0][0] == 1:
        sentence = sentence.replace("there are", "there is")
    named = [as_text(Named("count", name, many)) for many, name in counts]
    return row | {"caption": f"{row['caption']} {sentence}", "named": [*row["named"], *named]}


def boxes_of(drawing: Drawing) -> dict[int, Box]:
    """Return the box of each part by its index. A drawing may be mirrored, so left and right are not mentioned."""
    by_part: dict[int, list[Box]] = {}
    for mark in marks(drawing.marks):
        if mark.part >= 0:
            by_part.setdefault(mark.part, []).append(mark.form.box)
    return {index: around(boxes) for index, boxes in by_part.items()}


def around(boxes: list[Box]) -> Box:
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


def marks(group: Marks) -> Iterator[Mark]:
    for member in group.members:
        if isinstance(member, Mark):
            yield member
        else:
            yield from marks(member)


def stance(boxes: Mapping[int, Box], generator: random.Random) -> Iterator[str]:
    """Yield a sentence that says whether the whole is tall or wide."""
    if not boxes:
        return
    box = around(list(boxes.values()))
    ratio = (box.bottom - box.top) / max(box.right - box.left, 1.0)
    if ratio > 1.35:
        yield generator.choice(("It is clearly taller than it is wide.", "Its outline is tall and narrow."))
    elif ratio < 0.74:
        yield generator.choice(("It is clearly wider than it is tall.", "Its outline is wide and low."))
    else:
        yield generator.choice(("It is about as wide as it is tall.", "It would fit a square frame."))


def sentence(part: Part, box: Box | None, generator: random.Random) -> str:
    where = ""
    if box is not None and generator.random() < 0.6:
        middle = (box.top + box.bottom) / 2
        where = " near the top" if middle < HIGH else " near the bottom" if middle > LOW else " at mid height"
    shape = f" in the shape of {with_article(part.shape.word)}" if part.shape else ""
    if part.counted:
        one = part.forms == 1
        many = NUMBERS[part.forms] if part.forms < len(NUMBERS) else str(part.forms)
        noun = part.name if one else part.plural
        details = shape and (f",{shape}" if one else f", each{shape}")
        return f"There {'is' if one else 'are'} {many} {part.hue.name} {noun}{where}{details}."
    verb = "is" if part.called == part.name else "are"
    return f"The {part.called}{where and f',{where},'} {verb} {part.hue.name}{shape and f', and{shape}'}."


def relations(drawing: Drawing, boxes: Mapping[int, Box], generator: random.Random) -> Iterator[str]:
    """Yield sentences about the positions of parts relative to each other, where they are beyond doubt."""
    pairs = list(itertools.permutations(sorted(boxes), 2))
    generator.shuffle(pairs)
    related: set[frozenset[int]] = set()
    for one, other in pairs:
        upper, lower = boxes[one], boxes[other]
        if len(related) == RELATIONS or frozenset((one, other)) in related:
            continue
        first, second = drawing.parts[one], drawing.parts[other]
        verb = "is" if first.called == first.name else "are"
        if upper.bottom <= lower.top - 1:
            yield f"The {first.called} {verb} above the {second.called}."
        elif inside(upper, lower):
            yield f"The {first.called} {verb} much smaller than the {second.called} and {verb} framed by its extent."
        else:
            continue
        related.add(frozenset((one, other)))


def inside(small: Box, large: Box) -> bool:
    fits = (
        small.left > large.left and small.right < large.right and small.top > large.top and small.bottom < large.bottom
    )
    sizes = [(box.right - box.left) * (box.bottom - box.top) for box in (small, large)]
    return fits and sizes[0] < 0.4 * sizes[1]


def with_article(noun: str) -> str:
    if noun.startswith(("a ", "an ", "the ")):
        return noun
    return f"{'an' if noun.startswith(('a', 'e', 'i', 'o', 'u', 'hour')) else 'a'} {noun}"
