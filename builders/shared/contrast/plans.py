"""Scenes with room for one change, and that change in three grades, for every axis of plain figures.

A plan gives the scene of the reference. The first of its figures is the one that a change is about, the second the one
that it is related to. A change gives the same scene with one thing wrong.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sgpkit.metrics.structure.recall import color_names

from .scene import PAGE, Claim, Figure, Scene

SHAPES = ("circle", "square", "triangle", "star", "hexagon", "pentagon", "rectangle", "ellipse")
COLORS = ("red", "orange", "yellow", "green", "cyan", "blue", "purple", "pink", "brown", "gray", "black")
WORDS = ("Start", "Memory", "Engine", "Planet", "Garden", "Bridge", "Signal", "Market", "Window", "Harbor", "Ticket")

OTHERS: Mapping[str, tuple[str, str, str]] = {
    "circle": ("ellipse", "square", "star"),
    "ellipse": ("circle", "rectangle", "star"),
    "square": ("rectangle", "circle", "star"),
    "rectangle": ("square", "ellipse", "star"),
    "triangle": ("pentagon", "circle", "star"),
    "pentagon": ("square", "triangle", "star"),
    "hexagon": ("circle", "triangle", "star"),
    "star": ("triangle", "hexagon", "circle"),
}
"""By shape: another that is much like it, one that is less like it, and one that is unlike it."""

WIDTHS = {1: 26.0, 2: 46.0, 3: 76.0}
"""By grade: the width of a figure that is missing or too many."""

ROWS = 5
CELL = PAGE / ROWS


class Palette(NamedTuple):
    """The shapes and the colors that a language draws; `colored` is False where colors are not drawn."""

    shapes: tuple[str, ...] = SHAPES
    colors: tuple[str, ...] = COLORS
    colored: bool = True


Spot = tuple[int, int]
Plan = Callable[["Deck", int], Scene | None]
Change = Callable[[Scene, "Deck", int], Scene | None]


class Deck:
    """The random choices of one scene: no two kinds of figures have one color, and no two one shape if colors are not
    drawn; no two figures have one cell of the page."""

    def __init__(self, chance: random.Random, palette: Palette) -> None:
        self.chance, self.palette = chance, palette
        self.colors = chance.sample(palette.colors, len(palette.colors)) if palette.colored else []
        self.shapes = chance.sample(palette.shapes, len(palette.shapes))
        cells = [(column, row) for column in range(ROWS) for row in range(ROWS)]
        self.cells = chance.sample(cells, len(cells))

    def kind(self, shapes: Sequence[str] = ()) -> tuple[str, str]:
        """Return a shape and a color that no other figure has."""
        free = [shape for shape in self.shapes if not shapes or shape in shapes]
        shape = self.chance.choice(free)
        if not self.palette.colored:
            self.shapes.remove(shape)
            return shape, "black"
        return shape, self.colors.pop()

    def spot(self, *allowed: Spot) -> Spot:
        """Return a free cell, one of some if they are given."""
        cell = next(cell for cell in self.cells if not allowed or cell in allowed)
        self.cells.remove(cell)
        return cell

    def figure(self, spot: Spot | None = None, width: float = 0.0, shapes: Sequence[str] = ()) -> Figure:
        """Return a figure of a new kind in a free cell."""
        shape, color = self.kind(shapes)
        column, row = spot or self.spot()
        return Figure(shape, color, *middle((column, row)), width or float(self.chance.randint(44, 58)))

    def others(self, low: int = 1, high: int = 3) -> list[Figure]:
        """Return some further figures, each of a different kind."""
        return [self.figure() for _ in range(self.chance.randint(low, high))]


def middle(spot: Spot) -> tuple[float, float]:
    """Return the middle of a cell."""
    return (spot[0] + 0.5) * CELL, (spot[1] + 0.5) * CELL


# --- scenes -----------------------------------------------------------------------------------------------------------


def plain(deck: Deck, grade: int) -> Scene:
    """Return different figures."""
    return Scene((deck.figure(), *deck.others(2, 4)))


def sized(deck: Deck, grade: int) -> Scene:
    """Return different figures; the width of the first depends on the grade."""
    return Scene((deck.figure(width=WIDTHS[grade]), *deck.others(2, 4)))


def several(deck: Deck, grade: int) -> Scene:
    """Return four to six equal figures, and others."""
    first = deck.figure(width=44.0)
    x_y = [middle(deck.spot()) for _ in range(deck.chance.randint(3, 5))]
    return Scene((first, *(first._replace(x=x, y=y) for x, y in x_y), *deck.others()))


def cornered(deck: Deck, grade: int) -> Scene:
    """Return a figure in a corner of the page, and others that leave the edges free."""
    corner = deck.chance.randrange(4)
    inner = [(column, row) for column in (1, 2, 3) for row in (1, 2, 3)]
    spots = deck.chance.sample([spot for spot in inner if spot != (2, 2)], 3)
    others = [deck.figure(spot) for spot in spots]
    return Scene((deck.figure(corner_spot(corner)), *others), (Claim("corner", (0,), float(corner)),))


def corner_spot(corner: int) -> Spot:
    """Return the cell of a corner: 0 upper left, 1 upper right, 2 lower left, 3 lower right."""
    return (ROWS - 1) * (corner % 2), (ROWS - 1) * (corner // 2)


def side_by_side(deck: Deck, grade: int) -> Scene:
    """Return two figures in a row or a column, with a distance in cells that the grade determines, and others."""
    across = deck.chance.random() < 0.5
    along, other = deck.chance.randrange(ROWS - grade), deck.chance.randrange(ROWS)
    ends = [(along, other), (along + grade, other)]
    spots = [end if across else end[::-1] for end in ends]
    for spot in spots:
        deck.cells.remove((spot[0], spot[1]))
    figures = tuple(deck.figure((spot[0], spot[1])) for spot in spots)
    return Scene((*figures, *deck.others()), (Claim("left of" if across else "above", (0, 1)),))


def twice(deck: Deck, grade: int) -> Scene:
    """Return a figure twice as wide as another."""
    # Round corners and tips have no clear width; a figure and its double must fit their cells.
    first, second = deck.figure(width=76.0), deck.figure(width=38.0)
    return Scene((first, second, *deck.others()), (Claim("times as wide", (0, 1), 2.0),))


def overlapping(deck: Deck, grade: int) -> Scene:
    """Return a figure in front of another; the higher the grade, the more of the other it hides."""
    column, row = deck.chance.randrange(1, 4), deck.chance.randrange(1, 4)
    around = [(column + across, row + down) for across in (-1, 0, 1) for down in (-1, 0, 1)]
    deck.cells = [cell for cell in deck.cells if cell not in around]
    solid = [shape for shape in ("circle", "square", "hexagon", "pentagon") if shape in deck.shapes]
    front = deck.figure((column, row), 72.0, solid)
    behind = deck.figure((column, row), 72.0, [shape for shape in solid if shape != front.shape])
    shift = {1: 46.0, 2: 33.0, 3: 22.0}[grade] * deck.chance.choice((-1, 1))
    across = deck.chance.random() < 0.5
    moved = behind._replace(x=behind.x + shift * across, y=behind.y + shift * (not across))
    return Scene((front, moved, *deck.others()), (Claim("in front of", (0, 1)),))


def mirrored(deck: Deck, grade: int) -> Scene:
    """Return pairs of equal figures on both sides of the upright middle line, and one on it."""
    level = tuple(shape for shape in deck.shapes if shape != "pentagon")
    figures: list[Figure] = []
    rows = deck.chance.sample((0, 2, 4), 2)
    for row in rows:
        one = deck.figure((deck.chance.choice((0, 1)), row), 50.0, level)
        figures += [one, one._replace(x=PAGE - one.x)]
    return Scene((*figures, deck.figure((2, 0), shapes=level)), (Claim("symmetric"),))


def labeled(deck: Deck, grade: int) -> Scene:
    """Return two figures with words below them, and others."""
    spots = deck.chance.sample([(1, 0), (3, 0), (1, 2), (3, 2)], 2)
    deck.cells = [cell for cell in deck.cells if cell[1] == 4]
    words = deck.chance.sample(WORDS, 2)
    figures = [deck.figure(spot)._replace(label=word) for spot, word in zip(spots, words, strict=True)]
    return Scene((*figures, deck.figure()))


# --- changes ----------------------------------------------------------------------------------------------------------


def to_other_shape(scene: Scene, deck: Deck, grade: int) -> Scene | None:
    """Return the scene with another shape for the first figure."""
    shape = OTHERS[scene.figures[0].shape][grade - 1]
    taken = {figure.shape for figure in scene.figures} if not deck.palette.colored else set()
    return None if shape in taken or shape not in deck.palette.shapes else scene.with_figure(0, shape=shape)


def without_first(scene: Scene, deck: Deck, grade: int) -> Scene:
    """Return the scene without the first figure."""
    return scene._replace(figures=scene.figures[1:])


def with_one_more(scene: Scene, deck: Deck, grade: int) -> Scene:
    """Return the scene with a figure that the request does not name."""
    return scene._replace(figures=(*scene.figures, deck.figure(width=WIDTHS[grade])))


def in_other_number(scene: Scene, deck: Deck, grade: int) -> Scene | None:
    """Return the scene with one, two or three more or fewer of the first figures."""
    first = scene.figures[0]
    same = [figure for figure in scene.figures if (figure.shape, figure.color) == (first.shape, first.color)]
    rest = scene.figures[len(same) :]
    if deck.chance.random() < 0.5 and len(same) > grade:
        return scene._replace(figures=(*same[grade:], *rest))
    if len(deck.cells) < grade:
        return None
    more = [first._replace(x=x, y=y) for x, y in (middle(deck.spot()) for _ in range(grade))]
    return scene._replace(figures=(*same, *more, *rest))


def in_other_color(scene: Scene, deck: Deck, grade: int) -> Scene:
    """Return the scene with another color for the first figure: one of the third that is nearest to it, of the middle
    third, or of the farthest."""
    own = scene.figures[0].color
    taken = {figure.color for figure in scene.figures}
    free = sorted((name for name in deck.palette.colors if name not in taken), key=lambda name: apart(own, name))
    third = len(free) / 3
    return scene.with_figure(0, color=deck.chance.choice(free[int(third * (grade - 1)) : max(1, int(third * grade))]))


def apart(one: str, other: str) -> float:
    """Return the distance of two colors in Oklab."""
    points = color_names.oklab([color_names.channels(color_names.PLAIN[name]) for name in (one, other)])
    return float(((points[0] - points[1]) ** 2).sum())


def in_other_corner(scene: Scene, deck: Deck, grade: int) -> Scene:
    """Return the scene with the first figure in the middle of an edge, in the next corner, or in the opposite one."""
    corner = int(scene.claims[0].value)
    column, row = corner_spot(corner)
    across = deck.chance.random() < 0.5
    far = ROWS - 1
    spot = {
        1: (2, row) if across else (column, 2),
        2: (far - column, row) if across else (column, far - row),
        3: (far - column, far - row),
    }[grade]
    x, y = middle(spot)
    return scene.with_figure(0, x=x, y=y)


def exchanged(scene: Scene, deck: Deck, grade: int) -> Scene:
    """Return the scene with the first two figures in each other's place."""
    one, other = scene.figures[:2]
    return scene.with_figure(0, x=other.x, y=other.y).with_figure(1, x=one.x, y=one.y)


def in_other_size(scene: Scene, deck: Deck, grade: int) -> Scene:
    """Return the scene with the first figure at 75, 50 or 25 % of its width."""
    return scene.with_figure(0, width=round(scene.figures[0].width * (1 - 0.25 * grade), 1))


def behind(scene: Scene, deck: Deck, grade: int) -> Scene:
    """Return the scene with the first figure behind the second. Figures are painted from the last to the first."""
    one, other, *rest = scene.figures
    return scene._replace(figures=(other, one, *rest))


def askew(scene: Scene, deck: Deck, grade: int) -> Scene:
    """Return the scene with the first figure higher or lower than its mirror image."""
    step = {1: 28.0, 2: 52.0, 3: 76.0}[grade]
    first = scene.figures[0]
    return scene.with_figure(0, y=first.y - step if first.y > PAGE / 3 else first.y + step)


def misspelled(scene: Scene, deck: Deck, grade: int) -> Scene:
    """Return the scene with another letter in the first label, several other letters, or another word."""
    word = scene.figures[0].label
    if grade == 3:
        return scene.with_figure(0, label=deck.chance.choice([other for other in WORDS if other[0] != word[0]]))
    letters = list(word)
    for index in deck.chance.sample(range(1, len(word)), 1 if grade == 1 else 3):
        letters[index] = deck.chance.choice([letter for letter in "abdhkmosuvwxz" if letter != letters[index]])
    return scene.with_figure(0, label="".join(letters))


DAMAGES = {1: "broken", 2: "off page", 3: "hairline"}


def damaged(scene: Scene, deck: Deck, grade: int) -> Scene:
    """Return the scene with a first figure whose path breaks off, that is mostly off the page, or a hairline."""
    if grade != 2:
        return scene.with_figure(0, damage=DAMAGES[grade])
    first = scene.figures[0]
    left = first.x < PAGE / 2
    return scene.with_figure(0, x=-0.22 * first.width if left else PAGE + 0.22 * first.width)


def at_edge(deck: Deck, grade: int) -> Scene:
    """Return different figures; the first is large, at the left or right edge, and alone in its row. A triangle is
    never broken off, since a part of it is also a triangle."""
    row = deck.chance.randrange(ROWS)
    spot = (deck.chance.choice((0, ROWS - 1)), row)
    deck.cells.remove(spot)
    shapes = ("circle", "square", "hexagon", "pentagon", *(("triangle",) if DAMAGES[grade] != "broken" else ()))
    solid = [shape for shape in shapes if shape in deck.shapes]
    return Scene((deck.figure(spot, 70.0, solid), *deck.others(2, 4)))


AXES: Mapping[str, tuple[Plan, Change]] = {
    "object": (plain, to_other_shape),
    "part missing": (sized, without_first),
    "part added": (plain, with_one_more),
    "count": (several, in_other_number),
    "color": (plain, in_other_color),
    "position": (cornered, in_other_corner),
    "relation": (side_by_side, exchanged),
    "size": (twice, in_other_size),
    "order": (overlapping, behind),
    "symmetry": (mirrored, askew),
    "text": (labeled, misspelled),
    "damage": (at_edge, damaged),
}
"""By axis: the scene, and the change that makes it wrong."""
