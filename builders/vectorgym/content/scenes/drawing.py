"""Random scenes of a kind, with a length in the published range and colourful enough."""

import random
from dataclasses import replace
from typing import Any

from sgpkit.graphics.svg.outline import Box

from . import style
from .composing import GENRES, compose
from .entropy import of_areas
from .ink import Ink, mapped_box
from .scene import Scene
from .specs import Place
from .tokens import tokens
from .writing import write

FEWEST, MOST = 2000, 8000
"""The range of tokens in a program, which is the paper's (appendix A.1.1)."""

LEAST_ENTROPY = 1.1
"""The minimum entropy, in bits, of the colours of the areas that elements cover on the canvas; see `entropy.py`."""

LEAST_THINGS = 3
TRIES = 60

FORMS = {kind: (genre, form) for genre in GENRES for kind, form in genre.kinds.items()}
KINDS: tuple[str, ...] = tuple(FORMS)


def category(kind: str) -> str:
    """Return the name of the genre of a kind: "chart", "diagram", "face", "icon" and so on."""
    return FORMS[kind][0].name


def draw(kind: str, generator: random.Random) -> Scene:
    """Return a scene within the limits. Other specifications are tried until one fits; a place that is too long first
    loses things.
    """
    genre, form = FORMS[kind]
    for _ in range(TRIES):
        spec = genre.choose(generator, form)
        scene = fitted(spec, style.choose(generator), generator)
        if scene is not None and covered_entropy(scene) >= LEAST_ENTROPY:
            return replace(scene, kind=kind)
    raise RuntimeError(f"no {kind} within {FEWEST} to {MOST} tokens in {TRIES} tries")


def fitted(spec: Any, habit: style.Style, generator: random.Random) -> Scene | None:
    """Return the scene of a specification, None if its length is outside the range. A place that is too long loses
    random things until it is short enough."""
    scene = compose(spec, habit)
    length = tokens(write(scene))
    while length > MOST and isinstance(spec, Place) and len(spec.things) > LEAST_THINGS:
        gone = generator.randrange(len(spec.things))
        spec = replace(spec, things=spec.things[:gone] + spec.things[gone + 1 :])
        scene = compose(spec, habit)
        length = tokens(write(scene))
    return scene if FEWEST <= length <= MOST else None


def covered_entropy(scene: Scene) -> float:
    """Return the entropy of the boxes of all elements; covered elements count too, so nothing is rendered."""
    areas: dict[str, float] = {}
    for part in scene.parts:
        for ink in part.inks:
            box = mapped_box(reach(ink), part.transform)
            color = ink.fill or ink.stroke
            if ink.text is None and color is not None:
                share = 1.0 if ink.fill else 0.1
                left, right = max(box.left, 0.0), min(box.right, scene.width)
                top, bottom = max(box.top, 0.0), min(box.bottom, scene.height)
                area = max(right - left, 0.0) * max(bottom - top, 0.0) * share
                ends = (color,) if ink.ramp is None else (ink.ramp.start, ink.ramp.end)
                for end in ends:
                    areas[end] = areas.get(end, 0.0) + area / len(ends)
    return of_areas(areas)


def reach(ink: Ink) -> Box:
    """Return the box of the points on the outline. It serves as a weight of colours, so that curves need no exact
    box."""
    if ink.form is None or ink.form.primitive is not None:
        return ink.box
    points = [point for loop in ink.form.loops for point in (loop.start, *(piece.end for piece in loop.pieces))]
    xs, ys = [point.x for point in points], [point.y for point in points]
    return Box(min(xs), min(ys), max(xs), max(ys))
