"""Parts by their parameters: program, prompts and predicates follow from them, so that a changed parameter is a mutant.

Volumes are computed by formulas here and measured by OpenCASCADE where answers are scored: two independent ways.
"""

import math
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

Values = Mapping[str, float]
Predicate = Mapping[str, Any]


class Kind(NamedTuple):
    """A kind of part: the generator of its parameters, and its derived values."""

    draw: Callable[[random.Random], dict[str, float]]
    program: Callable[[Values], str]
    abstract: Callable[[Values], str]
    detailed: Callable[[Values], str]
    predicates: Callable[[Values], Sequence[Predicate]]
    loose: Callable[[Values], Sequence[Predicate]]
    mutants: Callable[[Values], Mapping[str, dict[str, float]]]


def program(*lines: str) -> str:
    """Return a program that leaves its part under `final_result`."""
    return "\n".join(["import cadquery as cq", "", *lines, ""])


def common(volume: float, extents: Sequence[float], genus: int) -> list[Predicate]:
    """Return the predicates that every detailed prompt has."""
    return [
        {"kind": "solids", "value": 1},
        {"kind": "extents", "value": list(extents)},
        {"kind": "volume", "value": volume},
        {"kind": "genus", "value": genus},
        {"kind": "voids", "value": 0},
    ]


THIN = 1 / 3
"""The share of its length and width that the thickness of a thin part has at most."""


def without(values: Values, **changed: float) -> dict[str, float]:
    """Return parameters with some of them changed."""
    return {**values, **changed}


# --- a plate with holes near its corners ------------------------------------------------------------------------------


def plate_draw(chance: random.Random) -> dict[str, float]:
    width = chance.choice([30, 40, 50])
    return {
        "length": 2 * width,
        "width": width,
        "thickness": chance.choice([4, 5, 6]),
        "radius": chance.choice([2, 2.5, 3]),
        "inset": chance.choice([7, 8, 9]),
        "round": chance.choice([3, 4, 5]),
        "holes": 4,
        "shift": 0,
    }


def plate_program(v: Values) -> str:
    x, y = v["length"] / 2 - v["inset"], v["width"] / 2 - v["inset"]
    points = [(x + v["shift"], y), (-x, y), (x, -y), (-x, -y)][: int(v["holes"])]
    return program(
        f'plate = cq.Workplane("XY").box({v["length"]}, {v["width"]}, {v["thickness"]})',
        *([f'plate = plate.edges("|Z").fillet({v["round"]})'] if v["round"] else []),
        f'final_result = plate.faces(">Z").workplane().pushPoints({points}).hole({2 * v["radius"]})',
    )


def plate_predicates(v: Values) -> list[Predicate]:
    x, y = v["length"] / 2 - v["inset"], v["width"] / 2 - v["inset"]
    area = v["length"] * v["width"] - (4 - math.pi) * v["round"] ** 2 - 4 * math.pi * v["radius"] ** 2
    return [
        *common(area * v["thickness"], (v["length"], v["width"], v["thickness"]), 4),
        {"kind": "holes", "value": [[v["radius"], a * x, b * y, 0] for a in (1, -1) for b in (1, -1)], "axis": 2},
        {"kind": "rounded", "value": [v["round"], 4], "axis": 2},
        {"kind": "symmetric", "value": [0, 1, 2]},
    ]


PLATE = Kind(
    plate_draw,
    plate_program,
    lambda v: (
        "A thin rectangular plate that lies in the xy plane, twice as long as it is wide, with rounded upright corners "
        "and four equal round holes through it, one near each corner, placed symmetrically. It has 6 flat faces and 8 "
        "curved ones."
    ),
    lambda v: (
        f"A rectangular plate, {v['length']:g} long in x, {v['width']:g} wide in y and {v['thickness']:g} thick in z. "
        f"Its four upright edges are rounded with a radius of {v['round']:g}. Four round holes of diameter "
        f"{2 * v['radius']:g} go through it in z, the middle of each {v['inset']:g} from the two nearest sides."
    ),
    plate_predicates,
    lambda v: [
        {"kind": "solids", "value": 1},
        {"kind": "voids", "value": 0},
        {"kind": "genus", "value": 4},
        {"kind": "equal holes", "value": 4},
        {"kind": "ratio", "value": [0, 1, 2.0]},
        {"kind": "symmetric", "value": [0, 1, 2]},
        {"kind": "rounded", "value": [0, 4], "axis": 2},
        {"kind": "bores", "value": [0, 0, 4]},
        {"kind": "faces", "value": [6, 8]},
        {"kind": "corner holes", "value": 4},
        {"kind": "thin", "value": THIN},
    ],
    lambda v: {
        "a hole dropped": without(v, holes=3),
        "a hole moved": without(v, shift=-2),
        "holes too wide": without(v, radius=v["radius"] + 0.5),
        "holes elsewhere": without(v, inset=v["inset"] + 1),
        "no rounding": without(v, round=0),
        "another rounding": without(v, round=v["round"] + 1),
        "sides swapped": without(v, length=v["width"], width=v["length"]),
        "too thick": without(v, thickness=v["thickness"] + 1),
    },
)


# --- a disc with a bore and a circle of holes -------------------------------------------------------------------------


def flange_draw(chance: random.Random) -> dict[str, float]:
    radius = chance.choice([30, 35, 40])
    return {
        "radius": radius,
        "height": chance.choice([6, 8, 10]),
        "bore": chance.choice([6, 8, 10]),
        "circle": radius - 8,
        "hole": chance.choice([2, 2.5, 3]),
        "count": chance.choice([4, 6, 8]),
        "shift": 0,
    }


def flange_program(v: Values) -> str:
    return program(
        f'disc = cq.Workplane("XY").circle({v["radius"]}).extrude({v["height"]})',
        *(
            [f'disc = disc.faces(">Z").workplane(origin=({v["shift"]}, 0, 0)).hole({2 * v["bore"]})']
            if v["bore"]
            else []
        ),
        f'final_result = disc.faces(">Z").workplane(origin=(0, 0, 0)).polarArray({v["circle"]}, 0, 360, '
        f"{int(v['count'])}).hole({2 * v['hole']})",
    )


def flange_predicates(v: Values) -> list[Predicate]:
    count = int(v["count"])
    around = [
        [v["hole"], v["circle"] * math.cos(2 * math.pi * i / count), v["circle"] * math.sin(2 * math.pi * i / count), 0]
        for i in range(count)
    ]
    area = math.pi * (v["radius"] ** 2 - v["bore"] ** 2 - count * v["hole"] ** 2)
    return [
        *common(area * v["height"], (2 * v["radius"], 2 * v["radius"], v["height"]), count + 1),
        {"kind": "holes", "value": [[v["bore"], 0, 0, 0], *around], "axis": 2},
    ]


FLANGE = Kind(
    flange_draw,
    flange_program,
    lambda v: (
        "A flat round disc that lies in the xy plane, with a round bore through its middle and "
        f"{v['count']:g} equal smaller round holes, evenly spaced on a circle around it. It has 2 flat faces and "
        f"{v['count'] + 2:g} curved ones."
    ),
    lambda v: (
        f"A disc of diameter {2 * v['radius']:g}, {v['height']:g} high along z. A bore of diameter {2 * v['bore']:g} "
        f"goes through its middle. {v['count']:g} holes of diameter {2 * v['hole']:g} go through it in z, evenly "
        f"spaced on a circle of diameter {2 * v['circle']:g} around the bore, the first of them on the x axis."
    ),
    flange_predicates,
    lambda v: [
        {"kind": "solids", "value": 1},
        {"kind": "voids", "value": 0},
        {"kind": "genus", "value": int(v["count"]) + 1},
        {"kind": "equal holes", "value": int(v["count"])},
        {"kind": "ratio", "value": [0, 1, 1.0]},
        {"kind": "symmetric", "value": [0, 1, 2]},
        {"kind": "pin share", "value": [0, 1.0]},
        {"kind": "ring", "value": int(v["count"])},
        {"kind": "wide bore", "value": int(v["count"])},
        {"kind": "faces", "value": [2, int(v["count"]) + 2]},
        {"kind": "thin", "value": THIN},
    ],
    lambda v: {
        "no bore": without(v, bore=0),
        "a hole less": without(v, count=v["count"] - 1),
        "a bore off the middle": without(v, shift=1.5),
        "holes too wide": without(v, hole=v["hole"] + 0.5),
        "another circle": without(v, circle=v["circle"] - 2),
        "too high": without(v, height=v["height"] + 1),
        "bore and rim swapped": without(v, bore=v["hole"], hole=v["bore"] / 2.5),
    },
)


# --- a block with a boss on it, bored through -------------------------------------------------------------------------


def boss_draw(chance: random.Random) -> dict[str, float]:
    side = chance.choice([30, 36, 40])
    return {
        "length": side,
        "width": side,
        "base": chance.choice([8, 10, 12]),
        "radius": side / 4,
        "boss": chance.choice([10, 14, 18]),
        "bore": chance.choice([2, 3, 4]),
        "shift": 0,
    }


def boss_program(v: Values) -> str:
    bore = [f'final_result = final_result.faces(">Z").workplane().hole({2 * v["bore"]})'] if v["bore"] else []
    return program(
        f'block = cq.Workplane("XY").box({v["length"]}, {v["width"]}, {v["base"]})',
        f'top = block.faces(">Z").workplane().center({v["shift"]}, 0)',
        f"final_result = top.circle({v['radius']}).extrude({v['boss']})",
        *bore,
    )


def boss_predicates(v: Values) -> list[Predicate]:
    volume = v["length"] * v["width"] * v["base"] + math.pi * v["radius"] ** 2 * v["boss"]
    volume -= math.pi * v["bore"] ** 2 * (v["base"] + v["boss"])
    return [
        *common(volume, (v["length"], v["width"], v["base"] + v["boss"]), 1),
        {"kind": "holes", "value": [[v["bore"], 0, 0, 0]], "axis": 2},
        {"kind": "pins", "value": [[v["radius"], 0, 0, 0]], "axis": 2},
        {"kind": "symmetric", "value": [0, 1]},
    ]


BOSS = Kind(
    boss_draw,
    boss_program,
    lambda v: (
        "A square block with a round boss on the middle of its top, along z, half as wide as the block, and one "
        "round hole through the middle of both, along z. It has 7 flat faces and 2 curved ones."
    ),
    lambda v: (
        f"A block of {v['length']:g} by {v['width']:g}, {v['base']:g} high in z. On the middle of its top stands a "
        f"round boss of diameter {2 * v['radius']:g}, {v['boss']:g} high. A hole of diameter {2 * v['bore']:g} goes "
        "through the middle of both in z."
    ),
    boss_predicates,
    lambda v: [
        {"kind": "solids", "value": 1},
        {"kind": "voids", "value": 0},
        {"kind": "genus", "value": 1},
        {"kind": "equal holes", "value": 1},
        {"kind": "ratio", "value": [0, 1, 1.0]},
        {"kind": "symmetric", "value": [0, 1]},
        {"kind": "pin share", "value": [0, 0.5]},
        {"kind": "bores", "value": [0, 0, 1]},
        {"kind": "faces", "value": [7, 2]},
        {"kind": "bottom heavy", "value": True},
    ],
    lambda v: {
        "no bore": without(v, bore=0),
        "a boss off the middle": without(v, shift=2),
        "a lower boss": without(v, boss=v["boss"] - 2),
        "a wider boss": without(v, radius=v["radius"] + 1),
        "not square": without(v, length=v["length"] + 6),
        "a wider bore": without(v, bore=v["bore"] + 0.5),
    },
)

KINDS: Mapping[str, Kind] = {"plate": PLATE, "flange": FLANGE, "boss": BOSS}
