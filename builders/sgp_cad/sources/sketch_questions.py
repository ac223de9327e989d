"""Questions about flat sketches: the aspects, with their wordings and the values that can be offered."""

from collections.abc import Mapping

from sgpkit.families.shared import tables
from sgpkit.families.shared.cad.flat import form

from .questions import Aspect, numbers
from .sketch_answers import BOTH, LEVEL, NEITHER, UPRIGHT
from .solid_questions import USE, USES

WORDS = tables.read(__file__, "sketch_questions.toml")
QUESTIONS: Mapping[str, tuple[str, ...]] = WORDS["questions"]

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

HALVES: dict[str, str] = WORDS["halves"]
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
    "cells": Aspect("shape", QUESTIONS["cells"], images=form.images, hard=True),
    "fullest-half": Aspect("shape", QUESTIONS["fullest-half"], words=HALVES, hard=True),
    "emptiest-quarter": Aspect("shape", QUESTIONS["emptiest-quarter"], words=QUARTERS, hard=True),
    "opening": Aspect("shape", QUESTIONS["opening"], words=WAYS),
    "inward-corners": Aspect("shape", QUESTIONS["inward-corners"], words=numbers(0, 9), hard=True),
    "part": Aspect("semantics", QUESTIONS["part"], alike=PART_ALIKE, name=True),
    "lines": Aspect("count", QUESTIONS["lines"], words=numbers(0, 12)),
    "arcs": Aspect("count", QUESTIONS["arcs"], words=numbers(0, 8)),
    "circles": Aspect("count", QUESTIONS["circles"], words=numbers(0, 9)),
    "outlines": Aspect("count", QUESTIONS["outlines"], words=numbers(1, 9)),
    "holes": Aspect("count", QUESTIONS["holes"], words=numbers(0, 9)),
    "pieces": Aspect("count", QUESTIONS["pieces"], words=numbers(1, 5)),
    "corners": Aspect("count", QUESTIONS["corners"], words=numbers(0, 12)),
    "smooth-joints": Aspect(
        "count",
        QUESTIONS["smooth-joints"],
        words={number: str(number) for number in (0, 2, 4, 6, 8, 10, 12, 16)},
        hard=True,
    ),
    "slanting-lines": Aspect("shape", QUESTIONS["slanting-lines"], words=numbers(0, 6), hard=True),
    "circle-sizes": Aspect("size", QUESTIONS["circle-sizes"], words=numbers(0, 4), hard=True),
    "equal-circles": Aspect("size", QUESTIONS["equal-circles"], words=numbers(0, 8), hard=True),
    "shared-centres": Aspect("shape", QUESTIONS["shared-centres"], words=numbers(0, 3), hard=True),
    "symmetric": Aspect("symmetry", QUESTIONS["symmetric"], words=SYMMETRIC),
    "turns": Aspect(
        "symmetry", QUESTIONS["turns"], words={number: str(number) for number in (1, 2, 3, 4, 5, 6, 8)}, hard=True
    ),
    "extent-ratio": Aspect("size", QUESTIONS["extent-ratio"], factors=(1.2, 1.3), drawn=True, hard=True),
    "fullness": Aspect("size", QUESTIONS["fullness"], share=True, hard=True),
    "circle-span": Aspect("size", QUESTIONS["circle-span"], factors=(1.25, 1.35), drawn=True, hard=True),
}
