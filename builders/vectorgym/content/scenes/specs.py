"""Specifications of scenes: frozen values, one type for each genre.

Colours are hexadecimal, from `colors.py`. Sets of allowed words are next to the types that use them. A `seed`
determines details that no description mentions, such as the positions of dots; changes of other fields keep it.
"""

from dataclasses import dataclass
from typing import NamedTuple


class Series(NamedTuple):
    """A series with one of `values` per category. In a scatter plot, `values` are the heights of points and `across`
    their x values."""

    name: str
    values: tuple[float, ...]
    color: str
    across: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart. `category_colors` are the colours of bars or slices, one per category. If it is empty, all have the
    colour of their series."""

    form: str
    title: str
    subtitle: str
    categories: tuple[str, ...]
    series: tuple[Series, ...]
    category_colors: tuple[str, ...]
    ground: str
    ink: str
    axis: str = ""
    across_axis: str = ""
    seed: int = 0


EYES = ("open", "happy", "closed", "wink", "wide", "hearts", "stars", "sleepy")
BROWS = ("none", "raised", "angry", "worried", "straight")
MOUTHS = ("smile", "grin", "frown", "surprised", "straight", "tongue", "smirk", "laugh")
HAIR = ("none", "short", "curly", "long", "spiky", "bun")
HATS = ("none", "cap", "top hat", "crown", "party hat", "beanie", "chef's hat")
GLASSES = ("none", "round glasses", "square glasses", "sunglasses")
EXTRAS = ("none", "moustache", "beard", "bow tie", "scarf", "headphones", "flower", "earrings")
GROUNDS = ("dots", "rays", "confetti", "rings", "stripes", "hearts", "stars")


@dataclass(frozen=True, slots=True)
class Face:
    """A face: for every feature, a value of the sets above, and a colour. A hat hides a part of `hair`."""

    skin: str
    eyes: str
    eye_color: str
    brows: str
    mouth: str
    hair: str
    hair_color: str
    hat: str
    hat_color: str
    glasses: str
    glasses_color: str
    extra: str
    extra_color: str
    cheeks: bool
    freckles: bool
    pattern: str
    pattern_colors: tuple[str, str]
    ground: str
    seed: int = 0


PLATES = ("circle", "shield", "hexagon", "rounded square", "diamond", "ticket")
ORNAMENTS = ("laurel wreath", "rays", "ring of stars", "ring of dots", "waves", "gear teeth")
LAYOUTS = ("stacked", "beside")


@dataclass(frozen=True, slots=True)
class Logo:
    """A logo. `emblem` is a shape word of the object grammar's emblems.BADGES, or the name of one of its kinds
    ("rocket"). With the layout "stacked" the wordmark is below the emblem, with "beside" to its right."""

    plate: str
    plate_color: str
    rim_color: str
    emblem: str
    emblem_color: str
    ornament: str
    ornament_color: str
    wordmark: str
    tagline: str
    year: str
    ink: str
    ground: str
    layout: str
    seed: int = 0


SHAPES = ("rounded box", "box", "ellipse", "diamond", "hexagon")


class Step(NamedTuple):
    """A box, circle or level: its words, a line of detail below them, and its fill. In a tree, `parent` is the index of
    the step above, -1 for the root; in other diagrams the steps are in sequence."""

    text: str
    detail: str
    color: str
    shape: str = "rounded box"
    parent: int = -1


@dataclass(frozen=True, slots=True)
class Diagram:
    """A diagram. `shared` is the text in the overlap of a Venn diagram's circles."""

    form: str
    title: str
    steps: tuple[Step, ...]
    ground: str
    ink: str
    shared: str = ""
    seed: int = 0


class Thing(NamedTuple):
    """A thing. `kind` names an object of the grammar ("alarm clock") or a thing of `nature` or `made` ("pine tree").

    `x` is its center, `ground` the y on which it stands, `size` its height. Its colours and details depend on `seed`;
    `finish` is one of the object grammar's looks. If `flipped`, it is mirrored.
    """

    name: str
    kind: str
    x: float
    ground: float
    size: float
    seed: int
    finish: str = "two-tone"
    flipped: bool = False


PLACES = ("countryside", "seaside", "street", "mountains", "park", "room")
TIMES = ("day", "evening", "night")
SEASONS = ("spring", "summer", "autumn", "winter")


@dataclass(frozen=True, slots=True)
class Place:
    """A place. `things` are in painting order, the farthest first. `clouds` is the number of clouds by day and in the
    evening; a night has stars. In a room, the window shows the time, and `wall` and `floor` are colours."""

    form: str
    time: str
    season: str
    things: tuple[Thing, ...]
    clouds: int
    wall: str = ""
    floor: str = ""
    accent: str = ""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Display:
    """Things on shelves, in a grid of tiles, on a table, or one large thing on a poster with its title.

    Things fill `rows` × `columns` slots row by row, which determines their x, ground and size.
    """

    form: str
    title: str
    things: tuple[Thing, ...]
    rows: int
    columns: int
    ground: str
    board: str
    ink: str
    tiles: tuple[str, ...] = ()
    seed: int = 0


ICON_PLATES = ("rounded square", "circle", "hexagon", "shield")
PATTERNS = ("dots", "rays", "confetti", "rings", "stripes", "hearts", "stars")


@dataclass(frozen=True, slots=True)
class Icon:
    """One thing, in the form "app" on a plate, else on the ground. `count` is the number in a round mark at the plate's
    upper right corner, 0 for none."""

    form: str
    thing: Thing
    plate: str
    plate_color: str
    rim_color: str
    pattern: str
    pattern_colors: tuple[str, str]
    ground: str
    count: int = 0
    seed: int = 0


WEIGHTS = ("light", "bold", "heavy")
ENDS = ("round", "square")
DECORATIONS = ("light bulbs", "flowers", "stars", "stitches", "inner line")


@dataclass(frozen=True, slots=True)
class Glyph:
    """One letter, digit or symbol as outlines. `sign` is its name in glyphs/strokes.toml: "Q", "7", "ampersand"."""

    form: str
    sign: str
    weight: str
    ends: str
    slanted: bool
    color: str
    outline_color: str
    shadow_color: str
    decoration: str
    decoration_color: str
    pattern: str
    pattern_colors: tuple[str, str]
    ground: str
    seed: int = 0
