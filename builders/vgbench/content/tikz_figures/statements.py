"""The caption of a figure: its subject, then its features, in as much detail as its style gives.

Recipes write paragraphs about their figures, the most informative first. A short caption has the first of them, a plain
one two, and a detailed one all, including the additions around the figure. The assertions cover what the caption says:
labels, colors and numbers whose words are in it, and the edges if all of them are.
"""

import random
import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from sgpkit.metrics.structure.scene_match import asserted
from sgpkit.metrics.structure.scene_match.asserted import Asserted, Network, Thing

from ....shared.words import sentences, upper
from ..figure import Named
from .contents import Contents, Count
from .pen import Pen, some

Hand = Literal["short", "plain", "detailed"]
HANDS: dict[Hand, float] = {"short": 0.3, "plain": 0.35, "detailed": 0.35}
"""The shares of captions with one, two, and all paragraphs."""

PARAGRAPHS: dict[Hand, int] = {"short": 1, "plain": 2, "detailed": 99}
KINDS = {"region": ""}
"""Shapes that readers of drawings do not recognise."""

OPENINGS = (
    "The image shows {}.",
    "The figure shows {}.",
    "This picture shows {}.",
    "This is a drawing of {}.",
    "Here we see {}.",
    "{}:",
    "In this figure we see {}.",
)
"""Ways of saying what a figure is. After a colon, the rest continues the sentence."""

PARAPHRASES = 5
GROUND = "The background is white."
LOWERED = frozenset(
    (
        *("A", "An", "The", "On", "In", "From", "Along", "One", "Two", "Three", "Four", "Five", "Six", "Seven"),
        *("Eight", "Nine", "Ten", "Eleven", "Twelve", "Above", "Below", "Around", "Between", "At", "Over", "Under"),
        *("Inside", "Each", "Every", "Bars", "Points", "Lines", "Several", "Some", "Its"),
    )
)
"""First words that start with a lower-case letter within a sentence."""


class Captioned(NamedTuple):
    """A caption, its paraphrases, and the parts of it that can be checked."""

    text: str
    paraphrases: tuple[str, ...]
    named: tuple[Named, ...]
    asserted: Asserted


def compose(pen: Pen, known: Contents, what: str, generator: random.Random) -> Captioned:
    """Return the caption of a figure; `what` is its subject, with an article."""
    paragraphs = select_paragraphs(pen, generator)
    named, stated = checked(pen, known, paragraphs)
    if stated.is_empty:  # else any drawing would satisfy the caption
        paragraphs = pen.caption
        named, stated = checked(pen, known, paragraphs)
    ground = GROUND if generator.random() < 0.25 else ""
    texts = [worded(opening, what, paragraphs, ground) for opening in generator.sample(OPENINGS, PARAPHRASES + 1)]
    return Captioned(texts[0], tuple(texts[1:]), named, stated)


def checked(pen: Pen, known: Contents, paragraphs: Sequence[str]) -> tuple[tuple[Named, ...], Asserted]:
    """Return the named things and the assertions of paragraphs."""
    text, is_whole = " ".join(paragraphs), len(paragraphs) >= pen.own_sentences
    named = named_in(pen, known, text, is_whole)
    return named, assertions(known, named, text, pen.states_edges and is_whole)


def select_paragraphs(pen: Pen, generator: random.Random) -> list[str]:
    """Return the paragraphs that one style includes. If edges are included, all paragraphs about the figure itself
    are."""
    hand = generator.choices(list(HANDS), list(HANDS.values()))[0]
    many = PARAGRAPHS[hand]
    if pen.states_edges:
        many = max(many, pen.own_sentences)
    return pen.caption[:many]


def worded(opening: str, what: str, paragraphs: list[str], ground: str) -> str:
    """Return a caption with one of several beginnings."""
    first, *rest = paragraphs or [""]
    if opening.startswith("{}"):
        head = upper(opening.format(what))
        if ":" in first:
            return sentences(f"{head[:-1]}.", first, *rest, ground)
        word = first.split(" ")[0]
        return sentences(head, first[:1].lower() + first[1:] if word in LOWERED else first, *rest, ground)
    return sentences(opening.format(what), first, *rest, ground)


# --- assertions -------------------------------------------------------------------------------------------------------


def named_in(pen: Pen, known: Contents, text: str, is_whole: bool) -> tuple[Named, ...]:
    """Return the things that a text names."""
    kept = []
    for index, named in enumerate(pen.named):
        is_own = is_whole and index < pen.own_named
        match named.what:
            case "label":
                is_told = is_own or is_word(named.text, text)
            case "color":
                is_told = pen.color_words.get(named.text, named.text) in text
            case "edge":
                is_told = is_whole
            case _:
                is_told = is_whole
        if is_told:
            kept.append(named)
    counts = [
        Named("count", count.seen.shape, count.number)
        for count in known.counts
        if not count.seen.fill and not count.seen.stroke and is_counted(count, text)
    ]
    return tuple(dict.fromkeys((*kept, *counts)))


def is_word(label: str, text: str) -> bool:
    """Return whether a text contains a label as a separate word."""
    return re.search(rf"(?<!\w){re.escape(label)}(?!\w)", text) is not None


def is_counted(count: Count, text: str) -> bool:
    """Return whether a text states a number of things."""
    return count.number > 0 and some(count.number, count.noun).casefold() in text.casefold()


def assertions(known: Contents, named: tuple[Named, ...], text: str, has_edges: bool) -> Asserted:
    """Return what the caption asserts: counted shapes of a colour, further colours, labels, edges."""
    named_colors = {item.text for item in named if item.what == "color"}
    counted = [
        Thing(color if color in named_colors else "", KINDS.get(count.seen.shape, count.seen.shape), count.number)
        for count in known.counts
        if is_counted(count, text)
        for color in (count.seen.fill or count.seen.stroke,)
    ]
    colors = {thing.color for thing in counted}
    plain = [Thing(item.text) for item in named if item.what == "color" and item.text not in colors]
    edges = tuple(asserted.Edge(edge.start, edge.end, edge.label) for edge in known.edges if has_edges)
    network = Network(edges, known.edges[0].directed) if edges else None
    labels = tuple(dict.fromkeys(item.text for item in named if item.what == "label"))
    return Asserted((*dict.fromkeys(counted), *dict.fromkeys(plain)), labels, (), network)
