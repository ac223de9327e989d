"""Questions about solid parts: the aspects, with their wordings and the values that can be offered."""

from collections.abc import Mapping

from sgpkit.families.shared import tables
from sgpkit.families.shared.cad.flat import form

from .questions import Aspect, numbers
from .solid_answers import BLIND, CLOSED, SOLID, THROUGH

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

SHAPES: Mapping[str, str] = {
    "circle": "a circle",
    "ellipse": "an ellipse",
    "slot": "a slot: a rectangle with two half-circles for ends",
    "square": "a square",
    "rectangle": "a rectangle that is no square",
    "rounded rectangle": "a rectangle with rounded corners",
    "triangle": "a triangle",
    "trapezoid": "a trapezoid",
    "hexagon": "a hexagon",
    "L": "the letter L",
    "T": "the letter T",
    "U": "the letter U",
    "Z": "the letter Z",
    "H": "the letter H or I",
    "cross": "a cross with four arms",
    "stairs": "a flight of stairs",
}
AXES = {"x": "x", "y": "y", "z": "z"}
DIRECTIONS = {axis: f"along the {axis} axis" for axis in AXES}
PLANES = {
    "x": "only the one at right angles to x",
    "y": "only the one at right angles to y",
    "z": "only the one at right angles to z",
    "x and y": "those at right angles to x and to y, but not to z",
    "x and z": "those at right angles to x and to z, but not to y",
    "y and z": "those at right angles to y and to z, but not to x",
    "all three": "all three of them",
}
TURNS = {
    "none": "about none of them",
    "x": "about the x axis only",
    "y": "about the y axis only",
    "z": "about the z axis only",
    "all three": "about each of the three",
}
SHAPE_ALIKE = ({"square", "rectangle", "rounded rectangle"}, {"slot", "ellipse", "rounded rectangle", "circle"})

OUTLINE = (
    "What is the shape of the part when it is seen along the {axis} axis, openings aside?",
    "Seen along the {axis} axis, what shape is the outline of the part?",
    "What shape does the part's outer boundary have in the view along the {axis} axis?",
)

PRIMARY: Mapping[str, str] = {
    "cylinder": "a cylinder",
    "block": "a rectangular block",
    "oval cylinder": "a cylinder with an oval base",
    "round-ended block": "a block with rounded ends",
    "hexagon": "a hexagonal prism",
    "triangle": "a triangular prism",
    "cone": "a cone without its tip",
    "pyramid": "a pyramid without its tip",
    "L": "an L-shaped bar",
    "T": "a T-shaped bar",
    "U": "a U-shaped bar",
    "Z": "a Z-shaped bar",
    "H": "an H-shaped bar",
    "cross": "a cross-shaped bar",
    "stairs": "a block with steps",
}
"""What a part is as a whole, by the outlines of its three views (`solid_answers.primary`)."""

PRIMARY_ALIKE = (
    {"cylinder", "oval cylinder"},
    {"block", "round-ended block", "stairs"},
    {"cylinder", "round-ended block", "oval cylinder"},
)

PLANES_OF_THREE = {0: "none of them", 1: "one of them", 2: "two of them", 3: "all three of them"}
USES: Mapping[str, str] = tables.read(__file__, "uses.toml")["uses"]
USE = (
    "What may the part be used for?",
    "What is the most likely use of the part?",
    "What is the part most likely made for?",
)

CELLS = (
    "Look along the {axis} axis, with {right} to the right and {up} upwards, at the part's silhouette (openings that "
    "one sees through are no part of it). Its bounding box is divided into five rows and five columns of equal cells. "
    "Which list gives the rows from the top, with X for each cell whose middle is covered and a dot for the others?",
    "As a picture of five by five cells that fills the bounding box of the view, what does the part's silhouette along "
    "the {axis} axis look like ({right} to the right, {up} upwards)? The rows are listed from the top; X is a cell "
    "whose middle the part covers, a dot one at whose middle one looks past or through it.",
)

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
    "heavy-side": Aspect(
        "shape",
        (
            "From the middle of its bounding box, in which direction does the part's centre of gravity lie?",
            "The part is of one material throughout. Towards which side of its bounding box is it heavier?",
            "Halved by a plane through the middle of its bounding box, the part has more material on one side. Which?",
        ),
        words=SIDES,
        hard=True,
    ),
    "part": Aspect(
        "semantics",
        (
            "What part is this most likely?",
            "What does the CAD model represent?",
            "What type of part is shown?",
            "Which name fits the part best?",
        ),
        alike=PART_ALIKE,
        name=True,
    ),
    "use": Aspect("semantics", USE, words=USES, alike=PART_ALIKE, name=True),
    "primary-shape": Aspect(
        "shape",
        (
            "What is the primary shape of the part, holes and openings aside?",
            "What is the overall shape of the part?",
            "What is the basic shape of the part, apart from its holes?",
        ),
        words=PRIMARY,
        alike=PRIMARY_ALIKE,
    ),
    "symmetric": Aspect(
        "symmetry",
        (
            "Is the part symmetric? Of the three planes through its middle (between front and back, left and right, "
            "top and bottom), how many divide it into two halves that mirror each other?",
            "A part can be symmetric from front to back, from left to right and from top to bottom. In how many of "
            "these three ways is this one?",
        ),
        words=PLANES_OF_THREE,
    ),
    "through-holes": Aspect(
        "count",
        (
            "How many circular holes go all the way through the part?",
            "How many circular through holes does the part have?",
            "How many round holes pass right through the part?",
        ),
        words=numbers(0, 9),
    ),
    "hole-sizes": Aspect(
        "count",
        (
            "How many different diameters do the circular holes have (a stepped hole counts by its narrowest)?",
            "How many sizes of drill would the circular holes need, each hole drilled once at its narrowest diameter?",
            "Sorted by narrowest diameter, how many sizes of circular hole are there?",
        ),
        words=numbers(0, 3),
        hard=True,
    ),
    "ways-through": Aspect(
        "count",
        (
            "How many ways lead through the part, counting openings of every shape?",
            "Counting holes, slots and openings of any shape, how many go all the way through?",
            "How many through openings are there in all, round or not?",
            "A wire can be threaded through how many different openings of the part?",
        ),
        words=numbers(0, 9),
        hard=True,
    ),
    "faces": Aspect(
        "count",
        (
            "How many faces does the part have?",
            "How many faces, flat and curved, does the part have in all?",
            "How many faces does the part have, those inside holes included?",
        ),
        steps=(1, 2, 3),
    ),
    "flat-faces": Aspect(
        "count",
        (
            "How many flat faces does the part have?",
            "How many of the part's faces are flat?",
            "How many flat surfaces does the part have?",
        ),
        steps=(1, 2),
    ),
    "curved-faces": Aspect(
        "count",
        (
            "How many curved faces does the part have, the walls of circular holes included?",
            "How many of the part's faces are not flat?",
            "What is the number of faces that are curved?",
            "How many faces of the solid, those inside holes too, are curved?",
        ),
        words=numbers(0, 10),
        hard=True,
    ),
    "bodies": Aspect(
        "count",
        (
            "How many separate pieces does the model consist of?",
            "How many separate objects are there?",
            "How many pieces that do not touch each other are there?",
        ),
        words=numbers(1, 4),
    ),
    "coaxial": Aspect(
        "count",
        (
            "Full cylinders, outside or in holes, can share an axis. How many different diameters are there on the "
            "axis that has the most?",
            "What is the largest number of different diameters found on any one axis, outer cylinders and bores "
            "together?",
            "How many different diameters are concentric at most, holes included?",
        ),
        words=numbers(1, 4),
        hard=True,
    ),
    "steps": Aspect(
        "count",
        (
            "How many cylindrical sections does the outside of the part have from end to end?",
            "How many cylinders of different diameters follow each other along the outside of the part?",
        ),
        words=numbers(1, 4),
    ),
    "mirrors": Aspect(
        "symmetry",
        (
            "Three planes at right angles to the axes pass through the middle of the part's bounding box. Which of "
            "them are planes of symmetry?",
            "In which of the middle planes of its bounding box is the part its own mirror image?",
            "Which of the three middle planes, each at right angles to an axis, divide the part into mirrored halves?",
        ),
        words=PLANES,
        hard=True,
    ),
    "half-turns": Aspect(
        "symmetry",
        (
            "The part is turned by 180° about an axis through the middle of its bounding box. About which of the "
            "axes x, y, z does it look the same afterwards?",
            "About which of the middle axes of its bounding box does half a turn leave the part unchanged?",
            "For which of the axes x, y and z through the part's middle is a half turn a symmetry of the part?",
        ),
        words=TURNS,
        hard=True,
    ),
    "outline-x": Aspect("shape", tuple(text.format(axis="x") for text in OUTLINE), words=SHAPES, alike=SHAPE_ALIKE),
    "outline-y": Aspect("shape", tuple(text.format(axis="y") for text in OUTLINE), words=SHAPES, alike=SHAPE_ALIKE),
    "outline-z": Aspect("shape", tuple(text.format(axis="z") for text in OUTLINE), words=SHAPES, alike=SHAPE_ALIKE),
    "openness": Aspect(
        "shape",
        (
            "Which statement is true of the part?",
            "What can be said about the hollows of the part?",
            "Which of these describes the inside of the part?",
        ),
        words={value: value for value in (CLOSED, THROUGH, BLIND, SOLID)},
    ),
    "hole-axis": Aspect(
        "size",
        (
            "Along which axis do the round through holes run?",
            "In which direction do the circular holes pass through the part?",
            "The axes of the part's round through holes point in which direction?",
        ),
        words=DIRECTIONS | {"several": "not all of them along the same axis"},
    ),
    "longest": Aspect(
        "size",
        (
            "Along which axis is the part largest?",
            "Which extent of the part's bounding box is the greatest?",
            "In which direction does the part reach farthest from end to end?",
            "Which way is the part longest?",
        ),
        words=DIRECTIONS | {"several": "two or three extents are equal, and the greatest"},
    ),
    "hole-ratio": Aspect(
        "size",
        (
            "By what factor is the widest of the circular holes wider than the narrowest?",
            "What is the diameter of the largest circular hole divided by that of the smallest?",
            "How many times the smallest circular hole's diameter is the largest one's?",
        ),
        factors=(1.25, 1.35),
        drawn=True,
        hard=True,
    ),
    "extent-ratio": Aspect(
        "size",
        (
            "What is the largest extent of the part divided by its smallest?",
            "By what factor is the longest side of the bounding box longer than the shortest?",
            "How many times does the part's smallest extent go into its largest?",
        ),
        factors=(1.25, 1.4),
        hard=True,
    ),
    "fullness": Aspect(
        "size",
        (
            "About which share of its bounding box does the part fill?",
            "Roughly how much of the smallest box around it is material?",
            "What is the part's volume as a share of its bounding box's, approximately?",
        ),
        share=True,
        hard=True,
    ),
}
