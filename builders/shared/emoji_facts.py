"""Questions about drawings by people that the icon set or the picture answers.

What is shown, and the group that it belongs to, are the set's own words. Colors, and the number, place and shape of
what has one, are facts only where the picture and the scene leave no doubt: each pixel of a color must go by one name,
areas must be apart, and nothing may be nearly so.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sgpkit.benchmark import Skipped
from sgpkit.graphics import gate, raster
from sgpkit.graphics.svg.paint import Color
from sgpkit.metrics.structure.recall import color_names, contents
from sgpkit.status import Rejected

from . import emoji, icon_facts
from .emoji import Emoji
from .icon_facts import Fact, Mask

SIZE = 256
PAPER = 247
"""Channels above this are paper."""

STEP = 16
"""Step to which channels are rounded before their color is named."""

MAIN, SECOND = 0.55, 0.2
"""The least share of what is painted that the main color has, and the most of the next."""

DARK = 110
"""Channels up to this make a color that some call black."""

DISPUTED = frozenset((color_names.WHITE, "beige", "gray"))
"""Colors that some give another name, or overlook."""

EQUAL = 3.0
"""How many times as large as the smallest the largest of counted areas is at most."""

LEAST, MOST = 0.004, 0.2
"""The share of the page that an area of a color has for a question about it."""

OUTER, INNER = 0.3, 0.15
"""How far from the middle of the drawing an area is on a side of it, and along the other axis is not, as shares of the
drawing's size."""

KIND_WORDS = {"circle": "a circle", "ellipse": "an oval", "rectangle": "a rectangle", "triangle": "a triangle"}
OTHER_KINDS = ("a star", "a heart", "a cross", "a crescent", "a hexagon")
PLACES = ("at the top", "at the bottom", "on the left", "on the right")
Pixels = npt.NDArray[np.uint8]


class Deck(NamedTuple):
    """Shuffled drawings, the names in each category, and skipped drawings."""

    drawings: Sequence[Emoji]
    names: Mapping[str, Sequence[str]]
    skipped: Sequence[Skipped]


def deck(path: str, name: str) -> Deck:
    """Return the drawings of the packages, or of the sets in a folder, in the order of a name."""
    drawings: list[Emoji] = []
    skipped: list[Skipped] = []
    names: dict[str, list[str]] = {}
    for item in emoji.drawings(path):
        if isinstance(item, Skipped):
            skipped.append(item)
            continue
        drawings.append(item)
        if item.name:
            names.setdefault(item.category, []).append(item.name)
    random.Random(name).shuffle(drawings)
    return Deck(drawings, names, skipped)


# --- what the set says ------------------------------------------------------------------------------------------------


def named(
    drawn: Emoji,
    names: Mapping[str, Sequence[str]],
    draw: random.Random,
    wordings: Sequence[str],
    group_wordings: Sequence[str],
) -> Iterator[tuple[str, Fact]]:
    """Yield the questions for the name and for the group of a drawing. No other option shares a word with it."""
    if not drawn.name:
        return
    taken = set(drawn.name.split())
    chosen: list[str] = []
    for name in draw.sample(names[drawn.category], len(names[drawn.category])):
        words = set(name.split())
        if len(chosen) < 3 and taken.isdisjoint(words):
            taken |= words
            chosen.append(name)
    if len(chosen) == 3:
        yield "name", Fact("semantics", draw.choice(wordings), drawn.name, tuple(chosen))
    groups = sorted(category for category in names if category != drawn.category and drawn.name not in names[category])
    if len(groups) >= 3 and draw.random() < 0.3:
        wrong = tuple(draw.sample(groups, 3))
        yield "group", Fact("reasoning", draw.choice(group_wordings), drawn.category, wrong)


# --- what is seen -----------------------------------------------------------------------------------------------------


def seen(code: str, draw: random.Random) -> Iterator[tuple[str, Fact]]:
    """Yield the questions about colors and the things that have them. Raises ValueError if the drawing cannot be
    rendered.
    """
    pixels, painted = pixels_of(code)
    surely, maybe = by_color(pixels)
    yield from main_color(pixels, surely, painted, draw)
    counted = placed = shaped = False
    for name in draw.sample(sorted(surely), len(surely)):
        if not LEAST <= surely[name].mean() <= MOST or is_disputed(name, pixels, surely):
            continue
        pieces = icon_facts.separate(surely[name], maybe[name])
        if pieces is None:
            continue
        if 2 <= len(pieces) <= 9 and not counted and pieces[0].sum() <= EQUAL * pieces[-1].sum():
            counted = True
            question = f"How many separate {name} areas does the drawing have?"
            yield "count", icon_facts.counted(question, len(pieces), draw)
        elif len(pieces) == 1:
            side = place_of(pieces[0], painted)
            if side and not placed:
                placed = True
                wrong = tuple(other for other in PLACES if other != side)
                yield "place", Fact("reasoning", f"Where in the drawing is the {name} area?", side, wrong)
            kind = "" if shaped else kind_of(name, pieces[0], code)
            if kind:
                shaped = True
                others = [word for word in (*KIND_WORDS.values(), *OTHER_KINDS) if not alike(word, kind)]
                question = f"What shape is the {name} area of the drawing?"
                yield "shape", Fact("shape", question, kind, tuple(draw.sample(others, 3)))


def pixels_of(code: str) -> tuple[Pixels, Mask]:
    """Return a picture, and what of it is painted. ValueError if the drawing cannot be painted, or shows nothing."""
    try:
        pixels = raster.render(gate.shown(code), SIZE)
    except Rejected as rejected:
        raise ValueError(f"{rejected.status}: {rejected.reason}") from None
    painted: Mask = np.asarray((pixels < PAPER).any(axis=2))
    if not painted.any():
        raise ValueError("the drawing shows nothing")
    return pixels, painted


def colors(code: str, least: float) -> list[str]:
    """Return the undisputed colors of a drawing that have a share of it, the largest first; none if they are
    less than `MAIN` of it together. ValueError where it cannot be painted."""
    pixels, painted = pixels_of(code)
    surely = by_color(pixels)[0]
    shares = shares_of(surely, painted)
    known = [name for name in shares if shares[name] >= least and not is_disputed(name, pixels, surely)]
    whole = sum(shares[name] for name in known)
    return sorted(known, key=lambda name: -shares[name]) if whole >= MAIN else []


def by_color(pixels: Pixels) -> tuple[dict[str, Mask], dict[str, Mask]]:
    """Return for each basic color the pixels that go by its name alone, and those that go by it among others."""
    red, green, blue = (pixels[..., at].astype(np.int64) // STEP for at in range(3))
    codes, at = np.unique((red << 16) | (green << 8) | blue, return_inverse=True)
    channels = [[STEP * (int(code) >> shift & 255) + STEP // 2 for shift in (16, 8, 0)] for code in codes]
    fitting = [color_names.fitting(*color) for color in channels]
    at = at.reshape(pixels.shape[:2])
    names = {name for fits in fitting if len(fits) == 1 for name in fits}
    surely = {name: np.array([fits == {name} for fits in fitting])[at] for name in names}
    maybe = {name: np.array([name in fits for fits in fitting])[at] for name in names}
    return surely, maybe


def shares_of(surely: Mapping[str, Mask], painted: Mask) -> dict[str, float]:
    """Return the share of each color in the painted area."""
    return {name: float((mask & painted).sum() / painted.sum()) for name, mask in surely.items()}


def is_disputed(name: str, pixels: Pixels, surely: Mapping[str, Mask]) -> bool:
    """Return whether some people would give a color of a picture another name, overlook it, or call it black."""
    if name in DISPUTED:
        return True
    return name != "black" and float(pixels[surely[name]].max(axis=1).mean()) <= DARK


def main_color(
    pixels: Pixels, surely: Mapping[str, Mask], painted: Mask, draw: random.Random
) -> Iterator[tuple[str, Fact]]:
    """Yield the question for the color of most of the drawing; colors that it has too are offered first."""
    shares = shares_of(surely, painted)
    ordered = sorted(shares, key=lambda name: -shares[name])
    if not ordered or shares[ordered[0]] < MAIN or (len(ordered) > 1 and shares[ordered[1]] > SECOND):
        return
    if is_disputed(ordered[0], pixels, surely):
        return
    others = [name for name in ordered[1:] if name != color_names.WHITE][:2]
    rest = [name for name in color_names.BASIC if name not in (ordered[0], *others)]
    wrong = [*others, *draw.sample(rest, 3 - len(others))]
    yield "color", Fact("color", "What is the main color of the drawing?", ordered[0], tuple(wrong))


def place_of(piece: Mask, painted: Mask) -> str:
    """Return the side of the drawing on which an area is, or "" if it is on none or on two."""
    rows, columns = np.flatnonzero(painted.any(axis=1)), np.flatnonzero(painted.any(axis=0))
    y, x = np.argwhere(piece).mean(axis=0)
    across = (x - columns[0]) / max(1, columns[-1] - columns[0]) - 0.5
    down = (y - rows[0]) / max(1, rows[-1] - rows[0]) - 0.5
    if abs(down) >= OUTER and abs(across) <= INNER:
        return PLACES[0] if down < 0 else PLACES[1]
    if abs(across) >= OUTER and abs(down) <= INNER:
        return PLACES[2] if across < 0 else PLACES[3]
    return ""


def kind_of(name: str, piece: Mask, code: str) -> str:
    """Return the shape of the only figure of a color, where the picture shows the whole of it; "" where there is none
    with a plain name."""
    try:
        known = contents.read(code)
    except Rejected:
        return ""
    own = [
        figure
        for figure in known.figures
        for paint in (figure.fill,)
        if isinstance(paint, Color) and name in color_names.fitting(*paint[:3])
    ]
    if len(own) != 1 or own[0].kind not in KIND_WORDS:
        return ""
    figure, page = own[0], known.page
    unit = SIZE / max(page.right - page.left, page.bottom - page.top)
    width, height = (figure.box.right - figure.box.left) * unit, (figure.box.bottom - figure.box.top) * unit
    area = width * height * {"rectangle": 1.0, "triangle": 0.5}.get(figure.kind, np.pi / 4)
    return KIND_WORDS[figure.kind] if 0.9 <= piece.sum() / max(area, 1.0) <= 1.05 else ""


def alike(word: str, kind: str) -> bool:
    """Return whether a person might call one shape the other."""
    return word == kind or {word, kind} == {"a circle", "an oval"}
