"""All steps of a sketch in sequence."""

import io
import random as stdlib_random
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sgpkit.graphics import gate, raster, svg
from sgpkit.graphics.raster.fit import fit, window

from . import hand, lettering, outlines, pens, photograph, shading
from .hand import Bend, Stroke
from .lettering import Paint

SIDE = 512
"""The width and the height of a sketch in pixels."""

MEDIA = ("paper", "tablet")
COLOURS = {True: "colour", False: "black-white"}

SHEET = 640
"""The side in pixels of the photographed sheet of paper. It exceeds `SIDE`, so that no photograph is enlarged."""

GRAPHITE = (58, 58, 62)
INKS = ((28, 30, 38), (32, 44, 110), (18, 18, 18))
BLACK = (16, 16, 18)


class Look(NamedTuple):
    """The choices for a whole sketch: the pen, the source of the outlines' colours, and the filling of areas."""

    pen: float
    ink: tuple[int, int, int]
    pencil: bool
    own_colors: bool
    fill: str


def kind(medium: str, colour: bool) -> str:
    return f"{medium}, {COLOURS[colour]}"


def of_kind(code: str, random: stdlib_random.Random, kind: str, paint: Paint = raster.paint) -> bytes:
    medium, colour = kind.split(", ")
    return draw(code, random, medium, colour == COLOURS[True], paint)


def draw(
    code: str, random: stdlib_random.Random, medium: str = "paper", colour: bool = True, paint: Paint = raster.paint
) -> bytes:
    """Return a sketch of the drawing as PNG. `paint` renders the drawing: `raster.render` for untrusted programs."""
    if medium not in MEDIA:
        raise ValueError(f"medium={medium!r}: expected one of {', '.join(MEDIA)}")
    generator = np.random.default_rng(random.getrandbits(64))
    code = gate.shown(code)
    document = svg.parse(code)
    picture = paint(code, SIDE)
    lines = outlines.visible(document, picture, fit(window(document.root.attributes), SIDE))
    lines += lettering.strokes(code, SIDE, paint)
    look = paper_look(colour, generator) if medium == "paper" else tablet_look(colour, generator)
    bent = hand.bend(generator, SIDE)
    strokes = hand.drawn(lines, hand.PAPER if medium == "paper" else hand.TABLET, look.pen, bent, generator)
    strokes = [stroke._replace(color=outline_color(stroke.color, look)) for stroke in strokes]
    if medium == "paper":
        return on_paper(picture, strokes, look, bent, generator)
    return on_tablet(picture, strokes, look, bent, generator)


def paper_look(colour: bool, random: np.random.Generator) -> Look:
    pencil = bool(random.random() < 0.55)
    ink = GRAPHITE if pencil else INKS[int(random.integers(len(INKS)))]
    own = colour and bool(random.random() < 0.4)
    fill = "hatched" if colour and (not own or random.random() < 0.75) else ""
    return Look(random.uniform(2.0, 2.7) if pencil else random.uniform(1.7, 2.5), ink, pencil or own, own, fill)


def tablet_look(colour: bool, random: np.random.Generator) -> Look:
    own = colour and bool(random.random() < 0.4)
    fill = str(random.choice(("washed", "washed", "hatched"))) if colour and (not own or random.random() < 0.6) else ""
    return Look(random.uniform(2.0, 3.4), BLACK, False, own, fill)


def outline_color(color: tuple[int, int, int], look: Look) -> tuple[int, int, int]:
    """Return the colour of the pen, or that of the shape, darkened until it is visible on white."""
    if not look.own_colors:
        return look.ink
    brightness = (299 * color[0] + 587 * color[1] + 114 * color[2]) / 1000
    factor = min(1.0, 150 / max(brightness, 1.0))
    return (round(color[0] * factor), round(color[1] * factor), round(color[2] * factor))


def on_paper(
    picture: NDArray[np.uint8], strokes: Sequence[Stroke], look: Look, bent: Bend, random: np.random.Generator
) -> bytes:
    page, tooth = photograph.sheet(SHEET, random)
    share = random.uniform(0.77, 0.84)
    margin = (1 - share) / 2
    offset = (np.array([margin, margin]) + random.uniform(-0.3, 0.3, 2) * margin) * SHEET
    if look.fill:
        shades = shading.hatched(picture, shading.PENCIL, bent, random)
        page = pens.over(page, pens.painted(placed(shades, share * SHEET / SIDE, offset), SHEET), 0.72 * tooth)
    layer = pens.painted(placed(strokes, share * SHEET / SIDE, offset), SHEET)
    page = pens.over(page, layer, np.clip(0.86 * tooth, 0, 1) if look.pencil else 0.94)
    return png(photograph.taken(page, SIDE, random))


def on_tablet(
    picture: NDArray[np.uint8], strokes: Sequence[Stroke], look: Look, bent: Bend, random: np.random.Generator
) -> bytes:
    from PIL import Image

    page = np.ones((SIDE, SIDE, 3))
    share = random.uniform(0.88, 0.95)
    offset = np.full(2, (1 - share) / 2 * SIDE) + random.uniform(-6, 6, 2)
    if look.fill == "washed":
        wash = shading.washed(picture, bent, random)
        pixels = Image.fromarray((wash * 255).round().astype(np.uint8))
        inverse = (1 / share, 0, -offset[0] / share, 0, 1 / share, -offset[1] / share)
        moved = pixels.transform((SIDE, SIDE), Image.Transform.AFFINE, inverse, Image.Resampling.BILINEAR)
        page = pens.over(page, np.asarray(moved) / 255)
    elif look.fill:
        shades = shading.hatched(picture, shading.MARKER, bent, random)
        page = pens.over(page, pens.painted(placed(shades, share, offset), SIDE), 0.8)
    page = pens.over(page, pens.painted(placed(strokes, share, offset), SIDE))
    return png(Image.fromarray((page * 255).round().astype(np.uint8)))


def placed(strokes: Sequence[Stroke], scale: float, offset: NDArray[np.float64]) -> list[Stroke]:
    return [stroke._replace(points=stroke.points * scale + offset, widths=stroke.widths * scale) for stroke in strokes]


def png(image: "object") -> bytes:
    stream = io.BytesIO()
    image.save(stream, "PNG", compress_level=6)  # type: ignore[attr-defined]
    return stream.getvalue()
