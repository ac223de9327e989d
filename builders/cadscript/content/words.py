"""Prompts for a part: abstract ones state counts and proportions, detailed ones every sketch and length."""

from collections.abc import Sequence

from sgpkit.families.shared.cad.piece import Feature, plane_box
from sgpkit.graphics.cad.measure.measurements import PLANES, Measurements
from sgpkit.graphics.cad.model import Arc, Circle, Ellipse, Line, Loop

from .. import measured
from . import pieces
from .pieces import Part3D
from .programs import lengths, number, pair, start_of

AXES = "xyz"


def article(name: str) -> str:
    """Return a noun with its article; a row of things has none that fits better."""
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"


def listing(words: Sequence[str]) -> str:
    """Return words joined to a text: "a, b and c"."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def count(amount: int, noun: str) -> str:
    """Return a number of things."""
    return f"{amount} {noun}{'' if amount == 1 else 's'}"


def abstract(part: Part3D, measurements: Measurements) -> str:
    """Return the prompt without measures."""
    body = "in one piece" if part.bodies == 1 else f"which is {part.bodies} separate bodies"
    sides = " : ".join(f"{side:g}" for side in measured.proportions(measurements))
    sentences = [
        f"{article(part.name).capitalize()}, {body}.",
        f"The sides of its bounding box along x, y and z are as {sides}, and it fills "
        f"{100 * measured.fullness(measurements):.0f} % of that box.",
    ]
    along = [
        f"{amount} along {axis}"
        for amount, axis in zip(measured.bore_counts(measurements), AXES, strict=True)
        if amount
    ]
    if along:
        sentences.append(f"Round holes: {listing(along)}; holes on one axis count once.")
    else:
        sentences.append("It has no round holes.")
    sentences.append(
        f"{count(measurements.genus, 'way')} {'leads' if measurements.genus == 1 else 'lead'} through it, of any "
        "profile, over all bodies."
        if measurements.genus
        else "Nothing leads all the way through it."
    )
    sentences.append("Inside it is a closed hollow." if measurements.voids else "No hollow is closed in by it.")
    faces = measurements.faces
    sentences.append(
        f"It has {count(faces.plane, 'flat face')} and {count(faces.curved, 'curved one')}; faces that lie in one "
        "surface and touch count as one."
    )
    return " ".join([*sentences, *symmetry(measurements)])


def symmetry(measurements: Measurements) -> list[str]:
    """Return the sentences about the middle planes."""
    flags = dict(zip(PLANES, measured.mirrors(measurements), strict=True))
    holds = [plane for plane, flag in flags.items() if flag]
    fails = [plane for plane, flag in flags.items() if flag is False]
    texts = []
    if holds:
        texts.append(f"It mirrors into itself in its middle plane{'s' * (len(holds) > 1)} {listing(holds)}.")
    if fails:
        texts.append(f"It does not in {listing(fails)}." if holds else f"It mirrors in none of {listing(fails)}.")
    return texts


def detailed(part: Part3D) -> str:
    """Return the prompt with all measures, step by step."""
    body = "" if part.bodies == 1 else f" It is {part.bodies} separate bodies."
    steps = [step(feature, index, part) for index, feature in enumerate(part.features)]
    numbered = " ".join(f"{index}. {text}" for index, text in enumerate(steps, 1)) if len(steps) > 1 else steps[0]
    return f"{article(part.name).capitalize()}, lengths in millimetres.{body} {numbered}"


def step(feature: Feature, index: int, part: Part3D) -> str:
    """Return one prism in words."""
    axis = AXES[feature.axis]
    first, second = AXES[(feature.axis + 1) % 3], AXES[(feature.axis + 2) % 3]
    region = feature.region
    less = f", less {listing([outline(hole) for hole in region.holes])}" if region.holes else ""
    start, end = number(feature.start), number(feature.end)
    drawn = f"in the plane {axis} = {start}, with points as ({first}, {second}), {outline(region.outer)}{less}"
    if feature.operation == "cut":
        return f"Cut away a prism from {axis} = {start} to {axis} = {end}: {drawn}."
    if feature.operation == "intersect":
        return f"Keep only what lies within a prism from {axis} = {start} to {axis} = {end}: {drawn}."
    text = f"{'Add a' if index else 'A'} prism from {axis} = {start} to {axis} = {end}: {drawn}."
    if part.rounding and not index:
        text += f" The four edges of its rectangle along {axis} are rounded with a radius of {number(part.rounding)}."
    return text


def outline(loop: Loop) -> str:
    """Return an outline in words."""
    match loop[0]:
        case Circle(center, radius):
            return f"a circle of radius {number(radius)} about {pair(center)}"
        case Ellipse(center, _, _) as ellipse:
            across, down = lengths(ellipse)
            return f"an ellipse about {pair(center)} with the half-axes {number(across)} and {number(down)}"
    if pieces.is_rectangle(loop):
        left, bottom, right, top = plane_box(loop)
        return f"the rectangle from {pair((left, bottom))} to {pair((right, top))}"
    if all(isinstance(curve, Line) for curve in loop):
        return f"the polygon {', '.join(pair(start_of(curve)) for curve in loop)}"
    words = [f"the outline that starts at {pair(start_of(loop[0]))}"]
    for curve in loop:
        if isinstance(curve, Arc):
            words.append(f"goes by a circular arc through {pair(curve.middle)} to {pair(curve.end)}")
        elif isinstance(curve, Line):
            words.append(f"goes straight to {pair(curve.end)}")
    return ", ".join(words)
