"""Path data with every letter that tools use: relative or absolute, arcs, quadratics, short forms, letters left out.

Numbers are rounded to a grid, so that relative steps never drift.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from sgpkit.graphics.geometry import Point
from sgpkit.graphics.svg import outline
from sgpkit.graphics.svg.outline import Cubic, Line, Quadratic, Subpath

from ..path_text import Mode, grid_text

ROUND = 0.012
"""The share of its radius by which a curve may leave a circle and be written as an arc."""


class Style(NamedTuple):
    """The manner of path data. `implied`: whether a letter that comes again is left out; `arcs`, `quadratics`:
    whether curves that can be are written as such; `straight`: whether H and V are used."""

    decimals: int
    mode: Mode
    zero: bool = True
    separator: str = ","
    smooth: bool = True
    implied: bool = False
    arcs: bool = False
    quadratics: bool = False
    straight: bool = True
    close: str = "z"
    relative_start: bool = False

    def text(self, value: float) -> str:
        return grid_text(round(value * 10**self.decimals), self.decimals, self.zero)


class _Writer:
    def __init__(self, style: Style) -> None:
        self.style = style
        self.factor = 10**style.decimals
        self.texts: list[str] = []
        self.letter = ""
        self.x = self.y = 0
        self.start = (0, 0)
        self.control: tuple[str, int, int] = ("", 0, 0)

    def grid(self, point: Point) -> tuple[int, int]:
        return round(point.x * self.factor), round(point.y * self.factor)

    def put(self, letter: str, targets: Sequence[int], axes: str, fixed: Sequence[str] = ()) -> None:
        """Write a command by the targets of its numbers; `axes` states for each whether it is an x or a y."""
        here = {"x": self.x, "y": self.y}
        steps = [target - here[axis] for target, axis in zip(targets, axes, strict=True)]
        mode = self.style.mode
        large = "" if mode == "relative" else self.joined(targets, fixed)
        small = "" if mode == "absolute" else self.joined(steps, fixed)
        relative = mode == "relative" or (mode == "shortest" and len(small) <= len(large))
        name, text = (letter.lower(), small) if relative else (letter.upper(), large)
        if self.style.implied and name == self.letter and name not in "mMzZ":
            self.texts.append(text if text[0] == "-" else self.style.separator + text)
        else:
            self.texts.append(name + text)
        self.letter = name

    def joined(self, numbers: Sequence[int], fixed: Sequence[str]) -> str:
        """Return numbers in one text; a minus sign needs no separator."""
        decimals, zero, separator = self.style.decimals, self.style.zero, self.style.separator
        text = separator.join([*fixed, *[grid_text(number, decimals, zero) for number in numbers]])
        return text.replace(f"{separator}-", "-")

    def move(self, point: Point, *, first: bool) -> None:
        target = self.grid(point)
        if self.style.relative_start and not first:
            self.put("m", target, "xy")
        else:
            self.texts.append("M" + self.joined(target, ()))
            self.letter = "M"
        self.x, self.y = self.start = target
        self.control = ("", 0, 0)

    def line(self, end: Point) -> None:
        x, y = self.grid(end)
        if (x, y) == (self.x, self.y):
            return
        if y == self.y and self.style.straight:
            self.put("h", [x], "x")
        elif x == self.x and self.style.straight:
            self.put("v", [y], "y")
        else:
            self.put("l", [x, y], "xy")
        self.x, self.y = x, y
        self.control = ("", 0, 0)

    def cubic(self, start: Point, cubic: Cubic) -> None:
        (ax, ay), (bx, by), (x, y) = self.grid(cubic.first), self.grid(cubic.second), self.grid(cubic.end)
        if (ax, ay) == (bx, by) == (x, y) == (self.x, self.y):
            return
        if self.style.arcs and (arc := as_arc(start, cubic)):
            radius, sweep = arc
            text = self.style.text(radius)
            self.put("a", [x, y], "xy", (text, text, "0", "0", "1" if sweep else "0"))
            self.control = ("", 0, 0)
        elif self.style.quadratics:
            for quadratic in as_quadratics(start, cubic):
                self.quadratic(quadratic)
            return
        elif self.style.smooth and self.reflects("c", ax, ay):
            self.put("s", [bx, by, x, y], "xyxy")
            self.control = ("c", bx, by)
        else:
            self.put("c", [ax, ay, bx, by, x, y], "xyxyxy")
            self.control = ("c", bx, by)
        self.x, self.y = x, y

    def quadratic(self, piece: Quadratic) -> None:
        (ax, ay), (x, y) = self.grid(piece.control), self.grid(piece.end)
        if self.style.smooth and self.reflects("q", ax, ay):
            ax, ay = 2 * self.x - self.control[1], 2 * self.y - self.control[2]
            self.put("t", [x, y], "xy")
        else:
            self.put("q", [ax, ay, x, y], "xyxy")
        self.control = ("q", ax, ay)
        self.x, self.y = x, y

    def reflects(self, kind: str, x: int, y: int) -> bool:
        name, before_x, before_y = self.control
        return name == kind and abs(x - 2 * self.x + before_x) <= 1 and abs(y - 2 * self.y + before_y) <= 1

    def close(self) -> None:
        if self.texts[-1][0] in "lLhHvV" and (self.x, self.y) == self.start:
            self.texts.pop()
        self.texts.append(self.style.close)
        self.letter = ""
        self.x, self.y = self.start
        self.control = ("", 0, 0)


def write(loops: Sequence[Subpath], style: Style) -> str:
    """Return the path data of all loops."""
    writer = _Writer(style)
    for index, loop in enumerate(loops):
        writer.move(loop.start, first=index == 0)
        for start, piece in outline.steps(Subpath(loop.start, loop.pieces, False)):
            if isinstance(piece, Cubic):
                writer.cubic(start, piece)
            elif isinstance(piece, Line):
                writer.line(piece.end)
        if loop.closed:
            writer.close()
    return "".join(writer.texts)


def as_arc(start: Point, cubic: Cubic) -> tuple[float, bool] | None:
    """Return the radius and the direction of the circle that a curve follows, None if it follows none."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = start, *cubic
    out, into = (x1 - x0, y1 - y0), (x3 - x2, y3 - y2)
    cross = out[0] * into[1] - out[1] * into[0]
    sizes = math.hypot(*out) * math.hypot(*into)
    if sizes < 1e-9 or abs(cross) < 0.15 * sizes:
        return None
    # The centre is on both normals.
    nx, ny, mx, my = -out[1], out[0], -into[1], into[0]
    share = ((x3 - x0) * my - (y3 - y0) * mx) / (nx * my - ny * mx)
    x, y = x0 + share * nx, y0 + share * ny
    radius = math.hypot(x0 - x, y0 - y)
    spots = [outline.point_at(start, cubic, part) for part in (0.25, 0.5, 0.75, 1.0)]
    if any(abs(math.hypot(spot.x - x, spot.y - y) - radius) > ROUND * radius for spot in spots):
        return None
    if math.acos(max(-1.0, min(1.0, (out[0] * into[0] + out[1] * into[1]) / sizes))) > 1.9:
        return None
    return radius, cross > 0


def as_quadratics(start: Point, cubic: Cubic, tolerance: float = 0.06) -> list[Quadratic]:
    """Return quadratics that approximate a cubic: the number needed, up to eight."""
    size = max(abs(a - b) for a in (*start, *cubic.end) for b in (*cubic.first, *cubic.second)) or 1.0
    for count in (1, 2, 3, 4, 6, 8):
        pieces: list[Quadratic] = []
        error = 0.0
        at, rest = start, cubic
        for index in range(count):
            part = rest
            if index < count - 1:
                from .outlines import halves

                part, rest = halves(at, rest, 1 / (count - index))
            (x0, y0), (x1, y1), (x2, y2), (x3, y3) = at, *part
            error = max(error, math.hypot(x3 - 3 * x2 + 3 * x1 - x0, y3 - 3 * y2 + 3 * y1 - y0) * math.sqrt(3) / 36)
            control = Point((3 * (x1 + x2) - x0 - x3) / 4, (3 * (y1 + y2) - y0 - y3) / 4)
            pieces.append(Quadratic(control, part.end))
            at = part.end
        if error <= tolerance * size / 40 or count == 8:
            return pieces
    return pieces
