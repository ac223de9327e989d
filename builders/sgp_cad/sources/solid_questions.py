"""Questions about solid parts: the aspects, with their wordings and the values that can be offered."""

from collections.abc import Mapping

from sgpkit.families.shared import tables
from sgpkit.families.shared.cad.flat import form

from .questions import Aspect, numbers
from .solid_answers import BLIND, CLOSED, SOLID, THROUGH

WORDS = tables.read(__file__, "solid_questions.toml")
QUESTIONS: Mapping[str, tuple[str, ...]] = WORDS["questions"]

PART_ALIKE = (
    {"washer", "spacer tube"},
    {"flange", "flange with a hub", "flanged bushing", "flanged cup"},
    {"T bar", "T-slot nut"},
    {"U channel", "clevis"},
    {"base plate", "counterbored plate", "slotted plate"},
    {"dowel pin", "stepped shaft", "sealed drum"},
    {"closed hollow box", "block with blind holes", "manifold block"},
    {"parallel key", "sealed capsule"},
    {"end cap", "flanged cup"},
    {"oval shim", "oval tube"},
    {"chain link", "slotted plate", "link plate"},
    {"tapered bushing", "nozzle with a flange"},
    {"tapered foot", "pedestal with a round top"},
    {"oval cover with screw holes", "oval flange", "gasket"},
    {"nut with rounded corners", "square collar with rounded corners"},
    {"shaft with two flats", "D-shaft with a journal"},
    {"wavy rosette", "star knob", "cam"},
    {"plate with an oval boss", "oval knob on a stem"},
)
"""Names that one might quarrel about: never offered against each other."""

SHAPES: Mapping[str, str] = WORDS["shapes"]
AXES = {"x": "x", "y": "y", "z": "z"}
DIRECTIONS = {axis: f"along the {axis} axis" for axis in AXES}
PLANES: dict[str, str] = WORDS["planes"]
TURNS: dict[str, str] = WORDS["turns"]
SHAPE_ALIKE = ({"square", "rectangle", "rounded rectangle"}, {"slot", "ellipse", "rounded rectangle", "circle"})

OUTLINE: tuple[str, ...] = WORDS["outline"]

PRIMARY: Mapping[str, str] = WORDS["primary"]
"""What a part is as a whole, by the outlines of its three views (`solid_answers.primary`)."""

PRIMARY_ALIKE = (
    {"cylinder", "oval cylinder"},
    {"block", "round-ended block", "stairs"},
    {"cylinder", "round-ended block", "oval cylinder"},
)

PLANES_OF_THREE = {0: "none of them", 1: "one of them", 2: "two of them", 3: "all three of them"}
USES: Mapping[str, str] = tables.read(__file__, "uses.toml")["uses"]
USE: tuple[str, ...] = WORDS["use"]

CELLS: tuple[str, ...] = WORDS["cells"]

SIDES = {sign + axis: f"towards {sign}{axis}" for axis in AXES for sign in "+-"}


def cells(axis: str) -> Aspect:
    """Return the question for the silhouette along an axis, as a grid."""
    right, up = (other for other in AXES if other != axis)
    return Aspect(
        "shape", tuple(text.format(axis=axis, right=right, up=up) for text in CELLS), images=form.images, hard=True
    )


ASPECTS: Mapping[str, Aspect] = {
    "cells-x": cells("x"),
    "cells-y": cells("y"),
    "cells-z": cells("z"),
    "heavy-side": Aspect("shape", QUESTIONS["heavy-side"], words=SIDES, hard=True),
    "part": Aspect("semantics", QUESTIONS["part"], alike=PART_ALIKE, name=True),
    "use": Aspect("semantics", USE, words=USES, alike=PART_ALIKE, name=True),
    "primary-shape": Aspect("shape", QUESTIONS["primary-shape"], words=PRIMARY, alike=PRIMARY_ALIKE),
    "symmetric": Aspect("symmetry", QUESTIONS["symmetric"], words=PLANES_OF_THREE),
    "through-holes": Aspect("count", QUESTIONS["through-holes"], words=numbers(0, 9)),
    "hole-sizes": Aspect("count", QUESTIONS["hole-sizes"], words=numbers(0, 3), hard=True),
    "ways-through": Aspect("count", QUESTIONS["ways-through"], words=numbers(0, 9), hard=True),
    "faces": Aspect("count", QUESTIONS["faces"], steps=(1, 2, 3)),
    "flat-faces": Aspect("count", QUESTIONS["flat-faces"], steps=(1, 2)),
    "curved-faces": Aspect("count", QUESTIONS["curved-faces"], words=numbers(0, 10), hard=True),
    "bodies": Aspect("count", QUESTIONS["bodies"], words=numbers(1, 4)),
    "coaxial": Aspect("count", QUESTIONS["coaxial"], words=numbers(1, 4), hard=True),
    "steps": Aspect("count", QUESTIONS["steps"], words=numbers(1, 4)),
    "mirrors": Aspect("symmetry", QUESTIONS["mirrors"], words=PLANES, hard=True),
    "half-turns": Aspect("symmetry", QUESTIONS["half-turns"], words=TURNS, hard=True),
    "outline-x": Aspect("shape", tuple(text.format(axis="x") for text in OUTLINE), words=SHAPES, alike=SHAPE_ALIKE),
    "outline-y": Aspect("shape", tuple(text.format(axis="y") for text in OUTLINE), words=SHAPES, alike=SHAPE_ALIKE),
    "outline-z": Aspect("shape", tuple(text.format(axis="z") for text in OUTLINE), words=SHAPES, alike=SHAPE_ALIKE),
    "openness": Aspect(
        "shape", QUESTIONS["openness"], words={value: value for value in (CLOSED, THROUGH, BLIND, SOLID)}
    ),
    "hole-axis": Aspect(
        "size", QUESTIONS["hole-axis"], words=DIRECTIONS | {"several": "not all of them along the same axis"}
    ),
    "longest": Aspect(
        "size",
        QUESTIONS["longest"],
        words=DIRECTIONS | {"several": "no single axis: two or three are equal"},
    ),
    "hole-ratio": Aspect("size", QUESTIONS["hole-ratio"], factors=(1.25, 1.35), drawn=True, hard=True),
    "extent-ratio": Aspect("size", QUESTIONS["extent-ratio"], factors=(1.25, 1.4), hard=True),
    "fullness": Aspect("size", QUESTIONS["fullness"], share=True, hard=True),
}
