"""Questions about flat sketches: the aspects, with their wordings and the values that can be offered."""

from collections.abc import Mapping

from sgpkit.families.shared.cad.flat import form

from .questions import Aspect, numbers
from .sketch_answers import BOTH, LEVEL, NEITHER, UPRIGHT
from .solid_questions import USE, USES

PART_ALIKE = (
    {"base plate", "slotted plate", "keyhole plate"},
    {"flange face", "disc with bent slots", "concentric rings"},
    {"link plate", "belt round two pulleys", "chain link"},
    {"link plate", "chain link", "slotted plate"},
    {"box tube section", "base plate", "square nut"},
    {"clevis fork", "J hook", "U section", "hat section", "C section with lips", "open spanner jaw"},
    {"open spanner jaw", "retaining ring"},
    {"half disc", "quarter-circle plate", "gusset plate"},
    {"ratchet wheel", "spur gear", "star knob"},
    {"wedge", "gusset plate"},
    {"link plate", "lug with an eye", "pointed tag"},
    {"three-cornered cover", "gusset plate", "flange face"},
    {"step block", "half of a stepped shaft"},
    {"heat sink", "toothed rack"},
    {"T section", "dovetail slide"},
)
"""Names that one might quarrel about: never offered together."""

HALVES = {
    "left": "the left half",
    "right": "the right half",
    "lower": "the lower half",
    "upper": "the upper half",
}
QUARTERS = {
    f"{level} {side}": f"the {level} {side} quarter" for level in ("upper", "lower") for side in ("left", "right")
}
WAYS = {"left": "to the left", "right": "to the right", "lower": "downwards", "upper": "upwards"}

SYMMETRIC = {
    BOTH: "yes, both from left to right and from top to bottom",
    UPRIGHT: "yes, but only from left to right",
    LEVEL: "yes, but only from top to bottom",
    NEITHER: "no, neither from left to right nor from top to bottom",
}

ASPECTS: Mapping[str, Aspect] = {
    "use": Aspect("semantics", USE, words=USES, alike=PART_ALIKE, name=True),
    "cells": Aspect(
        "shape",
        (
            "The bounding box of the part is divided into five rows and five columns of equal cells (y points up). "
            "Which list gives the rows from the top, with X for each cell whose middle lies in material and a dot for "
            "the others?",
            "Seen as a picture of five by five cells that fills the part's bounding box, y upwards, what does the part "
            "look like? The rows are listed from the top; X is material at the middle of a cell, a dot is none.",
        ),
        images=form.images,
        hard=True,
    ),
    "fullest-half": Aspect(
        "shape",
        (
            "Which half of its bounding box does the part fill the most (x points to the right, y up)?",
            "With x to the right and y up, in which half of the part's bounding box is the most material?",
            "The bounding box is halved, once upright and once level; y points up. Which half holds the largest "
            "area of the part, holes left out?",
        ),
        words=HALVES,
        hard=True,
    ),
    "emptiest-quarter": Aspect(
        "shape",
        (
            "The part's bounding box is divided into four equal quarters (y points up). Which of them holds the least "
            "material?",
            "With x to the right and y up, which quarter of its bounding box does the part fill the least?",
        ),
        words=QUARTERS,
        hard=True,
    ),
    "opening": Aspect(
        "shape",
        (
            "In which direction is the part open (x points to the right, y up)?",
            "The outline has one hollow. In which direction does it open (x points to the right, y up)?",
        ),
        words=WAYS,
    ),
    "inward-corners": Aspect(
        "shape",
        (
            "At how many corners of the outer contour is the angle inside the part more than 180°?",
            "How many sharp corners of the outermost outline point into the material?",
            "How many corners of the outer contour are re-entrant (an inside angle of more than 180°)?",
        ),
        words=numbers(0, 9),
        hard=True,
    ),
    "part": Aspect(
        "semantics",
        (
            "What does the sketch most likely show?",
            "What part is sketched?",
            "Which name fits the sketch best?",
            "Which of these does the sketch resemble?",
        ),
        alike=PART_ALIKE,
        name=True,
    ),
    "lines": Aspect(
        "count",
        (
            "How many straight lines does the outline consist of, holes included and construction left out?",
            "How many straight edges does the part have, construction lines aside?",
        ),
        words=numbers(0, 12),
    ),
    "arcs": Aspect(
        "count",
        (
            "How many arcs, not counting full circles, does the sketch have?",
            "How many circular arcs that are not full circles are there?",
        ),
        words=numbers(0, 8),
    ),
    "circles": Aspect(
        "count",
        (
            "How many full circles are there, construction lines aside?",
            "How many whole circles does the sketch have, construction aside?",
        ),
        words=numbers(0, 9),
    ),
    "outlines": Aspect(
        "count",
        (
            "How many closed outlines are there, those of holes included?",
            "How many closed loops does the sketch have, those of holes included?",
        ),
        words=numbers(1, 9),
    ),
    "holes": Aspect(
        "count",
        (
            "How many holes of any shape does the part have?",
            "If the sketch were cut out of sheet metal, how many holes would be in it?",
        ),
        words=numbers(0, 9),
    ),
    "pieces": Aspect(
        "count",
        (
            "If the sketch were cut out of sheet metal, how many separate parts would there be (not counting what "
            "falls out of holes)?",
            "How many separate shapes does the sketch consist of?",
        ),
        words=numbers(1, 5),
    ),
    "corners": Aspect(
        "count",
        (
            "How many sharp corners do the outlines have, holes included?",
            "How many corners does the part have, those of holes included and rounded ones left out?",
        ),
        words=numbers(0, 12),
    ),
    "smooth-joints": Aspect(
        "count",
        (
            "At how many points does one curve of an outline go over into the next without a corner?",
            "How many joints between two curves are smooth (tangent)?",
            "Counting all contours, how many transitions from curve to curve have no kink?",
        ),
        words={number: str(number) for number in (0, 2, 4, 6, 8, 10, 12, 16)},
        hard=True,
    ),
    "slanting-lines": Aspect(
        "shape",
        (
            "How many straight edges are neither horizontal nor vertical?",
            "How many lines of the outline, construction aside, slope?",
            "What is the number of straight lines that run at a slant?",
        ),
        words=numbers(0, 6),
        hard=True,
    ),
    "circle-sizes": Aspect(
        "size",
        (
            "How many different sizes of full circle are there, construction left out?",
            "The full circles of the part have how many different diameters?",
            "How many different radii do the whole circles have, helping circles aside?",
        ),
        words=numbers(0, 4),
        hard=True,
    ),
    "equal-circles": Aspect(
        "size",
        (
            "How many full circles are there of the size that occurs most often (construction aside)?",
            "What is the largest number of whole circles with the same radius?",
            "At most how many of the part's full circles are equal in size?",
        ),
        words=numbers(0, 8),
        hard=True,
    ),
    "shared-centres": Aspect(
        "shape",
        (
            "How many points are the centre of two or more circles or arcs of different radii (construction aside)?",
            "Around how many centres do circles or arcs of different sizes lie concentrically?",
            "What is the number of centres that are shared by circles or arcs of unequal radius?",
        ),
        words=numbers(0, 3),
        hard=True,
    ),
    "symmetric": Aspect(
        "symmetry",
        (
            "Is the outline of the part symmetric, construction lines aside?",
            "Is the sketched part its own mirror image, construction lines aside?",
        ),
        words=SYMMETRIC,
    ),
    "turns": Aspect(
        "symmetry",
        (
            "In how many positions does the outline look the same while it makes one full turn about the middle of its "
            "box?",
            "What is the order of the drawing's rotational symmetry about its middle (1 if there is none)?",
            "Turned once round about its middle, how often does the outline, construction aside, fall onto itself?",
        ),
        words={number: str(number) for number in (1, 2, 3, 4, 5, 6, 8)},
        hard=True,
    ),
    "extent-ratio": Aspect(
        "size",
        (
            "What is the longer side of the drawing's bounding box divided by the shorter one (construction aside)?",
            "By what factor is the part longer than it is wide?",
            "How many times does the smaller extent of the outline go into the larger one?",
        ),
        factors=(1.2, 1.3),
        drawn=True,
        hard=True,
    ),
    "fullness": Aspect(
        "size",
        (
            "About which share of its bounding box does the part's area take up, holes left out?",
            "Roughly how much of the smallest upright rectangle around it would be material?",
            "What is the enclosed area, less the holes, as a share of the bounding box?",
        ),
        share=True,
        hard=True,
    ),
    "circle-span": Aspect(
        "size",
        (
            "How many times does the diameter of the largest full circle go into the longer side of the bounding box "
            "(construction aside)?",
            "What is the drawing's larger extent divided by the diameter of its largest whole circle?",
            "By what factor is the part's larger extent greater than its largest full circle?",
        ),
        factors=(1.25, 1.35),
        drawn=True,
        hard=True,
    ),
}
