"""Record the calls of Pillow's ImageDraw as geometry.

Each call is recorded for its image, with the centre line of the painted outline, which Pillow draws inside the box.
Resized, cropped, converted and copied images keep the record, at its new place. Other operations on pixels are rejected
by name. The result is the last image that was saved or shown, else the last one drawn on.
"""

# mypy: ignore-errors

import math

NOTHING = "the program draws nothing with ImageDraw"
MOST_POINTS = 200_000
REFUSED = {
    "Image": ("alpha_composite", "blend", "composite", "fromarray", "frombytes", "frombuffer", "merge", "open"),
    "Image.Image": (
        *("alpha_composite", "filter", "frombytes", "paste", "point", "putdata", "putpixel", "quantize", "rotate"),
        *("transform", "transpose", "effect_spread"),
    ),
}
MOVED = ("crop", "resize", "reduce")
KEPT = ("copy", "convert", *MOVED)


class Records:
    """The marks on each image, by `id()` of the image; images are kept alive so that ids stay unique."""

    def __init__(self):
        self.marks = {}
        self.images = []
        self.last = None
        self.points = 0

    def of(self, image):
        if id(image) not in self.marks:
            self.marks[id(image)] = []
            self.images.append(image)
        return self.marks[id(image)]

    def add(self, image, points, fill, stroke, width, closed):
        if not points or not (fill or stroke):
            return
        self.points += len(points)
        if self.points > MOST_POINTS:
            raise ValueError(f"more than {MOST_POINTS:,} points are drawn")
        listed = " ".join(f"{x:.6g},{y:.6g}" for x, y in points)
        tag = "polygon" if closed else "polyline"
        look = f'fill="{fill or "none"}" stroke="{stroke or "none"}" stroke-width="{max(width, 1):.6g}"'
        self.of(image).append(f'<{tag} points="{listed}" {look} fill-rule="evenodd" stroke-linecap="round"/>')
        self.last = image


records = Records()


def numbers(xy):
    """Return points from any form of coordinates that Pillow accepts."""
    flat = []
    for item in xy:
        if isinstance(item, (int, float)):
            flat.append(float(item))
        else:
            flat.extend(map(float, item))
    if len(flat) % 2 or not all(map(math.isfinite, flat)):
        raise ValueError("coordinates are not pairs of numbers")
    return list(zip(flat[::2], flat[1::2], strict=True))


def colour(draw, value, default=None):
    """Return a colour in the image's mode as #rrggbb, or "" for none."""
    from PIL import Image

    value = default if value is None else value
    if value is None:
        return ""
    mode = draw.im.mode
    red, green, blue, alpha = Image.new(mode, (1, 1), value).convert("RGBA").getpixel((0, 0))
    light = [round(255 - (255 - part) * alpha / 255) for part in (red, green, blue)]
    return "#{:02x}{:02x}{:02x}".format(*light)


def white(draw):
    return {"RGB": "white", "RGBA": "white", "1": 1}.get(draw.im.mode, 255)


def arc(left, top, right, bottom, start, end):
    """Return points on an ellipse, clockwise from the right, in degrees."""
    while end < start:
        end += 360
    steps = max(2, math.ceil(min(end - start, 360)))
    middle, radii = ((left + right) / 2, (top + bottom) / 2), ((right - left) / 2, (bottom - top) / 2)
    turns = [math.radians(start + min(end - start, 360) * step / steps) for step in range(steps + 1)]
    return [(middle[0] + radii[0] * math.cos(turn), middle[1] + radii[1] * math.sin(turn)) for turn in turns]


def box_of(xy, width):
    """Return the box of the centre line of an outline inside a box."""
    (left, top), (right, bottom) = numbers(xy)
    half = max(width, 1) / 2
    return left + half, top + half, right + 1 - half, bottom + 1 - half


def recording():
    """Return the replacements of ImageDraw's methods, which also call the originals so that wrong arguments raise."""
    from PIL import ImageDraw

    real = {name: getattr(ImageDraw.ImageDraw, name) for name in ("line", "point", "polygon", "rectangle", "ellipse")}

    def outlined(self, points, fill, outline, width, closed=True):
        # Without any colour Pillow draws the outline in its default ink, which is white.
        stroke = colour(self, outline, white(self) if fill is None and outline is None else None)
        records.add(self._image, points, colour(self, fill), stroke if width else "", width, closed)

    def line(self, xy, fill=None, width=0, joint=None):
        real["line"](self, xy, fill, width, joint)
        points = [(x + 0.5, y + 0.5) for x, y in numbers(xy)]
        records.add(self._image, points, "", colour(self, fill, white(self)), width, False)

    def point(self, xy, fill=None):
        real["point"](self, xy, fill)
        for x, y in numbers(xy):
            records.add(self._image, [(x + 0.5, y + 0.5)] * 2, "", colour(self, fill, white(self)), 1, False)

    def polygon(self, xy, fill=None, outline=None, width=1):
        real["polygon"](self, xy, fill, outline)
        outlined(self, [(x + 0.5, y + 0.5) for x, y in numbers(xy)], fill, outline, width)

    def regular_polygon(self, bounding_circle, n_sides, rotation=0, fill=None, outline=None, width=1):
        points = ImageDraw._compute_regular_polygon_vertices(bounding_circle, n_sides, rotation)
        polygon(self, points, fill, outline, width)

    def rectangle(self, xy, fill=None, outline=None, width=1):
        real["rectangle"](self, xy, fill, outline)
        left, top, right, bottom = box_of(xy, width if outline is not None else 0)
        outlined(self, [(left, top), (right, top), (right, bottom), (left, bottom)], fill, outline, width)

    def rounded_rectangle(self, xy, radius=0, fill=None, outline=None, width=1, *, corners=None):
        left, top, right, bottom = box_of(xy, width)
        radius = max(0.0, min(radius - width / 2, (right - left) / 2, (bottom - top) / 2))
        ways = ((left, top, 180), (right, top, 270), (right, bottom, 0), (left, bottom, 90))
        points = []
        for (x, y, start), rounded in zip(ways, corners or (True,) * 4, strict=True):
            across, down = (2 * radius if x == left else -2 * radius), (2 * radius if y == top else -2 * radius)
            box = (min(x, x + across), min(y, y + down), max(x, x + across), max(y, y + down))
            points += arc(*box, start, start + 90) if rounded and radius else [(x, y)]
        outlined(self, points, fill, outline, width)

    def ellipse(self, xy, fill=None, outline=None, width=1):
        real["ellipse"](self, xy, fill, outline)
        outlined(self, arc(*box_of(xy, width if outline is not None else 0), 0, 360)[:-1], fill, outline, width)

    def circle(self, xy, radius, fill=None, outline=None, width=1):
        x, y = numbers([xy])[0]
        ellipse(self, (x - radius, y - radius, x + radius, y + radius), fill, outline, width)

    def arc_of(self, xy, start, end, fill=None, width=1):
        ink = colour(self, fill, white(self))
        records.add(self._image, arc(*box_of(xy, width), start, end), "", ink, width, False)

    def chord(self, xy, start, end, fill=None, outline=None, width=1):
        outlined(self, arc(*box_of(xy, width), start, end), fill, outline, width)

    def pieslice(self, xy, start, end, fill=None, outline=None, width=1):
        left, top, right, bottom = box_of(xy, width)
        points = [*arc(left, top, right, bottom, start, end), ((left + right) / 2, (top + bottom) / 2)]
        outlined(self, points, fill, outline, width)

    def nothing(self, *ignored, **options):
        """Ignore texts, which are not part of a figure."""

    methods = (line, point, polygon, regular_polygon, rectangle, rounded_rectangle, ellipse, circle, chord, pieslice)
    named = {method.__name__: method for method in methods}
    return named | {"arc": arc_of, "text": nothing, "multiline_text": nothing}


def mapping(size, new, box):
    """Return the transform from one image to another that shows a box of it, by default all of it."""
    left, top, right, bottom = box or (0, 0, *size)
    across, down = new[0] / max(right - left, 1), new[1] / max(bottom - top, 1)
    return f"scale({across:.9g} {down:.9g}) translate({-left:.9g} {-top:.9g})"


def refused(name):
    def refuse(*ignored, **options):
        raise NotImplementedError(f"Pillow's `{name}` is not supported: only ImageDraw's lines and shapes are")

    return refuse


def prepare():
    """Install the recording methods."""
    from PIL import Image, ImageDraw

    start = ImageDraw.ImageDraw.__init__

    def begin(self, im, mode=None):
        start(self, im, mode)
        self._image = im

    def keep(name):
        real = getattr(Image.Image, name)

        def kept(self, *given, **options):
            result = real(self, *given, **options)
            marks = records.of(self)
            if name in MOVED and marks:
                box = options.get("box") or (given[0] if name == "crop" and given else None)
                marks = [f'<g transform="{mapping(self.size, result.size, box)}">', *marks, "</g>"]
            records.of(result).extend(marks)
            if records.last is self:
                records.last = result
            return result

        return kept

    def finished(self, *ignored, **options):
        records.last = self

    for name in KEPT:
        setattr(Image.Image, name, keep(name))
    for name, method in recording().items():
        setattr(ImageDraw.ImageDraw, name, method)
    ImageDraw.ImageDraw.__init__ = begin
    ImageDraw.ImageDraw.bitmap = refused("bitmap")
    ImageDraw.floodfill = refused("floodfill")
    Image.Image.save = Image.Image.show = finished
    for owner, names in REFUSED.items():
        for name in names:
            setattr(Image if owner == "Image" else Image.Image, name, refused(name))


def drawing():
    """Return the picture as SVG, or None if nothing is drawn."""
    if records.last is None:
        return None
    width, height = records.last.size
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
    return "\n".join([head, *records.of(records.last), "</svg>"])
