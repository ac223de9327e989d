"""Specifications that scenes are composed from: frozen values without chance, one type for each family of scenes.

Colours are hexadecimal, from `colors.py`. Where a word is one of a set, the set is next to it. A `seed` is that of
what no description mentions: the places of dots, the strands of hair; a change elsewhere leaves it.
"""

from dataclasses import dataclass
from typing import NamedTuple


class Series(NamedTuple):
    """A series. `values`, one a category; in a scatter plot they are the heights of points, `across` their x."""

    name: str
    values: tuple[float, ...]
    color: str
    across: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart. `category_colors`: of bars or slices, one a category; empty: all have the series' colour."""

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
    """A face: a value of the sets above for every feature, and its colour. A hat hides `hair` in part."""

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
    """A logo. `emblem`: a shape word of the object grammar's emblems.BADGES, or the name of one of its kinds
    ("rocket"). stacked: the wordmark stands below the emblem; beside: to its right."""

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
    """A box, circle or level: its words, a line below them, its fill. `parent`: for a tree, the index of the step
    above (-1: the root); elsewhere steps follow in their order."""

    text: str
    detail: str
    color: str
    shape: str = "rounded box"
    parent: int = -1


@dataclass(frozen=True, slots=True)
class Diagram:
    """A diagram. `shared`: in a Venn diagram, what its two or three circles have in common."""

    form: str
    title: str
    steps: tuple[Step, ...]
    ground: str
    ink: str
    shared: str = ""
    seed: int = 0


class Thing(NamedTuple):
    """An object of the grammar (`kind` is its name: "alarm clock") or of places' own (`nature.KINDS`: "pine tree").

    `x` is its middle, `ground` the y on which it stands, `size` its height. Its colours and details follow from
    `seed`; `finish` is one of the object grammar's looks. `flipped`: mirrored.
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
    """A place. `things` in painting order, the farthest first. `clouds`: their number (day, evening); stars come with
    the night. In a room, time is what the window shows, and `wall`, `floor` are its colours."""

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

    `rows` × `columns` places; things fill them row by row, and their x, ground and size follow from that.
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
