"""Parts that kinds are composed of; the design chooses one of several ways to build each."""

import math
from collections.abc import Callable, Sequence

from sgpkit.graphics.geometry import Point
from sgpkit.graphics.svg.outline import Cubic, Line, Piece, Subpath

from ..emblems import BADGES, emblem
from ..forms import Form, Pair, box, circle, ellipse, line, polygon, regular, ring, shape, smooth
from ..palette import ANY, Hue
from ..sketch import Sketch

Where = Callable[[int], list[Pair]]


def soft(radius: float, *points: Pair) -> Form:
    """Return a polygon with round corners."""
    count = len(points)
    pieces: list[Piece] = []
    start: Point | None = None
    for index, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[index - 1], points[(index + 1) % count]
        before, after = math.hypot(ax - x, ay - y), math.hypot(bx - x, by - y)
        cut = min(radius, before / 2.05, after / 2.05)
        one = Point(x + (ax - x) * cut / before, y + (ay - y) * cut / before)
        other = Point(x + (bx - x) * cut / after, y + (by - y) * cut / after)
        if start is None:
            start = one
        else:
            pieces.append(Line(one))
        pull = 0.45
        pieces.append(
            Cubic(
                Point(x + (one.x - x) * pull, y + (one.y - y) * pull),
                Point(x + (other.x - x) * pull, y + (other.y - y) * pull),
                other,
            )
        )
    assert start is not None
    return Form((Subpath(start, tuple(pieces), True),))


def turned(s: Sketch, x: float, top: float, bottom: float, *halves: float, way: str = "") -> Form:
    """Return an upright body about x, from its half widths at even steps from top to bottom: with straight edges,
    round corners, or curved sides between a flat top and bottom."""
    way = way or s.pick("straight", "soft", "curved", "soft")
    steps = [top + (bottom - top) * index / (len(halves) - 1) for index in range(len(halves))]
    right = [(x + half, y) for half, y in zip(halves, steps, strict=True)]
    left = [(x - half, y) for half, y in zip(halves, steps, strict=True)][::-1]
    if way == "straight":
        return polygon(*right, *left)
    if way == "soft":
        return soft(s.pick(3.0, 6.0, 10.0), *right, *left)
    return sided(right, left)


def sided(right: Sequence[Pair], left: Sequence[Pair]) -> Form:
    """Return a body with curved sides: through these points down, and up again."""
    down, up = smooth(*right, closed=False).loops[0], smooth(*left, closed=False).loops[0]
    pieces = (*down.pieces, Line(up.start), *up.pieces)
    return Form((Subpath(down.start, pieces, True),))


def slab(s: Sketch, x: float, y: float, width: float, height: float) -> Form:
    """Return a panel: a box, one with round or cut corners, or one with bulging or sloping sides."""
    right, bottom = x + width, y + height
    low = min(width, height)
    way = s.pick("box", "round", "rounder", "cut", "sloped", "bulged")
    if way == "box":
        return box(x, y, width, height)
    if way == "round":
        return box(x, y, width, height, 0.1 * low)
    if way == "rounder":
        return box(x, y, width, height, 0.26 * low)
    if way == "cut":
        c = 0.14 * low
        return polygon(
            (x + c, y), (right - c, y), (right, y + c), (right, bottom - c),
            (right - c, bottom), (x + c, bottom), (x, bottom - c), (x, y + c),
        )  # fmt: skip
    if way == "sloped":
        c = 0.07 * width
        return soft(0.08 * low, (x + c, y), (right - c, y), (right, bottom), (x, bottom))
    c = 0.06 * low
    return shape(
        f"M{x} {y}Q{x + width / 2} {y - c} {right} {y}Q{right + c} {y + height / 2} {right} {bottom}"
        f"Q{x + width / 2} {bottom + c} {x} {bottom}Q{x - c} {y + height / 2} {x} {y}Z"
    )


def bar(x: float, y: float, other_x: float, other_y: float, width: float) -> Form:
    """Return a straight bar of a width from one point to another."""
    length = math.hypot(other_x - x, other_y - y) or 1.0
    across, down = (other_y - y) / length * width / 2, (x - other_x) / length * width / 2
    return polygon(
        (x + across, y + down), (other_x + across, other_y + down), (other_x - across, other_y - down),
        (x - across, y - down),
    )  # fmt: skip


def along(x: float, y: float, other_x: float, other_y: float) -> Where:
    """Return equally spaced positions on a line, including both ends; for a single one, the middle."""

    def positions(count: int) -> list[Pair]:
        shares = [0.5] if count == 1 else [index / (count - 1) for index in range(count)]
        return [(x + (other_x - x) * share, y + (other_y - y) * share) for share in shares]

    return positions


def about(x: float, y: float, radius: float, first: float = 0.0, last: float = 360.0, flat: float = 1.0) -> Where:
    """Return positions on a circle, or on an arc of it, angles in degrees from straight up, clockwise."""

    def positions(count: int) -> list[Pair]:
        whole = last - first >= 360
        step = (last - first) / (count if whole else max(1, count - 1))
        angles = [math.radians(first + step * index - 90) for index in range(count)]
        return [(x + radius * math.cos(angle), y + flat * radius * math.sin(angle)) for angle in angles]

    return positions


def grid(x: float, y: float, width: float, height: float, across: int = 3) -> Where:
    """Return positions in rows of at most this number, filling the box evenly."""

    def positions(count: int) -> list[Pair]:
        rows = -(-count // across)
        spots: list[Pair] = []
        for row in range(rows):
            here = min(across, count - row * across)
            down = y + height * (row + 0.5) / rows
            spots += [(x + width * (index + 0.5) / here, down) for index in range(here)]
        return spots

    return positions


def scattered(*spots: Pair) -> Where:
    """Return the first of these positions."""
    return lambda count: list(spots[:count])


def token(s: Sketch, size: float, kinds: Sequence[str] = ()) -> Callable[[float, float], Form]:
    """Return how a small form is drawn at a position: the design picks its outline."""
    name = s.pick(*(kinds or ("dot", "dot", "square", "diamond", "upright", "lying", "hexagon")))
    if name == "square":
        return lambda x, y: box(x - 0.9 * size, y - 0.9 * size, 1.8 * size, 1.8 * size)
    if name == "diamond":
        return lambda x, y: regular(x, y, 1.2 * size, 4)
    if name == "upright":
        return lambda x, y: box(x - 0.6 * size, y - 1.2 * size, 1.2 * size, 2.4 * size, 0.5 * size)
    if name == "lying":
        return lambda x, y: box(x - 1.2 * size, y - 0.6 * size, 2.4 * size, 1.2 * size, 0.5 * size)
    if name == "hexagon":
        return lambda x, y: regular(x, y, 1.1 * size, 6)
    if name == "drop":
        return lambda x, y: emblem("drop", x, y, 1.2 * size)
    if name == "oval":
        return lambda x, y: ellipse(x, y, 0.75 * size, 1.2 * size)
    return lambda x, y: circle(x, y, size)


def several(
    s: Sketch,
    name: str,
    low: int,
    high: int,
    where: Where,
    size: float,
    *unlike: Hue,
    kinds: Sequence[str] = (),
    plural: str = "",
    among: Sequence[str] = ANY,
) -> int:
    """Add a counted part of small forms, and return their number."""
    count = s.number(low, high)
    draw = token(s, size, kinds)
    forms = [draw(x, y) for x, y in where(count)]
    s.part(name, *forms, hue=s.hue(among, unlike=unlike), counted=(low, high), plural=plural, shaded=False)
    return count


def bars(
    s: Sketch,
    name: str,
    low: int,
    high: int,
    forms: Callable[[int], list[Form]],
    *unlike: Hue,
    plural: str = "",
    among: Sequence[str] = ANY,
    hue: Hue | None = None,
) -> int:
    """Add a counted part of any forms, and return their number."""
    count = s.number(low, high)
    hue = hue or s.hue(among, unlike=unlike)
    s.part(name, *forms(count), hue=hue, counted=(low, high), plural=plural, shaded=False)
    return count


def mark(
    s: Sketch, name: str, x: float, y: float, radius: float, *unlike: Hue, among: Sequence[str] = BADGES,
    plural: str = "",
) -> None:  # fmt: skip
    """Add a part with a shape word."""
    word = s.word(among)
    s.part(name, emblem(word.word, x, y, radius), hue=s.hue(unlike=unlike), shape=word, plural=plural)


def eyes(s: Sketch, x: float, y: float, apart: float, size: float, dark: Hue | None = None) -> None:
    """Add two eyes: dots, tall ovals, rings, closed lids, or white ones with pupils."""
    dark = dark or s.fixed("black")
    way = s.pick("dot", "oval", "white", "closed", "white")
    for side in (-1, 1):
        at = x + side * apart
        if way == "dot":
            s.detail(circle(at, y, 0.8 * size), hue=dark, noun="eye")
        elif way == "oval":
            s.detail(ellipse(at, y, 0.65 * size, 1.15 * size), hue=dark, noun="eye")
        elif way == "white":
            s.detail(circle(at, y, 1.35 * size), hue=s.fixed("white"), outlined=True, noun="eye")
            s.detail(circle(at + 0.3 * size * side, y, 0.7 * size), hue=s.fixed("black"))
        else:
            s.line(shape(f"M{at - size} {y}Q{at} {y + 1.4 * size} {at + size} {y}"), hue=dark, width=0.6 * size)


def mouth(s: Sketch, x: float, y: float, width: float, dark: Hue | None = None) -> None:
    """Add a mouth: a smile as a line, an open one, a straight one, or a small round one."""
    dark = dark or s.fixed("black")
    half = width / 2
    way = s.pick("smile", "open", "straight", "round")
    if way == "smile":
        s.line(shape(f"M{x - half} {y}Q{x} {y + half} {x + half} {y}"), hue=dark, width=1.8)
    elif way == "open":
        s.detail(shape(f"M{x - half} {y}H{x + half}Q{x + 0.8 * half} {y + 1.1 * half} {x} {y + 1.1 * half}"
                       f"Q{x - 0.8 * half} {y + 1.1 * half} {x - half} {y}Z"), hue=dark)  # fmt: skip
    elif way == "straight":
        s.line(line((x - 0.8 * half, y + 1), (x + 0.8 * half, y + 1)), hue=dark, width=1.8)
    else:
        s.detail(ellipse(x, y + 1.5, 0.35 * half, 0.5 * half), hue=dark)


def wheels(s: Sketch, spots: Sequence[Pair], radius: float, hue: Hue, inner: Hue) -> None:
    """Add wheels: plain, with a hub, a rim, spokes, or as rings."""
    way = s.pick("plain", "hub", "rim", "spokes", "ring")
    for x, y in spots:
        if way == "ring":
            s.detail(ring(x, y, radius, 0.62 * radius), hue=hue, noun="wheel")
            continue
        s.detail(circle(x, y, radius), hue=hue, outlined=True, noun="wheel")
        if way == "hub":
            s.detail(circle(x, y, 0.42 * radius), hue=inner)
        elif way == "rim":
            s.detail(ring(x, y, 0.66 * radius, 0.36 * radius), hue=inner)
        elif way == "spokes":
            for dx, dy in ((1, 0), (0, 1)):
                out, down = 0.6 * radius * dx, 0.6 * radius * dy
                s.line(line((x - out, y - down), (x + out, y + down)), hue=inner, width=0.2 * radius)


def handle(s: Sketch, name: str, x: float, top: float, bottom: float, reach: float, width: float, hue: Hue) -> None:
    """Add a handle at the side of something; a negative reach is to the left."""
    middle = (top + bottom) / 2
    out = x + reach
    way = s.pick("bow", "ear", "square", "hook", "ring")
    data = {
        "bow": f"M{x} {top}C{out + 0.4 * reach} {top} {out + 0.4 * reach} {bottom} {x} {bottom}",
        "ear": f"M{x} {top + 2}C{out} {top - 8} {out + 0.5 * reach} {middle} {x} {bottom}",
        "square": f"M{x} {top}H{out}V{bottom}H{x}",
        "hook": f"M{x} {top}H{x + 0.6 * reach}Q{out} {top} {out} {middle}Q{out} {bottom} {x} {bottom}",
        "ring": f"M{x} {middle - 4}C{out} {top - 6} {out + 0.6 * reach} {middle} {out} {middle + 4}"
        f"C{out - 0.2 * reach} {bottom + 4} {x} {bottom} {x} {middle + 4}",
    }[way]
    s.strokes(name, shape(data), hue=hue, width=width)


def legs(s: Sketch, positions: Sequence[float], top: float, bottom: float, width: float, hue: Hue) -> None:
    """Add legs: upright, tapering, splayed, or round."""
    way = s.pick("box", "taper", "splayed", "round")
    middle = sum(positions) / len(positions)
    for x in positions:
        if way == "box":
            s.detail(box(x - width / 2, top, width, bottom - top), hue=hue, outlined=True, noun="leg")
        elif way == "taper":
            w = width / 2
            s.detail(
                polygon((x - w, top), (x + w, top), (x + w / 2, bottom), (x - w / 2, bottom)),
                hue=hue,
                outlined=True,
                noun="leg",
            )
        elif way == "splayed":
            out = 4 if x > middle else -4
            s.detail(bar(x, top, x + out, bottom, width), hue=hue, outlined=True, noun="leg")
        else:
            s.detail(box(x - width / 2, top, width, bottom - top, width / 2), hue=hue, outlined=True, noun="leg")


def ground(s: Sketch, y: float, width: float = 80) -> None:
    """Add the ground of a design: nothing, a line, a shadow, or a strip."""
    way = s.pick("none", "none", "none", "line", "strip", "shadow")
    if way == "line":
        s.line(line((50 - width / 2, y), (50 + width / 2, y)), hue=s.fixed("gray"), width=1.6)
    elif way == "strip":
        s.detail(box(50 - width / 2, y, width, 4, 2), hue=s.fixed("green"))
    elif way == "shadow":
        s.detail(ellipse(50, y + 1, 0.42 * width, 2.4), hue=s.fixed("gray"))


def steam(s: Sketch, x: float, y: float, apart: float = 9) -> None:
    """Add steam above something hot."""
    if not s.some(0.5):
        return
    for at in s.pick((x - apart, x, x + apart), (x - apart / 2, x + apart / 2), (x,)):
        s.line(shape(f"M{at} {y}c-4 -4 4 -7 0 -12c-2 -3 -1 -4 0 -5"), hue=s.fixed("gray"), width=1.8)


def leaf(x: float, y: float, length: float, angle: float, width: float = 0.5) -> Form:
    """Return a leaf with its stalk end at (x, y), pointing up before it is turned."""
    half = length * width / 2
    form = shape(
        f"M{x} {y}C{x - half * 1.3} {y - length * 0.3} {x - half} {y - length * 0.75} {x} {y - length}"
        f"C{x + half} {y - length * 0.75} {x + half * 1.3} {y - length * 0.3} {x} {y}Z"
    )
    return form.turned(angle, x, y)


def screen(s: Sketch, x: float, y: float, width: float, height: float, frame: Hue, edge: float) -> Hue:
    """Add a framed screen, and return the colour of its glass."""
    s.part("frame", slab(s, x, y, width, height), hue=frame)
    glass = s.hue(unlike=(frame,))
    s.part("screen", box(x + edge, y + edge, width - 2 * edge, height - 2 * edge, s.pick(0.0, 2.0)), hue=glass)
    return glass
