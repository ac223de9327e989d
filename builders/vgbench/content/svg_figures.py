"""SVG figures: SGP-Bench's drawings of everyday things, with questions and captions as VGBench has them for icons.

A kind of the deck is a design, such as `pizza/3`. Train and test splits have different kinds of things.

Try it: python -c "from sgpkit.families.vgbench import generators as g; print(next(g.deck('svg', '7')).figure.design)"
"""

import random
from collections.abc import Mapping
from functools import cache
from typing import Literal

from sgpkit.families.shared import tables
from sgpkit.families.shared.drawings import lookalikes
from sgpkit.families.shared.drawings.designs import catalogue, proof
from sgpkit.families.shared.drawings.designs.drawing import Unfit
from sgpkit.families.shared.drawings.designs.drawing import draw as draw_design
from sgpkit.families.shared.drawings.drawing import Drawing
from sgpkit.families.shared.drawings.kind import Kind
from sgpkit.families.shared.drawings.writing.styling import Style
from sgpkit.metrics.structure.recall.contents import Contents

from . import svg_caption
from .figure import Figure, Question

WORDS = tables.read(__file__, "svg_figures.toml")

BY_NAME: Mapping[str, Kind] = {kind.name: kind for kind in (*catalogue.TEST, *catalogue.TRAIN)}

STYLES: Mapping[Style, float] = {"solid": 0.17, "line": 0.07, "badge": 0.06, "layered": 0.3, "flattened": 0.4}
"""Shares of the styles. Only drawings in several colors allow questions about a color."""

CAPTIONED_STYLE: Style = "layered"
"""The style of drawings for captions, in which each part has a different color."""

TRIES = 12
MIN_SHOWN = 3
"""The minimum number of wrong colors that a drawing must have."""

CATEGORY_TEXTS: tuple[str, ...] = WORDS["category_texts"]
COLOR_TEXTS: tuple[str, ...] = WORDS["color_texts"]
USAGE_TEXTS: tuple[str, ...] = WORDS["usage_texts"]
EATEN_TEXTS: tuple[str, ...] = WORDS["eaten_texts"]
LIVING_TEXTS: tuple[str, ...] = WORDS["living_texts"]
USES = {"living": LIVING_TEXTS, "eaten": EATEN_TEXTS, "": USAGE_TEXTS}
"""By group of kinds: wordings of questions about a use."""


@cache
def kinds(is_train: bool) -> tuple[str, ...]:
    """Return the designs of the train split or of the test split."""
    return tuple(catalogue.all_designs(catalogue.TRAIN if is_train else catalogue.TEST))


def draw(kind: str, generator: random.Random) -> Figure:
    """Return a figure of a design, written in one of several styles."""
    return drawn(kind, generator, "")


def draw_captioned(kind: str, generator: random.Random) -> Figure:
    """Return a figure of a design for a caption."""
    return drawn(kind, generator, CAPTIONED_STYLE)


def drawn(kind: str, generator: random.Random, style: Style | Literal[""]) -> Figure:
    """Return a figure of a design in the style given, or else in a random style."""
    name, design = kind.rsplit("/", 1)
    for _ in range(TRIES):
        chosen = style or generator.choices(list(STYLES), list(STYLES.values()))[0]
        try:
            # Positions in a caption are relative to the extent of the drawing, so nothing may be behind the thing.
            drawing = draw_design(BY_NAME[name], design, generator, style=chosen, hued=bool(style), plates=not style)
        except Unfit:
            continue
        made = drawing.kind.generator
        return Figure(name, "svg", drawing.code, name, "", (), {"drawing": drawing}, design=kind, generator=made)
    raise LookupError(f"{kind}: nothing can be drawn of it in {TRIES} tries")


def captioned(figure: Figure, contents: Contents, generator: random.Random) -> Figure:
    """Return the figure with its caption. `contents` are those read from its drawing."""
    made = svg_caption.compose(figure.details["drawing"], contents, generator)
    return figure._replace(caption=made.text, paraphrases=made.paraphrases, named=made.named, asserted=made.asserted)


def ask(figure: Figure, type: str, generator: random.Random) -> Question | None:
    drawing: Drawing = figure.details["drawing"]
    if type == "category":
        return category(drawing, generator)
    return color(drawing, generator) if type == "color" else usage(drawing, generator)


def category(drawing: Drawing, generator: random.Random) -> Question:
    kind, wrong = drawing.kind, lookalikes.to_name(drawing.kind, drawing.code, generator)
    text = generator.choice(CATEGORY_TEXTS)
    return Question("category", text, kind.name, (wrong[0].name, wrong[1].name, wrong[2].name), kind.category)


def color(drawing: Drawing, generator: random.Random) -> Question | None:
    """Ask for the color of a part among four that the drawing has; None if it has too few."""
    asked = []
    for attribute in drawing.attributes_of("color"):
        others = [name for name in attribute.others if name in drawing.colors]
        if len(others) >= MIN_SHOWN:
            asked.append((attribute, others))
    if not asked:
        return None
    attribute, others = generator.choice(asked)
    wrong = generator.sample(others, MIN_SHOWN)
    verb = "are" if attribute.plural else "is"
    # A part may be named like its thing, as the boot of a boot: wordings that name the thing are then left out.
    named = proof.noun(attribute.subject) in drawing.kind.name.lower()
    texts = [text for text in COLOR_TEXTS if not (named and "{kind}" in text)]
    text = generator.choice(texts).format(part=attribute.subject, kind=drawing.kind.name, is_=verb)
    return Question("color", text, attribute.answer, (wrong[0], wrong[1], wrong[2]), "color of a part")


def usage(drawing: Drawing, generator: random.Random) -> Question:
    kind, wrong = drawing.kind, lookalikes.to_use(drawing.kind, drawing.code, generator)
    text = generator.choice(USES[lookalikes.group(kind)])
    return Question("usage", text, kind.use, (wrong[0].use, wrong[1].use, wrong[2].use), kind.category)
