"""The part of a figure's caption that is written from what the recipe knows of it, and all that the caption asserts."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from sgpkit.graphics.svg import paint
from sgpkit.graphics.svg.outline import Box
from sgpkit.graphics.svg.paint import Color
from sgpkit.metrics.structure.recall import contents
from sgpkit.metrics.structure.recall.shapes import Figure
from sgpkit.metrics.structure.scene_match import asserted
from sgpkit.metrics.structure.scene_match.asserted import Asserted, Network, Relation, Thing
from sgpkit.metrics.structure.scene_match.groups import Drawn

from .. import page_words as phrases
from ..figure import Named
from .contents import Contents, Position
from .pen import listed, number, singular, some, upper

RELATIONS = 4
"""Pairs of labelled things whose positions are given."""

APART = 0.6
"""Units of the picture by which two things must differ to a side for it to be said."""

KINDS = {"region": ""}
"""Shapes that drawings are not read for."""

NOUNS = {
    "circle": "circles",
    "ellipse": "ellipses",
    "rectangle": "rectangles",
    "triangle": "triangles",
    "polygon": "polygons",
    "line": "straight lines",
    "curve": "curves",
}
"""The nouns for kinds of figures."""

MOST = 250
"""Figures that are counted in a caption at most."""

NEAR = 6
"""Steps of 255 by which a colour may differ after mixing and printing."""

EXTENTS = 4
"""Things whose part of the picture is described."""

WORDS = {"left": "to the left of", "right": "to the right of", "above": "higher than", "below": "lower than"}


def numbers(known: Contents, caption: str) -> list[str]:
    """Return a sentence with the numbers of things that the caption has not given yet."""
    phrases = [some(count.number, count.noun) for count in known.counts if count.number]
    missing = [phrase for phrase in dict.fromkeys(phrases) if phrase.casefold() not in caption.casefold()]
    return (
        [f"Counted out, there {'is' if missing[0].startswith('one ') else 'are'} {listed(missing)}."] if missing else []
    )


def relations(
    known: Contents, labels: Sequence[str], generator: random.Random
) -> tuple[list[str], tuple[Relation, ...]]:
    """Return sentences on where labelled things are, and what they assert. Only labels that stand once are used."""
    names = [item.label for item in known.positions]
    unique = [
        item
        for item in known.positions
        if names.count(item.label) == 1 and item.label in labels and "'" not in item.label
    ]
    pairs = [(one, other) for one in unique for other in unique if one != other and sides(one, other)]
    chosen: list[tuple[Position, Position, str]] = []
    for one, other in generator.sample(pairs, len(pairs)):
        if len(chosen) == RELATIONS:
            break
        if not any({one, other} == {first, second} for first, second, _ in chosen):
            chosen.append((one, other, generator.choice(sides(one, other))))
    if not chosen:
        return [], ()
    texts = [f"'{one.label}' is {WORDS[side]} '{other.label}'" for one, other, side in chosen]
    stated = tuple(Relation(side, one.label, other.label) for one, other, side in chosen)
    return [f"{listed(texts)}."], stated


def sides(one: Position, other: Position) -> list[str]:
    """Return the sides of the second on which the first lies."""
    result = []
    if abs(one.x - other.x) > APART:
        result.append("left" if one.x < other.x else "right")
    if abs(one.y - other.y) > APART:
        result.append("above" if one.y > other.y else "below")
    return result


def assertions(known: Contents, named: Sequence[Named], stated: tuple[Relation, ...], has_edges: bool) -> Asserted:
    """Return what the caption asserts: counted shapes of a colour, further colours, labels, positions, edges."""
    counted = [
        Thing(count.seen.fill or count.seen.stroke, KINDS.get(count.seen.shape, count.seen.shape), count.number)
        for count in known.counts
        if count.number
    ]
    colors = {thing.color for thing in counted}
    plain = [Thing(item.text) for item in named if item.what == "color" and item.text not in colors]
    edges = tuple(asserted.Edge(edge.start, edge.end, edge.label) for edge in known.edges if has_edges)
    network = Network(edges, known.edges[0].directed) if edges else None
    labels = tuple(dict.fromkeys(item.text for item in named if item.what == "label"))
    return Asserted((*dict.fromkeys(counted), *dict.fromkeys(plain)), labels, stated, network)


def extents(
    wanted: Asserted, known: Contents, words: Mapping[str, str], drawn: contents.Contents
) -> tuple[list[str], Asserted]:
    """Return sentences on the part of the picture that things take up, and the assertions with it.

    A thing is named by its noun where it is counted, else by its colour.
    """
    view = Drawn(drawn)
    if not wanted.things:
        wanted, plain = shapes_of(wanted, view)
        return plain, wanted
    nouns = {
        (count.seen.fill or count.seen.stroke, KINDS.get(count.seen.shape, count.seen.shape), count.number): count.noun
        for count in known.counts
    }
    texts: list[str] = []
    things = list(wanted.things)
    for index, thing in enumerate(wanted.things):
        members = [at for at in view.of(thing) if is_exact(view.figures[at], thing.color)]
        if not members or len(texts) == EXTENTS or not thing.color:
            continue
        group = view.group(members)
        noun = nouns.get((thing.color, thing.kind, thing.count))
        kinds = {view.figures[member].kind for member in group.members}
        if noun:
            name, has = (f"the {noun}", "take up") if thing.count > 1 else (f"the {singular(noun)}", "takes up")
        elif thing.color in words:
            name, has = f"what is drawn in {words[thing.color]}", "takes up"
            kind = kinds.pop() if len(kinds) == 1 else ""
            if kind in NOUNS and not thing.count and 1 < len(group.members) <= MOST:
                thing = replace(thing, kind=kind, count=len(group.members))
                name = f"{name}, {number(thing.count)} {NOUNS[kind]} in all,"
        else:
            continue
        x, y, width, height = share_of(group.box, drawn.page)
        where = phrases.PARTS_OF_THE_PAGE[phrases.third(y)][phrases.third(x)]
        across, down = phrases.nearest(width, phrases.SHARES), phrases.nearest(height, phrases.SHARES)
        texts.append(f"{name} {has} {across} of the picture's width and {down} of its height, {where}")
        things[index] = replace(thing, middle=(round(x, 2), round(y, 2)), size=(round(width, 2), round(height, 2)))
    return [f"{upper('; '.join(texts))}."] if texts else [], replace(wanted, things=tuple(things))


def is_exact(figure: Figure, color: str) -> bool:
    """Return whether a figure is of a colour itself, not of one that goes by the same words."""
    exact = paint.color(color)
    if exact is None:
        return False
    used = [own for own in (figure.fill, figure.stroke) if isinstance(own, Color)]
    return any(max(abs(a - b) for a, b in zip(one[:3], exact[:3], strict=True)) <= NEAR for one in used)


def shapes_of(wanted: Asserted, view: Drawn) -> tuple[Asserted, list[str]]:
    """Return assertions of the numbers of plain shapes, for figures of which no other thing is known."""
    counts = Counter(figure.kind for figure in view.figures if figure.kind in NOUNS)
    counted = [(kind, many) for kind, many in counts.most_common(2) if 1 < many <= MOST]
    if not counted:
        return wanted, []
    phrase = listed([f"{number(many)} {NOUNS[kind]}" for kind, many in counted])
    things = tuple(Thing(kind=kind, count=many) for kind, many in counted)
    return replace(wanted, things=things), [f"Counting plain shapes only, there are {phrase}."]


def share_of(box: Box, page: Box) -> tuple[float, float, float, float]:
    """Return the middle and the size of a box in shares of the page."""
    width, height = max(page.right - page.left, 1e-6), max(page.bottom - page.top, 1e-6)
    return (
        ((box.left + box.right) / 2 - page.left) / width,
        ((box.top + box.bottom) / 2 - page.top) / height,
        (box.right - box.left) / width,
        (box.bottom - box.top) / height,
    )
