"""Record drawing calls on images as SVG marks, and verify that the pixels come from these calls alone.

A mark is SVG text, or an `Outline`, of which `Records.drawing` writes one of the two lines.

Every call is also made on a copy of its image. If both are equal in the end, no pixels were set in other ways, such as
by an array, a loop over pixels or an unrecorded operation. An image starts in one colour, its paper, or with the pixels
of a recorded image. The result is the last image that was saved or shown, else the last one drawn on.
"""

# mypy: ignore-errors

import math
from functools import partial
from typing import NamedTuple

MOST_POINTS = 200_000
SET = "pixels that no drawing function set are not supported: only lines and shapes are"


class Outline(NamedTuple):
    """The outline of a shape that a library paints inside the shape's box: its centre line, and the line at the
    coordinates that the program gives, at the outline's outer edge.
    """

    painted: str
    given: str


class Record:
    """The marks on an image, its copy, and the colour of its paper."""

    def __init__(self, image, copied, paper, marks=()):
        self.image, self.copied, self.paper, self.marks = image, copied, paper, list(marks)


class Records:
    """The records of a library's images, by their `id()`; images are kept alive so that ids stay unique.

    `copy(image)` returns a copy, `pixels(image)` a value that is equal for equal pictures, and `paper(image)` the
    colour of a single-coloured image, else None.
    """

    def __init__(self, copy, pixels, paper):
        self.copy, self.pixels, self.paper = copy, pixels, paper
        self.known = {}
        self.last = None
        self.points = 0

    def of(self, image):
        """Return the record of an image."""
        if id(image) not in self.known:
            paper, marks = self.paper(image), ()
            if paper is None:
                twin = self._twin(image)
                paper, marks = twin.paper, twin.marks
            self.known[id(image)] = Record(image, self.copy(image), paper, marks)
        return self.known[id(image)]

    def _twin(self, image):
        pixels = self.pixels(image)
        for record in reversed(self.known.values()):
            if self.pixels(record.copied) == pixels:
                return record
        raise NotImplementedError(SET)

    def draw(self, image, call, marks=()):
        """Draw on an image and its copy, and return what the call returns."""
        record = self.of(image)
        result = call(image)
        call(record.copied)
        record.marks += marks
        if marks:
            self.last = image
        return result

    def derive(self, image, operation, before="", after="", paper=None):
        """Return the image that an operation makes from a recorded one, with the marks put between two tags."""
        result = operation(image)
        if id(image) in self.known:
            record = self.of(image)
            marks = [before, *record.marks, after]
            self.known[id(result)] = Record(result, operation(record.copied), paper or record.paper, marks)
            if self.last is image:
                self.last = result
        return result

    def clear(self, image, call, paper):
        """Fill an image with one colour."""
        record = self.of(image)
        call(image)
        call(record.copied)
        record.marks, record.paper = [], paper

    def finish(self, image):
        """Record that an image was saved or shown."""
        self.of(image)
        self.last = image

    def mark(self, points, fill="", stroke="", width=1, closed=True, given=None):
        """Return the marks of an outline, or none if it has no colour. `given` are the points at the program's own
        coordinates, by default those of the painted line.
        """
        if not points or not (fill or stroke):
            return []
        self.points += len(points)
        if self.points > MOST_POINTS:
            raise ValueError(f"more than {MOST_POINTS:,} points are drawn")
        tag = "polygon" if closed else "polyline"
        look = f'fill="{fill or "none"}" stroke="{stroke or "none"}" stroke-width="{max(width, 1):.6g}"'

        def element(line):
            listed = " ".join(f"{x:.6g},{y:.6g}" for x, y in line)
            return f'<{tag} points="{listed}" {look} fill-rule="evenodd" stroke-linecap="round"/>'

        painted = element(points)
        return [painted if given in (None, points) else Outline(painted, element(given))]

    def drawing(self, size):
        """Return the picture as SVG with painted lines, and with lines at the given coordinates, "" if there is no
        difference; or None if nothing is drawn.
        """
        if self.last is None:
            return None
        record = self.of(self.last)
        if self.pixels(record.image) != self.pixels(record.copied):
            raise NotImplementedError(SET)
        if not record.marks:
            return None
        width, height = size(self.last)
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        page = f'<rect width="{width}" height="{height}" fill="{record.paper}"/>'

        def document(line):
            marks = [getattr(mark, line) if isinstance(mark, Outline) else mark for mark in record.marks]
            return "\n".join([head, page, *marks, "</svg>"])

        differs = any(isinstance(mark, Outline) for mark in record.marks)
        return document("painted"), document("given") if differs else ""


def numbers(xy):
    """Return points from pairs or a flat list of coordinates."""
    flat = []
    for item in xy:
        if hasattr(item, "__iter__"):
            flat.extend(map(float, item))
        else:
            flat.append(float(item))
    if len(flat) % 2 or not all(map(math.isfinite, flat)):
        raise ValueError("coordinates are not pairs of numbers")
    return list(zip(flat[::2], flat[1::2], strict=True))


def shifted(xy, by=0.5):
    """Return coordinates shifted to the middle of pixels."""
    return [(x + by, y + by) for x, y in numbers(xy)]


def hexadecimal(red, green, blue):
    """Return a colour as #rrggbb."""
    return "#{:02x}{:02x}{:02x}".format(*(min(max(round(part), 0), 255) for part in (red, green, blue)))


def arc(left, top, right, bottom, start, end):
    """Return points on an ellipse, clockwise from the right, in degrees."""
    while end < start:
        end += 360
    steps = max(2, math.ceil(min(end - start, 360)))
    middle, radii = ((left + right) / 2, (top + bottom) / 2), ((right - left) / 2, (bottom - top) / 2)
    turns = [math.radians(start + min(end - start, 360) * step / steps) for step in range(steps + 1)]
    return [(middle[0] + radii[0] * math.cos(turn), middle[1] + radii[1] * math.sin(turn)) for turn in turns]


def rounded(left, top, right, bottom, radii):
    """Return the outline of a rectangle whose corners, clockwise from the upper left, have these radii."""
    ways = ((left, top, 180), (right, top, 270), (right, bottom, 0), (left, bottom, 90))
    points = []
    for (x, y, start), radius in zip(ways, radii, strict=True):
        across, down = (2 * radius if x == left else -2 * radius), (2 * radius if y == top else -2 * radius)
        box = (min(x, x + across), min(y, y + down), max(x, x + across), max(y, y + down))
        points += arc(*box, start, start + 90) if radius > 0 else [(x, y)]
    return points


def turned(points, middle, degrees):
    """Return points rotated clockwise about a point."""
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    moved = [(x - middle[0], y - middle[1]) for x, y in points]
    return [(middle[0] + x * cosine - y * sine, middle[1] + x * sine + y * cosine) for x, y in moved]


def mapping(size, new, box=None):
    """Return the opening tag of a group that maps a box of an image, by default all of it, to an image of a new
    size.
    """
    left, top, right, bottom = box or (0, 0, *size)
    across, down = new[0] / max(right - left, 1), new[1] / max(bottom - top, 1)
    return f'<g transform="scale({across:.9g} {down:.9g}) translate({-left:.9g} {-top:.9g})">'


def refused(name):
    """Return a function that rejects the program, with the name of the function that it calls."""

    def refuse(*ignored, **options):
        raise NotImplementedError(f"`{name}` is not supported: only lines and shapes are")

    return refuse


def replace(owner, functions):
    """Replace those functions that the module has."""
    for name, function in functions.items():
        if hasattr(owner, name):
            setattr(owner, name, function)


def constant(value=None):
    """Return a function that ignores its arguments."""
    return partial(lambda value, *ignored, **options: value, value)


def gray(pixels):
    """Return the width, height and levels of gray, on white, of pixels in RGBA."""
    import numpy

    red, green, blue, alpha = numpy.moveaxis(numpy.asarray(pixels, numpy.float32), -1, 0)
    light = 255 - (255 - (0.299 * red + 0.587 * green + 0.114 * blue)) * alpha / 255
    height, width = light.shape
    return width, height, numpy.round(light).clip(0, 255).astype(numpy.uint8).tobytes()
