"""Move a drawing by rewriting its coordinates, and prove by rendering that nothing else changed.

Published perturbations of this kind were wrong in every row (a lower-cased `viewBox`); here every row is verified. The
rewriting does not use svgelements because it must preserve all other bytes, and is at least four times as fast
(`tools/bench/drawings/perturbation.py`).

Try it: python -c "from sgpkit.graphics import perturb; print(perturb.transform(open('a.svg').read(), rotate=10))"
"""

import random
from functools import lru_cache

from sgpkit.graphics.geometry import Point
from sgpkit.graphics.perturb import definitions
from sgpkit.graphics.perturb.frame import Frame
from sgpkit.graphics.perturb.motion import Motion, Unsupported, digits, window_of
from sgpkit.graphics.perturb.proof import Unproven, stays_on_canvas, verify
from sgpkit.graphics.perturb.walk import Walk
from sgpkit.graphics.raster.fit import Window
from sgpkit.graphics.svg import document, style

__all__ = ["KINDS", "Motion", "Unproven", "Unsupported", "draw_motion", "stays_on_canvas", "transform", "verify"]

KINDS = ("T", "SE2")
SMALLEST, LARGEST = 0.01, 0.05  # of the canvas
STEEPEST = 15.0  # degrees
LEAST_TURN = 3.0


def transform(code: str, translate: tuple[float, float] = (0.0, 0.0), rotate: float = 0.0) -> str:
    """Return the drawing rotated about the centre of its viewBox (degrees, clockwise on the screen), then shifted.

    Only coordinates change; no `transform` is added. Raises Unsupported if it cannot be moved exactly, and Rejected if
    it is not a valid drawing.
    """
    tree = document.parse(code)
    window = window_of(tree.root.attributes)
    frame = Frame(tree, Motion(Point(*translate), rotate), window)
    walk = Walk(frame)
    walk.move_root()
    definitions.move_all(walk)
    result = frame.edits.result()
    if frame.became_paths and tree.styled:
        _same_rules(frame, result)
    return result


def _same_rules(frame: Frame, result: str) -> None:
    """Raise Unsupported if style sheets apply to other elements because some have become paths."""
    after = document.parse(result)
    rules = style.sheet(after)
    for old, new in zip(frame.document.root.subtree(), after.root.subtree(), strict=True):
        if frame.rules.matches.get(id(old)) != rules.matches.get(id(new)):
            raise Unsupported(
                old.path, "a style sheet's rules would apply to other elements, because a shape became a path"
            )


@lru_cache(maxsize=4)
def _canvas(code: str) -> Window:
    """Return the canvas of a drawing, cached because many motions are drawn for one drawing."""
    return window_of(document.parse(code).root.attributes)


def draw_motion(code: str, kind: str, rng: random.Random) -> Motion:
    """Return a random small motion: 1 to 5 % of the canvas in each direction, and for "SE2" a rotation of 3 to 15°."""
    if kind not in KINDS:
        raise ValueError(f"kind={kind!r}: expected one of {', '.join(KINDS)}")
    window = _canvas(code)
    decimals = digits(max(window.width, window.height))
    shift = []
    for _ in range(2):
        size = rng.uniform(SMALLEST, LARGEST) * min(window.width, window.height)
        shift.append(round(rng.choice((-1.0, 1.0)) * size, decimals))
    turn = round(rng.choice((-1.0, 1.0)) * rng.uniform(LEAST_TURN, STEEPEST), 1) if kind == "SE2" else 0.0
    return Motion(Point(*shift), turn)
