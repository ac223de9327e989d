"""Attributes of a drawing that were not chosen for a question: the shape of its parts and of the whole, the number of
its legs or wheels, its primary color, its background, the position of its parts, its orientation and direction.

Every attribute is verified in the painted picture: an outline must show along its whole length, a color must cover most
of the drawing. The options of an attribute are the answers that a person might give.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from .. import outline_words, palette
from ..forms import Form
from ..sketch import Attribute, Item, Part, Side
from ..writing.styling import ONE_COLOR
from . import proof
from .view import SIZE, Drawn, View, view_of

Aspect = Literal[
    "part color", "primary color", "background", "part count", "part shape", "whole shape", "place", "look"
]

COUNTED = (
    *("ear", "wing", "handle", "wheel", "window", "door", "leg", "eye", "armrest", "claw", "fin", "rotor", "grip"),
    *("horn", "lens", "bell", "chimney", "drawer", "cherry", "rack", "tire", "strap", "sail", "pan", "tower", "roll"),
    *("antenna", "button", "tail", "beak", "screen", "pocket", "pedal", "cuff"),
)
"""What people count on things, where its number was not chosen."""

NEVER_SAID = ("skin", "flesh", "hair", "clothes", "paint", "sand", "wine", "load", "steam", "icing", "topping")
"""Things without a definite shape: a mass, or something that takes the shape of something else."""

SMALLEST = 13
"""Pixels, of 256, that the shorter side of an outline takes at least to be asked for its shape."""

SHOWN = 0.82
"""The share of an outline along which something must be seen to begin or end."""

SAMPLES, ACROSS = 64, 3
"""Points on an outline, and pixels to either side of each within which a line or an edge may be."""

MOST, TWICE = 0.5, 1.8
"""The minimum share of a drawing that its primary color covers, and its minimum ratio to the next color."""

ASIDE, CENTRAL = 0.55, 0.32
"""How far from the middle a part is for sure at a side, and how far off the other axis at most; of half the extent."""

LEVEL = 8.0
"""Degrees that a thing is turned at most to be asked for its whole shape, unless it is round."""

BOXES = ("rectangle", "square", "trapezoid")
"""Words for the outlines of box-shaped things."""

SMALL = 0.25
"""The share of the extent that a part with a place takes at most."""

PLACES = ("at the top", "at the bottom", "on the left", "on the right")
ORIENTATIONS = ("horizontal", "vertical", "diagonal", "circular")
LOOKS = {"left": "to the left", "right": "to the right", "viewer": "towards the viewer"}
LOOKING = (*LOOKS.values(), "straight up")

LENGTH = 2.2
"""The minimum ratio of length to width of a thing whose orientation is asked for."""

UPRIGHT, SLANTED = 12.0, (28.0, 62.0)
"""Tolerances in degrees: from vertical or horizontal, and from the diagonal."""

LOOKS_AHEAD = 25.0
"""The maximum turn in degrees of an animal whose direction is asked for."""

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Scene:
    """A drawn sketch: `own` of its items belong to the thing, the others are around or behind it. `plate`: the form
    that fills the canvas behind everything, on the square of 100, and the name of its color, if there is one. `apart`:
    whether the thing can be distinguished from its surroundings."""

    drawn: Drawn
    own: frozenset[int]
    apart: bool
    turn: float
    mirrored: bool
    faces: Side
    plate: tuple[Form, str] | None

    @property
    def view(self) -> View:
        return view_of(self.drawn)

    @cached_property
    def parts(self) -> dict[int, list[Item]]:
        """The items of each part whose name is unique."""
        names = [part.name for part in self.drawn.parts]
        known: dict[int, list[Item]] = defaultdict(list)
        for item in self.drawn.members:
            if item.part >= 0 and names.count(names[item.part]) == 1:
                known[item.part].append(item)
        return known

    @cached_property
    def thing(self) -> Mask:
        """The pixels of the thing."""
        mask: Mask = np.isin(self.view.owner, sorted(self.own))
        return mask


def attributes(scene: Scene, type_: str) -> list[Attribute]:
    """Return the observed attributes of one type."""
    readers: dict[str, tuple[Callable[[Scene], Iterator[Attribute]], ...]] = {
        "shape": (part_shapes, whole_shape, plate_shape),
        "count": (part_counts,),
        "color": (primary_color, plate_color),
        "reasoning": (positions, orientation, gaze),
    }
    return [fact for reader in readers.get(type_, ()) for fact in reader(scene) if fact.is_askable]


# --- shapes -----------------------------------------------------------------------------------------------------------


def part_shapes(scene: Scene) -> Iterator[Attribute]:
    """Yield the shapes of parts that have a word for it, each of whose forms shows."""
    for number, items in scene.parts.items():
        part = scene.drawn.parts[number]
        if part.shape is not None or set(part.name.split()) & set(NEVER_SAID) or is_one_of_several(part):
            continue
        if word := common_word(scene, items):
            yield Attribute("shape", part.name, len(items) > 1, word, outline_words.WORDS, (), "part shape")
    for noun, items in details(scene).items():
        if noun != "leg" and (word := common_word(scene, items)):
            yield Attribute("shape", noun, len(items) > 1, word, outline_words.WORDS, (), "part shape")


def is_one_of_several(part: Part) -> bool:
    """Return whether a part's forms make one thing together: the crown and the brim of a hat."""
    return part.forms > 1 and part.plural == part.name


def common_word(scene: Scene, items: Sequence[Item]) -> str:
    """Return the word for the shape of every form of some items, or "" if there is none or they are not visible."""
    if any(item.stroke for item in items):
        return ""
    words = {outline_words.word(item.form.loops, scene.turn) for item in items}
    if len(words) > 1 or "" in words:
        return ""
    return words.pop() if all(shows(scene, item.form) for item in items) else ""


def shows(scene: Scene, form: Form) -> bool:
    """Return whether a form is large enough, and something begins or ends along nearly all of its outline."""
    return _shows(scene.view, outline_words.flattened(form.mapped(scene.drawn.by).loops[0]) * SIZE / 100)


def _shows(view: View, points: outline_words.Points) -> bool:
    if np.ptp(points, axis=0).min() < SMALLEST:
        return False
    closed = np.vstack([points, points[:1]])
    steps = np.hypot(*np.diff(closed, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(steps)])
    at = np.linspace(0, along[-1], SAMPLES, endpoint=False)
    x, y = (np.interp(at, along, closed[:, axis]) for axis in (0, 1))
    ahead = np.linspace(0, along[-1], SAMPLES, endpoint=False) + along[-1] / (4 * SAMPLES)
    dx, dy = (np.interp(ahead % along[-1], along, closed[:, axis]) - now for axis, now in ((0, x), (1, y)))
    length = np.maximum(np.hypot(dx, dy), 1e-9)
    offsets = np.arange(-ACROSS, ACROSS + 1)
    columns = np.rint(x[:, None] + offsets * (-dy / length)[:, None] - 0.5).astype(int)
    rows = np.rint(y[:, None] + offsets * (dx / length)[:, None] - 0.5).astype(int)
    inside = (columns >= 0) & (columns < SIZE) & (rows >= 0) & (rows < SIZE)
    colors = np.where(inside, view.colors[rows.clip(0, SIZE - 1), columns.clip(0, SIZE - 1)], 0)
    edges = (colors != colors[:, :1]).any(axis=1)
    return float(edges.mean()) >= SHOWN


def whole_shape(scene: Scene) -> Iterator[Attribute]:
    """Yield the shape of the silhouette of a thing."""
    from scipy import ndimage

    if not scene.apart or scene.drawn.style == "badge":
        return
    word = outline_words.rough_word(ndimage.binary_fill_holes(scene.thing))
    if word and (abs(scene.turn) <= LEVEL or word == "circle"):
        # The outline of a box in oblique view might be called a hexagon.
        offered = tuple(other for other in outline_words.WORDS if other != "hexagon" or word not in BOXES)
        yield Attribute("shape", "object", False, word, offered, (), "whole shape")


def plate_shape(scene: Scene) -> Iterator[Attribute]:
    """Yield the shape of the plate behind the thing."""
    if scene.plate is None:
        return
    points = outline_words.flattened(scene.plate[0].loops[0])
    if (word := outline_words.word(scene.plate[0].loops)) and _shows(scene.view, points * SIZE / 100):
        yield Attribute("shape", "background", False, word, outline_words.WORDS, (), "background")


# --- counts -----------------------------------------------------------------------------------------------------------


def details(scene: Scene) -> dict[str, list[Item]]:
    """Return the items of unnamed details by noun, if no part has that name."""
    taken = {proof.noun(part.name) for part in scene.drawn.parts}
    known: dict[str, list[Item]] = defaultdict(list)
    for item in scene.drawn.members:
        if item.noun and item.noun not in taken:
            known[item.noun].append(item)
    return known


def part_counts(scene: Scene) -> Iterator[Attribute]:
    """Yield the numbers of legs, wheels, handles and the like that can be counted in the picture."""
    numbers: dict[str, list[int]] = defaultdict(list)
    called: dict[str, tuple[str, str]] = {}
    for index, item in enumerate(scene.drawn.members):
        if item.noun:
            noun, called[item.noun] = item.noun, (item.noun, f"{item.noun}s")
        elif item.part >= 0 and not scene.drawn.parts[item.part].counted:
            part = scene.drawn.parts[item.part]
            noun = proof.noun(part.name)
            if part.name not in COUNTED or is_one_of_several(part):
                noun = f"({noun})"
            called[noun] = part.name, part.plural
        else:
            continue
        numbers[noun].append(index)
    nouns = {proof.noun(part.name) for part in scene.drawn.parts if part.counted}
    for noun, indices in numbers.items():
        if noun in nouns or noun.startswith("(") or f"({noun})" in numbers:
            continue
        count = proof.counted_of(scene.view, indices)
        if count == len(indices) and (scene.drawn.style not in ONE_COLOR or count > 1):
            yield Attribute("count", called[noun][1], True, str(count), choices_of(count), (), "part count")


def choices_of(count: int) -> tuple[str, ...]:
    """Return numbers near to one."""
    first = 1 if count <= 4 else count - 3
    return tuple(str(number) for number in range(first, first + 4 if count <= 4 else first + 6))


# --- colors -----------------------------------------------------------------------------------------------------------


def names_by_paint() -> dict[str, str]:
    """Return the name of the color of every paint."""
    return {paint.lower(): name for name, tints in palette.ICON_TINTS.items() for tint in tints for paint in tint}


def primary_color(scene: Scene) -> Iterator[Attribute]:
    """Yield the color of most of a thing without surroundings; white needs a white or a plate behind it."""
    if scene.drawn.style in ONE_COLOR or not scene.apart:
        return
    counts = np.bincount(scene.view.colors[scene.thing], minlength=len(scene.drawn.palette))
    shares: dict[str, int] = defaultdict(int)
    names = names_by_paint()
    for paint, count in zip(scene.drawn.palette, counts.tolist(), strict=False):
        shares[names.get(paint, "")] += count
    (most, first), *rest = sorted(shares.items(), key=lambda pair: -pair[1])
    second = rest[0][1] if rest else 0
    if most in palette.ANY and first >= MOST * sum(shares.values()) and first >= TWICE * second:
        yield Attribute("color", "object", False, most, palette.ANY, (), "primary color")


def plate_color(scene: Scene) -> Iterator[Attribute]:
    """Yield the color of the plate behind the thing."""
    if scene.plate is not None:
        yield Attribute("color", "background", False, scene.plate[1], palette.ANY, (), "background")


# --- where parts are, how the thing lies ------------------------------------------------------------------------------


def positions(scene: Scene) -> Iterator[Attribute]:
    """Yield the places of small parts that are clearly at one side of the thing."""
    rows, columns = np.nonzero(scene.thing)
    if not rows.size:
        return
    left, top, wide, tall = columns.min(), rows.min(), np.ptp(columns) + 1, np.ptp(rows) + 1
    for number, items in scene.parts.items():
        part = scene.drawn.parts[number]
        if len(items) > 1 or len(part.name.split()) > 1 or part.counted:
            continue
        seen_rows, seen_columns = np.nonzero(np.isin(scene.view.owner, scene.view.of_part(number)))
        if seen_rows.size < proof.MIN_SHAPED or seen_rows.size > SMALL * rows.size:
            continue
        x = (2 * (np.median(seen_columns) - left) / wide) - 1
        y = (2 * (np.median(seen_rows) - top) / tall) - 1
        if side := side_of(float(x), float(y)):
            verb = "are" if part.is_plural else "is"
            text = f"Where on the object {verb} the {part.called}?"
            yield Attribute("reasoning", part.name, part.is_plural, side, PLACES, (text,), "place")


def side_of(x: float, y: float) -> str:
    """Return the side of a point, from -1 to 1 both ways; "" for none, or for two."""
    if abs(y) >= ASIDE and abs(x) <= CENTRAL:
        return PLACES[0] if y < 0 else PLACES[1]
    if abs(x) >= ASIDE and abs(y) <= CENTRAL:
        return PLACES[2] if x < 0 else PLACES[3]
    return ""


def orientation(scene: Scene) -> Iterator[Attribute]:
    """Yield the orientation of a long thing."""
    rows, columns = np.nonzero(scene.thing)
    if not scene.apart or scene.drawn.style == "badge" or rows.size < proof.MIN_SHAPED:
        return
    values, vectors = np.linalg.eigh(np.cov(np.stack([columns, rows]).astype(float)))
    if values[1] < LENGTH**2 * values[0]:
        return
    angle = math.degrees(math.atan2(abs(vectors[1, 1]), abs(vectors[0, 1])))
    if angle <= UPRIGHT or angle >= 90 - UPRIGHT:
        answer = "horizontal" if angle <= UPRIGHT else "vertical"
    elif SLANTED[0] <= angle <= SLANTED[1]:
        answer = "diagonal"
    else:
        return
    texts = ("What is the orientation of the object?", "What is the orientation of the object in the image?")
    yield Attribute("reasoning", "orientation", False, answer, ORIENTATIONS, texts, "look")


def gaze(scene: Scene) -> Iterator[Attribute]:
    """Yield where an animal looks."""
    if not scene.faces or abs(scene.turn) > LOOKS_AHEAD:
        return
    side = scene.faces
    if scene.mirrored and side != "viewer":
        side = "right" if side == "left" else "left"
    texts = ("Which way is the animal facing?", "In which direction is the animal looking?")
    yield Attribute("reasoning", "gaze", False, LOOKS[side], LOOKING, texts, "look")
