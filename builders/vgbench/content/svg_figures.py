"""SVG figures: SGP-Bench's drawings of everyday things, asked and captioned as VGBench does with icons.

Try it: python -c "from sgpkit.families.vgbench import generators as g; print(next(g.deck('svg', '7')).figure.caption)"
"""

import random
from collections.abc import Mapping, Sequence

from sgpkit.families.sgp_bench.content.objects.catalogue import KINDS as OBJECTS
from sgpkit.families.sgp_bench.content.objects.drawing import Drawing
from sgpkit.families.sgp_bench.content.objects.drawing import draw as draw_object
from sgpkit.families.sgp_bench.content.objects.kind import Kind
from sgpkit.metrics.structure.recall.contents import Contents

from . import svg_caption
from .figure import Figure, Question

BY_NAME: Mapping[str, Kind] = {kind.name: kind for kind in OBJECTS}
KINDS = tuple(BY_NAME)

LIVING = ("animal", "human")
EATEN = ("food", "fruit", "dairy", "beverage")
GROUPS = (
    LIVING,
    EATEN,
    ("accessory", "clothing"),
    ("furniture", "musical_instrument", "time_clock", "book"),
    ("computer", "entertainment", "science", "tool"),
    ("building", "aerial_crafts", "land_crafts"),
)
"""Categories whose things are offered against each other when the question is what is shown."""

CATEGORY_TEXTS = (
    "What does this SVG image depict?",
    "What object is represented by this SVG image?",
    "Which object does the icon show?",
    "What is the main subject of this vector graphic?",
    "Which of the following is drawn?",
    "If this icon had a caption of one or two words, which would it be?",
    "What would this image be called in an icon library?",
)
COLOR_TEXTS = (
    "In the SVG image, what is the color of the {part}?",
    "What is the color of the {part}?",
    "Which color {is_} the {part} of the {kind} drawn in?",
    "Which color was used to fill the {part}?",
    "The {part} in the image {has} which color?",
    "What color {is_} the {part}?",
)
USAGE_TEXTS = (
    "What is the depicted object mainly used for?",
    "Which purpose does the thing in this image serve?",
    "For what would a person want the object that is drawn?",
    "The object in the icon exists for a reason. Which one?",
    "Which use fits the object in this SVG image best?",
)
EATEN_TEXTS = (
    "What usually happens with what this image shows?",
    "Which of these describes the use of what is drawn?",
    "Which of these fits the food or drink in the icon?",
)
LIVING_TEXTS = (
    "Which of these is true of whom or what the image shows?",
    "Which role fits the one in this icon?",
    "What is the creature or person in the image known for?",
)


def draw(kind: str, generator: random.Random) -> Figure:
    drawing = draw_object(BY_NAME[kind], generator)
    return Figure(kind, "svg", drawing.code, kind, "", (), {"drawing": drawing})


def captioned(figure: Figure, contents: Contents, generator: random.Random) -> Figure:
    """Return the figure with its caption, for which its drawing has been read."""
    caption, named, asserted = svg_caption.compose(figure.details["drawing"], contents, generator)
    return figure._replace(caption=caption, named=named, asserted=asserted)


def ask(figure: Figure, type: str, generator: random.Random) -> Question | None:
    drawing: Drawing = figure.details["drawing"]
    if type == "category":
        return category(drawing.kind, generator)
    return color(drawing, generator) if type == "color" else usage(drawing.kind, generator)


def category(kind: Kind, generator: random.Random) -> Question:
    group = next(group for group in GROUPS if kind.category in group)
    wrong = drawn_evenly(kind, group, generator)
    return Question(
        "category",
        generator.choice(CATEGORY_TEXTS),
        kind.name,
        (wrong[0].name, wrong[1].name, wrong[2].name),
        kind.category,
    )


def color(drawing: Drawing, generator: random.Random) -> Question | None:
    """Ask for the colour of a part; the wrong options are first the colours of other parts."""
    colors = [fact for fact in drawing.attributes if fact.type == "color"]
    if not colors:
        return None
    fact = generator.choice(colors)
    others = fact.others
    generator.shuffle(others)
    present = {other.answer for other in colors}
    others.sort(key=lambda other: other not in present)
    verb = {"is_": "are", "has": "have"} if fact.plural else {"is_": "is", "has": "has"}
    text = generator.choice(COLOR_TEXTS).format(part=fact.subject, kind=drawing.kind.name, **verb)
    return Question("color", text, fact.answer, (others[0], others[1], others[2]), "color of a part")


def usage(kind: Kind, generator: random.Random) -> Question:
    group, texts = next(
        (group, texts)
        for group, texts in ((LIVING, LIVING_TEXTS), (EATEN, EATEN_TEXTS), ((), USAGE_TEXTS))
        if kind.category in group or not group
    )
    categories = group or sorted({other.category for other in OBJECTS} - {*LIVING, *EATEN})
    wrong = drawn_evenly(kind, categories, generator)
    return Question(
        "usage", generator.choice(texts), kind.use, (wrong[0].use, wrong[1].use, wrong[2].use), kind.category
    )


def drawn_evenly(unlike: Kind, categories: Sequence[str], generator: random.Random) -> list[Kind]:
    """Return three other things, each as often as it is right elsewhere, so that none stands out for being wrong."""
    pool = [kind for kind in OBJECTS if kind.category in categories and kind.use != unlike.use]
    chosen: list[Kind] = []
    while len(chosen) < 3:
        other = generator.choice(pool)
        if other.name != unlike.name and all(other.use != earlier.use for earlier in chosen):
            chosen.append(other)
    return chosen
