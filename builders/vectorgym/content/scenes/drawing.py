"""A scene of a kind by chance, of the published length and colourful enough."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sgpkit.graphics.svg.outline import Box

from . import style
from .charts import choice as chart_choice
from .composing import compose
from .diagrams import choice as diagram_choice
from .displays import choice as display_choice
from .entropy import of_areas
from .faces import choice as face_choice
from .ink import Ink, mapped_box
from .logos import choice as logo_choice
from .places import choice as place_choice
from .scene import Scene
from .specs import CHARTS, DIAGRAMS, DISPLAYS, PLACES, Place
from .tokens import tokens
from .writing import write

FEWEST, MOST = 2000, 8000
"""Tokens of a program: the paper's range (appendix A.1.1)."""

LEAST_ENTROPY = 1.1
"""Bits, of the areas that the parts cover on the canvas; see `entropy.py`."""

LEAST_THINGS = 3
TRIES = 60

CHART_NAMES = {
    "bar": "bar chart",
    "rows": "horizontal bar chart",
    "grouped": "grouped bar chart",
    "stacked": "stacked bar chart",
    "line": "line chart",
    "area": "area chart",
    "scatter": "scatter plot",
    "pie": "pie chart",
    "donut": "donut chart",
    "radar": "radar chart",
}
DIAGRAM_NAMES = {"flow": "flow chart", "cycle": "cycle diagram", "tree": "tree diagram", "venn": "Venn diagram"}
DISPLAY_NAMES = {"tiles": "icon sheet", "table": "still life"}

Choice = Callable[[random.Random], Any]


def _of(choice: Callable[[random.Random, str], Any], form: str) -> Choice:
    return lambda generator: choice(generator, form)


CHOICES: dict[str, Choice] = {
    **{CHART_NAMES[form]: _of(chart_choice.choose, form) for form in CHARTS},
    **{DIAGRAM_NAMES.get(form, form): _of(diagram_choice.choose, form) for form in DIAGRAMS},
    **{mood: _of(face_choice.choose, mood) for mood in face_choice.MOODS},
    **{kind: _of(logo_choice.choose, kind) for kind in logo_choice.LOGOS},
    **{form: _of(place_choice.choose, form) for form in PLACES},
    **{DISPLAY_NAMES.get(form, form): _of(display_choice.choose, form) for form in DISPLAYS},
}
KINDS: tuple[str, ...] = tuple(CHOICES)


def draw(kind: str, generator: random.Random) -> Scene:
    """Return a scene within the limits, choosing again until it is; what is too long is thinned out where possible."""
    for _ in range(TRIES):
        spec = CHOICES[kind](generator)
        scene = fitted(spec, style.choose(generator), generator)
        if scene is not None and covered_entropy(scene) >= LEAST_ENTROPY:
            return replace(scene, kind=kind)
    raise RuntimeError(f"no {kind} within {FEWEST} to {MOST} tokens in {TRIES} tries")


def fitted(spec: Any, habit: style.Style, generator: random.Random) -> Scene | None:
    """A place gives up things until it is short enough."""
    scene = compose(spec, habit)
    length = tokens(write(scene))
    while length > MOST and isinstance(spec, Place) and len(spec.things) > LEAST_THINGS:
        gone = generator.randrange(len(spec.things))
        spec = replace(spec, things=spec.things[:gone] + spec.things[gone + 1 :])
        scene = compose(spec, habit)
        length = tokens(write(scene))
    return scene if FEWEST <= length <= MOST else None


def covered_entropy(scene: Scene) -> float:
    """Return the entropy of the boxes of all elements; what lies below others counts too, so nothing is rendered."""
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
    """Return the box of the points on the outline: near enough to weigh colours by, without solving for extrema."""
    if ink.form is None or ink.form.primitive is not None:
        return ink.box
    points = [point for loop in ink.form.loops for point in (loop.start, *(piece.end for piece in loop.pieces))]
    xs, ys = [point.x for point in points], [point.y for point in points]
    return Box(min(xs), min(ys), max(xs), max(ys))
